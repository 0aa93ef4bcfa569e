"""Positions to practise a technique: the technique is the next step, and the learner finds it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from random import Random

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.generating import GenerationRun
from cpsudoku.play.choose import WISH
from cpsudoku.runtime.errors import InputError, Source, UnknownName
from cpsudoku.runtime.remarks import remark
from cpsudoku.runtime.words import worded
from cpsudoku.solving import Several, settle
from cpsudoku.teaching.exercise import Exercise, exercise_at, only_solution
from cpsudoku.teaching.positions import positions_of
from cpsudoku.teaching.shuffled import shuffled
from cpsudoku.techniques import LEVELS, ORDERS, ROWS, RULE_TABLE, select, technique_name, with_rules
from cpsudoku.techniques.examples import all_examples
from cpsudoku.techniques.levels import refuse_too_hard
from cpsudoku.techniques.walk import next_step, walk

TRIES = 25  # generated puzzles per exercise, before a known position is shuffled instead
MOST = 2000  # generated puzzles per exercise of a level
# Steps that other techniques make first in the order of hints.
_DIRECT = ("direct-pointing", "direct-claiming", "direct-hidden-pair", "direct-hidden-triple")


def practise(
    technique: str,
    *,
    puzzles: Several | Iterable[object] | None = None,
    level: str | None = None,
    seed: int | None = None,
) -> Iterator[Exercise]:
    """Yield exercises for a technique: positions in which it is the next step.

    ``puzzles`` are the puzzles to take them from, in any form that ``explain_many`` takes; by
    default they are generated, and the series does not end. ``level`` is the level of the hardest
    step of their puzzles. The same ``seed`` gives the same exercises. For rare techniques, known
    positions are shuffled instead. Raises UnknownName for an unknown technique or level, and
    InputError if the level is too easy for the technique, or if no such puzzle is found.

    >>> exercise = next(practise("x-wing", seed=1))
    >>> exercise.title, exercise.check(eliminations=exercise.steps[0].eliminations).outcome
    ('X-Wing', 'right')
    """
    name = technique_name(technique)
    if level is not None:
        if level not in LEVELS:
            raise UnknownName(
                "unknown level {level}; choose one of {levels}",
                level=repr(level),
                levels=", ".join(LEVELS),
            )
        refuse_too_hard(name, level)
    if puzzles is None:
        return _generated(name, level, secrets.randbelow(2**32) if seed is None else seed)
    return _of_puzzles(name, puzzles, level, seed or 0)


def _of_puzzles(
    technique: str, puzzles: Several | Iterable[object], level: str | None, seed: int
) -> Iterator[Exercise]:
    number = 1
    for position in positions_of(puzzles):  # type: ignore[arg-type]
        if isinstance(position, InputError):
            raise position
        solution = only_solution(position)
        if solution is None:
            remark(
                worded(
                    "{source}: skipped, it does not lead to exactly one solution",
                    source=position.puzzle.source,
                )
            )
            continue
        chance = Random(f"{seed} {number}")
        names = _tried(technique, level) if level is not None else _all(technique)
        found = _in_walk(position, solution, technique, names, chance, number, level)
        if found is not None:
            number += 1
            yield found


def _generated(technique: str, level: str | None, seed: int) -> Iterator[Exercise]:
    """An endless series. Each generated puzzle is used for one exercise at most."""
    if technique in RULE_TABLE:
        problem = worded(
            "{technique} needs puzzles with rules; name a file of them with {puzzles}",
            technique=technique,
        )
        raise InputError(problem, Source("practise"))
    names = _tried(technique, level)
    made = GenerationRun(WISH, seed).puzzles(10**9)
    number = 1
    while True:
        exercise = None
        chance = Random(f"{seed} {number}")
        for each in islice(made, TRIES if level is None else MOST):
            position = Candidates.of(Puzzle(each.givens))
            exercise = _in_walk(position, each.solution, technique, names, chance, number, level)
            if exercise is not None:
                break
        if exercise is None and level is None:
            exercise = _known(technique, chance, number)
        if exercise is None:
            problem = worded(
                "no {level} puzzle among {most} needs {technique}; another seed may find one",
                level=level,
                most=MOST,
                technique=technique,
            )
            raise InputError(problem, Source("practise"))
        yield exercise
        number += 1


def _in_walk(
    position: Candidates,
    solution: Grid,
    technique: str,
    names: tuple[str, ...],
    chance: Random,
    number: int,
    level: str | None,
) -> Exercise | None:
    """An exercise from a puzzle of the level: one of the positions before such a step."""
    found, used, last = [], {technique}, position
    for before, step in walk(position, names, solution):
        if step.technique == technique:
            found.append(before)
        used.add(step.technique)
        last = step.apply(before)
    if not found or (level is not None and _level_of(used, last.is_solved) != level):
        return None
    return exercise_at(chance.choice(found), technique, solution, number)


def _tried(technique: str, level: str | None) -> tuple[str, ...]:
    """The techniques of a walk: up to the one to practise, or as far as the level needs."""
    order = _order_for(technique)
    if level is not None:
        names = select(LEVELS[-2] if level == LEVELS[-1] else level, order)
        return names if technique in names else (*names, technique)
    names = ORDERS[order]
    return names[: names.index(technique) + 1]


def _all(technique: str) -> tuple[str, ...]:
    """All techniques, with those for rules."""
    return with_rules(ORDERS[_order_for(technique)])


def _order_for(technique: str) -> str:
    return "se121" if technique in _DIRECT else "human"


def _level_of(used: set[str], is_solved: bool) -> str:
    if not is_solved:
        return LEVELS[-1]
    return max((ROWS[name].level for name in used), key=LEVELS.index)


def _known(technique: str, chance: Random, number: int) -> Exercise:
    """A known position of the technique in another guise."""
    position = shuffled(chance.choice(_known_positions(technique)), chance)
    solution = settle(position.puzzle).solution
    assert solution is not None
    found = exercise_at(position, technique, solution, number)
    assert found is not None
    return found


@cache
def _known_positions(technique: str) -> tuple[Candidates, ...]:
    """The examples in which the technique is the next step, or all if there are none."""
    every = tuple(example.position.candidates for example in all_examples()[technique])
    names = _tried(technique, None)
    fitting = []
    for position in every:
        step = next_step(position, names, settle(position.puzzle).solution)
        if step is not None and step.technique == technique:
            fitting.append(position)
    return tuple(fitting) or every
