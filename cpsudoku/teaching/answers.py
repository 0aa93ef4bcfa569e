"""Reads the answer of a learner, such as ``r1c2 = 5`` or ``remove 4 from r12c3``."""

from __future__ import annotations

import re

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked

FORM = marked("'r1c2 = 5' places a digit, 'r1c2 - 45' or '4 from r12c3' removes candidates")
_CELLS = r"r(?P<rows>\d+)c(?P<columns>\d+)"
_DIGITS = r"(?P<digits>[0-9A-Z](?:(?:\s*,\s*|\s+and\s+|\s+)?[0-9A-Z](?![a-z]))*)"
_PARTS = tuple(
    re.compile(part)
    for part in (
        rf"{_CELLS}\s*(?P<sign>=|-|<>|!=|≠|is not|not|is)\s*{_DIGITS}",
        rf"{_DIGITS}\s+(?P<sign>from)\s+{_CELLS}",
    )
)
_MORE = re.compile(rf"(?:\s*,\s*|\s*and\s+|\s+){_CELLS}(?!\s*(?:=|-|<>|!=|≠|is|not))")
_BETWEEN = re.compile(r"(?:\s|,|;|\band\b|\bremove\b)+", re.IGNORECASE)


def parse_answer(text: str, board: Board) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    """The digits to place and the candidates to remove; raises InputError with the form."""
    placed: list[Candidate] = []
    removed: list[Candidate] = []
    at, rest = 0, _lower_cells(text)
    while at < len(rest):
        between = _BETWEEN.match(rest, at)
        if between:
            at = between.end()
            continue
        found = next((match for part in _PARTS if (match := part.match(rest, at))), None)
        if found is None:
            raise InputError(
                "the answer {text} is not understood; {form}", text=repr(text.strip()), form=FORM
            )
        at, cells = found.end(), _cells(found, board)
        if found["sign"] == "from":
            while more := _MORE.match(rest, at):
                at, cells = more.end(), cells + _cells(more, board)
        goal = placed if found["sign"] in ("=", "is") else removed
        goal += [(cell, digit) for cell in cells for digit in _digits(found["digits"], board)]
    if len({cell for cell, _ in placed}) < len(placed):
        raise InputError("the answer {text} places two digits in a cell", text=repr(text.strip()))
    return tuple(placed), tuple(removed)


def _lower_cells(text: str) -> str:
    """The text with names of cells and words in lower case, and digits in upper case."""
    return re.sub(r"(?<![A-Za-z])[a-z](?![A-Za-z0-9])", lambda m: m[0].upper(), text.lower())


def _cells(found: re.Match[str], board: Board) -> list[int]:
    """The cells of ``r12c3``. With up to nine rows and columns, each character is one of them."""
    rows, columns = found["rows"], found["columns"]
    if max(board.height, board.width) > 9:
        return [board.cell_named(f"r{rows}c{columns}")]
    return [board.cell_named(f"r{row}c{column}") for row in rows for column in columns]


def _digits(text: str, board: Board) -> list[int]:
    symbols = [letter for letter in text.replace("and", "") if letter.isalnum()]
    for symbol in symbols:
        if symbol not in board.symbols[1 : board.size + 1]:
            raise InputError("{symbol} is not a digit of this board", symbol=repr(symbol))
    return [board.symbols.index(symbol) for symbol in symbols]
