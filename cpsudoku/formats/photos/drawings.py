"""Notices what is drawn in a grid besides its lines, digits and pencil marks.

A small network looks at each cell and what is around it, and says whether it sees a part of a
drawing: a cage, a line, a circle, a dot between cells, and so on. ``scripts/train_drawings.py``
makes its weights, drawings.npz.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cpsudoku.formats.photos.flat import BORDER, CELL
from cpsudoku.formats.photos.network import MOVES, log_probabilities, weights
from cpsudoku.formats.photos.raster import Floats

WEIGHTS = Path(__file__).with_name("drawings.npz")
AROUND = 8  # pixels around a cell that the network sees, too
PIXELS = (CELL + 2 * AROUND) // 2
# Logarithms of how much likelier a drawing is than none. Of 318 photos of plain puzzles, two have a
# cell with more than CERTAIN, and of 130 pictures with drawings two have none.
CERTAIN, CLEAN_CERTAIN = 5.1, 1.8  # of one cell, so that there is a drawing
LIKELY = 1.5  # of the other cells of a drawing
CLEAN, ROUGH = 0.02, 0.15  # how uneven the paper of a screenshot, and of a coarse photo, is
COARSE = 0.7  # what a coarse photo needs more


def drawn_cells(ink: Floats) -> list[int]:
    """The cells with a part of a drawing, numbered row by row. ink: that of a Flat."""
    likely = likelihoods(surroundings(ink))
    middles = ink[1:-1, 1:-1, BORDER:-BORDER, BORDER:-BORDER]
    low, high = np.quantile(middles, [0.25, 0.75], axis=(2, 3))
    uneven = float(np.median(high - low))
    certain = CLEAN_CERTAIN if uneven < CLEAN else CERTAIN + COARSE * (uneven > ROUGH)
    if likely.max() < certain:
        return []
    return [int(cell) for cell in np.flatnonzero(likely >= LIKELY)]


def likelihoods(cells: Floats) -> Floats:
    """How much likelier a drawing is than none: the mean of cells as they are, and a little moved.

    cells: float32[cells, PIXELS, PIXELS].
    """
    moved = (np.roll(cells, move, axis=(1, 2)) for move in ((0, 0), *MOVES))
    classes = np.mean([log_probabilities(each, weights(WEIGHTS)) for each in moved], axis=0)
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
