"""Looks for grids in a grey image: outlines of four corners that are filled with lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.mesh import HOPELESS, Mesh, mesh_of
from cpsudoku.formats.photos.paper import DEPTH, STEP, Paper
from cpsudoku.formats.photos.raster import (
    Floats,
    Inking,
    Points,
    area_of,
    connected_runs,
    faint_ink,
    ink,
    reduced_image,
)

Runs = npt.NDArray[np.intp]

SEARCHED = 900  # pixels: the longer side of the image in which outlines are searched
SMALLEST = 0.12  # of the shorter side of the image: smaller outlines are not looked at
DENSE = 4  # pixels of that image between points of an outline
MOST = 12  # outlines that are looked at with one threshold
SAME = 2  # pixels of that image: an outline whose corners moved less is looked at once
THRESHOLDS = ((10, 0.10), (10, 0.05), (25, 0.15), (4, 0.06))  # radius in pixels, and ink
SIZES = (9, 16, 6, 4)
WIDE = {16: 0.1}  # of the image: smaller outlines are not looked at for a grid of this size
CERTAIN = 0.85  # a score from which other thresholds are not tried
LARGE = 0.15  # of the image: the same
CLEAR = 0.85  # a score from which the lines are not looked for in faint ink, too
STRAIGHTER, LESS = 0.01, 0.05  # how much less bend, and how much lower a score, faint ink may have
STRAIGHT = 0.25  # cells: the lines of paper that is less bent are found as if it were flat
MORE = 0.05  # how much higher a score must be on bent paper
POSSIBLE = 0.5  # the lowest score of a grid
SIDE = 0.4  # of the side of the largest grid: smaller ones are a solution, an example ...


@dataclass(frozen=True)
class Contour:
    """A large connected part of the ink: its corners, clockwise, and its runs of pixels.

    A run is the number of its row, its first and its last column, times ``factor``.
    """

    corners: Points
    runs: Runs
    factor: float = 1.0

    def scaled(self, factor: float) -> Contour:
        """The outline in the image from which this one was reduced."""
        return Contour((self.corners + 0.5) * factor - 0.5, self.runs, self.factor * factor)

    @property
    def points(self) -> Points:
        """Points of its runs that are close to each other."""
        rows, firsts, lasts = self.runs.T
        counts = (lasts - firsts) // DENSE + 2
        steps = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        columns = np.minimum(np.repeat(firsts, counts) + DENSE * steps, np.repeat(lasts, counts))
        found = np.stack([columns, np.repeat(rows, counts)], axis=-1).astype(float)
        return (found + 0.5) * self.factor - 0.5


def grids(image: Floats, inking: Inking = ink) -> list[Mesh]:
    """The grids in an image with dark lines, in reading order. ``inking`` finds lines in them."""
    factor = max(1, -(-max(image.shape) // SEARCHED))
    small = reduced_image(image, factor)
    seen = list[Contour]()
    found = list[Mesh]()
    for radius, least in THRESHOLDS:
        new = list[Contour]()
        for each in outlines(small, radius, least):
            outline = each.scaled(factor)
            if all(np.abs(outline.corners - other.corners).max() > SAME * factor for other in seen):
                new.append(outline)
        found += _meshes(image, new, SIZES[0], inking)
        seen += new
        if any(is_certain(each, image) for each in found):
            break
    for size in SIZES[1:]:
        found = found or _meshes(image, seen, size, inking)
    return in_reading_order(_apart(found))


def is_certain(mesh: Mesh, image: Floats) -> bool:
    """Whether a grid is so large and clear that no better one is looked for in the image."""
    return mesh.score >= CERTAIN and mesh.area >= LARGE * image.size


def _meshes(
    image: Floats, outlined: Sequence[Contour], size: int, inking: Inking = ink
) -> list[Mesh]:
    """The meshes in the outlines that have the lines of a grid of this size."""
    found, largest = list[Mesh](), 0.0
    for outline in outlined:
        area = area_of(outline.corners)
        if area < max(SIDE**2 * largest, WIDE.get(size, 0) * image.size):
            continue
        factor = max(1, int(np.sqrt(area) / size / STEP))
        part, place = reduced_image(image, factor), outline.scaled(1 / factor)
        try:
            flat = Paper.flat(place.corners, size)
            mesh = mesh_of(part, flat, inking)
            if HOPELESS <= mesh.score < CLEAR and inking is ink:
                mesh = _straighter(mesh, mesh_of(part, flat, faint_ink))
            if mesh.score < CLEAR and area >= LARGE * image.size:
                mesh = _clearer(mesh, part, place, inking)
        except np.linalg.LinAlgError:  # two corners are the same point
            continue
        if mesh.score >= POSSIBLE and mesh.is_regular:
            found.append(mesh.scaled(factor))
            largest = max(largest, found[-1].area)
    return found


def _straighter(mesh: Mesh, other: Mesh) -> Mesh:
    """The other mesh if it is straighter. One that follows a written digit is bent there."""
    is_straighter = other.bend <= mesh.bend - STRAIGHTER and other.score >= mesh.score - LESS
    return other if is_straighter else mesh


def _clearer(mesh: Mesh, image: Floats, outline: Contour, inking: Inking) -> Mesh:
    """The mesh on strongly bent paper, if the outline is bent and the lines are clearer there."""
    sheet = Paper.along(outline.corners, outline.points, mesh.size)
    if not STRAIGHT <= sheet.bulge <= DEPTH * mesh.size:
        return mesh
    bent = mesh_of(image, sheet, inking)
    return bent if bent.is_regular and bent.score >= mesh.score + MORE else mesh


def _apart(meshes: Sequence[Mesh]) -> list[Mesh]:
    """The best of the meshes that lie in each other, without those that are much smaller."""
    kept = list[Mesh]()
    for mesh in sorted(meshes, key=lambda each: -each.score):
        if not any(each.contains(mesh.middle) or mesh.contains(each.middle) for each in kept):
            kept.append(mesh)
    largest = max((mesh.area for mesh in kept), default=0)
    return [mesh for mesh in kept if mesh.area >= SIDE**2 * largest]


def in_reading_order(meshes: Sequence[Mesh]) -> list[Mesh]:
    """From the upper left to the lower right. Grids whose middles are level are in one row."""
    left = sorted(meshes, key=lambda mesh: mesh.middle[1])
    ordered = list[Mesh]()
    while left:
        limit = left[0].middle[1] + np.sqrt(left[0].area) / 2
        row = [mesh for mesh in left if mesh.middle[1] <= limit]
        ordered += sorted(row, key=lambda mesh: mesh.middle[0])
        left = [mesh for mesh in left if mesh.middle[1] > limit]
    return ordered


def outlines(image: Floats, radius: int, least: float) -> Iterator[Contour]:
    """Large connected parts of the ink, the largest area first."""
    runs, labels = connected_runs(ink(image, radius) > least)
    if not len(runs):
        return
    smallest = SMALLEST * min(image.shape)
    found = list[tuple[float, Contour]]()
    for part in _large_parts(runs, labels, smallest):
        corners = _corners(_ends(part))
        area = area_of(corners)
        if area > smallest**2:
            found.append((area, Contour(corners, part)))
    for _, outline in sorted(found, key=lambda each: -each[0])[:MOST]:
        yield outline


def _large_parts(runs: Runs, labels: Runs, smallest: float) -> Iterator[Runs]:
    """The runs of each part that is high and wide."""
    order = np.argsort(labels, kind="stable")
    runs, labels = runs[order], labels[order]
    firsts = np.flatnonzero(np.diff(labels, prepend=-1))
    lasts = np.append(firsts[1:], len(runs)) - 1
    high = runs[lasts, 0] - runs[firsts, 0]
    wide = np.maximum.reduceat(runs[:, 2], firsts) - np.minimum.reduceat(runs[:, 1], firsts)
    for number in np.flatnonzero((high >= smallest) & (wide >= smallest)):
        yield runs[firsts[number] : lasts[number] + 1]


def _ends(part: Runs) -> Points:
    """The first and the last point in each row of the runs of a part."""
    starts = np.flatnonzero(np.diff(part[:, 0], prepend=-1))
    rows = part[starts, 0]
    left = np.minimum.reduceat(part[:, 1], starts)
    right = np.maximum.reduceat(part[:, 2], starts)
    return np.concatenate([np.stack([left, rows], 1), np.stack([right, rows], 1)]).astype(float)


def _corners(points: Points) -> Points:
    """The four points with the largest area among those farthest out in crossed directions."""
    best, best_area = points[:4], -1.0
    for angle in np.radians(np.arange(0, 90, 5)):
        turns = angle + np.radians([225, 315, 45, 135])
        far = points @ np.stack([np.cos(turns), np.sin(turns)])
        corners = points[far.argmax(axis=0)]
        area = area_of(corners)
        if area > best_area:
            best, best_area = corners, area
    start = int(np.argmin(best.sum(axis=1)))
    return np.roll(best, -start, axis=0)
