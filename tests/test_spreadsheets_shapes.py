"""Boards of other shapes on sheets: read as drawn, or refused with the cells named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Border, Side
from openpyxl.worksheet.worksheet import Worksheet

from cpsudoku.core.board import Board
from cpsudoku.core.grids import GRIDS
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Status
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of
from cpsudoku.formats.sheets.items import ROLE_UNREADABLE, Item
from cpsudoku.runtime.errors import InputError, Source, cell_address
from cpsudoku.solving import settle
from tests.books import bytes_of, ods_of, put, xlsb_of
from tests.chance import Chance
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
SEEDS, SEEDS_EXHAUSTIVE = 4, 300


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


def merged_jigsaw(height: int, width: int) -> Workbook:
    """The jigsaw in merged cells, with lines around them as Excel draws them."""
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    parts = [divmod(at, width) for at in range(height * width)]
    wide = {
        (r * height + down, c * width + across): region
        for (r, c), region in REGIONS.items()
        for down, across in parts
    }
    draw_lines(sheet, wide, thin=None)
    put_merged(sheet, cells_of(JIGSAW_GIVENS), height, width)
    return workbook


def spread(heights: Sequence[int], widths: Sequence[int], random: Random) -> Workbook:
    """A puzzle whose rows and columns have these sizes, and gaps between its boxes or not."""
    workbook, gap = Workbook(), random.randint(0, 1)
    rows = [1 + sum(heights[:at]) + gap * (at // 3) for at in range(9)]
    columns = [1 + sum(widths[:at]) + gap * (at // 3) for at in range(9)]
    for (r, c), digit in cells_of(WIKIPEDIA).items():
        top, left = rows[r], columns[c]
        workbook.worksheets[0].cell(top, left, digit or None)
        if heights[r] * widths[c] > 1:
            bottom, right = top + heights[r] - 1, left + widths[c] - 1
            workbook.worksheets[0].merge_cells(None, top, left, bottom, right)
    return workbook


def contradictory() -> Workbook:
    """Thick lines around boxes, and a background for each region of the jigsaw."""
    workbook = Workbook()
    put_digits(workbook.worksheets[0], cells_of(WIKIPEDIA))
    draw_lines(workbook.worksheets[0], boxes_of(9))
    paint(workbook.worksheets[0], REGIONS)
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


READ: dict[str, tuple[Callable[[], Workbook], str]] = {
    "thick and thin": (lambda: jigsaw("thick", "thin"), "A1:I9"),
    "thick": (lambda: jigsaw("thick", None), "A1:I9"),
    "double and medium": (lambda: jigsaw("double", "medium"), "A1:I9"),
    "medium and hair": (lambda: jigsaw("medium", "hair"), "A1:I9"),
    "thin and dotted": (lambda: jigsaw("thin", "dotted"), "A1:I9"),
    "thin": (lambda: jigsaw("thin", None), "A1:I9"),
    "nine colours": (lambda: jigsaw_book(lines=False, fills=True), "B2:J10"),
    "both": (lambda: jigsaw_book(fills=True), "B2:J10"),
    "few colours": (few_coloured, "A1:I9"),
    "merged cells": (lambda: merged_jigsaw(2, 3), "A1:AA18"),
}


@pytest.mark.parametrize(("make", "where"), READ.values(), ids=READ)
def test_a_jigsaw_is_read_with_the_regions_that_are_drawn(
    make: Callable[[], Workbook], where: str
) -> None:
    (item,) = items(make())
    assert isinstance(item.entry, Puzzle), item.entry
    assert item.entry.board == Board.jigsaw(JIGSAW)
    assert (item.entry.givens.line, item.entry.source.range) == (JIGSAW_GIVENS, where)
    assert settle(item.entry).status is Status.UNIQUE


@pytest.mark.parametrize(("size", "rows", "painted"), [(4, 2, False), (6, 2, True), (7, 1, False)])
def test_a_jigsaw_has_any_size(size: int, rows: int, painted: bool) -> None:
    (item,) = items(of_size(size, rows, painted))
    assert isinstance(item.entry, Puzzle), item.entry
    assert item.entry.board.regions
    assert item.entry.board.box_shape is None
    assert item.entry.source.range == f"B2:{cell_address(size + 1, size + 1)}"


SAMURAI_DRAWN: dict[str, Callable[[Worksheet, Cells], None]] = {
    "thick": lambda sheet, boxes: draw_lines(sheet, boxes, 2, 2),
    "thin": lambda sheet, boxes: draw_lines(sheet, boxes, 2, 2, "thin"),
    "fills": lambda sheet, boxes: paint(
        sheet, {at: (n // 7 + n % 7) % 2 for at, n in boxes.items()}, 2, 2
    ),
    "digits": lambda sheet, boxes: None,
}


@pytest.mark.parametrize("share", [0.22, 0.4])
@pytest.mark.parametrize("draw", SAMURAI_DRAWN.values(), ids=SAMURAI_DRAWN)
def test_a_samurai_is_one_puzzle(draw: Callable[[Worksheet, Cells], None], share: float) -> None:
    (item,) = items(samurai_book(draw, share))
    assert isinstance(item.entry, Puzzle), item.entry
    assert item.entry.board == Board.of_grids("samurai")
    assert item.entry.source.range == "B2:V22"


LAYOUTS = {
    **{name: corners for name, corners in GRIDS.items() if name not in ("shogun", "sumo")},
    **{"two": ((0, 0), (6, 6)), "side by side": ((0, 0), (0, 6)), "below": ((0, 0), (6, 0))},
    "half": ((0, 0), (3, 3)),
    "eight": ((0, 6), (0, 18), (6, 0), (6, 12), (6, 24), (12, 6), (12, 18)),
}


@pytest.mark.parametrize("corners", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize(("thick", "thin"), [("thick", "thin"), ("thin", "thin")])
def test_boards_share_boxes_in_any_layout(
    corners: tuple[tuple[int, int], ...], thick: str, thin: str
) -> None:
    random, board = Random(5), Board.of_grids(corners)
    # the same digits for cells at the same place of the boxes, which are different in each house
    digits = {
        (r, c): ((r % 3 + c // 3) % 3 * 3 + (r // 3 + c) % 3 + 1) if random.random() < 0.4 else 0
        for r, c in board.positions
    }
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    put_digits(sheet, digits, 2, 3)
    draw_lines(sheet, {(r, c): r // 3 * 50 + c // 3 for r, c in digits}, 2, 3, thick, thin)
    (item,) = items(workbook)
    assert isinstance(item.entry, Puzzle), item.entry
    assert item.entry.board == board
    assert list(item.entry.givens.cells) == list(digits.values())


@pytest.mark.parametrize(("down", "across"), [(3, 1), (1, 2), (2, 2), (4, 3)])
def test_boards_side_by_side_share_nothing(down: int, across: int) -> None:
    places = [(9 * r, 9 * c) for r in range(down) for c in range(across)]
    workbook = Workbook()
    for top, left in places:
        put_digits(workbook.worksheets[0], cells_of(WIKIPEDIA), 1 + top, 1 + left)
        draw_lines(workbook.worksheets[0], boxes_of(9), 1 + top, 1 + left)
    found = [item.entry for item in items(workbook)]
    assert [one.givens.line for one in found if isinstance(one, Puzzle)] == [WIKIPEDIA] * len(
        places
    )


@pytest.mark.parametrize(
    ("size", "where"), [((1, 2), "A1:R9"), ((2, 2), "A1:R18"), ((3, 3), "A1:AA27")], ids=str
)
def test_one_merged_cell_is_one_cell(size: tuple[int, int], where: str) -> None:
    for options in ({}, {"range": where}, {"board": Board.of_size(9)}):
        (item,) = items(merged(*size), **options)
        assert isinstance(item.entry, Puzzle), item.entry
        assert (item.entry.givens.line, item.entry.source.range) == (WIKIPEDIA, where)


def test_rows_and_columns_of_merged_cells_have_any_size() -> None:
    random = Random(1)
    for _ in range(20):
        spans = [random.choices((1, 2, 3), k=9) for _ in range(2)]
        workbook = spread(spans[0], spans[1], random)
        if not workbook.worksheets[0].merged_cells.ranges:
            continue
        (item,) = items(workbook)
        assert isinstance(item.entry, Puzzle), (spans, item.entry)
        assert item.entry.givens.line == WIKIPEDIA, spans


REFUSED: dict[str, tuple[Callable[[], Workbook], str, str]] = {
    "partly lined": (
        partly_lined,
        "A1:I9",
        "thick borders divide its 3x3 boxes (E1|F1, F1|F2, E2|E3, G2|G3, H2|H3 and 25 more), and",
    ),
    "places of boxes": (scattered, "A1:I9", "backgrounds divide its 3x3 boxes (A1|B1, A1|A2,"),
    "boxes lined, others filled": (
        contradictory,
        "A1:I9",
        "backgrounds divide its 3x3 boxes (E1|F1, F1|F2, E2|E3, G2|G3, H2|H3 and 31 more), and the "
        "drawing as a whole shows no board; use box 3x3 to read it with 3x3 boxes, or regions",
    ),
    "two merged cells": (
        lambda: merged_in("D4:E4"),
        "B3:J11",
        "D4:E4 is merged, which is not one cell of the grid; unmerge it and keep",
    ),
}


@pytest.mark.parametrize(("make", "where", "told"), REFUSED.values(), ids=REFUSED)
def test_a_drawing_that_shows_no_board_is_refused_with_its_cells(
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
    (drawn,) = items(jigsaw_book(), **options)
    assert isinstance(drawn.entry, Puzzle)
    assert drawn.entry.board == Board.jigsaw(JIGSAW)
    (item,) = items(jigsaw_book(), board=Board.of_size(9), **options)
    assert isinstance(item.entry, Puzzle)
    assert item.entry.givens.line == JIGSAW_GIVENS


def test_one_grid_of_a_samurai_is_read_where_range_and_box_are_stated() -> None:
    workbook = samurai_book(lambda sheet, boxes: draw_lines(sheet, boxes, 2, 2))
    (refused,) = items(workbook, range="B2:J10")
    assert "use range B2:V22 to read them all as one puzzle, or box 3x3" in str(refused.entry)
    (whole,) = items(workbook, range="B2:V22")
    assert isinstance(whole.entry, Puzzle)
    (item,) = items(workbook, range="B2:J10", board=Board.of_size(9))
    assert isinstance(item.entry, Puzzle)


def test_a_stated_box_does_not_make_merged_cells_single() -> None:
    for options in ({}, {"range": "B3:J11"}):
        (item,) = items(merged_in("D4:E4"), board=Board.of_size(9), **options)
        assert "D4:E4 is merged" in str(item.entry)


def test_answers_are_written_into_the_cells_of_every_shape(tmp_path: Path) -> None:
    workbook = jigsaw_book()
    put(workbook.create_sheet("Refused"), WIKIPEDIA)
    workbook["Refused"].merge_cells("A1:B1")
    digits, boxes = samurai(Random(3), 0.8)
    put_digits(workbook.create_sheet("Samurai"), digits)
    draw_lines(workbook["Samurai"], boxes)
    for size in (2, 3):
        sheet = workbook.create_sheet(f"Merged {size}")
        put_merged(sheet, cells_of(WIKIPEDIA), size, size)
    workbook.save(tmp_path / "book.xlsx")
    done = invoke("solve", "book.xlsx", folder=tmp_path)
    assert (done.code, done.out.count(f"{SOLVED}\tunique")) == (2, 2)
    solved = load_workbook(tmp_path / "book.solved.xlsx")
    assert solved.sheetnames == workbook.sheetnames
    assert line_in(solved["Sheet"], JIGSAW, 2, 2) == JIGSAW_SOLVED
    assert line_in(solved["Merged 2"], SOLVED, step=2) == SOLVED
    assert line_in(solved["Merged 3"], SOLVED, step=3) == SOLVED
    assert [solved["Refused"].cell(1, c).value for c in (1, 3, 4)] == [5, None, None]
    for r, c in boxes:
        assert solved["Samurai"].cell(r + 1, c + 1).value
    assert solved["Samurai"]["J1"].value is None
    listed = invoke("grids", "book.xlsx", "--brief", folder=tmp_path)
    assert ", B2:J10: puzzle, 9x9 jigsaw, 24 givens  (recognised by regions)" in listed.lines[0]
    assert ", A1:U21: puzzle, 5 overlapping 9x9 grids, " in listed.lines[2]
    assert "read book.xlsx, sheet 'Sheet', B2:J10: 9x9 jigsaw" in done.err
    again = invoke("check", "book.solved.xlsx", folder=tmp_path)
    assert (again.code, again.out.count("unique")) == (2, 4)


def line_in(sheet: Worksheet, line: str, top: int = 1, left: int = 1, step: int = 1) -> str:
    """The digits at the places of a board."""
    places = [(top + step * r, left + step * c) for r, c in cells_of(line)]
    return "".join(str(sheet.cell(*place).value) for place in places)


# OpenDocument


def look_of(regions: Cells, r: int, c: int, thick: str, thin: str) -> str:
    """The properties of a cell with a line of one width to other regions, of another to its own."""
    steps = {"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)}
    return " ".join(
        f'fo:border-{side}="{thick if regions.get((r + down, c + across)) != region else thin}"'
        for side, (down, across) in steps.items()
        for region in [regions[r, c]]
    )


OPEN_DOCUMENT: dict[str, Callable[[Cells, int, int], str]] = {
    "lines": lambda regions, r, c: look_of(
        regions, r, c, "2.49pt solid #000000", "0.74pt solid #000000"
    ),
    "centimetres": lambda regions, r, c: look_of(regions, r, c, "0.062cm solid #000000", "none"),
    "backgrounds": (
        lambda regions, r, c: f'fo:background-color="#{COLOURS[regions[r, c]].lower()}"'
    ),
}


@pytest.mark.parametrize("look", OPEN_DOCUMENT.values(), ids=OPEN_DOCUMENT)
def test_an_open_document_is_read_as_drawn_too(look: Callable[[Cells, int, int], str]) -> None:
    for regions, givens in ((REGIONS, JIGSAW_GIVENS), (boxes_of(9), WIKIPEDIA)):
        digits = {(r + 1, c + 1): float(d) for (r, c), d in cells_of(givens).items() if d}
        looks = {(r + 1, c + 1): look(regions, r, c) for r, c in regions}
        book = Book.open(ods_of(digits, looks), Source("book.ods"))
        (item,) = items_of(book, ReadOptions())
        assert isinstance(item.entry, Puzzle), item.entry
        assert item.entry.givens.line == givens
        assert (item.entry.board == Board.of_size(9)) == (regions is not REGIONS)


def test_a_format_without_lines_says_that_a_jigsaw_is_not_seen(tmp_path: Path) -> None:
    digits = {(r + 1, c + 1): float(d) for (r, c), d in cells_of(WIKIPEDIA).items() if d}
    (tmp_path / "book.xlsb").write_bytes(xlsb_of(digits))
    (tmp_path / "book.ods").write_bytes(ods_of(digits, {}))
    for name, noted in (("book.xlsb", True), ("book.ods", False)):
        done = invoke("check", name, folder=tmp_path)
        said = "lines, backgrounds, comments and formulas can't be seen" in done.err
        assert (done.code, said) == (0, noted)


# Random boards: each is read as drawn, or refused.


@pytest.mark.parametrize("kind", ["thick", "thin", "nine colours", "few colours"])
def test_a_random_jigsaw_is_read_as_drawn(kind: str, chance: Chance) -> None:
    drawn = read = 0
    for seed in chance.some(range(SEEDS_EXHAUSTIVE), SEEDS):
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
        board = Board.jigsaw([[regions[r, c] for c in range(size)] for r in range(size)])
        read += is_read(items(workbook), board, digits, seed)
    assert drawn >= (SEEDS_EXHAUSTIVE // 2 if chance.exhaustive else 0)
    assert read >= (0.95 if chance.exhaustive else 0.5) * drawn


def is_read(found: Iterable[Item], board: Board, digits: Cells, seed: int) -> bool:
    """Whether a board was found. Fails if it was read as another one."""
    puzzles = [item.entry for item in found if isinstance(item.entry, Puzzle)]
    for puzzle in puzzles:
        assert puzzle.board == board, (seed, puzzle.source)
        assert list(puzzle.givens.cells) == [digits[at] for at in board.positions], seed
    return len(puzzles) == 1


@pytest.mark.parametrize("lines", ["thick", "thin", None])
def test_a_random_samurai_is_read_as_one_puzzle(lines: str | None, chance: Chance) -> None:
    read = []
    for seed in chance.some(range(SEEDS_EXHAUSTIVE), SEEDS // 2):
        random = Random(seed)
        digits, boxes = samurai(random, random.uniform(0.25, 0.6))
        workbook = Workbook()
        sheet, top, left = workbook.worksheets[0], random.randint(1, 4), random.randint(1, 4)
        put_digits(sheet, digits, top, left)
        if lines is not None:
            thin = random.choice(("thin", None)) if lines == "thick" else "thin"
            draw_lines(sheet, boxes, top, left, thick=lines, thin=thin)
        read.append(is_read(items(workbook), Board.of_grids("samurai"), digits, seed))
    assert sum(read) >= (0.95 if chance.exhaustive else 0.5) * len(read)


@pytest.mark.parametrize("draw", ["lines", "nine colours", "few colours"])
def test_a_solved_jigsaw_is_read_again_as_it_was(draw: str, tmp_path: Path) -> None:
    workbook = few_coloured() if draw == "few colours" else jigsaw_book(fills=draw != "lines")
    workbook.save(tmp_path / "book.xlsx")
    assert invoke("solve", "book.xlsx", folder=tmp_path).code == 0
    again = invoke("check", "book.solved.xlsx", folder=tmp_path)
    assert (again.code, JIGSAW_GIVENS in again.out) == (0, True)
    assert "24 givens, exactly one solution; read from the drawing: 9 regions" in again.out
