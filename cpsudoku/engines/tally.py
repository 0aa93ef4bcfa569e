"""The digits of the solutions that an engine has found so far, and how often each occurs.

Variables of layers count as cells, but only whether a value occurs is known of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.candidates import digits_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle


class Tally:
    """What is known about the possible digits of a puzzle. An engine searches until a deadline.

    ``exhausted``: ``solutions`` are all solutions. ``is_complete``: each possible digit is in one
    of them. ``witnesses`` are the solutions that were the first with some digit. ``has_values``:
    each possible value of a variable is in one of the solutions.
    """

    def __init__(self, puzzle: Puzzle, deadline: float) -> None:
        self.puzzle, self.deadline = puzzle, deadline
        self.solutions: dict[bytes, Grid] = {}
        self.witnesses: list[Grid] = []
        self.exhausted = self.is_complete = False
        self.has_values = not puzzle.board.layers
        self.domains = list(puzzle.board.domains)
        self._exact: set[tuple[int, int]] = set()
        self._tally = [[0] * (puzzle.board.size + 1) for _ in puzzle.givens.every]

    def add(self, grid: Grid) -> None:
        """Count a solution, if it is new. A known one may have new values in its layers."""
        if grid.counted in self.solutions:
            for values, value in zip(self._tally[len(grid.cells) :], grid.variables, strict=True):
                values[value] += 1
            return
        self.solutions[grid.counted] = grid
        pairs = list(zip(self._tally, grid.every, strict=True))
        if len(self.witnesses) < 2 or any(not digits[digit] for digits, digit in pairs):
            self.witnesses.append(grid)
        for digits, digit in pairs:
            digits[digit] += 1

    def note(self, cell: int, digit: int, count: int, is_exact: bool) -> None:
        """Accept the number of solutions with a digit."""
        self._tally[cell][digit] = max(count, self._tally[cell][digit])
        if is_exact:
            self._exact.add((cell, digit))

    def digits(self, cell: int) -> tuple[int, ...]:
        """The digits that a cell has in the solutions found so far, ascending."""
        counts = enumerate(self._tally[cell][1:], 1)
        return tuple(digit for digit, count in counts if count)

    def undecided(self, cell: int) -> tuple[int, ...]:
        """The digits that were neither found in a solution nor excluded."""
        is_cell = cell < len(self.puzzle.board)
        if self.is_complete if is_cell else self.has_values:
            return ()
        return tuple(d for d in digits_of(self.domains[cell]) if not self._tally[cell][d])

    def count(self, cell: int, digit: int) -> int:
        """The number of solutions found so far that have this digit."""
        return self._tally[cell][digit]

    def is_counted(self, cell: int, digit: int) -> bool:
        """Whether no other solution has this digit."""
        return self.exhausted or (cell, digit) in self._exact

    def uncounted(self, bound: int) -> Iterator[tuple[int, int]]:
        """The digits with fewer solutions than the bound, so far, for which others may exist."""
        for cell in range(len(self.puzzle.board)):
            yield from self.uncounted_in(cell, bound)

    def uncounted_in(self, cell: int, bound: int) -> Iterator[tuple[int, int]]:
        """The cell with each of its digits that ``uncounted`` yields."""
        for digit in self.digits(cell):
            if self._tally[cell][digit] < bound and not self.is_counted(cell, digit):
                yield cell, digit

    def find(self) -> None:
        """Find a solution for each possible digit. If there are few solutions, find all."""
        raise NotImplementedError

    def count_all(self, bound: int) -> None:
        """Count the solutions with each possible digit up to a bound."""
        raise NotImplementedError
