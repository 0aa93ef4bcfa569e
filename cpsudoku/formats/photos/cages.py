"""Finds the cages of a killer: groups of cells with a line inside their outline.

The lines of all cages are equally far from the sides of cells. Each side of a cell has one beside
it or not, and only if this is clear for all sides, and if the lines go around each group, are these
groups cages.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.mesh import Mesh
from cpsudoku.formats.photos.raster import Floats, sampled

CELL = 80  # pixels of the side of a cell
PAPER = 0.75  # the share of a cell that is darker than its paper, at most
ENDS = 10  # pixels of a side beside its ends, in which other lines lie
INSET = range(3, 16)  # pixels from the side of a cell to the middle of the line of a cage
BESIDE = 4  # pixels beside a line, in which there is lighter paper
NEAR = 2  # pixels that a line may be nearer or farther than most
NOTHING = 0.004  # how much darker paper may be than the paper beside it
LEAST = 0.03  # how much darker than the paper beside them most lines are, with their gaps
CLEAR = 2.0  # the faintest line is so many times as dark as what is taken for none
FEWEST = 8  # sides with lines: two cages of one cell
DEGREE, ROUNDS = 3, 30  # of the polynomials of smooth lines, and how often they are fitted
CLOSE = 0.005  # cells: crossings that are nearer to smooth lines count alike

Value = TypeVar("Value", bound=np.generic)
Sides = npt.NDArray[np.bool_]  # [4, size, size]: above, below, left and right of each cell


@dataclass(frozen=True)
class Cages:
    """Groups of cells with a line inside their outline, whose middle is ``inset`` pixels inside.

    ``ink``: float32[size, size, CELL, CELL], which is 0 for the paper of each cell and 1 for black.
    ``lines`` are the sides beside which there is a line.
    """

    ink: Floats
    groups: tuple[tuple[int, ...], ...]
    lines: Sides
    inset: int

    @property
    def size(self) -> int:
        """The number of rows of the grid."""
        return len(self.ink)

    @property
    def are_all(self) -> bool:
        """Whether every cell is in a cage."""
        return sum(map(len, self.groups)) == self.size**2

    def turned(self) -> Cages:
        """The same, as the picture looks after a quarter turn to the left."""
        size = self.size
        places = np.rot90(np.arange(size**2).reshape(size, size)).ravel()
        new = {int(old): number for number, old in enumerate(places)}
        groups = tuple(tuple(sorted(new[cell] for cell in group)) for group in self.groups)
        above, below, left, right = np.rot90(self.lines, axes=(1, 2))
        lines = np.stack([right, left, above, below])
        ink = np.rot90(np.rot90(self.ink, axes=(0, 1)), axes=(2, 3))
        return Cages(ink, groups, lines, self.inset)


def cages_of(image: Floats, mesh: Mesh) -> Cages | None:
    """The cages in a grid; None if there are none, or if they are not clear."""
    light = sampled(image, smoothed(mesh).in_cells((np.arange(CELL) + 0.5) / CELL))
    paper = np.quantile(light, PAPER, axis=(2, 3), keepdims=True)
    ink = np.clip((paper - light) / np.maximum(paper, 0.05), -0.5, 1).astype(np.float32)
    found = _lines(ink)
    if found is None:
        return None
    lines, inset = found
    groups = _groups(lines)
    return None if groups is None else Cages(ink, groups, lines, inset)


def smoothed(mesh: Mesh) -> Mesh:
    """The mesh with smooth lines, where most of them are. Some follow the line of a cage."""
    places = np.linspace(-1, 1, mesh.size + 1)
    x, y = (each.ravel() for each in np.meshgrid(places, places))
    powers = [(i, j) for i in range(DEGREE + 1) for j in range(DEGREE + 1 - i)]
    terms = np.stack([x**i * y**j for i, j in powers], axis=-1)
    points = mesh.crossings.reshape(-1, 2)
    least = CLOSE * np.sqrt(mesh.area) / mesh.size
    weights = np.ones((len(points), 1))
    for _ in range(ROUNDS):  # the sum of the distances becomes as small as it can
        factors = np.linalg.lstsq(terms * weights, points * weights, rcond=None)[0]
        away = np.linalg.norm(terms @ factors - points, axis=1)
        weights = 1 / np.sqrt(np.maximum(away, least))[:, None]
    return replace(mesh, crossings=(terms @ factors).reshape(mesh.crossings.shape))


def _lines(ink: Floats) -> tuple[Sides, int] | None:
    """The sides with a line beside them, and how far inside it is."""
    depth = INSET.stop + NEAR + BESIDE
    means = np.stack([each[:, :, :depth, ENDS:-ENDS].mean(axis=3) for each in sides_of(ink)])
    ridges = _ridges(means)
    common = np.clip(ridges, 0, np.quantile(ridges[..., INSET], 0.98)).mean(axis=(0, 1, 2))
    inset = INSET.start + int(common[INSET].argmax())
    darkness = ridges[..., max(1, inset - NEAR) : inset + NEAR + 1].max(axis=3)
    ordered = np.sort(darkness.ravel())
    low, high = ordered[:-1], ordered[1:]
    gaps = high / np.maximum(low, NOTHING)
    place = int(gaps.argmax())
    least = high[place]
    lines = darkness >= least
    if gaps[place] < CLEAR or np.median(darkness[lines]) < LEAST or lines.sum() < FEWEST:
        return None
    return lines, inset


def sides_of(cells: npt.NDArray[Value]) -> tuple[npt.NDArray[Value], ...]:
    """Views of cells in which their upper, lower, left and right sides are the upper ones."""
    turned = cells.transpose(0, 1, 3, 2)
    return cells, cells[:, :, ::-1], turned, turned[:, :, ::-1]


def _ridges(means: Floats) -> Floats:
    """How much darker each place is than the lightest ones on both sides of it."""
    result = np.zeros_like(means)
    for place in range(1, means.shape[-1] - 1):
        before = means[..., max(0, place - BESIDE) : place].min(axis=-1)
        after = means[..., place + 1 : place + 1 + BESIDE].min(axis=-1)
        result[..., place] = means[..., place] - np.maximum(before, after)
    return result


def _groups(lines: Sides) -> tuple[tuple[int, ...], ...] | None:
    """The groups of cells that lines go around; None if some line ends within a group."""
    above, below, left, right = lines
    size = len(above)
    labels = np.arange(size * size).reshape(size, size)
    walls = (below[:-1] | above[1:], right[:, :-1] | left[:, 1:])
    while True:
        before = labels.copy()
        for one, other, wall in (
            (labels[:-1], labels[1:], walls[0]),
            (labels[:, :-1], labels[:, 1:], walls[1]),
        ):
            least = np.where(wall, size * size, np.minimum(one, other))
            np.minimum(one, least, out=one)
            np.minimum(other, least, out=other)
        if np.array_equal(before, labels):
            break
    framed = np.pad(labels, 1, constant_values=-1)
    inner = framed[1:-1, 1:-1]
    beside = (framed[:-2, 1:-1], framed[2:, 1:-1], framed[1:-1, :-2], framed[1:-1, 2:])
    outer = np.stack([each != inner for each in beside])
    found = list[tuple[int, ...]]()
    for name in np.unique(labels):
        group = labels == name
        if not lines[:, group].any():
            continue
        if not np.array_equal(lines[:, group], outer[:, group]) or group.sum() > size:
            return None
        found.append(tuple(map(int, np.flatnonzero(group))))
    return tuple(found)
