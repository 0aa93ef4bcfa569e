"""What kind of workbook some bytes are, and whether it is safe to open."""

from __future__ import annotations

import io
import re
import zipfile
from enum import Enum
from typing import IO

from cpsudoku.errors import InputError, Source

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
MOST_BYTES = 1 << 30  # of all parts together, unpacked
MOST_PART_BYTES = 400 << 20  # of one that is read
SQUEEZED = 4 << 20  # a sheet above this is read without its cells that only have a format
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_CHUNK = 1 << 20
_NOTHING_IN_CELL = re.compile(rb"<(?:\w+:)?c\b[^<>]*/>")
_NOTHING_IN_ROW = re.compile(rb"<(?:\w+:)?row\b[^<>]*(?:/>|>\s*</(?:\w+:)?row>)")
_READ = re.compile(r"(xl/.*\.xml|xl/.*\.rels|content\.xml|_rels/.*)$")
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml$")


class Kind(Enum):
    """The kinds of workbook that are read."""

    XLSX = "xlsx"
    XLSB = "xlsb"
    ODS = "ods"
    XLS = "xls"


def kind_of(data: bytes, source: Source) -> Kind:
    """The kind of a workbook by its first bytes and its parts.

    Raises InputError where it is none, needs a password, or unpacks to far too much.
    """
    if data.startswith(OLE):
        if _ENCRYPTED in data:
            raise InputError(
                "it is protected by a password; save it without one (File, Info, "
                "Protect Workbook, Encrypt with Password) first",
                source,
            )
        return Kind.XLS
    if not data.startswith(ZIP):
        raise InputError(
            "it is no workbook (renamed?); for a text use --from csv, grid or line", source
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check(archive, source)
            return _kind_of_archive(archive, source)
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"it is no workbook, or a damaged one: {error}", source) from None


def _check(archive: zipfile.ZipFile, source: Source) -> None:
    parts = archive.infolist()
    if any(part.flag_bits & 1 for part in parts):
        raise InputError("it is a zip archive with a password; remove it first", source)
    whole = sum(part.file_size for part in parts)
    largest = max((p for p in parts if _READ.match(p.filename)), key=_size, default=None)
    if largest is not None and largest.file_size > MOST_PART_BYTES:
        raise InputError(
            f"its part {largest.filename} unpacks to {_size(largest) / 2**20:,.0f} MB; "
            f"at most {MOST_PART_BYTES >> 20} MB are read (a zip bomb?)",
            source,
        )
    if whole > MOST_BYTES or len(parts) > 100_000:
        raise InputError(
            f"it unpacks to {whole / 2**20:,.0f} MB in {len(parts):,} parts; "
            f"at most {MOST_BYTES >> 20:,} MB are read (a zip bomb?)",
            source,
        )
    for part in parts:
        if _READ.match(part.filename) and part.file_size:
            with archive.open(part) as stream:
                head = stream.read(4096)
            if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
                raise InputError(
                    f"its part {part.filename} declares XML entities, which no workbook needs; "
                    "it is not read",
                    source,
                )


def _size(part: zipfile.ZipInfo) -> int:
    return part.file_size


def _kind_of_archive(archive: zipfile.ZipFile, source: Source) -> Kind:
    names = set(archive.namelist())
    if "xl/workbook.bin" in names:
        return Kind.XLSB
    if "content.xml" in names and (
        "mimetype" not in names or b"spreadsheet" in archive.read("mimetype")
    ):
        if "META-INF/manifest.xml" in names:
            manifest = archive.read("META-INF/manifest.xml")
            if b"encryption-data" in manifest:
                raise InputError("it is protected by a password; save it without one first", source)
        return Kind.ODS
    if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
        return Kind.XLSX
    some = ", ".join(sorted(names)[:3]) or "nothing"
    raise InputError(f"it is a zip archive but no workbook; it holds {some}", source)


def squeezed(data: bytes) -> bytes:
    """The same package, its large sheets without the cells and rows that only have a format.

    A million formatted rows take openpyxl minutes and gigabytes; here they go as they unpack.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        large = {
            part.filename
            for part in archive.infolist()
            if part.file_size > SQUEEZED and _SHEET.match(part.filename)
        }
        if not large:
            return data
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy:
            for part in archive.infolist():
                if part.filename in large:
                    with copy.open(part.filename, "w", force_zip64=True) as target:
                        _squeeze(archive, part, target)
                elif _READ.match(part.filename) or part.filename == "[Content_Types].xml":
                    copy.writestr(part.filename, archive.read(part))
        return out.getvalue()


def _squeeze(archive: zipfile.ZipFile, part: zipfile.ZipInfo, target: IO[bytes]) -> None:
    """Copy a sheet in pieces that end between rows."""
    rest = b""
    with archive.open(part) as stream:
        while chunk := stream.read(_CHUNK):
            rest += chunk
            end = max(rest.rfind(b"<row"), rest.rfind(b":row"))
            if end <= 0:
                end = len(rest) if len(rest) > 64 * _CHUNK else 0
            elif rest[end : end + 1] == b":":
                end = rest.rfind(b"<", 0, end)
            piece, rest = rest[:end], rest[end:]
            target.write(_NOTHING_IN_ROW.sub(b"", _NOTHING_IN_CELL.sub(b"", piece)))
    target.write(_NOTHING_IN_ROW.sub(b"", _NOTHING_IN_CELL.sub(b"", rest)))
