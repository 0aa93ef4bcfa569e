"""Finds givens of a classic puzzle that contradict each other, with the bulk kernel.

The result is a set without redundant givens, or a smallest set.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cpsudoku.diagnosing.prove import OutOfTime, Prover, only
from cpsudoku.solving.questions import hitting_set, questions_of

SHRINKS, GROWS = 24, 12  # orders that are tried at once to shrink or grow a set
FEW = 2  # orders to shrink a set where each search takes a hundredth of a second


def conflict_set(prover: Prover) -> tuple[int, ...]:
    """A set of givens without a solution in which each given is needed.

    The puzzle must have no solution. The search starts with the givens that a first answer needs
    and removes them one by one, in several orders at once. Raises OutOfTime.
    """
    given = prover.parts
    first = questions_of(prover.puzzle).core(given, prover.deadline)
    if first is None:
        raise OutOfTime("the limit ran out")
    random = Random(0)  # the same puzzle, the same answer
    shrinks = SHRINKS if prover.is_fast else FEW
    orders = [list(first), *(random.sample(given, len(given)) for _ in range(shrinks - 1))]
    return min(_shrunk(prover, orders), key=lambda core: (len(core), core))


def _shrunk(prover: Prover, sets: list[list[int]]) -> list[tuple[int, ...]]:
    """Each set without the cells that it does not need. Cells are tried in the set's order."""
    cells = prover.puzzle.givens.cells
    kept = [list(each) for each in sets]
    for turn in range(max(map(len, sets))):
        trying = [n for n, each in enumerate(sets) if turn < len(each)]
        smaller = [[cell for cell in kept[n] if cell != sets[n][turn]] for n in trying]
        counts = prover.counts([only(cells, each) for each in smaller], want=1)
        for n, each, count in zip(trying, smaller, counts, strict=True):
            if not count:
                kept[n] = each
    return [tuple(sorted(each)) for each in kept]


def smallest_conflict(prover: Prover, known: tuple[int, ...]) -> tuple[tuple[int, ...], bool]:
    """A smallest set of conflicting givens, and whether that is proved.

    ``known`` is a conflicting set of any size. A set of givens conflicts if and only if it has a
    member in each set whose removal leaves a solution. The search chooses a smallest set that has a
    member in all such sets found so far. If that set has a solution, the solution gives more such
    sets. If not, it is the answer.
    """
    cells = prover.puzzle.givens.cells
    given = prover.parts
    random = Random(0)
    removals: set[frozenset[int]] = set()
    try:
        while True:
            chosen, proved = hitting_set(sorted(map(sorted, removals)), prover.deadline)
            if not proved or len(chosen) >= len(known):
                return known, proved
            if not prover.counts([only(cells, chosen)], want=1)[0]:
                return chosen, True
            orders = [random.sample(given, len(given)) for _ in range(GROWS)]
            removals |= {frozenset(given) - kept for kept in _grown(prover, chosen, orders)}
    except OutOfTime:
        return known, False


def _grown(prover: Prover, chosen: Sequence[int], orders: list[list[int]]) -> list[set[int]]:
    """For each order, a set of givens with a solution to which no other given can be added."""
    cells = prover.puzzle.givens.cells
    kept = [set(chosen) for _ in orders]
    for turn in range(len(orders[0])):
        trying = [n for n, order in enumerate(orders) if order[turn] not in kept[n]]
        if trying:
            larger = [only(cells, [*kept[n], orders[n][turn]]) for n in trying]
            for n, solution in zip(trying, prover.solutions(larger), strict=True):
                kept[n] |= _agreeing(cells, solution)
    return kept


def _agreeing(cells: bytes, solution: bytes | None) -> set[int]:
    """The cells of the givens that agree with a solution."""
    if solution is None:
        return set()
    return {cell for cell, digit in enumerate(cells) if digit and digit == solution[cell]}
