"""Whether a saved sheet still has every element that was not to change."""

from __future__ import annotations

import hashlib
import re

from cpsudoku.formats.sheets.picture import Place, Rect
from cpsudoku.formats.sheets.sheetxml import is_row_after
from cpsudoku.formats.sheets.xmledit import Element, parse, utf8

_Seen = tuple[str, tuple[tuple[str, str], ...], str]


def others(data: bytes, places: set[Place]) -> tuple[list[_Seen], bytes]:
    """Every element of a sheet but the cells at some places and what is in those.

    What comes after the rows of those places is given by the hash of its bytes.
    """
    found: list[_Seen] = []
    data, last = utf8(data), max(row for row, _ in places)
    ends: list[int] = []

    def is_last(element: Element) -> bool:
        if is_row_after(element, last):
            ends.append(element.start)
        return bool(ends)

    def walk(element: Element) -> None:
        if element.local == "c" and not _is_other(element, places):
            return
        if element.local == "f":  # a shared formula may be written out where its first cell went
            return
        if element.local != "row" or any(_is_other(c, places) for c in element.children):
            found.append((element.name, tuple(element.attributes.items()), element.text))
        for child in element.children:
            if child.start not in ends:
                walk(child)

    walk(parse(data, None, is_last))
    if not ends or _SHARED.search(data):
        return found, b""
    return found, hashlib.sha256(memoryview(data)[ends[0] :]).digest()


_SHARED = re.compile(rb"""\bt=["']shared["']""")


def _is_other(cell: Element, places: set[Place]) -> bool:
    return Rect.parse(cell.attributes.get("r", "A1"))[:2] not in places
