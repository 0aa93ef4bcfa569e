"""Other questions than "is there a solution", answered by CP-SAT.

The questions are: which givens and rules contradict each other, which of them hold together, and
which smallest set shares a member with each of some sets. Deadlines are ``time.monotonic`` times.

The parts of a puzzle are numbers: a given has the number of its cell, and the rules follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from time import monotonic

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

from cpsudoku.core.constraints.encodings.alternatives import enforced_if
from cpsudoku.core.puzzle import Puzzle, house_rules
from cpsudoku.engines.cpsat import ALONE, Cells
from cpsudoku.engines.interrupt import stoppable

_FOUND = (cp_model.OPTIMAL, cp_model.FEASIBLE)


class QuestionModel:
    """A model of a puzzle in which each given and each rule has a literal that requires it."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.board
        domains = list(board.domains)
        for cell, digits in enumerate(puzzle.marks or ()):
            domains[cell] = sum(1 << digit - 1 for digit in digits)
        self._model = model = CpModel()
        if 0 in domains:
            model.add_bool_or([])
            domains = list(board.domains)
        self._x = x = Cells(model, domains, board)
        for rule in house_rules(board):
            rule.post(model, x)
        self._literals: dict[int, IntVar | bool] = {}
        for cell, digit in enumerate(puzzle.givens.cells):
            if digit:
                self._literals[cell] = x[cell].get(digit + board.lowest - 1, False)
        for number, each in enumerate(puzzle.constraints, len(board)):
            literal = self._literals[number] = model.new_bool_var("")
            each.post(enforced_if(model, literal), x)

    def core(self, parts: Iterable[int], deadline: float) -> tuple[int, ...] | None:
        """Some of these parts that contradict each other.

        They are few, but not always the fewest. The result is empty if the parts have a solution,
        or if there is none without any part. It is None if the time ran out.
        """
        part_of = {}
        self._model.clear_assumptions()
        for part in parts:
            literal = self._literals[part]
            if literal is False:
                return (part,)
            if not isinstance(literal, bool):
                part_of[literal.index] = part
                self._model.add_assumption(literal)
        solver, status = _solve(self._model, deadline)
        if status == cp_model.INFEASIBLE:
            core = solver.sufficient_assumptions_for_infeasibility()
            return tuple(sorted(part_of[index] for index in core))
        return () if status in _FOUND else None

    def fullest(self, parts: Iterable[int], deadline: float) -> bytes | None:
        """A filling of all cells and variables in which these parts hold, and many of the others.

        None if there is none, or if the time ran out.
        """
        self._model.clear_assumptions()
        model = self._model.clone()
        model.add_bool_and([self._literals[part] for part in parts])
        model.maximize(sum(self._literals.values()))
        solver, status = _solve(model, deadline, linearization=1)
        if status not in _FOUND:
            return None
        return self._x.grid(list(solver.response_proto.solution)).every


def hitting_set(sets: Sequence[Collection[int]], deadline: float) -> tuple[tuple[int, ...], bool]:
    """A smallest set with a member in each of the sets, and whether it is proved smallest."""
    model = CpModel()
    members = {each: model.new_bool_var("") for each in sorted({m for one in sets for m in one})}
    for one in sets:
        model.add_bool_or([members[member] for member in one])
    model.minimize(sum(members.values()))
    solver, status = _solve(model, deadline, linearization=1)
    if status not in _FOUND:
        return tuple(members), False
    chosen = (member for member, literal in members.items() if solver.boolean_value(literal))
    return tuple(chosen), status == cp_model.OPTIMAL


def _solve(
    model: CpModel, deadline: float, linearization: int = 0
) -> tuple[CpSolver, cp_model.CpSolverStatus]:
    solver = CpSolver()
    for name, value in ALONE.items():
        setattr(solver.parameters, name, value)
    solver.parameters.linearization_level = linearization
    solver.parameters.max_time_in_seconds = max(0.01, deadline - monotonic())
    with stoppable(solver.stop_search):
        return solver, solver.solve(model)
