"""What a setter should look at before a proper puzzle is published."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import MOVES, orbits_of, symmetries_of
from cpsudoku.diagnosing.base import BrokenSymmetry, Review, ReviewedStep
from cpsudoku.runtime.deadline import Deadline, DeadlineReached
from cpsudoku.runtime.errors import BadShape
from cpsudoku.teaching.explanation import ExplainedStep, Explanation, explain
from cpsudoku.teaching.rating.effort import step_effort
from cpsudoku.techniques import ROWS, TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.rules.common_exclusion import Cases
from cpsudoku.techniques.rules.equations import Equation
from cpsudoku.techniques.rules.single_rule import OfRule
from cpsudoku.techniques.walk import fits

SPIKE = 1.5  # how many times the effort of the rest a spike takes, at least
HARD = 4.0  # the least effort of a spike: below, no step is hard
MOST_SPIKES = 2  # steps; where there are more, none is a spike
TRIALS = {
    *("trial", "nishio", "template-set", "template-delete"),
    *("dynamic-forcing-chain", "dynamic-forcing-chain-plus", "nested-forcing-chain"),
}
FEWEST_GIVENS = 8  # a pattern of fewer givens is symmetrical by chance
FEWEST_WHOLE = 4  # pairs or larger sets of cells that keep a symmetry, for each that breaks it


def reviewed(puzzle: Puzzle, rules: Sequence[int], seconds: float) -> Review:
    """The solving path of a proper puzzle, and what stands out in it and in the pattern.

    rules: the numbers of those that may be unnecessary; only they can have no part in the path.
    """
    deadline = Deadline(seconds)
    path = explain(puzzle, limit=seconds)
    idle, undecided = _idle(path, rules, deadline)
    steps = tuple(map(_reviewed_step, path.steps))
    return Review(
        path.outcome,
        steps,
        _spikes(steps),
        tuple(each.number for each in path.steps if each.step.technique in TRIALS),
        idle,
        undecided,
        tuple(broken_symmetries(puzzle.givens)),
    )


def _reviewed_step(each: ExplainedStep) -> ReviewedStep:
    name = each.step.technique
    return ReviewedStep(name, ROWS[name].level, round(step_effort(each.step), 2))


def _spikes(steps: Sequence[ReviewedStep]) -> tuple[int, ...]:
    """The numbers of one or two steps that take much more effort than all others.

    Trials are named by themselves, so beside them no step is a spike.
    """
    efforts = sorted((each.effort for each in steps), reverse=True)
    for many in range(1, min(MOST_SPIKES, len(steps) - 1) + 1):
        least = efforts[many - 1]
        if least >= HARD and least >= SPIKE * efforts[many]:
            hardest = {n: each for n, each in enumerate(steps, 1) if each.effort >= least}
            has_trial = any(each.technique in TRIALS for each in hardest.values())
            return () if has_trial else tuple(hardest)
    return ()


def _idle(
    path: Explanation, rules: Sequence[int], deadline: Deadline
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Those of some rules without which the same steps solve the puzzle; and those not tested."""
    if path.outcome != "solved":
        return (), ()
    acting = {number for each in path.steps for number in _named(each.step)}
    idle, undecided = list[int](), list[int]()
    for number in rules:
        try:
            with deadline.applied():
                if number not in acting and _works_without(path.steps, number):
                    idle.append(number)
        except DeadlineReached:
            undecided.append(number)
    return tuple(idle), tuple(undecided)


def _named(step: Step) -> Iterator[int]:
    """The rules that a step names as its reason."""
    detail = step.detail
    if isinstance(detail, OfRule | Cases) and detail.rule is not None:
        yield detail.rule
    elif isinstance(detail, Equation):
        yield from (cage.rule for cage in detail.cages if cage.rule is not None)


def _works_without(steps: Sequence[ExplainedStep], number: int) -> bool:
    """Whether the techniques find the same steps if a rule is left out."""
    puzzle = steps[0].before.puzzle
    rules = puzzle.constraints[:number] + puzzle.constraints[number + 1 :]
    without = replace(puzzle, constraints=rules, answer=None)
    candidates = Candidates.of(without)
    for each in steps:
        name = each.step.technique
        if not fits(name, without):
            return False
        wanted = _effects(each.step, each.before)
        if not any(
            wanted <= _effects(found, candidates) for found in TECHNIQUES[name].find(candidates)
        ):
            return False
        candidates = each.step.apply(candidates)
    return True


def _effects(step: Step, candidates: Candidates) -> set[tuple[int, int, bool]]:
    """What a step changes: cells and digits, and whether they are placed."""
    placed = {(cell, digit, True) for cell, digit in step.placements}
    return placed | {
        (cell, digit, False) for cell, digit in step.eliminations if candidates.has(cell, digit)
    }


def broken_symmetries(givens: Grid) -> Iterator[BrokenSymmetry]:
    """The symmetries that the pattern of givens breaks in one place only."""
    board = givens.board
    if givens.count < FEWEST_GIVENS or symmetries_of(givens.cells, board):
        return
    for name in MOVES:
        sets = _orbits(name, board)
        broken = [each for each in sets if 0 < _filled(givens, each) < len(each)]
        whole = [each for each in sets if len(each) > 1 and _filled(givens, each) == len(each)]
        if len(broken) == 1 and len(whole) >= FEWEST_WHOLE:
            given = tuple(cell for cell in broken[0] if givens[cell])
            yield BrokenSymmetry(name, given, tuple(c for c in broken[0] if not givens[c]))


def _orbits(name: str, board: Board) -> tuple[tuple[int, ...], ...]:
    """The sets of cells that a symmetry moves to each other; none if the board lacks it."""
    try:
        return orbits_of(name, board)
    except BadShape:
        return ()


def _filled(givens: Grid, cells: Collection[int]) -> int:
    return sum(1 for cell in cells if givens[cell])
