"""Looks for lines in a grid that are not those of a plain Sudoku: jigsaw borders and cages."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.flat import CELL
from cpsudoku.formats.photos.mesh import Mesh
from cpsudoku.formats.photos.raster import Floats, sampled

Sides = npt.NDArray[np.bool_]  # [2, size - 1, size]: below each row, then right of each column

LINE = 5  # pixels of a cell beside its side, in which the half of a line lies
ENDS = 6  # pixels of a side beside its ends, in which other lines lie
THICK = 1.5  # a thick line has so many times the ink of a thin one
INSET = range(3, 8)  # pixels from the side of a cell to the line of a cage
DASHES = 3  # pieces of line along a side
SHARE = (0.25, 0.85)  # of a side that is dark, if its line is dashed
CAGED = 60  # dashed sides of cells: photos of plain puzzles have up to 38, drawn killers 141
# Sides of cells that are thick within a box, and as many that are thin between boxes. Plain photos
# have up to 13 with handwriting across the lines, but these do not close regions; jigsaws have 17.
DIFFERENT, OPEN = 6, 15
FAINT = 0.06  # of the brightness of paper: lines are darker
RELATIVE = 0.3  # of the ink of the darkest places: the same


@dataclass(frozen=True)
class Borders:
    """What the lines of a grid say besides its cells.

    ``thick`` are the sides with thick lines; None if all lines are alike. ``dashed`` is the number
    of sides of cells that have a dashed line beside them, as cages have.
    """

    thick: Sides | None
    dashed: int

    @property
    def has_cages(self) -> bool:
        """Whether there are so many dashed lines that they must be cages."""
        return self.dashed >= CAGED

    def differ_from(self, box: tuple[int, int], sides: int = DIFFERENT) -> bool:
        """Whether so many thick lines are not those of boxes with these rows and columns."""
        if self.thick is None:
            return False
        of_boxes = np.zeros_like(self.thick)
        of_boxes[0, box[0] - 1 :: box[0]] = True
        of_boxes[1, box[1] - 1 :: box[1]] = True
        more, fewer = self.thick & ~of_boxes, of_boxes & ~self.thick
        return min(int(more.sum()), int(fewer.sum())) >= sides

    @property
    def regions(self) -> list[str] | None:
        """Rows of letters, one for each region between the thick lines, if each has its cells."""
        assert self.thick is not None
        size = self.thick.shape[2]
        below, right = self.thick[0], self.thick[1].T
        labels = np.arange(size * size).reshape(size, size)
        for _ in range(size * size):
            before = labels.copy()
            for one, other, wall in (
                (labels[:-1], labels[1:], below),
                (labels[:, :-1], labels[:, 1:], right),
            ):
                least = np.where(wall, size * size, np.minimum(one, other))
                np.minimum(one, least, out=one)
                np.minimum(other, least, out=other)
            if np.array_equal(before, labels):
                break
        names, counts = np.unique(labels, return_counts=True)
        if len(names) != size or np.any(counts != size):
            return None
        letters = {int(name): chr(ord("A") + number) for number, name in enumerate(names)}
        return ["".join(letters[int(label)] for label in row) for row in labels]


def borders_of(image: Floats, mesh: Mesh) -> Borders:
    """What the lines say. ``image`` may have dark or light lines."""
    return borders_between(sampled(image, mesh.in_cells((np.arange(CELL) + 0.5) / CELL)))


def borders_between(cells: Floats) -> Borders:
    """What the lines between cells say: their brightness, float32[size, size, CELL, CELL]."""
    paper = np.median(cells, axis=(2, 3), keepdims=True)
    ink = np.abs(cells - paper) / np.maximum(paper, 0.2)
    turned = ink.transpose(1, 0, 3, 2)
    return Borders(
        _thick(np.stack([weights_of(ink), weights_of(turned)])),
        sum(_dashed(each) for each in (ink, ink[:, :, ::-1], turned, turned[:, :, ::-1])),
    )


def weights_of(ink: Floats) -> Floats:
    """The ink across each line between two rows, for each cell above it: float[size - 1, size]."""
    above = ink[:-1, :, -LINE:, ENDS:-ENDS].sum(axis=2)
    below = ink[1:, :, :LINE, ENDS:-ENDS].sum(axis=2)
    return np.asarray(np.median(above + below, axis=2))


def _thick(weights: Floats) -> Sides | None:
    """The sides with more ink than halfway between thin and thick lines."""
    low, high = np.quantile(weights, [0.2, 0.9])
    if high < THICK * low:
        return None
    middle = (low + high) / 2
    for _ in range(10):
        is_thick = weights > middle
        middle = (weights[is_thick].mean() + weights[~is_thick].mean()) / 2
    return np.asarray(weights > middle)


def _dashed(ink: Floats) -> int:
    """The number of cells that have a dashed line below their upper side."""
    least = max(FAINT, RELATIVE * float(np.quantile(ink, 0.98)))
    dark = ink[:, :, INSET.start : INSET.stop, ENDS // 2 : -ENDS // 2] > least
    share = dark.mean(axis=3)
    pieces = np.sum(dark[..., 1:] & ~dark[..., :-1], axis=3) + dark[..., 0]
    is_dashed = (pieces >= DASHES) & (share >= SHARE[0]) & (share <= SHARE[1])
    return int(is_dashed.any(axis=2).sum())
