"""A cell of a picture in characters, so that a person can read it on a terminal."""

from __future__ import annotations

import numpy as np

from cpsudoku.core.sight import Sight
from cpsudoku.formats.document import Document
from cpsudoku.formats.photos.loading import pages
from cpsudoku.formats.photos.raster import corners_of, homography, mapped, sampled

WIDE = 28  # characters; a character is twice as high as it is wide
AROUND = 0.12  # of a cell: what is shown beside it
FAINT = 0.06  # of the brightness: cells with less contrast are shown as empty
BLOCKS, PLAIN = " ▄▀█", " .'#"  # nothing, the lower half, the upper half, both


def cell_in_characters(document: Document, sight: Sight, cell: int, plain: bool) -> list[str]:
    """The lines of a drawing of a cell, in blocks or in plain characters."""
    size = round(len(sight.chances) ** 0.5)
    crossings = np.array(sight.crossings).reshape(size + 1, size + 1, 2)
    corners = corners_of(crossings)[divmod(cell, size)]
    places = -AROUND + (1 + 2 * AROUND) * (np.arange(WIDE) + 0.5) / WIDE
    points = mapped(homography(corners), np.stack(np.meshgrid(places, places), axis=-1))
    grey = next(page.grey for page in pages(document) if page.number == sight.page)
    seen = sampled(grey, points)
    low, high = float(seen.min()), float(seen.max())
    dark = (seen < (low + high) / 2) & (high - low > FAINT)
    kinds = 2 * dark[::2].astype(int) + dark[1::2]
    signs = PLAIN if plain else BLOCKS
    return ["".join(signs[kind] for kind in line).rstrip() for line in kinds]
