"""Primitives as pixels, with Pillow."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from cpsudoku.scene.inks import INKS
from cpsudoku.scene.primitives import Box, Disc, Path, Point, Primitive, Text, dashed, plain

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

FINER = 4  # curves and slanted lines are drawn this many times larger, which smooths their edges
FONTS = (  # Pillow looks for these files where the operating system keeps its fonts
    *(
        "DejaVuSans.ttf",
        "NotoSans-Regular.ttf",
        "LiberationSans-Regular.ttf",
        "Arial.ttf",
        "arial.ttf",
    ),
    *("NotoSansCJK-Regular.ttc", "NotoSansCJKjp-Regular.otf", "NotoSansJP-Regular.otf", "ipag.ttf"),
    *(
        "YuGothM.ttc",
        "meiryo.ttc",
        "msgothic.ttc",
        "ヒラギノ角ゴシック W3.ttc",
        "DroidSansFallbackFull.ttf",
    ),
)
_KNOWN = "’«»“”‘"  # signs that the font of Pillow has
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def painted(image: Image, shapes: Iterable[Primitive], scale: float = 1.0) -> None:
    """Draw primitives on an image; their unit is ``scale`` pixels."""
    from PIL import ImageDraw

    draw, shapes = ImageDraw.Draw(image), list(shapes)
    words = "".join(shape.text for shape in shapes if isinstance(shape, Text))
    named = font_name(plain(words))
    for shape in shapes:
        if isinstance(shape, Box):
            _box(draw, shape, scale)
        elif isinstance(shape, Text):
            _text(draw, shape, scale, named)
        else:
            _smooth(image, shape, scale)


def _box(draw: ImageDraw, box: Box, scale: float) -> None:
    """A box rounded to whole pixels, at least one, so that thin lines are visible."""
    x, y = round(box.x * scale), round(box.y * scale)
    wide, high = (max(1, round(each * scale)) for each in (box.width, box.height))
    draw.rectangle((x, y, x + wide - 1, y + high - 1), _colour(box.ink))


def _text(draw: ImageDraw, text: Text, scale: float, named: str | None) -> None:
    """A text, in a font of this computer if it is a word of a picture that needs such a font."""
    size = text.size * scale
    place = text.x * scale, text.y * scale
    bold = size / 36 if text.bold else 0  # the font has no bold form, so an outline is added
    colour, anchor = _colour(text.ink), _ANCHORS[text.anchor]
    words = plain(text.text)
    name = named if any(map(str.isalpha, words)) else None
    draw.text(place, words, colour, font(size, name), anchor, stroke_width=bold)


@lru_cache(maxsize=64)
def font(size: float, name: str | None = None) -> FreeTypeFont | ImageFont:
    """The font of texts in pixels, in this size: that of Pillow, or one of this computer."""
    from PIL import ImageFont

    return ImageFont.load_default(size) if name is None else ImageFont.truetype(name, size)


@lru_cache(maxsize=512)
def font_name(text: str) -> str | None:
    """The first usual font of this computer that has all letters of a text.

    It is None if there is no such font, or if the font of Pillow has these letters.
    """
    letters = frozenset(text) - {" "}
    if all(letter.isascii() or letter in _KNOWN for letter in letters):
        return None
    return next((name for name in FONTS if all(_has(name, letter) for letter in letters)), None)


@lru_cache(maxsize=4096)
def _has(name: str, letter: str) -> bool:
    """Whether a font exists here and has a letter: it does not draw the sign for missing ones."""
    from PIL import ImageFont

    try:
        known = ImageFont.truetype(name, 20)
    except OSError:
        return False
    return bytes(known.getmask(letter)) != bytes(known.getmask("\uffff"))


def _smooth(image: Image, shape: Disc | Path, scale: float) -> None:
    """A disc or path. Its form is drawn larger, scaled down, and filled with its colours."""
    left, top, right, bottom = _extent(shape, scale)
    size = right - left, bottom - top
    if min(size) <= 0:
        return
    for ink, is_fill in ((shape.fill, True), (shape.stroke, False)):
        if ink:
            mask = _mask(shape, is_fill, (left, top), size, scale)
            image.paste(_colour(ink), (left, top), mask)


@lru_cache(maxsize=256)  # the frames of a film repeat most shapes
def _mask(
    shape: Disc | Path, is_fill: bool, corner: tuple[int, int], size: tuple[int, int], scale: float
) -> Image:
    from PIL import Image, ImageDraw

    mask = Image.new("L", (size[0] * FINER, size[1] * FINER))
    draw = ImageDraw.Draw(mask)

    def place(point: Point) -> Point:
        x, y = point
        return (x * scale - corner[0]) * FINER, (y * scale - corner[1]) * FINER

    width = max(1.0, shape.width * scale) * FINER
    if isinstance(shape, Disc):
        x, y = place((shape.x, shape.y))
        radius = shape.radius * scale * FINER
        if is_fill:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
        else:
            out = radius + width / 2
            draw.ellipse((x - out, y - out, x + out, y + out), outline=255, width=round(width))
    elif is_fill:
        draw.polygon([place(point) for point in shape.points], 255)
    else:
        for part in dashed(shape):
            points = [place(point) for point in part.points]
            _stroke(draw, [*points, points[0]] if part.closed else points, width, part is shape)
    return mask.resize(size, Image.Resampling.BOX)


def _stroke(draw: ImageDraw, points: list[Point], width: float, has_round_ends: bool) -> None:
    """A line with round corners. A dash does not have round ends."""
    draw.line(points, 255, round(width))
    for x, y in points if has_round_ends else points[1:-1]:
        draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), 255)


def _extent(shape: Disc | Path, scale: float) -> tuple[int, int, int, int]:
    """The bounds of a shape in pixels: left, top, right, bottom."""
    points = [(shape.x, shape.y)] if isinstance(shape, Disc) else list(shape.points)
    reach = shape.width + (shape.radius if isinstance(shape, Disc) else 0.0)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (
        int((min(xs) - reach) * scale) - 1,
        int((min(ys) - reach) * scale) - 1,
        int((max(xs) + reach) * scale) + 2,
        int((max(ys) + reach) * scale) + 2,
    )


def _colour(ink: str) -> str:
    return INKS[ink][0]
