#!/usr/bin/env python3
"""Counts pictures of killers that are read right: scripts/killers.py FILE [--count N] [--seed N].

FILE has killers in any format that cpsudoku reads. Each is drawn in one of the styles of newspapers
and programs, chosen at random, and some also look photographed: turned, blurred, noisy and saved
as JPEG. Prints each that is not read right with what was said, and then how many of each style
were right, doubtful, refused and silently wrong (other digits or cages without a doubt).
``--style NAME`` draws only that style, and ``--keep FOLDER`` keeps the pictures.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats import FORMATS
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.reading import read_entries

FINER = 4  # pixels that are drawn for each one
SANS = "DejaVuSans.ttf"


@dataclass(frozen=True)
class Style:
    """How a program or newspaper draws a killer; lengths are parts of the side of a cell.

    ``dash`` is that of the outlines, None for whole lines. ``sum_at`` is the upper left corner of
    the sum. ``cleared`` says whether the outline is interrupted around it.
    """

    inset: float
    dash: tuple[float, float] | None
    width: float
    ink: tuple[int, int, int]
    font: str
    sum_size: float
    sum_at: tuple[float, float]
    cleared: bool = True
    lines: tuple[float, float] = (0.02, 0.05)
    paper: tuple[int, int, int] = (255, 255, 255)
    text: tuple[int, int, int] = (0, 0, 0)


STYLES = {
    "sudokupad": Style(0.08, (0.1, 0.05), 0.02, (0, 0, 0), "LiberationSans-Regular.ttf", 0.24,
                       (0.04, 0.02)),
    "solid": Style(0.07, None, 0.02, (60, 60, 60), SANS, 0.22, (0.03, 0.02)),
    "dotted": Style(0.07, (0.03, 0.04), 0.03, (0, 0, 0), "LiberationSerif-Regular.ttf", 0.24,
                    (0.13, 0.12), False),
    "blue": Style(0.09, (0.07, 0.06), 0.025, (60, 90, 200), "DejaVuSansCondensed.ttf", 0.22,
                  (0.03, 0.02)),
    "newspaper": Style(0.1, (0.06, 0.05), 0.025, (30, 30, 30), "NimbusSans-Regular.otf", 0.22,
                       (0.16, 0.15), False, (0.015, 0.06), (238, 234, 225)),
    "dark": Style(0.08, (0.08, 0.05), 0.02, (190, 190, 190), SANS, 0.22, (0.03, 0.02), True,
                  (0.02, 0.05), (30, 32, 36), (240, 240, 240)),
    "faint": Style(0.06, (0.06, 0.04), 0.02, (120, 120, 120), "LiberationSans-Bold.ttf", 0.2,
                   (0.05, 0.03)),
    "green": Style(0.11, None, 0.03, (40, 120, 70), "C059-Roman.otf", 0.23, (0.15, 0.14), False,
                   (0.02, 0.06), (250, 250, 240)),
    "grey": Style(0.09, (0.14, 0.09), 0.03, (90, 90, 90), "NimbusSansNarrow-Regular.otf", 0.26,
                  (0.05, 0.03)),
}  # fmt: skip
OWN = "own"


def own(puzzle: Puzzle) -> Image.Image:
    """The picture that cpsudoku draws."""
    stream = BytesIO()
    FORMATS["png"].write([Result(puzzle)], stream)
    return Image.open(stream).convert("RGB")


def drawn(puzzle: Puzzle, style: Style, cell: int) -> Image.Image:
    """The picture of a killer in a style, with so many pixels for a cell."""
    side, size = cell * FINER, puzzle.board.size
    image = Image.new("RGB", ((size + 2) * side,) * 2, style.paper)
    draw = ImageDraw.Draw(image)
    draw_lines(draw, puzzle, style, side)
    for cage in cages_of(puzzle):
        draw_cage(draw, cage, style, side)
    large = ImageFont.truetype(style.font, 0.7 * side)
    for number, digit in enumerate(puzzle.givens.cells):
        if digit:
            row, column = divmod(number, size)
            place = (column + 1.5) * side, (row + 1.53) * side
            draw.text(place, str(digit), style.text, large, anchor="mm")
    return image.reduce(FINER)


def cages_of(puzzle: Puzzle) -> Sequence[KillerCage]:
    """The cages of a puzzle."""
    return [each for each in puzzle.constraints if isinstance(each, KillerCage)]


def draw_lines(draw: ImageDraw.ImageDraw, puzzle: Puzzle, style: Style, side: int) -> None:
    """The lines between cells, and thick ones between boxes."""
    size, shape = puzzle.board.size, puzzle.board.box_shape
    assert shape is not None
    for across, every in enumerate(shape):
        for number in range(size + 1):
            width = round(style.lines[number % every == 0] * side)
            place, ends = (number + 1) * side, (side - width // 2, (size + 1) * side + width // 2)
            points = [(end, place) for end in ends]
            if across:
                points = [(place, end) for end in ends]
            draw.line(points, style.text, max(1, width))


def draw_cage(draw: ImageDraw.ImageDraw, cage: KillerCage, style: Style, side: int) -> None:
    """The outline of a cage, and its sum."""
    size = cage.board.size
    cells = {divmod(cell, size) for cell in cage.cells}
    width = max(1, round(style.width * side))
    for start, end in outline(cells, style.inset):
        dashed(draw, np.array(start) * side, np.array(end) * side, style, side, width)
    row, column = min(cells)
    font = ImageFont.truetype(style.font, style.sum_size * side)
    place = (column + 1 + style.sum_at[0]) * side, (row + 1 + style.sum_at[1]) * side
    box = draw.textbbox(place, str(cage.sum), font, anchor="lt")
    if style.cleared:
        gap = 0.03 * side
        line = style.lines[1] * side / 2
        left, top = (column + 1) * side + line, (row + 1) * side + line
        draw.rectangle((max(left, box[0] - gap), max(top, box[1] - gap), box[2] + gap,
                        box[3] + gap), style.paper)  # fmt: skip
    draw.text(place, str(cage.sum), style.text, font, anchor="lt")


def outline(
    cells: set[tuple[int, int]], inset: float
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The sides of the outline of cells, this far inside, as points (x, y)."""
    found = list[tuple[tuple[float, float], tuple[float, float]]]()
    for row, column in cells:
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + down, column + right) in cells:
                continue
            ends = list[tuple[float, float]]()
            for way in (-1, 1):
                along = row + way * abs(right), column + way * abs(down)
                corner = along[0] + down, along[1] + right
                out = -inset if along not in cells else inset if corner in cells else 0
                y = row + 1.5 + down * (0.5 - inset) + way * abs(right) * (0.5 + out)
                x = column + 1.5 + right * (0.5 - inset) + way * abs(down) * (0.5 + out)
                ends.append((x, y))
            found.append((ends[0], ends[1]))
    return found


def dashed(
    draw: ImageDraw.ImageDraw,
    start: np.ndarray,
    end: np.ndarray,
    style: Style,
    side: int,
    width: int,
) -> None:
    """A line, whole or dashed."""
    if style.dash is None:
        draw.line((*start, *end), style.ink, width)
        return
    length = float(np.linalg.norm(end - start))
    dash, gap = (part * side for part in style.dash)
    for place in np.arange(0, length, dash + gap):
        one, other = (
            start + (end - start) * min(at, length) / length for at in (place, place + dash)
        )
        draw.line((*one, *other), style.ink, width)


def photographed(image: Image.Image, some: random.Random) -> Image.Image:
    """The picture as a photo: turned, seen from one side, blurred, in uneven light, and noisy."""
    paper = image.getpixel((2, 2))
    turned = image.rotate(some.uniform(-7, 7), Image.Resampling.BICUBIC, True, fillcolor=paper)
    width, height = turned.size
    moved = [some.uniform(0, 0.05) * width for _ in range(8)]
    corners = (-moved[0], -moved[1], -moved[2], height + moved[3], width + moved[4],
               height + moved[5], width + moved[6], -moved[7])  # fmt: skip
    seen = turned.transform(
        turned.size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC, fillcolor=paper
    ).filter(ImageFilter.GaussianBlur(some.uniform(0.3, 1.2)))
    values = np.asarray(seen, dtype=np.float32)
    light = np.linspace(1, some.uniform(0.6, 1), width)[None, :, None]
    noise = np.random.default_rng(some.randrange(2**32)).normal(0, some.uniform(1, 6), values.shape)
    stream = BytesIO()
    values = np.clip(values * light + noise, 0, 255).astype(np.uint8)
    Image.fromarray(values).save(stream, "JPEG", quality=some.randint(60, 92))
    return Image.open(stream)


def outcome(path: Path, puzzle: Puzzle) -> tuple[str, str]:
    """How a picture was read, and what was said."""
    entries = list(read_entries([path]))
    found = [each for each in entries if isinstance(each, Puzzle)]
    if not found:
        return "refused", "; ".join(str(each) for each in entries if isinstance(each, InputError))
    read = found[0]
    expected, seen = (
        {(cage.cells, cage.sum) for cage in cages_of(each)} for each in (puzzle, read)
    )
    digits = sum(a != b for a, b in zip(puzzle.givens.cells, read.givens.cells, strict=False))
    same = seen == expected and read.givens == puzzle.givens
    difference = f"{digits} digits and {len(seen - expected)} cages are wrong"
    if read.uninterpreted:
        return "doubtful", f"{'all right' if same else difference}: {read.uninterpreted}"
    return ("right", "") if same else ("silently wrong", difference)


def main() -> None:
    """Draw, read and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--style", choices=[OWN, *STYLES], action="append")
    parser.add_argument("--keep", type=Path, help="keep the pictures in this folder")
    options = parser.parse_args()
    some, counts = random.Random(options.seed), Counter[tuple[str, str]]()
    seconds = list[float]()
    entries = list(read_entries([options.file]))
    puzzles = [each for each in entries if isinstance(each, Puzzle) and cages_of(each)]
    if not puzzles:
        problems = [str(each) for each in entries if isinstance(each, InputError)]
        parser.error([*problems, f"{options.file}: no puzzle has cages"][0])
    some.shuffle(puzzles)
    with TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        for number, puzzle in enumerate(islice(puzzles, options.count)):
            name = some.choice(options.style or [OWN, *STYLES])
            cell = some.randint(36, 90)
            image = own(puzzle) if name == OWN else drawn(puzzle, STYLES[name], cell)
            is_photo = some.random() < 0.5
            if is_photo:
                image = photographed(image, some)
            path = folder / f"{number}-{name}-{'photo' if is_photo else cell}.png"
            image.save(path)
            start = time.process_time()
            result, said = outcome(path, puzzle)
            seconds.append(time.process_time() - start)
            counts[name, result] += 1
            if result != "right":
                print(f"{path.name}: {result}: {said}", flush=True)
    for (name, result), count in sorted(counts.items()):
        print(f"{count:4} {name:10} {result}")
    for kind in sorted({result for _, result in counts}):
        print(f"{sum(count for (_, result), count in counts.items() if result == kind):4} {kind}")
    print(
        f"seconds each: median {np.median(seconds):.2f}, most {max(seconds):.2f}; memory: ", end=""
    )
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
