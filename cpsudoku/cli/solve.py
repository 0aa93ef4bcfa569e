"""``cpsudoku solve``."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli.report import plain_solution
from cpsudoku.cli.run import Job, run

First = Annotated[
    bool, Option("--first", help="Stop at the first solution, without proof that it is the only.")
]


def solve(
    inputs: o.Inputs = None,
    first: First = False,
    to: o.To = None,
    output: o.Output = None,
    json: o.Json = False,
    from_: o.From = None,
    box: o.Box = None,
    column: o.Column = None,
    sheet: o.Sheet = None,
    range_: o.Range = None,
    engine: o.EngineName = None,
    limit: o.Seconds = None,
    cross_check: o.CrossCheck = 0.0,
    quiet: o.Quiet = False,
) -> None:
    """Solve puzzles, and say whether each solution is the only one.

    Exit code: 0 solved, 1 no or several solutions, 2 bad input, 3 undecided within the limit;
    of many the worst (2, 3, 1, 0).
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
    )  # fmt: skip
    run(job, 1 if first else 2, plain_solution, both=False, first_will_do=first)
