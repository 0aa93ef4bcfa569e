"""Tests which givens can be removed, many at once, where the rules are only houses.

The bulk kernel searches 32 puzzles in little more than the time of one. So it tests the removal of
32 givens at once: each as if all before it had been removed. Whatever a search proves is a fact, so
the givens that are left do not depend on who searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines import BULK_ENGINE, ENGINES, RULES_PROGRAM
from cpsudoku.generating.reducing import IsProper, Orbit, TakeAway, take_away, without_orbits
from cpsudoku.runtime.compiled.door import Work

START = Work()
SECONDS = 0.02  # for each search; other engines take over those that need longer


def taking_away(puzzle: Puzzle, is_proper: IsProper) -> TakeAway:
    """How to remove givens of a puzzle with these rules.

    The bulk kernel does it if it accepts the rules, and if it is compiled; but the first puzzles do
    not wait for it to be loaded.
    """
    one_by_one = partial(take_away, is_proper=is_proper)
    if not puzzle.has_only_houses:
        return one_by_one
    if START.is_plain([RULES_PROGRAM]):
        return partial(_timed, one_by_one)
    if ENGINES[BULK_ENGINE].unsupported(puzzle) is not None:
        return one_by_one
    return Trials(puzzle, is_proper).take_away


def _timed(one_by_one: TakeAway, puzzle: bytearray, orbits: Sequence[Orbit]) -> None:
    with START.working():
        one_by_one(puzzle, orbits)


class Trials:
    """Removals of givens from puzzles with the same rules. ``is_proper`` decides the hard ones."""

    def __init__(self, puzzle: Puzzle, is_proper: IsProper) -> None:
        from cpsudoku.engines.lanes.rule_set import rule_set  # loads Numba

        self._rules = rule_set(puzzle.board, puzzle.constraints)
        self._nodes = max(1, int(SECONDS * self._rules.guesses_a_second))
        self._is_proper = is_proper

    def take_away(self, puzzle: bytearray, orbits: Sequence[Orbit]) -> None:
        """Remove the orbits that can be removed, one after the other. The puzzle is proper."""
        left = list(orbits)
        while left:
            before = [without_orbits(puzzle, left[:number]) for number in range(len(left))]
            gone = list(takewhile(bool, self._can_go(before, left)))
            puzzle[:] = without_orbits(puzzle, left[: len(gone)])
            left = left[len(gone) + 1 :]
            still = self._can_go([bytes(puzzle)] * len(left), left) if left else ()
            left = [orbit for orbit, can_go in zip(left, still, strict=True) if can_go]

    def _can_go(self, puzzles: Sequence[bytes], orbits: Sequence[Orbit]) -> Sequence[bool]:
        """Whether each puzzle stays proper without an orbit, if it is proper.

        One given can be removed if no solution has another digit there, which takes one search.
        """
        import numpy as np

        cells = np.frombuffer(b"".join(puzzles), np.uint8).reshape(len(puzzles), -1).copy()
        allowed, want = np.full(cells.shape, -1, np.int16).view(np.uint16), 2
        if all(len(orbit) == 1 for orbit in orbits):
            rows, places = np.arange(len(cells)), [orbit[0] for orbit in orbits]
            allowed[rows, places], want = ~(1 << (cells[rows, places].astype(np.uint16) - 1)), 1
        for row, orbit in zip(cells, orbits, strict=True):
            row[list(orbit)] = 0
        counts, _, exhausted = self._rules.search(cells, want, self._nodes, allowed)
        unsure = ~exhausted & (counts < want)
        return [
            self._is_proper(row.tobytes()) if unknown else int(count) == want - 1
            for row, count, unknown in zip(cells, counts, unsure, strict=True)
        ]
