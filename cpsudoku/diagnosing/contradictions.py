"""Finds givens and rules that contradict each other, on any board.

The parts of a puzzle are numbers: a given has the number of its cell, and the rules follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import monotonic

from cpsudoku.diagnosing.prove import OutOfTime, Prover
from cpsudoku.runtime.errors import EngineError
from cpsudoku.solving.questions import PartQuestions, hitting_set, questions_of

CORE, QUESTION = 0.3, 0.15  # shares of the time left: for the first set, for each question after it
FULLEST = 0.5  # seconds to find a filling in which as many parts as possible hold


@dataclass(frozen=True)
class Contradiction:
    """Parts that contradict each other.

    ``irreducible``: each part is needed for that. ``smallest``: no smaller set is contradictory.
    """

    parts: tuple[int, ...]
    irreducible: bool = False
    smallest: bool = False


def contradiction(prover: Prover, known: Sequence[int] = ()) -> Contradiction:
    """Parts of a puzzle without a solution, each needed unless the time ran out.

    ``known`` are parts that certainly contradict each other, if some are known.
    """
    model = questions_of(prover.puzzle)
    core = tuple(known) or model.core(prover.parts, prover.within(CORE))
    if core == ():
        return Contradiction((), irreducible=True, smallest=True)
    found = _irreducible(prover, model, core or prover.parts)
    try:
        if prover.filling(found.parts, prover.deadline) is not None:
            line = prover.puzzle.givens.line
            raise EngineError("parts that contradict each other have a solution", line)
    except OutOfTime:
        return Contradiction(tuple(prover.parts))
    return found


def _irreducible(prover: Prover, model: PartQuestions, core: Iterable[int]) -> Contradiction:
    """The parts without those that are not needed. They are tried in this order."""
    kept, is_sure = tuple(core), True
    for part in kept:
        if part not in kept:
            continue
        rest = tuple(other for other in kept if other != part)
        try:
            if prover.filling(rest, prover.within(QUESTION)) is None:
                kept = model.core(rest, prover.within(QUESTION)) or rest
        except OutOfTime:
            is_sure = False
    return Contradiction(tuple(sorted(kept)), is_sure)


def smallest(prover: Prover, known: Contradiction) -> Contradiction:
    """A smallest set of parts that contradict each other, if the time suffices.

    A set of parts is contradictory if and only if it has a member in each set whose removal leaves
    a solution. The search chooses a smallest set that has a member in all such sets found so far.
    If that set has a solution, the solution gives one more such set. If not, it is the answer.
    """
    model = questions_of(prover.puzzle)
    removals: set[frozenset[int]] = set()
    try:
        while True:
            chosen, proved = hitting_set(sorted(map(sorted, removals)), prover.deadline)
            if not proved:
                return known
            if len(chosen) >= len(known.parts):
                return Contradiction(known.parts, irreducible=True, smallest=True)
            more = _removals(prover, model, chosen)
            if not more:
                return Contradiction(chosen, irreducible=True, smallest=True)
            removals |= more
    except OutOfTime:
        return known


def _removals(prover: Prover, model: PartQuestions, chosen: Iterable[int]) -> set[frozenset[int]]:
    """Sets of parts, without common members, whose removal leaves a solution with the chosen parts.

    There is none if the chosen parts contradict each other. After the first, each is found by
    choosing the parts of those before it too.
    """
    removals: set[frozenset[int]] = set()
    every, forced = frozenset(prover.parts), set(chosen)
    while monotonic() < prover.deadline:
        filling = model.fullest(forced, min(prover.deadline, monotonic() + FULLEST))
        if filling is None and not removals:
            filling = prover.filling(forced, prover.deadline)
        if filling is None:
            return removals
        removal = every - prover.agreeing(filling)
        removals.add(removal)
        forced |= removal
    prover.refuse_late()
    return removals
