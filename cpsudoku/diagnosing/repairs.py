"""Finds the typing mistakes that explain what is wrong, most likely first, each proved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product

from cpsudoku.core.grid import Grid
from cpsudoku.diagnosing.base import Edit, Repair
from cpsudoku.diagnosing.prove import Prover, givens_without
from cpsudoku.diagnosing.typos import (
    Typo,
    applied,
    changes,
    clue_unlikelihood,
    doubled,
    shifts,
    swaps,
    unlikelihood,
)


def find_repairs(prover: Prover, touched: set[int], edits: int = 1) -> list[Repair]:
    """Every typing mistake in the givens whose correction makes the puzzle proper.

    ``touched`` are the givens of which one is mistaken. ``edits`` is 1, or 2 to also try pairs of
    changes. Raises OutOfTime.
    """
    cells, board = prover.puzzle.givens.cells, prover.puzzle.board
    typos = list(changes(cells, board, touched & _culprits(prover, cells, touched)))
    typos += swaps(cells, board, touched)
    typos += shifts(cells, board, touched)
    repairs = [*_doubled(prover), *_proper(prover, typos)]
    if edits == 2:
        repairs += _proper(prover, _pairs(prover, touched))
    return repairs


def sorted_repairs(repairs: Iterable[Repair]) -> list[Repair]:
    """The repairs, most likely first."""
    return sorted(repairs, key=_unlikelihood)


def _unlikelihood(repair: Repair) -> tuple[int, ...]:
    if repair.clue is None:
        return unlikelihood(repair.kind, repair.edits)
    return clue_unlikelihood(repair.clue, repair.proper, repair.removable)


def _given(cells: bytes) -> set[int]:
    return {cell for cell, digit in enumerate(cells) if digit}


def _culprits(prover: Prover, cells: bytes, touched: Iterable[int]) -> set[int]:
    """The cells that leave a solution when blank. Only a change of these can be the correction."""
    order = sorted(touched)
    counts = prover.counts([givens_without(cells, [cell]) for cell in order], want=1)
    return {cell for cell, count in zip(order, counts, strict=True) if count}


def _pairs(prover: Prover, touched: set[int]) -> list[Typo]:
    """Changes of two givens, one of them in the conflict, that may leave a solution."""
    cells, size = prover.puzzle.givens.cells, prover.puzzle.board.size
    pairs = [pair for pair in combinations(sorted(_given(cells)), 2) if touched & set(pair)]
    counts = prover.counts([givens_without(cells, pair) for pair in pairs], want=1)
    return [
        ("pair", (Edit(one, cells[one], first), Edit(two, cells[two], second)), "")
        for (one, two), count in zip(pairs, counts, strict=True)
        if count
        for first, second in product(range(1, size + 1), repeat=2)
        if first != cells[one] and second != cells[two]
    ]


def _proper(prover: Prover, typos: Sequence[Typo]) -> list[Repair]:
    """The corrections that leave exactly one solution, without repetition."""
    cells, board = prover.puzzle.givens.cells, prover.puzzle.board
    by_cells = {applied(cells, edits): (kind, edits, line) for kind, edits, line in reversed(typos)}
    counts = prover.counts(list(by_cells)) if by_cells else []
    proper = [mended for mended, count in zip(by_cells, counts, strict=True) if count == 1]
    return [
        Repair(kind, edits, Grid(mended, board), line, removable)
        for mended, removable in zip(proper, _removable(prover, by_cells, proper), strict=True)
        for kind, edits, line in [by_cells[mended]]
    ]


def _removable(prover: Prover, by_cells: dict[bytes, Typo], proper: Sequence[bytes]) -> list[bool]:
    """For each correction, whether the puzzle is also proper without the changed givens."""
    if not proper:
        return []
    gone = [[edit.cell for edit in by_cells[mended][1] if edit.after] for mended in proper]
    counts = prover.counts([givens_without(m, g) for m, g in zip(proper, gone, strict=True)])
    return [
        count == 1 and by_cells[mended][0] in ("change", "pair")
        for mended, count in zip(proper, counts, strict=True)
    ]


def _doubled(prover: Prover) -> list[Repair]:
    """Rows and columns that were entered twice and leave a solution when blank."""
    cells, board = prover.puzzle.givens.cells, prover.puzzle.board
    typos = list(doubled(cells, board))
    fillings = [applied(cells, edits) for _, edits, _ in typos]
    counts = prover.counts(fillings) if fillings else []
    return [
        Repair(kind, edits, Grid(mended, board), line, proper=count == 1)
        for (kind, edits, line), mended, count in zip(typos, fillings, counts, strict=True)
        if count
    ]
