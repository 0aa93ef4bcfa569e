"""Finds the fewest clues that leave one of several solutions, and what each single clue leaves.

Clues single out a solution if and only if, for every other solution, one of their cells is a cell
in which the two differ. The search chooses a smallest set of cells that does this for all solutions
known so far. If another solution remains, it becomes known and the search continues. If not, the
set is the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from itertools import combinations

from cpsudoku.core.grid import Grid
from cpsudoku.diagnosing.base import Edit, Extra, SingleClue
from cpsudoku.diagnosing.prove import OutOfTime, Prover
from cpsudoku.solving.questions import hitting_set

Varying = Sequence[tuple[int, tuple[int, ...]]]
"""Cells, each with the digits that it has in some solution."""
MOST = 3  # clues; if all solutions are known, every choice of so many is tried in two seconds


def extra_clues(prover: Prover, solutions: Sequence[Grid], exhausted: bool) -> Extra:
    """Few clues that make the puzzle proper; the fewest if the time suffices for a proof.

    ``solutions`` are two or more. The clues lead to the first of them. If these are all solutions,
    the clues may lead to another one that needs fewer. Raises OutOfTime if no clues were found.
    """
    cells, fewest = _for_one(prover, solutions)
    proved = "any" if len(cells) == 1 else "this" if fewest else ""
    if exhausted:
        with suppress(OutOfTime):
            other = _fewest_for_any(solutions, min(MOST, len(cells) - 1), prover)
            if other is not None:
                return _extra(prover, *other, "any")
            if len(cells) - 1 <= MOST:
                proved = "any"
    return _extra(prover, solutions[0], cells, proved)


def single_clues(
    prover: Prover, solutions: Sequence[Grid], exhausted: bool, varying: Varying
) -> tuple[SingleClue, ...]:
    """Each possible clue with the number of solutions that it leaves, fewest first.

    ``solutions`` are all solutions if ``exhausted``. If not, a search counts up to 2 solutions for
    each clue. Raises OutOfTime.
    """
    clues = [Edit(cell, 0, digit) for cell, digits in varying for digit in digits]
    if exhausted:
        counts = [sum(grid[each.cell] == each.after for grid in solutions) for each in clues]
    else:
        counts = prover.counts([_filled(prover, [(each.cell, each.after)]) for each in clues])
    found = [
        SingleClue(clue, count, exhausted or count == 1)
        for clue, count in zip(clues, counts, strict=True)
        if count
    ]
    return tuple(sorted(found, key=lambda each: (each.solutions, each.edit.cell, each.edit.after)))


def one_clue(prover: Prover, clue: Edit) -> Extra:
    """The clue that makes the puzzle proper without other clues, as an ``Extra``."""
    cells = _filled(prover, [(clue.cell, clue.after)])
    return Extra((clue,), Grid(cells, prover.puzzle.board), "any")


def _fewest_for_any(
    solutions: Sequence[Grid], most: int, prover: Prover
) -> tuple[Grid, tuple[int, ...]] | None:
    """The fewest cells whose digits distinguish one of the solutions from all others."""
    holders: dict[int, tuple[int, int]] = {}  # solutions, one bit each, by cell and digit
    for cell in range(len(solutions[0].cells)):
        by_digit: dict[int, int] = {}
        for number, solution in enumerate(solutions):
            by_digit[solution[cell]] = by_digit.get(solution[cell], 0) | 1 << number
        if len(by_digit) > 1:
            for digit, held in by_digit.items():
                holders.setdefault(held, (cell, digit))
    for count in range(1, most + 1):
        for first, *others in combinations(holders, count):
            held = first
            for other in others:
                held &= other
            if held and not held & held - 1:
                chosen = sorted(holders[each][0] for each in (first, *others))
                return solutions[held.bit_length() - 1], tuple(chosen)
        prover.refuse_late()
    return None


def _for_one(prover: Prover, solutions: Sequence[Grid]) -> tuple[tuple[int, ...], bool]:
    """The cells of few clues that leave the first solution, and whether they are the fewest."""
    target = solutions[0]
    sets = {target.differing(other) for other in solutions[1:]}
    full: tuple[int, ...] = ()
    try:
        full = _shrunk(prover, target, sets)
        while True:
            cells, smallest = hitting_set(sorted(sets), prover.deadline)
            if not smallest or len(cells) >= len(full):
                return full, smallest
            others = _others(prover, target, cells)
            if not others:
                return cells, True
            sets |= others
    except OutOfTime:
        if not full:
            raise
        return full, False


def _others(prover: Prover, target: Grid, clues: Sequence[int]) -> set[tuple[int, ...]]:
    """The cells in which other solutions with these clues differ from the target.

    The bulk engine finds one such solution for each cell that can differ.
    """
    cells = _with(prover, target, clues)
    if prover.in_bulk:
        return {target.differing(other) for other in prover.others(cells, target)}
    other = prover.other(cells, target)
    return set() if other is None else {target.differing(other)}


def _shrunk(prover: Prover, target: Grid, sets: set[tuple[int, ...]]) -> tuple[int, ...]:
    """The cells of clues that are all needed: clues are added greedily, then tested one by one.

    The cells in which other solutions differ are added to ``sets``. If the time runs out during the
    tests, some clue may not be needed.
    """
    chosen: list[int] = []
    while left := _left(sets, chosen) or _others(prover, target, chosen):
        sets |= left
        chosen.append(_commonest(left))
    with suppress(OutOfTime):
        for cell in list(chosen):
            fewer = [other for other in chosen if other != cell]
            if prover.counts([_with(prover, target, fewer)])[0] == 1:
                chosen = fewer
    return tuple(sorted(chosen))


def _left(sets: Iterable[tuple[int, ...]], chosen: Collection[int]) -> set[tuple[int, ...]]:
    """The sets without any of the chosen cells: known solutions that the clues do not exclude."""
    return {each for each in sets if not any(cell in each for cell in chosen)}


def _commonest(sets: set[tuple[int, ...]]) -> int:
    """The cell that occurs in most of the sets."""
    tally: dict[int, int] = {}
    for each in sets:
        for cell in each:
            tally[cell] = tally.get(cell, 0) + 1
    return min(tally, key=lambda cell: (-tally[cell], cell))


def _with(prover: Prover, target: Grid, clues: Sequence[int]) -> bytes:
    return _filled(prover, [(cell, target[cell]) for cell in clues])


def _filled(prover: Prover, clues: Iterable[tuple[int, int]]) -> bytes:
    """The givens, with digits in some more cells."""
    cells = bytearray(prover.puzzle.givens.cells)
    for cell, digit in clues:
        cells[cell] = digit
    return bytes(cells)


def _extra(prover: Prover, target: Grid, cells: Sequence[int], proved: str) -> Extra:
    clues = tuple(Edit(cell, 0, target[cell]) for cell in cells)
    return Extra(clues, Grid(_with(prover, target, cells), target.board), proved)
