"""The parts of an Excel package: the part of each sheet, and the content of its XML."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from functools import cached_property
from xml.etree import ElementTree

from cpsudoku.formats.sheets.reading.sheet_picture import (
    Place,
    Rect,
    column_number,
    place_of_address,
)

_WORKSHEET = "/worksheet"
_COL = re.compile(rb"<(?:\w+:)?col\s([^>]*)>")
_ATTRIBUTE = re.compile(rb'(\w+)="([0-9.]+)"')
_WIDEST = 100  # the most columns with one width that are read
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\b[^>]*?\bref=[\"']([^\"']+)[\"']")
_CHUNK = 1 << 20
_ROW = re.compile(rb"""<(?:\w+:)?row\b[^>]*?\br=["']([0-9]+)["'][^>]*>""")
_COLUMN = re.compile(rb"""<(?:\w+:)?c\s[^>]*?\br=["']([A-Z]+)""")
_LONG_ROW = re.compile(rb'<row [^>]*?\br="(\d{7,})"')
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")


def local(tag: str) -> str:
    """The name of an element without its namespace."""
    return tag.rpartition("}")[2]


class PackageParts:
    """The parts of a package, read on demand."""

    def __init__(self, data: bytes) -> None:
        self.archive = zipfile.ZipFile(io.BytesIO(data))
        self.names = [part.filename for part in self.archive.infolist()]

    def read(self, name: str) -> bytes:
        """The bytes of a part."""
        return self.archive.read(name)

    @cached_property
    def workbook(self) -> str:
        """The path of the workbook part."""
        for kind, target in self.related(""):
            if kind.endswith("/officeDocument"):
                return target
        return "xl/workbook.xml"

    def related(self, part: str) -> Iterator[tuple[str, str]]:
        """The type and the path of each part that a part refers to."""
        for kind, target, _ in self.relations(part):
            yield kind, target

    def relations(self, part: str) -> Iterator[tuple[str, str, str]]:
        """Type, path and id of each relation inside the package."""
        folder, name = posixpath.split(part)
        rels = posixpath.join(folder, "_rels", f"{name}.rels")
        if rels not in self.names:
            return
        for relation in ElementTree.fromstring(self.read(rels)):
            if relation.get("TargetMode") != "External":
                target = relation.get("Target", "")
                path = target.lstrip("/") if target.startswith("/") else f"{folder}/{target}"
                path = posixpath.normpath(path).lstrip("/")
                yield relation.get("Type", ""), path, relation.get("Id", "")

    @cached_property
    def sheets(self) -> dict[str, str]:
        """The path of each worksheet by its title, in order."""
        targets = {
            number: path
            for kind, path, number in self.relations(self.workbook)
            if kind.endswith(_WORKSHEET)
        }
        found: dict[str, str] = {}
        for element in ElementTree.fromstring(self.read(self.workbook)).iter():
            if local(element.tag) == "sheet":
                ids = [value for key, value in element.items() if local(key) == "id"]
                if ids and ids[0] in targets:
                    found[element.get("name", "")] = targets[ids[0]]
        return found

    def tables(self, sheet: str) -> Iterator[tuple[str, Rect]]:
        """The name and the body, without headings and totals, of each table of a sheet part."""
        for kind, path in self.related(sheet):
            if kind.endswith("/table") and path in self.names:
                table = ElementTree.fromstring(self.read(path))
                rect = Rect.parse(table.get("ref", ""))
                top = rect.top + int(table.get("headerRowCount", "1"))
                bottom = rect.bottom - int(table.get("totalsRowCount", "0"))
                if top <= bottom:
                    name = table.get("displayName") or table.get("name") or ""
                    yield name, Rect(top, rect.left, bottom, rect.right)

    def notes(self, sheet: str) -> dict[Place, str]:
        """The text of the comment of each cell of a sheet part that has one."""
        found: dict[Place, str] = {}
        for kind, path in self.related(sheet):
            if kind.endswith("/comments") and path in self.names:
                elements = ElementTree.fromstring(self.read(path)).iter()
                for each in (one for one in elements if local(one.tag) == "comment"):
                    texts = (part.text or "" for part in each.iter() if local(part.tag) == "t")
                    found[place_of_address(each.get("ref", ""))] = "".join(texts)
        return found

    @cached_property
    def has_small_text(self) -> bool:
        """Whether parts of a text are raised or have a size of their own."""
        name = posixpath.join(posixpath.dirname(self.workbook), "sharedStrings.xml")
        return name in self.names and any(
            b"vertAlign" in piece or b"<sz " in piece for piece in self.pieces(name)
        )

    def merged(self, sheet: str) -> tuple[Rect, ...]:
        """The merged cells of a sheet part, in its order."""
        found = (ref for piece in self.pieces(sheet) for ref in _MERGED.findall(piece))
        return tuple(Rect.parse(ref.decode()) for ref in found if b":" in ref)

    def widths(self, sheet: str) -> dict[int, float]:
        """The explicit column widths of a sheet part, in characters, by column number."""
        widths: dict[int, float] = {}
        for piece in self.pieces(sheet):
            for column in _COL.findall(piece):
                found = {name: text.decode() for name, text in _ATTRIBUTE.findall(column)}
                if {b"min", b"max", b"width"} <= found.keys():
                    first, last = int(found[b"min"]), int(found[b"max"])
                    last = min(last, first + _WIDEST)  # a width for all columns is not significant
                    widths |= dict.fromkeys(range(first, last + 1), float(found[b"width"]))
            if b"<sheetData" in piece:
                break
        return widths

    def has_formulas(self, sheet: str) -> bool:
        """Whether a sheet part has a formula."""
        return any(
            (b"<f" in piece or b":f" in piece) and _FORMULA.search(piece)  # the first test is quick
            for piece in self.pieces(sheet)
        )

    def row_beyond(self, sheet: str, last: int) -> str | None:
        """The number, as written, of a row beyond the last row that a sheet can have."""
        for piece in self.pieces(sheet):
            for number in _LONG_ROW.findall(piece):
                if int(number[:20]) > last:
                    return str(number, "ascii")
        return None

    def pieces(self, name: str) -> Iterator[bytes]:
        """The bytes of a part, which may be very large, in pieces that end between tags."""
        rest = b""
        with self.archive.open(name) as stream:
            while chunk := stream.read(_CHUNK):
                piece, cut, begun = (rest + chunk).rpartition(b"<")
                yield piece if cut else begun
                rest = cut + begun if cut else b""
        yield rest

    def last_column(self, sheet: str) -> int:
        """The last column of a sheet part that has a cell; 0 if there are no cells."""
        letters = {at for piece in self.pieces(sheet) for at in _COLUMN.findall(piece)}
        return max((column_number(at.decode()) for at in letters), default=0)

    def size(self, name: str) -> int:
        """The unpacked size of a part, in bytes."""
        return self.archive.getinfo(name).file_size

    def rows_to(self, sheet: str, last: int) -> bytes:
        """A sheet part up to the first tag of the row after ``last``, or all of it."""
        read: list[bytes] = []
        for piece in self.pieces(sheet):
            for row in _ROW.finditer(piece):
                if int(row[1]) > last:
                    return b"".join([*read, piece[: row.end()]])
            read.append(piece)
        return b"".join(read)

    def chunks(self, name: str, start: int = 0) -> Iterator[bytes]:
        """The bytes of a part from ``start``, in pieces."""
        with self.archive.open(name) as stream:
            stream.seek(start)
            while chunk := stream.read(_CHUNK):
                yield chunk
