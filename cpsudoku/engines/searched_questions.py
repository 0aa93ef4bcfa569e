"""The questions of ``solving/questions.py`` where CP-SAT is missing, answered by many searches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from time import monotonic

from cpsudoku.core.candidates import digits_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, Limit
from cpsudoku.engines import portable
from cpsudoku.engines.propagate.lowering import NoFamily
from cpsudoku.engines.propagate.possible import PropagatedPossible
from cpsudoku.engines.tally import Tally

FIRST = 50  # solutions to list at once


class SearchedQuestions:
    """Finds parts that contradict each other by leaving out halves, then quarters, and so on."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle

    def core(self, parts: Iterable[int], deadline: float) -> tuple[int, ...] | None:
        """Some of these parts that contradict each other; see ``PartQuestions``."""
        kept = list(parts)
        is_solvable = self._is_solvable(kept, deadline)
        if is_solvable is not False:
            return () if is_solvable else None
        size = len(kept)
        while size > 1:
            size = (size + 1) // 2
            for begin in reversed(range(0, len(kept), size)):
                fewer = kept[:begin] + kept[begin + size :]
                if self._is_solvable(fewer, deadline) is False:
                    kept = fewer
        return tuple(sorted(kept))

    def fullest(self, parts: Iterable[int], deadline: float) -> bytes | None:
        """None: to maximize takes CP-SAT."""
        return None

    def _is_solvable(self, parts: Sequence[int], deadline: float) -> bool | None:
        """Whether these parts have a solution; None if that is not decided in time."""
        rules = [part - len(self._puzzle.board) for part in parts]
        found = _search(self._puzzle.only(parts, rules), 1, deadline)
        return bool(found.solutions) if found.solutions or found.exhausted else None


def hitting_set(sets: Sequence[Collection[int]], deadline: float) -> tuple[tuple[int, ...], bool]:
    """A smallest set with a member in each of the sets, and whether it is proved smallest."""
    members: tuple[int, ...] = tuple(sorted({member for each in sets for member in each}))
    try:
        for size in range(len(members) + 1):
            found = _of_size(list(map(frozenset, sets)), size, deadline)
            if found is not None:
                return tuple(sorted(found)), True
    except TimeoutError:
        pass
    return members, False


def _of_size(sets: list[frozenset[int]], size: int, deadline: float) -> list[int] | None:
    """So many members that hit all sets, or None if there are none. Raises TimeoutError."""
    if not sets:
        return []
    if monotonic() > deadline:
        raise TimeoutError
    if _apart(sets) > size:
        return None
    smallest: frozenset[int] = min(sets, key=len)
    for member in sorted(smallest):
        others = _of_size([each for each in sets if member not in each], size - 1, deadline)
        if others is not None:
            return [member, *others]
    return None


def _apart(sets: Iterable[frozenset[int]]) -> int:
    """How many of the sets have no common members, when the small ones are chosen first."""
    seen: set[int] = set()
    count = 0
    for each in sorted(sets, key=len):
        if seen.isdisjoint(each):
            seen |= each
            count += 1
    return count


def searched_digits(puzzle: Puzzle, deadline: float) -> Tally:
    """The digits of all solutions, as far as they are found in time."""
    if not puzzle.board.layers:
        try:
            found: PropagatedPossible | SearchedPossible = PropagatedPossible(puzzle, deadline)
        except NoFamily:
            found = SearchedPossible(puzzle, deadline)
    else:
        found = SearchedPossible(puzzle, deadline)
    found.find()
    return found


class SearchedPossible(Tally):
    """A search for each digit that no solution has so far, by any engine."""

    def find(self) -> None:
        """Find a solution for each possible digit. If there are few solutions, find all."""
        found = _search(self.puzzle, FIRST, self.deadline)
        for grid in found.solutions:
            self.add(grid)
        self.exhausted = self.is_complete = found.exhausted
        self.has_values = self.has_values or found.exhausted
        if not found.exhausted and found.solutions:
            self.is_complete = all(map(self._cover, range(len(self.puzzle.board))))

    def count_all(self, bound: int) -> None:
        """Count the solutions with each possible digit up to a bound."""
        for cell, digit in list(self.uncounted(bound)):
            found = self._with(cell, digit, bound)
            self.note(cell, digit, len(found.solutions), found.exhausted)

    def _cover(self, cell: int) -> bool:
        """Find solutions with new digits of a cell. Returns whether all of them are known."""
        for digit in digits_of(self.domains[cell]):
            if self.count(cell, digit):
                continue
            found = self._with(cell, digit, 1)
            for grid in found.solutions:
                self.add(grid)
            if not found.solutions and not found.exhausted:
                return False
        return True

    def _with(self, cell: int, digit: int, want: int) -> Found:
        cells = bytearray(self.puzzle.givens.cells)
        if cells[cell] not in (0, digit):
            return Found((), exhausted=True)
        cells[cell] = digit
        givens = Grid(bytes(cells), self.puzzle.board)
        return _search(replace(self.puzzle, givens=givens, answer=None), want, self.deadline)


def _search(puzzle: Puzzle, want: int, deadline: float) -> Found:
    return portable.ENGINE.search(puzzle, want, Limit(seconds=max(0.0, deadline - monotonic())))
