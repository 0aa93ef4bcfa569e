"""A constraint of SudokuMaker while it is read, and the numbers of its places.

Cells are numbered in reading order. With ``width`` w, edge ``2wr+c+1`` is right of cell (r, c) and
``2wr+c+w`` below it. A place outside is ``(w+2)(r+1)+c+1``, where row and column begin at -1.
Everything raises InputError if the data has another form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.formats.links.outside import (
    Place,
    cells_ahead,
    cells_around,
    cells_straight_ahead,
    place_that_sees,
)
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.words import worded


@dataclass(frozen=True)
class SudokuMakerElement:
    """A constraint on a board. ``named`` are the parts of it that no rule expresses."""

    place: JsonPlace
    board: Board
    named: list[str] = field(default_factory=list)

    def cells(self, place: JsonPlace) -> list[str]:
        """The names of the cells in a list."""
        return [self.cell(each) for each in place.items()]

    def cell(self, place: JsonPlace) -> str:
        """The name of the cell with a number."""
        if not 0 <= place.whole() < len(self.board):
            raise place.not_allowed(
                worded("a cell, which are numbered 0-{count}", count=len(self.board) - 1)
            )
        return self.board.cell_name(place.whole())

    def pair(self, clue: JsonPlace) -> list[str]:
        """The two cells at the edge of a clue."""
        edge, width = clue["edge"], self.board.width
        r, rest = divmod(edge.whole(), 2 * width)
        first, step = (rest - 1, 1) if rest < width else (rest - width, width)
        numbers = (r * width + first, r * width + first + step)
        return [self.cell(JsonPlace(number, edge.path)) for number in numbers]

    def corner(self, clue: JsonPlace) -> list[str]:
        """The four cells around the corner of a clue."""
        cells = cells_around(self.board, divmod(clue["corner"].whole(), self.board.width + 1))
        if not cells:
            raise clue["corner"].not_allowed(worded("a corner at which four cells meet"))
        return list(map(self.board.cell_name, cells))

    def outside(self, clue: JsonPlace) -> Place:
        """The row and column of a clue outside the grid, counted from -1."""
        r, c = divmod(clue["outerCell"].whole(), self.board.width + 2)
        return r - 1, c - 1

    def seen(self, clue: JsonPlace, step: Place | None = None) -> list[str]:
        """The cells that a clue outside the grid sees: a row or a column, or those in a step."""
        board, place = self.board, self.outside(clue)
        cells = cells_ahead(board, place, step) if step else cells_straight_ahead(board, place)
        if not cells:
            raise clue["outerCell"].not_allowed(worded("a place outside from which cells are seen"))
        return list(map(board.cell_name, cells))


def edge_of(rule: Constraint) -> int:
    """The number of the edge between the two cells of a rule."""
    first, second = sorted(rule.cells)
    board: Board = rule.board
    (r, c), width = board.row_column(first), board.width
    return 2 * width * r + (c + 1 if second == first + 1 else width + c)


def corner_of(rule: Constraint) -> int:
    """The number of the corner around which the cells of a rule are; raises Unsaid."""
    board: Board = rule.board
    r, c = map(max, zip(*map(board.row_column, rule.cells), strict=True))
    if tuple(sorted(rule.cells)) != cells_around(board, (r, c)):
        raise Unsaid("with cells that are not around a corner")
    return int((board.width + 1) * r + c)


def outer_cell_of(rule: Constraint, steps: Sequence[Place]) -> tuple[int, Place]:
    """The number of the place that sees the cells of a rule, and the step from there."""
    (r, c), step = place_that_sees(rule, steps)
    return (int(rule.board.width) + 2) * (r + 1) + c + 1, step
