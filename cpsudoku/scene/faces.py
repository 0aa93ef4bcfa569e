"""What each cell of a drawing shows."""

from __future__ import annotations

from typing import NamedTuple

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle


class Face(NamedTuple):
    """What a cell shows: a digit; else candidates at their places; else own pencilmarks.

    ``flag`` stands behind the digit. ``roles`` are the inks of candidates that are not plain
    ("mark"), ``signs`` what stands behind them where there is room. Sets as bits: d - 1 is d.
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
    """The digits of a grid, and in its empty cells the marks that the puzzle came with."""
    marks = puzzle.marks or ((),) * len(grid.cells)
    return [
        Face(digit, "given" if given else "entry", marks=sum(1 << (each - 1) for each in own))
        for digit, given, own in zip(grid.cells, puzzle.givens.cells, marks, strict=True)
    ]
