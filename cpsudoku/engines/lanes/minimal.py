"""Finds the redundant givens of a puzzle: those that follow from the others.

A given is needed if the other givens have a solution with another digit in its cell. So each given
costs one search for one solution, with the cell blank and its digit forbidden there. That is
cheaper than counting two solutions without it, since the known one may be found first. Most givens
need no search at all (witnesses.py). If a puzzle has few givens, there is often another solution
that differs from the known one only in the band and the stack of the given, so these are searched
first: with 17 givens, that is enough for five of six.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from cpsudoku.engines.lanes.memory import Flags, Grids
from cpsudoku.engines.lanes.searching import FORBID, search
from cpsudoku.runtime.compiled.declaring import alone_in

Places = npt.NDArray[np.intp]

BLOCK = 2048  # puzzles at a time: up to 166,000 searches, 28 MB
FEW = 25  # givens; with 35, a search of band and stack rarely finds a solution
BAND, STACK = np.arange(81) // 27, np.arange(81) % 9 // 3
# OUTSIDE[cell]: all bits in the cells outside its band and its stack
OUTSIDE = np.where((BAND[:, None] == BAND) | (STACK[:, None] == STACK), 0, 0xFF).astype(np.uint8)

_HERE = Path(__file__).parent
_set_needed = alone_in(
    "cpsudoku.engines.lanes.witnesses",
    "run",
    *(str(_HERE / f"{name}.py") for name in ("witnesses", "vectors")),
)


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


def compile_witnesses() -> None:
    """Call the compiled function once."""
    needed(np.zeros((1, 81), np.uint8), np.zeros((1, 81), np.uint8))


def needed(cells: Grids, solutions: Grids) -> Flags:
    """Whether an exchange shows that each given is needed; False for a blank cell.

    cells, solutions: uint8[n, 81]. If a solution is zeros, nothing is known about its puzzle.
    """
    flags = np.zeros(cells.shape, np.bool_)
    grids = (np.require(each, np.uint8, ["C", "W"]) for each in (cells, solutions))
    _set_needed(*grids, flags, np.zeros(5 * 10 * 9, np.int64), np.zeros(10, np.int64))
    return flags


def redundant_in_block(cells: Grids, solutions: Grids) -> Flags:
    flags: Flags = (cells != 0) & ~needed(cells, solutions)
    few = (np.count_nonzero(cells, axis=1) <= FEW) & (solutions[:, 0] > 0)
    puzzle, cell = np.nonzero(flags & few[:, None])
    nearby = solutions.take(puzzle, 0) & OUTSIDE.take(cell, 0)
    nearby |= cells.take(puzzle, 0)  # 8 ns per search; with np.where: 61
    flags[puzzle, cell] = ~has_another(nearby, cells[puzzle, cell], cell)
    puzzle, cell = np.nonzero(flags)
    flags[puzzle, cell] = ~has_another(cells.take(puzzle, 0), cells[puzzle, cell], cell)
    return flags


def has_another(grids: Grids, digits: Grids, cell: Places) -> Flags:
    """Whether each grid has a solution in which the cell does not have the digit."""
    grids[np.arange(len(cell)), cell] = digits + FORBID
    return np.asarray(search(grids, want=1)[0] > 0, np.bool_)


def minimal(cells: Grids) -> Flags:
    """Whether each puzzle has no redundant given: bool[n]."""
    return np.asarray(~redundant(cells).any(axis=1), np.bool_)
