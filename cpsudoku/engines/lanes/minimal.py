"""Finds the redundant givens of a puzzle: those that follow from the others.

A given is needed if the other givens have a solution with another digit in its cell. So each given
costs one search for one solution, with the cell blank and its digit forbidden there. That is
cheaper than counting two solutions without it, since the known one may be found first. Most givens
need no search at all (witnesses.py).
"""

from __future__ import annotations

import numpy as np

from cpsudoku.engines.lanes.kernel import FORBID, Flags, Grids, search
from cpsudoku.engines.lanes.witnesses import needed

BLOCK = 1024  # puzzles at a time: up to 83,000 searches, 14 MB


def redundant(cells: Grids, solutions: Grids | None = None) -> Flags:
    """Whether each given follows from the others; False for a blank cell.

    cells: uint8[n, 81], digits 0..9, 0 is blank. solutions: one of each puzzle, or zeros. Returns
    bool[n, 81]. If the puzzle has no solution, a given is redundant if the others with any other
    digit there have none either.
    """
    flags = np.zeros(cells.shape, np.bool_)
    for n in range(0, len(cells), BLOCK):
        block = cells[n : n + BLOCK]
        known = search(block, want=1)[1] if solutions is None else solutions[n : n + BLOCK]
        flags[n : n + BLOCK] = redundant_in_block(block, known)
    return flags


def redundant_in_block(cells: Grids, solutions: Grids) -> Flags:
    puzzle, cell = np.nonzero((cells != 0) & ~needed(cells, solutions))
    without = cells[puzzle]
    without[np.arange(len(cell)), cell] += FORBID
    counts, _, _ = search(without, want=1)
    flags = np.zeros(cells.shape, np.bool_)
    flags[puzzle, cell] = counts == 0
    return flags


def minimal(cells: Grids) -> Flags:
    """Whether each puzzle has no redundant given: bool[n]."""
    return np.asarray(~redundant(cells).any(axis=1), np.bool_)
