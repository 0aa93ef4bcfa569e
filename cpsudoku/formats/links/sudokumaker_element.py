"""A constraint of SudokuMaker while it is read, and the numbers of its places.

Cells are numbered in reading order. With ``width`` w, edge ``2wr+c+1`` is right of cell (r, c) and
``2wr+c+w`` below it. A place outside is ``(w+2)(r+1)+c+1``, where row and column begin at -1.
Everything raises InputError if the data has another form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.formats.links.outside import Place, cells_ahead, place_that_sees
from cpsudoku.formats.links.unsaid import Unsaid
from cpsudoku.runtime.errors import InputError, quoted

Data = dict[str, Any]  # an object of JSON


def listed(value: Any, name: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise InputError(f"{quoted(name)} is {quoted(value)}, not a list")
    return value


def as_object(value: Any, name: str) -> Data:
    """An object of JSON."""
    if not isinstance(value, dict):
        raise InputError(f"{quoted(name)} is {quoted(value)}, not an object")
    return value


def whole(value: Any, name: str) -> int:
    """A whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{quoted(name)} is {quoted(value)}, not a whole number")
    return value


@dataclass(frozen=True)
class SudokuMakerElement:
    """A constraint on a board. ``named`` are the parts of it that no rule expresses."""

    data: Data
    board: Board
    named: list[str] = field(default_factory=list)

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.board.width

    def listed(self, key: str) -> list[Any]:
        """A list of the constraint."""
        found = self.data.get(key)
        return [] if found is None else listed(found, key)

    def objects(self, key: str) -> list[Data]:
        """A list of objects."""
        return [as_object(each, key) for each in self.listed(key)]

    def cells(self, numbers: Any) -> str:
        """The names of cells."""
        if not isinstance(numbers, list) or not all(
            isinstance(n, int) and 0 <= n < len(self.board) for n in numbers
        ):
            raise InputError(f"cells are {quoted(numbers)}; needs numbers below {len(self.board)}")
        return " ".join(map(self.board.cell_name, numbers))

    def pair(self, clue: Data) -> str:
        """The two cells at the edge of a clue."""
        r, rest = divmod(whole(clue.get("edge"), "edge"), 2 * self.width)
        first, step = (rest - 1, 1) if rest < self.width else (rest - self.width, self.width)
        return self.cells([r * self.width + first, r * self.width + first + step])

    def corner(self, clue: Data) -> str:
        """The four cells around the corner of a clue."""
        r, c = divmod(whole(clue.get("corner"), "corner"), self.width + 1)
        around = [(r + down, c + across) for down in (-1, 0) for across in (-1, 0)]
        if not all(place in self.board.cell_at for place in around):
            raise InputError(f"four cells do not meet at corner {quoted(clue['corner'])}")
        return self.cells([self.board.cell_at[place] for place in around])

    def outside(self, clue: Data) -> Place:
        """The row and column of a clue outside the grid, counted from -1."""
        r, c = divmod(whole(clue.get("outerCell"), "outerCell"), self.width + 2)
        return r - 1, c - 1

    def seen(self, clue: Data, down: int = 0, across: int = 0) -> str:
        """The cells that a clue outside the grid sees: a row, a column or a diagonal."""
        r, c = self.outside(clue)
        if not down and not across:
            down = (r == -1) - (r == self.board.height)
            across = 0 if down else (c == -1) - (c == self.width)
        found = cells_ahead(self.board, (r, c), (down, across))
        if not found:
            raise InputError(f"no cells are seen from the place {clue['outerCell']} outside")
        return self.cells(list(found))


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
    places = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)]
    if sorted(rule.cells) != [board.cell_at.get(place) for place in places]:
        raise Unsaid("with cells that are not around a corner")
    return int((board.width + 1) * r + c)


def outer_cell_of(rule: Constraint, steps: Sequence[Place]) -> tuple[int, Place]:
    """The number of the place that sees the cells of a rule, and the step from there."""
    (r, c), step = place_that_sees(rule, steps)
    return (int(rule.board.width) + 2) * (r + 1) + c + 1, step
