"""Nothing but the answers changes in a workbook, and a check that shares no code shows it."""

from __future__ import annotations

import io
import re

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.defined_name import DefinedName

from cpsudoku.formats.sheets.checking.content import Meant
from cpsudoku.formats.sheets.checking.unchanged import IntendedChanges, difference
from cpsudoku.formats.sheets.reading.formulas import Formulas
from cpsudoku.formats.sheets.reading.parts import PackageParts
from cpsudoku.formats.sheets.writing.clearing import cleared
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.formats.sheets.writing.places import place_in
from cpsudoku.runtime.errors import Source
from tests.books import book_with, bytes_of, ods_of, replaced, solved_results
from tests.puzzles import SOLVED, WIKIPEDIA, numbers_of

SHEET = "xl/worksheets/sheet1.xml"
_SPACES = (
    'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" '
    'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"'
)
EXTENSIONS = {
    "a sparkline": "<x14:sparklineGroups><x14:sparklineGroup><x14:sparklines><x14:sparkline>"
    "<xm:f>Sheet!A1:I1</xm:f><xm:sqref>K1</xm:sqref></x14:sparkline></x14:sparklines>"
    "</x14:sparklineGroup></x14:sparklineGroups>",
    "a conditional format": "<x14:conditionalFormattings><x14:conditionalFormatting>"
    '<x14:cfRule type="expression" priority="1" id="{0}"><xm:f>B2&gt;5</xm:f></x14:cfRule>'
    "<xm:sqref>A1:I9</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings>",
}


def with_extension(inside: str, last: str = "K12", value: object = 42) -> bytes:
    """A workbook with a puzzle, a value in its last cell, and an extension of its sheet."""
    workbook = book_with(WIKIPEDIA)
    sheet = workbook.worksheets[0]
    sheet["L1"] = "=SUM(A1:I1)"
    sheet[last] = value  # type: ignore[assignment]
    data = bytes_of(workbook)
    extension = f'<extLst><ext uri="{{0}}" {_SPACES}>{inside}</ext></extLst></worksheet>'
    part = PackageParts(data).read(SHEET).replace(b"</worksheet>", extension.encode())
    if value is None:  # a last row without cells
        part = part.replace(b"</sheetData>", b'<row r="13"/></sheetData>')
    return replaced(data, SHEET, part)


@pytest.mark.parametrize("value", [42, None], ids=["a last value", "an empty last row"])
@pytest.mark.parametrize("inside", EXTENSIONS.values(), ids=EXTENSIONS)
def test_a_formula_of_an_extension_is_not_that_of_a_cell(inside: str, value: int | None) -> None:
    data = with_extension(inside, value=value)
    assert Formulas(PackageParts(data).pieces(SHEET)).cells == {(1, 12): "=SUM(A1:I1)"}
    solved = filled(data, solved_results(data)).data
    back = cleared(solved, Source("book.xlsx")).data
    for book in (solved, back):
        assert load_workbook(io.BytesIO(book)).worksheets[0]["K12"].value == value


NOTES = "xl/worksheets/sheet2.xml"
FAULTS: dict[str, tuple[str, bytes, bytes]] = {
    "a value": (SHEET, b"<v>42</v>", b"<v>43</v>"),
    "a value that is gone": (SHEET, b"<v>42</v>", b""),
    "a given": (SHEET, b'(<c r="A1"[^>]*><v>)5', rb"\g<1>6"),
    "an answer": (SHEET, b'(<c r="C1"[^>]*><v>)4', rb"\g<1>5"),
    "a formula": (SHEET, rb"SUM\(A1:I1\)", b"SUM(A1:I2)"),
    "a look": (SHEET, b'<c r="K12"', b'<c r="K12" s="1"'),
    "a width": (SHEET, b'width="13"', b'width="14"'),
    "a height": (SHEET, b'ht="40"', b'ht="41"'),
    "a cell that is new": (SHEET, b'<c r="K12"', b'<c r="J12"><v>1</v></c><c r="K12"'),
    "an extension": (SHEET, b"B2&gt;5", b"B2&gt;6"),
    "another sheet": (NOTES, b"<v>7</v>", b"<v>8</v>"),
    "the name of a sheet": ("xl/workbook.xml", b'name="Notes"', b'name="Nodes"'),
    "a name": ("xl/workbook.xml", rb"\$A\$1:\$I\$9</", b"A1:I9</"),
    "a format": ("xl/styles.xml", b'<sz val="11"', b'<sz val="12"'),
}


@pytest.fixture(scope="module")
def solved_book() -> tuple[bytes, bytes, int]:
    """A workbook with all that could be lost, solved, and the number of its other cells."""
    workbook = load_workbook(io.BytesIO(with_extension("")))
    workbook.create_sheet("Notes")["C3"] = 7
    sheet = workbook.worksheets[0]
    sheet.column_dimensions["K"].width, sheet.row_dimensions[5].height = 13, 40
    workbook.defined_names["board"] = DefinedName("board", attr_text="Sheet!$A$1:$I$9")
    data = bytes_of(workbook)
    extension = f'<extLst><ext uri="{{0}}" {_SPACES}>{EXTENSIONS["a conditional format"]}</ext>'
    part = PackageParts(data).read(SHEET).replace(b"</worksheet>", b"%s</extLst></worksheet>")
    data = replaced(data, SHEET, part % extension.encode())
    found = filled(data, solved_results(data))
    return data, found.data, found.unchanged


@pytest.mark.parametrize(("part", "old", "new"), FAULTS.values(), ids=FAULTS)
def test_the_check_finds_whatever_else_changed(
    solved_book: tuple[bytes, bytes, int], part: str, old: bytes, new: bytes
) -> None:
    before, after, unchanged = solved_book
    assert unchanged == 2  # K12 and C3; the sum in L1 is calculated again
    puzzle = solved_results(before)[0].puzzle
    assert puzzle is not None
    cells = {(1, 12): Meant(forgets=True)}
    for cell, given in enumerate(puzzle.givens.cells):
        cells[place_in(puzzle, cell)] = Meant(None if given else SOLVED[cell])
    edit = IntendedChanges({"Sheet": cells})
    assert difference(before, after, edit) == ((), 2)
    content = PackageParts(after).read(part)
    changed, count = re.subn(old, new, content)
    assert count
    assert difference(before, replaced(after, part, changed), edit).lost


ODF_FAULTS = {
    "a value": (b'office:value="42"', b'office:value="43"'),
    "a given": (b'office:value="5"', b'office:value="6"'),
    "a background": (b"#ff0000", b"#00ff00"),
    "a title": (b'table:name="Sheet1"', b'table:name="Sheet2"'),
}


@pytest.mark.parametrize(("old", "new"), ODF_FAULTS.values(), ids=ODF_FAULTS)
def test_the_check_reads_opendocument_too(old: bytes, new: bytes) -> None:
    rows = enumerate(numbers_of(WIKIPEDIA), 1)
    cells = {(r, c): float(each) for r, row in rows for c, each in enumerate(row, 1) if each}
    before = ods_of(cells | {(12, 12): 42}, {(12, 12): 'fo:background-color="#ff0000"'})
    assert filled(before, solved_results(before)).unchanged == 1
    content = PackageParts(before).read("content.xml")
    assert old in content
    after = replaced(before, "content.xml", content.replace(old, new, 1))
    assert difference(before, before, IntendedChanges()) == ((), 31)
    assert difference(before, after, IntendedChanges()).lost
