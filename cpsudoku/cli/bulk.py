"""The bulk path of ``cpsudoku check``, which turns any input into a table of verdicts."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from cpsudoku.cli import values
from cpsudoku.cli.groups import OptionGroup, option
from cpsudoku.cli.inputs import is_online, read_with
from cpsudoku.cli.options import EngineOptions, Input, Jobs, WrittenOptions
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Report, processes_to_use
from cpsudoku.cli.say import say
from cpsudoku.cli.verdicts import Job
from cpsudoku.formats.photos.signatures import is_picture
from cpsudoku.road.settings import (
    SETTLES,
    TABLES,
    is_table,
)
from cpsudoku.runtime.compiled.programs import LEAST_BYTES
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.listening import a_person_reads
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.remarks import note, remark
from cpsudoku.runtime.words import joined, tallied, worded

if TYPE_CHECKING:
    from cpsudoku.road.source.inputs import Inputs
    from cpsudoku.road.summary import Summary

BULK_ONLY = worded(
    "--require, --minimal, --canonical, --guesses, --keep, --reject, --jobs and --resume"
)


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
    guesses: bool = option(
        False, "--guesses", help="Add the number of guesses that the bulk kernel needs."
    )
    keep: Path | None = option(
        None, "--keep", metavar="FILE", help="Write the good rows to FILE (.csv: with verdicts)."
    )
    reject: Path | None = option(
        None, "--reject", metavar="FILE", help="Write the other rows to FILE."
    )
    resume: bool = option(False, "--resume", help="Continue an interrupted run.")
    against: list[str] | None = option(
        None,
        "--against",
        metavar="FILE",
        help="List the puzzles that FILE has too, up to symmetry, instead of checking them.",
    )
    on: str | None = option(None, "--on", metavar="ray", help="Judge the puzzles on a Ray cluster.")
    address: str | None = option(
        None, "--address", metavar="ADDRESS", help="Use this Ray cluster [default: a local one]."
    )

    @property
    def is_asked(self) -> bool:
        """Whether any of these options was given."""
        return self != Bulk()


def is_bulk(job: Job, bulk: Bulk) -> bool:
    """Whether the user wants a table of verdicts or gave an option for many puzzles.

    Raises Unsupported if such an option was given with --to.
    """
    if not bulk.is_asked:
        return is_table(job.written.output) and job.written.to is None
    if job.written.to is not None:
        raise Unsupported(
            "--to writes puzzles, and {these} need verdicts: remove --to and name a table with "
            "-o ({tables})",
            these=BULK_ONLY,
            tables=" ".join(TABLES),
        )
    return True


def compare(job: Job, bulk: Bulk) -> int:
    """List the puzzles that other files have too."""
    from cpsudoku.road.steps.shared import overlap

    source, written, engine = job.source, job.written, job.engine
    if (
        bulk != Bulk(against=bulk.against)
        or written.output
        or written.to
        or engine != EngineOptions()
    ):
        raise Unsupported("--against works only with --format, --column, --json and --quiet")
    inputs = read_with(source, lambda inputs, *_: inputs)
    with Counter(not job.quiet) as counter:
        compared = overlap(
            inputs,
            bulk.against or (),
            format=source.format,
            column=source.column,
            progress=counter.update,
        )
    for pair in compared.shared:
        print(json.dumps(pair.to_data()) if written.json else pair)
    for problem in compared.problems:
        say(problem)
    if written.json:
        print(json.dumps(compared.to_data()))
    elif not job.quiet:
        others = plural(compared.others, "row")
        say(
            worded(
                "{count} of {rows} are also among {others}",
                count=f"{len(compared.shared):,}",
                rows=plural(compared.rows, "row"),
                others=others,
            )
        )
        if compared.uninterpreted:
            rows = plural(compared.uninterpreted, "row")
            say(
                worded("{rows} with parts that were not interpreted and so not compared", rows=rows)
            )
    return compared.exit_code()


def lines_for_pipe(job: Job, bulk: Bulk, count: int) -> Inputs | None:
    """The inputs, if they are many lines whose verdicts go to a pipe as lines.

    None if judging puzzles one by one is as fast, or the only way.
    """
    usual = Job(job.source, WrittenOptions(), EngineOptions(), job.quiet)
    if job != usual or bulk.is_asked or count != SETTLES or a_person_reads():
        return None
    if is_soon_done(job.source.inputs or []):
        return None  # before anything loads Numba
    from cpsudoku.road.plan import Plan
    from cpsudoku.road.source.inputs import inputs_for_pipe

    cores = processes_to_use(None, job.quiet)
    plan = read_with(
        job.source,
        lambda files, format, options: Plan(
            tuple(files), format=format, options=options, jobs=cores
        ),
    )
    return inputs_for_pipe(plan)


def print_lines(inputs: Inputs, quiet: bool) -> int:
    """Judge the rows of inputs in blocks, and print a line for each."""
    from cpsudoku.cli.printed import LINES, print_blocks
    from cpsudoku.road.run import Run

    with Counter(not quiet) as counter:
        run = Run(inputs.plan, remark, counter.update, note, inputs=inputs)
        report = Report(quiet, summary=run.summary)
        run.show(LINES, partial(print_blocks, report=report))
    report.print_summary()
    return report.exit_code


def is_soon_done(inputs: Sequence[str]) -> bool:
    """Whether judging puzzles one by one is over before the programs for many could help.

    That is so if the inputs surely have few bytes: puzzles, small files, or standard input.
    Pictures do not count: they have few puzzles in many bytes.
    """
    files = [text for text in inputs if os.path.isfile(text)]
    others = set(inputs) - set(files)
    if any(os.path.isdir(text) or set(text) & set("*?[") for text in others):
        return False
    return sum(os.path.getsize(file) for file in files if not _is_picture(file)) < LEAST_BYTES


def _is_picture(file: str) -> bool:
    """Whether a file begins like an image or a PDF file. What can't be read is reported later."""
    try:
        with open(file, "rb") as stream:
            return is_picture(stream.read(16))
    except OSError:
        return False


def tabulate(job: Job, bulk: Bulk, count: int) -> int:
    """Write tables of verdicts."""
    asked = _without(bulk, "jobs", "against") | {"require": bulk.require or ()} | vars(job.engine)
    asked |= {"count": count, "keep_formulas": job.written.keep_formulas}
    summary = judge_files(job.source, job.written.output, bulk, job.quiet, **asked)
    _report(job, summary)
    return summary.exit_code(job.source.ignore_drawings)


def judge_files(
    source: Input, output: Path | None, workers: Jobs, quiet: bool, **asked: Any
) -> Summary:
    """Judge every row of the inputs, and write the tables.

    ``asked`` are more parameters of ``check_files``. Options have the names of these parameters.
    """
    from cpsudoku.road.files import check_files

    inputs = read_with(source, lambda inputs, *_: inputs)
    jobs = processes_to_use(workers.jobs, quiet) if workers.jobs is not None else None
    asked |= _without(source, "inputs", "ignore_drawings") | {"online": is_online(source.online)}
    with terminated_as_interrupted(), Counter(not quiet) as counter:
        return check_files(inputs, output, jobs=jobs, progress=counter.update, say=say, **asked)


def _without(group: OptionGroup, *others: str) -> JsonObject:
    """The options of a group by name, without some."""
    return {name: value for name, value in vars(group).items() if name not in others}


def _report(job: Job, summary: Summary) -> None:
    """Print the summary."""
    if job.written.json:
        print(json.dumps(summary.data()))
    elif not job.quiet:
        for line in _in_words(summary.data()):
            say(line)


@contextmanager
def terminated_as_interrupted() -> Iterator[None]:
    """A context in which SIGTERM ends the run as Ctrl-C does, with a checkpoint."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def without_guesses(count: int) -> str:
    """A note about the proper puzzles whose guesses were not counted."""
    from cpsudoku.core.words import NO_GUESSES

    rows = tallied("{count} row has no number", "{count} rows have no number", count)
    return joined([rows, NO_GUESSES])


def _in_words(data: JsonObject) -> Iterator[str]:
    """The summary for a person."""
    statuses = [
        joined((f"{count:,}", worded(word)), "{one} {other}")
        for word, count in data["statuses"].items()
    ]
    found = joined(statuses, "{one}, {other}") or worded("nothing")
    yield worded("{rows}: {found}", rows=plural(data["rows"], "row"), found=found)
    details = [(data["duplicates"], "duplicate"), (data["wrong_solutions"], "wrong solution")]
    findings = [plural(count, noun) for count, noun in details if count]
    findings += [
        worded("{count} not {name}", count=f"{count:,}", name=name)
        for name, count in data["failed"].items()
        if count
    ]
    if findings:
        yield joined(findings, "{one}, {other}")
    if data["without_canonical"]:
        from cpsudoku.road.steps.forms import WITHOUT_FORM

        count = data["without_canonical"]
        rows: str = tallied(
            "{count} row has no canonical form", "{count} rows have no canonical form", count
        )
        yield worded(
            "{rows} ({others} have none); only equal puzzles count as duplicates of these",
            rows=rows,
            others=WITHOUT_FORM,
        )
    if data["without_guesses"]:
        yield without_guesses(data["without_guesses"])
    if data["with_uninterpreted"]:
        rows = plural(data["with_uninterpreted"], "row")
        yield worded(
            "{rows} with parts that were not interpreted; the column reason names them", rows=rows
        )
    clues = "  ".join(f"{clues}: {count:,}" for clues, count in data["clues"].items())
    yield worded("clues  {clues}", clues=clues)
    for row in data["bad_rows"]:
        yield worded("bad row  {row}", row=row)
    engines = ", ".join(f"{name} {count:,}" for name, count in data["engines"].items())
    by = f" ({engines})" if engines else ""
    yield worded(
        "{seconds} s, {rate} rows per second{by}",
        seconds=f"{data['seconds']:.1f}",
        rate=f"{data['rate']:,}",
        by=by,
    )
