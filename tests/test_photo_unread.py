"""What is in the grid of a picture and was not read is named, and plain puzzles stay plain."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from cpsudoku import Puzzle
from cpsudoku.core.board import Board
from cpsudoku.core.sight import Sight
from cpsudoku.formats.photos.covering import covered_cells
from cpsudoku.formats.photos.finding import grids
from cpsudoku.formats.photos.flat import CELL as FLAT
from cpsudoku.formats.photos.flat import Flat, flat_of
from cpsudoku.formats.photos.unread import unread_parts
from tests.command import invoke
from tests.test_photo_borders import JIGSAW, REGIONS, jigsaw
from tests.test_photos import PUZZLE, drawn, saved, tilted

CELL = 60
INK = (90, 90, 90)
BLANK = Sight(((0.0, *[-9.0] * 9),) * 81)
Area = tuple[float, float, float, float]


def area(row: int, column: int, inset: float = 0, rows: int = 1, columns: int = 1) -> Area:
    """The corners of some cells, from 1, with a distance from their sides in pixels."""
    return (
        column * CELL + inset,
        row * CELL + inset,
        (column + columns) * CELL - inset,
        (row + rows) * CELL - inset,
    )


def shaded(*areas: Area, colour: tuple[int, int, int] = (205, 205, 205)) -> Image.Image:
    """The puzzle on shaded cells."""
    image = Image.new("RGB", (11 * CELL, 11 * CELL), (240, 240, 240))
    draw = ImageDraw.Draw(image)
    for each in areas:
        draw.rectangle(each, colour)
    return Image.fromarray(np.minimum(np.asarray(image), np.asarray(plain())))


def plain() -> Image.Image:
    """The puzzle in colour, with nothing else."""
    return drawn(PUZZLE, CELL).convert("RGB")


def over(draw_on: Callable[[ImageDraw.ImageDraw], object]) -> Image.Image:
    """The puzzle with a drawing."""
    image = plain()
    draw_on(ImageDraw.Draw(image))
    return image


def numbered(draw: ImageDraw.ImageDraw) -> None:
    """Numbers above three columns and left of two rows."""
    places = ((0.5, 3.5), (0.5, 4.5), (0.5, 8.5), (2.5, 0.5), (7.5, 0.5))
    for number, (row, column) in enumerate(places, 3):
        draw.text((column * CELL, row * CELL), str(number), INK, font_size=30, anchor="mm")


def caged(draw: ImageDraw.ImageDraw) -> None:
    """Three cages of two cells."""
    for row, column in ((1, 3), (4, 7), (8, 5)):
        draw.rectangle(area(row, column, 7, columns=2), None, INK)


def circled(draw: ImageDraw.ImageDraw) -> None:
    """Three cells in circles."""
    for row in (4, 5, 7):
        draw.ellipse(area(row, 3, 9), None, INK, 2)


def dotted(draw: ImageDraw.ImageDraw) -> None:
    """Two dots between cells."""
    for row in (4, 6):
        draw.circle((3 * CELL, (row + 0.5) * CELL), 8, INK)


WINDOWS = [area(row, column, rows=3, columns=3) for row in (2, 6) for column in (2, 6)]
BOXES = [area(row, column, rows=3, columns=3) for row, column in ((1, 4), (4, 1), (4, 7), (7, 4))]
VARIANTS = {
    "windows": (shaded(*WINDOWS), "a shade or colour in r2c2 "),
    "yellow windows": (shaded(*WINDOWS, colour=(255, 245, 180)), "a shade or colour in r2c2 "),
    "three cells": (
        shaded(area(1, 3), area(5, 5), area(8, 7)),
        "a shade or colour in r1c3 r5c5 r8c7",
    ),
    "solid cages": (over(caged), "something drawn in "),
    "a thick line": (
        over(lambda draw: draw.line((*area(2, 2, 30)[:2], *area(4, 8, 30)[:2]), INK, 9)),
        "something drawn in ",
    ),
    "circles": (over(circled), "something drawn in "),
    "dots": (over(dotted), "something drawn in "),
    "diagonals": (
        over(lambda draw: draw.line((*area(1, 1)[:2], *area(9, 9)[2:]), (90, 90, 200), 3)),
        "something drawn in ",
    ),
    "numbers outside": (over(numbered), "numbers above and left of the grid"),
}
PLAIN = {
    "plain": plain(),
    "grey boxes": shaded(*BOXES),
    "tilted": tilted(drawn(PUZZLE, CELL), 5).convert("RGB"),
    "regions between thick lines": jigsaw(JIGSAW, REGIONS, CELL).convert("RGB"),
}


def unread(image: Image.Image, rules: str = "") -> tuple[list[str], list[int]]:
    """What was not read in the only grid of an image, and its ornaments. rules: those named."""
    colours = np.asarray(image)
    [mesh] = grids((np.asarray(image.convert("L")) / 255).astype(np.float32))
    known = Puzzle.parse(PUZZLE).with_rules(*filter(None, [rules])).constraints
    return unread_parts(flat_of(colours, mesh, False), Board.of_size(9), BLANK, known)


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_not_read_is_named(name: str) -> None:
    image, said = VARIANTS[name]
    parts, ornament = unread(image)
    assert [part for part in parts if part.startswith(said)], parts
    assert not ornament


RULES = {
    ("diagonals", "diagonal"): 0,
    ("diagonals", "anti-knight"): 1,
    ("windows", "windows"): 0,
    ("windows", "diagonal"): 1,
    ("numbers outside", "sandwich 7: row 2"): 0,
    ("numbers outside", "diagonal"): 1,
}


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_what_the_named_rules_do_not_draw_is_named(name: str, rules: str) -> None:
    assert len(unread(VARIANTS[name][0], rules)[0]) == RULES[name, rules]


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_puzzle_has_nothing_unread(name: str) -> None:
    assert unread(PLAIN[name]) == ([], [])


def test_blank_cells_of_one_row_may_be_shaded(tmp_path: Path) -> None:
    image = shaded(area(1, 3), area(1, 4))
    assert unread(image) == ([], [2, 3])
    result = invoke("check", saved(image, tmp_path))
    assert result.code == 0
    assert "took the shade of the blank cells r1c3 r1c4 for an ornament" in result.err


def test_a_drawing_makes_the_verdict_doubtful(tmp_path: Path) -> None:
    path = saved(VARIANTS["numbers outside"][0], tmp_path)
    result = invoke("check", path)
    assert result.code == 3
    assert "not interpreted: numbers above and left of the grid" in result.out
    assert invoke("check", path, "--ignore-drawings").code == 0


@pytest.mark.parametrize(("digit", "expected"), [(0, [13]), (9, [])], ids=["blank", "digit"])
def test_faint_lines_around_a_digit_are_not_hidden_ones(digit: int, expected: list[int]) -> None:
    support = np.ones((2, 10, 9), dtype=np.float32)
    support[0, 1:3, 4] = support[1, 4, 1] = 0.3  # around r2c5
    rows = [*BLANK.chances]
    rows[13] = tuple(0.0 if value == digit else -9.0 for value in range(10))
    flat = Flat(np.ones((11, 11, FLAT, FLAT, 3), dtype=np.float32))
    assert covered_cells(flat, support, Sight(tuple(rows))) == expected
