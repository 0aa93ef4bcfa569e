"""Workbooks that calculate: only what people type is solved, and no formula is lost."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from openpyxl import load_workbook

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, items_of, puzzles_of_book
from cpsudoku.formats.sheets.items import ROLE_HELPER, ROLE_MIRROR, ROLE_PUZZLE, ROLE_SOLUTION
from cpsudoku.formats.sheets.reading.excel import pictures
from cpsudoku.formats.sheets.reading.parts import PackageParts
from cpsudoku.formats.sheets.reading.references import moved, references_of
from cpsudoku.formats.sheets.reading.sheet_picture import Rect
from cpsudoku.formats.sheets.writing.answer_styles import STYLES
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.runtime.errors import Source
from tests.books import book_with, bytes_of, put, replaced, solved_results
from tests.chance import Chance
from tests.command import invoke
from tests.formula_books import (
    SMALL,
    Block,
    FormulaBook,
    Spot,
    candidates_apart,
    generator,
    mirror,
    random_book,
    random_givens,
    typed,
)
from tests.puzzles import INKALA, SOLVED, WIKIPEDIA, WRONG

BOOKS, BOOKS_EXHAUSTIVE = 6, 500


def listed(data: bytes) -> list[tuple[str, str, str]]:
    """Sheet, range and role of each grid of a workbook."""
    items = items_of(Book.open(data, Source("book.xlsx")), ReadOptions())
    return [(item.sheet, item.range, item.role) for item in items]


def inputs(data: bytes) -> list[tuple[str | None, str | None]]:
    """Sheet and range of what is solved."""
    entries = puzzles_of_book(Book.open(data, Source("book.xlsx")), ReadOptions())
    return [(entry.source.sheet, entry.source.range) for entry in entries]


@pytest.mark.parametrize("make", [random_book, generator])
def test_only_inputs_are_solved(make: Callable[[Random], FormulaBook], chance: Chance) -> None:
    for seed in chance.some(range(BOOKS_EXHAUSTIVE), BOOKS):
        book = make(Random(f"roles {seed}"))
        assert inputs(book.data) == book.inputs, seed


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (430, [("Input 1", "C1:K9")]),  # counts at C12 and in column N, as of a 12x12
        (500, [("Input 1", "C4:K12"), ("Input 2", "C2:K10")]),  # candidates from column N
    ],
)
def test_calculated_digits_near_a_bare_puzzle_are_no_part_of_it(
    seed: int, expected: list[tuple[str, str]]
) -> None:
    book = random_book(Random(f"roles {seed}"))
    assert inputs(book.data) == book.inputs == expected


BLOCKS: dict[str, Block] = {**SMALL, "candidates apart": candidates_apart}


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize("title", ["Input", "Other"])
def test_each_calculated_block_has_a_role_and_a_reason(name: str, title: str) -> None:
    book = FormulaBook(Random(f"{name} {title}"))
    grid, solved = random_givens(book.random)
    spot, to = Spot("Input", 1, 1), Spot(title, 14, 3)
    typed(book, spot, grid)
    BLOCKS[name](book, to, spot, grid, solved)
    for framed in (spot, to) if name in SMALL else ():
        book.frame(framed)
    first, *others = items_of(Book.open(book.data, Source("book.xlsx")), ReadOptions())
    assert (first.role, first.range) == (ROLE_PUZZLE, "A1:I9")
    assert len(others) == 1 or name.startswith(("counts", "candidates"))  # they may be no grid
    for other in others:
        if name == "solution":
            assert other.role == ROLE_SOLUTION
            continue
        assert other.role in ((ROLE_MIRROR,) if name == "mirror" else (ROLE_HELPER, ROLE_MIRROR))
        assert other.reason.endswith("A1:I9" if title == "Input" else "sheet 'Input', A1:I9")


def test_a_reason_is_listed_and_nothing_that_is_calculated_is_an_error(tmp_path: Path) -> None:
    book = random_book(Random("roles 3"))
    (tmp_path / "book.xlsx").write_bytes(book.data)
    done = invoke("check", "book.xlsx", folder=tmp_path)
    assert done.code < 2
    assert len(done.lines) == len(book.inputs)
    assert "that formulas calculate; --all reads " in done.err
    done = invoke("grids", "--brief", "book.xlsx", folder=tmp_path)
    assert done.code == 0
    assert "its formulas" in done.out
    assert len(re.findall("^book.xlsx, sheet ", done.out, re.MULTILINE)) == len(done.lines)


def test_a_calculated_grid_is_read_if_the_user_names_it() -> None:
    book = FormulaBook(Random(1))
    grid, solved = random_givens(book.random)
    typed(book, Spot("Input", 1, 1), grid)
    mirror(book, Spot("Copy", 1, 1), Spot("Input", 1, 1), grid, solved)
    opened = Book.open(book.data, Source("book.xlsx"))
    for options in (ReadOptions(sheet="Copy"), ReadOptions(range="Copy!A1:I9")):
        (entry,) = puzzles_of_book(opened, options)
        assert isinstance(entry, Puzzle)
        assert entry.givens == grid
    assert len(list(puzzles_of_book(opened, ReadOptions(every=True)))) == 2


def test_a_puzzle_that_only_formulas_determine_is_solved() -> None:
    book = FormulaBook(Random(2))
    grid, _ = random_givens(book.random)
    for cell, digit in enumerate(grid.cells):
        book.put("Sheet", 1 + cell // 9, 1 + cell % 9, "=INDIRECT(Z1)", digit or "")
    assert inputs(book.data) == [("Sheet", "A1:I9")]


SOLUTIONS = {
    "right": (SOLVED, True),
    "one digit wrong": (WRONG, False),
    "a given changed": ("6" + SOLVED[1:], False),
}


@pytest.mark.parametrize("other_sheet", [False, True])
@pytest.mark.parametrize(("line", "is_right"), SOLUTIONS.values(), ids=SOLUTIONS)
def test_a_given_solution_is_checked_wherever_it_is(
    line: str, is_right: bool, other_sheet: bool
) -> None:
    workbook = book_with(WIKIPEDIA)
    sheet = workbook.create_sheet("Other") if other_sheet else workbook.worksheets[0]
    put(sheet, line, 12, 4)
    (puzzle,) = puzzles_of_book(Book.open(bytes_of(workbook), Source("book.xlsx")), ReadOptions())
    assert isinstance(puzzle, Puzzle)
    assert puzzle.answer_ok is is_right


def test_another_full_grid_is_no_solution() -> None:
    workbook = book_with(INKALA)
    put(workbook.worksheets[0], SOLVED, 12, 1)
    assert [role for *_, role in listed(bytes_of(workbook))] == [ROLE_PUZZLE] * 2


REFERENCES = {
    "=A1+$B$2": (("", "A1"), ("", "B2")),
    "=SUM('My ''own'''!A1:C3,Other!$D4)": (("my 'own'", "A1:C3"), ("other", "D4")),
    '=IF(A1="B2",LOG10(C3),1E5)': (("", "A1"), ("", "C3")),
}


@pytest.mark.parametrize("formula", REFERENCES)
def test_references_are_read(formula: str) -> None:
    found = references_of(formula)
    wanted = tuple((sheet, Rect.parse(text)) for sheet, text in REFERENCES[formula])
    assert (found.ranges, found.names, found.is_unknown) == (wanted, (), False)


MOVED = {
    "A1+$A1+A$1+$A$1": "C4+$A4+C$1+$A$1",
    "\"A1\"&'A1'!B2&Sheet1!B2": "\"A1\"&'A1'!D5&Sheet1!D5",
    "SUM(A:B,$A:B,1:2,$1:2)": "SUM(C:D,$A:D,4:5,$1:5)",
    "LOG10(A1)+Table1[A1]+x1y": "LOG10(C4)+Table1[A1]+x1y",
    "A1048575+XFD1": "#REF!+#REF!",
}


@pytest.mark.parametrize("formula", MOVED)
def test_a_formula_is_filled_down_and_right(formula: str) -> None:
    assert moved(formula, 3, 2) == MOVED[formula]
    assert moved(formula, 0, 0) == formula


def shared_row(row: int, formula: str) -> str:
    """Nine cells from K with one formula that was filled to the right."""
    first = f'<c r="K{row}"><f t="shared" ref="K{row}:S{row}" si="0">{formula}</f><v>5</v></c>'
    others = (f'<c r="{letter}{row}"><f t="shared" si="0"/><v>5</v></c>' for letter in "LMNOPQRS")
    return first + "".join(others)


def shared_book() -> bytes:
    """A puzzle beside formulas that were filled to the right."""
    part, data = "xl/worksheets/sheet1.xml", bytes_of(book_with(WIKIPEDIA))
    row = re.compile(r'(<row r="2"[^>]*>.*?)(</row>)', re.DOTALL)
    cells = shared_row(2, "A1*2")
    xml = row.sub(lambda match: match[1] + cells + match[2], PackageParts(data).read(part).decode())
    return replaced(data, part, xml.encode())


def test_shared_formulas_are_read_in_full() -> None:
    (picture,), _ = pictures(shared_book(), Source("book.xlsx"))
    assert picture.cell(2, 11).formula == "=A1*2"
    assert picture.cell(2, 19).formula == "=I1*2"


@pytest.mark.parametrize("style", STYLES)
def test_shared_formulas_beside_answers_are_kept(style: str) -> None:
    data = shared_book()
    saved = filled(data, solved_results(data), STYLES[style]).data
    (picture,), _ = pictures(saved, Source("book.xlsx"))
    assert [picture.cell(2, 11 + at).formula for at in (0, 8)] == ["=A1*2", "=I1*2"]
    assert load_workbook(io.BytesIO(saved)).worksheets[0]["C1"].value == 4


def board_of_formulas() -> bytes:
    """A puzzle whose blank C1 has a formula that cells below the puzzle share."""
    part, data = "xl/worksheets/sheet1.xml", bytes_of(book_with(WIKIPEDIA))
    xml = PackageParts(data).read(part).decode()
    first = '<c r="C1" t="str"><f t="shared" ref="C1:I12" si="3">LEFT(A1,0)</f><v></v></c>'
    xml = re.sub('<c r="C1"[^>]*/>', "", xml).replace('<c r="E1"', first + '<c r="E1"', 1)
    others = '<row r="11">' + "".join(
        f'<c r="{letter}11" t="str"><f t="shared" si="3"/><v></v></c>' for letter in "CD"
    )
    return replaced(data, part, xml.replace("</sheetData>", f"{others}</row></sheetData>").encode())


def test_formulas_are_overwritten_only_on_request(tmp_path: Path) -> None:
    (tmp_path / "book.xlsx").write_bytes(board_of_formulas())
    done = invoke("solve", "book.xlsx", folder=tmp_path)
    assert "C1 holds a formula, and formulas are kept without --overwrite-formulas" in done.err
    saved = tmp_path / "book.solved.xlsx"
    assert load_workbook(saved).worksheets[0]["C1"].value == "=LEFT(A1,0)"
    done = invoke("solve", "book.xlsx", "--overwrite-formulas", "--force", folder=tmp_path)
    assert (done.code, "formula" in done.err) == (0, False)
    (picture,), _ = pictures(saved.read_bytes(), Source("book.xlsx"))
    assert load_workbook(saved).worksheets[0]["C1"].value == 4
    assert [picture.cell(11, c).formula for c in (3, 4)] == ["=LEFT(A11,0)", "=LEFT(B11,0)"]
