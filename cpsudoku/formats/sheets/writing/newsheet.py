"""The XML of a sheet that is added to a workbook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cpsudoku.formats.sheets.reading.sheet_picture import Place
from cpsudoku.formats.sheets.writing.sheetxml import CellChange, SheetFrame, Styled, cell_xml
from cpsudoku.formats.sheets.writing.xmledit import tag
from cpsudoku.runtime.errors import cell_address
from cpsudoku.runtime.printable import printable

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


@dataclass(frozen=True)
class NewSheet:
    """A sheet to add. It copies the widths, heights and formats of the sheet with title ``like``.

    ``widths`` are the widths of its first columns, in characters. ``about`` is the title of the
    sheet with its puzzle, if it copies none.
    """

    title: str
    cells: Mapping[Place, CellChange]
    like: str | None = None
    widths: Sequence[float] = ()
    about: str = ""


def free_title(title: str, used: Iterable[str]) -> str:
    """A sheet title that Excel accepts and that is not used yet."""
    plain = re.sub(r"[\\/*?:\[\]]", " ", title).strip().strip("'")[:27] or "Sheet"
    taken = {name.lower() for name in used}
    wanted, number = plain, 2
    while wanted.lower() in taken:
        wanted, number = f"{plain} {number}", number + 1
    return wanted


def put(sheet: Worksheet, row: int, column: int, value: Any) -> None:
    """Write a value into a cell of an openpyxl sheet. A text never becomes a formula."""
    if not isinstance(value, str):
        sheet.cell(row, column, value)
        return
    cell = sheet.cell(row, column, "\n".join(map(printable, value.split("\n"))))
    cell.data_type = "s"


def sheet_xml(new: NewSheet, frame: SheetFrame | None, styled: Styled) -> bytes:
    """The part of a new sheet."""
    frame = frame or SheetFrame({}, _columns(new.widths), {}, {})
    rows: dict[int, list[bytes]] = {}
    for (row, column), change in sorted(new.cells.items()):
        base = frame.formats.get((row, column), 0)
        cell = cell_xml("c", {"r": cell_address(row, column)}, change, base, styled)
        rows.setdefault(row, []).append(cell)
    data = b"".join(
        tag("row", {"r": str(row), **frame.rows.get(row, {})}, b"".join(cells).decode())
        for row, cells in rows.items()
    ).decode()
    columns = b"".join(tag("col", column) for column in frame.columns).decode()
    lines = {} if frame.grid_lines else {"showGridLines": "0"}
    view = tag("sheetViews", {}, tag("sheetView", {**lines, "workbookViewId": "0"}).decode())
    fit = tag("sheetPr", {}, tag("pageSetUpPr", {"fitToPage": "1"}).decode())
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns='
        '"http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"{fit.decode()}{view.decode()}"
        f"{tag('sheetFormatPr', {'defaultRowHeight': '15', **frame.standard}).decode()}"
        f"{f'<cols>{columns}</cols>' if columns else ''}<sheetData>{data}</sheetData>"
        '<pageSetup orientation="portrait" fitToWidth="1" fitToHeight="0"/></worksheet>'
    ).encode()


def _columns(widths: Sequence[float]) -> list[dict[str, str]]:
    return [
        {"min": str(at), "max": str(at), "width": f"{width:g}", "customWidth": "1"}
        for at, width in enumerate(widths, 1)
    ]
