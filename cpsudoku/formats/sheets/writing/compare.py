"""Checks that everything else in a saved sheet is unchanged."""

from __future__ import annotations

import hashlib
import re

from cpsudoku.formats.sheets.reading.parts import Parts
from cpsudoku.formats.sheets.reading.sheet_picture import Place, place_of
from cpsudoku.formats.sheets.writing.xmledit import utf8

_ROW_OR_CELL = re.compile(
    rb"<(?:\w+:)?row\b([^>]*)>|<(?:\w+:)?c(?=[\s/>])([^>]*?)(?:/>|>.*?</(?:\w+:)?c>)", re.DOTALL
)
_ADDRESS = re.compile(rb"""\br=["']([A-Z]*[0-9]+)["']""")
_EMPTY_ROW = re.compile(rb"<(?:\w+:)?row\b[^>]*(?:/>|>\s*</(?:\w+:)?row>)")
_EMPTY_SHEET = re.compile(rb"<((?:\w+:)?sheetData)\b[^>]*(?:/>|>\s*</\1>)")


def others(parts: Parts, name: str, size: int | None, places: set[Place]) -> bytes:
    """A hash of a sheet part without the cells at some places and without emptied elements.

    Only the first ``size`` bytes can contain these cells. None means all bytes.
    """
    with parts.archive.open(name) as stream:
        data = utf8(stream.read(-1 if size is None else size))
    kept, end = _head(data, places)
    digest = hashlib.sha256(kept)
    digest.update(memoryview(data)[end:])
    for chunk in parts.chunks(name, len(data)) if size is not None else ():
        digest.update(chunk)
    return digest.digest()


def _head(data: bytes, places: set[Place]) -> tuple[bytes, int]:
    """The bytes without those cells, up to the last of their rows, and the end of that row."""
    last = max(row for row, _ in places)
    pieces: list[bytes] = []
    at = row = column = 0
    for match in _ROW_OR_CELL.finditer(data):
        if match[1] is not None:
            address = _ADDRESS.search(match[1])
            row, column = int(address[1]) if address is not None else row + 1, 0
            if row > last:
                pieces.append(data[at : match.start()])
                at = match.start()
                break
            continue
        address = _ADDRESS.search(match[2])
        column = place_of(address[1].decode())[1] if address is not None else column + 1
        if (row, column) in places:
            pieces.append(data[at : match.start()])
            at = match.end()
    else:
        pieces.append(data[at:])
        at = len(data)
    return _EMPTY_SHEET.sub(b"", _EMPTY_ROW.sub(b"", b"".join(pieces))), at
