"""Edits the XML of a sheet: cells get values and looks, and every other byte is unchanged."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cpsudoku.formats.sheets.reading.references import moved
from cpsudoku.formats.sheets.reading.sheet_picture import LAST_ROW, Place, place_of_address
from cpsudoku.formats.sheets.writing.answer_styles import NO_LOOK, LookChange
from cpsudoku.formats.sheets.writing.xmledit import Splices, XmlElement, escaped, parse, tag
from cpsudoku.runtime.errors import Unsupported, cell_address

_CELL_DEPTH = 4
_VALUE = re.compile(rb"<((?:\w+:)?v)\b[^>]*(?:/>|>.*?</\1>)", re.DOTALL)
_STALE = ("t", "cm", "vm")  # attributes of the old value: its type and its metadata

Styled = Callable[[int, LookChange], int]
"""The number of a cell format with a look."""


@dataclass(frozen=True)
class CellChange:
    """The change of a cell: a new value, or None to keep the old one, and its look.

    ``forgets``: drop the stored value of a formula, since it is out of date. ``clears``: drop the
    content of the cell, and the whole cell unless its look changes. ``overwrites``: a formula
    may be replaced. ``like`` are cells whose usual font it gets.
    """

    value: int | str | None = None
    look: LookChange = NO_LOOK
    forgets: bool = False
    clears: bool = False
    overwrites: bool = False
    like: tuple[Place, ...] = ()


@dataclass(frozen=True)
class SheetFrame:
    """The look of a sheet without its values, as attributes of its XML.

    ``standard`` is the usual row and column. ``formats`` has the number of each cell's format.
    """

    standard: Mapping[str, str]
    columns: Sequence[Mapping[str, str]]
    rows: Mapping[int, Mapping[str, str]]
    formats: Mapping[Place, int]
    grid_lines: bool = True


_HEIGHT = ("ht", "customHeight")


def _plain(attributes: Mapping[str, str]) -> dict[str, str]:
    """The attributes without those of extensions, which need a namespace."""
    return {key: value for key, value in attributes.items() if ":" not in key}


def is_row_after(element: XmlElement, last: int) -> bool:
    """Whether an element is a row below ``last``."""
    return element.local == "row" and int(element.attributes.get("r", "0")) > last


def cell_xml(
    name: str,
    attributes: Mapping[str, str],
    change: CellChange,
    base: int,
    styled: Styled,
    old: bytes | None = None,
) -> bytes:
    """The XML of a changed cell. ``old`` is its inner XML if it keeps its value."""
    kept = dict(attributes)
    number = styled(base, change.look)
    if number:
        kept["s"] = str(number)
    if change.forgets:
        kept.pop("t", None)
    if change.clears and change.look == NO_LOOK:
        return b""
    if change.clears:
        return tag(name, {key: text for key, text in kept.items() if key not in _STALE})
    if change.value is None:
        return tag(name, kept, old.decode() if old else None)
    prefix = name[: len(name) - 1]
    for stale in _STALE:
        kept.pop(stale, None)
    if isinstance(change.value, int):
        return tag(name, kept, f"<{prefix}v>{change.value}</{prefix}v>")
    kept["t"] = "inlineStr"
    text = f"<{prefix}t>{escaped(change.value)}</{prefix}t>"
    return tag(name, kept, f"<{prefix}is>{text}</{prefix}is>")


class SheetEditor:
    """The XML of a sheet whose cells change."""

    def __init__(self, data: bytes, places: set[Place], whole: bool = False) -> None:
        """Read the rows up to the last one that changes, and the first after it.

        ``whole``: read all rows, because an overwritten formula may be shared by any cell.
        """
        self._data = data
        self.moved: set[Place] = set()
        """The cells that got a formula of their own, because they shared an overwritten one."""
        last = LAST_ROW if whole else max(row for row, _ in places)
        root = parse(
            data,
            lambda depth, name: depth <= _CELL_DEPTH or (depth == _CELL_DEPTH + 1 and name == "f"),
            lambda element: is_row_after(element, last),
        )
        self._root = root
        sheet = root.child("sheetData")
        if sheet is None:
            raise Unsupported("a sheet without cells can't be changed")
        self._sheet = sheet
        self.cells: dict[Place, XmlElement] = {}
        self._columns: dict[int, list[int]] = {}
        self._rows: dict[int, XmlElement] = {}
        self._sorted: list[int] | None = None
        last_row = 0
        for row in sheet.children:
            last_row = int(row.attributes.get("r", last_row + 1))
            self._rows[last_row] = row
            column = 0
            for cell in row.children:
                address = cell.attributes.get("r")
                column = place_of_address(address)[1] if address else column + 1
                self.cells[last_row, column] = cell
                self._columns.setdefault(last_row, []).append(column)

    @property
    def frame(self) -> SheetFrame:
        """The widths, heights and formats of the sheet, as far as it was read."""
        standard, columns, views = (
            self._root.child(name) for name in ("sheetFormatPr", "cols", "sheetViews")
        )
        return SheetFrame(
            _plain(standard.attributes) if standard is not None else {},
            [_plain(column.attributes) for column in columns.children]
            if columns is not None
            else [],
            {
                number: {key: row.attributes[key] for key in _HEIGHT if key in row.attributes}
                for number, row in self._rows.items()
            },
            {place: int(cell.attributes.get("s", "0")) for place, cell in self.cells.items()},
            views is None or views.children[0].attributes.get("showGridLines") != "0",
        )

    def changed(self, changes: Mapping[Place, CellChange], styled: Styled) -> bytes:
        """The XML with the changes."""
        splices = Splices(self._data)
        own = self._own_formulas(changes)
        self.moved = set(own)
        for place in own.keys() - changes.keys():
            formula = self.cells[place].child("f")
            assert formula is not None
            splices.replace(formula.start, formula.end, own[place])
        missing: dict[int, list[Place]] = {}
        for place, change in sorted(changes.items()):
            cell = self.cells.get(place)
            if change.forgets and (cell is None or cell.child("f") is None):
                continue  # only a formula can be calculated again
            if cell is None:
                missing.setdefault(place[0], []).append(place)
                continue
            formula = cell.child("f")
            replaced = change.value is not None or change.clears
            if replaced and formula is not None and not change.overwrites:
                raise Unsupported(
                    "cell {place} holds a formula, which is not overwritten; {to} xlsx "
                    "{output} FILE.xlsx writes the answer to a new workbook",
                    place=cell_address(*place),
                )
            base = int(cell.attributes.get("s", "0"))
            old = self._data[cell.inside : cell.close] if cell.is_open else None
            if old is not None and formula is not None and place in own:
                before, after = (cell.inside, formula.start), (formula.end, cell.close)
                old = self._data[slice(*before)] + own[place] + self._data[slice(*after)]
            if change.forgets and old is not None:
                old = _VALUE.sub(b"", old)
            new = cell_xml(cell.name, cell.attributes, change, base, styled, old)
            splices.replace(cell.start, cell.end, new)
        for row, places in missing.items():
            self._insert(splices, row, {place: changes[place] for place in places}, styled)
        return splices.apply()

    def _own_formulas(self, changes: Mapping[Place, CellChange]) -> dict[Place, bytes]:
        """The XML of the formulas of the cells that share a formula that is overwritten."""
        gone = {at for at, change in changes.items() if change.overwrites and at in self.cells}
        shared: dict[str, tuple[Place, str]] = {}
        for place in gone:
            formula = self.cells[place].child("f")
            if formula is not None and formula.attributes.get("t") == "shared" and formula.text:
                shared[formula.attributes.get("si", "")] = place, formula.text
        formulas: dict[Place, bytes] = {}
        for (row, column), cell in self.cells.items() if shared else ():
            formula = cell.child("f")
            if formula is None or formula.text or (row, column) in gone:
                continue
            if formula.attributes.get("t") == "shared" and formula.attributes.get("si") in shared:
                first, text = shared[formula.attributes["si"]]
                own = moved(text, row - first[0], column - first[1])
                formulas[row, column] = tag(formula.name, {}, escaped(own))
        return formulas

    def _insert(
        self, splices: Splices, number: int, changes: Mapping[Place, CellChange], styled: Styled
    ) -> None:
        """Insert cells into a row, which may be new too."""
        row = self._rows.get(number)
        prefix = self._sheet.prefix
        new = {
            place: cell_xml(
                f"{prefix}c", {"r": cell_address(*place)}, change, self.base(place), styled
            )
            for place, change in changes.items()
        }
        if row is None:
            below = self._row_after(number)
            xml = tag(f"{prefix}row", {"r": str(number)}, b"".join(new.values()).decode())
            if below is not None:
                splices.replace(below.start, below.start, xml)
            else:
                splices.insert_into(self._sheet, xml)
            return
        ends: list[bytes] = []
        for place, xml in new.items():
            later = [column for column in self._columns.get(number, ()) if column > place[1]]
            if later:
                splices.replace(*(self.cells[number, min(later)].start,) * 2, xml)
            else:
                ends.append(xml)
        if ends:
            splices.insert_into(row, b"".join(ends))

    def _row_after(self, number: int) -> XmlElement | None:
        """The first row below a missing row."""
        if self._sorted is None:
            self._sorted = sorted(self._rows)
        at = bisect(self._sorted, number)
        return self._rows[self._sorted[at]] if at < len(self._sorted) else None

    def base(self, place: Place) -> int:
        """The number of the format of a cell. A missing cell has that of its row or column."""
        if place in self.cells:
            return int(self.cells[place].attributes.get("s", "0"))
        row = self._rows.get(place[0])
        if row is not None and "s" in row.attributes:
            return int(row.attributes["s"])
        columns = self._root.child("cols")
        for column in columns.children if columns is not None else ():
            first, last = (int(column.attributes.get(key, "0")) for key in ("min", "max"))
            if first <= place[1] <= last:
                return int(column.attributes.get("style", "0"))
        return 0
