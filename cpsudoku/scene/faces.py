"""What each cell of a drawing shows."""

from __future__ import annotations

from typing import NamedTuple

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import TrueCandidates


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


def faces_of_grid(puzzle: Puzzle, grid: Grid) -> list[Face]:
    """The digits of a grid, and the pencilmarks of the puzzle in its empty cells."""
    marks = puzzle.marks or ((),) * len(grid.cells)
    return [
        Face(digit, "given" if given else "entry", marks=sum(1 << (each - 1) for each in own))
        for digit, given, own in zip(grid.cells, puzzle.givens.cells, marks, strict=True)
    ]


def faces_of_candidates(found: TrueCandidates) -> list[Face]:
    """The givens and the true candidates. The signs are the numbers of solutions.

    Candidates with exactly one solution have the role ``pattern``.
    """
    return [
        face if face.digit else _counted(found, cell, face)
        for cell, face in enumerate(faces_of_grid(found.marked, found.puzzle.givens))
    ]


def _counted(found: TrueCandidates, cell: int, face: Face) -> Face:
    signs = [(digit, found.sign(cell, digit)) for digit in found.digits[cell]]
    signs += [(digit, "?") for digit in found.undecided[cell]]
    roles = tuple((digit, "pattern") for digit in found.digits[cell] if found.settles(cell, digit))
    return face._replace(signs=tuple(each for each in signs if each[1]), roles=roles)
