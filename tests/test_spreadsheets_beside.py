"""Tables beside a certain puzzle are listed, never judged or marked; second puzzles are judged."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from openpyxl import load_workbook

from cpsudoku.core.grid import Grid
from tests.command import run
from tests.formula_books import BOARD, FormulaBook, Spot, typed
from tests.puzzles import SOLVED, WIKIPEDIA

WRONG = "55" + WIKIPEDIA[2:]  # two 5s in a row

PUZZLE = {f"{column}{row}" for column in "BCDEFGHIJ" for row in range(2, 11)}


def in_rows(line: str) -> str:
    """A puzzle, one word per row."""
    return " ".join(line[at : at + 9] for at in range(0, 81, 9))


def put(book: FormulaBook, rows: str, top: int, left: int) -> None:
    """Typed digits, one word per row."""
    for r, row in enumerate(rows.split()):
        for c, digit in enumerate(row):
            book.sheet("Game").cell(top + r, left + c, int(digit) if digit != "." else None)


def calculated(book: FormulaBook) -> None:
    """A drawn block of formulas that read no puzzle, with clashes."""
    for cell, digit in enumerate(WRONG):
        text = "=INDEX($Z$1:$Z$9,ROW())"
        book.put("Work", 1 + cell // 9, 1 + cell % 9, text, "" if digit == "." else int(digit))
    book.frame(Spot("Work", 1, 1))


def unreadable(book: FormulaBook) -> None:
    """A block of digits without lines, one cell of which is no digit."""
    put(book, in_rows(WIKIPEDIA), 13, 2)
    book.sheet("Game")["C13"] = True


TABLES: dict[str, Callable[[FormulaBook], None]] = {
    "a smaller one": lambda book: put(book, "1234 3412 2.43 4321", 2, 13),
    "one with clashes": lambda book: put(book, in_rows(WRONG), 2, 13),
    "calculated with clashes": calculated,
    "unreadable": unreadable,
}


@pytest.fixture
def book() -> FormulaBook:
    """A workbook with a drawn puzzle at B2:J10."""
    made = FormulaBook(Random(1))
    typed(made, Spot("Game", 2, 2), Grid.from_line(WIKIPEDIA))
    made.frame(Spot("Game", 2, 2))
    return made


@pytest.mark.parametrize("add", TABLES.values(), ids=TABLES)
def test_a_table_beside_a_puzzle_is_listed_and_nothing_else(
    book: FormulaBook, add: Callable[[FormulaBook], None], tmp_path: Path
) -> None:
    add(book)
    (tmp_path / "book.xlsx").write_bytes(book.data)
    listed = run("grids", "book.xlsx", "--brief", folder=tmp_path)
    assert (listed.code, listed.out.count("helper")) == (0, 1), listed.out
    done = run("solve", "book.xlsx", folder=tmp_path)
    assert (done.code, done.out) == (0, f"{SOLVED}\tunique\n")
    assert "cpsudoku: book.xlsx: skipped 1 " in done.err
    before, after = (
        load_workbook(io.BytesIO((tmp_path / name).read_bytes()))
        for name in ("book.xlsx", "book.solved.xlsx")
    )
    for sheet in before.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if sheet.title != "Game" or cell.coordinate not in PUZZLE:
                    now = after[sheet.title][cell.coordinate]
                    assert (now.value, now.fill.fill_type) == (cell.value, None)


def test_a_second_drawn_puzzle_with_clashes_is_judged(book: FormulaBook, tmp_path: Path) -> None:
    typed(book, Spot("Game", 13, 2), Grid.from_line(WRONG, BOARD))
    book.frame(Spot("Game", 13, 2))
    (tmp_path / "book.xlsx").write_bytes(book.data)
    done = run("check", "book.xlsx", folder=tmp_path)
    words = [line.split()[0] for line in done.out.splitlines()]
    assert (done.code, words) == (1, ["unique", "conflict"])


def test_puzzles_without_lines_are_all_judged(tmp_path: Path) -> None:
    book = FormulaBook(Random(1))
    for row, line in ((2, WIKIPEDIA), (13, WRONG)):
        typed(book, Spot("Game", row, 2), Grid.from_line(line))
    (tmp_path / "book.xlsx").write_bytes(book.data)
    assert run("check", "book.xlsx", folder=tmp_path).code == 1
