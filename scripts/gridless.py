#!/usr/bin/env python3
"""Counts puzzles that are invented in images without one: scripts/gridless.py [--photos FOLDER].

Draws 20 each of crosswords, calendars, tables of words and of numbers, chess boards, circuits and
grids without digits, tilted and blurred like photos. With --photos, it also cuts 60 parts without
a whole grid out of the photos in FOLDER. Prints each image that is read as a puzzle, and then how
many images of each kind have which answer. DOUBTFUL is a puzzle with cells in doubt (exit code 3),
and INVENTED one without. --keep FOLDER keeps the images.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.reading import read_entries

EACH = 20  # images of each kind
CUTS = 60  # parts of photos
SIDE = 640  # pixels of a drawn image
PAPER, INK = 235, 25
WORDS = ("the", "of", "grid", "with", "seven", "words", "and", "no", "digits", "rows")


def page() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Blank paper, and what draws on it."""
    image = Image.new("L", (SIDE, SIDE), PAPER)
    return image, ImageDraw.Draw(image)


def lines(draw: ImageDraw.ImageDraw, rows: int, columns: int, cell: tuple[int, int]) -> None:
    """The lines of a table in the middle of the page."""
    width, height = cell
    for row in range(rows + 1):
        draw.line((40, 40 + row * height, 40 + columns * width, 40 + row * height), INK, 2)
    for column in range(columns + 1):
        draw.line((40 + column * width, 40, 40 + column * width, 40 + rows * height), INK, 2)


def text(draw: ImageDraw.ImageDraw, place: tuple[float, float], words: str, size: float) -> None:
    """A text around a place."""
    draw.text(place, words, INK, ImageFont.load_default(size), "mm")


def crossword(some: random.Random) -> Image.Image:
    """Black cells, and small numbers in the corners of others."""
    image, draw = page()
    count = some.choice([9, 9, 11, 13])
    side = 540 // count
    lines(draw, count, count, (side, side))
    number = 1
    for row in range(count):
        for column in range(count):
            x, y = 40 + column * side, 40 + row * side
            if some.random() < 0.25:
                draw.rectangle((x, y, x + side, y + side), INK)
            elif some.random() < 0.3:
                draw.text((x + 4, y + 2), str(number), INK, ImageFont.load_default(side / 4))
                number += 1
    return image


def calendar(some: random.Random) -> Image.Image:
    """The days of a month, in seven columns or in the grid of a Sudoku."""
    image, draw = page()
    rows, columns = some.choice([(5, 7), (6, 7), (6, 6), (4, 9), (9, 9)])
    side = 540 // max(rows, columns)
    lines(draw, rows, columns, (side, side))
    first = some.randrange(7)
    for day in range(1, 32):
        row, column = divmod(first + day - 1, columns)
        if row < rows:
            text(draw, (40 + side * (column + 0.5), 40 + side * (row + 0.5)), str(day), side * 0.5)
    return image


def words(some: random.Random) -> Image.Image:
    """A table with words in its cells."""
    image, draw = page()
    rows, columns = some.choice([(9, 9), (6, 6), (9, 4), (12, 5)])
    width, height = 540 // columns, 540 // rows
    lines(draw, rows, columns, (width, height))
    for row in range(rows):
        for column in range(columns):
            place = 40 + width * (column + 0.5), 40 + height * (row + 0.5)
            text(draw, place, some.choice(WORDS), height * 0.3)
    return image


def numbers(some: random.Random) -> Image.Image:
    """A table of numbers with one to four digits: distances, prices, a times table."""
    image, draw = page()
    count = some.choice([9, 9, 6, 10])
    side = 540 // count
    lines(draw, count, count, (side, side))
    times = some.random() < 0.3
    for row in range(count):
        for column in range(count):
            number = (
                (row + 1) * (column + 1)
                if times
                else some.choice([1, 10, 100]) * some.randint(0, 9)
            )
            place = 40 + side * (column + 0.5), 40 + side * (row + 0.5)
            text(draw, place, str(number), side * 0.4)
    return image


def chess(some: random.Random) -> Image.Image:
    """A chess board, or another board of light and dark squares, with or without pieces."""
    image, draw = page()
    count = some.choice([8, 8, 9, 10, 6])
    side = 540 // count
    lines(draw, count, count, (side, side))
    for row in range(count):
        for column in range(count):
            x, y = 40 + column * side, 40 + row * side
            dark = (row + column) % 2
            if dark:
                draw.rectangle((x, y, x + side, y + side), 110)
            if some.random() < 0.3:
                piece = some.choice("KQRBNP")
                text(draw, (x + side / 2, y + side / 2), piece, side * 0.6)
    return image


def circuit(some: random.Random) -> Image.Image:
    """Lines at right angles with dots and boxes, as on a plan."""
    image, draw = page()
    draw.rectangle((30, 30, SIDE - 30, SIDE - 30), outline=INK, width=3)
    for _ in range(40):
        place = [some.randrange(40, SIDE - 40, 20) for _ in range(3)]
        ends = (place[0], place[2], place[1], place[2])
        draw.line(ends if some.random() < 0.5 else ends[::-1], INK, 2)
        x, y = place[0], place[2]
        draw.ellipse((x - 4, y - 4, x + 4, y + 4), INK)
        if some.random() < 0.4:
            draw.rectangle((x - 15, y - 8, x + 15, y + 8), PAPER, INK)
            text(draw, (x, y), f"R{some.randint(1, 9)}", 10)
    return image


def empty(some: random.Random) -> Image.Image:
    """The grid of a Sudoku without digits, or with letters or drawings in its cells."""
    image, draw = page()
    lines(draw, 9, 9, (60, 60))
    kind = some.choice(["nothing", "letters", "rings"])
    for cell in range(81):
        x, y = 40 + 60 * (cell % 9 + 0.5), 40 + 60 * (cell // 9 + 0.5)
        if kind == "letters" and some.random() < 0.5:
            text(draw, (x, y), some.choice("ABCDEFGHJKLMNPQRTUVWXY"), 36)
        elif kind == "rings" and some.random() < 0.4:
            draw.ellipse((x - 18, y - 18, x + 18, y + 18), outline=INK, width=3)
    return image


KINDS: dict[str, Callable[[random.Random], Image.Image]] = {
    "crossword": crossword,
    "calendar": calendar,
    "words": words,
    "numbers": numbers,
    "chess": chess,
    "circuit": circuit,
    "empty": empty,
}


def photographed(image: Image.Image, some: random.Random) -> Image.Image:
    """The image as a photo: turned a little, and blurred."""
    turned = image.rotate(some.uniform(-6, 6), Image.Resampling.BICUBIC, True, fillcolor=PAPER)
    return turned.filter(ImageFilter.GaussianBlur(some.uniform(0, 1)))


def cut(photo: Image.Image, some: random.Random) -> Image.Image:
    """A part of a photo of a grid that does not contain the whole grid: at most half of a side."""
    width, height = photo.size
    wide = int(width * some.uniform(0.25, 0.5))
    high = int(height * some.uniform(0.25, 0.5))
    left, top = some.randrange(width - wide), some.randrange(height - high)
    return photo.crop((left, top, left + wide, top + high))


def made(photos: Path | None) -> Iterator[tuple[str, Image.Image]]:
    """Each kind with its images."""
    some = random.Random(1)
    for kind, drawing in KINDS.items():
        for _ in range(EACH):
            yield kind, photographed(drawing(some), some)
    files = sorted(photos.glob("*.jpg")) if photos is not None else []
    for _ in range(CUTS if files else 0):
        yield "cut photo", cut(Image.open(some.choice(files)).convert("L"), some)


def answer(path: Path) -> str:
    """What is said about an image; the puzzles that were read."""
    entries = list(read_entries([path]))
    puzzles = [each for each in entries if isinstance(each, Puzzle)]
    if not puzzles:
        return "; ".join(each.problem for each in entries if isinstance(each, InputError))
    return "DOUBTFUL" if all(each.uninterpreted for each in puzzles) else "INVENTED"


def main() -> None:
    """Draw, read and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="a folder of photos to cut")
    parser.add_argument("--keep", type=Path, help="keep the images in this folder")
    options = parser.parse_args()
    counts, start = Counter[tuple[str, str]](), time.process_time()
    with TemporaryDirectory() as made_here:
        folder = options.keep or Path(made_here)
        folder.mkdir(exist_ok=True)
        for number, (kind, image) in enumerate(made(options.photos)):
            path = folder / f"{number}-{kind}.png"
            image.save(path)
            said = answer(path)
            counts[kind, said] += 1
            if said.isupper():
                print(f"{path.name}: {said}", flush=True)
    for (kind, said), count in sorted(counts.items()):
        print(f"{count:4} {kind:10} {said}")
    puzzles = sum(count for (_, said), count in counts.items() if said.isupper())
    seconds = time.process_time() - start
    print(f"{puzzles} of {counts.total()} images are read as puzzles; {seconds:.0f} s")


if __name__ == "__main__":
    main()
