"""Classic puzzles with clues in exactly the cells of a pattern.

Few fillings of a pattern are proper. The search starts with the best of some random fillings. Each
step then changes the one digit whose change leaves the fewest solutions.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.core.grid import Grid
from cpsudoku.engines.lanes import search
from cpsudoku.generating.draws import keys_of
from cpsudoku.generating.full import full_grids
from cpsudoku.generating.mix import RandomStream, key_of

Grids = npt.NDArray[np.uint8]

STARTS = 256
MOST = 255  # solutions are counted up to this
PATIENCE = 6  # steps that leave as many solutions as before
_ITSELF, _NONE = 998, 999  # worse than any number of solutions


def fill_pattern(pattern: Grid, seed: int, candidate: int) -> Grids | None:
    """A proper puzzle, uint8[81], or None if this candidate does not lead to one."""
    cells = np.flatnonzero(np.frombuffer(pattern.cells, np.uint8))
    stream = RandomStream(key_of(seed, candidate))
    puzzle, count = _start(cells, key_of(seed, candidate))
    patience = PATIENCE
    while count > 1 and patience:
        others = _neighbours(puzzle, cells)
        counts = _counts(others, min(MOST, count + 1))
        counts[(others == puzzle).all(axis=1)] = _ITSELF
        best = int(counts.min())
        if best > count:
            return None
        patience = PATIENCE if best < count else patience - 1
        choice = np.flatnonzero(counts == best)
        puzzle, count = others[choice[stream.below(len(choice))]], best
    return puzzle if count == 1 else None


def _start(cells: npt.NDArray[np.int64], key: int) -> tuple[Grids, int]:
    """The filling with the fewest solutions among those that some random full grids give."""
    full = full_grids(keys_of(key, 0, STARTS, 0))
    starts = np.zeros_like(full)
    starts[:, cells] = full[:, cells]
    counts = _counts(starts, MOST)
    best = int(counts.argmin())
    return starts[best], int(counts[best])


def _neighbours(puzzle: Grids, cells: npt.NDArray[np.int64]) -> Grids:
    """All puzzles that differ in at most one of these cells."""
    others = np.repeat(puzzle[None], len(cells) * 9, axis=0)
    digits = np.tile(np.arange(1, 10, dtype=np.uint8), len(cells))
    others[np.arange(len(others)), np.repeat(cells, 9)] = digits
    return others


def _counts(puzzles: Grids, want: int) -> npt.NDArray[np.int64]:
    """The numbers of solutions up to ``want``. No solution counts as the worst number."""
    counts = search(puzzles, want)[0].astype(np.int64)
    counts[counts == 0] = _NONE
    return counts
