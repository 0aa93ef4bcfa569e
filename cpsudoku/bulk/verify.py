"""Tests rows of cells for solutions and clashes; shares nothing with any engine."""

from __future__ import annotations

from math import isqrt
from typing import cast

import numpy as np
import numpy.typing as npt

from cpsudoku.bulk.text import Bytes, compiled
from cpsudoku.core.board import Board
from cpsudoku.core.symmetry import MOVES, image

Bools = npt.NDArray[np.bool_]

HOUSES = np.array([house.cells for house in Board.of_size(9).houses], np.uint8)
_ALL_DIGITS = 0x3FE


@compiled
def _solves(solutions: Bytes, cells: Bytes, houses: Bytes, result: Bools) -> None:
    for row in range(len(cells)):
        good = True
        for cell in range(81):
            given = cells[row, cell]
            good &= given == 0 or given == solutions[row, cell]
        for house in range(27):
            seen = 0
            for place in range(9):
                seen |= 1 << solutions[row, houses[house, place]]
            good &= seen == _ALL_DIGITS
        result[row] = good


@compiled
def _clashes(cells: Bytes, houses: Bytes, result: Bools) -> None:
    for row in range(len(cells)):
        clash = False
        for house in range(27):
            seen = 0
            for place in range(9):
                digit = 1 << cells[row, houses[house, place]] & ~1  # a blank sets no bit
                clash |= seen & digit != 0
                seen |= digit
        result[row] = clash


def solves(solutions: Bytes, cells: Bytes) -> Bools:
    """Which grids solve their puzzles: givens kept, and every digit in every house.

    uint8[n, 81] both. numpy's reductions: 3 µs a row; compiled: 0.1 µs.
    """
    result = np.empty(len(cells), np.bool_)
    _solves(solutions, cells, HOUSES, result)
    return result


def clashes(cells: Bytes) -> Bools:
    """Which puzzles have the same given twice in a house. cells: uint8[n, 81]."""
    result = np.empty(len(cells), np.bool_)
    _clashes(cells, HOUSES, result)
    return result


def symmetric(cells: Bytes) -> Bools:
    """Which patterns of givens stay the same when rotated or reflected.

    cells: uint8[n, size * size].
    """
    filled, size = cells != 0, isqrt(cells.shape[1])
    same = [(filled[:, image(move, size)] == filled).all(axis=1) for move in MOVES]
    return cast(Bools, np.logical_or.reduce(same))
