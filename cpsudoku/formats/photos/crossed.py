"""Notices what lies on the sides of the cells of a killer, such as a dot, which its cages hide.

The cages of a killer are erased before anything else is looked for. What is drawn on a side between
two cells may be erased with them, so each side is compared with its own line, which a white dot
interrupts, and with the other sides that have the same cages beside them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.cages import Cages, Sides
from cpsudoku.formats.photos.raster import Floats

Mask = npt.NDArray[np.bool_]

AWAY, BESIDE = 3, 1  # pixels from the side to the middle of its line; and to the sides of the line
SHORT, WINDOW = 3, 5  # pixels along a side, whose mean counts: of its line, and of more ink
FAINTEST = 0.05  # the ink of a line
MORE = 0.12  # how much more ink than others a pixel has that counts
# Of 90 drawn killers without dots, no side had less than 0.7 of its line at any place, nor more
# than 1.8 pixels of ink too much. Each of 131 with one dot or X had 0.1 at most, or 6.5 pixels.
INTERRUPTED, EXTRA = 0.5, 3.5


def crossed_cells(cages: Cages, sums: Mask, far: int) -> list[int]:
    """The cells at sides with something on their lines, numbered row by row.

    sums: where the sums are, bool[size, size, CELL, CELL]. far: the pixels of a cell beside its
    side in which the lines of cages are.
    """
    ink = _across(cages.ink, far)
    between = np.where(_across(sums, far), 0, ink)[..., far:-far]
    is_crossed = (_least_of_line(ink, far) < INTERRUPTED) | (
        _extra(between, _cages_beside(cages.lines)) > EXTRA
    )
    found = np.zeros((cages.size, cages.size), dtype=bool)
    for cells, crossed in zip((found, found.T), is_crossed, strict=True):
        cells[:-1] |= crossed
        cells[1:] |= crossed
    return [int(cell) for cell in np.flatnonzero(found)]


def _across(cells: npt.NDArray[np.generic], far: int) -> Floats:
    """What is on both sides of the lines below rows, then of those right of columns.

    Returns [2, size - 1, size, 2 * far, CELL].
    """
    return np.stack(
        [
            np.concatenate([each[:-1, :, -far:], each[1:, :, :far]], axis=2)
            for each in (cells, cells.transpose(1, 0, 3, 2))
        ]
    )


def _cages_beside(lines: Sides) -> npt.NDArray[np.int_]:
    """Which sides have the lines of cages before them (2) and after them (1), or of both (3)."""
    above, below, left, right = lines
    before = np.stack([below[:-1], right[:, :-1].T])
    after = np.stack([above[1:], left[:, 1:].T])
    return np.asarray(2 * before + after)


def _least_of_line(ink: Floats, far: int) -> Floats:
    """How much of the line of each side is left where it is faintest, as a share."""
    middle = slice(far - AWAY, far + AWAY)
    place = far - AWAY + np.median(ink[..., middle, :], axis=-1).argmax(axis=-1)
    rows = place[..., None] + np.arange(-BESIDE, BESIDE + 1)
    line = np.take_along_axis(ink, rows[..., None].clip(0, 2 * far - 1), axis=-2).max(axis=-2)
    whole = np.maximum(np.median(line, axis=-1, keepdims=True), FAINTEST)
    return np.asarray(_means(np.minimum(line / whole, 1), SHORT).min(axis=-1))


def _extra(ink: Floats, beside: npt.NDArray[np.int_]) -> Floats:
    """How much more ink each side has across it, at one place, than those with the same cages.

    beside: how each side has cages beside it.
    """
    expected = np.median(ink, axis=-1)  # such as the thicker line between boxes
    outer = np.abs(np.arange(ink.shape[-2]) - (ink.shape[-2] - 1) / 2) > AWAY + 1
    expected[..., outer] = 0
    for cages in np.unique(beside):
        alike = beside == cages
        most = np.median(np.quantile(ink[alike], 0.95, axis=-1), axis=0)
        expected[alike] = np.maximum(expected[alike], most)
    more = np.maximum(ink - expected[..., None] - MORE, 0).sum(axis=-2)
    return np.asarray(_means(more, WINDOW).max(axis=-1))


def _means(values: Floats, count: int) -> Floats:
    """The means of so many values next to each other along the last axis."""
    sums = np.cumsum(np.pad(values, [(0, 0)] * (values.ndim - 1) + [(1, 0)]), axis=-1)
    return np.asarray((sums[..., count:] - sums[..., :-count]) / count)
