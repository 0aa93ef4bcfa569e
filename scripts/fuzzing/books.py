"""Random workbooks for the fuzzer, in each of their file formats."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from random import Random
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.utils.exceptions import IllegalCharacterError
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.worksheet import Worksheet

from fuzzing.grammar import cells, line
from fuzzing.mutate import zipped
from fuzzing.words import SIZES, odd
from tests.books import bytes_of, xlsb_of, zip_of

Values = dict[tuple[int, int], float | str]


def values(random: Random) -> Values:
    """The values of a sheet by row and column, counted from 1: grids, puzzles, other data."""
    found: Values = {}
    top = random.choice((1, 1, 2, 5))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        left = random.choice((1, 1, 2, 12))
        if random.random() < 0.2:
            for row in range(random.randint(1, 12)):
                found[top + row, left] = line(random)
            top += 15
            continue
        size = random.choice(SIZES)
        gap = random.choice((0, 0, 0, 3))
        for at, digit in enumerate(cells(random, size)):
            r, c = at // size, at % size
            place = top + r + (r // gap if gap else 0), left + c + (c // gap if gap else 0)
            if digit:
                found[place] = digit if random.random() < 0.9 else str(digit)
        top += size + random.randint(1, 3)
    for _ in range(random.choice((0, 0, 1, 3))):
        place = random.randint(1, 40), random.randint(1, 30)
        found[place] = random.choice((odd(random), "title", random.uniform(-9, 99), 10.0**300))
    return found or {(1, 1): 1.0}


def undated(data: bytes) -> bytes:
    """The same package without its creation time."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    time = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
    return zipped([(name, time.sub(b"2026-01-01T00:00:00Z", part)) for name, part in parts])


def xlsx(random: Random) -> bytes:
    """A workbook with grids and other content that is common in workbooks."""
    workbook = Workbook()
    for number in range(random.choice((1, 1, 1, 2, 3))):
        sheet = workbook.worksheets[0] if number == 0 else workbook.create_sheet()
        for place, value in values(random).items():
            with suppress(IllegalCharacterError):
                sheet.cell(*place, value[:32000] if isinstance(value, str) else value)
        for _ in range(random.choice((0, 0, 1, 4))):
            random.choice(ADORNMENTS)(sheet, random)
    if random.random() < 0.2:
        area = random.choice(("Sheet!$A$1:$I$9", "Sheet!$B$2", "#REF!", "Gone!$A$1:$I$9", "1+1"))
        workbook.defined_names["board"] = DefinedName("board", attr_text=area)
    return undated(bytes_of(workbook))


def _merge(sheet: Worksheet, random: Random) -> None:
    row, column = random.randint(1, 12), random.randint(1, 12)
    sheet.merge_cells(
        start_row=row,
        start_column=column,
        end_row=row + random.randint(0, 3),
        end_column=column + random.randint(0, 3),
    )


def _border(sheet: Worksheet, random: Random) -> None:
    side = Side(style=random.choice(("thin", "thick", "double", "mediumDashed")))
    for row in sheet.iter_rows(1, 12, 1, 12):
        for cell in row:
            if random.random() < 0.3:
                cell.border = Border(left=side, top=side)


def _fill(sheet: Worksheet, random: Random) -> None:
    for row in sheet.iter_rows(1, 9, 1, 9):
        for cell in row:
            if random.random() < 0.3:
                cell.fill = PatternFill("solid", fgColor=f"{random.randrange(1 << 24):06X}")
                cell.font = Font(bold=True, color="FFFFFF")


def _other(sheet: Worksheet, random: Random) -> None:
    place = random.randint(1, 12), random.randint(1, 12)
    some = (
        "=SUM(A1:A9)",
        "=A1",
        "=1/0",
        "#REF!",
        "#N/A",
        True,
        datetime(2026, 1, 5),
        -5,
        5.5,
        1e300,
    )
    with suppress(AttributeError):  # a merged cell
        sheet.cell(*place).value = random.choice(some)
        sheet.cell(*place).comment = Comment("a comment", "me") if random.random() < 0.2 else None


def _hide(sheet: Worksheet, random: Random) -> None:
    sheet.row_dimensions[random.randint(1, 12)].hidden = True
    sheet.column_dimensions["C"].hidden = True


ADORNMENTS: tuple[Callable[[Worksheet, Random], None], ...] = (
    _merge,
    _border,
    _fill,
    _other,
    _hide,
)


def xlsb(random: Random) -> bytes:
    """A binary workbook."""
    return undated(xlsb_of(values(random)))


def ods(random: Random) -> bytes:
    """An OpenDocument workbook, with repeated cells as LibreOffice writes them."""
    found = values(random)
    rows = []
    for row in range(1, max(at for at, _ in found) + 1):
        row_cells = [
            ods_cell(found.get((row, column))) for column in range(1, max(c for _, c in found) + 1)
        ]
        if random.random() < 0.3:
            count = random.choice((1, 2, 1000, 1_048_576, 10**9))
            row_cells.append(f'<table:table-cell table:number-columns-repeated="{count}"/>')
        rows.append(f"<table:table-row>{''.join(row_cells)}</table:table-row>")
    return ods_of("".join(rows))


def ods_cell(value: float | str | None) -> str:
    """The XML of a cell."""
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, str):
        shown = "".join(c for c in value if c.isprintable())
        return (
            '<table:table-cell office:value-type="string">'
            f"<text:p>{escape(shown)}</text:p></table:table-cell>"
        )
    return (
        f'<table:table-cell office:value-type="float" office:value="{value}">'
        f"<text:p>{value}</text:p></table:table-cell>"
    )


def ods_of(rows: str) -> bytes:
    """A workbook with one sheet of these rows."""
    manifest = (
        '<?xml version="1.0"?><manifest:manifest '
        'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    )
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    content = opendocument("document-content", rows)
    parts = {"content.xml": content, "META-INF/manifest.xml": manifest.encode()}
    return undated(zip_of(mimetype=kind, **parts))


def opendocument(root: str, rows: str) -> bytes:
    """The XML of a workbook with one sheet of these rows."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style")
    )
    return (
        f'<?xml version="1.0"?><office:{root} {spaces} office:version="1.2">'
        f'<office:body><office:spreadsheet><table:table table:name="Sheet1">{rows}</table:table>'
        f"</office:spreadsheet></office:body></office:{root}>"
    ).encode()


def rows_of(random: Random, row: str, cell: Callable[[float | str | None], str]) -> str:
    """Elements of rows with elements of cells; ``row`` is the name of a row."""
    found = values(random)
    last = max(column for _, column in found)
    return "".join(
        f"<{row}>{''.join(cell(found.get((at, c))) for c in range(1, last + 1))}</{row}>"
        for at in range(1, max(at for at, _ in found) + 1)
    )


def fods(random: Random) -> bytes:
    """A flat OpenDocument workbook."""
    return opendocument("document", rows_of(random, "table:table-row", ods_cell))


def xml_2003(random: Random) -> bytes:
    """An Excel 2003 XML workbook."""

    def cell(value: float | str | None) -> str:
        if value is None:
            return "<Cell/>"
        kind = "String" if isinstance(value, str) else "Number"
        shown = "".join(c for c in str(value) if c.isprintable())
        return f'<Cell><Data ss:Type="{kind}">{escape(shown)}</Data></Cell>'

    space = "urn:schemas-microsoft-com:office:spreadsheet"
    return (
        f'<?xml version="1.0"?><Workbook xmlns="{space}" xmlns:ss="{space}">'
        f'<Worksheet ss:Name="Sheet1"><Table>{rows_of(random, "Row", cell)}</Table></Worksheet>'
        "</Workbook>"
    ).encode()


def html(random: Random) -> bytes:
    """A web page with one table."""

    def cell(value: float | str | None) -> str:
        span = ' rowspan="2"' if random.random() < 0.01 else ""
        return f"<td{span}>{'' if value is None else escape(str(value))}</td>"

    table = rows_of(random, "tr", cell)
    return f"<html><body><table>{table}</table></body></html>".encode("utf-8", "replace")


def xls(random: Random) -> bytes:
    """A workbook in the format of Excel 97."""
    return xls_of(values(random))


def xls_of(found: Mapping[tuple[int, int], float | str]) -> bytes:
    """A workbook of Excel 97 with one sheet, and only the records that every reader needs."""
    body = b""
    for (row, column), value in sorted(found.items()):
        place = struct.pack("<HHH", row - 1, min(column - 1, 255), 0)
        if isinstance(value, str):
            text = value[:200].encode("utf-16-le", "replace")
            body += _record(0x0204, place + struct.pack("<HB", len(text) // 2, 1) + text)
        else:
            body += _record(0x0203, place + struct.pack("<d", value))
    ends = max(row for row, _ in found), max(column for _, column in found)
    extent = _record(0x0200, struct.pack("<IIHHH", 0, ends[0], 0, min(ends[1], 256), 0))
    sheet = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0010, 0, 0, 0, 0x0600))
    sheet += extent + body + _record(0x000A)
    begin = _record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0, 0, 0, 0x0600))
    begin += _record(0x0042, struct.pack("<H", 1200))
    name = struct.pack("<BBBB", 0, 0, 6, 0) + b"Sheet1"
    at = len(begin) + 4 + 4 + len(name) + 4
    return compound_file(
        begin + _record(0x0085, struct.pack("<I", at) + name) + _record(0x000A) + sheet
    )


def _record(kind: int, data: bytes = b"") -> bytes:
    """A record of an old workbook."""
    return struct.pack("<HH", kind, len(data)) + data


def compound_file(stream: bytes) -> bytes:
    """An OLE compound file whose only stream is ``Workbook``."""
    sector, none, end, table = 512, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
    stream = stream.ljust(4096, b"\0")  # a shorter stream would be stored elsewhere
    count = -(-len(stream) // sector)
    tables = -(-(count + 2) // 127)
    chain = [*range(1, count), end, end, *[table] * tables]
    chain += [none] * (128 * tables - len(chain))
    header = struct.pack(
        "<8s16xHHHHH6x9I",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        *(0x3E, 3, 0xFFFE, 9, 6, 0, tables, count, 0, 4096, end, 0, end, 0),
    )
    places = [*range(count + 1, count + 1 + tables)]
    header += struct.pack("<109I", *places, *[none] * (109 - tables))
    entries = _entry("Root Entry", 5, 1, end, 0) + _entry("Workbook", 2, none, 0, len(stream))
    data = stream.ljust(count * sector, b"\0") + entries.ljust(sector, b"\0")
    return header + data + struct.pack(f"<{len(chain)}I", *chain)


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    """An entry of the directory of a compound file."""
    wide = name.encode("utf-16-le") + b"\0\0"
    none = 0xFFFFFFFF
    fixed = wide.ljust(64, b"\0") + struct.pack("<HBBIII", len(wide), kind, 1, none, none, child)
    return fixed.ljust(116, b"\0") + struct.pack("<IQ", start, size)
