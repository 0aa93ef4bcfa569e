"""``cpsudoku convert``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import typer

from cpsudoku.cli.job import ResultOutput, run
from cpsudoku.cli.options import Input, Pages, Quiet, WrittenOptions
from cpsudoku.cli.progress import Counter
from cpsudoku.cli.report import Report
from cpsudoku.core.verdict import Result
from cpsudoku.formats import Entry
from cpsudoku.runtime.errors import InputError


def convert(source: Input, written: WrittenOptions, pages: Pages, messages: Quiet) -> None:
    """Write puzzles in another format, unsolved.

    'cpsudoku formats' lists the formats.

    Exit code: 0 if every entry is a puzzle, 2 if some entry is not; the others are written.
    """
    report, sink = Report(messages.quiet), ResultOutput(source, written, pages)
    raise typer.Exit(run(source, written.output, report, _unsolved, sink, Counter(False)))


def _unsolved(entries: Iterable[Entry], counter: Counter) -> Iterator[Result]:
    """The entries as results without verdicts."""
    for entry in entries:
        yield Result(problem=entry) if isinstance(entry, InputError) else Result(entry)
