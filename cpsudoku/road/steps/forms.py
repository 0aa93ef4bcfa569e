"""Minlex forms of small boards: the smallest of all their images, which are tried one by one.

The symmetries are those of ``engines.lanes.canonical``: relabelling, permuting rows in a band,
bands, columns in a stack and stacks, and transposing if the boxes are square. That makes 128
arrangements of a 4x4 and 3,456 of a 6x6 (3 ms). An 8x8 has 442,368 and gets no form.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.road.kernels.fields import Bytes
from cpsudoku.runtime.words import worded

LARGEST = 6
WITHOUT_FORM = worded("sizes other than 4, 6 and 9, puzzles with extra rules and clashing givens")


def form_of(puzzle: Puzzle) -> Grid | None:
    """The minlex form of a 4x4 or 6x6 puzzle; None for others, and if givens clash."""
    board = puzzle.board
    if board.size > LARGEST or board.box_shape is None:
        return None
    if not puzzle.is_plain or puzzle.conflicts:
        return None
    images = _relabelled(np.frombuffer(puzzle.givens.cells, np.uint8)[_arrangements(board)])
    return Grid(min(map(bytes, images)), board)


@cache
def _arrangements(board: Board) -> npt.NDArray[np.intp]:
    """For each arrangement of the board, the cell at each place: intp[n, size * size]."""
    rows, columns = board.box_shape or (board.size, 1)
    by_rows = _orders(board.size, rows)
    by_columns = _orders(board.size, columns)
    cells = by_rows[:, None, :, None] * board.size + by_columns[None, :, None, :]
    if rows == columns:
        cells = np.concatenate([cells, cells.swapaxes(2, 3)])
    return cells.reshape(-1, board.size**2)


def _orders(size: int, together: int) -> npt.NDArray[np.intp]:
    """The orders of the lines that keep so many neighbours together: bands, and lines in them."""
    bands = [range(first, first + together) for first in range(0, size, together)]
    orders = [
        [line for band in chosen for line in band]
        for order in permutations(bands)
        for chosen in product(*map(permutations, order))
    ]
    return np.array(orders, np.intp)


def _relabelled(images: Bytes) -> Bytes:
    """The grids with their digits numbered in the order in which they occur."""
    size, never = int(images.max()), images.shape[1]
    firsts = np.full((len(images), size), never)
    for digit in range(1, size + 1):
        is_there = images == digit
        firsts[:, digit - 1] = np.where(is_there.any(axis=1), is_there.argmax(axis=1), never)
    labels = np.zeros((len(images), size + 1), np.uint8)
    labels[:, 1:] = firsts.argsort(axis=1).argsort(axis=1) + 1
    return np.take_along_axis(labels, images.astype(np.intp), axis=1)
