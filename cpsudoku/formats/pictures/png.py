"""PNG pictures (``.png``), drawn with Pillow."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING, Self

from cpsudoku.core import extras
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import WriteOptions
from cpsudoku.formats.pictures.scene import PAPER, Box, Scene, Text
from cpsudoku.formats.pictures.sheet import sheet
from cpsudoku.formats.pictures.writing import PictureFormat

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

SCALE = 2  # pixels per unit: sharp on a screen of high resolution and on paper
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


class Png(PictureFormat):
    """The format ``png``."""

    name = "png"
    title = "PNG pictures of puzzles or solutions, written only"
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
    from PIL import Image, ImageDraw

    size = round(scene.width * SCALE), round(scene.height * SCALE)
    image = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(image)
    for shape in scene.shapes:
        if isinstance(shape, Box):
            _box(draw, shape)
        else:
            _text(draw, shape)
    data = BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def _box(draw: ImageDraw, box: Box) -> None:
    """A box on whole pixels; at least one, so that thin lines are seen."""
    x, y = round(box.x * SCALE), round(box.y * SCALE)
    wide, high = (max(1, round(each * SCALE)) for each in (box.width, box.height))
    draw.rectangle((x, y, x + wide - 1, y + high - 1), box.colour)


def _text(draw: ImageDraw, text: Text) -> None:
    from PIL import ImageFont

    size = text.size * SCALE
    place = text.x * SCALE, text.y * SCALE
    bold = size / 36 if text.bold else 0  # the font has no bold form: it is drawn with an outline
    font = ImageFont.load_default(size)
    draw.text(place, text.text, text.colour, font, _ANCHORS[text.anchor], stroke_width=bold)


FORMAT = Png()
