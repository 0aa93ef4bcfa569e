"""Made-up workbooks, and how to run the command line on them."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterable, Mapping

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, puzzles_of_book
from cpsudoku.runtime.errors import Source
from cpsudoku.solving import settle
from tests.puzzles import numbers_of


def put(
    sheet: Worksheet, line: str, top: int = 1, left: int = 1, blank: str | int | None = None
) -> None:
    """A puzzle on a sheet, as numbers."""
    for r, row in enumerate(numbers_of(line)):
        for c, digit in enumerate(row):
            sheet.cell(top + r, left + c, digit or blank)


def book_with(line: str, top: int = 1, left: int = 1) -> Workbook:
    """A workbook with one puzzle."""
    workbook = Workbook()
    put(workbook.worksheets[0], line, top, left)
    return workbook


def rich_book(line: str) -> bytes:
    """A workbook with all that people have, and parts that openpyxl itself would lose."""
    workbook = book_with(line, 2, 2)
    sheet = workbook.worksheets[0]
    sheet["B1"] = "Sudoku & more"
    sheet["L2"] = "=SUM(B2:J2)"
    sheet["B2"].comment = Comment("a comment", "me")
    validation = DataValidation("whole", operator="between", formula1="1", formula2="9")
    validation.add("B2:J10")
    sheet.add_data_validation(validation)
    rule = CellIsRule(  # type: ignore[no-untyped-call]
        "equal", ["5"], fill=PatternFill(bgColor="FFFF00")
    )
    sheet.conditional_formatting.add("B2:J10", rule)
    sheet.column_dimensions["C"].width = 3.5
    sheet.print_area = "A1:K11"
    workbook.defined_names["board"] = DefinedName("board", attr_text="Sheet!$B$2:$J$10")
    other = workbook.create_sheet("Notes")
    other["A1"] = "nothing here"
    data = bytes_of(workbook)
    extra = {
        "xl/vbaProject.bin": b"\xd0\xcf\x11\xe0 macros",
        "xl/ctrlProps/ctrlProp1.xml": b"<formControlPr objectType='Button'/>",
        "xl/drawings/drawing9.xml": b"<wsDr>a shape</wsDr>",
        "xl/media/image1.png": bytes(range(256)),
    }
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as archive:
        for name, content in extra.items():
            archive.writestr(name, content)
    return out.getvalue()


def list_book(lines: Iterable[str]) -> Workbook:
    """A workbook with a puzzle a row under the heading ``puzzle``."""
    workbook = Workbook()
    for row, text in enumerate(("puzzle", *lines), 1):
        workbook.worksheets[0].cell(row, 1, text)
    return workbook


def with_stored_value(data: bytes, value: str) -> bytes:
    """The file with the value of its formulas stored, as a spreadsheet program does."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            for empty in (b"<v></v>", b"<v />", b"<v/>"):
                part = part.replace(b"</f>" + empty, b"</f><v>" + value.encode() + b"</v>")
            new.writestr(name, part)
    return out.getvalue()


def solved_results(data: bytes) -> list[Result]:
    """The verdict of each puzzle of a workbook."""
    entries = puzzles_of_book(Book.open(data, Source("book.xlsx")), ReadOptions())
    return [Result(entry, settle(entry)) for entry in entries if isinstance(entry, Puzzle)]


def bytes_of(workbook: Workbook) -> bytes:
    """The file of a workbook."""
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def zip_of(**parts: bytes) -> bytes:
    """A zip archive of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def replaced(data: bytes, part: str, new: bytes) -> bytes:
    """A package with another part."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        return zip_of(**{name: old.read(name) for name in old.namelist()} | {part: new})


def xlsb_of(cells: Mapping[tuple[int, int], float | str]) -> bytes:
    """A binary workbook with one sheet, of the records that every reader needs."""
    rows: dict[int, bytes] = {}
    for (row, column), value in sorted(cells.items()):
        at = struct.pack("<II", column - 1, 0)
        is_text = isinstance(value, str)
        body = _wide(value) if isinstance(value, str) else struct.pack("<d", value)
        rows[row] = rows.get(row, b"") + _record(6 if is_text else 5, at + body)
    body = b"".join(
        _record(0, struct.pack("<I", row - 1) + bytes(13)) + inside for row, inside in rows.items()
    )
    ends = max(row for row, _ in cells) - 1, max(column for _, column in cells) - 1
    extent = _record(148, struct.pack("<IIII", 0, ends[0], 0, ends[1]))
    sheet = struct.pack("<II", 0, 1) + _wide("rId1") + _wide("Sheet1")
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    relation = (
        f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/%s" Target="%s"/></Relationships>'
    )
    types = f'<Types xmlns="{package}/content-types"/>'
    return zip_of(
        **{
            "[Content_Types].xml": types.encode(),
            "_rels/.rels": (relation % ("officeDocument", "xl/workbook.bin")).encode(),
            "xl/_rels/workbook.bin.rels": (
                relation % ("worksheet", "worksheets/sheet1.bin")
            ).encode(),
            "xl/workbook.bin": _record(131)
            + _record(143)
            + _record(156, sheet)
            + _record(144)
            + _record(132),
            "xl/worksheets/sheet1.bin": _record(129)
            + extent
            + _record(145)
            + body
            + _record(146)
            + _record(130),
        }
    )


def _record(kind: int, data: bytes = b"") -> bytes:
    """A record of a binary workbook: its kind and its size in seven bits a byte."""
    return _sevens(kind) + _sevens(len(data)) + data


def _sevens(number: int) -> bytes:
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + _sevens(rest) if rest else bytes([low])


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xls_of(cells: Mapping[tuple[int, int], float]) -> bytes:
    """An old Excel file with one sheet of numbers: BIFF8 records in a compound file."""

    def record(kind: int, data: bytes = b"") -> bytes:
        return struct.pack("<HH", kind, len(data)) + data

    def start(kind: int) -> bytes:
        return record(0x809, struct.pack("<HHHHII", 0x600, kind, 0, 0, 0, 0))

    numbers = (
        record(0x203, struct.pack("<HHHd", row - 1, column - 1, 0, value))
        for (row, column), value in sorted(cells.items())
    )
    sheet = start(0x10) + b"".join(numbers) + record(0x0A)
    name = b"\x06\x00Sheet1"
    first = len(start(5)) + 4 + 6 + len(name) + 4  # where the sheet begins
    book = start(5) + record(0x85, struct.pack("<IH", first, 0) + name) + record(0x0A) + sheet
    return _compound("Workbook", book)


def _compound(name: str, stream: bytes) -> bytes:
    """A compound file with one stream, of the sectors that every reader needs."""
    sectors = -(-max(len(stream), 4096) // 512)
    end, free, table = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
    chain = [table, end, *range(3, sectors + 2), end]
    sizes = struct.pack(
        "<HHHHHHIIIIIIIIII", 62, 3, 0xFFFE, 9, 6, 0, 0, 0, 1, 1, 0, 4096, end, 0, end, 0
    )
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + sizes
    header += struct.pack("<109I", 0, *[free] * 108)

    def entry(title: str, kind: int, child: int, start: int, size: int) -> bytes:
        text = title.encode("utf-16-le") + b"\0\0"
        links = struct.pack("<HBBIII", len(text), kind, 1, free, free, child)
        return text.ljust(64, b"\0") + links + bytes(36) + struct.pack("<IQ", start, size)

    folder = entry("Root Entry", 5, 1, end, 0) + entry(name, 2, free, 2, sectors * 512)
    parts = struct.pack(f"<{len(chain)}I", *chain).ljust(512, b"\xff"), folder.ljust(512, b"\0")
    return header + b"".join(parts) + stream.ljust(sectors * 512, b"\0")


def ods_of(
    cells: Mapping[tuple[int, int], float], looks: Mapping[tuple[int, int], str] | None = None
) -> bytes:
    """An OpenDocument workbook with one sheet of numbers.

    ``looks`` are the properties of cells, as ``fo:border="0.74pt solid #000000"``.
    """
    looks = looks or {}
    bottom, right = (max(each) for each in zip(*cells, *looks, strict=True))
    names = {look: f"ce{number}" for number, look in enumerate(dict.fromkeys(looks.values()))}
    styles = "".join(
        f'<style:style style:name="{name}" style:family="table-cell">'
        f"<style:table-cell-properties {look}/></style:style>"
        for look, name in names.items()
    )

    def cell(row: int, column: int) -> str:
        value, look = cells.get((row, column)), looks.get((row, column))
        style = f' table:style-name="{names[look]}"' if look is not None else ""
        if value is None:
            return f"<table:table-cell{style}/>"
        return f'<table:table-cell{style} office:value-type="float" office:value="{value:g}"/>'

    rows = "".join(
        "<table:table-row>"
        + "".join(cell(row, column) for column in range(1, right + 1))
        + "</table:table-row>"
        for row in range(1, bottom + 1)
    )
    space = "urn:oasis:names:tc:opendocument:xmlns:"
    spaces = "".join(
        f' xmlns:{name}="{space}{name}:1.0"' for name in ("office", "table", "text", "style")
    )
    content = (
        f'<office:document-content{spaces} xmlns:fo="{space}xsl-fo-compatible:1.0">'
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:table table:name="Sheet1">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = f'<m:manifest xmlns:m="{space}manifest:1.0"/>'
    parts = {"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest}
    return zip_of(**{name: text.encode() for name, text in parts.items()})


def flat(data: bytes) -> bytes:
    """The same workbook as a flat document."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        content = archive.read("content.xml")
    return content.replace(b"office:document-content", b"office:document")
