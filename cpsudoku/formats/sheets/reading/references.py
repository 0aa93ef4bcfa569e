"""The cells that a formula refers to, from its text as Excel stores it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from cpsudoku.formats.sheets.reading.sheet_picture import (
    LAST_COLUMN,
    LAST_ROW,
    Rect,
    column_number,
)
from cpsudoku.runtime.errors import InputError, cell_address

_TEXT = re.compile(r'"(?:[^"]|"")*"')
_REFERENCE = re.compile(
    r"(?<![\w.])(?:(?:'((?:[^']|'')+)'|([\w.]+))!)?"
    r"(\$?[A-Za-z]{1,3}\$?[0-9]{1,7}(?::\$?[A-Za-z]{1,3}\$?[0-9]{1,7})?)(?![\w.(!])"
)
_INDIRECT = re.compile(r"\b(?:INDIRECT|OFFSET|RAND|RANDBETWEEN|NOW|TODAY)\(", re.I)
_FUNCTION = re.compile(r"[A-Za-z_][\w.]*\(|\b(?:TRUE|FALSE)\b|[0-9.]+E[+-]?[0-9]+", re.I)
_NAME = re.compile(r"(?<![\w.\[\]#:!'])[^\W\d][\w.]*(?![\w.\[(!:'])")
_UNKNOWN = re.compile(r"[^\W\d]|[!\[\]#:]")  # a table, another workbook, whole columns
# A relative part of a formula, after what must stay as it is: texts, names of sheets, tables.
_MOVING = re.compile(
    r'"(?:[^"]|"")*"|\'(?:[^\']|\'\')+\'|\[(?:[^\[\]]|\[[^\]]*\])*\]'
    r"|(?<![\w.])(?:(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})(?![\w.(!])"
    r"|(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\w.(!])"
    r"|(\$?)([0-9]{1,7}):(\$?)([0-9]{1,7})(?![\w.(!]))"
)


@dataclass(frozen=True)
class References:
    """The ranges of a formula, each with its sheet in lower case, or empty for its own sheet.

    ``names`` are the words in it that may be defined names. ``is_unknown``: it also has references
    that this module does not read, or its value changes by itself.
    """

    ranges: tuple[tuple[str, Rect], ...]
    names: tuple[str, ...] = ()
    is_unknown: bool = False


@lru_cache(1 << 14)
def references_of(formula: str) -> References:
    """The references of a formula."""
    text = _TEXT.sub("", formula.removeprefix("="))
    ranges: list[tuple[str, Rect]] = []
    is_unknown = _INDIRECT.search(text) is not None
    for match in _REFERENCE.finditer(text):
        quoted, plain, address = match.groups()
        sheet = quoted.replace("''", "'") if quoted else plain or ""
        try:
            ranges.append((sheet.lower(), Rect.parse(address)))
        except InputError:
            is_unknown = True
    rest = _FUNCTION.sub(" ", _REFERENCE.sub(" ", text))
    names = tuple(_NAME.findall(rest))
    is_unknown = is_unknown or _UNKNOWN.search(_NAME.sub(" ", rest)) is not None
    return References(tuple(ranges), names, is_unknown)


def moved(formula: str, down: int, across: int) -> str:
    """The formula as it reads when it is filled into another cell."""
    if not (down or across):
        return formula
    return _MOVING.sub(lambda match: _moved_part(match, down, across), formula)


def _moved_part(match: re.Match[str], down: int, across: int) -> str:
    if match[4]:
        column = match[1] + (match[2] if match[1] else _column(match[2], across))
        row = match[3] + (match[4] if match[3] else _row(match[4], down))
        return "#REF!" if "#" in column + row else column + row
    if match[6]:
        ends = [match[5] + (match[6] if match[5] else _column(match[6], across))]
        ends += [match[7] + (match[8] if match[7] else _column(match[8], across))]
    elif match[10]:
        ends = [match[9] + (match[10] if match[9] else _row(match[10], down))]
        ends += [match[11] + (match[12] if match[11] else _row(match[12], down))]
    else:
        return match[0]
    return "#REF!" if "#" in "".join(ends) else ":".join(ends)


def _column(letters: str, across: int) -> str:
    number = column_number(letters) + across
    return cell_address(1, number)[:-1] if 1 <= number <= LAST_COLUMN else "#"


def _row(digits: str, down: int) -> str:
    number = int(digits) + down
    return str(number) if 1 <= number <= LAST_ROW else "#"
