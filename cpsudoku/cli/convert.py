"""``cpsudoku convert``."""

from __future__ import annotations

from contextlib import closing

import typer

from cpsudoku.cli.inputs import entries_of
from cpsudoku.cli.options import Input, Pages, Quiet, WrittenOptions
from cpsudoku.cli.report import Report, format_of, write_to
from cpsudoku.core.verdict import Result
from cpsudoku.runtime.errors import InputError


def convert(source: Input, written: WrittenOptions, pages: Pages, messages: Quiet) -> None:
    """Write puzzles in another format, unsolved.

    'cpsudoku formats' lists the formats.

    Exit code: 0 if every entry is a puzzle, 2 if some entry is not; the others are written.
    """
    chosen = format_of(written, pages, source.ignore_drawings)
    report = Report(messages.quiet)
    with closing(entries_of(source, written.output)) as entries:
        results = (
            Result(problem=entry) if isinstance(entry, InputError) else Result(entry)
            for entry in entries
        )
        write_to(written.output, chosen, report.counting(results))
    report.summary()
    raise typer.Exit(report.exit_code)
