"""Pictures of ``.xls``, ``.xlsb`` and ``.ods`` workbooks, through python-calamine.

calamine reads values. Lines and backgrounds of OpenDocument are read beside it; of the others
nobody reads them, so there digits alone say where a grid is. An OpenDocument formula without a
stored value is looked for in the XML, since calamine shows it as an empty cell.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from typing import Any

from cpsudoku.core.errors import InputError, Source
from cpsudoku.formats.sheets.reading.damaged import quiet_panics
from cpsudoku.formats.sheets.reading.extent import refuse_far
from cpsudoku.formats.sheets.reading.guard import Kind
from cpsudoku.formats.sheets.reading.odslooks import Looks, looks_of
from cpsudoku.formats.sheets.reading.sheet_picture import EMPTY, Cell, Picture, Place, Rect

_ERRORS = frozenset(
    ("#REF!", "#N/A", "#NAME?", "#DIV/0!", "#VALUE!", "#NUM!", "#NULL!", "#GETTING_DATA")
)
_CELL = re.compile(rb"<table:table-cell\b[^>]*>")


def pictures(data: bytes, kind: Kind, source: Source) -> tuple[list[Picture], str | None]:
    """Every sheet, in order, and the title of the first."""
    import python_calamine as calamine

    if kind in (Kind.ODS, Kind.XLSB):
        refuse_far(data, kind, source)
    if kind is Kind.ODS:
        _refuse_uncalculated(data, source)
    try:
        with quiet_panics():
            workbook = calamine.load_workbook(io.BytesIO(data))
            sheets = [meta for meta in workbook.sheets_metadata if _is_sheet(meta)]
            found = [
                _picture(workbook.get_sheet_by_name(meta.name), str(meta.visible))
                for meta in sheets
            ]
    except calamine.PasswordError:
        raise InputError(
            "it is protected by a password; save it without one first", source
        ) from None
    if kind is Kind.ODS:
        looks = _looks(data)
        found = [_with_looks(picture, looks.get(picture.sheet)) for picture in found]
    return found, found[0].sheet if found else None


def _looks(data: bytes) -> dict[str, Looks]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        styles = archive.read("styles.xml") if "styles.xml" in archive.namelist() else b""
        return looks_of(archive.read("content.xml"), styles)


def _with_looks(picture: Picture, looks: Looks | None) -> Picture:
    """The same sheet, its cells with their lines and backgrounds."""
    if looks is None:
        return picture
    cells = dict(picture.cells)
    for place, look in looks.cells.items():
        cells[place] = replace(cells.get(place, EMPTY), lines=look.lines, fill=look.fill)
    return replace(picture, cells=cells, merged=tuple(looks.merged))


def _is_sheet(meta: Any) -> bool:
    return str(meta.typ).rpartition(".")[2] == "WorkSheet"


def _picture(sheet: Any, visible: str) -> Picture:
    """The picture of one sheet.

    calamine counts from 0; its rows begin at the first of the sheet, their cells at the first
    column that is used.
    """
    cells: dict[Place, Cell] = {}
    left = 1 + (sheet.start[1] if sheet.start is not None else 0)
    for r, row in enumerate(sheet.iter_rows(), 1):
        for c, value in enumerate(row, left):
            if value != "" and value is not None:
                cells[r, c] = Cell(value, is_error=isinstance(value, str) and value in _ERRORS)
    ranges = sheet.merged_cell_ranges or []
    merged = tuple(Rect(a[0] + 1, a[1] + 1, b[0] + 1, b[1] + 1) for a, b in ranges)
    return Picture(sheet.name, cells, merged, hidden=not visible.endswith("Visible"))


def _refuse_uncalculated(data: bytes, source: Source) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        content = archive.read("content.xml")
    for cell in _CELL.findall(content):
        if b"table:formula=" in cell and b"value-type=" not in cell:
            raise InputError(
                "it has formulas without a stored value; open it in a spreadsheet program, let it "
                "calculate, and save it",
                source,
            )
