"""Finds the redundant givens of a puzzle: those that follow from the others.

A given is needed if the other givens have a solution with another digit in its cell. So each given
costs one search for one solution, with the cell blank and its digit forbidden there. That is
cheaper than counting two solutions without it, since the known one may be found first.
"""

from __future__ import annotations

import numpy as np

from cpsudoku.engines.lanes.kernel import FORBID, Flags, Grids, search

BLOCK = 1024  # puzzles at a time: up to 83,000 searches, 14 MB


def redundant(cells: Grids) -> Flags:
    """Whether each given follows from the others; False for a blank cell.

    cells: uint8[n, 81], digits 0..9, 0 is blank. Returns bool[n, 81]. If the puzzle has no
    solution, a given is redundant if the others with any other digit there have none either.
    """
    blocks = [redundant_in_block(cells[n : n + BLOCK]) for n in range(0, len(cells), BLOCK)]
    return np.concatenate([np.zeros((0, 81), np.bool_), *blocks])


def redundant_in_block(cells: Grids) -> Flags:
    puzzle, cell = np.nonzero(cells)
    without = cells[puzzle]
    without[np.arange(len(cell)), cell] += FORBID
    counts, _, _ = search(without, want=1)
    flags = np.zeros(cells.shape, np.bool_)
    flags[puzzle, cell] = counts == 0
    return flags


def minimal(cells: Grids) -> Flags:
    """Whether each puzzle has no redundant given: bool[n]."""
    return np.asarray(~redundant(cells).any(axis=1), np.bool_)
