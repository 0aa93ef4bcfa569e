"""Draws over the grids of a picture: what was read in them, answers, and the cells of a hint.

Each cell is drawn flat, and then bent to its place in the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from cpsudoku.core.sight import Sight
from cpsudoku.formats.photos.raster import Points, corners_of, homography
from cpsudoku.scene.inks import INKS
from cpsudoku.scene.raster import font

if TYPE_CHECKING:
    from PIL.Image import Image

TILE = 96  # pixels of the side of a cell before it is bent
LARGE, SMALL = 0.62 * TILE, 0.34 * TILE  # the sizes of digits
HALO = 0.04 * TILE  # around digits, so that they can be read on any ground
STRENGTH = "78"  # of ff: how much of a coloured cell is colour


@dataclass(frozen=True)
class Overlay:
    """What is drawn over one grid of a picture. Cells are numbered row by row.

    ``read`` has the symbol that was read in each cell, empty for a blank. ``added`` are symbols to
    write into empty cells, and ``struck`` those that a hint excludes. ``doubtful`` and ``marked``
    cells are coloured.
    """

    sight: Sight
    read: tuple[str, ...]
    added: Mapping[int, str] = field(default_factory=dict)
    struck: Mapping[int, str] = field(default_factory=dict)
    doubtful: frozenset[int] = frozenset()
    marked: frozenset[int] = frozenset()


def overlaid(image: Image, overlays: Iterable[Overlay]) -> Image:
    """The picture in colour, with the overlays drawn over it."""
    result = image.convert("RGB")
    for overlay in overlays:
        size = round(len(overlay.read) ** 0.5)
        crossings = np.array(overlay.sight.crossings).reshape(size + 1, size + 1, 2)
        for cell, corners in enumerate(corners_of(crossings).reshape(-1, 4, 2)):
            tile = _tile(overlay, cell)
            if tile is not None:
                _paste(result, tile, corners)
        _outline(result, crossings)
    return result


def _outline(image: Image, crossings: Points) -> None:
    """Draw a line around a grid."""
    from PIL import ImageDraw

    border = [*crossings[0], *crossings[1:, -1], *crossings[-1, -2::-1], *crossings[-2::-1, 0]]
    width = max(2, round(float(np.ptp(crossings[..., 0])) / len(crossings) / 16))
    line = [(float(x), float(y)) for x, y in border]
    ImageDraw.Draw(image).line(line, INKS["entry"][0], width, "curve")


def _tile(overlay: Overlay, cell: int) -> Image | None:
    """A cell as it is drawn, on a transparent ground; None if nothing is drawn in it."""
    from PIL import Image, ImageDraw

    is_doubtful = cell in overlay.doubtful
    ground = "fin" if is_doubtful else "on" if cell in overlay.marked else None
    corner = overlay.read[cell] + "?" * is_doubtful
    added, struck = overlay.added.get(cell, ""), overlay.struck.get(cell, "")
    if not (ground or corner or added or struck):
        return None
    colour = f"{INKS[ground][0]}{STRENGTH}" if ground else f"{INKS['paper'][0]}00"
    tile = Image.new("RGBA", (TILE, TILE), colour)
    draw = ImageDraw.Draw(tile)

    def write(text: str, ink: str, size: float, place: tuple[float, float], anchor: str) -> None:
        colour, paper = INKS[ink][0], INKS["paper"][0]
        draw.text(place, text, colour, font(size), anchor, stroke_width=HALO, stroke_fill=paper)

    write(corner, "eliminated" if is_doubtful else "placed", SMALL, (HALO * 2, HALO), "la")
    write(added, "entry", LARGE, (TILE / 2, TILE * 0.54), "mm")
    if struck:
        size = min(SMALL, 1.5 * TILE / len(struck))
        low = TILE * 0.75
        write(struck, "eliminated", size, (TILE / 2, low), "mm")
        length = draw.textlength(struck, font(size)) / 2
        ends = (TILE / 2 - length, low, TILE / 2 + length, low)
        draw.line(ends, INKS["eliminated"][0], round(HALO))
    return tile


def _paste(image: Image, tile: Image, corners: Points) -> None:
    """Bend a tile to four corners, clockwise from the upper left one, and paste it there."""
    from PIL import Image as Images

    start = np.floor(corners.min(axis=0)).astype(int)
    size = np.ceil(corners.max(axis=0)).astype(int) + 1 - start
    to_tile = np.linalg.inv(homography(corners - start, TILE))
    numbers = (to_tile / to_tile[2, 2]).ravel()[:8]
    bent = tile.transform(
        (int(size[0]), int(size[1])),
        Images.Transform.PERSPECTIVE,
        [float(number) for number in numbers],
        Images.Resampling.BICUBIC,
    )
    image.paste(bent, (int(start[0]), int(start[1])), bent)
