"""Pictures of the sheets of an Excel 2003 XML workbook, which is one XML document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from cpsudoku.formats.sheets.reading.guard import refuse_many_values
from cpsudoku.formats.sheets.reading.sheet_picture import (
    LAST_COLUMN,
    LAST_ROW,
    Cell,
    Place,
    Rect,
    SheetPicture,
)
from cpsudoku.runtime.errors import InputError, Source

_SPACE = "urn:schemas-microsoft-com:office:spreadsheet"
_SIDES = {"Left": 0, "Right": 1, "Top": 2, "Bottom": 3}


@dataclass(frozen=True)
class _CellStyle:
    """The lines and the background of a style."""

    lines: tuple[float, float, float, float] = (0, 0, 0, 0)
    fill: str = ""


@dataclass
class _XmlSheet:
    """A sheet while it is read."""

    title: str
    hidden: bool = False
    cells: dict[Place, Cell] = field(default_factory=dict)
    merged: list[Rect] = field(default_factory=list)


def pictures(data: bytes, source: Source) -> tuple[list[SheetPicture], str | None]:
    """Every sheet, in order, and the title of the first."""
    reader = _SpreadsheetReader(source)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.Parse(data, True)
    found = [
        SheetPicture(sheet.title, sheet.cells, tuple(sheet.merged), hidden=sheet.hidden)
        for sheet in reader.sheets
    ]
    if not found:
        raise InputError("it has no worksheet", source)
    return found, found[0].sheet


class _SpreadsheetReader:
    """Reads the styles and the cells in the order of the file."""

    def __init__(self, source: Source) -> None:
        self.sheets: list[_XmlSheet] = []
        self._source = source
        self._styles: dict[str, _CellStyle] = {}
        self._style = ""
        self._row = self._column = self._count = 0
        self._cell: Mapping[str, str] = {}
        self._type = ""
        self._text: list[str] | None = None
        self._value: object = None

    def start(self, name: str, given: Mapping[str, str]) -> None:
        """Begin an element."""
        space, _, local = name.rpartition(" ")
        if space != _SPACE:
            return
        attributes = {key.rpartition(" ")[2]: text for key, text in given.items()}
        if local == "Style":
            self._style = attributes.get("ID", "")
            self._styles[self._style] = self._styles.get(attributes.get("Parent", ""), _CellStyle())
        elif local in ("Border", "Interior") and self._style:
            self._styles[self._style] = _changed(self._styles[self._style], local, attributes)
        elif local == "Worksheet":
            self.sheets.append(_XmlSheet(attributes.get("Name", f"Sheet{len(self.sheets) + 1}")))
            self._row = 0
        elif local == "Row":
            self._row, self._column = self._at(attributes, self._row, LAST_ROW), 0
        elif local == "Cell":
            self._cell, self._value = attributes, None
            self._column = self._at(attributes, self._column, LAST_COLUMN)
        elif local == "Data":
            self._type, self._text = attributes.get("Type", "String"), []

    def characters(self, text: str) -> None:
        """Collect the text of a value."""
        if self._text is not None:
            self._text.append(text)

    def end(self, name: str) -> None:
        """End a value or a cell."""
        local = name.rpartition(" ")[2]
        if local == "Data" and self._text is not None:
            self._value, self._text = _value("".join(self._text), self._type), None
        elif local == "Cell" and self.sheets:
            self._end_cell()

    def _end_cell(self) -> None:
        style = self._styles.get(self._cell.get("StyleID", ""), _CellStyle())
        sheet, here = self.sheets[-1], (self._row, self._column)
        formula = self._cell.get("Formula", "")
        if self._value is not None or formula or style != _CellStyle():
            is_known = self._value is not None or not formula
            sheet.cells[here] = Cell(
                self._value, formula, is_known, style.lines, style.fill, self._type == "Error"
            )
            self._count += 1
            refuse_many_values(self._count, self._source)
        down, across = (int(self._cell.get(name, "0")) for name in ("MergeDown", "MergeAcross"))
        if down or across:
            sheet.merged.append(Rect(*here, here[0] + down, here[1] + across))
        self._column += across
        self._type = ""

    def _at(self, attributes: Mapping[str, str], before: int, last: int) -> int:
        """The number of a row or a column, which may skip some."""
        number = int(attributes.get("Index", before + 1))
        if not 1 <= number <= last:
            raise InputError("a row or column has the number {number}", self._source, number=number)
        return number


def _changed(style: _CellStyle, local: str, attributes: Mapping[str, str]) -> _CellStyle:
    if local == "Interior":
        return _CellStyle(style.lines, attributes.get("Color", "").lower().replace("#ffffff", ""))
    side = _SIDES.get(attributes.get("Position", ""))
    if side is None or attributes.get("LineStyle", "None") == "None":
        return style
    lines = list(style.lines)
    lines[side] = float(attributes.get("Weight", "1")) or 0.5
    return _CellStyle((lines[0], lines[1], lines[2], lines[3]), style.fill)


def _value(text: str, kind: str) -> object:
    if kind == "Number":
        number = float(text)
        return int(number) if number.is_integer() else number
    if kind == "Boolean":
        return text.strip() == "1"
    return text
