"""Grids that line numbers or few other digits show, and what is said if nothing is certain."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.formats.sheets.finding.find import find
from cpsudoku.formats.sheets.finding.plane import Plane
from tests.command import run
from tests.puzzles import WIKIPEDIA, grid_of
from tests.sheets import Sheet, place_grid

CORNER = ["12..", "34..", "..21", "..43"]  # a 4x4 in the middle of a 6x6


@pytest.mark.parametrize("sides", ["top", "left", "both"])
@pytest.mark.parametrize("corner", [0, 5])
def test_line_numbers_show_a_board_with_empty_edges(sides: str, corner: int) -> None:
    sheet = Sheet()
    for at in range(16):
        if (digit := CORNER[at // 4][at % 4]) != ".":
            sheet.put(6 + at // 4, 5 + at % 4, int(digit))
    if corner:
        sheet.put(10, 9, corner)
    for at in range(6):
        if sides != "left":
            sheet.put(4, 4 + at, at + 1)
        if sides != "top":
            sheet.put(5 + at, 3, at + 1)
    found = find(Plane(sheet.picture))
    assert [len(spot.others) for spot in found] == [0 if sides == "both" else 1]
    readings = {str(window.rect) for spot in found for window in (spot.window, *spot.others)}
    assert readings == ({"D5:I10"} if sides == "both" else {"D5:I10", "E6:H9"})


@pytest.mark.parametrize("lines", ["none", "boxes"])
@pytest.mark.parametrize("length", [6, 9])
@pytest.mark.parametrize("start", [0, 3, 8])
def test_a_row_of_equal_digits_does_not_hide_a_board(start: int, length: int, lines: str) -> None:
    for is_row in (True, False):
        cells = bytearray(grid_of(WIKIPEDIA).cells)
        for at in range(length):
            cells[start * 9 + at if is_row else at * 9 + start] = 5
        sheet = Sheet()
        place_grid(sheet, Random(1), Grid(bytes(cells), Board.of_size(9)), 2, 2, lines=lines)
        assert [str(spot.rect) for spot in find(Plane(sheet.picture))] == ["B2:J10"]


def test_a_square_of_clashing_numbers_is_named(tmp_path: Path) -> None:
    random, workbook = Random(5), Workbook()
    for at in range(81):
        value = random.randint(1, 4) if random.random() < 0.5 else None
        workbook.worksheets[0].cell(2 + at // 9, 2 + at % 9, value)
    workbook.save(tmp_path / "book.xlsx")
    done = run("check", "book.xlsx", folder=tmp_path)
    assert done.code == 2
    assert "the numbers in B2:J10 are not read as a grid, because many of them clash" in done.err
    assert run("check", "book.xlsx", "--range", "B2:J10", folder=tmp_path).code == 1


OTHER_BOXES = {
    "exactly one solution": ("3..24.5614..24351...53..432.51.54..2", "unique"),
    "several solutions": ("...24.561...2.351...5...43..5..5....", "multiple"),
}


@pytest.mark.parametrize("count", OTHER_BOXES)
def test_boxes_of_the_other_direction_are_named_if_they_fit(count: str, tmp_path: Path) -> None:
    (line, status), workbook = OTHER_BOXES[count], Workbook()
    for at, digit in enumerate(line):
        workbook.worksheets[0].cell(1 + at // 6, 1 + at % 6, 0 if digit == "." else int(digit))
    workbook.save(tmp_path / "book.xlsx")
    done = run("check", "book.xlsx", folder=tmp_path)
    assert done.code == 1
    assert f"; boxes of 3x2 give {count}: --box 3x2" in done.err
    assert run("check", "book.xlsx", "--box", "3x2", folder=tmp_path).out.startswith(status)
