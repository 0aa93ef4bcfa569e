"""The bulk path of ``cpsudoku check``, which turns any input into a table of verdicts."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from cpsudoku.cli import values
from cpsudoku.cli.groups import option
from cpsudoku.cli.inputs import read_with
from cpsudoku.cli.job import Job
from cpsudoku.cli.options import Jobs
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import processes, refuse_overwriting, say
from cpsudoku.core.errors import InputError, Unsupported
from cpsudoku.core.files import is_stream
from cpsudoku.core.plural import plural
from cpsudoku.engines import BULK_ENGINE, ENGINES
from cpsudoku.formats import ReadOptions

if TYPE_CHECKING:
    from cpsudoku.bulk.settings import Settings
    from cpsudoku.bulk.summary import Summary

BULK_ONLY = "--require, --minimal, --canonical, --keep, --reject, --jobs and --resume"
TABLES = (".csv", ".jsonl", ".ndjson", ".parquet")


@dataclass(frozen=True)
class Bulk(Jobs):
    """The options of ``check`` for many puzzles."""

    title = "Many puzzles"
    require: list[str] | None = option(
        None,
        "--require",
        metavar="LIST",
        values=values.requirements,
        help="Fail rows that are not: unique, minimal, symmetric, no-duplicates, min-clues=N, "
        "max-clues=N.",
    )
    minimal: bool = option(False, "--minimal", help="Test that no given is redundant.")
    canonical: bool = option(
        False, "--canonical", help="Add the minlex form, and find duplicates up to symmetry."
    )
    keep: Path | None = option(
        None, "--keep", metavar="FILE", help="Write the good rows to FILE (.csv: with verdicts)."
    )
    reject: Path | None = option(
        None, "--reject", metavar="FILE", help="Write the other rows to FILE."
    )
    resume: bool = option(False, "--resume", help="Continue an interrupted run.")
    on: str | None = option(
        None, "--on", metavar="ray", help="Run on a Ray cluster; -o names a folder for Parquet."
    )
    address: str | None = option(
        None, "--address", metavar="ADDRESS", help="Use this Ray cluster [default: a local one]."
    )

    @property
    def is_asked(self) -> bool:
        """Whether any of these options was given."""
        return self != Bulk()


def is_bulk(job: Job, bulk: Bulk) -> bool:
    """Whether the user wants a table of verdicts or gave an option for many puzzles.

    Raises Unsupported if such an option was given and the output is not a table.
    """
    table = job.written.output is not None and job.written.output.suffix.lower() in TABLES
    if not bulk.is_asked:
        return table and job.written.to is None
    if job.written.to is not None:
        raise Unsupported(
            f"--to writes puzzles, and {BULK_ONLY} need verdicts: remove --to and name a table "
            f"with -o ({' '.join(TABLES)})"
        )
    if (
        job.written.output is not None
        and not table
        and bulk.on is None
        and not is_stream(job.written.output)
    ):
        raise Unsupported(
            f"{job.written.output}: a table of verdicts must end in one of {' '.join(TABLES)}"
        )
    return True


def run_bulk(job: Job, bulk: Bulk, count: int) -> None:
    """Judge every row, write the tables, and exit."""
    from cpsudoku.bulk.bulk_run import Run
    from cpsudoku.bulk.plan import Plan

    if bulk.on is not None or bulk.address is not None:
        _run_elsewhere(job, bulk, count)
    files, reading = read_with(job.source, _inputs)
    outputs = [path for path in (job.written.output, bulk.keep, bulk.reject) if path is not None]
    for path in outputs:
        refuse_overwriting(path, files)
    if len(set(outputs)) < len(outputs):
        raise InputError("-o, --keep and --reject must be different files")
    if bulk.resume and not outputs:
        raise InputError("--resume needs the -o, --keep or --reject of the interrupted run")
    if job.written.keep_formulas and not any(path.suffix.lower() == ".csv" for path in outputs):
        raise Unsupported("--keep-formulas works only with CSV, and no output is a .csv file")
    settings = _settings(job, bulk, count)
    plan = Plan(
        files, settings, job.written.output, bulk.keep, bulk.reject, job.source.format, reading,
        processes(bulk.jobs, job.quiet), bulk.resume,
    )  # fmt: skip
    remark = (lambda text: None) if job.quiet else say
    with _terminated_as_interrupted(), Counter(not job.quiet) as counter:
        summary = Run(plan, say, counter.update, remark).run()
    _end(job, summary)


def _inputs(
    inputs: list[str], format: str | None, reading: ReadOptions
) -> tuple[tuple[str, ...], ReadOptions]:
    """What to read (files, puzzles, standard input), and how."""
    from cpsudoku.bulk.entries import inputs_of

    return tuple(inputs_of(inputs)), reading


def _settings(job: Job, bulk: Bulk, count: int) -> Settings:
    from cpsudoku.bulk.settings import Requirements, Settings

    is_json = job.written.output is not None and "json" in job.written.output.suffix
    return Settings(
        "jsonl" if is_json else "raw" if job.written.keep_formulas else "csv",
        bulk.minimal,
        bulk.canonical,
        Requirements.parse(bulk.require or ()),
        job.engine.limit,
        job.engine.cross_check,
        _engine(job.engine.engine, count),
        count,
    )


def _engine(name: str | None, count: int) -> str | None:
    """The chosen engine; raises UnknownName, or Unsupported if it can't count that far."""
    from cpsudoku.bulk.settings import MOST_OF_KERNEL

    if name is not None:
        ENGINES[name]
    if name == BULK_ENGINE and count > MOST_OF_KERNEL:
        raise Unsupported(
            f"--max-solutions {count}: engine {name!r} counts only to {MOST_OF_KERNEL}; "
            "try --engine cpsat"
        )
    return name


def _run_elsewhere(job: Job, bulk: Bulk, count: int) -> NoReturn:
    """Run on a cluster; refuse by name the options that work only on one machine."""
    from cpsudoku.bulk.on_ray import check_on_ray
    from cpsudoku.bulk.sources import expand

    if bulk.on != "ray":
        raise InputError(f"--on {bulk.on!r} is not known; use --on ray")
    source = job.source
    others = {
        "--keep": bulk.keep, "--reject": bulk.reject, "--resume": bulk.resume,
        "--jobs": bulk.jobs, "--from": source.format, "--box": source.box,
        "--regions": source.regions, "--sheet": source.sheet,
        "--range": source.range, "--named": source.named, "--all": source.every,
    }  # fmt: skip
    refused = [name for name, value in others.items() if value]
    if refused:
        raise Unsupported(f"--on ray does not take {', '.join(refused)}")
    if job.written.output is None:
        raise Unsupported("--on ray needs -o FOLDER")
    files = tuple(expand(job.source.inputs or ["-"]))
    settings = _settings(job, bulk, count)
    _end(job, check_on_ray(files, job.written.output, settings, job.source.column, bulk.address))


def _end(job: Job, summary: Summary) -> NoReturn:
    """Print the summary and exit."""
    if job.written.json:
        print(json.dumps(summary.data()))
    elif not job.quiet:
        for line in _in_words(summary.data()):
            say(line)
    raise typer.Exit(summary.exit_code())


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """A context in which SIGTERM ends the run as Ctrl-C does, with a checkpoint."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _in_words(data: dict[str, Any]) -> Iterator[str]:
    """The summary for a person."""
    statuses = ", ".join(f"{count:,} {word}" for word, count in data["statuses"].items())
    yield f"{plural(data['rows'], 'row')}: {statuses or 'nothing'}"
    details = [(data["duplicates"], "duplicate"), (data["wrong_solutions"], "wrong solution")]
    findings = [plural(count, noun) for count, noun in details if count]
    findings += [f"{count:,} not {name}" for name, count in data["failed"].items() if count]
    if findings:
        yield ", ".join(findings)
    if data["without_canonical"]:
        from cpsudoku.bulk.forms import WITHOUT_FORM

        count = data["without_canonical"]
        rows = f"{plural(count, 'row')} {'has' if count == 1 else 'have'} no canonical form"
        yield f"{rows} ({WITHOUT_FORM} have none); only equal puzzles count as duplicates of these"
    clues = "  ".join(f"{clues}: {count:,}" for clues, count in data["clues"].items())
    yield f"clues  {clues}"
    for row in data["bad_rows"]:
        yield f"bad row  {row}"
    engines = ", ".join(f"{name} {count:,}" for name, count in data["engines"].items())
    by = f" ({engines})" if engines else ""
    yield f"{data['seconds']:.1f} s, {data['rate']:,} rows per second{by}"
