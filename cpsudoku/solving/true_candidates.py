"""Finds the digits that each cell has in some solution, with a proof by CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from cpsudoku.core import parameters
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.views import Shown
from cpsudoku.solving.reading import Solvable, as_puzzle

SECONDS = 10.0


@dataclass(frozen=True, repr=False)
class TrueCandidates(Shown, view="true candidates"):
    """For each cell, the digits that it has in some solution, ascending.

    ``is_complete`` is True if no other digit is possible. It is False if the time ran out before
    the proof; then ``digits`` are those found so far.
    """

    puzzle: Puzzle
    digits: tuple[tuple[int, ...], ...]
    is_complete: bool

    def __getitem__(self, cell: int) -> tuple[int, ...]:
        return self.digits[cell]

    @property
    def varying(self) -> tuple[int, ...]:
        """The cells with more than one digit."""
        return tuple(cell for cell, digits in enumerate(self.digits) if len(digits) > 1)


def candidates(puzzle: Solvable, *, limit: float = SECONDS) -> TrueCandidates:
    """Find the digits that each cell has in some solution. Only other digits can be eliminated.

    ``limit`` is in seconds. If there is no solution, no cell has any digit. Raises InputError if
    ``puzzle`` is not a puzzle.

    >>> found = candidates("1....4....3....2")
    >>> found.is_complete, found[0], found[2]
    (True, (1,), (2, 4))
    """
    from cpsudoku.engines.cpsat.questions import possible

    seconds = parameters.seconds("limit", limit)
    asked = as_puzzle(puzzle)
    digits, is_complete = possible(asked, monotonic() + seconds)
    return TrueCandidates(asked, tuple(tuple(sorted(each)) for each in digits), is_complete)
