"""The digits of a grid tell print from handwriting, and a digit from something else."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from cpsudoku.formats.photos.cells import PIXELS
from cpsudoku.formats.photos.handwriting import compared
from cpsudoku.formats.photos.mesh import Mesh
from cpsudoku.formats.photos.network import BLANK, CLASSES, OTHER, PRINTED, WRITTEN
from cpsudoku.formats.photos.raster import Floats
from cpsudoku.formats.photos.seeing import Seen

SCALE = 4
DIGITS = "123456789274"
TALL = [(5, 2), (20, 3), (11, 26)]  # the strokes of a 7 that is as high as its cell
PRINT, HAND = "print", "hand"


def cell(digit: str, strokes: list[tuple[int, int]] | None = None) -> Floats:
    """The ink of a cell with a printed digit, or with these strokes instead."""
    image = Image.new("L", (PIXELS * SCALE, PIXELS * SCALE), 0)
    draw = ImageDraw.Draw(image)
    if strokes:
        draw.line([(x * SCALE, y * SCALE) for x, y in strokes], fill=255, width=2 * SCALE)
    else:
        middle = PIXELS * SCALE / 2
        font = ImageFont.load_default(23 * SCALE)
        draw.text((middle, middle), digit, fill=255, font=font, anchor="mm")
    return np.asarray(np.asarray(image.reduce(SCALE)) / 255, dtype=np.float32)


def last_kind(last: Floats, printed: float) -> str:
    """What a 7 is taken for after other digits, if the network gives print this share."""
    digits = np.array([*map(int, DIGITS), 7])
    numbers, share = np.arange(len(digits)), np.array([0.9] * len(DIGITS) + [printed])
    shares = np.full((len(digits), CLASSES), 1e-6)
    shares[numbers, digits] = share
    shares[numbers, digits + WRITTEN.start - PRINTED.start] = 1 - share
    best = compared(np.stack([*map(cell, DIGITS), last]), np.log(shares)).argmax(axis=1)
    assert max(best[:-1]) < PRINTED.stop
    return PRINT if best[-1] < PRINTED.stop else HAND


@pytest.mark.parametrize(
    ("strokes", "printed", "expected"),
    [
        (TALL, 0.9, HAND),
        (TALL, 0.9999, PRINT),  # the network is sure
        (None, 0.3, PRINT),
        (None, 0.0001, HAND),
    ],
)
def test_a_digit_is_compared_with_the_others_of_its_grid(
    strokes: list[tuple[int, int]] | None, printed: float, expected: str
) -> None:
    assert last_kind(cell("7", strokes), printed) == expected


@pytest.mark.parametrize(("marked", "blank"), [(0, 0.1), (3, 0.3)])
def test_something_else_is_unlikely_in_a_grid_that_has_none(marked: int, blank: float) -> None:
    shares = np.full((16, CLASSES), 1e-6)
    shares[:, BLANK] = 1
    shares[:marked, [BLANK, OTHER]] = 1e-6, 1
    shares[-1, [BLANK, 4, OTHER]] = 1e-6, 0.7, 0.3
    mesh = Mesh(4, np.zeros((5, 5, 2)), np.zeros((2, 5, 4), dtype=np.float32), 0)
    sight = Seen(mesh, np.log(shares), np.zeros(16, dtype=bool)).sight(None)
    assert np.exp(sight.chances[-1][0]) == pytest.approx(blank, abs=0.01)
