"""Notices what is drawn in a grid besides its lines, digits and pencil marks.

A small network looks at each cell and what is around it, and says whether it sees a part of a
drawing: a cage, a line, a circle, a dot between cells, and so on. ``scripts/train_drawings.py``
makes its weights: drawings.npz, which know the stains and folds of paper, and clean.npz for
screenshots, which notice thinner lines.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cpsudoku.formats.photos.flat import BORDER, CELL
from cpsudoku.formats.photos.network import MOVES, log_probabilities, weights
from cpsudoku.formats.photos.raster import Floats

WEIGHTS = Path(__file__).with_name("drawings.npz")
CLEAN_WEIGHTS = Path(__file__).with_name("clean.npz")
AROUND = 8  # pixels around a cell that the network sees, too
PIXELS = (CELL + 2 * AROUND) // 2
# Logarithms of how much likelier a drawing is than none. None of 320 photos of plain puzzles has a
# cell with more than CERTAIN, not even the 76 of puzzles that the network had not seen.
CERTAIN, CLEAN_CERTAIN = 4.7, 1.8  # of one cell, so that there is a drawing
LARGE, LARGE_CERTAIN = 9, 6.0  # larger grids have numbers, which look a little like drawings
LIKELY = 1.5  # of the other cells of a drawing
CLEAN = 0.02  # how uneven the paper of a screenshot is


def drawn_cells(ink: Floats) -> list[int]:
    """The cells with a part of a drawing, numbered row by row. ink: that of a Flat."""
    cells = surroundings(ink)
    middles = ink[1:-1, 1:-1, BORDER:-BORDER, BORDER:-BORDER]
    low, high = np.quantile(middles, [0.25, 0.75], axis=(2, 3))
    if np.median(high - low) < CLEAN:
        likely, certain = _likelihoods(cells, CLEAN_WEIGHTS), CLEAN_CERTAIN
    else:
        moved = [_likelihoods(np.roll(cells, move, (1, 2)), WEIGHTS) for move in ((0, 0), *MOVES)]
        likely = np.mean(moved, axis=0)
        certain = CERTAIN if len(ink) - 2 <= LARGE else LARGE_CERTAIN
    if likely.max() < certain:
        return []
    return [int(cell) for cell in np.flatnonzero(likely >= LIKELY)]


def _likelihoods(cells: Floats, file: Path) -> Floats:
    """How much likelier a drawing is than none in each cell, with the weights in a file."""
    classes = log_probabilities(cells, weights(file))
    return np.asarray(classes[:, 1] - classes[:, 0])


def surroundings(ink: Floats) -> Floats:
    """What the network sees of each cell of a grid: float32[cells, PIXELS, PIXELS].

    ink: that of a Flat.
    """
    size = len(ink) - 2
    plane = ink.transpose(0, 2, 1, 3).reshape(len(ink) * CELL, len(ink) * CELL)
    starts = CELL * np.arange(1, size + 1) - AROUND
    places = starts[:, None] + np.arange(2 * PIXELS)
    cells = plane[places[:, None, :, None], places[None, :, None, :]]
    halved = cells.reshape(size * size, PIXELS, 2, PIXELS, 2).mean(axis=(2, 4))
    return np.asarray(halved, dtype=np.float32)
