"""Solves like a person, step by step. Each step is checked against the solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.errors import EngineError, Unsupported
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.techniques import ORDERS, TECHNIQUES
from cpsudoku.techniques.base import Step, Technique

RATED_SIZE = 9  # the board of the classic scale


def next_step(
    candidates: Candidates, techniques: Sequence[str], solution: Grid | None = None
) -> Step | None:
    """The first step of the first technique that finds one, or None if no technique does.

    solution: the only solution, if it is known. A step that contradicts it raises EngineError. If
    it is None, techniques that assume one solution are not used. The complete order ``se121``
    takes the same steps as the rating.
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
    """The first step of one technique; None if it finds none or does not fit the houses."""
    technique = _loaded(name)
    if not technique.any_houses and not _is_plain(candidates):
        return None
    return next(technique.find(candidates), None)


def _is_rated(candidates: Candidates, techniques: Sequence[str]) -> bool:
    """Whether these are all techniques of the classic scale, and it is defined for the board."""
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
    """Yield each step with the candidates before it, until solved or stuck."""
    while not candidates.is_solved:
        step = next_step(candidates, techniques, solution)
        if step is None:
            return
        yield candidates, replace(step, before=candidates)
        candidates = step.apply(candidates)


def check_sound(step: Step, candidates: Candidates, solution: Grid | None) -> None:
    """Raise EngineError if a step changes nothing or contradicts a solution."""
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
