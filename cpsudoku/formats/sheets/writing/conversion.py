"""Workbooks in a format that can only be read, as new ones with the same values."""

from __future__ import annotations

import io
from collections.abc import Iterable

from cpsudoku.formats.sheets.book import Book
from cpsudoku.formats.sheets.reading.guard import BookKind, kind_of
from cpsudoku.formats.sheets.reading.sheet_picture import SheetPicture
from cpsudoku.formats.sheets.reading.strict import transitional
from cpsudoku.formats.sheets.writing.editing import EDITED
from cpsudoku.formats.sheets.writing.newsheet import put
from cpsudoku.runtime.errors import Source


def edited_of(data: bytes, source: Source, as_xlsx: bool = False) -> bytes:
    """The same workbook; for a format that can only be read, a new one with the same values."""
    kind = kind_of(data, source)
    if kind is BookKind.XLSX:
        return transitional(data)
    if kind in EDITED and not as_xlsx:
        return data
    return _as_xlsx(Book.open(data, source).pictures)


def _as_xlsx(pictures: Iterable[SheetPicture]) -> bytes:
    """A new workbook with the values of the sheets at the same places."""
    from openpyxl import Workbook

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for picture in pictures:
        sheet = workbook.create_sheet(picture.sheet)
        for (row, column), cell in picture.cells.items():
            value = cell.value
            if isinstance(value, float) and value.is_integer():
                value = int(value)
            put(sheet, row, column, value)
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()
