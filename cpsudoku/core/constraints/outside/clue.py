"""The base class of clues outside the board: a number, and the line that it looks along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.words import both


@dataclass(frozen=True, repr=False)
class OutsideClue(Constraint):
    """A number outside the board, and the cells in front of it. The nearest cell comes first."""

    called: ClassVar[str] = ""  # its name in a sentence, if it differs
    looks_along: ClassVar[str] = "lines"

    cells: tuple[int, ...] = fields.cells(least=1)
    clue: int = fields.number("CLUE")

    def __post_init__(self) -> None:
        """Raise InputError unless the cells are on one line in one direction."""
        places = [self.board.row_column(cell) for cell in self.cells]
        steps = [(s - r, d - c) for (r, c), (s, d) in pairwise(places)]
        for step, (one, other) in zip(steps, pairwise(self.cells), strict=True):
            if step != steps[0] or max(map(abs, step)) != 1:
                names = both((self.board.cell_name(one), self.board.cell_name(other)))
                raise InputError(
                    "{names} are not on a straight line with the other cells", names=names
                )

    @property
    def is_diagonal(self) -> bool:
        """Whether the line is a diagonal."""
        if len(self.cells) < 2:
            return False
        (r, c), (s, d) = map(self.board.row_column, self.cells[:2])
        return r != s and c != d

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The number outside, in front of the first cell."""
        return (shapes.Clue(self.cells, str(self.clue), self.is_diagonal),)

    @property
    def named(self) -> str:
        """``the x-sum 20 left of row 1``, ``the little killer 28 at r2c1``."""
        called = translated(self.called) if self.called else self.called_name
        return translated(
            "the {name} {clue} {place}", name=called, clue=self.clue, place=self._place
        )

    @property
    def full_named(self) -> str:
        """The title, with the cells of a line that is not a row or column from the edge."""
        return super().full_named if " at " in self.title else self.named

    @property
    def _place(self) -> str:
        return place_outside(self.board, self.cells)


SIDES = {
    (0, 1): marked("left of row {number}"),
    (0, -1): marked("right of row {number}"),
    (1, 0): marked("above column {number}"),
    (-1, 0): marked("below column {number}"),
}


def place_outside(board: Board, cells: Sequence[int]) -> str:
    """``left of row 1``, or ``at r2c1`` if the cells do not begin at an edge."""
    (r, c), *others = map(board.row_column, cells[:2])
    down, across = (others[0][0] - r, others[0][1] - c) if others else (0, 0)
    at_edge = not (0 <= r - down < board.height and 0 <= c - across < board.width)
    if at_edge and (down, across) in SIDES:
        return translated(SIDES[down, across], number=(c if down else r) + 1)
    return translated("at {cell}", cell=board.cell_name(cells[0]))
