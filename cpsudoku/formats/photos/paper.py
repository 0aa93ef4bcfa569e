"""Curved paper: where the points of a straight grid are in an image.

A straight grid has cells of STEP pixels. Polynomials bend it on a flat sheet, and a homography maps
the sheet into the image.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.raster import Points, homography, mapped

STEP = 32  # pixels of a straightened cell
ROUNDS = 12  # of the search for a sheet, which give less and less weight to points that are far
DEPTH = 1 / 3  # of the grid: how far the border may be from a straight one
PARTS = 4  # of the side of a cell, in each of which the border is looked for
# The powers of x and y in the polynomials of paper that is a little, or strongly, curved.
CURVED = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))
BENT = (*CURVED, (3, 0), (2, 1), (1, 2), (0, 3), (4, 0), (3, 1), (1, 3), (0, 4), (4, 1), (1, 4))


@dataclass(frozen=True)
class Paper:
    """A sheet with a grid of ``size`` rows. ``matrix`` is the homography.

    ``shifts`` is what is added to x and to y before it, as factors of the ``powers``:
    float64[powers, 2].
    """

    size: int
    matrix: npt.NDArray[np.float64]
    powers: tuple[tuple[int, int], ...]
    shifts: Points

    @classmethod
    def flat(cls, corners: Points, size: int) -> Paper:
        """The sheet of an outline with straight sides."""
        return cls(size, homography(corners, STEP * size), CURVED, np.zeros((len(CURVED), 2)))

    @classmethod
    def along(cls, corners: Points, points: Points, size: int) -> Paper:
        """The sheet that is bent as the sides of an outline are. points: those of the outline."""
        sheet = cls.flat(corners, size)
        back = np.asarray(np.linalg.inv(sheet.matrix), dtype=np.float64)
        seen = mapped(back, points) / STEP
        shifts = np.stack([_side_shifts(seen, size, axis) for axis in (1, 0)], axis=-1)
        return replace(sheet, powers=BENT, shifts=shifts)

    @property
    def bulge(self) -> float:
        """How far its sides are from straight ones, in cells, at most."""
        places = np.arange(0, self.size + 0.5, 0.5)
        ends = np.zeros_like(places)
        sides = [(places, ends), (places, ends + self.size)]
        points = STEP * np.array([np.stack(each, axis=-1) for each in sides])
        down = self.straight(points) - points
        right = self.straight(points[..., ::-1]) - points[..., ::-1]
        return float(max(np.abs(down[..., 1]).max(), np.abs(right[..., 0]).max())) / STEP

    def curved(self, crossings: Points) -> Paper:
        """A sheet on which most of these crossings of the grid on the flat sheet are straight."""
        places = STEP * np.arange(self.size + 1, dtype=float)
        even = np.stack(np.meshgrid(places, places), axis=-1)
        terms, away = _terms(even.reshape(-1, 2), self.powers), (crossings - even).reshape(-1, 2)
        return replace(self, shifts=_fitted(terms, away))

    def straight(self, points: Points) -> Points:
        """Points of the grid on the flat sheet."""
        return points + _terms(points, self.powers) @ self.shifts if self.shifts.any() else points

    def grid(self, places: npt.NDArray[np.float64]) -> Points:
        """Where points in rows and columns at these places are in the image: float64[n, n, 2].

        The same as ``at``, without the powers of each point: those of each place are enough.
        """
        powers = (places / STEP)[:, None] ** np.arange(max(map(max, self.powers)) + 1)
        factors = np.zeros((2, powers.shape[1], powers.shape[1]))
        for (right, down), shift in zip(self.powers, self.shifts, strict=True):
            factors[:, down, right] = shift
        across, along = powers @ factors @ powers.T
        points = np.stack([across + places, along + places[:, None]], axis=-1)
        return mapped(self.matrix, points)

    def at(self, points: Points) -> Points:
        """Points of the grid in the image."""
        return mapped(self.matrix, self.straight(points))


def _side_shifts(seen: Points, size: int, axis: int) -> npt.NDArray[np.float64]:
    """The factors by which two sides of an outline are away from straight ones.

    seen: points of the outline, in cells. axis: 0 for the horizontal sides, whose y changes with x.
    """
    place, height = seen[:, axis], seen[:, 1 - axis]
    inside = (place > 0) & (place < size)
    at, away = list[Points](), list[npt.NDArray[np.float64]]()
    for end, sign in ((0, 1), (size, -1)):
        near = inside & (np.abs(height - end) < DEPTH * size)
        farthest = np.full(PARTS * size, np.inf)
        parts = (PARTS * place[near]).astype(int)
        np.minimum.at(farthest, parts, sign * (height[near] - end))
        known = np.flatnonzero(np.isfinite(farthest))
        side = np.stack([(known + 0.5) / PARTS, np.full(len(known), end)], axis=-1)
        at.append(side if axis == 0 else side[:, ::-1])
        away.append(sign * farthest[known])
    chosen = [number for number, power in enumerate(BENT) if power[1 - axis] <= 1]
    terms = _terms(STEP * np.concatenate(at), BENT)[:, chosen]
    shifts = np.zeros(len(BENT))
    shifts[chosen] = _fitted(terms, STEP * np.concatenate(away)[:, None])[:, 0]
    return shifts


def _fitted(terms: Points, away: Points) -> Points:
    """The factors of terms by which most points are as far away as given: float64[terms, axes]."""
    weights = np.ones(len(terms))
    for _ in range(ROUNDS):
        factors = np.linalg.lstsq(terms * weights[:, None], away * weights[:, None])[0]
        far = np.linalg.norm(away - terms @ factors, axis=1)
        weights = 1 / (1 + far**2)
    return np.asarray(factors)


def _terms(points: Points, powers: tuple[tuple[int, int], ...]) -> Points:
    """The powers of x and y, in cells: float64[..., powers]."""
    x, y = points[..., 0] / STEP, points[..., 1] / STEP
    of_x, of_y = [np.ones_like(x), x], [np.ones_like(y), y]
    for _ in range(max(max(power) for power in powers) - 1):
        of_x.append(of_x[-1] * x)
        of_y.append(of_y[-1] * y)
    return np.stack([of_x[right] * of_y[down] for right, down in powers], axis=-1)
