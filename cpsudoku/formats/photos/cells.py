"""Cuts the cells of a grid out of an image, each in the same size and contrast."""

from __future__ import annotations

import numpy as np

from cpsudoku.formats.photos.mesh import Mesh
from cpsudoku.formats.photos.raster import Floats, reduced_image, sampled

PIXELS = 28  # the side of a cell that the network reads
INSET = 0.04  # of the side of a cell: the border that is cut off, most of which is line
PAPER = 0.75  # the share of a cell that is darker than its paper, at most
FAINTEST = 0.08  # of the brightness of paper: digits are at least so much darker


def ink_of_cells(image: Floats, mesh: Mesh) -> Floats:
    """The ink of each cell, row by row: float32[cells, PIXELS, PIXELS].

    0 is paper, and 1 is as dark as the darkest digits of this grid. It may be a little more.
    """
    factor = max(1, int(np.sqrt(mesh.area) / mesh.size / PIXELS / 1.2))
    places = INSET + (1 - 2 * INSET) * (np.arange(PIXELS) + 0.5) / PIXELS
    points = mesh.scaled(1 / factor).in_cells(places)
    return normalised(sampled(reduced_image(image, factor), points).reshape(-1, PIXELS, PIXELS))


def normalised(grey: Floats, least: float = FAINTEST) -> Floats:
    """The ink of grey cells of one grid. Digits are at least so much darker than the paper."""
    paper = np.quantile(grey, PAPER, axis=(1, 2), keepdims=True)
    dark = (paper - grey) / np.maximum(paper, 0.05)
    darkest = np.quantile(dark[:, 4:-4, 4:-4], 0.95, axis=(1, 2))
    contrast = max(least, float(np.quantile(darkest, 0.9)))
    return np.clip(dark / contrast, -0.5, 1.5).astype(np.float32)
