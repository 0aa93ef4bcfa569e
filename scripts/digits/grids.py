"""Flat grids without drawings, of photos and rendered, for scripts/train_drawings.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from cpsudoku.formats.document import Document
from cpsudoku.formats.photos.flat import CELL, Flat, flat_of
from cpsudoku.formats.photos.loading import pages
from cpsudoku.formats.photos.raster import Floats
from cpsudoku.formats.photos.seeing import seen_in

from .labelling import known_photos

SCALE = 2  # pixels that are drawn for each one of a flat grid
SIDE = CELL * SCALE
SIZE = 9
TEXT = "The digits 1 to 9 in each row, column and box. Solution on page 24. Sudoku 7 of 12. "


def photographed(folders: Sequence[Path]) -> Iterator[tuple[Floats, int]]:
    """The ink of the grid of each photo of plain puzzles, and the quarter of its puzzle."""
    for folder in folders:
        for each in known_photos(folder):
            for page in pages(Document.open(each.photo)):
                for seen in seen_in(page.grey):
                    if seen.is_puzzle and seen.mesh.size == SIZE:
                        yield flat_of(page.colours, seen.mesh, seen.is_inverted).ink, each.quarter


def rendered(random: np.random.Generator, files: Sequence[Path]) -> Floats:
    """The ink of a grid with some digits and pencil marks, sharp or as a camera sees it."""
    side = (SIZE + 2) * SIDE
    image = Image.new("L", (side, side), 255)
    draw = ImageDraw.Draw(image)
    _draw_frame(random, draw)
    _draw_lines(random, draw)
    _draw_digits(random, draw, files)
    blur = float(random.choice([0, 0.5, 1, 2, 4])) * random.uniform(0.5, 1)
    image = image.filter(ImageFilter.GaussianBlur(blur)).reduce(SCALE)
    light = np.asarray(image, dtype=np.float32) / 255
    black = random.uniform(0, 0.6) if random.random() < 0.5 else 0.0
    light = black + (1 - black) * light
    if random.random() < 0.6:
        light = light + random.normal(0, random.uniform(0, 0.03), light.shape)
    shift = random.integers(-1, 2, 2)
    light = np.roll(light, tuple(shift), axis=(0, 1)).clip(0, 1).astype(np.float32)
    cells = light.reshape(SIZE + 2, CELL, SIZE + 2, CELL).transpose(0, 2, 1, 3)
    return Flat(cells[..., None].repeat(3, axis=-1)).ink


def _draw_frame(random: np.random.Generator, draw: ImageDraw.ImageDraw) -> None:
    """Lines of text around the grid, or nothing."""
    if random.random() < 0.5:
        font = ImageFont.load_default(random.uniform(0.2, 0.5) * SIDE)
        for y in (0.2, 0.6, SIZE + 1.2, SIZE + 1.6):
            draw.text((0, y * SIDE), TEXT, 40, font)


def _draw_lines(random: np.random.Generator, draw: ImageDraw.ImageDraw) -> None:
    """Thin and thick lines."""
    thin, thick = int(random.choice([1, 1, 2, 3, 4])), int(random.choice([2, 4, 5, 7, 9]))
    inks = int(random.integers(0, 190)), int(random.integers(0, 110))
    first, last = SIDE, (SIZE + 1) * SIDE
    for number in sorted(range(SIZE + 1), key=lambda each: each % 3 == 0):
        is_thick = number % 3 == 0
        place, width, ink = first + number * SIDE, (thin, thick)[is_thick], inks[is_thick]
        draw.line([(first, place), (last, place)], ink, width)
        draw.line([(place, first), (place, last)], ink, width)


def _draw_digits(
    random: np.random.Generator, draw: ImageDraw.ImageDraw, files: Sequence[Path]
) -> None:
    """Digits in one font, and pencil marks in some of the other cells."""
    file = files[int(random.integers(len(files)))]
    height = random.uniform(0.4, 0.8)
    share, marked = random.uniform(0.2, 0.5), float(random.choice([0, 0, 0.2, 0.5]))
    is_own = not file.name

    def font(part: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        size = part / 0.71 * SIDE
        return ImageFont.load_default(size) if is_own else ImageFont.truetype(file, size)

    large, small = font(height), font(random.uniform(0.13, 0.24))
    ink = int(random.integers(0, 90))
    for row in range(SIZE):
        for column in range(SIZE):
            x, y = (column + 1.5) * SIDE, (row + 1.5) * SIDE
            if random.random() < share:
                draw.text((x, y), str(random.integers(1, 10)), ink, large, anchor="mm")
            elif random.random() < marked:
                for digit in np.flatnonzero(random.random(9) < 0.4):
                    place = x + (digit % 3 - 1) * SIDE * 0.28, y + (digit // 3 - 1) * SIDE * 0.28
                    draw.text(place, str(digit + 1), ink, small, anchor="mm")
