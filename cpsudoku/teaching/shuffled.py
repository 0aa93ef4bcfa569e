"""The same position in another guise: other digits, and rows and columns in another order."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cpsudoku.core.candidates import Candidates, digits_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle

BAND = 3


def shuffled(candidates: Candidates, chance: Random) -> Candidates:
    """A classic 9x9 position after a random symmetry of Sudoku; steps correspond one to one."""
    rows, columns = _lines(chance), _lines(chance)
    turned = chance.random() < 0.5
    digits = [0, *chance.sample(range(1, 10), 9)]
    source = [
        row * 9 + column if not turned else column * 9 + row for row in rows for column in columns
    ]
    puzzle, board = candidates.puzzle, candidates.puzzle.board

    def moved(cells: Sequence[int]) -> bytes:
        return bytes(digits[cells[cell]] for cell in source)

    marks = tuple(
        sum(1 << (digits[digit] - 1) for digit in digits_of(candidates.marks[cell]))
        for cell in source
    )
    fresh = Puzzle(Grid(moved(puzzle.givens.cells), board))
    return Candidates(fresh, moved(candidates.cells), marks)


def _lines(chance: Random) -> list[int]:
    """The nine rows or columns in an order that keeps the bands together."""
    bands = chance.sample(range(BAND), BAND)
    return [band * BAND + line for band in bands for line in chance.sample(range(BAND), BAND)]
