"""A grid of a picture as flat cells of one size, in colour, with a frame of what is around it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cpsudoku.formats.photos.mesh import Mesh
from cpsudoku.formats.photos.raster import Floats, Points, sampled

CELL = 40  # pixels of the side of a cell
BORDER = 4  # pixels of a cell beside its sides, in which the paper is not measured
PAPER = 0.75  # the share of a cell that is darker than its paper, at most
DARK = 0.98  # the share of the grid that is lighter than its blackest lines and digits
FAINTEST = 0.08  # of the brightness of paper: black is at least so much darker


@dataclass(frozen=True)
class Flat:
    """The cells of a grid and of a frame around it, one cell wide.

    ``light``: float32[size + 2, size + 2, CELL, CELL, 3], from 0 to 1 in red, green and blue. Paper
    is lighter than ink.
    """

    light: Floats

    @property
    def size(self) -> int:
        """The number of rows of the grid."""
        return len(self.light) - 2

    @property
    def ink(self) -> Floats:
        """How much darker than the paper of its cell each pixel is, in its darkest colour.

        float32[size + 2, size + 2, CELL, CELL]; 1 is black in this picture.
        """
        inner = self.light[:, :, BORDER:-BORDER, BORDER:-BORDER]
        paper = np.quantile(inner, PAPER, axis=(2, 3), keepdims=True)
        dark = ((paper - self.light) / np.maximum(paper, 0.05)).max(axis=-1)
        middles = dark[1:-1, 1:-1, BORDER:-BORDER, BORDER:-BORDER]
        black = max(FAINTEST, float(np.quantile(middles, DARK)))
        return np.asarray(np.clip(dark / black, -0.5, 1.5), dtype=np.float32)


def flat_of(colours: npt.NDArray[np.uint8], mesh: Mesh, is_inverted: bool) -> Flat:
    """The cells of a mesh. colours: uint8[height, width, 3]; inverted ones have light lines."""
    wide = replace(mesh, size=mesh.size + 2, crossings=_framed(mesh.crossings))
    points = wide.in_cells((np.arange(CELL) + 0.5) / CELL)
    light = np.stack([sampled(colours[..., colour], points) for colour in range(3)], axis=-1)
    light /= 255
    return Flat(np.asarray(1 - light if is_inverted else light, dtype=np.float32))


def _framed(crossings: Points) -> Points:
    """The crossings with those of a frame of cells around them, as wide as the outermost cells."""
    for axis in (0, 1):
        lines = np.moveaxis(crossings, axis, 0)
        lines = np.concatenate([2 * lines[:1] - lines[1:2], lines, 2 * lines[-1:] - lines[-2:-1]])
        crossings = np.moveaxis(lines, 0, axis)
    return crossings
