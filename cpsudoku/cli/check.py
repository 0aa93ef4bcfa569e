"""``cpsudoku check``."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli.report import plain_verdict
from cpsudoku.cli.run import Job, run
from cpsudoku.engines import DEFAULT_ENGINE

Count = Annotated[
    int, Option("--count", metavar="N", min=1, help="Count solutions up to N (2 settles it).")
]


def check(
    inputs: o.Inputs = None,
    count: Count = 2,
    to: o.To = None,
    output: o.Output = None,
    json: o.Json = False,
    from_: o.From = None,
    box: o.Box = None,
    column: o.Column = None,
    sheet: o.Sheet = None,
    range_: o.Range = None,
    engine: o.EngineName = DEFAULT_ENGINE,
    limit: o.Seconds = None,
    cross_check: o.CrossCheck = False,
    quiet: o.Quiet = False,
) -> None:
    """Say of each puzzle: unique, multiple, none, conflict or unknown, and why.

    Exit code: 0 if every puzzle has exactly one solution, 1 if some has none or several,
    2 bad input, 3 undecided within the limit; of many the worst (2, 3, 1, 0).
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
        json,
        engine,
        limit,
        cross_check,
        quiet,
    )
    run(job, count, plain_verdict, both=True)
