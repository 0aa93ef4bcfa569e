"""The digits that each cell has in some solution, and the number of solutions with each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import monotonic

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, Limit
from cpsudoku.engines.cpsat import (
    ALONE,
    BINARY,
    ENGINE,
    PATIENCE,
    PORTFOLIO,
    Cells,
    FillingCollector,
    only,
)
from cpsudoku.engines.cpsat.presolve import presolve
from cpsudoku.engines.interrupt import stoppable
from cpsudoku.engines.tally import Tally

FIRST = 250  # solutions to list at once; if there are no more, 25 ms answer every question
FIXED = cp_model.Domain(1, 1)
_ENDED = (cp_model.OPTIMAL, cp_model.INFEASIBLE)


class CpsatPossible(Tally):
    """A search for the possible digits of a puzzle by CP-SAT, in one model."""

    def __init__(self, puzzle: Puzzle, deadline: float) -> None:
        super().__init__(puzzle, deadline)
        self._is_hard = False  # one worker has been enough so far
        left = presolve(puzzle)
        self.domains = left.domains if left is not None else [0] * puzzle.board.total
        self._is_settled = left is None or left.is_settled
        if left is None or left.is_settled:
            self._keep(Found((), exhausted=True) if left is None else only(puzzle, left.domains))
            return
        self._model = CpModel()
        self._x = Cells(self._model, left.domains, puzzle.board)
        for rule in puzzle.rules:
            rule.post(self._model, self._x)
        self._x.post_sums(left.sums)

    def find(self) -> None:
        """Find a solution for each possible digit. If there are few solutions, find all."""
        if not self.exhausted and not self._list_all(FIRST):
            self.is_complete = self._cover(range(len(self.puzzle.board)))

    def find_values(self) -> None:
        """Find a solution for each possible value of a variable that some rule restricts."""
        board = self.puzzle.board
        used = set(range(len(board), board.total)) - self.puzzle.free_variables
        self.has_values = self._is_settled or self._cover(sorted(used))

    def count_all(self, bound: int) -> None:
        """Count the solutions with each possible digit up to a bound."""
        for cell, digit in self.uncounted(bound):
            if monotonic() >= self.deadline:
                return
            if self._tally[cell][digit] < bound:
                self._count(cell, digit, bound)

    def _keep(self, found: Found) -> None:
        for grid in found.solutions:
            self.add(grid)
        self.exhausted = self.is_complete = found.exhausted

    def _list_all(self, most: int) -> bool:
        """List solutions, at most so many; return whether these are all."""
        solutions, exhausted = self._listed(most)
        self._keep(Found(solutions, exhausted))
        return exhausted

    def _listed(self, most: int) -> tuple[tuple[Grid, ...], bool]:
        """Solutions of the model, at most so many, and whether these are all."""
        collector = FillingCollector(self._x, most)
        _, status = self._solve(self._model, collector)
        self._is_hard = not collector.stopped and status not in _ENDED
        return tuple(collector.solutions.values()), not collector.stopped and status in _ENDED

    def _cover(self, cells: Sequence[int]) -> bool:
        """Find solutions with new digits of some cells. Returns whether there are no more."""
        model = self._model.clone()
        while unseen := list(self._unseen(cells)):
            model.add_bool_or(unseen)
            model.clear_hints()  # type: ignore[no-untyped-call]
            for literal in unseen:
                model.add_hint(literal, True)  # empty 9x9: 0.06 s instead of over 10
            solver, status = self._solve(model)
            if status == cp_model.UNKNOWN and not self._is_hard:
                self._is_hard = True
                solver, status = self._solve(model)
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return status == cp_model.INFEASIBLE
            self.add(self._x.grid(list(solver.response_proto.solution)))
        return True

    def _unseen(self, cells: Sequence[int]) -> Iterator[IntVar]:
        """The literals of the digits that no solution has so far."""
        above = self.puzzle.board.lowest - 1
        for cell in cells:
            for value, literal in self._x[cell].items():
                if not self._tally[cell][value - above] and not isinstance(literal, bool):
                    yield literal

    def _count(self, cell: int, digit: int, bound: int) -> None:
        """Count the solutions with a digit up to a bound."""
        literal = self._x[cell][digit + self.puzzle.board.lowest - 1]
        if isinstance(literal, bool):  # all solutions have it
            solutions, exhausted = self._listed(bound)
        else:
            literal.with_domain(FIXED)
            solutions, exhausted = self._listed(bound)
            literal.with_domain(BINARY)
        if not exhausted and len(solutions) < bound:  # CP-SAT repeated one
            found = self._search_with(cell, digit, bound)
            solutions, exhausted = found.solutions, found.exhausted
        for grid in solutions:
            self.add(grid)
        if exhausted:
            self._exact.add((cell, digit))

    def _search_with(self, cell: int, digit: int, bound: int) -> Found:
        """The solutions with a digit, by a search of its own, which never repeats a solution."""
        cells = bytearray(self.puzzle.givens.cells)
        cells[cell] = digit
        puzzle = replace(self.puzzle, givens=Grid(bytes(cells), self.puzzle.board), answer=None)
        return ENGINE.search(puzzle, bound, Limit(seconds=max(0.0, self.deadline - monotonic())))

    def _solve(
        self, model: CpModel, collector: FillingCollector | None = None
    ) -> tuple[CpSolver, cp_model.CpSolverStatus]:
        """Solve within the deadline. A puzzle that is too hard for one worker gets several."""
        solver = CpSolver()
        alone = collector is not None or not self._is_hard
        for name, value in (ALONE if alone else PORTFOLIO).items():
            setattr(solver.parameters, name, value)
        solver.parameters.enumerate_all_solutions = collector is not None
        left = max(0.01, self.deadline - monotonic())
        solver.parameters.max_time_in_seconds = min(left, PATIENCE) if alone else left
        with stoppable(solver.stop_search):
            return solver, solver.solve(model, collector)
