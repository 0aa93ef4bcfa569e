"""CP-SAT: AllDifferent on rows, columns and boxes, one loop over the rules.

There is one literal per cell and digit. CPSAT.md beside this file lists what was measured and
rejected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from time import monotonic

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LinearExpr, LinearExprT, LiteralT

from cpsudoku.core.board import Board
from cpsudoku.core.errors import EngineError
from cpsudoku.core.grid import Grid
from cpsudoku.core.plural import plural
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.interrupt import stoppable

Domains = list[int]  # for each cell, bit d - 1 is set if digit d is still possible

BINARY = cp_model.Domain(0, 1)
PATIENCE = 30.0  # seconds for one worker; 10 were too short for the hardest 25x25 found
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
# For what one worker could not solve in time: the default parameters, which find more.
PORTFOLIO: Parameters = {"catch_sigint_signal": False, "num_workers": 8}


class CpSat:
    """The engine ``cpsat``."""

    name = "cpsat"
    title = "Google OR-Tools CP-SAT: all sizes and rules; no slow case is known"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """None: it accepts every puzzle."""
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions; one search enumerates them if there may be several."""
        domains = singles(puzzle)
        if domains is None:
            return Found((), exhausted=True)
        model = CpModel()
        x = Cells(model, domains, puzzle.board)
        for rule in puzzle.rules:
            rule.post(model, x)
        search = _Search(model, x, want, limit, puzzle)
        if want == 1 or not search.enumerate():
            search.one_by_one()
        return search.found()


class Cells:
    """The literals of a grid: ``x[cell]`` maps each digit that the cell can be to its literal."""

    def __init__(self, model: CpModel, domains: Domains, board: Board) -> None:
        self.board = board
        self._model = model
        self._marks: list[Mapping[int, IntVar | bool]] = []
        self._places: list[tuple[int, int]] = []  # (cell, digit) of variable 0, 1, ...
        self._settled = bytearray(len(domains))
        proto = model.proto
        above = board.lowest - 1  # a value is its digit and this
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
        """The sum of weight x value over (cell, weight)."""
        return LinearExpr.sum([self.value(cell) * weight for cell, weight in terms])

    def grid(self, values: Iterable[int]) -> Grid:
        """The filling that a solver's values describe; variables of a rule itself are ignored."""
        cells = self._settled[:]
        for (cell, digit), value in zip(self._places, values, strict=False):
            if value:
                cells[cell] = digit
        return Grid(bytes(cells), self.board)

    def differs(self, grid: Grid) -> list[LiteralT]:
        """Literals of which at least one is true in every other filling."""
        above = self.board.lowest - 1
        pairs = zip(self._marks, grid.cells, strict=True)
        chosen = (marks[digit + above] for marks, digit in pairs)
        return [literal.negated() for literal in chosen if not isinstance(literal, bool)]


@lru_cache(maxsize=4096)
def _digits_of(domain: int) -> tuple[int, ...]:
    return tuple(d for d in range(1, domain.bit_length() + 1) if domain >> d - 1 & 1)


def singles(puzzle: Puzzle) -> Domains | None:
    """The digits of each cell after naked and hidden singles; None if a cell has none left.

    This is the only presolve in Python: after it, three in four of the 17-clue puzzles need no
    search (1.6 -> 0.6 ms). On the hardest puzzles it costs 0.06 ms. It is sound with any
    constraints, since they only add rules.
    """
    board, full = puzzle.board_with_rules, puzzle.board.all_digits
    domains = [1 << digit - 1 if digit else full for digit in puzzle.givens.cells]
    for cell, marks in enumerate(puzzle.marks or ()):
        domains[cell] &= sum(1 << digit - 1 for digit in marks)
    if 0 in domains:
        return None
    settled = [cell for cell, domain in enumerate(domains) if not domain & domain - 1]
    while settled:
        if not _spread(domains, settled, board):
            return None
        hidden = _hidden_singles(domains, board, full)
        if hidden is None:
            return None
        settled = hidden
    return domains


def _spread(domains: Domains, settled: list[int], board: Board) -> bool:
    """Remove each settled digit from the peers; False if a cell has no digit left."""
    for cell in settled:  # the loop itself appends the naked singles
        for peer in board.peers[cell]:
            if domains[peer] & domains[cell]:
                domains[peer] ^= domains[cell]
                if domains[peer].bit_count() < 2:
                    if not domains[peer]:
                        return False
                    settled.append(peer)
    return True


def _hidden_singles(domains: Domains, board: Board, full: int) -> list[int] | None:
    """Settle each digit with one place left in a house; the cells, or None if a digit has none."""
    settled = []
    for house in board.houses:
        once = twice = 0
        for cell in house.cells:
            twice |= once & domains[cell]
            once |= domains[cell]
        if once != full:
            return None
        hidden = once & ~twice
        for cell in house.cells if hidden else ():
            own = domains[cell] & hidden
            if own and own != domains[cell]:
                if own & own - 1:
                    return None
                domains[cell] = own
                settled.append(cell)
    return settled


class _Collector(cp_model.CpSolverSolutionCallback):
    """Collects up to ``want`` different fillings, and stops at the first repeated one.

    CP-SAT can return the same grid many times if variables of a rule itself are free.
    """

    def __init__(self, x: Cells, want: int) -> None:
        super().__init__()
        self.x, self.want = x, want
        self.solutions: dict[Grid, None] = {}
        self.stopped = False

    def on_solution_callback(self) -> None:
        """Keep the filling; CP-SAT calls this."""
        grid = self.x.grid(list(self.response_proto.solution))
        repeated = grid in self.solutions
        self.solutions[grid] = None
        if repeated or len(self.solutions) >= self.want:
            self.stopped = True
            self.stop_search()


class _Search:
    """A model and what has been found in it, under one deadline."""

    def __init__(self, model: CpModel, x: Cells, want: int, limit: Limit, puzzle: Puzzle) -> None:
        self.model, self.x, self.want, self.limit, self.puzzle = model, x, want, limit, puzzle
        self.deadline = None if limit.seconds is None else monotonic() + limit.seconds
        self.solutions: list[Grid] = []
        self.exhausted = False
        self.in_time = True  # one worker has been enough so far

    def found(self) -> Found:
        """The evidence; if the search gave up, with what ran out."""
        settled = self.exhausted or len(self.solutions) >= self.want
        note = "" if settled else self._what_ran_out()
        return Found(tuple(self.solutions), self.exhausted, note)

    def enumerate(self) -> bool:
        """Find everything in one search; False if it repeated itself or took too long."""
        collector = _Collector(self.x, self.want)
        self.in_time = self._run(ALONE, collector) or collector.stopped
        self.solutions = list(collector.solutions)
        self.exhausted = self.exhausted and not collector.stopped
        return self.exhausted or len(self.solutions) >= self.want

    def one_by_one(self) -> None:
        """Search for one further filling at a time, with those found so far forbidden."""
        for grid in self.solutions:
            self.model.add_bool_or(self.x.differs(grid))
        while len(self.solutions) < self.want and not self.exhausted:
            self.in_time = self.in_time and self._run(ALONE)
            if not self.in_time and (self._has_run_out() or not self._run(PORTFOLIO)):
                return
            if not self.exhausted:
                self.model.add_bool_or(self.x.differs(self.solutions[-1]))

    def _run(self, parameters: Parameters, collector: _Collector | None = None) -> bool:
        """Run a search; with a collector it enumerates. Return whether it ended by itself."""
        solver = self._solver(parameters)
        solver.parameters.enumerate_all_solutions = collector is not None
        with stoppable(solver.stop_search):
            status = solver.solve(self.model, collector)
        if status == cp_model.MODEL_INVALID:
            raise EngineError(f"CP-SAT: {solver.solution_info()}", self.puzzle.givens.line)
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
            left = PATIENCE if left is None else min(PATIENCE, left)
        if left is not None:
            solver.parameters.max_time_in_seconds = left
        if self.limit.nodes is not None:
            solver.parameters.max_number_of_conflicts = self.limit.nodes
        return solver

    def _seconds_left(self) -> float | None:
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def _has_run_out(self) -> bool:
        """Whether the user's limit ended the last search; CP-SAT may return slightly early."""
        left = self._seconds_left()
        return self.limit.nodes is not None or (left is not None and left < 0.01)

    def _what_ran_out(self) -> str:
        if self.limit.seconds is not None and (self._seconds_left() or 0.0) < 0.01:
            return f"the limit of {self.limit.seconds:g} s ran out"
        if self.limit.nodes is not None:
            return f"the limit of {plural(self.limit.nodes, 'node')} ran out"
        return "CP-SAT gave up"


ENGINE = CpSat()
