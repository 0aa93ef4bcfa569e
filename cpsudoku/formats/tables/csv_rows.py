"""The rows of a CSV as text: one line each, or several if a quoted field contains line ends.

A quote that is never closed must not swallow the puzzles below it. Only its own line is malformed.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator, Sequence

from cpsudoku.core.sizes import SIZE_OF_CELLS
from cpsudoku.formats.document import LONGEST_LINE
from cpsudoku.formats.puzzle_text import looks_like_a_puzzle, tidy

MOST_LINES = 26  # of one row: enough for a grid in a quoted field and a line above it
MOST_CHARACTERS = 1 << 16  # of a row with several lines

csv.field_size_limit(LONGEST_LINE)


def fields_of_row(text: str, delimiter: str) -> list[str]:
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
    """Whether a line of a table is a comment. A blank before the ``#`` would be a field."""
    return tidy(text[:1]) == "#"


def lines_in_row(lines: Sequence[str], delimiter: str, is_all: bool) -> int:
    """The number of lines in the first row: usually 1, but more if a quoted field has several.

    Returns 0 if more lines are needed to decide. ``is_all`` means that there are no more lines. If
    a quoted field is not closed or swallows a puzzle, the row is one malformed line.
    """
    text = lines[0]
    if is_comment(text) or not is_open(text, delimiter):
        return 1
    for count, line in enumerate(lines[1:MOST_LINES], 2):
        text += f"\n{line}"
        if len(text) > MOST_CHARACTERS:
            return 1
        fields = fields_of_row(text, delimiter)
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
    """Whether a row is strict CSV: no text follows a quote that closes a field."""
    try:
        return len(list(csv.reader([text], delimiter=delimiter, strict=True))) == 1
    except csv.Error:
        return False


def rows_below(
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
