"""Pictures of ``.xls``, ``.xlsb``, ``.ods`` and ``.fods`` workbooks, through python-calamine.

calamine reads only values. Lines, backgrounds, formulas and comments of OpenDocument files are read
separately. Those of the other kinds are not read, so their grids are found by digits alone.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace

from cpsudoku.formats.sheets.reading.answers import AnswerRecord, without_answers
from cpsudoku.formats.sheets.reading.calamine_program import PASSWORD
from cpsudoku.formats.sheets.reading.calamine_reader import (
    CalamineError,
    SheetValues,
    read_values,
)
from cpsudoku.formats.sheets.reading.extent import refuse_far
from cpsudoku.formats.sheets.reading.guard import BookKind
from cpsudoku.formats.sheets.reading.odslooks import Looks, looks_of
from cpsudoku.formats.sheets.reading.sheet_picture import EMPTY, Cell, Place, Rect, SheetPicture
from cpsudoku.runtime.errors import InputError, Source

_ERRORS = frozenset(
    ("#REF!", "#N/A", "#NAME?", "#DIV/0!", "#VALUE!", "#NUM!", "#NULL!", "#GETTING_DATA")
)
_ROOT = re.compile(rb"<(\w+):document(\s[^>]*)>")
_AUTOMATIC = re.compile(rb"<office:automatic-styles>.*?</office:automatic-styles>", re.DOTALL)
_BODY = re.compile(rb"<office:body>.*</office:body>", re.DOTALL)
_INDENTS = re.compile(rb">\s*\n\s*<")


def pictures(data: bytes, kind: BookKind, source: Source) -> tuple[list[SheetPicture], str | None]:
    """Every sheet, in order, and the title of the first."""
    if kind is BookKind.FODS:
        data, kind = _as_ods(data), BookKind.ODS
    if kind in (BookKind.ODS, BookKind.XLSB):
        refuse_far(data, kind, source)
    try:
        found = [_picture(sheet) for sheet in read_values(data)]
    except CalamineError as error:
        if str(error) != PASSWORD:
            raise
        raise InputError(
            "it is protected by a password; save it without one first", source
        ) from None
    if kind is BookKind.ODS:
        looks = _looks(data)
        added = {title for title, each in looks.items() if any(r.is_sheet for r in each.records)}
        found = [
            _with_looks(picture, looks.get(picture.sheet))
            for picture in found
            if picture.sheet not in added
        ]
    return found, found[0].sheet if found else None


def _as_ods(data: bytes) -> bytes:
    """A flat OpenDocument workbook as a package, which calamine can read."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", _content_of(data))
        archive.writestr("META-INF/manifest.xml", '<m:manifest xmlns:m="urn:oasis:names"/>')
    return out.getvalue()


def _content_of(data: bytes) -> bytes:
    """The part content.xml: the root, the styles and the body of a flat document."""
    root, found = _ROOT.search(data), _BODY.search(data)
    if root is None or found is None:
        raise ValueError("it has no body")
    name = root[1] + b":document-content"
    body = _INDENTS.sub(b"><", found[0])  # calamine expects none
    styles = b"".join(match[0] for match in _AUTOMATIC.finditer(data))
    return b"<" + name + root[2] + b">" + styles + body + b"</" + name + b">"


def _looks(data: bytes) -> dict[str, Looks]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        styles = archive.read("styles.xml") if "styles.xml" in archive.namelist() else b""
        return looks_of(archive.read("content.xml"), styles)


def _with_looks(picture: SheetPicture, looks: Looks | None) -> SheetPicture:
    """The same sheet, with the lines and backgrounds of its cells."""
    if looks is None:
        return picture
    cells = without_answers(picture.cells, looks.records)
    for place, look in looks.cells.items():
        cells[place] = replace(cells.get(place, EMPTY), lines=look.lines, fill=look.fill)
    for place, formula in looks.formulas.items():
        known = place not in looks.uncalculated
        cells[place] = replace(cells.get(place, EMPTY), formula=formula, calculated=known)
    return replace(
        picture,
        cells=cells,
        merged=tuple(looks.merged),
        arrays=tuple(looks.arrays),
        notes=looks.notes,
    )


def written_in(data: bytes, kind: BookKind) -> list[tuple[AnswerRecord, dict[Place, str]]]:
    """What cpsudoku wrote into an OpenDocument workbook, with the cells that still hold it."""
    if kind is BookKind.FODS:
        data = _as_ods(data)
    cells = {sheet.name.lower(): sheet for sheet in read_values(data)}
    return [
        (record, record.written(_picture(cells[title.lower()]).cells))
        for title, looks in _looks(data).items()
        for record in looks.records
        if title.lower() in cells
    ]


def _picture(sheet: SheetValues) -> SheetPicture:
    """The picture of one sheet. calamine counts cells from 0."""
    cells: dict[Place, Cell] = {}
    for r, row in enumerate(sheet.rows, 1):
        for c, value in enumerate(row, 1 + sheet.left):
            if value != "" and value is not None:
                cells[r, c] = Cell(value, is_error=isinstance(value, str) and value in _ERRORS)
    merged = tuple(Rect(a[0] + 1, a[1] + 1, b[0] + 1, b[1] + 1) for a, b in sheet.merged)
    return SheetPicture(sheet.name, cells, merged, hidden=not sheet.is_visible)
