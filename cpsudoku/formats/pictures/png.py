"""PNG pictures (``.png``), drawn with Pillow."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Self

from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WriteOptions
from cpsudoku.formats.pictures.sheet import sheet
from cpsudoku.formats.pictures.writing import PictureFormat
from cpsudoku.runtime import extras
from cpsudoku.scene.inks import INKS
from cpsudoku.scene.primitives import Scene
from cpsudoku.scene.raster import painted

SCALE = 2  # pixels per unit: sharp on a high-resolution screen and on paper


class Png(PictureFormat):
    """The format ``png``."""

    name = "png"
    title = "PNG pictures of puzzles or solutions (written only)"
    suffixes = (".png",)
    is_binary = True

    def with_options(self, options: WriteOptions) -> Self:
        """The same format; raises MissingExtra before any work begins."""
        _require_pillow()
        return super().with_options(options)

    def data_of(self, results: Iterable[Result]) -> bytes:
        """One picture of all results."""
        _require_pillow()
        return png(sheet(results, self.options))


def _require_pillow() -> None:
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise extras.missing("png", "a PNG") from None


def png(scene: Scene) -> bytes:
    """A scene as PNG."""
    from PIL import Image

    size = round(scene.width * SCALE), round(scene.height * SCALE)
    image = Image.new("RGB", size, INKS["paper"][0])
    painted(image, scene.shapes, SCALE)
    data = BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


FORMAT = Png()
