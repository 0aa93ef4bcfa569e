"""Pictures of puzzles are read, refused, or reported as doubtful. The tests draw them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from math import log
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from cpsudoku import Board, InputError, Puzzle, read
from cpsudoku.core.sight import Sight
from cpsudoku.core.verdict import Result
from cpsudoku.formats import FORMATS
from cpsudoku.formats.photos.finding import grids
from cpsudoku.formats.photos.mesh import Mesh
from cpsudoku.formats.photos.raster import Floats, Inking
from cpsudoku.formats.photos.seeing import seen_in
from cpsudoku.solving.arrangement import arranged
from cpsudoku.solving.doubting import decided
from tests.puzzles import random_solution

PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = "1..4..1.2......3"
CELL = 40
LARGE = 24  # the seed of a puzzle of 16x16 cells with one solution


def drawn(line: Sequence[str], cell: int = CELL, dark: bool = False) -> Image.Image:
    """A puzzle as a newspaper prints it, with paper around it. line: what is in each cell."""
    size = round(len(line) ** 0.5)
    box = round(size**0.5)
    ink, paper = (230, 30) if dark else (20, 240)
    side = size * cell
    image = Image.new("L", (side + 2 * cell, side + 2 * cell), paper)
    draw = ImageDraw.Draw(image)
    for number in range(size + 1):
        place, width = cell + number * cell, 1 if number % box else 3
        draw.line([(cell, place), (cell + side, place)], fill=ink, width=width)
        draw.line([(place, cell), (place, cell + side)], fill=ink, width=width)
    font = ImageFont.load_default(cell * 0.7)
    for number, digit in enumerate(line):
        if digit not in ".0":
            row, column = divmod(number, size)
            middle = (cell * (column + 1.5), cell * (row + 1.5))
            draw.text(middle, digit, fill=ink, font=font, anchor="mm")
    return image


def saved(image: Image.Image, folder: Path, name: str = "photo.png", **options: object) -> Path:
    """The file of an image."""
    image.save(folder / name, **options)  # type: ignore[arg-type]
    return folder / name


def tilted(image: Image.Image, degrees: float) -> Image.Image:
    """A photo of the image from the side, turned, a little blurred, with a shadow."""
    width, height = image.size
    corners = (-0.05 * width, -0.03 * height, 0.02 * width, height * 1.02,
               width * 1.04, height, width * 0.99, -0.06 * height)  # fmt: skip
    seen = image.transform(
        image.size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC, fillcolor=235
    )
    seen = seen.rotate(degrees, Image.Resampling.BICUBIC, fillcolor=235, expand=True)
    shadow = np.linspace(1, 0.6, seen.width)
    grey = np.asarray(seen.filter(ImageFilter.GaussianBlur(0.7))) * shadow
    return Image.fromarray(grey.astype(np.uint8))


def lines(path: Path) -> list[str]:
    """The givens of all puzzles in a file, none of which is doubtful."""
    puzzles = list(read(path))
    assert [each.uninterpreted for each in puzzles] == [()] * len(puzzles)
    return [each.givens.line.replace(".", "0") for each in puzzles]


@pytest.mark.parametrize("degrees", [4, -8, 94, 184, 272])
def test_a_tilted_photo_is_read(tmp_path: Path, degrees: float) -> None:
    assert lines(saved(tilted(drawn(PUZZLE), degrees), tmp_path)) == [PUZZLE]


def test_a_strongly_curved_page_is_read(tmp_path: Path) -> None:
    seen = np.asarray(drawn(PUZZLE))
    column, row = np.meshgrid(*map(np.arange, reversed(seen.shape)))
    waves = 0.9 * CELL * np.sin(2 * np.pi * column / seen.shape[1])
    place = np.clip(row + waves, 0, len(seen) - 1).astype(int)
    assert lines(saved(Image.fromarray(seen[place, column]), tmp_path)) == [PUZZLE]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("cell", [24, 40, 90])
def test_a_screenshot_is_read(tmp_path: Path, cell: int, dark: bool) -> None:
    assert lines(saved(drawn(PUZZLE, cell, dark), tmp_path)) == [PUZZLE]


@pytest.mark.parametrize("border", [255, 224], ids=["as light as the page", "darker"])
def test_a_dark_board_on_a_light_page_is_read(tmp_path: Path, border: int) -> None:
    board = drawn(PUZZLE, 60, dark=True).crop((60, 60, 601, 601))
    page = Image.new("L", (1000, 1400), 255)
    page.paste(border, (97, 157, 97 + 547, 157 + 547))
    page.paste(board, (100, 160))
    assert lines(saved(page, tmp_path)) == [PUZZLE]


@pytest.mark.parametrize("name", ["png", "pdf"])
def test_what_cpsudoku_draws_is_read_again(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"puzzle.{name}"
    with path.open("wb") as stream:
        FORMATS[name].write([Result(Puzzle.parse(PUZZLE))], stream)
    assert PUZZLE in lines(path)


@pytest.mark.parametrize("symbols", [map(str, range(17)), ".123456789ABCDEFG"], ids=["10", "A"])
def test_a_large_board_is_read(tmp_path: Path, symbols: Iterable[str]) -> None:
    known, some = list(symbols), Random(LARGE)
    solution = random_solution(some, Board.of_size(16)).cells
    cells = bytes(digit if some.random() < 0.56 else 0 for digit in solution)
    photo = tilted(drawn([known[digit] for digit in cells]), 4)
    [puzzle] = read(saved(photo, tmp_path))
    assert (puzzle.givens.cells, puzzle.uninterpreted) == (cells, ())


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "CMYK", "I;16", "LA", "P"])
def test_every_kind_of_image_is_read(tmp_path: Path, mode: str) -> None:
    image = drawn(PUZZLE)
    if mode == "I;16":
        changed = Image.fromarray(np.asarray(image).astype(np.uint16) * 257)
    else:
        changed = image.convert(mode)
    name = "photo.tiff" if mode in ("CMYK", "I;16") else "photo.png"
    assert lines(saved(changed, tmp_path, name)) == [PUZZLE]


def test_several_grids_are_read_in_reading_order(tmp_path: Path) -> None:
    other = SOLUTION[:40] + "0" * 41
    one, two = drawn(PUZZLE), drawn(other)
    page = Image.new("L", (one.width * 2, one.height * 2), 240)
    page.paste(one, (0, 5))
    page.paste(two, (one.width, 0))
    page.paste(one, (0, one.height))
    path = saved(page, tmp_path)
    assert [each.givens.line.replace(".", "0") for each in read(path)] == [PUZZLE, other, PUZZLE]
    assert [each.source.place for each in read(path)] == ["grid 1", "grid 2", "grid 3"]


def test_the_turn_in_exif_is_honoured(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[274] = 6  # to be turned by 90 degrees
    image = drawn(PUZZLE).rotate(90, expand=True)
    assert lines(saved(image, tmp_path, "photo.jpg", exif=exif)) == [PUZZLE]


def test_an_animation_is_read_by_its_first_frame(tmp_path: Path) -> None:
    image = drawn(PUZZLE)
    blank = Image.new("L", image.size, 255)
    path = saved(image, tmp_path, "photo.gif", save_all=True, append_images=[blank])
    assert lines(path) == [PUZZLE]


def test_a_covered_digit_makes_the_reading_doubtful(tmp_path: Path) -> None:
    image = drawn(PUZZLE)
    ImageDraw.Draw(image).ellipse((CELL + 3, CELL + 3, 2 * CELL - 3, 2 * CELL - 3), fill=60)
    (puzzle,) = read(saved(image, tmp_path))
    assert puzzle.uninterpreted


FONT = ImageFont.load_default(22)


@pytest.mark.parametrize("colour", [(205, 150, 120), (255, 255, 255)], ids=["finger", "sheet"])
def test_what_lies_over_the_border_makes_the_cells_under_it_doubtful(
    tmp_path: Path, colour: tuple[int, int, int]
) -> None:
    image = drawn(PUZZLE).convert("RGB")
    left, top = 9 * CELL - 8, 6 * CELL - 8  # r6c9 and r7c9 lie under it
    ImageDraw.Draw(image).rectangle((left, top, image.width, top + 2 * CELL), fill=colour)
    (puzzle,) = read(saved(image, tmp_path))
    assert {"r6c9 (unclear)", "r7c9 (unclear)"} <= set(puzzle.uninterpreted)


def table(rows: int, columns: int, texts: Sequence[str] = (), side: int = 48) -> Image.Image:
    """A table with black or dark cells (#) and texts, row by row."""
    image = Image.new("L", ((columns + 2) * side, (rows + 2) * side), 230)
    draw = ImageDraw.Draw(image)
    for number, text in enumerate(texts[: rows * columns]):
        x, y = side * (number % columns + 1), side * (number // columns + 1)
        if text == "#":
            draw.rectangle((x, y, x + side, y + side), fill=60)
        else:
            draw.text((x + side / 2, y + side / 2), text, fill=0, font=FONT, anchor="mm")
    for row in range(rows + 1):
        draw.line((side, side * (row + 1), side * (columns + 1), side * (row + 1)), 0, 2)
    for column in range(columns + 1):
        draw.line((side * (column + 1), side, side * (column + 1), side * (rows + 1)), 0, 2)
    return image


def page_of_text() -> Image.Image:
    """A page without lines."""
    image = Image.new("L", (500, 500), 230)
    for row in range(18):
        words = "Seven words of a newspaper in a row"
        ImageDraw.Draw(image).text((20, 20 + 26 * row), words, fill=0, font=FONT)
    return image


NO_SUDOKU = {
    "blank": (Image.new("L", (500, 500), 230), "in the picture$"),
    "text": (page_of_text(), "in the picture$"),
    "crossword": (
        table(13, 13, ["#" if number % 4 == 0 else "" for number in range(169)], 36),
        "a table of 13x13 cells, of which 43 are black, as in a crossword$",
    ),
    "crossword of 9x9": (
        table(9, 9, ["#" if number % 4 == 0 else str(number % 9) for number in range(81)]),
        "a table of 9x9 cells, of which 21 are black, as in a crossword$",
    ),
    "chess": (
        table(8, 8, ["#" if sum(divmod(number, 8)) % 2 else "K" for number in range(64)]),
        "a table of 8x8 cells, dark and light in turn, as on a chess board$",
    ),
    "calendar": (table(5, 7, [str(day) for day in range(1, 32)]), "5x7 cells, as in a calendar$"),
    "prices": (table(12, 5, ["37", "105", "9", "20"] * 15), "but a table of 12x5 cells$"),
    "no digits": (drawn("0" * 81), "a grid of 9x9 cells was found, but it does not have printed"),
    "a part": (table(4, 4, list("7 6 9 2  8 1 3 5 ")), "some of its digits are larger than 4$"),
    "small numbers": (table(6, 6, [*map(str, range(9, 45))]), "a grid of 6x6 cells|clash"),
}


@pytest.mark.parametrize("name", NO_SUDOKU)
def test_what_is_no_sudoku_is_named(tmp_path: Path, name: str) -> None:
    image, message = NO_SUDOKU[name]
    with pytest.raises(InputError, match=message):
        list(read(saved(image, tmp_path)))


def test_light_lines_are_not_looked_for_in_a_clear_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = list[bool]()

    def searching(image: Floats, inking: Inking) -> list[Mesh]:
        searched.append(image is empty)
        return grids(image, inking)

    monkeypatch.setattr("cpsudoku.formats.photos.seeing.grids", searching)
    empty = (np.asarray(drawn("0" * 81)) / 255).astype(np.float32)
    assert [each.is_puzzle for each in seen_in(empty)] == [False]
    assert searched == [True, True]


DAMAGED = {
    "one pixel": (Image.new("L", (1, 1)), "1x1 pixels are too few"),
    "huge": (Image.new("1", (9000, 9000)), "81 megapixels; at most 50"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_size_that_is_not_read_is_an_error(tmp_path: Path, name: str) -> None:
    image, message = DAMAGED[name]
    with pytest.raises(InputError, match=message):
        list(read(saved(image, tmp_path)))


@pytest.mark.parametrize("kept", [20, 300, 3000])
@pytest.mark.parametrize("name", ["photo.png", "photo.jpg", "photo.pdf", "photo.webp"])
def test_a_damaged_file_is_an_error(tmp_path: Path, name: str, kept: int) -> None:
    data = BytesIO()
    drawn(PUZZLE).convert("RGB").save(data, {"jpg": "jpeg"}.get(name[-3:], name.split(".")[1]))
    path = tmp_path / name
    path.write_bytes(data.getvalue()[:kept])
    with pytest.raises(InputError):
        list(read(path))


def sight(changes: dict[int, dict[int, float]]) -> Sight:
    """PUZZLE as it is seen for certain, apart from the probabilities of some cells."""
    rows = []
    for cell, digit in enumerate(PUZZLE):
        chances = dict.fromkeys(range(10), 1e-6) | {int(digit): 1 - 9e-6}
        chances |= changes.get(cell, {})
        rows.append(tuple(log(chances[value]) for value in range(10)))
    return Sight(tuple(rows))


def seen(changes: dict[int, dict[int, float]]) -> Puzzle:
    """The puzzle that is decided for what was seen."""
    start = Puzzle.parse(PUZZLE)
    return decided(Puzzle(start.givens, sight=sight(changes), uninterpreted=("not checked",)))


def test_readings_come_by_their_likelihood() -> None:
    some = sight({0: {5: 0.6, 3: 0.4}, 80: {9: 0.5, 0: 0.3, 8: 0.2}})
    found = list(some.readings(3))
    assert [less for less, _ in found] == sorted(less for less, _ in found)
    assert len({digits for _, digits in found}) == len(found) == 6


def test_a_certain_reading_is_taken() -> None:
    assert seen({}).uninterpreted == ()


def test_two_proper_readings_of_like_probability_are_doubtful() -> None:
    corners = {0: {5: 0.6, 0: 0.4}, 80: {9: 0.6, 0: 0.4}}  # there is one solution without them, too
    found = seen(corners)
    assert len(found.uninterpreted) == 1
    assert found.uninterpreted[0].startswith(("r1c1 (5: ", "r9c9 (9: "))


def test_symmetrical_givens_say_whether_a_cell_is_blank() -> None:
    found = seen({80: {9: 0.4, 0: 0.6}})  # the cell across the centre has a digit
    assert found.uninterpreted == ()
    assert found.givens.cells[80] == 9


def test_other_givens_do_not_say_whether_a_cell_is_blank() -> None:
    bare = {cell: {0: 1.0} for cell in (0, 1, 4, 9, 12, 13)}
    assert arranged(sight(bare)) == sight(bare)


def test_a_reading_that_is_not_proper_does_not_count() -> None:
    assert seen({80: {9: 0.6, 8: 0.4}}).uninterpreted == ()  # there is another 8 in the row


def test_a_near_reading_that_is_proper_is_taken() -> None:
    found = seen({80: {8: 0.6, 9: 0.4}})
    assert found.uninterpreted == ()
    assert found.givens.cells[80] == 9


def test_a_far_reading_that_is_proper_is_doubtful() -> None:
    found = seen({80: {8: 0.85, 9: 0.15}})
    assert found.uninterpreted == ("r9c9 (8: 85 %, 9: 15 %)",)


def test_no_proper_reading_is_doubtful() -> None:
    found = seen({80: {9: 1e-6, 8: 1 - 9e-6}})
    assert len(found.uninterpreted) == 5


def on_screen(cell: int, cursor: int | None, dark: bool) -> Image.Image:
    """PUZZLE as our page shows it: faint thin lines, and a frame around a cell."""
    ink, line, paper = (250, 36, 24) if dark else (20, 200, 255)
    side = 9 * cell
    image = Image.new("L", (side + 80, side + 80), paper)
    draw = ImageDraw.Draw(image)
    for number in sorted(range(10), key=lambda each: each % 3 == 0):
        place, shade = 40 + number * cell, line if number % 3 else ink
        draw.line([(40, place), (40 + side, place)], fill=shade, width=1)
        draw.line([(place, 40), (place, 40 + side)], fill=shade, width=1)
    for number, digit in enumerate(PUZZLE):
        row, column = divmod(number, 9)
        x, y = 40 + column * cell, 40 + row * cell
        if digit != "0":
            middle = (x + cell / 2, y + cell / 2)
            font = ImageFont.load_default(cell * 0.7)
            draw.text(middle, digit, ink, font, "mm")
        if number == cursor:
            draw.rectangle((x - 1, y - 1, x + cell + 1, y + cell + 1), outline=ink, width=3)
    return image


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("cursor", [None, 0, 40], ids=str)
def test_a_screenshot_of_a_page_is_read(tmp_path: Path, cursor: int | None, dark: bool) -> None:
    assert lines(saved(on_screen(28, cursor, dark), tmp_path)) == [PUZZLE]
