"""The digits of a grid tell print from handwriting, and a digit from something else."""

from __future__ import annotations

from dataclasses import replace
from math import log
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from cpsudoku import Puzzle, read
from cpsudoku.formats.photos.cells import PIXELS
from cpsudoku.formats.photos.handwriting import compared
from cpsudoku.formats.photos.mesh import Mesh
from cpsudoku.formats.photos.network import BLANK, OTHER, PRINTED, WRITTEN
from cpsudoku.formats.photos.raster import Floats
from cpsudoku.formats.photos.seeing import Seen
from cpsudoku.solving.entering import entered, givens_and_entries
from tests.command import invoke
from tests.test_photos import CELL, PUZZLE, drawn, saved, sight

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
    shares = np.full((len(digits), OTHER + 1), 1e-6)
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
    shares = np.full((16, OTHER + 1), 1e-6)
    shares[:, BLANK] = 1
    shares[:marked, [BLANK, OTHER]] = 1e-6, 1
    shares[-1, [BLANK, 4, OTHER]] = 1e-6, 0.7, 0.3
    mesh = Mesh(4, np.zeros((5, 5, 2)), np.zeros((2, 5, 4), dtype=np.float32), 0)
    sight = Seen(mesh, np.log(shares), np.zeros(16, dtype=bool)).sight(None)
    assert np.exp(sight.chances[-1][0]) == pytest.approx(blank, abs=0.01)


STROKES = {  # of a person with a pen, in a cell with a side of 1
    2: [(0.3, 0.3), (0.42, 0.15), (0.6, 0.18), (0.62, 0.36), (0.25, 0.86), (0.5, 0.8), (0.76, 0.9)],
    4: [(0.6, 0.9), (0.62, 0.1), (0.2, 0.62), (0.85, 0.56)],
}


def with_entries(entries: dict[int, int]) -> Image.Image:
    """PUZZLE with digits that were written with a pen, by their cells."""
    scale = 4
    image = drawn(PUZZLE).resize((11 * CELL * scale, 11 * CELL * scale))
    draw = ImageDraw.Draw(image)
    for number, digit in entries.items():
        row, column = divmod(number, 9)
        points = [
            ((column + 1 + x) * CELL * scale, (row + 1 + y) * CELL * scale)
            for x, y in STROKES[digit]
        ]
        draw.line(points, fill=90, width=9, joint="curve")
    return image.reduce(scale)


ENTRIES = {2: 4, 3: 2}  # r1c3 is right, r1c4 is not


def test_handwriting_is_left_out_unless_it_is_wanted(tmp_path: Path) -> None:
    path = saved(with_entries(ENTRIES), tmp_path)
    (puzzle,), (filled,) = read(path), read(path, handwriting=True)
    assert puzzle.givens == filled.givens == Puzzle.parse(PUZZLE).givens
    assert (puzzle.uninterpreted, filled.uninterpreted) == ((), ())
    assert [entries_of(each) for each in (puzzle, filled)] == [{}, ENTRIES]
    assert "r1c4" not in invoke("hint", path).out
    assert "r1c4 is wrong: it is not 2" in invoke("hint", path, "--handwriting").out


def entries_of(puzzle: Puzzle) -> dict[int, int]:
    """The entries that were taken, by their cells."""
    assert puzzle.sight is not None
    return {cell: digit for cell, digit in enumerate(puzzle.sight.entries) if digit}


@pytest.mark.parametrize(
    ("chances", "entry", "doubt"),
    [  # r1c3, which is 4 in the solution
        ({4: 0.98}, 4, None),
        ({4: 0.3, 9: 0.7}, 4, "(4: 90 %, 9: 10 %)"),
        ({4: 0.6, 9: 0.4}, 4, None),
        ({9: 0.97, 4: 0.03}, 9, "(9: 62 %, 4: 38 %)"),
        ({9: 0.9999}, 9, None),
        ({0: 0.3, 4: 0.7}, 4, "(4: 70 %, blank: 30 %)"),
        ({0: 0.99}, 0, None),
    ],
)
def test_the_solution_helps_to_read_handwriting(
    chances: dict[int, float], entry: int, doubt: str | None
) -> None:
    row = [log(chances.get(digit, 1e-6)) for digit in range(10)]
    rows = [(0.0, *[log(1e-9)] * 9)] * 81
    rows[2] = tuple(row)
    puzzle = Puzzle.parse(PUZZLE)
    found = entered(replace(puzzle, sight=replace(sight({}), written=tuple(rows))))
    assert entries_of(found) == ({2: entry} if entry else {})
    assert found.uninterpreted == ((f"handwriting in r1c3 {doubt}",) if doubt else ())
    assert givens_and_entries(found)[:3] == bytes([5, 3, entry])
