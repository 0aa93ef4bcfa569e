"""The reference engine: depth first, fewest candidates first, using only ``Constraint.allows``.

It exists to check the other engines. It shares nothing with them except ``Puzzle``, and it is too
simple to share their mistakes. It is pure Python: an easy puzzle takes milliseconds, the hardest
ones take minutes. It obeys its limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from cpsudoku.core.candidates import digits_of
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.base import Moment, Observer
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import WordedError


class BacktrackLimitReached(WordedError):
    """The search used up its seconds or its nodes."""


class Backtrack:
    """The engine ``backtrack``."""

    name = "backtrack"
    title = "reference backtracker in pure Python, to check the other engines; slow"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """None: it accepts every puzzle."""
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions, in the order of the search."""
        return _found(_Backtracking(puzzle, limit), want)

    def watch(
        self, puzzle: Puzzle, observer: Observer, want: int = 1, limit: Limit = NO_LIMIT
    ) -> Found:
        """The same search. The observer gets every digit that is tried or removed again."""
        return _found(_Backtracking(puzzle, limit, observer), want)


class _Backtracking:
    """The board during the search: the digits, and the candidates of each empty cell."""

    def __init__(self, puzzle: Puzzle, limit: Limit, observer: Observer | None = None) -> None:
        self.puzzle = puzzle
        self.limit = limit
        self.observer = observer
        self.deadline = limit.deadline()
        self.nodes = 0
        self.digits = [*puzzle.givens.every]
        self.counted = frozenset(puzzle.board.counted)
        self.value_of: tuple[int | None, ...] = (None, *puzzle.board.values)
        self.rules_of: list[list[Constraint]] = [[] for _ in self.digits]
        for rule in puzzle.rules:
            for cell in set(rule.cells):
                self.rules_of[cell].append(rule)
        self.candidates: dict[int, list[int]] = {}
        # The cells filled so far, each with its untried digits and what to undo.
        self.stack: list[tuple[int, list[int], dict[int, list[int]]]] = []

    def solutions(self) -> Iterator[Grid]:
        """Every solution. A stack holds the untried digits, one frame per cell filled so far."""
        if not all(self._allowed(rule) for rule in self.puzzle.rules):
            return
        for given, marks in zip(self.digits, self.puzzle.marks or (), strict=False):
            if given and given not in marks:
                return
        domains = [*map(digits_of, self.puzzle.board.domains)]
        domains[: len(self.puzzle.board)] = self.puzzle.marks or domains[: len(self.puzzle.board)]
        try:
            for cell, given in enumerate(self.digits):
                if not given:
                    self._watch_clock()
                    self.candidates[cell] = [d for d in domains[cell] if self._fits(cell, d)]
        finally:
            self._report("start")  # also if the limit has run out, so that there is a picture
        if not self.candidates:
            self._report("solution")
            yield self._grid()
            return
        self.stack.append(self._frame())
        while self.stack:
            cell, untried, undo = self.stack[-1]
            self._take_back(cell, undo)
            if not untried:
                self.stack.pop()
                self.candidates[cell] = undo.pop(cell)
                continue
            self._count_node()
            digit = untried.pop(0)
            alive = self._place(cell, digit, undo)
            self._report("try", cell, digit)
            if alive and self.candidates:
                self.stack.append(self._frame())
            elif alive:
                self._report("solution", cell, digit)
                yield self._grid()
                self._leave_layers()

    def _leave_layers(self) -> None:
        """After a solution, try no other values of variables that do not distinguish solutions."""
        for cell, untried, _ in reversed(self.stack):
            if cell in self.counted:
                return
            untried.clear()

    def _frame(self) -> tuple[int, list[int], dict[int, list[int]]]:
        """The cell with the fewest candidates, its untried digits, and what to undo.

        Variables that do not distinguish solutions come last.
        """
        candidates, counted = self.candidates, self.counted
        cell = min(candidates, key=lambda at: (at not in counted, len(candidates[at]), at))
        untried = self.candidates.pop(cell)
        return cell, list(untried), {cell: untried}

    def _place(self, cell: int, digit: int, undo: dict[int, list[int]]) -> bool:
        """Place a digit; False if an empty cell that shares a rule has no candidate left."""
        self.digits[cell] = digit
        touched = {other for rule in self.rules_of[cell] for other in rule.cells}
        for other in sorted(touched & self.candidates.keys()):
            self._watch_clock()
            undo[other] = self.candidates[other]
            self.candidates[other] = [d for d in undo[other] if self._fits(other, d)]
            if not self.candidates[other]:
                return False
        return True

    def _take_back(self, cell: int, undo: dict[int, list[int]]) -> None:
        """Empty the cell and restore every candidate that its digit had removed."""
        digit, self.digits[cell] = self.digits[cell], 0
        for other in [other for other in undo if other != cell]:
            self.candidates[other] = undo.pop(other)
        if digit:
            self._report("back", cell, digit)

    def _fits(self, cell: int, digit: int) -> bool:
        self.digits[cell] = digit
        fits = all(self._allowed(rule) for rule in self.rules_of[cell])
        self.digits[cell] = 0
        return fits

    def _allowed(self, rule: Constraint) -> bool:
        return rule.allows([self.value_of[self.digits[cell]] for cell in rule.cells])

    def _report(self, event: str, cell: int | None = None, digit: int = 0) -> None:
        """Report the last event to the observer. The marks of a cell are its untried digits."""
        if self.observer is None:
            return
        marks = [0] * len(self.digits)
        for other, candidates in self.candidates.items():
            marks[other] = sum(1 << (d - 1) for d in candidates)
        if cell is not None and not self.digits[cell]:
            marks[cell] = sum(1 << (d - 1) for d in self.stack[-1][1])
        depth, cells = len(self.stack), len(self.puzzle.board)
        if cell is None or cell < cells:
            digits = bytes(self.digits[:cells])
            self.observer(Moment(event, digits, tuple(marks[:cells]), depth, cell, digit))

    def _grid(self) -> Grid:
        return Grid.of_all(self.digits, self.puzzle.board)

    def _count_node(self) -> None:
        self.nodes += 1
        if self.limit.nodes is not None and self.nodes > self.limit.nodes:
            raise BacktrackLimitReached(
                "the limit of {nodes} ran out", nodes=plural(self.limit.nodes, "node")
            )
        self._watch_clock()

    def _watch_clock(self) -> None:
        if self.deadline is not None and monotonic() > self.deadline:
            raise BacktrackLimitReached(
                "the limit of {seconds} s ran out", seconds=f"{self.limit.seconds:g}"
            )


def _found(search: _Backtracking, want: int) -> Found:
    solutions: list[Grid] = []
    try:
        for solution in search.solutions():
            solutions.append(solution)
            if len(solutions) == want:
                return Found(tuple(solutions), exhausted=False)
    except BacktrackLimitReached as reason:
        return Found(tuple(solutions), exhausted=False, note=str(reason))
    return Found(tuple(solutions), exhausted=True)


ENGINE = Backtrack()
