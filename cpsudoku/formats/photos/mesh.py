"""Follows the lines of a grid in its outline, so that also curved paper is cut at its lines."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.paper import STEP, Paper
from cpsudoku.formats.photos.raster import Floats, Inking, Points, area_of, ink, sampled

BAND = 10  # pixels that a line may be away from where a flat grid has it
NARROW = 5  # the same for a curved grid that most lines agree on
HOPELESS = 0.25  # a score from which the lines are not followed again
WORSE = 0.02  # how much less of the lines the curved grid may have
AWAY, MOVE = 0.004, 0.15  # what a pixel away from its place, and a pixel up or down, costs a line
STRIDE = 2  # pixels between two points of a line
BESIDE = 5  # pixels from the middle of a line to the paper beside it
THIN = 0.06  # the ink of a line that attracts half as much as a black one
UNEVEN = 0.12  # cells: the largest mean difference of the sides of neighbouring cells
FAINT = 0.012  # ink that a line has more than the paper beside it
Moves = npt.NDArray[np.signedinteger]


@dataclass(frozen=True)
class Mesh:
    """The crossings of the lines of a grid: float[size + 1, size + 1, 2], row by row.

    ``support`` is the ink under each piece of a line between two crossings, from 0 to 1: those of
    the horizontal lines, then those of the vertical ones, float[2, size + 1, size]. ``bend`` is how
    much the sides of neighbouring cells differ, in cells.
    """

    size: int
    crossings: Points
    support: Floats
    bend: float

    @property
    def score(self) -> float:
        """How certain it is that this is a grid: how much of its weakest lines is there."""
        return float(np.sort(self.support.mean(axis=2).ravel())[:4].mean())

    @property
    def is_regular(self) -> bool:
        """Whether the cells have about the same size as their neighbours."""
        return self.bend <= UNEVEN

    @property
    def corners(self) -> Points:
        """The corners, clockwise from the upper left one."""
        return np.asarray(self.crossings[[0, 0, -1, -1], [0, -1, -1, 0]])

    @property
    def area(self) -> float:
        """The area in pixels."""
        return area_of(self.corners)

    @property
    def middle(self) -> Points:
        """The point in the middle."""
        return np.asarray(self.corners.mean(axis=0))

    def contains(self, point: Points) -> bool:
        """Whether a point is inside."""
        sides = np.roll(self.corners, -1, axis=0) - self.corners
        to = point - self.corners
        return bool(np.all(sides[:, 0] * to[:, 1] - sides[:, 1] * to[:, 0] > 0))

    def in_cells(self, places: Points) -> Points:
        """Points in each cell, in rows and columns at places from 0 (one side) to 1 (the other).

        places: float[n]. Returns float64[size, size, n, n, 2].
        """
        down, right = places[:, None, None], places[None, :, None]
        corners = self.crossings[:, :, None, None]
        sides = (1 - down) * corners[:-1] + down * corners[1:]  # of a few points, so it is fast
        return np.asarray((1 - right) * sides[:, :-1] + right * sides[:, 1:])

    def turned(self, turns: int) -> Mesh:
        """The mesh of the image after so many quarter turns to the left, at the same points."""
        across, along = self.support
        for _ in range(turns):
            across, along = along[::-1], across[:, ::-1]
        crossings = np.rot90(self.crossings, turns)
        return replace(self, crossings=crossings, support=np.stack([across, along]))

    def scaled(self, factor: float) -> Mesh:
        """The mesh in the image from which this one was reduced."""
        return replace(self, crossings=(self.crossings + 0.5) * factor - 0.5)


def mesh_of(image: Floats, sheet: Paper, inking: Inking = ink) -> Mesh:
    """The mesh of the grid on a sheet, which is that of an outline. ``inking`` finds the ink.

    The lines are followed twice. The second time, the paper is as curved as most of the lines say,
    so that an outline that takes in another line beside the grid does no harm.
    """
    first, even = _mesh_on(image, sheet, BAND, inking)
    if first.score < HOPELESS:
        return first
    second, _ = _mesh_on(image, sheet.curved(even), NARROW, inking)
    is_worse = second.support.mean() < first.support.mean() - WORSE or not second.is_regular
    return first if is_worse else second


def _mesh_on(image: Floats, sheet: Paper, band: int, inking: Inking) -> tuple[Mesh, Points]:
    """The mesh on a sheet, and its crossings on the flat sheet."""
    size, margin = sheet.size, STEP // 2
    places = np.arange(-margin, STEP * size + margin, dtype=float)
    flat = inking(sampled(image, sheet.grid(places)), STEP // 2)
    both = np.stack([flat, flat.T])
    down, right = paths = _followed(both / (both + THIN), size, margin, band)
    crossings = _crossings(down, right, size)
    support = np.stack(
        [_support(_along(ink), path, size, margin) for ink, path in zip(both, paths, strict=True)]
    )
    even = sheet.straight(crossings)
    across, along = np.diff(even[:, :, 0], 2, axis=1), np.diff(even[:, :, 1], 2, axis=0)
    bend = float(np.mean([np.abs(across).mean(), np.abs(along).mean()])) / STEP
    return Mesh(size, sheet.at(crossings), support, bend), even


def _followed(strength: Floats, size: int, margin: int, band: int) -> Floats:
    """How far each line from left to right is below its place, in pixels.

    strength: that of the ink in images of one size, float[images, height, width]. The result is
    float[images, size + 1, columns]: paths through the ink, by dynamic programming.
    """
    smooth = _along(strength)
    for _ in range(2):  # the middle of a thick line
        smooth[:, 1:-1] = (smooth[:, :-2] + 2 * smooth[:, 1:-1] + smooth[:, 2:]) / 4
    away = np.arange(-band, band + 1)
    rows = margin + STEP * np.arange(size + 1)[:, None] + away
    rows = np.minimum(rows, strength.shape[1] - 1)
    columns = np.arange(margin, margin + STEP * size + 1, STRIDE)
    columns = np.minimum(columns, strength.shape[2] - 1)
    costs = (AWAY * np.abs(away)).astype(np.float32)
    gains = smooth[:, rows[:, :, None], columns] - costs[:, None]
    moves = _best_moves(np.moveaxis(gains, -1, 0).reshape(len(columns), -1, len(away)))
    return _traced(moves, band).reshape(len(strength), size + 1, -1)


def _best_moves(gains: Floats) -> tuple[Moves, Moves]:
    """The best path to each place, and the moves there from the column before: -1, 0 or 1.

    gains: float[columns, lines, places]. Returns int[lines], the best places in the last column,
    and int8[columns, lines, places].
    """
    count, lines, width = gains.shape
    walled = np.full((lines, width + 2), -np.inf, dtype=np.float32)
    best = walled[:, 1:-1]
    best[:] = gains[0]
    moves = np.zeros(gains.shape, dtype=np.int8)
    for place in range(1, count):
        beside = walled - MOVE
        up, low = beside[:, :-2], beside[:, 2:]
        aside = np.maximum(up, low)
        moves[place] = (aside > best) * np.where(low > up, 1, -1)
        np.maximum(best, aside, out=best)
        best += gains[place]
    return best.argmax(axis=1), moves


def _traced(best: tuple[Moves, Moves], band: int) -> Floats:
    """The best paths, from their ends back: float[lines, columns], from -band to band."""
    here, moves = best
    count, lines, _ = moves.shape
    path = np.empty((lines, count), dtype=np.float32)
    every = np.arange(lines)
    for place in range(count - 1, -1, -1):
        path[:, place] = here - band
        here = here + moves[place, every, here]
    return path


def _along(strength: Floats) -> Floats:
    """The mean of seven pixels of a row around each pixel."""
    sums = strength.copy()
    for shift in range(1, 4):
        sums[..., shift:] += strength[..., :-shift]
        sums[..., :-shift] += strength[..., shift:]
    return np.asarray(sums / 7, dtype=np.float32)


def _crossings(down: Floats, right: Floats, size: int) -> Points:
    """Where the paths of the horizontal and the vertical lines cross, in straightened pixels."""
    even = STEP * np.arange(size + 1, dtype=float)
    x, y = np.meshgrid(even, even)
    for _ in range(3):
        across = np.clip(np.rint(x / STRIDE), 0, down.shape[1] - 1).astype(int)
        along = np.clip(np.rint(y / STRIDE), 0, right.shape[1] - 1).astype(int)
        y = even[:, None] + down[np.arange(size + 1)[:, None], across]
        x = even[None, :] + right[np.arange(size + 1)[None, :], along]
    return np.stack([x, y], axis=-1)


def _support(flat: Floats, path: Floats, size: int, margin: int) -> Floats:
    """The share of each piece of the lines that is darker than what is beside it."""
    lines, count = path.shape
    columns = np.minimum(margin + STRIDE * np.arange(count - 1), flat.shape[1] - 1)
    rows = margin + STEP * np.arange(lines)[:, None] + path[:, :-1].astype(int)
    under, above, below = (
        flat[np.clip(rows + shift, 0, flat.shape[0] - 1), columns] for shift in (0, -BESIDE, BESIDE)
    )
    is_line = (under > 1.3 * above + FAINT) & (under > 1.3 * below + FAINT)
    return np.asarray(is_line.reshape(lines, size, -1).mean(axis=2), dtype=np.float32)
