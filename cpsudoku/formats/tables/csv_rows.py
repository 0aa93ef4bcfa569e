"""The rows of a CSV as text: a line each, or several where a quoted field holds line ends.

A quote that is never closed must not swallow the puzzles below it: such a line is wrong by itself.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator, Sequence

from cpsudoku.core.board import SIZE_OF_CELLS
from cpsudoku.formats.document import LONGEST_LINE, looks_like_a_puzzle, tidy

MOST_LINES = 26  # of one row: a grid in a quoted field, and a line above it
MOST_CHARACTERS = 1 << 16  # of a row of several lines

csv.field_size_limit(LONGEST_LINE)


def fields_of(text: str, delimiter: str) -> list[str]:
    """The fields of one row; a line end at its end does not count. Raises csv.Error."""
    return next(csv.reader([text], delimiter=delimiter), [])


def is_open(text: str, delimiter: str) -> bool:
    """Whether a row ends inside a quoted field."""
    if '"' not in text or len(text) > LONGEST_LINE:
        return False
    reader = csv.reader([f"{text}\n", ""], delimiter=delimiter)
    next(reader, None)
    return reader.line_num == 2


def is_comment(text: str) -> bool:
    """Whether a line of a table is a comment; a blank at its beginning would be a field."""
    return tidy(text[:1]) == "#"


def lines_in_row(lines: Sequence[str], delimiter: str, is_all: bool) -> int:
    """How many of the lines are the first row: 1 as a rule, more where a quoted field has several.

    0 where more lines are needed to say; ``is_all`` says that there are none. A quoted field that
    is not closed, or swallows a puzzle, is that of one line that is wrong.
    """
    text = lines[0]
    if is_comment(text) or not is_open(text, delimiter):
        return 1
    for count, line in enumerate(lines[1:MOST_LINES], 2):
        text += f"\n{line}"
        if len(text) > MOST_CHARACTERS:
            return 1
        fields = fields_of(text, delimiter)
        if any(map(_swallows, fields)):
            return 1
        if not is_open(text, delimiter):
            return count if _is_strict(text, delimiter) else 1
    return 1 if is_all or len(lines) >= MOST_LINES else 0


def _swallows(field: str) -> bool:
    """Whether a field of several lines has a puzzle on one of them, and is not a grid itself."""
    words = re.split(r"[\s,;:#|\"']+", field) if "\n" in field else []
    words = [word for word in words if word]
    if {len(word) for word in words} == {len(words)}:
        return False
    return any(len(word) in SIZE_OF_CELLS and looks_like_a_puzzle(word) for word in words)


def _is_strict(text: str, delimiter: str) -> bool:
    """Whether a row is CSV to the letter: nothing follows a quote that closes a field."""
    try:
        return len(list(csv.reader([text], delimiter=delimiter, strict=True))) == 1
    except csv.Error:
        return False


def rows_of(
    lines: Iterator[tuple[int, str]], delimiter: str, heading: int
) -> Iterator[tuple[int, str]]:
    """The rows below the heading, with the number of their first line; some have several lines."""
    ahead: deque[tuple[int, str]] = deque()
    for number, line in lines:
        if number <= heading:
            continue
        ahead.append((number, line))
        yield from _rows_ahead(ahead, delimiter, False)
    yield from _rows_ahead(ahead, delimiter, True)


def _rows_ahead(
    ahead: deque[tuple[int, str]], delimiter: str, is_all: bool
) -> Iterator[tuple[int, str]]:
    while ahead:
        count = lines_in_row([line for _, line in ahead], delimiter, is_all)
        if not count:
            return
        taken = [ahead.popleft() for _ in range(count)]
        yield taken[0][0], "\n".join(line for _, line in taken)
