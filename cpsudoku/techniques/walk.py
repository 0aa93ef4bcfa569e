"""Solves like a person, step by step. Each step is checked against the solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, once
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.deadline import look
from cpsudoku.runtime.errors import EngineError
from cpsudoku.runtime.words import worded
from cpsudoku.techniques import ORDERS, ROWS, RULE_TABLE, TECHNIQUES, in_turn, select, with_rules
from cpsudoku.techniques.base import Step, Technique

Changes = tuple[Candidate, ...]
"""What the step before placed or else removed; empty if there was none."""
Choice = Callable[[Iterator[Step], Candidates, Changes], Step | None]
"""Chooses one of the steps of a technique in a position after the last changes."""
RATED_SIZE = 9  # the board of the classic scale
LINED = ("fish", "single_digit")  # families that need rows and columns of one grid


def first_found(steps: Iterator[Step], _candidates: Candidates, _last: Changes) -> Step | None:
    """The first step that a technique finds, wherever the last one was."""
    return next(steps, None)


def next_step(
    candidates: Candidates,
    techniques: Sequence[str],
    solution: Grid | None = None,
    choose: Choice = first_found,
    last: Changes = (),
) -> Step | None:
    """A step of the first technique that finds one, or None if no technique does.

    solution: the only solution, if it is known. A step that contradicts it raises EngineError. If
    it is None, techniques that assume one solution are not used. ``choose`` takes one of the steps
    of the technique; ``nearest`` takes the one that a person sees after the ``last`` changes. The
    complete order ``se121`` takes the same steps as the rating. Raises DeadlineReached if a
    deadline is applied and passes.
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
        step = step_of(name, candidates, choose, last)
        if step is not None:
            check_sound(step, candidates, solution)
            return step
    return None


def step_of(
    name: str, candidates: Candidates, choose: Choice = first_found, last: Changes = ()
) -> Step | None:
    """A step of one technique; None if it finds none or does not fit the houses.

    Raises DeadlineReached if a deadline is applied and passes.
    """
    look()
    known: dict[str, bool] = once(candidates.shared, "fits", dict)
    if name not in known:
        known[name] = fits(name, candidates.puzzle)
    return choose(_loaded(name).find(candidates), candidates, last) if known[name] else None


def turns(puzzle: Puzzle, order: str, techniques: str | None = None) -> tuple[str, ...]:
    """The techniques to try on a puzzle: those of an order, or a selection, that fit it.

    Raises UnknownName.
    """
    names = with_rules(in_turn(order)) if techniques is None else select(techniques, order)
    return tuple(name for name in names if fits(name, puzzle))


def fits(name: str, puzzle: Puzzle) -> bool:
    """Whether a technique may be used on the board and with the rules of a puzzle.

    Techniques for rules are left out for plain puzzles with boxes. Beyond houses, the compiled
    forcing chains give way to trials that use the rules, and nothing may assume one solution,
    because digits that could be exchanged in the houses may differ for the rules.
    """
    board = puzzle.board_with_rules
    only_houses = not puzzle.board.layers and puzzle.has_only_houses
    if name in RULE_TABLE:
        if name == "trial":
            return not only_houses or not _is_lined(board)
        return bool(puzzle.constraints) or board.box_shape is None
    if only_houses and _has_boxes(board) and _is_lined(board):
        return True  # asking each technique would load it: 0.03 s for all of them
    technique, family = _loaded(name), ROWS[name].family
    if not only_houses and technique.assumes_unique:
        return False
    if family in LINED or "forcing_chain" in ROWS[name].module:
        if not _is_lined(board):
            return False
        return only_houses or family in LINED
    return technique.any_houses or (only_houses and _has_boxes(board))


def _is_lined(board: Board) -> bool:
    """Whether every row and every column of the board is a house of one square grid."""
    lines = len(board.rows) == len(board.columns) == board.size
    return lines and len(board) == board.size**2 and board.height == board.width


def _has_boxes(board: Board) -> bool:
    return len(board.houses) == 3 * board.size and board.box_shape is not None


def _is_rated(candidates: Candidates, techniques: Sequence[str]) -> bool:
    """Whether these are all techniques of the classic scale, and it is defined for the board."""
    rated = candidates.board.size == RATED_SIZE and tuple(techniques) == ORDERS["se121"]
    return rated and not candidates.puzzle.constraints and _has_boxes(candidates.board)


@cache
def _loaded(name: str) -> Technique:
    return TECHNIQUES[name]


def walk(
    candidates: Candidates,
    techniques: Sequence[str],
    solution: Grid | None = None,
    choose: Choice = first_found,
    last: Changes = (),
) -> Iterator[tuple[Candidates, Step]]:
    """Yield each step with the candidates before it, until solved or stuck."""
    while not candidates.is_solved:
        step = next_step(candidates, techniques, solution, choose, last)
        if step is None:
            return
        yield candidates, replace(step, before=candidates)
        candidates, last = step.apply(candidates), step.changes


def check_sound(step: Step, candidates: Candidates, solution: Grid | None) -> None:
    """Raise EngineError if a step changes nothing or contradicts a solution."""
    fresh = [at for at in step.eliminations if candidates.has(*at)]
    if not (step.placements or fresh):
        raise EngineError(
            "{technique} changes nothing", candidates.grid.line, technique=step.technique
        )
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
    problem = worded(
        "{technique} contradicts the solution at {name}={digit}",
        technique=step.technique,
        name=name,
        digit=digit,
    )
    raise EngineError(
        "{problem}, cells {line}",
        candidates.puzzle.givens.line,
        problem=problem,
        line=candidates.grid.line,
    )
