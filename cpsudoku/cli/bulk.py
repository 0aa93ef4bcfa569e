"""The bulk path of ``cpsudoku check``: files with a puzzle a line to a table of verdicts."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import processes, refuse_overwriting, say
from cpsudoku.cli.run import Job
from cpsudoku.errors import InputError, Unsupported

if TYPE_CHECKING:
    from cpsudoku.bulk.settings import Settings
    from cpsudoku.bulk.summary import Summary

TABLES = (".csv", ".jsonl", ".ndjson", ".parquet")


@dataclass(frozen=True)
class BulkOptions:
    """The options of ``check`` that only the bulk path has."""

    require: tuple[str, ...] = ()
    minimal: bool = False
    canonical: bool = False
    keep: Path | None = None
    reject: Path | None = None
    jobs: int | None = None
    resume: bool = False
    on: str | None = None
    address: str | None = None

    @property
    def asked(self) -> bool:
        """Whether any of them was given."""
        return self != BulkOptions()


def is_bulk(job: Job, options: BulkOptions) -> bool:
    """Whether the bulk path is meant: an option of its own, or verdicts into a table.

    Raises Unsupported when an option of its own meets what has no puzzle a line.
    """
    table = job.output is not None and job.output.suffix.lower() in TABLES
    if not options.asked and (not table or job.to is not None):
        return False
    plain = job.format in (None, "line", "csv", "sdm") and not (job.box or job.sheet or job.range)
    if plain and job.inputs and _has_rows(job.inputs):
        return True
    if plain and not job.inputs and not sys.stdin.isatty():
        return True
    if options.asked:
        raise Unsupported(
            "--require, --minimal, --canonical, --keep, --reject, --jobs and --resume are for "
            "files with a puzzle a line (text, CSV, JSON lines, Parquet)"
        )
    return False


def _has_rows(inputs: list[str]) -> bool:
    """Whether each input is a file with a puzzle a line, as far as its beginning shows."""
    from cpsudoku.bulk.sources import Stream, expand

    return all(file == "-" or Stream(file).has_rows() for file in expand(inputs))


def run_bulk(job: Job, options: BulkOptions) -> None:
    """Judge every row and write the tables; ends with the exit code."""
    from cpsudoku.bulk.plan import Plan
    from cpsudoku.bulk.run import Run
    from cpsudoku.bulk.sources import expand

    files = tuple(expand(job.inputs or ["-"]))
    if options.on is not None or options.address is not None:
        _run_elsewhere(job, options, files)
    outputs = [path for path in (job.output, options.keep, options.reject) if path is not None]
    for path in outputs:
        refuse_overwriting(path, files)
    if len(set(outputs)) < len(outputs):
        raise InputError("-o, --keep and --reject must be different files")
    if options.resume and not outputs:
        raise InputError("--resume needs the -o, --keep or --reject of the run to go on with")
    settings = _settings(job, options)
    plan = Plan(
        files, settings, job.output, options.keep, options.reject, job.column,
        processes(options.jobs, job.quiet), options.resume,
    )  # fmt: skip
    tell = (lambda text: None) if job.quiet else say
    with _terminated_as_interrupted(), Counter(not job.quiet) as counter:
        summary = Run(plan, say, counter.update, tell).run()
    _end(job, summary)


def _settings(job: Job, options: BulkOptions) -> Settings:
    from cpsudoku.bulk.settings import Requirements, Settings

    return Settings(
        "jsonl" if job.output is not None and "json" in job.output.suffix else "csv",
        options.minimal,
        options.canonical,
        Requirements.parse(options.require),
        job.limit,
        job.cross_check,
    )


def _run_elsewhere(job: Job, options: BulkOptions, files: tuple[str, ...]) -> NoReturn:
    """Run on a cluster; what one machine's run has beside the verdicts is refused."""
    from cpsudoku.bulk.on_ray import check_on_ray

    if options.on != "ray":
        raise InputError(f"--on {options.on!r} is not known; known is ray")
    if options.keep or options.reject or options.resume or options.jobs or job.output is None:
        raise Unsupported("--on ray takes -o FOLDER, and no --keep, --reject, --resume or --jobs")
    settings = _settings(job, options)
    _end(job, check_on_ray(files, job.output, settings, job.column, options.address))


def _end(job: Job, summary: Summary) -> NoReturn:
    """Say the summary and exit."""
    if job.json:
        print(json.dumps(summary.data()))
    elif not job.quiet:
        for line in _in_words(summary.data()):
            say(line)
    raise typer.Exit(summary.exit_code())


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Within it SIGTERM ends the run as Ctrl-C does: with a checkpoint."""

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
    yield f"{data['rows']:,} rows: {statuses or 'nothing'}"
    details = [
        (data["duplicates"], "duplicates"),
        (data["wrong_solutions"], "wrong solutions"),
        *((count, f"not {name}") for name, count in data["failed"].items()),
    ]
    said = ", ".join(f"{count:,} {what}" for count, what in details if count)
    if said:
        yield said
    if data["without_canonical"]:
        from cpsudoku.bulk.forms import WITHOUT_FORM

        rows = f"{data['without_canonical']:,} rows have no canonical form"
        yield f"{rows} ({WITHOUT_FORM} have none); only equal puzzles count as their duplicates"
    clues = "  ".join(f"{clues}: {count:,}" for clues, count in data["clues"].items())
    yield f"clues  {clues}"
    for row in data["bad_rows"]:
        yield f"bad row  {row}"
    engines = ", ".join(f"{name} {count:,}" for name, count in data["engines"].items())
    by = f" ({engines})" if engines else ""
    yield f"{data['seconds']:.1f} s, {data['rate']:,} rows a second{by}"
