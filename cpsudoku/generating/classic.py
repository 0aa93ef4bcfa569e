"""Makes many classic 9x9 puzzles at once, by removing givens from full grids.

The bulk kernel tests one removal for each grid of a block at a time. The puzzle that is made from a
grid depends only on the grid's key, not on the other grids of the block.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpsudoku.core.board import Board
from cpsudoku.engines.lanes import FORBID, redundant, search
from cpsudoku.generating.draws import Keys, keys_of, numbers
from cpsudoku.generating.full import full_grids
from cpsudoku.generating.mix import FULL, ORDER, TARGET
from cpsudoku.generating.wish import Wish
from cpsudoku.runtime.errors import EngineError

Grids = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
HOUSES = np.array([house.cells for house in Board.of_size(9).houses])


def classic_block(wish: Wish, seed: int, first: int, count: int) -> tuple[Numbers, Grids, Grids]:
    """The candidates from first to first + count - 1 that fit the wish: numbers, puzzles, grids.

    The grid of each puzzle is proved to be its only solution.
    """
    if wish.solution is not None:
        full = np.tile(np.frombuffer(wish.solution.cells, np.uint8), (count, 1))
    else:
        full = full_grids(keys_of(seed, first, count, FULL))
    puzzles = reduced(
        full, wish, keys_of(seed, first, count, ORDER), _targets(wish, seed, first, count)
    )
    clues = np.count_nonzero(puzzles, axis=1)
    good = (clues >= wish.least) & (clues <= wish.most)
    if wish.minimal:
        good[good] &= ~redundant(puzzles[good], full[good]).any(axis=1)
    rows = np.flatnonzero(good)
    counts, solutions, _ = search(puzzles[rows], 2)
    proved = (counts == 1) & (solutions == full[rows]).all(axis=1)
    if not (proved & _solved(full[rows], puzzles[rows])).all():
        raise EngineError("a generated puzzle failed its proof", "-")
    return rows + first, puzzles[rows], full[rows]


def _solved(full: Grids, puzzles: Grids) -> Flags:
    """Whether each grid solves its puzzle. This check shares no code with the kernel."""
    digits = np.left_shift(1, full, dtype=np.uint16)
    whole = (digits[:, HOUSES].sum(axis=2) == 0b1111111110).all(axis=1)
    solved: Flags = whole & ((puzzles == 0) | (puzzles == full)).all(axis=1)
    return solved


def _targets(wish: Wish, seed: int, first: int, count: int) -> Numbers:
    """The number of clues at which each candidate stops; 0 to remove as many as possible."""
    if wish.clues is None or wish.minimal:
        return np.zeros(count, np.int64)
    drawn = numbers(keys_of(seed, first, count, TARGET), 0, 1)[:, 0] >> np.uint64(32)
    span = np.uint64(wish.most - wish.least + 1)
    targets: Numbers = (wish.least + (drawn * span >> np.uint64(32))).astype(np.int64)
    return targets


def reduced(full: Grids, wish: Wish, keys: Keys, targets: Numbers) -> Grids:
    """The grids without the orbits that can be removed, tried in random order.

    No grid gets fewer clues than its target.
    """
    puzzles = full.copy()
    cells, sizes = _table(wish.orbits)
    order = np.argsort(numbers(keys, 0, len(cells)), axis=1, kind="stable")
    left = np.full(len(full), 81, np.int64)
    for step in range(len(cells)):
        orbit = order[:, step]
        rows = np.flatnonzero(left - sizes[orbit] >= targets)
        gone = rows[_can_go(puzzles[rows], cells[orbit[rows]])]
        puzzles[gone[:, None], cells[orbit[gone]]] = 0
        left[gone] -= sizes[orbit[gone]]
    return puzzles


def _can_go(puzzles: Grids, cells: Numbers) -> Flags:
    """Whether each puzzle stays proper without the digits of its cells.

    One digit can be removed if no solution has another digit there, which takes one search.
    """
    rows = np.arange(len(puzzles))[:, None]
    if cells.shape[1] == 1:
        puzzles[rows, cells] += FORBID
        counts, _, _ = search(puzzles, 1)
        proper: Flags = counts == 0
    else:
        puzzles[rows, cells] = 0
        counts, _, _ = search(puzzles, 2)
        proper = counts == 1
    return proper


@lru_cache(maxsize=8)
def _table(orbits: tuple[tuple[int, ...], ...]) -> tuple[Numbers, Numbers]:
    """The cells of each orbit, padded with its first cell, and the number of its cells."""
    longest = max(map(len, orbits))
    cells = [orbit + orbit[:1] * (longest - len(orbit)) for orbit in orbits]
    return np.array(cells, np.int64), np.array([len(orbit) for orbit in orbits], np.int64)
