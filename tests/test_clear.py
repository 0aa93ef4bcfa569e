"""Answers are recorded in the workbook: they can be cleared, and solved again from the givens."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, puzzles_of_book
from cpsudoku.formats.sheets.reading.answers import AnswerRecord, record_of
from cpsudoku.formats.sheets.reading.sheet_picture import Rect
from cpsudoku.formats.sheets.writing.answer_styles import STYLES, style_of
from cpsudoku.formats.sheets.writing.candidate_sheets import with_marks
from cpsudoku.formats.sheets.writing.clearing import cleared
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.formats.sheets.writing.seal import is_sealed
from cpsudoku.runtime.errors import Source
from tests.books import book_with, bytes_of, list_book, ods_of, put, rich_book, solved_results
from tests.command import invoke
from tests.puzzles import CLASHING, INKALA, SEVERAL, SOLVED, WIKIPEDIA

SOURCE = Source("book.xlsx")


FILLS = (PatternFill("solid", "FFDDEEFF"), PatternFill(), PatternFill("gray125", "FF00FF00"))


def looks_in(data: bytes) -> dict[str, tuple[object, object]]:
    """The background and the font of each cell of the first sheet."""
    cells = (cell for row in first_sheet(data).iter_rows(1, 9, 1, 9) for cell in row)
    return {
        cell.coordinate: (
            (cell.fill.fill_type, cell.fill.fgColor.rgb if cell.fill.fill_type else ""),
            (
                cell.font.b,
                cell.font.i,
                cell.font.color is not None and "C0" in str(cell.font.color.rgb),
            ),
        )
        for cell in cells
    }


def line_of(sheet: Worksheet, top: int = 1, left: int = 1) -> str:
    """The digits of a 9x9 range in one line."""
    cells = (sheet.cell(top + at // 9, left + at % 9).value for at in range(81))
    return "".join(str(value or ".") for value in cells)


def first_sheet(data: bytes | Path) -> Worksheet:
    """The first sheet of a workbook."""
    return load_workbook(io.BytesIO(data) if isinstance(data, bytes) else data).worksheets[0]


def contents_of(data: bytes) -> list[list[object]]:
    """What the cells of the first sheet hold."""
    return [list(row) for row in first_sheet(data).values]


def puzzles_in(data: bytes) -> list[Puzzle]:
    """Each puzzle that is read."""
    entries = puzzles_of_book(Book.open(data, SOURCE), ReadOptions())
    return [entry for entry in entries if isinstance(entry, Puzzle)]


def givens_in(data: bytes) -> list[str]:
    """The givens of each puzzle that is read."""
    return [puzzle.givens.line for puzzle in puzzles_in(data)]


@pytest.mark.parametrize(
    "record",
    [
        AnswerRecord("Sheet1", Rect(1, 1, 9, 9), "." * 81),
        AnswerRecord('it\'s, "this"; A!', Rect(3, 2, 3, 30), "12A" * 9 + ".."),
        AnswerRecord("Large", Rect(1, 1, 25, 25), "1B." * 208 + "P"),
        AnswerRecord("Verdicts", Rect(1, 1, 1, 1), 'sheet:a "b"'),
    ],
    ids=lambda record: record.sheet,
)
def test_a_record_survives_as_a_name(record: AnswerRecord) -> None:
    assert record_of("_cpsudoku_1", record.formula) == record
    assert record_of("other", record.formula) is None


@pytest.mark.parametrize("formula", ['CHOOSE(2,#REF!,"1")', "Sheet1!$A$1", "", "CHOOSE(2,A1)"])
def test_a_name_that_was_damaged_records_nothing(formula: str) -> None:
    assert record_of("_cpsudoku_1", formula) is None


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("line", [WIKIPEDIA, SEVERAL])
def test_answers_are_cleared_with_their_looks_and_sheets(line: str, style: str) -> None:
    data = rich_book(line)
    solved = filled(data, solved_results(data), STYLES[style], summary=True).data
    found = cleared(solved, SOURCE)
    assert (found.answers, found.grids) == (81 - 30 if line == WIKIPEDIA else 81 - 26, 1)
    assert found.sheets == (1 if line == WIKIPEDIA else 2)
    workbook, before = load_workbook(io.BytesIO(found.data)), load_workbook(io.BytesIO(data))
    assert workbook.sheetnames == before.sheetnames
    assert list(workbook.defined_names) == list(before.defined_names)
    sheet = workbook.worksheets[0]
    assert line_of(sheet, 2, 2) == line.replace("0", ".")
    blank = 2 + line.index(".")
    assert not sheet.cell(2, blank).font.b
    assert sheet["B1"].value == "Sudoku & more"
    assert not cleared(found.data, SOURCE).grids


def test_a_second_solve_starts_from_the_givens() -> None:
    data = rich_book(WIKIPEDIA)
    once = filled(data, solved_results(data), summary=True).data
    assert givens_in(once) == [WIKIPEDIA]
    again = filled(once, solved_results(once), summary=True).data
    assert load_workbook(io.BytesIO(again)).sheetnames == ["Sheet", "Notes", "Verdicts"]
    first, second = first_sheet(once), first_sheet(again)
    assert line_of(second, 2, 2) == SOLVED
    colours = [[sheet.cell(2, 2 + at).font.color.rgb for at in (2, 3)] for sheet in (first, second)]
    assert colours[0] == colours[1] == ["FFC00000", "FFC00000"]


def test_a_changed_given_and_a_typed_digit_are_givens() -> None:
    data = bytes_of(book_with(WIKIPEDIA))
    once = load_workbook(io.BytesIO(filled(data, solved_results(data)).data))
    once.worksheets[0]["A1"] = None
    once.worksheets[0]["C1"] = 9  # the answer was 4
    assert givens_in(bytes_of(once)) == ["." + WIKIPEDIA[1:2] + "9" + WIKIPEDIA[3:]]
    found = cleared(bytes_of(once), SOURCE)
    assert line_of(first_sheet(found.data)) == "." + WIKIPEDIA[1:2] + "9" + WIKIPEDIA[3:]


def test_only_the_puzzles_that_are_solved_again_are_cleared() -> None:
    workbook = book_with(WIKIPEDIA)
    put(workbook.create_sheet("Second"), INKALA)
    data = bytes_of(workbook)
    results = solved_results(data)
    both = filled(data, results).data
    again = filled(both, results[1:]).data
    assert line_of(load_workbook(io.BytesIO(again)).worksheets[0]) == SOLVED
    assert givens_in(again) == [WIKIPEDIA, INKALA]


def test_the_verdicts_of_a_list_are_replaced() -> None:
    data = bytes_of(list_book([WIKIPEDIA, INKALA]))
    once = filled(data, solved_results(data)).data
    again = filled(once, solved_results(once)).data
    rows = [list(row) for row in first_sheet(again).values]
    assert rows[0] == ["puzzle", "verdict", "solution"]
    assert cleared(again, SOURCE).grids == 1
    assert [len(row) for row in first_sheet(cleared(again, SOURCE).data).values] == [1] * 3


def test_pencilmarks_are_cleared_with_their_looks() -> None:
    workbook = book_with(WIKIPEDIA)
    workbook.worksheets[0]["D1"], workbook.worksheets[0]["F1"] = 0, "2 4"
    workbook.worksheets[0]["C1"].font = Font(name="Georgia", size=20)
    data = bytes_of(workbook)
    puzzles = puzzles_in(data)
    marked = with_marks(data, puzzles).data
    assert [first_sheet(marked)[at].value for at in ("C1", "D1")] == ["1 2 4", "2 6"]
    assert givens_in(marked) == [WIKIPEDIA]
    for written in (marked, with_marks(marked, puzzles).data):
        found = cleared(written, SOURCE)
        assert (found.answers, found.marks, found.grids) == (0, 51, 9)
        assert contents_of(found.data) == contents_of(data)
        assert looks_in(found.data) == looks_in(data)
    solved = filled(marked, solved_results(marked)).data
    assert line_of(first_sheet(solved)) == SOLVED
    assert contents_of(cleared(solved, SOURCE).data) == contents_of(data)


def test_pencilmarks_that_somebody_changed_stay(tmp_path: Path) -> None:
    givens = {
        (at // 9 + 1, at % 9 + 1): int(sign) for at, sign in enumerate(WIKIPEDIA) if sign != "."
    }
    (tmp_path / "book.ods").write_bytes(ods_of(givens))
    assert invoke("candidates", "book.ods", "--marks", folder=tmp_path).code == 0
    done = invoke("clear", "book.candidates.ods", folder=tmp_path)
    assert "removed 51 cells of pencilmarks" in done.err
    book = Book.open((tmp_path / "book.candidates.cleared.ods").read_bytes(), SOURCE)
    cells = book.pictures[0].cells
    assert {place: cell.value for place, cell in cells.items() if cell.value is not None} == givens
    data = bytes_of(book_with(WIKIPEDIA))
    marked = load_workbook(io.BytesIO(with_marks(data, puzzles_in(data)).data))
    marked.worksheets[0]["C1"] = "2 4"
    cleared_sheet = first_sheet(cleared(bytes_of(marked), SOURCE).data)
    assert [cleared_sheet[at].value for at in ("A1", "C1", "D1")] == [5, "2 4", None]


def test_clear_is_a_command(tmp_path: Path) -> None:
    (tmp_path / "book.xlsx").write_bytes(bytes_of(book_with(WIKIPEDIA)))
    assert invoke("clear", "book.xlsx", folder=tmp_path).code == 2
    assert invoke("solve", "book.xlsx", "--in-place", folder=tmp_path).code == 0
    done = invoke("clear", "book.xlsx", folder=tmp_path)
    assert done.code == 0
    assert done.err.splitlines() == [
        "cpsudoku: removed 51 answers",
        "cpsudoku: wrote book.cleared.xlsx",
    ]
    assert line_of(first_sheet(tmp_path / "book.cleared.xlsx")) == WIKIPEDIA
    assert not is_sealed((tmp_path / "book.cleared.xlsx").read_bytes())
    assert invoke("clear", "book.xlsx", folder=tmp_path).code == 0  # nothing would change
    (tmp_path / "book.cleared.xlsx").write_bytes(b"mine")
    done = invoke("clear", "book.xlsx", folder=tmp_path)
    assert (done.code, "the file exists; --force replaces it" in done.err) == (2, True)
    assert invoke("clear", "book.xlsx", "--in-place", folder=tmp_path).code == 0
    assert line_of(first_sheet(tmp_path / "book.xlsx")) == WIKIPEDIA


def test_a_solved_copy_is_replaced_only_on_request(tmp_path: Path) -> None:
    (tmp_path / "book.xlsx").write_bytes(bytes_of(book_with(WIKIPEDIA)))
    (tmp_path / "book.solved.xlsx").write_bytes(b"mine")
    done = invoke("solve", "book.xlsx", folder=tmp_path)
    assert done.code == 2
    assert "book.solved.xlsx: the file exists; --force replaces it" in done.err
    assert (tmp_path / "book.solved.xlsx").read_bytes() == b"mine"
    assert invoke("solve", "book.xlsx", "--force", folder=tmp_path).code == 0
    assert line_of(first_sheet(tmp_path / "book.solved.xlsx")) == SOLVED


def test_watch_takes_subfolders_and_replaces_only_what_it_wrote(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    for folder in (inner, tmp_path / ".hidden"):
        (folder / "book.xlsx").write_bytes(bytes_of(book_with(WIKIPEDIA)))
    (tmp_path / "mine.xlsx").write_bytes(bytes_of(book_with(INKALA)))
    (tmp_path / "mine.solved.xlsx").write_bytes(b"mine")
    for _ in range(2):
        done = invoke("watch", ".", "--once", folder=tmp_path)
        assert "a/b/book.xlsx sheet 'Sheet', A1:I9: unique" in done.out
        assert "mine.solved.xlsx: the file exists" in done.err
        assert "hidden" not in done.out
    assert line_of(first_sheet(inner / "book.solved.xlsx")) == SOLVED
    assert (tmp_path / "mine.solved.xlsx").read_bytes() == b"mine"


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real.xlsx").write_bytes(bytes_of(book_with(WIKIPEDIA)))
    (tmp_path / "link.xlsx").symlink_to("real.xlsx")
    assert invoke("solve", "link.xlsx", "--in-place", folder=tmp_path).code == 0
    assert (tmp_path / "link.xlsx").is_symlink()
    assert line_of(first_sheet(tmp_path / "real.xlsx")) == SOLVED
    assert invoke("clear", "link.xlsx", "--in-place", folder=tmp_path).code == 0
    assert (tmp_path / "link.xlsx").is_symlink()
    assert line_of(first_sheet(tmp_path / "real.xlsx")) == WIKIPEDIA


def test_watch_adds_a_sheet_of_verdicts_and_hints(tmp_path: Path) -> None:
    workbook = book_with(WIKIPEDIA)
    put(workbook.create_sheet("Wrong"), "5" + WIKIPEDIA[:80])
    workbook.save(tmp_path / "book.xlsx")
    for _ in range(2):
        assert invoke("watch", "book.xlsx", "--once", "--verdicts", folder=tmp_path).code == 0
    copy = load_workbook(tmp_path / "book.solved.xlsx")
    assert copy.sheetnames == ["Sheet", "Wrong", "Verdicts"]
    heading, first, second = copy["Verdicts"].iter_rows(values_only=True)
    assert heading == ("sheet", "range", "verdict", "givens", "solution", "hint")
    assert first[:3] == ("Sheet", "A1:I9", "unique")
    assert "can hold" in str(first[5])
    assert (second[2], "twice" in str(second[5])) == ("conflict", True)


@pytest.mark.parametrize("line", [WIKIPEDIA, SEVERAL, CLASHING])
@pytest.mark.parametrize("style", STYLES)
def test_every_look_is_as_before(style: str, line: str) -> None:
    workbook = book_with(line)
    for at, fill in enumerate(FILLS):
        for row in range(1, 10):
            workbook.worksheets[0].cell(row, 1 + at).fill = fill
    data = bytes_of(workbook)
    done = filled(data, solved_results(data), STYLES[style]).data
    assert style == "keep" or looks_in(done) != looks_in(data)
    again = filled(done, solved_results(done), STYLES[style]).data
    for each in (done, again):
        found, before = looks_in(cleared(each, SOURCE).data), looks_in(data)
        assert {at: fill for at, (fill, _) in found.items()} == {
            at: fill for at, (fill, _) in before.items()
        }
        assert found == before


@pytest.mark.parametrize("style", STYLES)
def test_answers_have_the_font_of_the_givens_and_every_cell_is_as_before(style: str) -> None:
    workbook = book_with(WIKIPEDIA)
    for at, row in enumerate(workbook.worksheets[0].iter_rows(1, 9, 1, 9)):
        for cell, blank in zip(row, ("129", 0, ".", *[None] * 6), strict=True):
            if cell.value is not None:
                cell.font = Font(name="Arial", size=18, bold=at % 2 == 0)
            else:
                cell.font = Font(name="Courier", size=9, italic=True, color="FF00AA00")
                cell.value = blank
    data = bytes_of(workbook)
    solved = filled(data, solved_results(data), STYLES[style]).data
    answers = [cell for row in first_sheet(solved).iter_rows(1, 9, 1, 9) for cell in row]
    if style != "keep":
        assert {(cell.font.name, cell.font.sz) for cell in answers} == {("Arial", 18.0)}
    back = cleared(solved, SOURCE).data
    old, new = first_sheet(data), first_sheet(back)
    for row in old.iter_rows(1, 9, 1, 9):
        for before in row:
            after = new[before.coordinate]
            assert after.value == before.value
            assert (repr(after.font), repr(after.fill)) == (repr(before.font), repr(before.fill))


def test_the_backgrounds_of_a_board_stay() -> None:
    workbook = book_with(WIKIPEDIA)
    for row in workbook.worksheets[0].iter_rows(1, 3, 1, 3):
        for cell in row:
            cell.fill = FILLS[0]
    data = bytes_of(workbook)
    for style, is_kept in ((STYLES["classic"], True), (style_of("classic", None, "blue"), False)):
        looks = looks_in(filled(data, solved_results(data), style).data)
        before = looks_in(data)
        assert all(looks[at][0] == before[at][0] for at in looks) == is_kept


def test_verdicts_beside_grids_are_cleared_too() -> None:
    workbook = book_with(WIKIPEDIA)
    workbook.worksheets[0]["K1"] = "mine"
    put(workbook.worksheets[0], SEVERAL, 12, 1)
    data = bytes_of(workbook)
    solved = filled(data, solved_results(data), verdict_cells=True).data
    sheet = first_sheet(solved)
    assert [sheet[at].value for at in ("K1", "K2", "K12")] == ["mine", "unique", "multiple"]
    assert givens_in(solved) == [WIKIPEDIA, SEVERAL]
    again = filled(solved, solved_results(solved), verdict_cells=True).data
    assert [first_sheet(again)[at].value for at in ("K2", "K3", "K12")] == [
        "unique",
        None,
        "multiple",
    ]
    assert first_sheet(cleared(again, SOURCE).data)["K2"].value is None


def test_answers_in_a_new_workbook_are_recorded(tmp_path: Path) -> None:
    """What ``solve`` writes from a text can be solved again from its givens, and cleared."""
    assert invoke("solve", WIKIPEDIA, "-o", "new.xlsx", folder=tmp_path).code == 0
    assert line_of(load_workbook(tmp_path / "new.xlsx").worksheets[0]) == SOLVED
    assert "\t30 givens" in invoke("check", "new.xlsx", folder=tmp_path).out
    assert invoke("clear", "new.xlsx", folder=tmp_path).code == 0
    assert line_of(load_workbook(tmp_path / "new.cleared.xlsx").worksheets[0]) == WIKIPEDIA
