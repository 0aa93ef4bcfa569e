"""The sheet of verdicts, and verdicts in a line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from cpsudoku.core.verdict import Result
from cpsudoku.formats.sheets.finding.plane import bounding_box
from cpsudoku.formats.sheets.reading.sheet_picture import EMPTY, Place, SheetPicture
from cpsudoku.formats.sheets.writing.answer_styles import LookChange
from cpsudoku.formats.sheets.writing.newsheet import NewSheet
from cpsudoku.formats.sheets.writing.places import is_listed
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.runtime.errors import Source, cell_address
from cpsudoku.runtime.plural import first_listed
from cpsudoku.runtime.words import tallied, worded

HEADING = LookChange(bold=True)
_SUMMARY = {"sheet": 20, "range": 12, "verdict": 12, "givens": 8, "solution": 90}


def summary_sheet(results: Iterable[Result], hints: Mapping[Source, str] | None = None) -> NewSheet:
    """A sheet with the place, the verdict and the solution of each grid, and perhaps a hint."""
    widths = _SUMMARY if hints is None else _SUMMARY | {"hint": 90}
    cells = {(1, c): CellChange(word, HEADING) for c, word in enumerate(widths, 1)}
    puzzles = (result for result in results if result.puzzle is not None)
    for r, result in enumerate(puzzles, 2):
        assert result.puzzle is not None
        source, givens = result.source, result.puzzle.givens.count
        row: tuple[str | int, ...] = (
            *(source.sheet or "", source.range or "", result.word),
            *(givens, solution_line(result)),
            *([] if hints is None else [hints.get(source, "")]),
        )
        cells |= {(r, c): CellChange(value) for c, value in enumerate(row, 1)}
    return NewSheet("Verdicts", cells, widths=tuple(widths.values()))


def free_cell(
    picture: SheetPicture, board: Iterable[Place], taken: Collection[Place]
) -> Place | None:
    """The first free cell to the right of a board, below or above it; None if there is none."""
    rect = bounding_box(board)
    for place in (
        *((row, rect.right + 2) for row in range(rect.top, rect.bottom + 1)),
        *((rect.bottom + 2, rect.left), (max(rect.top - 2, 1), rect.left)),
    ):
        merged = any(each.holds(place) for each in picture.merged)
        is_free = picture.cell(*place) == EMPTY and place not in taken and not rect.holds(place)
        if is_free and not merged:
            return place
    return None


def solution_line(result: Result) -> str:
    """The solution in one line, or nothing."""
    solution = result.verdict.solution if result.verdict is not None else None
    return solution.line if solution is not None else ""


def clash_words(result: Result) -> list[str]:
    """``E5 and E9 are both 7`` for each clash of givens, once for all the houses they share."""
    puzzle, verdict = result.puzzle, result.verdict
    if puzzle is None or verdict is None:
        return []
    said: dict[tuple[int, ...], str] = {}
    for conflict in verdict.conflicts:
        names = [
            (not is_listed(puzzle) and puzzle.source.address(*puzzle.board.row_column(cell)))
            or puzzle.board.cell_name(cell)
            for cell in conflict.cells
        ]
        if not conflict.digit:
            said.setdefault(
                conflict.cells,
                worded("{names} break the {house}", names=", ".join(names), house=conflict.house),
            )
            continue
        text = tallied(
            "{names} and {last} are both {digit}",
            "{names} and {last} are all {digit}",
            len(names) - 1,
            names=", ".join(names[:-1]),
            last=names[-1],
            digit=conflict.digit,
        )
        said.setdefault(conflict.cells, text)
    return list(said.values())


def holding_formulas(places: Sequence[Place], overwrites: bool) -> str:
    """Why a puzzle whose blank cells hold formulas stays as it is."""
    holds = "holds a formula" if len(places) == 1 else worded("hold formulas")
    cells = first_listed([cell_address(*place) for place in places])
    if overwrites:
        return worded(
            "{cells} {holds} for several cells, which are always kept", cells=cells, holds=holds
        )
    return worded(
        "{cells} {holds}, and formulas are kept without {overwrite_formulas}",
        cells=cells,
        holds=holds,
    )
