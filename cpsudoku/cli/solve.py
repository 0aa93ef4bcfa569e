"""``cpsudoku solve``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli.job import Job, run
from cpsudoku.cli.report import plain_solution
from cpsudoku.cli.workbooks import Filling
from cpsudoku.formats import WriteOptions

if TYPE_CHECKING:
    from cpsudoku.formats.sheets.writing.answer_styles import Style

First = Annotated[
    bool, Option("--first", help="Stop at the first solution, without proof that it is the only.")
]
InPlace = Annotated[
    bool, Option("--in-place", help="Change the workbook itself; the old one is kept as .bak.")
]
StyleName = Annotated[
    str,
    Option("--style", metavar="NAME", help="Of a workbook: classic, keep, print, or safe colours."),
]
AnswerColour = Annotated[
    str | None, Option("--answer-colour", metavar="COLOUR", help="red, blue ... or #RRGGBB.")
]
GivenFill = Annotated[
    str | None, Option("--given-fill", metavar="COLOUR", help="yellow, none ... or #RRGGBB.")
]
Verdicts = Annotated[
    bool, Option("--verdicts", help="Add a sheet of all verdicts to the solved workbook.")
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
    named: o.Named = None,
    every: o.Every = False,
    engine: o.EngineName = None,
    techniques: o.Techniques = None,
    limit: o.Seconds = None,
    cross_check: o.CrossCheck = 0.0,
    keep_formulas: o.KeepFormulas = False,
    title: o.Title = None,
    labels: o.Labels = True,
    answers: o.Answers = True,
    paper: o.Paper = None,
    per_page: o.PerPage = None,
    quiet: o.Quiet = False,
    in_place: InPlace = False,
    style: StyleName = "classic",
    answer_colour: AnswerColour = None,
    given_fill: GivenFill = None,
    verdicts: Verdicts = False,
) -> None:
    """Solve puzzles, and say whether each solution is the only one.

    The answers of book.xlsx go to book.solved.xlsx, a copy that loses nothing of it.

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
        named,
        every,
        techniques,
        keep_formulas,
        WriteOptions(False, title, labels, answers, paper, per_page),
    )  # fmt: skip
    filling = Filling(_look(style, answer_colour, given_fill), output, in_place, verdicts)
    run(job, 1 if first else 2, plain_solution, both=False, first_will_do=first, filling=filling)


def _look(style: str, answer_colour: str | None, given_fill: str | None) -> Style | None:
    """How answers look in a workbook; None is the usual look, which loads nothing."""
    if (style, answer_colour, given_fill) == ("classic", None, None):
        return None
    from cpsudoku.formats.sheets.writing.answer_styles import style_of

    return style_of(style, answer_colour, given_fill)
