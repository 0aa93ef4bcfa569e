"""Other questions than "is there a solution", answered by CP-SAT.

The questions are: which givens contradict each other, and which smallest set shares a member with
each of some sets. Deadlines are ``time.monotonic`` times.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import monotonic

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model import CpModel, CpSolver

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.cpsat import ALONE, Cells
from cpsudoku.engines.interrupt import stoppable

_FOUND = (cp_model.OPTIMAL, cp_model.FEASIBLE)


def conflicting(puzzle: Puzzle, deadline: float) -> tuple[int, ...] | None:
    """Given cells that together exclude every solution, found by assumptions in one solve.

    They are few, but not always the fewest. The result is empty if there is a solution, or if there
    is none even without the givens. It is None if the time ran out.
    """
    board, above = puzzle.board, puzzle.board.lowest - 1
    domains = [board.all_digits] * len(board)
    for cell, digits in enumerate(puzzle.marks or ()):
        domains[cell] = sum(1 << digit - 1 for digit in digits)
        if puzzle.givens[cell] not in (0, *digits):
            return (cell,)
    if 0 in domains:
        return ()
    model = CpModel()
    x = Cells(model, domains, board)
    for rule in puzzle.rules:
        rule.post(model, x)
    cell_of = {}
    for cell, digit in enumerate(puzzle.givens.cells):
        literal = x[cell][digit + above] if digit else False
        if not isinstance(literal, bool):
            cell_of[literal.index] = cell
            model.add_assumption(literal)
    solver, status = _solve(model, deadline)
    if status == cp_model.INFEASIBLE:
        core = solver.sufficient_assumptions_for_infeasibility()
        return tuple(sorted(cell_of[index] for index in core))
    return () if status in _FOUND else None


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
