"""The meaning of a cell in a Sudoku: a digit, a blank, candidates, text, or unusable."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from cpsudoku.core.grid import SYMBOLS
from cpsudoku.formats.sheets.reading.sheet_picture import Cell
from cpsudoku.formats.symbols import BLANKS, shorten
from cpsudoku.runtime.words import worded

LARGEST = len(SYMBOLS) - 1
_SEPARATOR = re.compile(r"[|+=─━│┃┼╋║═ ]+|[-|+]{2,}")
_INVISIBLE = str.maketrans("", "", "\u200b\u200c\u200d\u2060\ufeff\xad")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")  # how Excel stores characters that XML forbids
_TIDY = str.maketrans({"·": ".", "•": ".", "–": "-", "—": "-", "−": "-"})


class CellKind(Enum):
    """The kind of content of a cell."""

    EMPTY = "nothing at all"
    BLANK = "a symbol for a blank"
    DIGIT = "a digit or a number up to 25"
    MARKS = "several candidates"
    TEXT = "words"
    BAD = "something that can't be part of a grid"


@dataclass(frozen=True, slots=True)
class Meaning:
    """The content of a cell. ``text`` is for formats to read; ``digit`` is 1-25 for a digit.

    ``problem`` describes BAD content. ``is_letter``: the digit was written as A-P.
    """

    kind: CellKind
    text: str = ""
    digit: int = 0
    problem: str = ""
    is_letter: bool = False

    def fits(self, size: int) -> bool:
        """Whether it is a digit of a grid of this size."""
        return 0 < self.digit <= size and (size > 9 or not self.is_letter)

    def may_fit(self, size: int) -> bool:
        """Whether it is a digit of a grid of this size, which may have letters alone from A."""
        return self.fits(size) or (self.is_letter and size > 9 and self.digit - 9 <= size)


NOTHING = Meaning(CellKind.EMPTY)


def digits_in(meanings: Sequence[Meaning], size: int) -> list[int]:
    """The digit of each cell of a grid of this size, or 0.

    If the grid has letters alone, some of them too high to be digits above 9, A is 1.
    """
    if size > 9:
        digits = [meaning for meaning in meanings if meaning.digit]
        is_high = any(meaning.digit > size for meaning in digits)
        if is_high and all(meaning.is_letter for meaning in digits):
            return [max(0, m.digit - 9) if m.digit - 9 <= size else 0 for m in meanings]
    return [m.digit if m.digit and m.fits(size) else 0 for m in meanings]


def meaning_of(cell: Cell) -> Meaning:
    """The meaning of a cell; 5, 5.0, "5", " 5 " and a full-width 5 are the same digit."""
    value = cell.value
    if not cell.calculated:
        return _bad(
            worded(
                "the formula {formula} has no stored value; open the workbook in a spreadsheet "
                "program, let it calculate, and save it",
                formula=shorten(cell.formula),
            )
        )
    if value is None:
        return NOTHING
    if cell.is_error:
        return _bad(worded("the error {value}", value=value))
    if isinstance(value, bool):
        return _bad(worded("the logical value {value}", value=str(value).upper()))
    if isinstance(value, int | float):
        return _of_number(value, cell)
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, datetime.date | datetime.time | datetime.timedelta):
        return _bad(worded("the date or time {value}", value=value))
    return _bad(f"{value} ({type(value).__name__})")


def _bad(problem: str) -> Meaning:
    return Meaning(CellKind.BAD, problem=problem)


def _of_number(value: float, cell: Cell) -> Meaning:
    if isinstance(value, float) and not value.is_integer():
        return _bad(worded("{value} is a fraction", value=value))
    number = int(value)
    if number == 0:
        # a zero hidden by its number format looks empty, whatever 0 means elsewhere in the grid
        return Meaning(CellKind.BLANK, "0" if cell.shows_zero else ".")
    if number < 0:
        return _bad(worded("{number} is negative", number=number))
    return _of_digits(str(number))


def _of_digits(text: str) -> Meaning:
    """The meaning of a number from 1: a digit of some size, else pencilmarks, else nothing."""
    number = int(text) if len(text) <= 12 else LARGEST + 1
    if 0 < number <= LARGEST:
        return Meaning(CellKind.DIGIT, str(number), number)
    if len(text) <= 9 and "0" not in text and len(set(text)) == len(text):
        return Meaning(CellKind.MARKS, text)
    return _bad(worded("{text} is above the digits of every size", text=shorten(text)))


def _of_text(value: str) -> Meaning:
    text = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), value) if "_x" in value else value
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_INVISIBLE).translate(_TIDY)
    text = text.strip().strip("'")
    if text in BLANKS:
        return Meaning(CellKind.BLANK, text) if text else Meaning(CellKind.BLANK, "")
    number = re.fullmatch(r"0*(\d+?)(?:[.,]0*)?", text)
    if number is not None:
        plain = number[1]
        return Meaning(CellKind.BLANK, "0") if plain == "0" else _of_digits(plain)
    if len(text) == 1 and text.upper() in SYMBOLS:
        return Meaning(CellKind.DIGIT, text.upper(), SYMBOLS.index(text.upper()), is_letter=True)
    listed = re.fullmatch(r"[\[({]?\s*([1-9](?:[\s,;/]+[1-9])*)\s*[\])}]?", text)
    if listed is not None:
        marks = re.sub(r"\D", "", listed[1])
        if len(set(marks)) == len(marks):
            return Meaning(CellKind.MARKS, marks) if len(marks) > 1 else _of_digits(marks)
    if _SEPARATOR.fullmatch(text):
        return NOTHING
    return Meaning(CellKind.TEXT, text)
