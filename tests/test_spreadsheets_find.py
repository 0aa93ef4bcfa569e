"""Where the grids of a sheet are: every layout people use, decoys, and never a wrong reading."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of, puzzles_of_book
from cpsudoku.formats.sheets.finding.find import find
from cpsudoku.formats.sheets.finding.plane import Plane
from cpsudoku.formats.sheets.finding.search import WindowSearch
from cpsudoku.formats.sheets.items import Item
from cpsudoku.formats.sheets.reading.guard import BookKind
from cpsudoku.formats.sheets.reading.sheet_picture import Cell, Rect, SheetPicture
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.solving import read_entries
from tests.puzzles import INKALA, SOLVED, WIKIPEDIA, grid_of, random_solution
from tests.sheets import DECOYS, Sheet, place_grid, random_puzzle, random_sheet

SOURCE = Source("book.xlsx")


def book_of(*pictures: SheetPicture) -> Book:
    """A workbook of pictures."""
    return Book(BookKind.XLSX, SOURCE, pictures, pictures[0].sheet)


def items(picture: SheetPicture, **options: str) -> list[Item]:
    """The grids of one sheet."""
    return items_of(book_of(picture), ReadOptions(**options))  # type: ignore[arg-type]


def ranges(sheet: Sheet) -> list[str]:
    """The ranges of the puzzles of a sheet, or what was wrong."""
    return [
        str(item.entry.source.range) if isinstance(item.entry, Puzzle) else str(item.entry)
        for item in items(sheet.picture)
    ]


@pytest.mark.parametrize("lines", ["none", "thin", "boxes", "outline"])
@pytest.mark.parametrize("blank", [None, 0, ".", " ", "-", "x"])
@pytest.mark.parametrize("heading", ["none", "0", "1", "C"])
@pytest.mark.parametrize("spaced", [False, True], ids=["plain", "spaced"])
def test_a_grid_is_found_in_any_layout(
    lines: str, blank: object, heading: str, spaced: bool
) -> None:
    sheet = Sheet()
    layout = {"lines": lines, "blank": blank, "heading": heading, "spaced": spaced}
    place_grid(sheet, Random(1), grid_of(WIKIPEDIA), 3, 2, **layout)  # type: ignore[arg-type]
    sheet.put(1, 2, "Sudoku of the week")
    ((place, (rows, columns, _)),) = sheet.grids.items()
    (item,) = items(sheet.picture)
    assert isinstance(item.entry, Puzzle)
    assert item.entry.givens.line == WIKIPEDIA
    assert (item.entry.source.rows, item.entry.source.columns) == (rows, columns)
    assert item.entry.source.address(0, 0) == Source("", "S", *place).at(*place).address(0, 0)


@pytest.mark.parametrize("widths", [True, False], ids=["widths", "none"])
def test_widths_of_columns_settle_a_tie(widths: bool, tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    for cell, digit in enumerate(grid_of(SOLVED).cells):
        if cell % 9 and cell % 4 == 2:  # the first column is empty
            sheet.cell(4 + cell // 9, 4 + cell % 9, digit)
    if widths:
        for column in "DEFGHIJKL":
            sheet.column_dimensions[column].width = 4
    book.save(tmp_path / "book.xlsx")
    found = list(read_entries([tmp_path / "book.xlsx"]))
    if widths:
        assert isinstance(found[0], Puzzle)
        assert found[0].source.range == "D4:L12"
    else:
        assert isinstance(found[0], InputError)
        assert "choose one with range" in str(found[0])


@pytest.mark.parametrize("decoy", DECOYS, ids=lambda decoy: decoy.__name__)
def test_a_decoy_is_no_grid(decoy: object) -> None:
    for seed in range(20):
        sheet = Sheet()
        decoy(sheet, Random(seed), 1 + seed % 3, 1 + seed % 4)  # type: ignore[operator]
        assert find(Plane(sheet.picture)) == []


@pytest.mark.parametrize("full_edges", [True, False], ids=["full edges", "blank edges"])
def test_random_sheets_give_the_right_grids(full_edges: bool) -> None:
    total = right = 0
    for seed in range(24):
        sheet = random_sheet(Random(seed), full_edges=full_edges)
        wanted = {(rows, columns) for rows, columns, _ in sheet.grids.values()}
        spots = [spot for spot in find(Plane(sheet.picture)) if not spot.is_empty]
        found = {(spot.window.rows, spot.window.columns) for spot in spots if not spot.others}
        assert found <= wanted, f"seed {seed}"
        total, right = total + len(wanted), right + len(found)
    assert total >= 60
    assert right >= (0.99 if full_edges else 0.9) * total


def test_a_sparse_puzzle_is_never_read_as_a_smaller_one() -> None:
    lines = [  # 17 givens, an empty row at the top; a 6x6 or 8x8 window fits their digits
        ".................1.....2.3...2...4....3.5......46....7.5.1......8.....2..9.76....",
        ".................1..2..3........234..1...5....6.78........1.7....4...2...5..6....",
    ]
    for line in lines:
        bare, lined = Sheet(), Sheet()
        place_grid(bare, Random(1), grid_of(line), 2, 3)
        place_grid(lined, Random(1), grid_of(line), 2, 3, lines="boxes")
        assert "equally good" in ranges(bare)[0]
        assert ranges(lined) == ["C2:K10"]


def test_two_equal_readings_are_refused_with_both_ranges() -> None:
    sheet = Sheet()
    line = "." * 9 + INKALA[9:72] + "." * 9
    place_grid(sheet, Random(1), grid_of(line), 3, 1)
    (told,) = ranges(sheet)
    assert told.startswith("book.xlsx, sheet 'Sheet1': these readings are equally good: ")
    assert "A3:I11" in told
    assert told.endswith("choose one with range")


def test_of_equal_readings_a1_to_i9_is_read_and_the_others_are_told() -> None:
    sheet = Sheet()
    line = "." * 9 + INKALA[9:]
    place_grid(sheet, Random(1), grid_of(line), 1, 1)
    assert ranges(sheet) == ["A1:I9"]


def test_lines_settle_what_digits_leave_open() -> None:
    sheet = Sheet()
    line = "." * 9 + INKALA[9:72] + "." * 9
    place_grid(sheet, Random(1), grid_of(line), 2, 1, lines="boxes")
    assert ranges(sheet) == ["A2:I10"]


@pytest.mark.parametrize(("top", "left"), [(12, 1), (1, 12)], ids=["below", "beside"])
def test_a_complete_grid_that_extends_another_is_its_solution(top: int, left: int) -> None:
    sheet = Sheet()
    place_grid(sheet, Random(1), grid_of(WIKIPEDIA), 1, 1)
    place_grid(sheet, Random(1), grid_of(SOLVED), top, left)
    (puzzle,) = puzzles_of_book(book_of(sheet.picture), ReadOptions())
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.givens.line, puzzle.answer) == (WIKIPEDIA, grid_of(SOLVED))
    both = list(puzzles_of_book(book_of(sheet.picture), ReadOptions(every=True)))
    assert len(both) == 2


def test_sums_and_checks_are_no_part_of_a_grid() -> None:
    sheet = Sheet()
    place_grid(sheet, Random(1), grid_of(SOLVED), 1, 1)
    for at in range(1, 10):
        sheet.put(10, at, 45)
        sheet.put(at, 10, True)
    assert ranges(sheet) == ["A1:I9"]


def test_clashing_givens_are_read_as_they_are() -> None:
    sheet = Sheet()
    place_grid(sheet, Random(1), grid_of("55" + WIKIPEDIA[2:]), 4, 6)
    (item,) = items(sheet.picture)
    assert isinstance(item.entry, Puzzle)
    assert len(item.entry.conflicts) == 2


def marks_picture() -> SheetPicture:
    """A 27x27 block at B3: a solved cell is merged, the others show what their peers leave."""
    cells, merged = {}, []
    puzzle = Puzzle(grid_of(WIKIPEDIA))
    for cell, given in enumerate(puzzle.givens.cells):
        r, c = divmod(cell, 9)
        top, left = 3 + 3 * r, 2 + 3 * c
        if given:
            cells[top, left] = Cell(given)
            merged.append(Rect(top, left, top + 2, left + 2))
            continue
        taken = {puzzle.givens[peer] for peer in puzzle.board.peers[cell]}
        for digit in set(range(1, 10)) - taken:
            cells[top + (digit - 1) // 3, left + (digit - 1) % 3] = Cell(digit)
    return SheetPicture("Marks", cells, tuple(merged))


def test_a_block_of_pencilmarks_is_one_grid() -> None:
    (item,) = items(marks_picture())
    assert isinstance(item.entry, Puzzle)
    assert item.entry.givens.line == WIKIPEDIA or item.entry.is_solved_by(grid_of(SOLVED))
    assert item.entry.source.address(1, 1) == "E6"


@pytest.mark.parametrize("gap", [0, 1])
@pytest.mark.parametrize("across", [False, True], ids=["below", "beside"])
def test_blocks_of_pencilmarks_that_touch_are_grids(gap: int, across: bool) -> None:
    one, step = marks_picture(), 27 + gap
    down, right = (0, step) if across else (step, 0)
    moved = {(r + down, c + right): cell for (r, c), cell in one.cells.items()}
    merged = tuple(
        Rect(each.top + down, each.left + right, each.bottom + down, each.right + right)
        for each in one.merged
    )
    found = items(SheetPicture("Two", {**one.cells, **moved}, one.merged + merged))
    assert [item.why for item in found] == ["27x27 pencilmarks"] * 2
    assert all(isinstance(item.entry, Puzzle) for item in found)


def test_a_column_of_strings_is_a_list_of_puzzles() -> None:
    texts = ["puzzle", WIKIPEDIA, INKALA, WIKIPEDIA[:-1]]
    picture = SheetPicture("List", {(row, 2): Cell(text) for row, text in enumerate(texts, 1)})
    found = [item.entry for item in items(picture)]
    assert [entry.givens.line for entry in found[:2] if isinstance(entry, Puzzle)] == texts[1:3]
    assert isinstance(found[0], Puzzle)
    assert found[0].source.address(4, 4) == "B2"
    assert isinstance(found[2], InputError)
    assert str(found[2]).startswith("book.xlsx, sheet 'List', cell B4: 80 cells")


def row_picture(lines: list[str], left: int = 1, blank: object = None) -> SheetPicture:
    """A puzzle a row, a cell for each digit, under a heading; a count before them."""
    cells = {(1, left + at): Cell(f"c{at}") for at in range(len(lines[0]))}
    for row, line in enumerate(lines, 2):
        if left > 1:
            cells[row, 1] = Cell(f"puzzle {row}")
        for at, digit in enumerate(line):
            value = int(digit) if digit != "." else blank
            if value is not None:
                cells[row, left + at] = Cell(value)
    return SheetPicture("Rows", cells)


@pytest.mark.parametrize("left", [1, 3])
@pytest.mark.parametrize("blank", [None, 0, "."])
@pytest.mark.parametrize("answered", [False, True], ids=["puzzles", "with answers"])
def test_rows_of_81_cells_are_a_list_of_puzzles(left: int, blank: object, answered: bool) -> None:
    lines = [WIKIPEDIA, WIKIPEDIA, INKALA] if not answered else [WIKIPEDIA + SOLVED] * 3
    found = [item.entry for item in items(row_picture(lines, left, blank))]
    assert len(found) == 3
    for row, (entry, line) in enumerate(zip(found, lines, strict=True), 2):
        assert isinstance(entry, Puzzle)
        assert entry.givens.line == line[:81]
        assert (entry.answer is not None) == answered
        assert (entry.source.row, entry.source.column) == (row, left)


def test_a_row_with_a_wrong_cell_names_it_and_shifts_nothing() -> None:
    picture = row_picture([WIKIPEDIA] * 30, blank=0)
    wrong = SheetPicture("Rows", {**picture.cells, (5, 3): Cell("1O")})
    found = [item.entry for item in items(wrong)]
    assert len(found) == 30
    assert "A5: C5 holds '1O', not a digit 1-9 or a blank" in str(found[3])


def test_grids_side_by_side_in_81_columns_are_no_list() -> None:
    sheet = Sheet()
    random = Random(5)
    for at in range(9):
        puzzle = random_puzzle(random, Board.of_size(9))
        place_grid(sheet, random, puzzle, 1, 1 + 9 * at, blank=0)
    assert len(ranges(sheet)) == 9


def test_a_large_block_of_digits_is_passed_over_at_once(exhaustive: bool) -> None:
    random, rows = Random(1), 1000 if exhaustive else 300
    cells = {(r, c): Cell(random.randint(1, 9)) for r in range(1, rows + 1) for c in range(1, 61)}
    assert find(Plane(SheetPicture("Data", cells))) == []


def test_grids_that_touch_are_told_apart() -> None:
    sheet = Sheet()
    for at, line in enumerate((WIKIPEDIA, INKALA, SOLVED)):
        place_grid(sheet, Random(1), grid_of(line), 1 + 9 * at, 1, blank=0)
    assert ranges(sheet) == ["A1:I9", "A10:I18", "A19:I27"]


def test_a_named_range_comes_first() -> None:
    sheet = Sheet()
    place_grid(sheet, Random(1), grid_of("12" + "." * 79), 2, 2)
    named = SheetPicture("S", sheet.cells, names=(("sudoku", Rect.parse("B2:J10")),))
    (item,) = items(named)
    assert isinstance(item.entry, Puzzle)
    assert item.entry.source.range == "B2:J10"
    assert [i.entry.source.range for i in items(named, named="SUDOKU")] == ["B2:J10"]


def test_an_empty_board_says_what_to_do() -> None:
    picture = SheetPicture("S", {}, names=(("sudoku", Rect.parse("B2:J10")),))
    with pytest.raises(InputError, match=r"sheet 'S', B2:J10: the grid is empty; type its givens"):
        list(puzzles_of_book(book_of(picture), ReadOptions()))


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 15, 16, 20, 25])
def test_every_size_is_found(size: int) -> None:
    sheet = Sheet()
    puzzle = Puzzle(random_puzzle(Random(size), Board.of_size(size)))
    place_grid(sheet, Random(size), puzzle.givens, 2, 3, blank=0)
    (item,) = items(sheet.picture)
    assert isinstance(item.entry, Puzzle)
    assert item.entry.givens == puzzle.givens


@pytest.mark.parametrize(("small", "large"), [(4, 9), (6, 9), (4, 16), (6, 8)])
@pytest.mark.parametrize("lines", ["thin", "outline", "boxes"])
def test_a_board_inside_a_larger_frame_is_never_read_alone(
    small: int, large: int, lines: str
) -> None:
    board, frame = Board.of_size(small), Board.of_size(large)
    for seed in range(5):
        puzzle = random_puzzle(Random(seed), board)
        cells = bytearray(large * large)
        for at, digit in enumerate(puzzle.cells):
            cells[at // small * large + at % small] = digit
        sheet = Sheet()
        place_grid(sheet, Random(1), Grid(bytes(cells), frame), 2, 2, lines=lines)
        found = ranges(sheet)
        assert set(found) <= {str(Rect(2, 2, 1 + large, 1 + large))}, seed


@pytest.mark.parametrize("lines", ["none", "thin", "boxes"])
def test_a_board_with_many_clashes_is_itself_or_nothing(lines: str) -> None:
    random, read = Random(7), 0
    for _ in range(40):
        sheet = Sheet()
        puzzle = random_puzzle(random, Board.of_size(9))
        cells = bytearray(puzzle.cells)
        filled = [at for at, digit in enumerate(cells) if digit]
        for at in random.sample(filled, len(filled) * 2 // 5):
            cells[at] = random.randint(1, 9)
        place_grid(sheet, random, Grid(bytes(cells), puzzle.board), 2, 3, lines=lines)
        found = ranges(sheet)
        assert set(found) <= {"C2:K10"}
        read += len(found)
    assert read >= (38 if lines == "boxes" else 25)


def test_a_table_with_more_headings_than_a_board_has_no_board() -> None:
    sheet = Sheet()
    place_grid(sheet, Random(1), random_solution(Random(3), Board.of_size(4)), 3, 3)
    for at in range(6):
        sheet.put(2, 3 + at, at + 1)
    sheet.put(6, 7, 5)
    assert ranges(sheet) == []


def test_a_window_inside_a_block_of_numbers_is_no_board() -> None:
    sheet = Sheet()
    solution = random_solution(Random(3), Board.of_size(4))
    for r in range(1, 9):
        for c in range(1, 9):
            sheet.put(r, c, 5 + (r * c) % 5)
    place_grid(sheet, Random(1), solution, 3, 3)
    assert ranges(sheet) == []


@pytest.mark.parametrize("size", [8, 9, 16])
def test_a_board_with_headings_is_found_though_two_numbers_touch_it(size: int) -> None:
    sheet = Sheet()
    place_grid(sheet, Random(1), random_puzzle(Random(4), Board.of_size(size)), 2, 2, heading="C")
    sheet.put(5, 3 + size, 7)
    sheet.put(3 + size, 6, 3)
    assert ranges(sheet) == [str(Rect(3, 3, 2 + size, 2 + size))]


def test_grids_that_empty_lines_separate_are_found_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sheet = Sheet()
    for at in range(40):
        place_grid(sheet, Random(at), grid_of(WIKIPEDIA), 1 + at // 8 * 10, 1 + at % 8 * 10)
    monkeypatch.setattr(WindowSearch, "candidates", lambda *_: pytest.fail("a search"))
    assert len(set(ranges(sheet))) == 40
    assert set(ranges(sheet)) >= {"A1:I9", "K11:S19"}


def test_few_squares_are_compared_on_a_sheet_of_many_drawn_grids() -> None:
    sheet = Sheet()
    for at in range(40):
        place = 1 + at // 8 * 11, 1 + at % 8 * 11
        place_grid(sheet, Random(at), grid_of(WIKIPEDIA), *place, lines="boxes")
    squares = sheet.picture.framed_squares
    assert {size: len(found) for size, found in squares.items()} == {6: 4 * 40, 9: 40}
