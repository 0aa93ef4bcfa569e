"""Killers in pictures: their cages are read with their sums, or what is in doubt is named."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import log
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from cpsudoku import InputError, Puzzle, read, solve
from cpsudoku.core.rule_lines import line_of
from cpsudoku.core.verdict import Result
from cpsudoku.formats import FORMATS
from cpsudoku.formats.photos.killers import adding_up
from cpsudoku.formats.photos.photo import CAGES
from tests.test_photos import saved, tilted

# Cut from the solution at random. It has one solution without givens.
CAGES_OF_ALL = [
    *("7: r1c1 r2c1", "12: r1c2 r1c3 r2c2", "7: r1c4 r2c4 r2c5", "9: r1c5 r1c6", "6: r2c3 r3c3"),
    *("11: r2c6 r3c6", "7: r3c1 r4c1", "5: r3c2 r4c2", "9: r3c4 r3c5 r4c5", "8: r4c3 r5c3"),
    *("10: r4c4 r5c4", "6: r4c6 r5c6", "3: r5c1 r5c2", "8: r5c5 r6c5 r6c6"),
    *("15: r6c1 r6c2 r6c3", "3: r6c4"),
]
SOLVED = "451263362145124536635412213654546321"
GIVENS = "".join(
    SOLVED[cell] if cell in (0, 3, 5, 11, 13, 19, 28, 29, 35) else "." for cell in range(36)
)
SIDE = 80  # pixels of a cell


def killer(line: str, cages: Sequence[str]) -> Puzzle:
    """A killer of 6x6 cells."""
    puzzle = Puzzle.parse(line.replace(".", "0"), box="2x3")
    return puzzle.with_rules(*[f"killer {cage}" for cage in cages])


def picture(puzzle: Puzzle) -> Image.Image:
    """The picture that cpsudoku draws, in grey."""
    stream = BytesIO()
    FORMATS["png"].write([Result(puzzle)], stream)
    return Image.open(stream).convert("L")


def corner(image: Image.Image) -> tuple[int, int]:
    """The first pixel of the border of the board."""
    for y in range(image.height):
        for x in range(image.width):
            if int(image.getpixel((x, y))) < 100:  # type: ignore[arg-type]
                return x, y
    raise AssertionError("the picture is empty")


def cages_of(puzzle: Puzzle) -> set[str]:
    """The cages, as they are written."""
    return {line_of(rule) for rule in puzzle.constraints if rule.name == "killer"}


@pytest.mark.parametrize(
    ("line", "degrees"),
    [("." * 36, 0), ("." * 36, 5), ("." * 36, 90), ("." * 36, 184), (GIVENS, 0), (GIVENS, 5)],
)
def test_a_killer_is_read_and_solved(tmp_path: Path, line: str, degrees: float) -> None:
    puzzle = killer(line, CAGES_OF_ALL)
    image = picture(puzzle)
    path = saved(tilted(image, degrees) if degrees else image, tmp_path)
    (found,) = read(path)
    assert found.uninterpreted == ()
    assert found.givens == puzzle.givens
    assert cages_of(found) == cages_of(puzzle)
    solution = solve(found).solution
    assert solution is not None
    assert solution.line == SOLVED


def test_cells_without_a_cage_are_read(tmp_path: Path) -> None:
    puzzle = killer(
        "".join(SOLVED[cell] if cell % 3 else "." for cell in range(36)), CAGES_OF_ALL[:4]
    )
    (found,) = read(saved(picture(puzzle), tmp_path))
    assert found.uninterpreted == ()
    assert found.givens == puzzle.givens
    assert cages_of(found) == cages_of(puzzle)


def test_a_sum_that_is_not_read_is_named(tmp_path: Path) -> None:
    image = picture(killer(GIVENS, CAGES_OF_ALL))
    x, y = corner(image)
    ImageDraw.Draw(image).rectangle((x + 6, y + 6, x + 28, y + 24), 255)
    (found,) = read(saved(image, tmp_path))
    assert any(part.startswith("the sums of the cages at r1c1") for part in found.uninterpreted)
    assert "killer: r1c1 r2c1" in cages_of(found)
    assert "killer 9: r1c5 r1c6" in cages_of(found)


def test_sums_that_do_not_add_up_are_named(tmp_path: Path) -> None:
    wrong = ["11: r1c1 r2c1" if cage == "7: r1c1 r2c1" else cage for cage in CAGES_OF_ALL]
    (found,) = read(saved(picture(killer(GIVENS, wrong)), tmp_path))
    assert "the sums of the cages, which do not add up to 126" in found.uninterpreted


def test_a_line_that_ends_in_the_middle_is_no_cage(tmp_path: Path) -> None:
    image = picture(killer("." * 36, CAGES_OF_ALL))
    x, y = corner(image)
    ImageDraw.Draw(image).rectangle((x + 2.1 * SIDE, y + 4, x + 2.9 * SIDE, y + 14), 255)
    with pytest.raises(InputError, match=f"it has {CAGES}, which can't be read"):
        list(read(saved(image, tmp_path)))


@pytest.mark.parametrize("width", [4, 12])
def test_a_line_in_a_killer_is_named(width: int, tmp_path: Path) -> None:
    image = picture(killer(GIVENS, CAGES_OF_ALL))
    x, y = corner(image)
    middles = [(x + (column + 0.5) * SIDE, y + 2.5 * SIDE) for column in (0, 5)]
    ImageDraw.Draw(image).line(middles, 130, width)
    (found,) = read(saved(image, tmp_path))
    assert any(part.startswith("something drawn in") for part in found.uninterpreted)


@pytest.mark.parametrize(
    ("across", "down", "inside"),
    [
        (1, 0.5, 0),
        (3, 2.5, 0),
        (0.5, 2, 0),
        (1, 0.5, 255),
        (3, 2.5, 255),
        (3.5, 2, 255),
        (2, 2, 255),
    ],
)
@pytest.mark.parametrize("radius", [0.09, 0.13])
def test_a_dot_between_cages_is_named(
    across: float, down: float, inside: int, radius: float, tmp_path: Path
) -> None:
    image = picture(killer(GIVENS, CAGES_OF_ALL))
    x, y = corner(image)
    place = x + across * SIDE, y + down * SIDE
    ImageDraw.Draw(image).circle(place, radius * SIDE, inside, 0, 2)
    (found,) = read(saved(image, tmp_path))
    assert any(part.startswith("something drawn in") for part in found.uninterpreted)


@pytest.mark.parametrize(("across", "down"), [(1, 0.5), (3.5, 2), (2.5, 2)])
def test_a_sign_between_cages_is_named(across: float, down: float, tmp_path: Path) -> None:
    image = picture(killer(GIVENS, CAGES_OF_ALL))
    x, y = corner(image)
    draw = ImageDraw.Draw(image)
    place = x + across * SIDE, y + down * SIDE
    draw.circle(place, 0.1 * SIDE, 255)
    draw.text(place, "X", 0, ImageFont.load_default(0.25 * SIDE), "mm")
    (found,) = read(saved(image, tmp_path))
    assert any(part.startswith("something drawn in") for part in found.uninterpreted)


def test_asked_cages_replace_those_of_the_picture(tmp_path: Path) -> None:
    path = saved(picture(killer(GIVENS, CAGES_OF_ALL)), tmp_path)
    (found,) = read(path, rules=["killer 7: r1c1 r2c1"])
    assert cages_of(found) == {"killer 7: r1c1 r2c1"}


@pytest.mark.parametrize(
    ("chances", "total", "values"),
    [
        ([{5: 0.9}, {7: 0.8}], 12, [5, 7]),
        ([{5: 0.9, 6: 0.1}, {7: 0.95}], 13, [6, 7]),
        ([{5: 0.9}, {7: 0.8}], 13, None),
        ([{5: 0.6, 6: 0.4}, {7: 0.6, 8: 0.4}, {3: 1}], 16, [None, None, 3]),
        ([{5: 0.99, 6: 0.01}, {7: 0.99, 17: 0.01}], 23, None),
    ],
)
def test_sums_are_those_that_add_up(
    chances: list[dict[int, float]], total: int, values: list[int | None] | None
) -> None:
    choices = [[(value, log(chance)) for value, chance in each.items()] for each in chances]
    assert adding_up(choices, total) == values
