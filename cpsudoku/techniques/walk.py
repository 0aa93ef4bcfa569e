"""Solving like a person: one step after the other, each checked against the solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.errors import EngineError, Unsupported
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.techniques import ORDERS, TECHNIQUES
from cpsudoku.techniques.base import Step, Technique

RATED_SIZE = 9  # what the classic scale is defined for


def next_step(
    candidates: Candidates, techniques: Sequence[str], solution: Grid | None = None
) -> Step | None:
    """The first step that the first fruitful technique finds, or None when all are stuck.

    solution: the only one, where it is known; techniques that assume it are left out when it is
    None, and a step that contradicts it raises EngineError. The whole order ``se121`` takes the
    very steps that make the rating.
    """
    if solution is not None and _is_rated(candidates, techniques):
        from cpsudoku.techniques.classic_scale import classic_step

        step = classic_step(candidates)
        if step is not None:
            check_sound(step, candidates, solution)
        return step
    for name in techniques:
        if solution is None and _loaded(name).assumes_unique:
            continue
        step = step_of(name, candidates)
        if step is not None:
            check_sound(step, candidates, solution)
            return step
    return None


def step_of(name: str, candidates: Candidates) -> Step | None:
    """The first step of one technique; None where it finds none, or not in such houses."""
    technique = _loaded(name)
    if not technique.any_houses and not _is_plain(candidates):
        return None
    return next(technique.find(candidates), None)


def _is_rated(candidates: Candidates, techniques: Sequence[str]) -> bool:
    """Whether the whole order of the classic scale is wanted, and defined for these houses."""
    rated = candidates.board.size == RATED_SIZE and tuple(techniques) == ORDERS["se121"]
    return rated and _is_plain(candidates)


@cache
def _loaded(name: str) -> Technique:
    return TECHNIQUES[name]


def unsupported(puzzle: Puzzle) -> str | None:
    """Why techniques can't solve a puzzle: a board of several grids, or rules beyond houses."""
    if not puzzle.board.is_square:
        return "handle only square boards of one grid"
    others = {each.name for each in puzzle.constraints if not each.only_houses}
    return f"handle only houses, not {', '.join(sorted(others))}" if others else None


def refuse_unsupported(puzzle: Puzzle) -> None:
    """Raise Unsupported for a puzzle that techniques can't solve."""
    why = unsupported(puzzle)
    if why is not None:
        raise Unsupported(f"{puzzle.source}: the techniques {why}")


def walk(
    candidates: Candidates, techniques: Sequence[str], solution: Grid | None = None
) -> Iterator[tuple[Candidates, Step]]:
    """Each step with the candidates it was found in, until solved or stuck."""
    while not candidates.is_solved:
        step = next_step(candidates, techniques, solution)
        if step is None:
            return
        yield candidates, step
        candidates = step.apply(candidates)


def check_sound(step: Step, candidates: Candidates, solution: Grid | None) -> None:
    """Raise EngineError for a step that changes nothing, or that a solution contradicts."""
    fresh = [at for at in step.eliminations if candidates.has(*at)]
    if not (step.placements or fresh):
        raise EngineError(f"{step.technique} changes nothing", candidates.grid.line)
    if solution is None:
        return
    for cell, digit in step.placements:
        if solution[cell] != digit:
            _unsound(step, cell, digit, candidates)
    for cell, digit in step.eliminations:
        if solution[cell] == digit:
            _unsound(step, cell, digit, candidates)


def _unsound(step: Step, cell: int, digit: int, candidates: Candidates) -> None:
    name = candidates.puzzle.board.cell_name(cell)
    problem = f"{step.technique} contradicts the solution at {name}={digit}"
    raise EngineError(f"{problem}, cells {candidates.grid.line}", candidates.puzzle.givens.line)


def _is_plain(candidates: Candidates) -> bool:
    board = candidates.board
    return len(board.houses) == 3 * board.size and board.box_shape is not None
