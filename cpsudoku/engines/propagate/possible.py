"""The digits of all solutions: a search for each digit that no solution has so far.

All searches are in one program. Each begins with the digit in its cell, prefers digits that no
solution has so far, and ends when it would take the digit back. A digit without a solution is
excluded from all later searches.
"""

from __future__ import annotations

from time import monotonic

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.engines.propagate.lowering import lowered
from cpsudoku.engines.propagate.searching import Search
from cpsudoku.engines.tally import Tally

FIRST = 50  # solutions to list at once; 250 take twice as long if there are many


class PropagatedPossible(Tally):
    """A search for the possible digits of a puzzle by propagators. Raises NoFamily."""

    def __init__(self, puzzle: Puzzle, deadline: float) -> None:
        super().__init__(puzzle, deadline)
        self._lowering = lowered(puzzle)
        self._trials: Search | None = None

    def find(self) -> None:
        """Find a solution for each possible digit. If there are few solutions, find all."""
        found = Search(self.puzzle, self._lowering, self._limit()).run(FIRST)
        assert found is not None
        for grid in found.solutions:
            self.add(grid)
        self.exhausted = self.is_complete = found.exhausted
        if len(found.solutions) == FIRST:
            self._cover()

    def count_all(self, bound: int) -> None:
        """Count the solutions with each possible digit up to a bound."""
        trials = self._settled()
        trials.prefer(())
        for cell, digit in list(self.uncounted(bound)):
            trials.assume(cell, digit)
            count, exhausted = trials.count(bound)
            self.note(cell, digit, count, exhausted)
            if not exhausted and count < bound:
                return

    def _cover(self) -> None:
        """Find solutions with new digits, until none is left or the time is over."""
        trials = self._settled()
        seen = [0] * len(self.domains)
        for grid in self.solutions.values():
            seen = [mask | 1 << digit - 1 for mask, digit in zip(seen, grid.cells, strict=True)]
        for cell in range(len(seen)):
            while unseen := self.domains[cell] & ~seen[cell]:
                digit = (unseen & -unseen).bit_length()
                trials.prefer([d & ~s for d, s in zip(self.domains, seen, strict=True)])
                trials.assume(cell, digit)
                found = trials.run(1)
                assert found is not None
                if found.solutions:
                    (grid,) = found.solutions
                    self.add(grid)
                    pairs = zip(seen, grid.cells, strict=True)
                    seen = [mask | 1 << digit - 1 for mask, digit in pairs]
                elif found.exhausted:
                    self.domains = trials.exclude(cell, digit)
                else:
                    return
        self.is_complete = True

    def _settled(self) -> Search:
        """A search in which the digits that are left at the beginning are known."""
        if self._trials is None:
            self._trials = Search(self.puzzle, self._lowering, self._limit())
            self.domains = self._trials.settle()
        self._trials.deadline = self.deadline
        return self._trials

    def _limit(self) -> Limit:
        return Limit(max(0.0, self.deadline - monotonic()))
