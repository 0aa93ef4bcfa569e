"""``cpsudoku convert``."""

from __future__ import annotations

from contextlib import closing

import typer

from cpsudoku.cli import options as o
from cpsudoku.cli.job import Job
from cpsudoku.cli.report import Report, write_to
from cpsudoku.core.errors import InputError
from cpsudoku.core.verdict import Result
from cpsudoku.formats import WriteOptions


def convert(
    inputs: o.Inputs = None,
    to: o.To = None,
    output: o.Output = None,
    from_: o.From = None,
    box: o.Box = None,
    column: o.Column = None,
    sheet: o.Sheet = None,
    range_: o.Range = None,
    named: o.Named = None,
    every: o.Every = False,
    keep_formulas: o.KeepFormulas = False,
    title: o.Title = None,
    labels: o.Labels = True,
    answers: o.Answers = True,
    paper: o.Paper = None,
    per_page: o.PerPage = None,
    quiet: o.Quiet = False,
) -> None:
    """Write puzzles in another format, unsolved. 'cpsudoku formats' lists the formats.

    Exit code: 0 if every entry was a puzzle, 2 if some was not; the others are written.
    """
    job = Job(
        inputs,
        from_,
        box,
        column,
        sheet,
        range_,
        to,
        output,
        quiet=quiet,
        named=named,
        every=every,
        keep_formulas=keep_formulas,
        look=WriteOptions(False, title, labels, answers, paper, per_page),
    )
    chosen = job.output_format()
    report = Report(quiet)
    with closing(job.entries()) as entries:
        results = (
            Result(problem=entry) if isinstance(entry, InputError) else Result(entry)
            for entry in entries
        )
        write_to(output, chosen, report.counting(results))
    report.summary()
    raise typer.Exit(report.exit_code)
