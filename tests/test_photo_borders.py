"""The lines of photos: regions of jigsaws are read, and what is not read is named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from cpsudoku import InputError, read, solve
from cpsudoku.core.board import Board
from cpsudoku.formats.photos.borders import Borders, borders_of
from cpsudoku.formats.photos.finding import Contour, _meshes, grids
from cpsudoku.formats.photos.photo import BORDERS, CAGES
from cpsudoku.web.actions.photos import correct
from tests.command import invoke
from tests.test_photo_corrections import opened
from tests.test_photos import CELL, PUZZLE, drawn, saved, tilted

# A puzzle of generate(seed=3, rules="jigsaw"), with half of its solution as more givens.
REGIONS = [
    *("AABBBCCCC", "AAABBBBCC", "ADAABEFFC"),
    *("ADDEBEFCC", "DDDEEEFFF", "DDDEGEHFF"),
    *("IGGGGEHFH", "IGGGGIHHH", "IIIIIIHHH"),
]
SOLVED = "938742165785316249614297538129854673563129487847635921271563894392481756456978312"
GIVEN = ".3.......7......4..............5.6................5...2...6..9..9.48..5.4.69....2"
JIGSAW = "".join(
    digit if given != "." or cell % 2 else "0"
    for cell, (digit, given) in enumerate(zip(SOLVED, GIVEN, strict=True))
)


def jigsaw(line: str, regions: list[str], cell: int = CELL) -> Image.Image:
    """A jigsaw as a newspaper prints it. Sides between different regions are thick."""
    size = len(regions)
    image = drawn(line, cell)
    draw = ImageDraw.Draw(image)
    draw.rectangle((cell - 4, cell - 4, cell * (size + 1) + 4, cell * (size + 1) + 4), 240)
    for number in range(size + 1):
        place, end = cell * (number + 1), cell * (size + 1)
        draw.line([(cell, place), (end, place)], fill=20, width=1)
        draw.line([(place, cell), (place, end)], fill=20, width=1)
    draw.rectangle((cell, cell, cell * (size + 1), cell * (size + 1)), outline=20, width=4)
    font = ImageFont.load_default(cell * 0.7)
    for row in range(size):
        for column in range(size):
            x, y, own = cell * (column + 1), cell * (row + 1), regions[row][column]
            if column + 1 < size and regions[row][column + 1] != own:
                draw.line([(x + cell, y), (x + cell, y + cell)], fill=20, width=4)
            if row + 1 < size and regions[row + 1][column] != own:
                draw.line([(x, y + cell), (x + cell, y + cell)], fill=20, width=4)
            digit = line[row * size + column]
            if digit != "0":
                draw.text((x + cell / 2, y + cell / 2), digit, fill=20, font=font, anchor="mm")
    return image


def killer(line: str, cell: int = CELL) -> Image.Image:
    """A puzzle with dashed cages of two cells in all of its columns but the last."""
    image = drawn(line, cell)
    draw = ImageDraw.Draw(image)
    inset, dash = cell * 0.1, cell * 0.14
    for row in range(9):
        for pair in range(4):
            left, top = cell * (2 * pair + 1) + inset, cell * (row + 1) + inset
            right, low = left + 2 * cell - 2 * inset, top + cell - 2 * inset
            for start in np.arange(left, right, 2 * dash):
                for y in (top, low):
                    draw.line([(start, y), (min(start + dash, right), y)], fill=60, width=1)
            for start in np.arange(top, low, 2 * dash):
                for x in (left, right):
                    draw.line([(x, start), (x, min(start + dash, low))], fill=60, width=1)
    return image


def borders(image: Image.Image) -> Borders:
    """What the lines of the only grid in an image say."""
    grey = (np.asarray(image) / 255).astype(np.float32)
    [mesh] = grids(grey)
    return borders_of(grey, mesh)


PLAIN = {
    "straight": drawn(PUZZLE),
    "tilted": tilted(drawn(PUZZLE, 60), 5),
    "large": drawn(PUZZLE, 90),
    "without digits": drawn("0" * 81),
}


@pytest.mark.parametrize("name", PLAIN)
def test_the_lines_of_a_plain_puzzle_say_nothing(name: str) -> None:
    found = borders(PLAIN[name])
    assert not found.differ_from((3, 3))
    assert not found.has_cages


@pytest.mark.parametrize("degrees", [0, 5, -7])
def test_the_regions_of_a_jigsaw_are_those_between_thick_lines(degrees: float) -> None:
    image = jigsaw("0" * 81, REGIONS, 60)
    found = borders(tilted(image, degrees) if degrees else image)
    assert found.differ_from((3, 3))
    assert found.regions == REGIONS


def test_a_jigsaw_is_read_with_its_regions(tmp_path: Path) -> None:
    (puzzle,) = read(saved(jigsaw(JIGSAW, REGIONS, 60), tmp_path))
    assert puzzle.givens.line.replace(".", "0") == JIGSAW
    assert solve(puzzle).solution is not None
    assert solve(puzzle).solution.line == SOLVED  # type: ignore[union-attr]


def test_thick_lines_that_do_not_close_regions_are_named(tmp_path: Path) -> None:
    open_ones = [row.replace("B", "A") for row in REGIONS]
    assert borders(jigsaw("0" * 81, open_ones, 60)).regions is None
    path = saved(jigsaw(PUZZLE, open_ones, 60), tmp_path)
    (puzzle,) = read(path)
    assert BORDERS in puzzle.uninterpreted
    (chosen,) = read(path, box="3x3")
    assert BORDERS not in chosen.uninterpreted


def test_a_few_uneven_lines_that_do_not_close_regions_are_no_jigsaw(tmp_path: Path) -> None:
    uneven = [
        *("AABBBBCCC", "AAABBBCCC", "DAABBCCCC"),
        *("DDDEEEFFF", "DDEEEEFFF", "DDDEEFFFI"),
        *("GGHHHHIII", "GGGHHHIII", "GGGHHIIII"),
    ]
    image = jigsaw(PUZZLE, uneven, 60)
    assert borders(image).differ_from((3, 3))
    (puzzle,) = read(saved(image, tmp_path))
    assert BORDERS not in puzzle.uninterpreted
    assert puzzle.board == Board.of_size(9)


def test_an_outline_with_three_corners_is_no_grid() -> None:
    grey = np.ones((300, 300), dtype=np.float32)
    flat = np.array([(10.0, 10.0), (250.0, 10.0), (250.0, 10.0), (10.0, 250.0)])
    runs = np.array([(row, 10, 10) for row in range(10, 250)])
    assert _meshes(grey, [Contour(flat, runs)], 9) == []


@pytest.mark.parametrize("cell", [40, 60])
def test_dashed_lines_are_named(tmp_path: Path, cell: int) -> None:
    assert borders(killer("0" * 81, cell)).has_cages
    path = saved(killer(PUZZLE, cell), tmp_path)
    (puzzle,) = read(path)
    assert CAGES in puzzle.uninterpreted
    assert invoke("check", path).code == 3


def test_a_killer_without_digits_is_an_error_that_names_its_cages(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"it has {CAGES}, which can't be read"):
        list(read(saved(killer("0" * 81, 60), tmp_path)))


def test_the_page_does_not_forget_what_was_not_read(tmp_path: Path) -> None:
    found = opened(saved(killer(PUZZLE, 60), tmp_path))
    photo = found["photo"]
    names = ("chances", "unclear", "confirmed", "unread")
    again = correct(
        {"puzzle": found["puzzle"], "cells": [0], "digits": [5]}
        | {name: photo[name] for name in names}
    )
    assert CAGES in again["puzzle"]["uninterpreted"]
