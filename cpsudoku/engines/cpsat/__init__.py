"""CP-SAT: AllDifferent on rows, columns and boxes, one loop over the rules.

There is one literal per cell and digit. CPSAT.md in this folder lists the measurements and the
rejected alternatives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from threading import Event
from time import monotonic
from typing import Any

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LinearExpr, LinearExprT, LiteralT

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.encodings.sums import are_peers, groups_of_terms, post_cage
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.cpsat.leftovers import LeftoverSum
from cpsudoku.engines.cpsat.narrowing import Domains
from cpsudoku.engines.cpsat.presolve import presolve
from cpsudoku.engines.interrupt import stoppable, stopped_by
from cpsudoku.runtime.errors import EngineError
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.threads import threads

BINARY = cp_model.Domain(0, 1)
# Seconds for one worker. Without rules 10 were too short for the hardest 25x25 found. Several
# workers solved killers and candidates in 3 to 6 s of CPU that one did not solve in 10.
PATIENCE, PATIENCE_WITH_RULES = 30.0, 5.0
MOST_WORKERS = 8
BETWEEN_LOOKS = 1024  # clauses between looks at the clock; these take 3 ms
Parameters = Mapping[str, float | bool]

# CPSAT.md has the gain of each; here it is in ms, for 17-clue or the hardest puzzles.
ALONE: Parameters = {
    "catch_sigint_signal": False,  # True would leave SIGINT at the system's default after a solve
    "num_workers": 1,
    "linearization_level": 0,  # the LP costs more than it gains on Booleans
    "symmetry_level": 0,  # 2.0 -> 1.6
    "max_presolve_iterations": 1,  # these three: 9.0 -> 4.7 on the hardest
    "cp_model_probing_level": 0,
    "cp_model_use_sat_presolve": False,
    "use_sat_inprocessing": False,  # 4.7 -> 2.9 on the hardest
}
# For puzzles that one worker does not solve in time: the default parameters, which solve more.
PORTFOLIO: Parameters = {"catch_sigint_signal": False}


def portfolio() -> Parameters:
    """The parameters of the second stage: a worker per thread, or slices of time in one thread."""
    workers = min(MOST_WORKERS, threads())
    return {**PORTFOLIO, "num_workers": workers, "interleave_search": workers == 1}


class CpSat:
    """The engine ``cpsat``."""

    name = "cpsat"
    title = "Google OR-Tools CP-SAT: all sizes and rules; no slow case is known"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """None: it accepts every puzzle."""
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions; one search enumerates them if there may be several."""
        return self.search_until(None, puzzle, want, limit)

    def search_until(self, over: Event | None, puzzle: Puzzle, want: int, limit: Limit) -> Found:
        """The same search, which gives up after an event is set."""
        begin = monotonic()
        left = presolve(puzzle)
        if left is None:
            return Found((), exhausted=True)
        if left.is_settled:
            return only(puzzle, left.domains)
        model = LimitedModel()
        x = Cells(model, left.domains, puzzle.board, puzzle.board_with_rules)
        limit = limit.after(monotonic() - begin)
        search = _ModelSearch(model, x, want, limit, puzzle, over)
        model.is_late = search.is_late
        try:
            for rule in puzzle.rules:
                rule.post(model, x)
                model.check()
            x.post_sums(left.sums)
            if want == 1 or not search.enumerate():
                search.one_by_one()
        except Late:
            pass
        return search.found()


class Late(Exception):
    """The time is over while a model is built or completed."""


class LimitedModel(CpModel):
    """A model that looks at the time while it is built: some rules need a million constraints."""

    is_late: Callable[[], bool]
    _calls = 0

    def check(self) -> None:
        """Raise Late if the time is over."""
        if self.is_late():
            raise Late

    def add_bool_or(self, *literals: Any) -> Any:
        """The clause. Most constraints of large models are clauses."""
        self._calls += 1
        if self._calls % BETWEEN_LOOKS == 0:
            self.check()
        return super().add_bool_or(*literals)


class Cells:
    """The literals of a grid: ``x[cell]`` maps each possible digit of the cell to its literal."""

    def __init__(
        self, model: CpModel, domains: Domains, board: Board, with_rules: Board | None = None
    ) -> None:
        self.board = with_rules or board  # the houses of rules make sums stronger
        self._grid_board = board
        self._model = model
        self._marks: list[Mapping[int, IntVar | bool]] = []
        self._places: list[tuple[int, int]] = []  # (cell, digit) of variable 0, 1, ...
        self._settled = bytearray(len(domains))
        self._integers: dict[int, IntVar] = {}
        self._sums: dict[tuple[int, ...], IntVar | int] = {}
        proto = model.proto
        above = board.lowest - 1  # value = digit + above
        for cell, domain in enumerate(domains):
            if not domain & domain - 1:
                self._settled[cell] = domain.bit_length()
                self._marks.append({domain.bit_length() + above: True})
                continue
            digits = _digits_of(domain)
            # The same as new_bool_var, but without a name: 1.0 instead of 2.0 µs each.
            literals = [IntVar(proto).with_domain(BINARY) for _ in digits]
            model.add_exactly_one(literals)
            values = [digit + above for digit in digits] if above else digits
            self._marks.append(dict(zip(values, literals, strict=True)))
            self._places += [(cell, digit) for digit in digits]

    def __getitem__(self, cell: int) -> Mapping[int, IntVar | bool]:
        """The values that a cell can still have, each with its literal."""
        return self._marks[cell]

    def value(self, cell: int) -> LinearExprT:
        """The value of a cell as a linear expression."""
        marks = self._marks[cell]
        if self._settled[cell]:
            return next(iter(marks))
        return LinearExpr.weighted_sum(list(marks.values()), list(marks))

    def total(self, terms: Sequence[tuple[int, int]]) -> LinearExprT:
        """The sum of weight x value over (cell, weight).

        A separate variable holds the sum of cells that see each other. Its bounds follow from the
        fact that their digits are different.
        """
        parts: list[LinearExprT] = []
        for cells, weight in groups_of_terms(self.board, terms):
            part = self.value(cells[0]) if len(cells) == 1 else self._sum_of(tuple(sorted(cells)))
            parts.append(part * weight)
        return LinearExpr.sum(parts)

    def _sum_of(self, cells: tuple[int, ...]) -> LinearExprT:
        """The sum of cells that see each other: a number, or a variable, created only once."""
        variable = self._sums.get(cells)
        if variable is None:
            count, values = len(cells), self.board.values
            least = max(sum(values[:count]), sum(min(self._marks[cell]) for cell in cells))
            most = min(sum(values[-count:]), sum(max(self._marks[cell]) for cell in cells))
            if least > most:
                self._model.add_bool_or([])
                most = least
            if least == most and count == len(values):
                variable = least
            else:
                variable = self._model.new_int_var(least, most, "")
                self._model.add(LinearExpr.sum([self._integer(cell) for cell in cells]) == variable)
            self._sums[cells] = variable
        return variable

    def _integer(self, cell: int) -> LinearExprT:
        """The value of a cell as a variable, which is created only once."""
        if self._settled[cell]:
            return self.value(cell)
        variable = self._integers.get(cell)
        if variable is None:
            domain = cp_model.Domain.from_values(list(self._marks[cell]))
            variable = self._integers[cell] = self._model.new_int_var_from_domain(domain, "")
            self._model.add(self.value(cell) == variable)
        return variable

    def post_sums(self, sums: Iterable[LeftoverSum]) -> None:
        """State implied sums of digits. They exclude digits that the rules alone do not."""
        above = self.board.lowest - 1
        for each in sums:
            cells = tuple(cell for cell in each.cells if not self._settled[cell])
            if each.minus or len(cells) < 2 or not are_peers(self.board, cells):
                continue
            known = sum(self._settled[cell] for cell in each.cells)
            post_cage(self._model, self, cells, each.total - known + above * len(cells))

    def grid(self, values: Iterable[int]) -> Grid:
        """The filling that a solver's values describe. A rule's own variables are ignored."""
        cells = self._settled[:]
        for (cell, digit), value in zip(self._places, values, strict=False):
            if value:
                cells[cell] = digit
        return Grid.of_all(cells, self._grid_board)

    def differs(self, grid: Grid) -> list[LiteralT]:
        """Literals. In every filling that counts as another one, at least one of them is true."""
        above = self.board.lowest - 1
        chosen = (self._marks[cell][grid.every[cell] + above] for cell in grid.board.counted)
        return [literal.negated() for literal in chosen if not isinstance(literal, bool)]


@lru_cache(maxsize=4096)
def _digits_of(domain: int) -> tuple[int, ...]:
    return tuple(d for d in range(1, domain.bit_length() + 1) if domain >> d - 1 & 1)


def only(puzzle: Puzzle, domains: Domains) -> Found:
    """The evidence if each cell has one digit left: that grid, or nothing.

    The houses are satisfied. The other rules are checked, since the presolve may use only part of
    a rule.
    """
    grid = Grid.of_all([domain.bit_length() for domain in domains], puzzle.board)
    keeps_rules = all(each.allows(puzzle.values(grid, each.cells)) for each in puzzle.constraints)
    return Found((grid,) if keeps_rules else (), exhausted=True)


class FillingCollector(cp_model.CpSolverSolutionCallback):
    """Collects up to ``want`` different fillings, and stops at the first repeated one.

    CP-SAT can return the same grid many times if a rule has free variables of its own.
    """

    def __init__(self, x: Cells, want: int) -> None:
        super().__init__()
        self.x, self.want = x, want
        self.solutions: dict[bytes, Grid] = {}
        self.stopped = False

    def on_solution_callback(self) -> None:
        """Keep the filling; CP-SAT calls this."""
        grid = self.x.grid(list(self.response_proto.solution))
        repeated = grid.counted in self.solutions
        self.solutions.setdefault(grid.counted, grid)
        if repeated or len(self.solutions) >= self.want:
            self.stopped = True
            self.stop_search()


class _ModelSearch:
    """A model, the fillings found so far, and one deadline."""

    def __init__(
        self,
        model: CpModel,
        x: Cells,
        want: int,
        limit: Limit,
        puzzle: Puzzle,
        over: Event | None = None,
    ) -> None:
        self.model, self.x, self.want, self.limit, self.puzzle = model, x, want, limit, puzzle
        self.over = over
        self.deadline = limit.deadline()
        self.solutions: list[Grid] = []
        self.exhausted = False
        self.in_time = True  # one worker has been enough so far

    def found(self) -> Found:
        """The evidence. If the search gave up, a note names the limit that ran out."""
        settled = self.exhausted or len(self.solutions) >= self.want
        note = "" if settled else self._what_ran_out()
        return Found(tuple(self.solutions), self.exhausted, note)

    def enumerate(self) -> bool:
        """Find everything in one search; False if it repeated itself or took too long."""
        collector = FillingCollector(self.x, self.want)
        self.in_time = self._run(ALONE, collector) or collector.stopped
        self.solutions = list(collector.solutions.values())
        self.exhausted = self.exhausted and not collector.stopped
        return self.exhausted or len(self.solutions) >= self.want

    def one_by_one(self) -> None:
        """Search for one further filling at a time. Those found so far are forbidden."""
        for grid in self.solutions:
            self.model.add_bool_or(self.x.differs(grid))
        while len(self.solutions) < self.want and not self.exhausted:
            self.in_time = self.in_time and self._run(ALONE)
            if not self.in_time and (self._has_run_out() or not self._run(portfolio())):
                return
            if not self.exhausted:
                self.model.add_bool_or(self.x.differs(self.solutions[-1]))

    def _run(self, parameters: Parameters, collector: FillingCollector | None = None) -> bool:
        """Run a search, with a collector to enumerate. Return whether it ended by itself."""
        solver = self._solver(parameters)
        solver.parameters.enumerate_all_solutions = collector is not None
        with stoppable(solver.stop_search), stopped_by(self.over, solver.stop_search):
            status = solver.solve(self.model, collector)
        if status == cp_model.MODEL_INVALID:
            raise EngineError(
                "CP-SAT: {problem}", self.puzzle.givens.line, problem=solver.solution_info()
            )
        if status == cp_model.UNKNOWN:
            return False
        if collector is None and status != cp_model.INFEASIBLE:
            self.solutions.append(self.x.grid(list(solver.response_proto.solution)))
            return True
        self.exhausted = status != cp_model.FEASIBLE
        return self.exhausted

    def _solver(self, parameters: Parameters) -> CpSolver:
        solver = CpSolver()
        for name, value in parameters.items():
            setattr(solver.parameters, name, value)
        left = self._seconds_left()
        if parameters is ALONE:
            left = self._patience() if left is None else min(self._patience(), left)
        if left is not None:
            solver.parameters.max_time_in_seconds = left
        if self.limit.nodes is not None:
            solver.parameters.max_number_of_conflicts = self.limit.nodes
        return solver

    def _patience(self) -> float:
        return PATIENCE if self.puzzle.is_plain else PATIENCE_WITH_RULES

    def _seconds_left(self) -> float | None:
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def _has_run_out(self) -> bool:
        """Whether the user's limit ended the last search; CP-SAT may return slightly early."""
        return self.limit.nodes is not None or self.is_late()

    def is_late(self) -> bool:
        """Whether the time is over, or another engine has the answer."""
        left = self._seconds_left()
        return (left is not None and left < 0.01) or self._is_over()

    def _is_over(self) -> bool:
        """Whether another engine has the answer."""
        return self.over is not None and self.over.is_set()

    def _what_ran_out(self) -> str:
        if self.limit.seconds is not None and (self._seconds_left() or 0.0) < 0.01:
            return f"the limit of {self.limit.seconds:g} s ran out"
        if self.limit.nodes is not None:
            return f"the limit of {plural(self.limit.nodes, 'node')} ran out"
        return "CP-SAT gave up"


ENGINE = CpSat()
