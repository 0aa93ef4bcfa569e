"""Tells print from handwriting by what the digits of one grid have in common.

The network looks at each cell alone. But the printed digits of a grid have one height, stand at one
height in their cells, and those with the same value look alike. What is written by hand does not.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.network import PRINTED, WRITTEN
from cpsudoku.formats.photos.raster import Floats, connected_runs

EDGE = 4  # pixels beside the sides of a cell, in which lines may be
INK, FAINTEST = 0.5, 0.15  # the ink of a digit: this share of its darkest, and at least so much
SMALLEST = 10  # pixels of the ink of a digit inside the edges
INSIDE = 0.4  # the share of them that is inside
HEIGHT, PLACE = 0.8, 0.7  # pixels: how far the heights and places of printed digits spread
WIDE = 4.0  # how many times farther those of written ones do
STRAY = 0.02  # the share of printed digits that are damaged, so that they lie anywhere
RANGE = 20.0  # pixels: anywhere
ALIKE, STEEPNESS = 0.78, 25.0  # a similarity that says nothing, and what it says beside that
# Logarithms of how much the network, and the comparison, say at most. So a digit is in doubt if the
# network is sure that it is printed, but no other digit is like it.
SURE, MOST = 6.0, 5.0
REFERENCES = 5  # printed digits, by which others are judged
SHIFTS = [(row, column) for row in (-1, 0, 1) for column in (-2, -1, 0, 1, 2)]


def compared(cells: Floats, classes: Floats) -> Floats:
    """The classes of cells after each digit was compared with the others of its grid.

    cells: the ink, float32[cells, PIXELS, PIXELS]. classes: logarithms of probabilities. Only how
    likely a digit is printed rather than written changes.
    """
    shares = np.exp(classes.astype(np.float64))
    printed, written = shares[:, PRINTED], shares[:, WRITTEN]
    likely = printed.sum(axis=1)
    heights, places = _boxes(cells)
    is_reference = (likely > 0.5) & ~np.isnan(heights)
    if is_reference.sum() < REFERENCES:
        return classes
    evidence = _closeness(heights - np.median(heights[is_reference]), HEIGHT)
    evidence += _closeness(places - np.median(places[is_reference]), PLACE)
    digits = (printed + written).argmax(axis=1)
    evidence += _likeness(cells, digits, is_reference & (evidence > 0))
    known = np.log(printed / written).clip(-SURE, SURE)
    share = 1 / (1 + np.exp(-known - evidence.clip(-MOST, MOST)[:, None]))
    both = printed + written
    result = classes.copy()
    result[:, PRINTED] = np.log(both * share)
    result[:, WRITTEN] = np.log(both * (1 - share))
    return result


def _boxes(cells: Floats) -> tuple[Floats, Floats]:
    """The heights of the digits, and the places of their middles, in pixels; NaN without one."""
    count, side, _ = cells.shape
    inner = slice(EDGE, side - EDGE)
    darkest = np.quantile(cells[:, inner, inner], 0.97, axis=(1, 2))
    dark = cells > np.maximum(INK * darkest, FAINTEST)[:, None, None]
    runs, labels = connected_runs(np.pad(dark, ((0, 0), (0, 1), (0, 0))).reshape(-1, side))
    cell, row = np.divmod(runs[:, 0], side + 1)
    first, last = runs[:, 1], runs[:, 2]
    central = np.minimum(last, side - EDGE - 1) - np.maximum(first, EDGE) + 1
    central = np.where((row >= EDGE) & (row < side - EDGE), central.clip(0), 0)
    inside = np.bincount(labels, central, len(runs))
    whole = np.bincount(labels, last - first + 1, len(runs))
    is_part = (inside >= SMALLEST) & (inside > INSIDE * whole)
    kept = is_part[labels]
    top, low = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(top, cell[kept], row[kept])
    np.maximum.at(low, cell[kept], row[kept])
    found = np.isfinite(top)
    heights, places = np.full(count, np.nan), np.full(count, np.nan)
    heights[found] = low[found] - top[found] + 1
    places[found] = (low[found] + top[found]) / 2
    return heights, places


def _closeness(away: Floats, spread: float) -> Floats:
    """The logarithm of how much likelier a distance is for print; 0 where there is none."""

    def density(width: float) -> Floats:
        bell = np.exp(-((away / width) ** 2) / 2) / (width * np.sqrt(2 * np.pi))
        return np.asarray(bell, dtype=np.float32)

    near = (1 - STRAY) * density(spread) + STRAY / RANGE
    far = (1 - STRAY) * density(spread * WIDE) + STRAY / RANGE
    return np.nan_to_num(np.log(near / far))


def _likeness(
    cells: Floats, digits: npt.NDArray[np.intp], is_reference: npt.NDArray[np.bool_]
) -> Floats:
    """What the most similar printed cell with the same digit says; 0 where there is none."""
    side = cells.shape[1]
    inner = _unit(cells[:, EDGE:-EDGE, EDGE:-EDGE])
    evidence = np.zeros(len(cells), dtype=np.float32)
    for digit in range(9):
        references = np.flatnonzero(is_reference & (digits == digit))
        same = np.flatnonzero(digits == digit)
        if not len(references):
            continue
        similar = np.full((len(same), len(references)), -1.0)
        for down, right in SHIFTS:
            rows = slice(EDGE + down, side - EDGE + down)
            columns = slice(EDGE + right, side - EDGE + right)
            moved = _unit(cells[references, rows, columns])
            np.maximum(similar, inner[same] @ moved.T, out=similar)
        similar[same[:, None] == references] = -1.0
        best = similar.max(axis=1)
        said = (STEEPNESS * (best - ALIKE)).clip(-MOST, MOST)
        evidence[same] = np.where(best > -1, said, 0)
    return evidence


def _unit(cells: Floats) -> Floats:
    """Cells as vectors of length 1 with a mean of 0: float32[cells, pixels]."""
    flat = cells.reshape(len(cells), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6))
