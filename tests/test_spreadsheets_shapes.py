"""Boards of other shapes on sheets: refused with the cells named, and never a false refusal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Border, Side
from openpyxl.worksheet.worksheet import Worksheet

from cpsudoku.core.board import Board
from cpsudoku.core.errors import InputError, Source
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import ROLE_UNREADABLE, Book, Item, items_of
from tests.books import bytes_of, ods_of, put
from tests.command import invoke
from tests.drawn import (
    COLOURS,
    JIGSAW,
    JIGSAW_GIVENS,
    Cells,
    boxes_of,
    cells_of,
    draw_lines,
    few_colours,
    jigsaw_book,
    paint,
    put_digits,
    put_merged,
    random_digits,
    random_regions,
    samurai,
)
from tests.puzzles import SOLVED, WIKIPEDIA

REGIONS = cells_of(JIGSAW)
JIGSAW_SOLVED = "491827563578463921236185794625931478789654132142579386317296845853742619964318257"
SEEDS, SEEDS_EXHAUSTIVE = 6, 300


def items(workbook: Workbook, **options: object) -> list[Item]:
    """The grids of a workbook."""
    book = Book.open(bytes_of(workbook), Source("book.xlsx"))
    return items_of(book, ReadOptions(**options))  # type: ignore[arg-type]


def jigsaw(thick: str | None, thin: str | None, givens: str = JIGSAW_GIVENS) -> Workbook:
    """The jigsaw in A1:I9 with lines of two styles."""
    workbook = Workbook()
    put_digits(workbook.worksheets[0], cells_of(givens))
    draw_lines(workbook.worksheets[0], REGIONS, thick=thick, thin=thin)
    return workbook


def few_coloured() -> Workbook:
    """The jigsaw in A1:I9 with as few colours as do, of which one is none."""
    workbook = Workbook()
    put_digits(workbook.worksheets[0], cells_of(JIGSAW_GIVENS))
    paint(workbook.worksheets[0], REGIONS, colours=few_colours(REGIONS))
    return workbook


def scattered() -> Workbook:
    """Nine colours, each of the cells at one place of the boxes."""
    workbook = Workbook()
    put_digits(workbook.worksheets[0], cells_of(WIKIPEDIA))
    places = {(r, c): r % 3 * 3 + c % 3 for r, c in boxes_of(9)}
    paint(workbook.worksheets[0], places)
    return workbook


def partly_lined() -> Workbook:
    """The jigsaw, but the lines between some regions were forgotten."""
    workbook = jigsaw("thick", "thin")
    for row in workbook.worksheets[0].iter_rows(min_row=4, max_row=6, max_col=5):
        for cell in row:
            cell.border = Border()
    return workbook


def of_size(size: int, rows: int, painted: bool) -> Workbook:
    """A random jigsaw of another size in B2."""
    random, digits = Random(size), None
    while digits is None:
        regions = random_regions(random, size, rows, 4000)
        digits = random_digits(random, size, regions, 0.5)
    workbook = Workbook()
    put_digits(workbook.worksheets[0], digits, 2, 2)
    (paint if painted else draw_lines)(workbook.worksheets[0], regions, 2, 2)
    return workbook


def samurai_book(draw: Callable[[Worksheet, Cells], None], share: float = 0.4) -> Workbook:
    """A samurai in B2:V22."""
    digits, boxes = samurai(Random(7), share)
    workbook = Workbook()
    put_digits(workbook.worksheets[0], digits, 2, 2)
    draw(workbook.worksheets[0], boxes)
    return workbook


def merged(height: int, width: int) -> Workbook:
    """A puzzle whose cells are merged cells of the sheet."""
    workbook = Workbook()
    put_merged(workbook.worksheets[0], cells_of(WIKIPEDIA), height, width)
    return workbook


def merged_in(*ranges: str) -> Workbook:
    """A puzzle in B3:J11 of which some cells are merged, or some beside it."""
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    put(sheet, WIKIPEDIA, 3, 2)
    sheet["B1"] = "Sudoku of the week"
    sheet["L3"] = "Notes"
    for each in ranges:
        sheet.merge_cells(each)
    return workbook


LINES = "thick borders divide its 3x3 boxes (E1|F1, F1|F2, E2|E3, G2|G3, H2|H3 and 31 more)"
THIN = LINES.removeprefix("thick ")
FILLS = LINES.replace("thick borders", "backgrounds")
FIVE = "its grids B2:J10, N2:V10, H8:P16, B14:J22 and N14:V22 share cells (a samurai?)"
REFUSED: dict[str, tuple[Callable[[], Workbook], str, str]] = {
    "jigsaw, thick and thin": (lambda: jigsaw("thick", "thin"), "A1:I9", LINES),
    "jigsaw, thick": (lambda: jigsaw("thick", None), "A1:I9", LINES),
    "jigsaw, double and medium": (lambda: jigsaw("double", "medium"), "A1:I9", LINES),
    "jigsaw, medium and hair": (lambda: jigsaw("medium", "hair"), "A1:I9", LINES),
    "jigsaw, thin and dotted": (lambda: jigsaw("thin", "dotted"), "A1:I9", THIN),
    "jigsaw, thin": (lambda: jigsaw("thin", None), "A1:I9", THIN),
    "jigsaw, nine colours": (
        lambda: jigsaw_book(lines=False, fills=True),
        "B2:J10",
        "backgrounds divide its 3x3 boxes (F2|G2, G2|G3,",
    ),
    "jigsaw, both": (lambda: jigsaw_book(fills=True), "B2:J10", "thick borders divide its 3x3"),
    "jigsaw, few colours": (few_coloured, "A1:I9", FILLS),
    "jigsaw, partly lined": (partly_lined, "A1:I9", "thick borders divide its 3x3 boxes (E1|F1,"),
    "jigsaw, solved": (lambda: jigsaw("thick", "thin", JIGSAW_SOLVED), "A1:I9", LINES),
    "scattered regions": (scattered, "A1:I9", "backgrounds divide its 3x3 boxes (A1|B1, A1|A2,"),
    "4x4 lines": (lambda: of_size(4, 2, False), "B2:E5", "thick borders divide its 2x2 boxes"),
    "6x6 fills": (lambda: of_size(6, 2, True), "B2:G7", "backgrounds divide its 2x3 boxes"),
    "7x7 lines": (
        lambda: of_size(7, 1, False),
        "B2:H8",
        "thick borders divide it into 7 regions of 7 cells; sheets hold the sizes 4, 6, 8, 9",
    ),
    "samurai, thick": (lambda: samurai_book(lambda s, b: draw_lines(s, b, 2, 2)), "B2:V22", FIVE),
    "samurai, sparse": (
        lambda: samurai_book(lambda s, b: draw_lines(s, b, 2, 2), 0.22),
        "B2:V22",
        FIVE,
    ),
    "samurai, thin": (
        lambda: samurai_book(lambda s, b: draw_lines(s, b, 2, 2, "thin")),
        "B2:V22",
        FIVE,
    ),
    "samurai, fills": (
        lambda: samurai_book(
            lambda s, b: paint(s, {at: (n // 7 + n % 7) % 2 for at, n in b.items()}, 2, 2)
        ),
        "B2:V22",
        FIVE,
    ),
    "samurai, digits": (lambda: samurai_book(lambda s, b: None), "B2:V22", FIVE),
    "merged 1x2": (lambda: merged(1, 2), "A1:R9", "A1:B1, C1:D1, E1:F1, G1:H1, I1:J1 and 76 more"),
    "merged 2x2": (lambda: merged(2, 2), "A1:R18", "A1:B2, C1:D2, E1:F2, G1:H2, I1:J2 and 76 more"),
    "merged 3x3": (lambda: merged(3, 3), "A1:AA27", "A1:C3, D1:F3, G1:I3, J1:L3, M1:O3 and 76"),
    "two merged cells": (lambda: merged_in("D4:E4"), "B3:J11", "D4:E4 is merged; boards of merged"),
}


@pytest.mark.parametrize(("make", "where", "told"), REFUSED.values(), ids=REFUSED)
def test_a_board_of_another_shape_is_refused_with_its_cells(
    make: Callable[[], Workbook], where: str, told: str
) -> None:
    (item,) = items(make())
    assert item.role == ROLE_UNREADABLE
    assert isinstance(item.entry, InputError)
    assert str(item.entry).startswith(f"book.xlsx, sheet 'Sheet', {where}: {told}")


# Decoration: none of it says that the boxes are others.


def classic(decorate: Callable[[Worksheet, Cells], None], line: str = WIKIPEDIA) -> Workbook:
    """A puzzle in A1:I9, decorated."""
    workbook = Workbook()
    digits = cells_of(line)
    put_digits(workbook.worksheets[0], digits)
    decorate(workbook.worksheets[0], digits)
    return workbook


def boxed(style: str, where: Callable[[int, int], bool]) -> Callable[[Worksheet, Cells], None]:
    """A line of one style around each cell of some."""

    def decorate(sheet: Worksheet, digits: Cells) -> None:
        side = Side(style=style)  # type: ignore[arg-type]
        for r, c in digits:
            if where(r, c):
                sheet.cell(r + 1, c + 1).border = Border(side, side, side, side)

    return decorate


def filled(number: Callable[[int, int], int]) -> Callable[[Worksheet, Cells], None]:
    """A background for each cell by a number, 0 for none."""
    colours = ("", *COLOURS)

    def decorate(sheet: Worksheet, digits: Cells) -> None:
        paint(sheet, {(r, c): number(r, c) for r, c in digits}, colours=colours)

    return decorate


def under_rows(sheet: Worksheet, digits: Cells) -> None:
    """A thick line under each row."""
    for r, c in digits:
        sheet.cell(r + 1, c + 1).border = Border(bottom=Side(style="thick"))


def cages(sheet: Worksheet, digits: Cells) -> None:
    """Thick boxes, and thick lines within them too."""
    draw_lines(sheet, boxes_of(9))
    for r in range(2, 9, 3):
        for c in range(1, 10):
            cell = sheet.cell(r, c)
            left, right = cell.border.left, cell.border.right
            cell.border = Border(left=left, right=right, bottom=Side(style="thick"))


def outlined(sheet: Worksheet, digits: Cells) -> None:
    """A thick line around all, thin ones between."""
    draw_lines(sheet, dict.fromkeys(digits, 0))


def header(sheet: Worksheet, digits: Cells) -> None:
    """A thick line below the first row, and boxes without the line below the first three."""
    boxes = {(r, c): c // 3 for r, c in digits}
    draw_lines(sheet, boxes)
    for c in range(1, 10):
        cell = sheet.cell(1, c)
        border = cell.border
        cell.border = Border(border.left, border.right, border.top, Side(style="thick"))


GIVEN = {place for place, digit in cells_of(WIKIPEDIA).items() if digit}
DECORATED: dict[str, Callable[[Worksheet, Cells], None]] = {
    "givens filled": filled(lambda r, c: int((r, c) in GIVEN)),
    "blanks filled": filled(lambda r, c: int((r, c) not in GIVEN)),
    "boxes filled": filled(lambda r, c: 1 + r // 3 * 3 + c // 3),
    "boxes in a chequerboard": filled(lambda r, c: (r // 3 + c // 3) % 2),
    "cells in a chequerboard": filled(lambda r, c: (r + c) % 2),
    "rows in stripes": filled(lambda r, c: r % 2),
    "columns in stripes": filled(lambda r, c: c % 2),
    "rows in nine colours": filled(lambda r, c: r + 1),
    "bands": filled(lambda r, c: r // 3 + 1),
    "diagonals": filled(lambda r, c: int(r in (c, 8 - c))),
    "windows": filled(lambda r, c: int(r % 4 > 0 and c % 4 > 0)),
    "the centre": filled(lambda r, c: int(r == c == 4)),
    "a clash": filled(lambda r, c: 2 if (r, c) in ((0, 0), (0, 5)) else int((r, c) in GIVEN)),
    "all thin": boxed("thin", lambda r, c: True),
    "all thick": boxed("thick", lambda r, c: True),
    "givens boxed": boxed("thick", lambda r, c: (r, c) in GIVEN),
    "one cell boxed": boxed("thick", lambda r, c: r == c == 4),
    "lines under rows": under_rows,
    "outlined": outlined,
    "boxes and more": cages,
    "header": header,
}


@pytest.mark.parametrize("decorate", DECORATED.values(), ids=DECORATED)
def test_decoration_is_no_board_of_another_shape(
    decorate: Callable[[Worksheet, Cells], None],
) -> None:
    (item,) = items(classic(decorate))
    assert isinstance(item.entry, Puzzle), item.entry
    assert (item.entry.givens.line, item.entry.source.range) == (WIKIPEDIA, "A1:I9")


def test_a_colour_for_each_digit_is_no_region() -> None:
    digits = cells_of(SOLVED)
    (item,) = items(classic(filled(lambda r, c: digits[r, c]), SOLVED))
    assert isinstance(item.entry, Puzzle), item.entry


@pytest.mark.parametrize(
    "ranges", [("B1:J1",), ("L3:N11",), ("A12:K12", "A1:A11")], ids=["title", "notes", "frame"]
)
def test_merged_cells_beside_a_board_are_no_matter(ranges: tuple[str, ...]) -> None:
    (item,) = items(merged_in(*ranges))
    assert isinstance(item.entry, Puzzle), item.entry
    assert item.entry.givens.line == WIKIPEDIA


@pytest.mark.parametrize(
    ("shape", "painted"),
    [((3, 2), True), ((3, 2), False), ((2, 6), False), ((6, 2), True), ((5, 2), False)],
    ids=str,
)
def test_boxes_of_any_shape_are_read_as_they_are_drawn(
    shape: tuple[int, int], painted: bool
) -> None:
    board = Board.boxes(*shape)
    size = board.size
    regions = {divmod(at, size): box for at, box in enumerate(board.box_of)}
    digits = random_digits(Random(size), size, regions, 0.5)
    assert digits is not None
    workbook = Workbook()
    put_digits(workbook.worksheets[0], digits, 2, 2)
    (paint if painted else draw_lines)(workbook.worksheets[0], regions, 2, 2)
    (item,) = items(workbook)
    assert isinstance(item.entry, Puzzle), item.entry
    assert item.entry.board == board


# What the user says, and the rest of the book.


@pytest.mark.parametrize("options", [{}, {"range": "B2:J10"}, {"range": "A1:L13"}], ids=str)
def test_a_stated_box_reads_what_is_drawn_otherwise(options: dict[str, str]) -> None:
    (refused,) = items(jigsaw_book(), **options)
    assert "; use box 3x3 to read it with 3x3 boxes" in str(refused.entry)
    (item,) = items(jigsaw_book(), board=Board.of_size(9), **options)
    assert isinstance(item.entry, Puzzle)
    assert item.entry.givens.line == JIGSAW_GIVENS


def test_one_grid_of_a_samurai_is_read_where_range_and_box_are_stated() -> None:
    workbook = samurai_book(lambda sheet, boxes: draw_lines(sheet, boxes, 2, 2))
    (refused,) = items(workbook, range="B2:J10")
    assert "; use range B2:J10 box 3x3 to read one of them" in str(refused.entry)
    (item,) = items(workbook, range="B2:J10", board=Board.of_size(9))
    assert isinstance(item.entry, Puzzle)


def test_a_stated_box_does_not_make_merged_cells_single() -> None:
    for options in ({}, {"range": "B3:J11"}):
        (item,) = items(merged_in("D4:E4"), board=Board.of_size(9), **options)
        assert "D4:E4 is merged" in str(item.entry)


def test_the_other_boards_of_the_book_are_solved(tmp_path: Path) -> None:
    workbook = jigsaw_book()
    put(workbook.worksheets[0], WIKIPEDIA, 13, 2)
    put(workbook.create_sheet("Other"), WIKIPEDIA)
    digits, boxes = samurai(Random(3), 0.5)
    put_digits(workbook.create_sheet("Samurai"), digits)
    draw_lines(workbook["Samurai"], boxes)
    put_merged(workbook.create_sheet("Merged"), cells_of(WIKIPEDIA), 2, 2)
    workbook.save(tmp_path / "book.xlsx")
    listed = invoke("grids", "book.xlsx", "--brief", folder=tmp_path)
    assert listed.code == 2
    assert len(listed.lines) == 5
    done = invoke("solve", "book.xlsx", folder=tmp_path)
    assert (done.code, done.out.count(f"{SOLVED}\tunique")) == (2, 2)
    assert done.out.count("malformed") == 3
    solved = load_workbook(tmp_path / "book.solved.xlsx")
    assert (solved["Sheet"]["D13"].value, solved["Other"]["C1"].value) == (4, 4)
    for title in ("Samurai", "Merged"):
        for row in workbook[title].iter_rows():
            assert [cell.value for cell in row] == [
                solved[title][cell.coordinate].value for cell in row
            ]
    assert solved["Sheet"]["B2"].value is None


# OpenDocument


def look_of(regions: Cells, r: int, c: int, thick: str, thin: str) -> str:
    """The properties of a cell with a line of one width to other regions, of another to its own."""
    steps = {"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)}
    return " ".join(
        f'fo:border-{side}="{thick if regions.get((r + down, c + across)) != region else thin}"'
        for side, (down, across) in steps.items()
        for region in [regions[r, c]]
    )


OPEN_DOCUMENT: dict[str, tuple[Callable[[Cells, int, int], str], str]] = {
    "lines": (
        lambda regions, r, c: look_of(
            regions, r, c, "2.49pt solid #000000", "0.74pt solid #000000"
        ),
        LINES,
    ),
    "centimetres": (
        lambda regions, r, c: look_of(regions, r, c, "0.062cm solid #000000", "none"),
        LINES,
    ),
    "backgrounds": (
        lambda regions, r, c: f'fo:background-color="#{COLOURS[regions[r, c]].lower()}"',
        FILLS,
    ),
}


@pytest.mark.parametrize(("look", "told"), OPEN_DOCUMENT.values(), ids=OPEN_DOCUMENT)
def test_an_open_document_jigsaw_is_refused_too(
    look: Callable[[Cells, int, int], str], told: str
) -> None:
    for regions, givens in ((REGIONS, JIGSAW_GIVENS), (boxes_of(9), WIKIPEDIA)):
        digits = {(r + 1, c + 1): float(d) for (r, c), d in cells_of(givens).items() if d}
        looks = {(r + 1, c + 1): look(regions, r, c) for r, c in regions}
        book = Book.open(ods_of(digits, looks), Source("book.ods"))
        (item,) = items_of(book, ReadOptions())
        if regions is REGIONS:
            assert str(item.entry).startswith(f"book.ods, sheet 'Sheet1', A1:I9: {told}")
        else:
            assert isinstance(item.entry, Puzzle), item.entry
            assert item.entry.givens.line == givens


# Random boards: none is ever read with the usual boxes.


@pytest.mark.parametrize("kind", ["thick", "thin", "nine colours", "few colours"])
def test_a_random_jigsaw_is_never_read_as_a_classic(kind: str, exhaustive: bool) -> None:
    drawn = 0
    for seed in range(SEEDS_EXHAUSTIVE if exhaustive else SEEDS):
        random = Random(seed)
        size, rows = random.choice(((6, 2), (8, 2), (9, 3), (9, 3), (9, 3), (10, 2)))
        regions = random_regions(random, size, rows)
        digits = random_digits(random, size, regions, random.uniform(0.3, 0.7))
        if digits is None:
            continue
        drawn += 1
        workbook = Workbook()
        sheet, top, left = workbook.worksheets[0], random.randint(1, 4), random.randint(1, 4)
        put_digits(sheet, digits, top, left)
        if kind in ("thick", "thin"):
            thin = "thin" if kind == "thick" else None
            draw_lines(sheet, regions, top, left, thick=kind, thin=thin)
        else:
            colours = COLOURS if kind == "nine colours" else few_colours(regions)
            paint(sheet, regions, top, left, colours)
        for item in items(workbook):
            assert isinstance(item.entry, InputError), (seed, item.entry.source)
    assert drawn >= SEEDS // 2


@pytest.mark.parametrize("lines", ["thick", "thin", None])
def test_a_random_samurai_is_never_read_as_classics(lines: str | None, exhaustive: bool) -> None:
    for seed in range(SEEDS_EXHAUSTIVE if exhaustive else SEEDS // 2):
        random = Random(seed)
        digits, boxes = samurai(random, random.uniform(0.25, 0.6))
        workbook = Workbook()
        sheet, top, left = workbook.worksheets[0], random.randint(1, 4), random.randint(1, 4)
        put_digits(sheet, digits, top, left)
        if lines is not None:
            thin = random.choice(("thin", None)) if lines == "thick" else "thin"
            draw_lines(sheet, boxes, top, left, thick=lines, thin=thin)
        for item in items(workbook):
            assert isinstance(item.entry, InputError), (seed, item.entry.source)
