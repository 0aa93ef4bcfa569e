"""Workbooks: what cells may hold, answers that go back without a loss, hostile files."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.table import Table

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, puzzles_of_book
from cpsudoku.formats.sheets.reading.excel import shows_zero
from cpsudoku.formats.sheets.reading.parts import PackageParts
from cpsudoku.formats.sheets.writing.answer_styles import STYLES, style_of
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.runtime.errors import InputError, Source, Unsupported
from tests.books import (
    book_with,
    bytes_of,
    list_book,
    put,
    replaced,
    rich_book,
    solved_results,
    with_stored_value,
    zip_of,
)
from tests.command import run
from tests.puzzles import INKALA, SEVERAL, SOLVED, WIKIPEDIA

SOURCE = Source("book.xlsx")


def read(workbook: Workbook | bytes, **options: str) -> list[Puzzle | InputError]:
    """What is read from a workbook."""
    data = workbook if isinstance(workbook, bytes) else bytes_of(workbook)
    return list(puzzles_of_book(Book.open(data, SOURCE), ReadOptions(**options)))  # type: ignore[arg-type]


# Cells: the Wikipedia puzzle has a 5 in A1 and a blank in C1.

DIGITS = [5, 5.0, "5", " 5 ", "５", "5.0", "5,0", "05", "\u200b5", "\xa05", "=5", "5_x000D_"]
DIGITS += [datetime.datetime(1900, 1, 5), datetime.timedelta(5)]
BLANKS = [
    "_x000D__x000A_",
    datetime.time(),
    None,
    0,
    0.0,
    "0",
    ".",
    "-",
    "x",
    "X",
    "_",
    "?",
    "*",
    " ",
    "",
    "–",
]
BLANKS += ["_x000D__x000A_", datetime.time()]
REFUSED: list[tuple[object, str]] = [
    (datetime.datetime(2026, 5, 4), "the date or time 2026-05-04"),
    (datetime.time(5, 0), "the date or time 05:00"),
    (datetime.datetime(1900, 1, 5, 12), "the date or time 1900-01-05"),
    (True, "the logical value TRUE"),
    ("#REF!", "#REF!"),
    (10, "'10' is not a digit 1-9"),
    (-1, "-1 is negative"),
    (5.5, "5.5 is a fraction"),
    (110, "'110' is above the digits of every size"),
    ("1O", "'1O' is not a digit 1-9"),
    (1e9, "is above the digits of every size"),
    ("five", "'five' is not a digit 1-9"),
]


@pytest.mark.parametrize("value", DIGITS, ids=repr)
def test_a_digit_in_any_guise_is_read(value: object) -> None:
    workbook = book_with(WIKIPEDIA)
    workbook.worksheets[0]["A1"] = value  # type: ignore[assignment]
    data = bytes_of(workbook)
    if value == "=5":
        data = with_stored_value(data, "5")
    (puzzle,) = read(data)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.givens.line == WIKIPEDIA


@pytest.mark.parametrize("value", BLANKS, ids=repr)
def test_a_blank_in_any_guise_is_read(value: object) -> None:
    workbook = book_with(WIKIPEDIA)
    workbook.worksheets[0]["C1"] = value  # type: ignore[assignment]
    (puzzle,) = read(workbook)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.givens.line == WIKIPEDIA


@pytest.mark.parametrize(("value", "told"), REFUSED, ids=lambda value: repr(value)[:30])
def test_what_is_no_digit_is_refused_with_its_address(value: object, told: str) -> None:
    workbook = book_with(WIKIPEDIA, 2, 2)
    workbook.worksheets[0]["D2"] = value  # type: ignore[assignment]
    (problem,) = read(workbook)
    assert isinstance(problem, InputError)
    assert str(problem).startswith("book.xlsx, sheet 'Sheet', cell D2: ")
    assert told in str(problem)


@pytest.mark.parametrize("value", [134, 12, "129", "[1, 2]", "4"], ids=repr)
def test_pencilmarks_of_a_few_cells_are_blanks_with_a_note(value: object, tmp_path: Path) -> None:
    workbook = book_with(WIKIPEDIA, 2, 2)
    workbook.worksheets[0]["D2"] = value  # type: ignore[assignment]
    (tmp_path / "book.xlsx").write_bytes(bytes_of(workbook))
    done = run("solve", "book.xlsx", folder=tmp_path)
    assert (done.code, done.out) == (0, f"{SOLVED}\tunique\n")
    marks = "".join(re.findall(r"\d", str(value)))
    assert (f"; pencilmarks read as blanks: D2 ({marks})\n" in done.err) == (value != "4")


def test_a_zero_by_formula_is_a_blank() -> None:
    workbook = book_with(WIKIPEDIA)
    workbook.worksheets[0]["C1"] = "=0"
    (puzzle,) = read(with_stored_value(bytes_of(workbook), "0"))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.givens.line == WIKIPEDIA


def test_a_formula_never_calculated_is_told_and_no_blank() -> None:
    workbook = book_with(WIKIPEDIA)
    workbook.worksheets[0]["A1"] = "=2+3"
    (problem,) = read(workbook)
    assert "cell A1: the formula '=2+3' has no stored value; open the workbook" in str(problem)


def test_a_sheet_whose_part_is_missing_is_named() -> None:
    data = bytes_of(book_with(WIKIPEDIA))
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        parts = {name: old.read(name) for name in old.namelist() if "sheet1" not in name}
    with pytest.raises(InputError, match=r"xl/worksheets/sheet1\.xml, sheet 'Sheet', is missing"):
        read(zip_of(**parts))


def test_a_workbook_never_calculated_is_told() -> None:
    workbook = book_with("." * 81)
    for r in range(1, 10):
        for c in range(1, 10):
            workbook.worksheets[0].cell(r, c, f"={r}+{c}")
    with pytest.raises(InputError, match="has no stored value; open the workbook"):
        read(workbook)


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        *(("0;;;@", False), (";;;", False), ("#", False), ("0;-0;;@", False), ("General", True)),
        *(("0", True), ("0.00", True), ("@", True), ("#,##0", True), ('0;0;"-"', True)),
    ],
)
def test_a_number_format_hides_zeros(code: str, shown: bool) -> None:
    assert shows_zero(code) is shown


def test_a_table_and_a_sheet_are_chosen_by_name() -> None:
    workbook = book_with(WIKIPEDIA)
    sheet = workbook.create_sheet("Other")
    for c in range(1, 10):
        sheet.cell(1, c, f"Col{c}")
    put(sheet, INKALA, 2, 1)
    sheet.add_table(Table(displayName="Hard", ref="A1:I10"))
    for options in ({"named": "hard"}, {"sheet": "other"}, {"range": "Other!A2:I10"}):
        (puzzle,) = read(workbook, **options)
        assert isinstance(puzzle, Puzzle)
        assert (puzzle.givens.line, puzzle.source.range) == (INKALA, "A2:I10")


# Answers


@pytest.mark.parametrize("style", STYLES)
def test_answers_go_back_and_nothing_is_lost(style: str) -> None:
    data = rich_book(WIKIPEDIA)
    out = filled(data, solved_results(data), style_of(style)).data
    before, after = PackageParts(data), PackageParts(out)
    assert set(before.names) == set(after.names)
    edited = {"xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/workbook.xml", "docProps/core.xml"}
    same = [name for name in before.names if name not in edited]
    assert all(before.read(name) == after.read(name) for name in same)
    sheet = load_workbook(io.BytesIO(out)).worksheets[0]
    found = "".join(str(sheet.cell(r, c).value) for r in range(2, 11) for c in range(2, 11))
    assert found == SOLVED
    assert sheet["L2"].value == "=SUM(B2:J2)"
    assert sheet["B1"].value == "Sudoku & more"
    assert sheet["B2"].comment is not None
    assert sheet.data_validations.count == 1
    assert len(sheet.conditional_formatting) == 1
    answer, given = sheet["D2"], sheet["B2"]
    expected = {"classic": ("FFC00000", True), "safe": ("FF0072B2", True)}
    if style in expected:
        assert (answer.font.color.rgb, answer.font.b) == expected[style]
        assert given.fill.fgColor.rgb in ("FFFFFFCC", "FFEDEDED")
    if style == "keep":
        assert (answer.style_id, given.style_id) == (0, 0)


def test_an_unknown_style_or_colour_lists_the_known() -> None:
    with pytest.raises(InputError, match="choose one of classic, keep, print, safe"):
        style_of("neon")
    with pytest.raises(InputError, match="neither #RRGGBB nor one of red"):
        style_of("classic", answer_colour="reddish")
    assert style_of("classic", "#12ab34", "none").answer.colour == "12AB34"


def test_a_second_solution_gets_a_sheet_and_the_cells_that_differ_are_marked() -> None:
    data = rich_book(SEVERAL)
    (result,) = solved_results(data)
    out = load_workbook(io.BytesIO(filled(data, [result]).data))
    assert out.sheetnames == ["Sheet", "Notes", "2nd Sheet B2-J10"]
    assert result.verdict is not None
    for cell in result.verdict.differing:
        r, c = divmod(cell, 9)
        for sheet, solution in zip(
            (out.worksheets[0], out.worksheets[2]), result.verdict.solutions, strict=False
        ):
            assert sheet.cell(r + 2, c + 2).value == solution[cell]
            assert sheet.cell(r + 2, c + 2).fill.fgColor.rgb == "FFFFD966"


def test_a_signed_workbook_is_refused_with_a_way_out() -> None:
    data = io.BytesIO(rich_book(WIKIPEDIA))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("_xmlsignatures/sig1.xml", "<Signature/>")
    with pytest.raises(Unsupported, match=r"digitally signed.*format xlsx output FILE\.xlsx"):
        filled(data.getvalue(), solved_results(data.getvalue()))


def with_formulas(*cells: str) -> bytes:
    """The Wikipedia puzzle with ``=0`` in some of its blank cells."""
    workbook = book_with(WIKIPEDIA)
    for address in cells:
        workbook.worksheets[0][address] = "=0"
    return with_stored_value(bytes_of(workbook), "0")


def array_formula() -> bytes:
    """C1:D1 are one array formula, of which only the first cell has the text."""
    data = with_formulas("C1")
    sheet = "xl/worksheets/sheet1.xml"
    xml = PackageParts(data).read(sheet)
    text = xml.replace(b"<f>0</f>", b'<f t="array" ref="C1:D1">{0,0}</f>')
    assert text != xml
    return replaced(data, sheet, text)


KEPT: dict[str, tuple[Callable[[], bytes], str]] = {
    "one": (lambda: with_formulas("C1"), "A1:I9: C1 holds a formula,"),
    "two": (lambda: with_formulas("C1", "D1"), "A1:I9: C1 and D1 hold formulas,"),
    "seven": (
        lambda: with_formulas("C1", "D1", "F1", "G1", "H1", "I1", "B2"),
        "A1:I9: C1, D1, F1, G1, H1 and 2 more hold formulas,",
    ),
    "an array": (array_formula, "A1:I9: C1 and D1 hold formulas,"),
}


@pytest.mark.parametrize(("make", "told"), KEPT.values(), ids=KEPT)
def test_a_formula_is_never_overwritten(make: Callable[[], bytes], told: str) -> None:
    data = make()
    out, _, remarks = filled(data, solved_results(data))
    end = (
        " and formulas are kept without {overwrite_formulas}; "
        "the solution is on the new sheet 'Solution Sheet A1-I9'"
    )
    assert remarks == (f"book.xlsx, sheet 'Sheet', {told}{end}",)
    before, after = (load_workbook(io.BytesIO(each)) for each in (data, out))
    for row in before["Sheet"].iter_rows():
        for cell in row:
            value, kept = cell.value, after["Sheet"][cell.coordinate].value
            assert getattr(value, "text", value) == getattr(kept, "text", kept)
    answers = after["Solution Sheet A1-I9"]
    found = "".join(str(answers.cell(r, c).value) for r in range(1, 10) for c in range(1, 10))
    assert found == SOLVED


def test_a_formula_in_a_given_or_beside_does_not_keep_answers_out() -> None:
    workbook = book_with(WIKIPEDIA)
    workbook.worksheets[0]["A1"] = "=5"
    workbook.worksheets[0]["L1"] = "=5"
    data = with_stored_value(bytes_of(workbook), "5")
    out, _, remarks = filled(data, solved_results(data))
    sheet = load_workbook(io.BytesIO(out)).worksheets[0]
    assert remarks == ()
    assert [sheet[at].value for at in ("A1", "C1", "L1")] == ["=5", 4, "=5"]


# The command line


def test_solve_writes_a_copy_beside_the_workbook(tmp_path: Path) -> None:
    old = rich_book(WIKIPEDIA)
    (tmp_path / "book.xlsx").write_bytes(old)
    done = run("solve", "book.xlsx", folder=tmp_path)
    assert (done.code, done.out) == (0, f"{SOLVED}\tunique\n")
    assert "cpsudoku: read book.xlsx, sheet 'Sheet', B2:J10" in done.err
    assert "cpsudoku: wrote book.solved.xlsx; 2 other cells unchanged\n" in done.err
    assert (tmp_path / "book.xlsx").read_bytes() == old
    sheet = load_workbook(tmp_path / "book.solved.xlsx").worksheets[0]
    assert sheet["D2"].value == 4


def test_in_place_keeps_the_old_one(tmp_path: Path) -> None:
    old = rich_book(WIKIPEDIA)
    (tmp_path / "book.xlsx").write_bytes(old)
    (tmp_path / "book.xlsx.bak").write_bytes(b"precious")
    done = run("solve", "book.xlsx", "--in-place", "--style", "safe", folder=tmp_path)
    assert done.code == 0, done.err
    assert (tmp_path / "book.xlsx.bak").read_bytes() == b"precious"
    assert (tmp_path / "book.xlsx.bak2").read_bytes() == old
    assert load_workbook(tmp_path / "book.xlsx").worksheets[0]["D2"].value == 4


def test_clashing_givens_are_named_and_filled_red(tmp_path: Path) -> None:
    clashing = WIKIPEDIA[:4] + "3" + WIKIPEDIA[5:]
    (tmp_path / "book.xlsx").write_bytes(bytes_of(book_with(clashing, 5, 1)))
    done = run("solve", "book.xlsx", folder=tmp_path)
    assert done.code == 1
    assert (
        "sheet 'Sheet', A5:I13: B5 and E5 are both 3; this is the grid that was read:" in done.err
    )
    assert "| 5[3]. | .[3]. |" in done.err
    sheet = load_workbook(tmp_path / "book.solved.xlsx").worksheets[0]
    assert [sheet[at].fill.fgColor.rgb for at in ("B5", "E5")] == ["FFFF7C80"] * 2
    assert sheet["A5"].fill.fgColor.rgb == "FFFFFFCC"


def test_grids_are_listed_with_a_picture(tmp_path: Path) -> None:
    workbook = book_with(WIKIPEDIA, 2, 2)
    put(workbook.worksheets[0], SOLVED, 2, 13)
    workbook.save(tmp_path / "book.xlsx")
    done = run("grids", "book.xlsx", folder=tmp_path)
    assert done.code == 0
    first = "book.xlsx, sheet 'Sheet', B2:J10: puzzle, 9x9, 30 givens, with its solution"
    assert done.out.startswith(first)
    assert "| 5 3 . | . 7 . | . . . |" in done.out
    assert "sheet 'Sheet', M2:U10: its solution, 9x9, 81 givens" in done.out


def test_a_column_of_strings_gets_a_column_of_verdicts(tmp_path: Path) -> None:
    list_book([WIKIPEDIA, SEVERAL, WIKIPEDIA[1:]]).save(tmp_path / "list.xlsx")
    assert run("solve", "list.xlsx", "-q", folder=tmp_path).code == 2
    rows = list(load_workbook(tmp_path / "list.solved.xlsx").worksheets[0].values)
    assert rows[0][1:] == ("verdict", "solution")
    assert rows[1][1:] == ("unique", SOLVED)
    assert rows[2][1] == "multiple"
    assert rows[3][1:] == ("malformed", "80 cells (row 9 has 8); a 9x9 puzzle needs 81")


def test_verdicts_get_a_sheet(tmp_path: Path) -> None:
    (tmp_path / "book.xlsx").write_bytes(rich_book(WIKIPEDIA))
    assert run("solve", "book.xlsx", "--verdicts", folder=tmp_path).code == 0
    rows = list(load_workbook(tmp_path / "book.solved.xlsx")["Verdicts"].values)
    assert rows[1] == ("Sheet", "B2:J10", "unique", 30, SOLVED)


def test_pencilmarks_are_written_into_blank_cells_only(tmp_path: Path) -> None:
    (tmp_path / "book.xlsx").write_bytes(rich_book(WIKIPEDIA))
    done = run("candidates", "book.xlsx", "--marks", folder=tmp_path)
    assert done.code == 0
    assert "wrote book.candidates.xlsx; 33 other cells unchanged" in done.err
    sheet = load_workbook(tmp_path / "book.candidates.xlsx").worksheets[0]
    assert [sheet[at].value for at in ("B2", "D2", "E2", "F2")] == [5, "1 2 4", "2 6", 7]
    refused = run("candidates", WIKIPEDIA, "--marks", folder=tmp_path)
    assert (refused.code, "--marks writes pencilmarks into workbooks" in refused.err) == (2, True)
