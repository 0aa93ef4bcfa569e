"""Pictures of the tables of a web page, which some programs save as ``.xls``."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from cpsudoku.formats.sheets.reading.guard import refuse_many_values
from cpsudoku.formats.sheets.reading.sheet_picture import Cell, Place, Rect, SheetPicture
from cpsudoku.runtime.errors import InputError, Source

_MOST_SPANNED = 1000  # rows or columns of one cell
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:\.\d+)?")
_UNREAD = ("comment", "script", "style")
_CHARSET = re.compile(rb"charset=[\"']?([\w-]+)", re.I)


def pictures(data: bytes, source: Source) -> tuple[list[SheetPicture], str | None]:
    """One sheet for each table with content, and the title of the first."""
    reader = _PageReader(source)
    reader.feed(_text(data))
    reader.close()
    tables = [table.picture(f"Table {at}") for at, table in enumerate(reader.tables, 1)]
    tables = [picture for picture in tables if picture.cells]
    if not tables:
        raise InputError("it is a web page without a table", source)
    return tables, tables[0].sheet


def _text(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    named = _CHARSET.search(data[:2048])
    try:
        return data.decode(named[1].decode() if named else "utf-8-sig", "replace")
    except LookupError:
        return data.decode("utf-8", "replace")


class _Table:
    """A table while it is read."""

    def __init__(self) -> None:
        self.cells: dict[Place, Cell] = {}
        self.merged: list[Rect] = []
        self.row = self.column = 0
        self._taken: set[Place] = set()
        self._texts: list[str] | None = None
        self._here: Place = (1, 1)

    def start_row(self) -> None:
        """Begin the next row."""
        self.row, self.column = self.row + 1, 0

    def start_cell(self, attributes: dict[str, str | None]) -> None:
        """Begin the next free cell of the row."""
        self.row, self.column = max(self.row, 1), self.column + 1
        while (self.row, self.column) in self._taken:
            self.column += 1
        down, across = (_span(attributes.get(name)) for name in ("rowspan", "colspan"))
        self._here, self._texts = (self.row, self.column), []
        rect = Rect(self.row, self.column, self.row + down - 1, self.column + across - 1)
        if down * across > 1:
            self.merged.append(rect)
            self._taken |= set(rect.places) if down > 1 else set()
        self.column = rect.right

    def add(self, text: str) -> None:
        """Add a text to the cell."""
        if self._texts is not None:
            self._texts.append(text)

    def end_cell(self) -> None:
        """End the cell, if there is one."""
        if self._texts is not None:
            text = " ".join("".join(self._texts).split())
            if text:
                self.cells[self._here] = Cell(_value(text))
            self._texts = None

    def picture(self, title: str) -> SheetPicture:
        """The table as a sheet."""
        return SheetPicture(title, self.cells, tuple(self.merged))


class _PageReader(HTMLParser):
    """Reads the tables of a page, also those inside others."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.tables: list[_Table] = []
        self._open: list[_Table] = []
        self._source = source
        self._unread = 0  # comments, scripts and the like that are open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row or a cell. The value of an input field is a text."""
        attributes = dict(attrs)
        self._unread += tag in _UNREAD
        if tag == "table":
            self.tables.append(_Table())
            self._open.append(self.tables[-1])
        elif self._open and tag in ("tr", "td", "th"):
            self._open[-1].end_cell()
            if tag == "tr":
                self._open[-1].start_row()
            else:
                self._open[-1].start_cell(attributes)
        elif self._open and tag == "input" and attributes.get("type") not in ("hidden", "button"):
            self._open[-1].add(attributes.get("value") or "")
        elif self._open and tag == "br":
            self._open[-1].add(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a cell or a table."""
        self._unread -= tag in _UNREAD and self._unread > 0
        if self._open and tag in ("td", "th", "tr", "table"):
            self._open[-1].end_cell()
            refuse_many_values(len(self._open[-1].cells), self._source)
            if tag == "table":
                self._open.pop()

    def handle_data(self, data: str) -> None:
        """Add a text to the cell that is open."""
        if self._open and not self._unread:
            self._open[-1].add(data)


def _span(text: str | None) -> int:
    return min(max(1, int(text)), _MOST_SPANNED) if text and text.strip().isdecimal() else 1


def _value(text: str) -> object:
    """A number, or the text."""
    if _NUMBER.fullmatch(text) is None:
        return text
    return float(text) if "." in text else int(text)
