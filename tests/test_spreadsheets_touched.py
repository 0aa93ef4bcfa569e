"""Grids that something touches, and grids in letters: found, and answered in their notation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from string import ascii_uppercase

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Border, Side

from cpsudoku.core.board import Board
from cpsudoku.core.grid import SYMBOLS
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of
from cpsudoku.runtime.errors import Source
from tests.books import bytes_of, put
from tests.command import invoke
from tests.drawn import boxes_of, draw_lines
from tests.puzzles import WIKIPEDIA, random_solution

SPARSE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def found(workbook: Workbook) -> dict[str | None, str]:
    """The givens of each grid, by its range. Every grid can be read."""
    items = items_of(Book.open(bytes_of(workbook), Source("book.xlsx")), ReadOptions())
    assert all(isinstance(item.entry, Puzzle) for item in items), items
    return {item.entry.source.range: item.entry.givens.line for item in items}  # type: ignore[union-attr]


def word(text: str, down: int, across: int, row: int, column: int) -> dict[tuple[int, int], object]:
    """A word in cells, downwards or across."""
    return {(row + down * at, column + across * at): letter for at, letter in enumerate(text)}


TOUCHING: dict[str, Mapping[tuple[int, int], object]] = {
    "letters at the left": word("PUZZLE", 1, 0, 4, 2),
    "letters above": word("SUDOKU", 0, 1, 2, 3),
    "letters of headings": word("ABCDEFGHI", 0, 1, 2, 3),
    "its number above": {(2, 3): 7},
    "a digit above": {(2, 6): 5},
    "a larger number above": {(2, 3): 12},
    "a digit below": {(12, 6): 3},
    "digits above and below": {(2, 3): 1, (12, 3): 2},
    "two digits above": {(2, 3): 1, (2, 9): 2},
    "two digits beside": {(5, 2): 4, (6, 2): 7},
}


@pytest.mark.parametrize("line", [WIKIPEDIA, SPARSE], ids=["usual", "17 givens"])
@pytest.mark.parametrize("cells", TOUCHING.values(), ids=TOUCHING)
def test_a_grid_is_found_though_something_touches_it(
    cells: Mapping[tuple[int, int], object], line: str
) -> None:
    workbook = Workbook()
    put(workbook.worksheets[0], line, 3, 3)
    for (row, column), value in cells.items():
        workbook.worksheets[0].cell(row, column).value = value  # type: ignore[assignment]
    assert found(workbook) == {"C3:K11": line}


@pytest.mark.parametrize("step", [10, 11])
def test_numbered_grids_below_each_other_are_found(step: int) -> None:
    workbook = Workbook()
    for number in range(4):
        workbook.worksheets[0].cell(1 + step * number, 1, number + 1)
        put(workbook.worksheets[0], WIKIPEDIA, 2 + step * number, 1)
    ranges = [f"A{2 + step * number}:I{10 + step * number}" for number in range(4)]
    assert found(workbook) == dict.fromkeys(ranges, WIKIPEDIA)


@pytest.mark.parametrize("outer", [True, False], ids=["all lines", "inner lines"])
def test_lines_show_a_grid_that_several_digits_touch(outer: bool) -> None:
    workbook = Workbook()
    sheet, side = workbook.worksheets[0], Side(style="medium")
    put(sheet, WIKIPEDIA, 3, 3)
    if outer:
        draw_lines(sheet, boxes_of(9), 3, 3)
    for r, c in boxes_of(9) if not outer else ():
        right, bottom = (side if at in (2, 5) else None for at in (c, r))
        sheet.cell(3 + r, 3 + c).border = Border(right=right, bottom=bottom)
    for place, digit in {(2, 5): 7, (2, 6): 3, (5, 2): 3, (8, 12): 3, (9, 12): 2}.items():
        sheet.cell(*place, digit)
    assert found(workbook) == {"C3:K11": WIKIPEDIA}


ALPHABETS: dict[str, list[object]] = {
    "numbers": list(range(1, 17)),
    "numbers as texts": [str(number) for number in range(1, 17)],
    "symbols": [*range(1, 10), *SYMBOLS[10:17]],
    "hexadecimal": [*range(1, 10), *"ABCDEF", 0],
    "hexadecimal texts": [*"123456789ABCDEF0"],
    "letters": [*ascii_uppercase[:16]],
    "small letters": [*ascii_uppercase[:16].lower()],
}


@pytest.mark.parametrize("alphabet", ALPHABETS.values(), ids=ALPHABETS)
def test_answers_are_written_like_the_givens(alphabet: list[object], tmp_path: Path) -> None:
    random, workbook = Random(2), Workbook()
    solution = random_solution(random, Board.of_size(16))
    sheet = workbook.worksheets[0]
    for at, digit in enumerate(solution.cells):
        shown = alphabet[digit - 1] if random.random() < 0.8 else None
        sheet.cell(2 + at // 16, 2 + at % 16).value = shown  # type: ignore[assignment]
    workbook.save(tmp_path / "book.xlsx")
    done = invoke("solve", "book.xlsx", folder=tmp_path)
    assert (done.code, done.out.split()[:2]) == (0, [solution.line, "unique"])
    solved = load_workbook(tmp_path / "book.solved.xlsx").worksheets[0]
    for at, digit in enumerate(solution.cells):
        assert solved.cell(2 + at // 16, 2 + at % 16).value == alphabet[digit - 1]
    again = invoke("check", "book.solved.xlsx", folder=tmp_path)
    assert (again.code, "exactly one solution" in again.out) == (0, True)
    for at, digit in enumerate(solution.cells):
        sheet.cell(2 + at // 16, 2 + at % 16).value = alphabet[digit - 1]  # type: ignore[assignment]
    assert found(workbook) == {"B2:Q17": solution.line}


def test_letters_with_headings_are_found() -> None:
    random, workbook = Random(3), Workbook()
    solution = random_solution(random, Board.of_size(16))
    sheet = workbook.worksheets[0]
    for at, digit in enumerate(solution.cells):
        if random.random() < 0.5:
            sheet.cell(2 + at // 16, 2 + at % 16, ascii_uppercase[digit - 1])
    for at in range(16):
        sheet.cell(1, 2 + at, ascii_uppercase[at])
        sheet.cell(2 + at, 1, at + 1)
    assert list(found(workbook)) == ["B2:Q17"]


UNCERTAIN: dict[str, tuple[int, str, dict[tuple[int, int], int]]] = {
    "a 4x4 with digits beside and below": (
        4,
        ".12..2..1..22.41",
        {(4, 2): 4, (6, 2): 3, (7, 5): 1},
    ),
    "a 4x4 with a number above, and an empty row": (4, "..34.3.2....32.1", {(2, 3): 3}),
    "a 6x6 with a digit below": (
        *(6, "532.166...3.3456....65..463..22..364"),
        {(9, 8): 3},
    ),
    "an 8x8 with digits beside and below": (
        *(8, "1..83.277.2.5...8257.....631.7.8...6...5.4.2.6.36.8513..21...5.6"),
        {(6, 2): 9, (11, 11): 4},
    ),
}


@pytest.mark.parametrize(("size", "line", "beside"), UNCERTAIN.values(), ids=UNCERTAIN)
def test_a_small_board_that_may_be_a_larger_one_is_not_read(
    size: int, line: str, beside: Mapping[tuple[int, int], int]
) -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    cells = {(3 + at // size, 3 + at % size): int(one) for at, one in enumerate(line) if one > "0"}
    for (row, column), digit in {**cells, **beside}.items():
        sheet.cell(row, column, digit)
    items = items_of(Book.open(bytes_of(workbook), Source("book.xlsx")), ReadOptions())
    assert items, "it is found"
    assert not any(isinstance(item.entry, Puzzle) for item in items), "it is not read"
    assert "range" in str(items[0].entry)
