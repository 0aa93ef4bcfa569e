"""Determines the kind of a workbook, and whether it is safe to open."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from enum import Enum

from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
MOST_BYTES = 1 << 30  # all parts together, unpacked
MOST_PART_BYTES = 400 << 20  # one part that is read in pieces
MOST_WHOLE_BYTES = 64 << 20  # one part that is read at once, such as the texts and the styles
MOST_CELLS = 1_000_000  # cells with a value; openpyxl needs about ten seconds for them
SQUEEZED = 4 << 20  # in a larger sheet, cells with only a format are dropped before reading
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_CHUNK = 1 << 20
_NOTHING_IN_CELL = re.compile(rb"<(?:\w+:)?c\b[^<>]*/>")
_NOTHING_IN_ROW = re.compile(rb"<(?:\w+:)?row\b[^<>]*(?:/>|>\s*</(?:\w+:)?row>)")
_VALUE = re.compile(rb"<(?:\w+:)?(?:v|is)>")
_SPACES = re.compile(rb"\s{1000,}")
_READ = re.compile(r"(xl/.*\.xml|xl/.*\.rels|xl/worksheets/.*\.bin|content\.xml|_rels/.*)$")
_WHOLE = re.compile(r"(xl/(workbook|styles|sharedStrings)\.(xml|bin)|.*\.rels|content\.xml)$")
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml$")


class BookKind(Enum):
    """The kinds of workbook that can be read."""

    XLSX = "xlsx"
    XLSB = "xlsb"
    ODS = "ods"
    XLS = "xls"
    FODS = "fods"
    XML_2003 = "Excel 2003 XML"
    HTML = worded("a web page")


OPENDOCUMENT = (BookKind.ODS, BookKind.FODS)
_XML_KINDS = {
    b"urn:schemas-microsoft-com:office:spreadsheet": BookKind.XML_2003,
    b"opendocument:xmlns:office": BookKind.FODS,
}
_HTML = re.compile(rb"<(?:!doctype html|html|table|head|body|meta)\b", re.I)
_TEXT_HEAD = 4096  # bytes that show what a text is


def kind_of(data: bytes, source: Source) -> BookKind:
    """The kind of a workbook, by its first bytes and its parts.

    Raises InputError if it is not a workbook, needs a password, or is far too large when unpacked.
    """
    if data.startswith(OLE):
        if _ENCRYPTED in data:
            raise InputError(
                "it is protected by a password; save it without one (File, Info, Protect "
                "Workbook, Encrypt with Password) first",
                source,
            )
        return BookKind.XLS
    if not data.startswith(ZIP):
        kind = kind_of_text(data)
        if kind is not None and len(data) > MOST_WHOLE_BYTES:
            most = worded("at most {most} MB are read", most=MOST_WHOLE_BYTES >> 20)
            raise InputError(
                "it has {count} MB; {most}", source, count=f"{len(data) / 2**20:,.0f}", most=most
            )
        if kind in (BookKind.FODS, BookKind.XML_2003) and (
            b"<!DOCTYPE" in data or b"<!ENTITY" in data
        ):
            problem = worded("it declares XML entities, which no workbook needs; it was not read")
            raise InputError(problem, source)
        if kind is not None:
            return kind
        raise InputError(
            "it is not a workbook (renamed?); for a text use {from} csv, grid or line", source
        )
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        _check(archive, source)
        return _kind_of_archive(archive, source)


def kind_of_text(data: bytes) -> BookKind | None:
    """The kind of a workbook that is a text; None if it is not one."""
    head = data[:_TEXT_HEAD]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head[2:].replace(b"\0", b"")
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head.startswith(b"<"):
        return None
    for space, kind in _XML_KINDS.items():
        if head.startswith((b"<?xml", b"<office:", b"<Workbook", b"<ss:")) and space in head:
            return kind
    return BookKind.HTML if _HTML.search(head) else None


def _check(archive: zipfile.ZipFile, source: Source) -> None:
    parts = archive.infolist()
    if any(part.flag_bits & 1 for part in parts):
        raise InputError("it is a zip archive with a password; remove it first", source)
    whole = sum(part.file_size for part in parts)
    for part in parts:
        most = MOST_WHOLE_BYTES if _WHOLE.match(part.filename) else MOST_PART_BYTES
        if _READ.match(part.filename) and part.file_size > most:
            raise InputError(
                "its part {part} unpacks to {size} MB; at most {most} MB are read (a zip bomb?)",
                source,
                part=part.filename,
                size=f"{part.file_size / 2**20:,.0f}",
                most=most >> 20,
            )
    if whole > MOST_BYTES or len(parts) > 100_000:
        raise InputError(
            "it unpacks to {whole} MB in {parts}; at most {most} MB are read (a zip bomb?)",
            source,
            whole=f"{whole / 2**20:,.0f}",
            parts=plural(len(parts), "part"),
            most=f"{MOST_BYTES >> 20:,}",
        )
    for part in parts:
        if _READ.match(part.filename) and part.file_size:
            with archive.open(part) as stream:
                head = stream.read(4096)
            if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
                raise InputError(
                    "its part {part} declares XML entities, which no workbook needs; it was "
                    "not read",
                    source,
                    part=part.filename,
                )


def _kind_of_archive(archive: zipfile.ZipFile, source: Source) -> BookKind:
    names = set(archive.namelist())
    if "xl/workbook.bin" in names:
        return BookKind.XLSB
    if "content.xml" in names and (
        "mimetype" not in names or b"spreadsheet" in archive.read("mimetype")
    ):
        if "META-INF/manifest.xml" in names:
            manifest = archive.read("META-INF/manifest.xml")
            if b"encryption-data" in manifest:
                raise InputError("it is protected by a password; save it without one first", source)
        return BookKind.ODS
    if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
        return BookKind.XLSX
    some = ", ".join(sorted(names)[:3]) or "nothing"
    raise InputError("it is a zip archive but not a workbook; it holds {some}", source, some=some)


def refuse_many_values(cells: int, source: Source) -> None:
    """Raise InputError if a workbook holds more values than the limit."""
    if cells > MOST_CELLS:
        raise InputError(
            "it holds more than {most} values; put the puzzles in a workbook of their own, or "
            "in a text or CSV file with one puzzle per line",
            source,
            most=f"{MOST_CELLS:,}",
        )


def squeezed(data: bytes, source: Source) -> bytes:
    """The same package, without cells and rows in large sheets that only have a format.

    A million formatted rows cost openpyxl minutes and gigabytes. Here they are dropped during
    unpacking. Raises InputError if there are too many values.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        large = {
            part.filename
            for part in archive.infolist()
            if part.file_size > SQUEEZED and _SHEET.match(part.filename)
        }
        if not large:
            return data
        out, values = io.BytesIO(), 0
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy:
            for part in archive.infolist():
                if part.filename in large:
                    with copy.open(part.filename, "w", force_zip64=True) as target:
                        for piece in _squeeze(archive, part):
                            values += len(_VALUE.findall(piece))
                            refuse_many_values(values, source)
                            target.write(piece)
                elif _READ.match(part.filename) or part.filename == "[Content_Types].xml":
                    copy.writestr(part.filename, archive.read(part))
        return out.getvalue()


def _squeeze(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """A sheet without its empty cells. The pieces end between rows if possible, or between tags."""
    rest = b""
    with archive.open(part) as stream:
        while chunk := stream.read(_CHUNK):
            rest += chunk
            end = rest.rfind(b"</row>") + 6
            if end < 6 and len(rest) >= 4 * _CHUNK:
                end = max(rest.rfind(b"<"), 0) or len(rest)
            if end > 5:
                yield _without_nothing(rest[:end])
                rest = rest[end:]
    yield _without_nothing(rest)


def _without_nothing(piece: bytes) -> bytes:
    """The piece without cells and rows that only have a format, and without long spaces."""
    piece = _NOTHING_IN_ROW.sub(b"", _NOTHING_IN_CELL.sub(b"", piece))
    return _SPACES.sub(b" ", piece)
