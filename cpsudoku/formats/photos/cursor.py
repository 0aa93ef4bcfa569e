"""Finds the cell that a program marks with a frame, as the page does with its cursor."""

from __future__ import annotations

import numpy as np

from cpsudoku.formats.photos.borders import weights_of
from cpsudoku.formats.photos.raster import Floats

HEAVY = 1.7  # the frame has so many times the ink of a thin line


def cursor_in(ink: Floats, box: tuple[int, int] | None) -> int | None:
    """The only cell whose sides within its box are thick, while all others are thin.

    ink: that of a Flat. A cell is a number, row by row.
    """
    if box is None:
        return None
    cells = ink[1:-1, 1:-1]
    size = len(cells)
    weights = np.stack([weights_of(cells), weights_of(cells.transpose(1, 0, 3, 2))])
    thin = np.ones_like(weights, dtype=bool)
    thin[0, box[0] - 1 :: box[0]] = False
    thin[1, box[1] - 1 :: box[1]] = False
    heavy = thin & (weights > HEAVY * np.median(weights[thin]))
    if not 1 < heavy.sum() <= 4:
        return None
    for cell in range(size * size):
        row, column = divmod(cell, size)
        sides = np.zeros_like(thin)
        sides[0, max(row - 1, 0) : row + 1, column] = True
        sides[1, max(column - 1, 0) : column + 1, row] = True
        if np.array_equal(sides & thin, heavy):
            return cell
    return None
