"""The description in the properties of a workbook, which lists the verdicts of its puzzles.

Each of our lines begins with ``MARK`` and the title of a sheet. All other lines stay.
"""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from cpsudoku.core.verdict import Result
from cpsudoku.formats.sheets.reading.guard import ZIP
from cpsudoku.formats.sheets.writing.xmledit import Splices, XmlElement, escaped, parse, tag, utf8
from cpsudoku.runtime.plural import plural

MARK = "cpsudoku: "
MOST = 20  # lines of a sheet
EMPTY_CORE = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<cp:coreProperties xmlns:cp='
    b'"http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>'
)
"""The part of an Excel package that has its description, before it has one."""

_DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
_NAMES = ("docProps/core.xml", "meta.xml")


def verdict_lines(results: Iterable[Result]) -> list[str]:
    """A line for each of the first puzzles of each sheet, and one that counts the others."""
    by_sheet: dict[str, list[Result]] = {}
    for result in results:
        by_sheet.setdefault(result.source.sheet or "", []).append(result)
    lines = list[str]()
    for sheet, found in by_sheet.items():
        for result in found[:MOST]:
            source = result.source
            where = source.range or source.address(0, 0) or ""
            lines.append(f"{_start(sheet)}{where}: {result.word}")
        rest = Counter(result.word for result in found[MOST:])
        if rest:
            counts = ", ".join(f"{count} {word}" for word, count in rest.items())
            lines.append(f"{_start(sheet)} {plural(rest.total(), 'more puzzle')}: {counts}")
    return lines


def described(part: bytes, lines: Sequence[str], sheets: Collection[str] | None) -> bytes:
    """The part of properties with these lines instead of those of the sheets, or of all."""
    data = utf8(part)
    splices = Splices(data)
    root = parse(data)
    describe(splices, root.child("meta") or root, lines, sheets, "xmlns:dc" in root.attributes)
    return splices.apply()


def describe(
    splices: Splices,
    within: XmlElement,
    lines: Sequence[str],
    sheets: Collection[str] | None,
    is_declared: bool,
) -> None:
    """Replace our lines about these sheets, or about all, in the element that lists properties.

    ``is_declared``: whether the prefix ``dc`` is known there.
    """
    old = within.child("description")
    before = old.text.split("\n") if old is not None and old.text else []
    text = "\n".join([*(line for line in before if not _is_about(line, sheets)), *lines])
    if old is None and not text:
        return
    name = old.name if old is not None else "dc:description"
    usual = {} if is_declared else {"xmlns:dc": _DUBLIN_CORE}
    declared = old.attributes if old is not None else usual
    new = tag(name, declared, escaped(text)) if text else b""
    if old is not None:
        splices.replace(old.start, old.end, new)
    else:
        splices.insert_into(within, new)


def is_described(data: bytes) -> bool:
    """Whether a workbook has a line of ours."""
    if not data.startswith(ZIP):
        return MARK.encode() in data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return any(
            MARK.encode() in utf8(archive.read(name))
            for name in archive.namelist()
            if name.endswith(_NAMES)
        )


def _start(sheet: str) -> str:
    return f"{MARK}{sheet}!"


def _is_about(line: str, sheets: Collection[str] | None) -> bool:
    if sheets is None:
        return line.startswith(MARK)
    return line.startswith(tuple(map(_start, sheets)))
