"""Nothing but the answers changes in a workbook, and a check that shares no code shows it."""

from __future__ import annotations

import io

import pytest
from openpyxl import load_workbook

from cpsudoku.formats.sheets.reading.formulas import Formulas
from cpsudoku.formats.sheets.reading.parts import Parts
from cpsudoku.formats.sheets.writing.clearing import cleared
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.runtime.errors import Source
from tests.books import book_with, bytes_of, replaced, solved_results
from tests.puzzles import WIKIPEDIA

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
    part = Parts(data).read(SHEET).replace(b"</worksheet>", extension.encode())
    if value is None:  # a last row without cells
        part = part.replace(b"</sheetData>", b'<row r="13"/></sheetData>')
    return replaced(data, SHEET, part)


@pytest.mark.parametrize("value", [42, None], ids=["a last value", "an empty last row"])
@pytest.mark.parametrize("inside", EXTENSIONS.values(), ids=EXTENSIONS)
def test_a_formula_of_an_extension_is_not_that_of_a_cell(inside: str, value: int | None) -> None:
    data = with_extension(inside, value=value)
    assert Formulas(Parts(data).pieces(SHEET)).cells == {(1, 12): "=SUM(A1:I1)"}
    solved = filled(data, solved_results(data)).data
    back = cleared(solved, Source("book.xlsx")).data
    for book in (solved, back):
        assert load_workbook(io.BytesIO(book)).worksheets[0]["K12"].value == value
