"""Every step that is available in a position, by technique."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.verdict import Limit
from cpsudoku.runtime.deadline import Deadline, DeadlineReached
from cpsudoku.solving import Solvable
from cpsudoku.teaching.explanation import ExplainedStep, explained, position_of
from cpsudoku.teaching.start import DEFAULT_ORDER, Start, start_of
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.walk import check_sound

MOST = 12  # steps of a technique
LOOKED_AT = 300  # steps of a technique; large fish have thousands that do the same
PATIENCE = 2.0  # seconds for a technique


@dataclass(frozen=True)
class Available:
    """The steps that are available in a position, those of a technique together.

    Two steps of a technique never do the same. ``incomplete`` are the techniques that may have more
    steps. ``note`` names the limit that ran out before all techniques were tried.
    """

    start: Start
    steps: tuple[ExplainedStep, ...]
    incomplete: tuple[str, ...] = ()
    note: str = ""


def available(
    puzzle: Solvable | Candidates,
    *,
    order: str = DEFAULT_ORDER,
    techniques: str | None = None,
    limit: float | None = None,
) -> Available:
    """Every step of every technique in a position, in the order of the techniques.

    It takes the same positions and keywords as ``explain`` and raises the same errors. There are
    no steps if something is wrong with the position. The search takes at most ``limit`` seconds.

    >>> found = available("1..4..1.2......3", techniques="easy")
    >>> [f"{step.title}: {step.effect}" for step in found.steps][6:8]
    ['Hidden Single: r2c4 = 2', 'Naked Single: r2c4 = 2']
    """
    position, deadline = position_of(puzzle, None), Deadline(Limit(limit).seconds)
    start = start_of(position, order, techniques, deadline)
    steps, incomplete = list[ExplainedStep](), list[str]()
    for name in start.techniques if start.can_be_explained else ():
        if deadline.is_over:
            return Available(start, tuple(steps), tuple(incomplete), deadline.note)
        found, is_complete = _steps_of(name, start, deadline)
        steps += [explained(position, step, len(steps) + at) for at, step in enumerate(found, 1)]
        if not is_complete:
            incomplete.append(name)
    return Available(start, tuple(steps), tuple(incomplete))


def _steps_of(name: str, start: Start, whole: Deadline) -> tuple[list[Step], bool]:
    """The first steps of a technique that differ in effect, and whether there are no others."""
    seconds = PATIENCE if whole.left is None else min(PATIENCE, whole.left)
    found: dict[object, Step] = {}
    tried = 0
    try:
        for step in Deadline(seconds).over(_found(name, start.candidates)):
            tried += 1
            for solution in start.verdict.solutions:
                check_sound(step, start.candidates, solution)
            taken = replace(step, before=start.candidates)
            found.setdefault((step.placements, step.eliminations), taken)
            if len(found) > MOST or tried == LOOKED_AT:
                break
        else:
            return [*found.values()], True
    except DeadlineReached:
        pass
    return [*islice(found.values(), MOST)], False


def _found(name: str, candidates: Candidates) -> Iterator[Step]:
    return TECHNIQUES[name].find(candidates)
