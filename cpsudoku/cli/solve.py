"""``cpsudoku solve``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from cpsudoku.cli.groups import OptionGroup, option
from cpsudoku.cli.options import (
    EngineOptions,
    Input,
    Jobs,
    Language,
    Listening,
    LookOptions,
    Pages,
    Quiet,
    Techniques,
    WrittenOptions,
)
from cpsudoku.cli.photos import PhotoOptions
from cpsudoku.cli.report import plain_solution
from cpsudoku.cli.verdicts import Job, run_verdicts
from cpsudoku.cli.workbooks import Filling

if TYPE_CHECKING:
    from cpsudoku.formats.sheets.writing.answer_styles import Style


@dataclass(frozen=True)
class SearchOptions(OptionGroup):
    """When to stop searching."""

    title = "Engine"
    first: bool = option(
        False, "--first", help="Stop at the first solution, without proof that it is the only one."
    )


@dataclass(frozen=True)
class Answers(LookOptions):
    """Where answers are written in a workbook, and how they look."""

    answer_colour: str | None = option(
        None,
        "--answer-color",
        "--answer-colour",
        metavar="COLOUR",
        help="Write answers in this colour: red, blue or #RRGGBB (also --answer-colour).",
    )
    given_fill: str | None = option(
        None, "--given-fill", metavar="COLOUR", help="Fill the cells of givens: yellow or #RRGGBB."
    )
    in_place: bool = option(
        False, "--in-place", help="Change the workbook itself, and keep the old one as .bak."
    )
    force: bool = option(False, "--force", help="Replace book.solved.xlsx even if it was changed.")
    overwrite_formulas: bool = option(
        False, "--overwrite-formulas", help="Write answers over formulas, too."
    )
    solution_boards: bool = option(
        False,
        "--solution-boards",
        help="Write answers into the empty boards whose headings say solution.",
    )
    verdict_cells: bool = option(
        False, "--verdict-cells", help="Write each verdict into a free cell beside its grid."
    )
    verdicts: bool = option(
        False, "--verdicts", help="Add a sheet of all verdicts to the solved workbook."
    )


def solve(
    source: Input,
    written: WrittenOptions,
    engine: EngineOptions,
    search: SearchOptions,
    logic: Techniques,
    pages: Pages,
    photos: PhotoOptions,
    workers: Jobs,
    answers: Answers,
    language: Language,
    listening: Listening,
    messages: Quiet,
) -> None:
    """Solve puzzles, and prove that each solution is the only one.

    The answers of book.xlsx are written to book.solved.xlsx, a copy that keeps everything else.

    Exit code: 0 if every puzzle is solved, 1 if some puzzle has no or several solutions, 2 for bad
    input, 3 if the limit ran out or parts of a puzzle were not interpreted. With several puzzles,
    it is that of the worst one (2, 3, 1, 0).
    """
    job = Job(source, written, engine, messages.quiet, logic.techniques, pages, workers)
    filling = Filling(
        _look(answers),
        written.output,
        answers.in_place,
        answers.verdicts,
        answers.force,
        overwrites=answers.overwrite_formulas,
        solution_boards=answers.solution_boards,
        verdict_cells=answers.verdict_cells,
    )
    step = job.settling(1 if search.first else 2)
    drawing = photos.drawing(source, answers=True)
    code = run_verdicts(job, step, plain_solution, False, search.first, filling, drawing)
    raise typer.Exit(code)


def _look(answers: Answers) -> Style | None:
    """How answers look in a workbook; None for the default, which needs no import."""
    chosen = (answers.style, answers.answer_colour, answers.given_fill)
    if chosen == ("classic", None, None):
        return None
    from cpsudoku.formats.sheets.writing.answer_styles import style_of

    return style_of(*chosen)
