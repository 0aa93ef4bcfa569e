"""Names the table in a picture that has no Sudoku: a crossword, a chess board, a calendar."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cpsudoku.formats.photos.finding import SEARCHED, THRESHOLDS, outlines
from cpsudoku.formats.photos.raster import (
    Floats,
    Points,
    homography,
    ink,
    mapped,
    reduced_image,
    sampled,
)
from cpsudoku.runtime.words import worded

SIDE = 480  # pixels of the side of the straightened table
AWAY = 3  # pixels that a line may be away from its place
LEAST, MOST = 3, 21  # rows or columns
NEAR, DARKER = 8, 0.06  # pixels around a line, and how much darker than these it is
LINE, LINES = 0.7, 0.85  # the share of the length of a line that is seen, and of the lines
PIXELS = 12  # of the side of a cell, of which the middle ones are looked at
MIDDLE = slice(3, 9)
BLACK = 0.5  # of the brightness of paper: a black cell is darker
FULL = 0.12  # how uneven a cell with something in it is
CROSSWORD, CHESS = 0.06, 0.85  # the share of black cells, and of those that alternate
WEEK, WEEKS, DAYS = 7, (4, 5, 6, 7), 0.6  # columns, rows, and the share of cells with something


@dataclass(frozen=True)
class OtherTable:
    """The brightness of the middles of the cells of a table: float32[rows, columns, pixels]."""

    cells: Floats

    @property
    def black(self) -> int:
        """The number of black cells."""
        return int(self._darkness.sum())

    @property
    def _darkness(self) -> Floats:
        means = self.cells.mean(axis=2)
        return np.asarray(means < BLACK * np.quantile(means, 0.9), dtype=np.float32)

    @property
    def alternates(self) -> bool:
        """Whether its cells are dark and light in turn."""
        light = np.quantile(self.cells, 0.75, axis=2)
        dark = light < (light.min() + light.max()) / 2
        odd = np.indices(dark.shape).sum(axis=0) % 2 == 1
        share = float(np.mean(dark == odd))
        return bool(np.ptp(light) > FULL) and max(share, 1 - share) > CHESS

    @property
    def full(self) -> float:
        """The share of the cells that have something in them."""
        low, high = np.quantile(self.cells, [0.02, 0.75], axis=2)
        return float(np.mean(high - low > FULL))

    @cached_property
    def kind(self) -> str:
        """What the table looks like, in words, or nothing."""
        rows, columns, _ = self.cells.shape
        if self.alternates:
            return worded("dark and light in turn, as on a chess board")
        if self.black >= CROSSWORD * rows * columns:
            return worded("of which {black} are black, as in a crossword", black=self.black)
        if columns == WEEK and rows in WEEKS and self.full > DAYS:
            return worded("as in a calendar")
        return ""

    @property
    def is_known(self) -> bool:
        """Whether it looks like something else than a Sudoku."""
        return bool(self.kind)

    def in_words(self) -> str:
        """Its size and kind: ``a table of 6x7 cells, as in a calendar``."""
        rows, columns, _ = self.cells.shape
        return ", ".join(
            filter(
                None,
                [
                    worded("a table of {rows}x{columns} cells", rows=rows, columns=columns),
                    self.kind,
                ],
            )
        )


def table_in(grey: Floats) -> OtherTable | None:
    """The largest table in a picture, if there is one."""
    factor = max(1, -(-max(grey.shape) // SEARCHED))
    small = reduced_image(grey, factor)
    radius, least = THRESHOLDS[0]
    for outline in outlines(small, radius, least):
        found = _table(small, outline.corners)
        if found is not None:
            return found
    return None


def _table(image: Floats, corners: Points) -> OtherTable | None:
    """The table with these corners, unless its lines are not evenly spaced."""
    try:
        matrix = homography(corners, SIDE)
    except np.linalg.LinAlgError:
        return None
    places = np.arange(SIDE) + 0.5
    flat = sampled(image, mapped(matrix, np.stack(np.meshgrid(places, places), axis=-1)))
    dark = ink(flat, NEAR) > DARKER
    rows, columns = _count(dark.T), _count(dark)
    if rows is None or columns is None:
        return None
    down, right = (
        ((np.arange(count * PIXELS) + 0.5) * SIDE / count / PIXELS).astype(int)
        for count in (rows, columns)
    )
    cells = flat[np.ix_(down, right)]
    parts = cells.reshape(rows, PIXELS, columns, PIXELS).transpose(0, 2, 1, 3)
    return OtherTable(parts[:, :, MIDDLE, MIDDLE].reshape(rows, columns, -1))


def _count(dark: np.ndarray) -> int | None:
    """The largest number of columns between whose places there are lines."""
    padded = np.pad(dark, ((0, 0), (1, 1)))
    seen = (padded[:, :-2] | padded[:, 1:-1] | padded[:, 2:]).mean(axis=0)
    for count in range(MOST, LEAST - 1, -1):
        places = np.rint(SIDE / count * np.arange(1, count)).astype(int)
        near = seen[places[:, None] + np.arange(-AWAY, AWAY + 1)].max(axis=1)
        if np.mean(near > LINE) >= LINES:
            return count
    return None
