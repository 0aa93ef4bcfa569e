"""Lines, backgrounds and merged cells of an OpenDocument workbook, which calamine omits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.parsers import expat

from cpsudoku.formats.sheets.reading.answers import AnswerRecord, record_of
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect

_MOST = 100  # repeats of a cell or row; a look for the whole sheet is not significant
_POINTS = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4, "px": 0.75}
_LENGTH = re.compile(r"([0-9.]+)(pt|in|cm|mm|px)")
_BRACKETS = re.compile(r"\[((?:[^\[\]']|'[^']*')*)\]")
_END = re.compile(r"((?:\$?'(?:[^']|'')+'|[^.:']*))\.([$A-Z0-9]+)")
_COMMENT = "office:annotation"
_SIDES = ("left", "right", "top", "bottom")


class CellLook(NamedTuple):
    """The weights of a cell's left, right, top and bottom line, and its background."""

    lines: tuple[float, float, float, float] = (0, 0, 0, 0)
    fill: str = ""


PLAIN = CellLook()


@dataclass
class Looks:
    """The looks, the formulas and the comments of the cells of one sheet, and its merged cells.

    ``uncalculated`` are formulas without a stored value. ``arrays`` are ranges that one formula
    fills. ``records`` are the answers that cpsudoku wrote into the sheet, or that it added it.
    """

    cells: dict[Place, CellLook] = field(default_factory=dict)
    merged: list[Rect] = field(default_factory=list)
    formulas: dict[Place, str] = field(default_factory=dict)
    uncalculated: set[Place] = field(default_factory=set)
    arrays: list[Rect] = field(default_factory=list)
    notes: dict[Place, str] = field(default_factory=dict)
    records: list[AnswerRecord] = field(default_factory=list)


def looks_of(content: bytes, styles: bytes) -> dict[str, Looks]:
    """The looks of each sheet, by its name, from the parts content.xml and styles.xml."""
    reader = _OdsReader()
    for part in (styles, content):
        if part:
            reader.read(part)
    return reader.sheets


class _OdsReader:
    """Reads the styles and the cells in the order of the file."""

    def __init__(self) -> None:
        self.sheets: dict[str, Looks] = {}
        self._styles: dict[str, CellLook] = {}
        self._style = ""
        self._columns: list[tuple[int, str]] = []  # repeats, and the style of the cells
        self._sheet = Looks()
        self._row = self._column = self._again = 0
        self._default = ""
        self._here: Place = (0, 0)
        self._note: list[str] | None = None
        self._is_text = False

    def read(self, part: bytes) -> None:
        """Read one part."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        if _COMMENT.encode() in part:
            parser.EndElementHandler = self._end
            parser.CharacterDataHandler = self._characters
        parser.Parse(part, True)

    def _characters(self, text: str) -> None:
        """Collect the text of a comment."""
        if self._note is not None and self._is_text:
            self._note.append(text)

    def _end(self, name: str) -> None:
        """End a comment, or a paragraph of one."""
        if name == "text:p":
            self._is_text = False
        elif name == _COMMENT and self._note is not None:
            self._sheet.notes[self._here] = "".join(self._note).strip()
            self._note = None

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "style:style":
            self._style = ""
            if attributes.get("style:family") == "table-cell":
                self._style = attributes.get("style:name", "")
                parent = attributes.get("style:parent-style-name", "")
                self._styles[self._style] = self._styles.get(parent, PLAIN)
        elif name == "style:table-cell-properties" and self._style:
            self._styles[self._style] = _look(attributes, self._styles[self._style])
        elif name == "table:named-expression":
            self._add_record(attributes)
        elif name == "table:table":
            self._sheet = self.sheets.setdefault(attributes.get("table:name", ""), Looks())
            self._columns, self._row, self._again = [], 0, 1
        elif name == "table:table-column":
            style = attributes.get("table:default-cell-style-name", "")
            self._columns.append((repeats(attributes, "number-columns-repeated"), style))
        elif name == "table:table-row":
            self._row += self._again
            self._again, self._column = repeats(attributes, "number-rows-repeated"), 1
            self._default = attributes.get("table:default-cell-style-name", "")
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self._cell(attributes)
        elif name == _COMMENT:
            self._note = []
        elif name == "text:p" and self._note is not None:
            self._note.append("\n")
            self._is_text = True

    def _add_record(self, attributes: Mapping[str, str]) -> None:
        """Keep a name if it records answers."""
        formula = excel_formula(attributes.get("table:expression", ""))
        record = record_of(attributes.get("table:name", ""), formula)
        if record is not None:
            self.sheets.setdefault(record.sheet, Looks()).records.append(record)

    def _cell(self, attributes: Mapping[str, str]) -> None:
        self._here = self._row, self._column
        if "table:formula" in attributes:
            self._formula(attributes)
        again = repeats(attributes, "number-columns-repeated")
        for column in range(self._column, self._column + min(again, _MOST)):
            style = attributes.get("table:style-name") or self._default or self._of_column(column)
            look = self._styles.get(style, PLAIN)
            if look != PLAIN:
                for row in range(self._row, self._row + min(self._again, _MOST)):
                    self._sheet.cells[row, column] = look
        down, across = (
            repeats(attributes, f"number-{each}-spanned") for each in ("rows", "columns")
        )
        if down * across > 1:
            bottom, right = self._row + down - 1, self._column + across - 1
            self._sheet.merged.append(Rect(self._row, self._column, bottom, right))
        self._column += again

    def _formula(self, attributes: Mapping[str, str]) -> None:
        self._sheet.formulas[self._here] = excel_formula(attributes["table:formula"])
        if "office:value-type" not in attributes:
            self._sheet.uncalculated.add(self._here)
        down, across = (
            repeats(attributes, f"number-matrix-{each}-spanned") for each in ("rows", "columns")
        )
        if down * across > 1:
            bottom, right = self._row + down - 1, self._column + across - 1
            self._sheet.arrays.append(Rect(*self._here, bottom, right))

    def _of_column(self, column: int) -> str:
        last = 0
        for count, style in self._columns:
            last += count
            if column <= last:
                return style
        return ""


def excel_formula(text: str) -> str:
    """A formula of OpenDocument as Excel writes it: ``of:=[$Sheet.A1]`` is ``=Sheet!A1``."""
    return _BRACKETS.sub(_excel_reference, text.removeprefix("of:"))


def _excel_reference(match: re.Match[str]) -> str:
    ends = _END.findall(match[1])
    sheet = next((sheet.removeprefix("$") for sheet, _ in ends if sheet), "")
    cells = ":".join(cell for _, cell in ends)
    return f"{sheet}!{cells}" if sheet else cells


def repeats(attributes: Mapping[str, str], name: str) -> int:
    """A number of repeats or of spanned cells, which is 1 if it is missing."""
    return max(1, int(attributes.get(f"table:{name}", "1")))


def _look(attributes: Mapping[str, str], parent: CellLook) -> CellLook:
    """The look of a style: the look of its parent, changed by its own attributes."""
    whole = attributes.get("fo:border")
    texts: Iterator[str | None] = (attributes.get(f"fo:border-{side}", whole) for side in _SIDES)
    lines = [
        old if text is None else _weight(text)
        for text, old in zip(texts, parent.lines, strict=True)
    ]
    fill = attributes.get("fo:background-color", parent.fill).lower()
    plain = fill in ("transparent", "#ffffff")
    return CellLook((lines[0], lines[1], lines[2], lines[3]), "" if plain else fill)


def _weight(border: str) -> float:
    """The weight of ``0.74pt solid #000000``: 0 for none, 0.5 hair, 1 thin, 2 medium, 3 thick."""
    width = _LENGTH.search(border)
    if width is None or "none" in border or "hidden" in border:
        return 0.0
    points = float(width[1]) * _POINTS[width[2]]
    if points < 1.2:
        weight = 0.75 if "dash" in border else 1.0
        return 0.6 if "dotted" in border else 0.5 if points < 0.3 else weight
    return 2.0 if points < 2.1 else 3.0
