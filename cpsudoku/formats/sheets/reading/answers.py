"""The answers that cpsudoku wrote into a workbook, as defined names record them.

A name such as ``_cpsudoku_1`` has the formula ``CHOOSE(2,Sheet!$A$1:$I$9,"..4678...")``. The range
follows when rows are inserted, and every spreadsheet program keeps the name. The text has the digit
that was written into each cell of the range, or a dot. It is ``list`` for columns of verdicts, and
``sheet:Title`` for a sheet that was added for the puzzles of another sheet, or of any, and
``fill:NEW>OLD:11.1`` for cells that got a background. ``font:NEW>OLD:11.1`` is the same for fonts,
by keys that their look determines, and ``was:>n0:11.1`` for the contents of blank cells (``n`` for
numbers, ``t`` for texts). ``pencilled:1 3||2 4`` has the pencilmarks that were written into the
cells of a row.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cpsudoku.core.grid import SYMBOLS
from cpsudoku.formats.sheets.reading.raised import RAISED_DIGITS
from cpsudoku.formats.sheets.reading.sheet_picture import Cell, Place, Rect
from cpsudoku.runtime.errors import InputError, cell_address

PREFIX = "_cpsudoku_"
LIST, SHEET, FILL, FONT, WAS = "list", "sheet:", "fill:", "font:", "was:"
PENCILLED = "pencilled:"
_NOTHING = "."
_PIECE = 250  # characters of a text in a formula; Excel allows 255
_FORMULA = re.compile(
    r"""=?CHOOSE\(2[,;](?:'((?:[^']|'')+)'|([^'!,;]+))!([$A-Za-z0-9:]+)[,;]"([^"]*(?:""[^"]*|"&"[^"]*)*)"\)"""
)


class Former(NamedTuple):
    """What some cells got, and what they had before: a background, a font or a content."""

    kind: str
    new: str
    old: str
    places: list[Place]


@dataclass(frozen=True)
class AnswerRecord:
    """What was written into a range of a sheet."""

    sheet: str
    rect: Rect
    text: str

    @property
    def formula(self) -> str:
        """The formula of the name."""
        sheet, first, last = self._range
        return f"CHOOSE(2,{sheet}!{first}:{last},{self._quoted})"

    @property
    def expression(self) -> str:
        """The formula of the name as OpenDocument writes it."""
        sheet, first, last = self._range
        return f"of:=CHOOSE(2;[${sheet}.{first}:.{last}];{self._quoted})"

    @property
    def base_cell(self) -> str:
        """The first cell of its range as OpenDocument writes it."""
        sheet, first, _ = self._range
        return f"${sheet}.{first}"

    @property
    def _quoted(self) -> str:
        """The text in a formula."""
        pieces = [self.text[at : at + _PIECE] for at in range(0, len(self.text), _PIECE)]
        return '"{}"'.format('"&"'.join(piece.replace('"', '""') for piece in pieces))

    @property
    def _range(self) -> tuple[str, str, str]:
        """The quoted title of the sheet, and the absolute addresses of the first and last cell."""
        first, last = (
            "$".join(("", *re.fullmatch(r"([A-Z]+)(\d+)", cell_address(*end)).groups()))  # type: ignore[union-attr]
            for end in (self.rect[:2], self.rect[2:])
        )
        return "'{}'".format(self.sheet.replace("'", "''")), first, last

    @property
    def is_sheet(self) -> bool:
        """Whether the whole sheet was added."""
        return self.text.startswith(SHEET)

    @property
    def former(self) -> Former | None:
        """The new and the old look or content of some cells; None for any other record."""
        head, _, mask = self.text.rpartition(":")
        kind = next((each for each in (FILL, FONT, WAS) if head.startswith(each)), None)
        if kind is None or len(mask) != self.rect.height * self.rect.width:
            return None
        new, _, old = head.removeprefix(kind).partition(">")
        pairs = zip(self.rect.places, mask, strict=True)
        return Former(kind, new, old, [place for place, mark in pairs if mark != _NOTHING])

    def belongs_to(self, sheets: Collection[str]) -> bool:
        """Whether it is about the puzzles of these sheets."""
        about = self.text.removeprefix(SHEET) if self.is_sheet else self.sheet
        return not about or about in sheets

    @property
    def digits(self) -> dict[Place, str]:
        """The digit that was written into each cell; nothing for a list or a sheet."""
        if len(self.text) != self.rect.height * self.rect.width or ":" in self.text:
            return {}
        pairs = zip(self.rect.places, self.text, strict=True)
        return {place: digit for place, digit in pairs if digit != _NOTHING}

    @property
    def is_pencilled(self) -> bool:
        """Whether pencilmarks were written."""
        return self.text.startswith(PENCILLED)

    @property
    def pencilmarks(self) -> dict[Place, str]:
        """The pencilmarks that were written into each cell."""
        texts = self.text.removeprefix(PENCILLED).split("|") if self.is_pencilled else []
        if len(texts) != self.rect.height * self.rect.width:
            return {}
        return {place: text for place, text in zip(self.rect.places, texts, strict=True) if text}

    def written(self, cells: Mapping[Place, Cell]) -> dict[Place, str]:
        """The cells of its sheet that still hold what was written, and what is left without it.

        What somebody typed over an answer or changed in pencilmarks is not ours. The sum of a cage
        is left.
        """
        if self.text == LIST:
            return {place: "" for place in self.rect.places if place in cells}
        if self.is_pencilled:
            return {
                place: ""
                for place, text in self.pencilmarks.items()
                if place in cells and str(cells[place].value) == text
            }
        return {
            place: sum_in(cells[place].value)
            for place, digit in self.digits.items()
            if place in cells and symbol_of(cells[place].value) == digit
        }


def record_of(name: str, formula: str) -> AnswerRecord | None:
    """The record that a defined name holds; None for any other name."""
    if not name.lower().startswith(PREFIX):
        return None
    match = _FORMULA.fullmatch(formula.strip())
    if match is None:
        return None
    sheet = match[1].replace("''", "'") if match[1] else match[2].lstrip("$")
    try:
        rect = Rect.parse(match[3])
    except InputError:  # the range was deleted
        return None
    return AnswerRecord(sheet, rect, match[4].replace('"&"', "").replace('""', '"'))


def record_digits(sheet: str, digits: Mapping[Place, object]) -> AnswerRecord:
    """The record of digits at some cells of a sheet; there must be at least one."""
    rows, columns = zip(*digits, strict=True)
    rect = Rect(min(rows), min(columns), max(rows), max(columns))
    symbols = (symbol_of(digits[place]) if place in digits else _NOTHING for place in rect.places)
    return AnswerRecord(sheet, rect, "".join(symbols))


def record_former(sheet: str, former: Former) -> AnswerRecord:
    """The record of what some cells had before."""
    kind, new, old, places = former
    record = record_digits(sheet, dict.fromkeys(places, 1))
    return AnswerRecord(sheet, record.rect, f"{kind}{new}>{old}:{record.text}")


def record_pencilmarks(sheet: str, texts: Mapping[Place, str]) -> Iterator[AnswerRecord]:
    """The records of pencilmarks at some cells of a sheet, one for each row."""
    for row in sorted({row for row, _ in texts}):
        columns = [column for r, column in texts if r == row]
        rect = Rect(row, min(columns), row, max(columns))
        written = "|".join(texts.get(place, "") for place in rect.places)
        yield AnswerRecord(sheet, rect, PENCILLED + written)


def symbol_of(value: object) -> str:
    """What a cell holds as one character, ``A`` for 10; ``.`` for what can't be an answer."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool):
        return _NOTHING
    if isinstance(value, int):
        return f"0{SYMBOLS[1:]}"[value] if 0 <= value < len(SYMBOLS) else _NOTHING
    text = str(value).strip().upper().lstrip(RAISED_DIGITS)
    if text.isascii() and text.isdigit() and len(text) <= 2:
        return symbol_of(int(text))
    return text if len(text) == 1 and text in SYMBOLS else _NOTHING


def sum_in(value: object) -> str:
    """The raised digits before the digit of a cell."""
    text = value.strip() if isinstance(value, str) else ""
    return text[: len(text) - len(text.lstrip(RAISED_DIGITS))]


def without_answers(
    cells: Mapping[Place, Cell], records: Iterable[AnswerRecord]
) -> dict[Place, Cell]:
    """The cells of a sheet as they were before answers were written into them."""
    found = dict(cells)
    for record in records:
        for place, left in record.written(cells).items():
            old = cells[place]
            found[place] = Cell(left or None, lines=old.lines, fill=old.fill)
    return found
