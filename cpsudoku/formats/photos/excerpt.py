"""The part of a picture around a grid, small enough to be sent to the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from cpsudoku.core.sight import Sight
from cpsudoku.formats.document import Document
from cpsudoku.formats.photos.loading import images

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST = 900  # pixels of its longer side
AROUND = 0.05  # of the grid: what is shown beside it
QUALITY = 80  # of 100, for JPEG


@dataclass(frozen=True)
class Excerpt:
    """The part as JPEG, its width and height, and where the lines of the grid cross in it."""

    data: bytes
    size: tuple[int, int]
    crossings: tuple[tuple[float, float], ...]


def excerpts(document: Document, sights: Sequence[Sight]) -> Iterator[Excerpt]:
    """The excerpt of each grid that was seen in a document, in the order of its pages."""
    for image, number in images(document):
        for sight in sights:
            if sight.page == number:
                yield _excerpt(image, sight)


def _excerpt(image: Image, sight: Sight) -> Excerpt:
    points = np.array(sight.crossings)
    margin = AROUND * np.ptp(points, axis=0).max()
    low = np.maximum(np.floor(points.min(axis=0) - margin), 0)
    high = np.minimum(np.ceil(points.max(axis=0) + margin), image.size)
    part = image.crop((int(low[0]), int(low[1]), int(high[0]), int(high[1])))
    factor = min(1.0, LONGEST / max(part.size))
    size = round(part.width * factor), round(part.height * factor)
    data = BytesIO()
    part.convert("RGB").resize(size).save(data, "JPEG", quality=QUALITY)
    crossings = np.round((points - low) * factor, 1)
    return Excerpt(data.getvalue(), size, tuple((float(x), float(y)) for x, y in crossings))
