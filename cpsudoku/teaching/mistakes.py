"""Cells of a position that contradict the only solution of its puzzle."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.words import cell_in_words
from cpsudoku.runtime.words import worded


@dataclass(frozen=True)
class Mistake:
    """A cell that contradicts the solution.

    ``found`` is the wrong digit in the cell. It is 0 if the cell is empty, but ``right``, the right
    digit, is no longer among its candidates.
    """

    cell: int
    found: int
    right: int

    def in_words(self, puzzle: Puzzle) -> str:
        """What is wrong, without naming the right digit if that is possible."""
        name = cell_in_words(puzzle, self.cell)
        if self.found:
            return worded(
                "{name} is wrong: it is not {symbols}",
                name=name,
                symbols=puzzle.board.symbols[self.found],
            )
        return worded(
            "{name} has lost its right candidate, {symbols}",
            name=name,
            symbols=puzzle.board.symbols[self.right],
        )


def mistakes(candidates: Candidates, solution: Grid) -> tuple[Mistake, ...]:
    """The cells with a wrong digit, or else the cells that lost their right candidate."""
    wrong = tuple(
        Mistake(cell, digit, solution[cell])
        for cell, digit in enumerate(candidates.cells)
        if digit and digit != solution[cell]
    )
    lost = (
        Mistake(cell, 0, right)
        for cell, right in enumerate(solution.cells)
        if not candidates.cells[cell] and not candidates.has(cell, right)
    )
    return wrong or tuple(lost)
