"""Changes cells a little at random, as other cameras and other prints would show them."""

from __future__ import annotations

import numpy as np

from cpsudoku.formats.photos.cells import PIXELS
from cpsudoku.formats.photos.raster import Floats

SAME = 0.3  # the share of the cells that is not changed


def changed(random: np.random.Generator, cells: Floats) -> Floats:
    """Cells that are moved, turned, stretched, blurred, lighter or darker, and noisy."""
    count = len(cells)
    angle = random.normal(0, np.radians(3), count)
    scale = random.normal(1, 0.06, (count, 2))
    shear = random.normal(0, 0.06, count)
    matrix = np.empty((count, 2, 2))
    matrix[:, 0, 0], matrix[:, 0, 1] = np.cos(angle) * scale[:, 0], shear - np.sin(angle)
    matrix[:, 1, 0], matrix[:, 1, 1] = np.sin(angle), np.cos(angle) * scale[:, 1]
    places = np.arange(PIXELS) - (PIXELS - 1) / 2
    grid = np.stack(np.meshgrid(places, places), axis=-1).reshape(-1, 2)
    points = grid @ matrix.transpose(0, 2, 1) + (PIXELS - 1) / 2
    points += random.normal(0, 1.2, (count, 1, 2))
    moved = _at(cells, points).reshape(cells.shape)
    blurred = moved.copy()
    blurred[:, 1:-1, 1:-1] = (
        moved[:, 1:-1, 1:-1] * 2 + moved[:, :-2, 1:-1] + moved[:, 2:, 1:-1]
        + moved[:, 1:-1, :-2] + moved[:, 1:-1, 2:]
    ) / 6  # fmt: skip
    share = random.uniform(-0.5, 1, (count, 1, 1)).clip(0)
    moved = moved * (1 - share) + blurred * share
    moved = moved * random.uniform(0.75, 1.15, (count, 1, 1))
    moved += random.normal(0, 1, moved.shape) * random.uniform(0, 0.06, (count, 1, 1))
    moved += paper_relief(random, count) * random.uniform(-0.06, 0.1, (count, 1, 1)).clip(0)
    same = random.random(count) < SAME
    moved[same] = cells[same]
    return np.clip(moved, -0.5, 1.5).astype(np.float32)


def paper_relief(random: np.random.Generator, count: int) -> Floats:
    """Soft light and dark of uneven paper, of about 1: float32[count, PIXELS, PIXELS]."""
    knots = np.linspace(0, 4, PIXELS)
    nearness = np.clip(1 - np.abs(knots[:, None] - np.arange(5)), 0, 1)
    return np.asarray(nearness @ random.normal(0, 1, (count, 5, 5)) @ nearness.T, dtype=np.float32)


def _at(cells: Floats, points: np.ndarray) -> Floats:
    """The ink of each cell at its points (x, y)."""
    points = np.clip(points, 0, PIXELS - 1.001)
    corner = points.astype(np.intp)
    rest = (points - corner).astype(np.float32)
    right, low = rest[..., 0], rest[..., 1]
    flat = cells.reshape(-1)
    place = corner[..., 1] * PIXELS + corner[..., 0]
    place += np.arange(len(cells))[:, None] * PIXELS**2
    upper = flat[place] * (1 - right) + flat[place + 1] * right
    lower = flat[place + PIXELS] * (1 - right) + flat[place + PIXELS + 1] * right
    return np.asarray(upper * (1 - low) + lower * low)
