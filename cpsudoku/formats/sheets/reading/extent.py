"""Checks how far the values of ``.ods`` and ``.xlsb`` sheets reach, before calamine reads them.

calamine stores every cell of the rectangle from the first value to the last, so one value in the
last cell of a sheet would take hundreds of gigabytes.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

from cpsudoku.formats.sheets.reading.guard import BookKind
from cpsudoku.runtime.errors import InputError, Source

MOST_AREA = 10_000_000  # cells between the first value and the last, including empty ones
_XLSB_SHEET = re.compile(r"xl/worksheets/[^/]+\.bin$")
_ROW, _FIRST_VALUE, _LAST_VALUE = 0, 2, 11  # kinds of records; 1 is a cell without a value
_ODS_TAG = re.compile(rb"<table:(table|table-row|(?:covered-)?table-cell)(?=[\s/>])([^>]*)>")
_ROWS = re.compile(rb'number-rows-repeated="(\d+)"')
_COLUMNS = re.compile(rb'number-columns-repeated="(\d+)"')


def refuse_far(data: bytes, kind: BookKind, source: Source) -> None:
    """Raise InputError if the values of a sheet are spread too far."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if kind is BookKind.ODS:
            extents = list(_of_ods(archive.read("content.xml")))
        else:
            names = [name for name in archive.namelist() if _XLSB_SHEET.match(name)]
            extents = [_of_xlsb(archive.read(name)) for name in names]
    for rows, columns in extents:
        if rows * columns > MOST_AREA:
            raise InputError(
                "the values of a sheet are spread over {rows} rows and {columns} columns; "
                "delete the cells far from the puzzles, or save it as .xlsx",
                source,
                rows=f"{rows:,}",
                columns=f"{columns:,}",
            )


def _of_xlsb(data: bytes) -> tuple[int, int]:
    """The numbers of the last row and the last column with a value."""
    at = row = rows = columns = 0
    while at < len(data):
        kind, at = _number(data, at, 2)
        size, at = _number(data, at, 4)
        if kind == _ROW:
            row = int.from_bytes(data[at : at + 4], "little") + 1
        elif _FIRST_VALUE <= kind <= _LAST_VALUE:
            rows = max(rows, row)
            columns = max(columns, int.from_bytes(data[at : at + 4], "little") + 1)
        at += size
    return rows, columns


def _number(data: bytes, at: int, most: int) -> tuple[int, int]:
    """A number of at most that many bytes, with seven bits in each, and its end."""
    number = 0
    for place in range(most):
        byte = data[at] if at < len(data) else 0
        number |= (byte & 127) << (7 * place)
        at += 1
        if byte < 128:
            break
    return number, at


def _of_ods(content: bytes) -> Iterator[tuple[int, int]]:
    """The numbers of the last row and the last column with a value, sheet by sheet."""
    row = column = rows = columns = again = 0
    for match in _ODS_TAG.finditer(content):
        name, attributes = match[1], match[2]
        if name == b"table":
            yield rows, columns
            row = rows = columns = again = 0
        elif name == b"table-row":
            row += again
            repeated = _ROWS.search(attributes)
            again, column = int(repeated[1]) if repeated else 1, 0
        else:
            repeated = _COLUMNS.search(attributes)
            column += int(repeated[1]) if repeated else 1
            if not attributes.endswith(b"/") or b"value-type=" in attributes:
                rows, columns = row + again, max(columns, column)
    yield rows, columns
