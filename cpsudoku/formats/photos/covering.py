"""Notices what lies over a grid, such as a finger or another sheet: it hides lines and paper."""

from __future__ import annotations

from math import log

import numpy as np
import numpy.typing as npt

from cpsudoku.core.sight import Sight
from cpsudoku.formats.photos.flat import CELL, Flat
from cpsudoku.formats.photos.raster import Floats

GONE, SIDES = 0.35, 3  # the share of a side that is seen, at most, and how many sides are hidden
READ = log(0.99)  # a cell with a digit that is so certain has faint lines, as on a dark screen
HIDDEN = 0.8  # the share of a piece of the border that is seen, at most
BLOCKS = 4  # of each side of a cell, whose paper is compared
LIGHT = 0.8  # the share of a block that is darker than its paper, at most
DARKEST = 0.03  # of the brightness: what is darker is alike
ROUNDS = 8  # of the search for the light on the paper, which give less weight to other blocks
DARKER, COLOURED = 0.12, 0.06  # how much other things differ from paper, as a logarithm, at least
NOISY = 4  # and how many times as much as most of the paper
# No cell of 240 photos without a finger has three hidden sides, or lies so much under something at
# a hidden piece of the border. All of 33 drawn fingers over half a cell leave something in doubt.
TOUCHED, COVERED = 0.3, 0.25  # the share of a cell at the border, and of another one


def covered_cells(flat: Flat, support: Floats, sight: Sight) -> list[int]:
    """The cells over which something lies, numbered row by row.

    It hides a digit and most of the lines around a cell, or it reaches in from outside, hides a
    part of the border, and is not of the colour of the paper. support: that of the mesh.
    """
    across, along = support
    sides = np.stack([across[:-1], across[1:], along[:-1].T, along[1:].T])
    is_read = np.array([max(row[1:]) >= READ for row in sight.chances]).reshape(across[1:].shape)
    alone = ((sides < GONE).sum(axis=0) >= SIDES) & ~is_read
    return [int(cell) for cell in np.flatnonzero(alone | _reached(flat, across, along))]


def _reached(flat: Flat, across: Floats, along: Floats) -> npt.NDArray[np.bool_]:
    """The cells into which something of another colour than paper reaches from outside."""
    hidden = np.zeros((flat.size, flat.size), dtype=bool)
    hidden[[0, -1]] |= across[[0, -1]] < HIDDEN
    hidden[:, [0, -1]] |= along[[0, -1]].T < HIDDEN
    if not hidden.any():
        return hidden
    share = _foreign(flat).reshape(flat.size, BLOCKS, flat.size, BLOCKS).mean(axis=(1, 3))
    found = hidden & (share >= TOUCHED)
    for _ in range(flat.size):
        wide = np.pad(found, 1)
        beside = wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:]
        found |= beside & (share >= COVERED)
    return np.asarray(found)


def _foreign(flat: Flat) -> npt.NDArray[np.bool_]:
    """The blocks of the grid that are not as light as the paper around them, or not of its colour.

    bool[BLOCKS * size, BLOCKS * size].
    """
    paper = _paper(flat)
    count = len(paper)
    x, y = np.meshgrid(*[np.linspace(-1, 1, count)] * 2)
    powers = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1).reshape(-1, 6)
    seen, weights = paper.reshape(-1, 3), np.ones(count**2)
    for _ in range(ROUNDS):
        light = powers @ np.linalg.lstsq(powers * weights[:, None], seen * weights[:, None])[0]
        away = seen - light
        far = np.linalg.norm(away, axis=1)
        typical = float(np.median(far)) + 0.001
        weights = 1 / (1 + (far / typical / 2) ** 2)
    darker = away.mean(axis=1)
    colour = np.linalg.norm(away - darker[:, None], axis=1)
    is_foreign = np.abs(darker) > max(DARKER, NOISY * typical)
    is_foreign |= colour > max(COLOURED, NOISY * typical)
    return np.asarray(is_foreign.reshape(count, count))


def _paper(flat: Flat) -> Floats:
    """The logarithm of the lightest in each block: float32[BLOCKS * size, BLOCKS * size, 3]."""
    count, side = flat.size * BLOCKS, CELL // BLOCKS
    parts = flat.light[1:-1, 1:-1].reshape(flat.size, flat.size, BLOCKS, side, BLOCKS, side, 3)
    blocks = parts.transpose(0, 2, 1, 4, 3, 5, 6).reshape(count, count, side * side, 3)
    return np.log(np.maximum(np.quantile(blocks, LIGHT, axis=2), DARKEST)).astype(np.float32)
