"""Boards beside a puzzle that are for its solution: empty ones, and full ones that are wrong."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import SOLUTION_BOARD, ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of
from cpsudoku.formats.sheets.items import ROLE_EMPTY, ROLE_PUZZLE, ROLE_SOLUTION, Item
from cpsudoku.formats.sheets.writing.answer_styles import STYLES
from cpsudoku.formats.sheets.writing.clearing import cleared
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.runtime.errors import Source
from tests.books import bytes_of, put, solved_results
from tests.command import invoke
from tests.drawn import boxes_of, draw_lines
from tests.puzzles import INKALA, INKALA_SOLVED, SOLVED, WIKIPEDIA

NOTHING = "." * 81


def book(*boards: tuple[str, str, int, int], sheets: dict[str, str] | None = None) -> Workbook:
    """Framed boards on the first sheet, each with its heading, and one on each further sheet."""
    workbook = Workbook()
    for heading, line, top, left in boards:
        sheet = workbook.worksheets[0]
        sheet.cell(top - 1, left, heading)
        put(sheet, line, top, left)
        draw_lines(sheet, boxes_of(9), top, left)
    for title, line in (sheets or {}).items():
        sheet = workbook.create_sheet(title)
        put(sheet, line, 2, 2)
        draw_lines(sheet, boxes_of(9), 2, 2)
    return workbook


def items_in(workbook: Workbook) -> list[Item]:
    """The grids of a workbook with their roles."""
    return items_of(Book.open(bytes_of(workbook), Source("book.xlsx")), ReadOptions())


def offers_in(workbook: Workbook) -> list[str | None]:
    """The place that is offered to each puzzle."""
    entries = [item.entry for item in items_in(workbook) if item.role == ROLE_PUZZLE]
    return [dict(each.info).get(SOLUTION_BOARD) for each in entries if isinstance(each, Puzzle)]


OFFERED = {
    "beside it": (
        book(("Puzzle", WIKIPEDIA, 3, 2), ("Solution:", NOTHING, 3, 13)),
        ["M3:U11"],
    ),
    "below it, in German": (
        book(("Rätsel", WIKIPEDIA, 3, 2), ("Lösung", NOTHING, 14, 2)),
        ["B14:J22"],
    ),
    "on another sheet": (
        book(("", WIKIPEDIA, 3, 2), sheets={"Answers": NOTHING}),
        ["sheet 'Answers', B2:J10"],
    ),
    "each its own": (
        book(
            *(("1", WIKIPEDIA, 3, 2), ("Solution 1", NOTHING, 3, 13)),
            *(("2", INKALA, 15, 2), ("Solution 2", NOTHING, 15, 13)),
        ),
        ["M3:U11", "M15:U23"],
    ),
    "not without a heading": (
        book(("Puzzle", WIKIPEDIA, 3, 2), ("Notes", NOTHING, 3, 13)),
        [None],
    ),
    "not if it is solved": (
        book(("", WIKIPEDIA, 3, 2), ("", SOLVED, 15, 2), ("Solution", NOTHING, 3, 13)),
        [None],
    ),
}


@pytest.mark.parametrize(("workbook", "offered"), OFFERED.values(), ids=OFFERED)
def test_an_empty_board_for_solutions_is_offered(
    workbook: Workbook, offered: list[str | None]
) -> None:
    assert offers_in(workbook) == offered


def line_at(data: bytes, top: int, left: int) -> str:
    """The digits of a range of the first sheet."""
    sheet = load_workbook(io.BytesIO(data)).worksheets[0]
    cells = (sheet.cell(top + at // 9, left + at % 9).value for at in range(81))
    return "".join(str(value or ".") for value in cells)


def test_it_is_filled_if_asked_and_cleared_again() -> None:
    data = bytes_of(OFFERED["each its own"][0])
    done = filled(data, solved_results(data), solution_boards=True).data
    assert [line_at(done, 3, 2), line_at(done, 15, 2)] == [WIKIPEDIA, INKALA]
    assert [line_at(done, 3, 13), line_at(done, 15, 13)] == [SOLVED, INKALA_SOLVED]
    again = filled(done, solved_results(done), solution_boards=True).data
    assert line_at(again, 3, 13) == SOLVED
    found = cleared(again, Source("book.xlsx"))
    assert (found.answers, line_at(found.data, 3, 13)) == (162, NOTHING)
    usual = filled(data, solved_results(data)).data
    assert [line_at(usual, 3, 2), line_at(usual, 3, 13)] == [SOLVED, NOTHING]


def test_the_commands_say_so_and_do_it(tmp_path: Path) -> None:
    OFFERED["beside it"][0].save(tmp_path / "book.xlsx")
    told = invoke("check", "book.xlsx", folder=tmp_path)
    assert "M3:U11 is an empty board for its solution: solve --solution-boards" in told.err
    listed = invoke("grids", "book.xlsx", "--brief", folder=tmp_path)
    assert (
        "empty board, 9x9, 0 givens: for the solution of B3:J11, as 'Solution:' says" in listed.out
    )
    done = invoke("solve", "book.xlsx", "--solution-boards", folder=tmp_path)
    assert (done.code, line_at((tmp_path / "book.solved.xlsx").read_bytes(), 3, 13)) == (0, SOLVED)


WRONG = {
    "beside it": book(("Puzzle", WIKIPEDIA, 3, 2), ("Solution", INKALA_SOLVED, 3, 13)),
    "on another sheet": book(("", WIKIPEDIA, 3, 2), sheets={"Solution": INKALA_SOLVED}),
}


@pytest.mark.parametrize("workbook", WRONG.values(), ids=WRONG)
def test_a_full_board_for_solutions_that_keeps_few_givens_is_wrong(workbook: Workbook) -> None:
    puzzle, solution = items_in(workbook)
    assert isinstance(puzzle.entry, Puzzle)
    assert (puzzle.entry.answer_ok, solution.role) == (False, ROLE_SOLUTION)
    assert "keeps few of the givens" in solution.reason


def test_the_wrong_cells_of_a_solution_are_red_and_clear_restores_them(tmp_path: Path) -> None:
    wrong = f"{SOLVED[:40]}{SOLVED[41]}{SOLVED[40]}{SOLVED[42:]}"  # r5c5 and r5c6 changed places
    book(("Puzzle", WIKIPEDIA, 3, 2), ("Solution", wrong, 3, 13)).save(tmp_path / "book.xlsx")
    told = invoke("solve", "book.xlsx", "-o", "x.xlsx", folder=tmp_path)
    assert told.code == 1
    listed = invoke("check", "book.xlsx", "--json", folder=tmp_path)
    assert json.loads(listed.out)["answer_wrong"] == ["r5c5", "r5c6"]
    shown = invoke("check", "book.xlsx", folder=tmp_path)
    assert "the solution that came with it is wrong in r5c5 (F7) r5c6 (G7)" in shown.out
    assert red_in(tmp_path / "x.xlsx") == {"Q7", "R7"}
    assert invoke("clear", "x.xlsx", "--in-place", folder=tmp_path).code == 0
    assert red_in(tmp_path / "x.xlsx") == set()


def red_in(path: Path) -> set[str]:
    """The cells that have the look of a clash."""
    fill = STYLES["classic"].clash.fill
    cells = (cell for row in load_workbook(path).worksheets[0].iter_rows() for cell in row)
    return {cell.coordinate for cell in cells if str(cell.fill.fgColor.rgb).endswith(str(fill))}


RIGHT = {
    "two puzzles": book(("", WIKIPEDIA, 3, 2), ("", INKALA, 15, 2), ("Solution", SOLVED, 3, 13)),
    "no heading": book(("", WIKIPEDIA, 3, 2), ("Other", INKALA_SOLVED, 3, 13)),
}


@pytest.mark.parametrize("workbook", RIGHT.values(), ids=RIGHT)
def test_no_other_full_board_is_a_wrong_solution(workbook: Workbook) -> None:
    entries = [item.entry for item in items_in(workbook) if item.role != ROLE_EMPTY]
    assert not any(isinstance(each, Puzzle) and each.answer_ok is False for each in entries)
