"""What each cell of a drawing shows."""

from __future__ import annotations

from typing import NamedTuple

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle


class Face(NamedTuple):
    """The content of a cell: a digit, or candidates in their places, or the player's pencilmarks.

    ``flag`` follows the digit. ``roles`` are the inks of candidates, if not plain ("mark").
    ``signs`` follow candidates if there is room. Sets are bits: bit d - 1 means d.
    """

    digit: int = 0
    ink: str = "given"
    ground: str = "paper"
    flag: str = ""
    marks: int = 0
    corner: int = 0
    centre: int = 0
    roles: tuple[tuple[int, str], ...] = ()
    signs: tuple[tuple[int, str], ...] = ()


def faces_of(puzzle: Puzzle, grid: Grid) -> list[Face]:
    """The digits of a grid, and the pencilmarks of the puzzle in its empty cells."""
    marks = puzzle.marks or ((),) * len(grid.cells)
    return [
        Face(digit, "given" if given else "entry", marks=sum(1 << (each - 1) for each in own))
        for digit, given, own in zip(grid.cells, puzzle.givens.cells, marks, strict=True)
    ]
