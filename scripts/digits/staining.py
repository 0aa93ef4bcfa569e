"""Lays stains, folds and rubbed ink over a flat grid, as newspapers have them."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from cpsudoku.formats.photos.raster import Floats

KNOTS = 12  # of the uneven light of a stain, from side to side


def stained(random: np.random.Generator, plane: Floats) -> Floats:
    """The ink of a grid with some stains and folds. plane: float32[side, side]."""
    side = len(plane)
    dirt = np.zeros((side, side), dtype=np.float32)
    if random.random() < 0.7:
        dirt += _blots(random, side)
    for _ in range(int(random.integers(0, 3))):
        dirt += _fold(random, side)
    return np.asarray(plane + dirt * _unevenness(random, side), dtype=np.float32)


def _blots(random: np.random.Generator, side: int) -> Floats:
    """Soft blots of all sizes anywhere, which may be long."""
    image = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(image)
    for _ in range(int(random.integers(1, 25))):
        x, y = random.uniform(0, side, 2)
        long, narrow = random.uniform(2, 14), random.uniform(1.5, 6)
        way = random.uniform(0, np.pi)
        for place in np.linspace(-long, long, 6):
            radius = narrow * random.uniform(0.4, 1)
            middle = x + place * np.cos(way), y + place * np.sin(way)
            box = [part + sign * radius for sign in (-1, 1) for part in middle]
            draw.ellipse(box, int(255 * random.uniform(0.15, 0.6)))
    soft = image.filter(ImageFilter.GaussianBlur(random.uniform(1, 4)))
    return np.asarray(soft, dtype=np.float32) / 255


def _fold(random: np.random.Generator, side: int) -> Floats:
    """A shadow along a line that bends a little; it is sharper on one side, or ends at both."""
    knots = random.uniform(0, side) + np.cumsum(random.normal(0, side / 40, 6))
    slope = random.choice([0.0, random.normal(0, 1)])
    along = np.arange(side)
    line = np.interp(along, np.linspace(0, side, 6), knots) + slope * (along - side / 2)
    away = along[:, None] - line
    near, far = sorted(random.uniform(0.7, 14, 2))
    if random.random() < 0.5:
        near = far
    shade = np.exp(-((away / np.where(away < 0, near, far)) ** 2))
    first, last = sorted(random.uniform(-0.3, 1.3, 2) * side)
    ends = np.clip((along - first) / 20, 0, 1) * np.clip((last - along) / 20, 0, 1)
    shade = shade * ends * random.uniform(0.05, 0.4)
    shade = shade[::-1] if random.random() < 0.5 else shade
    return np.asarray(shade.T if random.random() < 0.5 else shade, dtype=np.float32)


def _unevenness(random: np.random.Generator, side: int) -> Floats:
    """A factor of about 1 that changes slowly."""
    knots = np.linspace(0, KNOTS - 1, side)
    nearness = np.clip(1 - np.abs(knots[:, None] - np.arange(KNOTS)), 0, 1)
    return np.asarray(nearness @ random.uniform(0.3, 1.4, (KNOTS, KNOTS)) @ nearness.T)
