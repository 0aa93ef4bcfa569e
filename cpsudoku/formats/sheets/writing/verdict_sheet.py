"""The sheet of verdicts, and verdicts in a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cpsudoku.core.verdict import Result
from cpsudoku.formats.sheets.writing.answer_styles import Look
from cpsudoku.formats.sheets.writing.newsheet import NewSheet
from cpsudoku.formats.sheets.writing.places import is_listed
from cpsudoku.formats.sheets.writing.sheetxml import Change
from cpsudoku.runtime.errors import Source

HEADING = Look(bold=True)
_SUMMARY = {"sheet": 20, "range": 12, "verdict": 12, "givens": 8, "solution": 90}


def summary_sheet(results: Iterable[Result], hints: Mapping[Source, str] | None = None) -> NewSheet:
    """A sheet with the place, the verdict and the solution of each grid, and perhaps a hint."""
    widths = _SUMMARY if hints is None else _SUMMARY | {"hint": 90}
    cells = {(1, c): Change(word, HEADING) for c, word in enumerate(widths, 1)}
    puzzles = (result for result in results if result.puzzle is not None)
    for r, result in enumerate(puzzles, 2):
        assert result.puzzle is not None
        source, givens = result.source, result.puzzle.givens.count
        row: tuple[str | int, ...] = (
            *(source.sheet or "", source.range or "", result.word),
            *(givens, solution_line(result)),
            *([] if hints is None else [hints.get(source, "")]),
        )
        cells |= {(r, c): Change(value) for c, value in enumerate(row, 1)}
    return NewSheet("Verdicts", cells, widths=tuple(widths.values()))


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
            said.setdefault(conflict.cells, f"{', '.join(names)} break the {conflict.house}")
            continue
        both = "both" if len(names) == 2 else "all"
        text = f"{', '.join(names[:-1])} and {names[-1]} are {both} {conflict.digit}"
        said.setdefault(conflict.cells, text)
    return list(said.values())
