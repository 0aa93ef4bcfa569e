"""Edits the rows of an OpenDocument sheet: cells get values and looks; the others are unchanged.

OpenDocument writes equal rows and cells once, with a number of repeats. A row or a run of cells in
which one changes is split.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from cpsudoku.formats.sheets.reading.odslooks import repeats
from cpsudoku.formats.sheets.reading.sheet_picture import LAST_ROW
from cpsudoku.formats.sheets.writing.answer_styles import LookChange
from cpsudoku.formats.sheets.writing.sheetxml import CellChange
from cpsudoku.formats.sheets.writing.xmledit import Splices, XmlElement, escaped, parse, tag
from cpsudoku.runtime.errors import Unsupported, cell_address

_ROWS_AGAIN, _CELLS_AGAIN = "table:number-rows-repeated", "table:number-columns-repeated"
_STYLE, _DEFAULT = "table:style-name", "table:default-cell-style-name"
_FORMULA = "table:formula"
_VALUES = (
    *("office:value-type", "office:value", "office:string-value", "office:boolean-value"),
    *("office:date-value", "office:time-value", "office:currency", "calcext:value-type"),
)
_ROW, _CELL, _TEXT = "table:table-row", "table:table-cell", "text:p"
_ROW_GROUPS = ("table-row-group", "table-header-rows", "table-rows")
_COLUMN_GROUPS = ("table-column-group", "table-header-columns", "table-columns")
_BEFORE_ROWS = ("table-row", *_ROW_GROUPS, "table-column", *_COLUMN_GROUPS)

OdfStyled = Callable[[str, LookChange], str]
"""The name of a style with a look."""


class OdfTable:
    """One sheet in the XML of a document."""

    def __init__(self, data: bytes, element: XmlElement) -> None:
        self._data = data
        self.element = element
        self._columns: list[tuple[int, str]] = []
        last = 0
        for column in _each(element, "table-column", _COLUMN_GROUPS):
            last += repeats(column.attributes, "number-columns-repeated")
            self._columns.append((last, column.attributes.get(_DEFAULT, "")))

    @cached_property
    def rows(self) -> list[tuple[int, int, XmlElement]]:
        """The first and the last number of each row, which may be repeated."""
        found, number = list[tuple[int, int, XmlElement]](), 1
        for row in _each(self.element, "table-row", _ROW_GROUPS):
            count = repeats(row.attributes, "number-rows-repeated")
            found.append((number, number + count - 1, row))
            number += count
        return found

    @property
    def columns_xml(self) -> bytes:
        """The XML of the columns."""
        names = ("table-column", *_COLUMN_GROUPS)
        columns = [child for child in self.element.children if child.local in names]
        return b"".join(self._data[column.start : column.end] for column in columns)

    def style_of_column(self, column: int) -> str:
        """The style of the cells of a column that have none of their own."""
        return next((style for last, style in self._columns if column <= last), "")

    def last_column(self) -> int:
        """The last column with content; 0 if there is none."""
        last = 0
        for *_, row in self.rows:
            if b"value-type=" in self._data[row.start : row.end]:
                found = _Row(self._data[row.start : row.end], 0)
                last = max([last, *(end for _, end, cell in found.runs if _has_value(cell))])
        return last

    def row(self, number: int) -> XmlElement | None:
        """The element of a row."""
        at = bisect_left(self.rows, number, key=lambda row: row[1])
        return self.rows[at][2] if at < len(self.rows) else None

    def styles(self, number: int) -> Callable[[int], str]:
        """The style of each cell of a row."""
        row = self.row(number)
        if row is None:
            return self.style_of_column
        found = _Row(self._data[row.start : row.end], 0)
        return lambda column: found.style(column) or self.style_of_column(column)

    def heights(self, first: int, last: int) -> Iterator[tuple[str, int]]:
        """The style of rows, and the number of rows that have it."""
        for top, bottom, row in self.rows:
            count = min(bottom, last) - max(top, first) + 1
            if count > 0:
                yield row.attributes.get(_STYLE, ""), count
        beyond = self.rows[-1][1] if self.rows else 0
        if last > beyond:
            yield "", last - max(beyond, first - 1)

    def change(
        self, changes: Mapping[tuple[int, int], CellChange], styled: OdfStyled, splices: Splices
    ) -> None:
        """Splice changed cells into the document."""
        waiting: dict[int, dict[int, CellChange]] = {}
        for (number, column), change in sorted(changes.items()):
            waiting.setdefault(number, {})[column] = change
        last = 0
        for first, last, row in self.rows:
            numbers = [number for number in waiting if first <= number <= last]
            if numbers:
                now = {number: waiting.pop(number) for number in numbers}
                new = self._split(row, first, last, now, styled)
                splices.replace(row.start, row.end, new)
        if waiting:
            self._append(waiting, last, styled, splices)

    def _split(
        self,
        row: XmlElement,
        first: int,
        last: int,
        changes: Mapping[int, Mapping[int, CellChange]],
        styled: OdfStyled,
    ) -> bytes:
        """The XML of a row that may stand for several, of which some change."""
        xml, at, pieces = self._data[row.start : row.end], first, list[bytes]()
        for number, cells in sorted(changes.items()):
            pieces.append(_again(xml, number - at))
            changed = _Row(_again(xml, 1), number)
            pieces.append(changed.changed(cells, styled, self.style_of_column))
            at = number + 1
        return b"".join([*pieces, _again(xml, last + 1 - at)])

    def _append(
        self,
        changes: Mapping[int, Mapping[int, CellChange]],
        last: int,
        styled: OdfStyled,
        splices: Splices,
    ) -> None:
        """Add rows below the last one."""
        pieces: list[bytes] = []
        for number, cells in sorted(changes.items()):
            gap = number - last - 1
            if gap:
                pieces.append(_again(tag(_ROW, {}, tag(_CELL, {}).decode()), gap))
            row = _Row(tag(_ROW, {}), number)
            pieces.append(row.changed(cells, styled, self.style_of_column))
            last = number
        before = [child for child in self.element.children if child.local in _BEFORE_ROWS]
        if before:
            splices.replace(before[-1].end, before[-1].end, b"".join(pieces))
        else:
            splices.insert_into(self.element, b"".join(pieces))


def _each(element: XmlElement, name: str, groups: tuple[str, ...]) -> Iterator[XmlElement]:
    """The rows or columns of a table, also those in groups."""
    for child in element.children:
        if child.local == name:
            yield child
        elif child.local in groups:
            yield from _each(child, name, groups)


def _has_value(cell: XmlElement) -> bool:
    return "office:value-type" in cell.attributes


def _again(row: bytes, count: int) -> bytes:
    """A row, repeated."""
    if count < 1:
        return b""
    element = parse(row, lambda depth, _: depth == 1)
    attributes = {key: text for key, text in element.attributes.items() if key != _ROWS_AGAIN}
    if count > 1:
        attributes[_ROWS_AGAIN] = str(min(count, LAST_ROW))
    splices = Splices(row)
    splices.retag(element, attributes)
    return splices.apply()


class _Row:
    """The XML of one row, by itself."""

    def __init__(self, xml: bytes, number: int) -> None:
        self._xml, self._number = xml, number
        self._root = parse(xml)
        self.runs: list[tuple[int, int, XmlElement]] = []
        """The first and the last column of each element of a cell."""
        column = 1
        for cell in self._root.children:
            if cell.local in ("table-cell", "covered-table-cell"):
                count = repeats(cell.attributes, "number-columns-repeated")
                self.runs.append((column, column + count - 1, cell))
                column += count

    def style(self, column: int) -> str:
        """The style of a cell; empty if it is that of its column."""
        for first, last, cell in self.runs:
            if first <= column <= last and _STYLE in cell.attributes:
                return cell.attributes[_STYLE]
        return self._root.attributes.get(_DEFAULT, "")

    def changed(
        self,
        changes: Mapping[int, CellChange],
        styled: OdfStyled,
        style_of_column: Callable[[int], str],
    ) -> bytes:
        """The XML with the changes."""
        splices, waiting, end = Splices(self._xml), dict(changes), 0

        def look_of(column: int, change: CellChange) -> str:
            return styled(self.style(column) or style_of_column(column), change.look)

        for first, last, cell in self.runs:
            end = last
            columns = sorted(column for column in waiting if first <= column <= last)
            pieces, at = list[bytes](), first
            for column in columns:
                change = waiting.pop(column)
                pieces.append(self._run(cell, column - at))
                pieces.append(self._cell(cell, column, change, look_of(column, change)))
                at = column + 1
            if columns:
                pieces.append(self._run(cell, last + 1 - at))
                splices.replace(cell.start, cell.end, b"".join(pieces))
        new: list[bytes] = []
        for column, change in sorted(waiting.items()):
            gap = column - end - 1
            if gap:
                new.append(tag(_CELL, {_CELLS_AGAIN: str(gap)} if gap > 1 else {}))
            new.append(self._cell(None, column, change, look_of(column, change)))
            end = column
        if new:
            splices.insert_into(self._root, b"".join(new))
        return splices.apply()

    def _run(self, cell: XmlElement, count: int) -> bytes:
        """The XML of an unchanged cell, repeated."""
        if count < 1:
            return b""
        attributes = {key: text for key, text in cell.attributes.items() if key != _CELLS_AGAIN}
        if count > 1:
            attributes[_CELLS_AGAIN] = str(count)
        inside = self._xml[cell.inside : cell.close].decode() if cell.is_open else None
        return tag(cell.name, attributes, inside)

    def _cell(self, cell: XmlElement | None, column: int, change: CellChange, style: str) -> bytes:
        """The XML of a changed cell."""
        attributes = dict(cell.attributes) if cell is not None else {}
        attributes.pop(_CELLS_AGAIN, None)
        attributes.pop(_STYLE, None)
        if style:
            attributes = {_STYLE: style, **attributes}
        replaced = change.value is not None or change.clears
        if replaced and _FORMULA in attributes and not change.overwrites:
            raise Unsupported(
                "cell {place} holds a formula, which is not overwritten; {to} xlsx {output} "
                "FILE.xlsx writes the answer to a new workbook",
                place=cell_address(self._number, column),
            )
        inside = self._inside(cell, keeps_text=not replaced and not change.forgets)
        if replaced or change.forgets:
            for name in _VALUES:
                attributes.pop(name, None)
        if replaced:
            attributes.pop(_FORMULA, None)
        if change.value is not None:
            attributes |= _value(change.value)
            lines = str(change.value).split("\n")
            inside += b"".join(tag(_TEXT, {}, escaped(line)) for line in lines)
        name = cell.name if cell is not None else _CELL
        return tag(name, attributes, inside.decode() if inside else None)

    def _inside(self, cell: XmlElement | None, keeps_text: bool) -> bytes:
        """The XML inside a cell: comments and drawings, and its text if that is kept."""
        if cell is None or not cell.is_open:
            return b""
        if keeps_text:
            return self._xml[cell.inside : cell.close]
        kept = (child for child in cell.children if child.name != _TEXT)
        return b"".join(self._xml[child.start : child.end] for child in kept)


def _value(value: int | str) -> dict[str, str]:
    if isinstance(value, int):
        return {"office:value-type": "float", "office:value": str(value)}
    return {"office:value-type": "string"}


def row_xml(style: str, cells: Mapping[int, tuple[CellChange, str]]) -> bytes:
    """The XML of a new row; each cell has the name of its style."""
    empty = _Row(tag(_ROW, {_STYLE: style} if style else {}), 0)
    changes = {column: change for column, (change, _) in cells.items()}
    styles = {column: name for column, (_, name) in cells.items()}
    return empty.changed(changes, lambda base, _: base, lambda column: styles.get(column, ""))


def empty_rows(style: str, count: int) -> bytes:
    """The XML of some empty rows."""
    named = {_STYLE: style} if style else {}
    return _again(tag(_ROW, named, tag(_CELL, {}).decode()), count)
