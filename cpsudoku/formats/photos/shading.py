"""Finds the cells of a grid that are shaded or coloured, as in a windoku.

A shade ends at the sides of cells, on both sides of the line between them, while shadows, folds and
the curve of the paper do not, or go on outside the grid.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.flat import CELL, Flat
from cpsudoku.formats.photos.raster import Floats

NEAR, FAR = (6, 11), (13, 18)  # pixels from a side of a cell, between which its paper is measured
ENDS = 6  # pixels of a side beside its ends, in which other lines lie
PARTS = 4  # of a side, in each of which there must be a step
LIGHT = 0.7  # the share of a part that is darker than its paper, at most
LEAST = 0.03  # the smallest step, as a logarithm of the brightness
NOISY = 4  # a step is so many times as large as most of those at other sides
STRONG = 0.055  # the steps around a shaded region: at least half of them are so large
EVEN = 0.4  # and all of them are so large, beside that
FEW = 4  # cells of a small region, around which all steps are alike
ALIKE = 0.25  # so much of their mean, at least, each step goes the same way
ALIGNED = 0.8  # the share of the sides around shaded boxes that are those of boxes, at least

Labels = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Steps:
    """How the paper changes from each cell to the one below it, as logarithms of its brightness.

    ``sizes``: float[rows - 1, rows], the least change along the side between them, without what
    changes within the cells. ``ways``: float[rows - 1, rows, 3], its mean for each colour.
    """

    sizes: Floats
    ways: Floats


def shaded_cells(flat: Flat, box: tuple[int, int] | None) -> list[int]:
    """The cells with a shade, numbered row by row. Whole boxes do not count as shaded."""
    light = np.log(np.maximum(flat.light, 0.05))
    steps = _steps(light), _steps(light.transpose(1, 0, 3, 2, 4))
    labels = _regions(steps)
    frame = {*labels[0], *labels[-1], *labels[:, 0], *labels[:, -1]}
    names, counts = np.unique(labels[1:-1, 1:-1], return_counts=True)
    shaded = [
        labels == name for name in names if name not in frame and _is_shade(labels == name, steps)
    ]
    if not shaded or (box is not None and _are_boxes(shaded, box)):
        return []
    found = np.any(shaded, axis=0) & (labels != names[counts.argmax()])
    return [int(cell) for cell in np.flatnonzero(found[1:-1, 1:-1])]


def _steps(light: Floats) -> Steps:
    """light: logarithms, float[rows, rows, CELL, CELL, 3]."""
    upper, lower = light[:-1, :, ::-1], light[1:]
    above, below = _paper(upper, NEAR), _paper(lower, NEAR)
    step = below - above
    mean = step.mean(axis=2)
    way = mean / np.maximum(np.linalg.norm(mean, axis=2, keepdims=True), 1e-6)
    least = (step * way[:, :, None]).sum(axis=3).min(axis=2)
    slopes = [
        np.abs(((near - _paper(part, FAR)).mean(axis=2) * way).sum(axis=2))
        for near, part in ((above, upper), (below, lower))
    ]
    return Steps(np.maximum(least - np.minimum(*slopes), 0), mean)


def _paper(cells: Floats, depth: tuple[int, int]) -> Floats:
    """The paper of each part of a strip below the upper side of cells: float[..., PARTS, 3]."""
    strip = cells[:, :, depth[0] : depth[1], ENDS:-ENDS]
    parts = strip.reshape(*strip.shape[:3], PARTS, (CELL - 2 * ENDS) // PARTS, 3)
    return np.asarray(np.quantile(parts, LIGHT, axis=(2, 4)))


def _regions(steps: tuple[Steps, Steps]) -> Labels:
    """The same number for all cells that are joined by sides without a step."""
    sizes = steps[0].sizes, steps[1].sizes.T
    least = max(LEAST, NOISY * float(np.median([*sizes[0].flat, *sizes[1].flat])))
    rows = sizes[0].shape[1]
    labels = np.arange(rows * rows).reshape(rows, rows)
    while True:
        before = labels.copy()
        for one, other, wall in (
            (labels[:-1], labels[1:], sizes[0] > least),
            (labels[:, :-1], labels[:, 1:], sizes[1] > least),
        ):
            lower = np.where(wall, rows * rows, np.minimum(one, other))
            np.minimum(one, lower, out=one)
            np.minimum(other, lower, out=other)
        if np.array_equal(before, labels):
            return labels


def _is_shade(inside: Mask, steps: tuple[Steps, Steps]) -> bool:
    """Whether the steps around a region, which is not the whole grid, are those of a shade."""
    rows, columns = inside.any(axis=1).sum(), inside.any(axis=0).sum()
    size, count = len(inside) - 2, inside.sum()
    is_band = count > size and count in (rows * size, columns * size)  # a fold, a shadow, or all
    if is_band:
        return False
    sizes, ways = list[Floats](), list[Floats]()
    for each, part in zip(steps, (inside, inside.T), strict=True):
        for sign, sides in ((1, part[:-1] & ~part[1:]), (-1, part[1:] & ~part[:-1])):
            sizes.append(each.sizes[sides])
            ways.append(sign * each.ways[sides])
    size_of, way_of = np.concatenate(sizes), np.concatenate(ways)
    mean = way_of.mean(axis=0)
    is_alike = count >= FEW or np.all(way_of @ mean >= ALIKE * mean @ mean)
    middle = np.median(size_of)
    return bool(middle >= STRONG and size_of.min() >= EVEN * middle and is_alike)


def _are_boxes(regions: list[Mask], box: tuple[int, int]) -> bool:
    """Whether almost all sides around regions are those of boxes, as many newspapers shade them."""
    aligned = list[bool]()
    for region in regions:
        for height, part in zip(box, (region, region.T), strict=True):
            aligned += [row % height == 0 for row in np.nonzero(part[:-1] != part[1:])[0]]
    return bool(np.mean(aligned) >= ALIGNED)
