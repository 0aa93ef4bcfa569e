"""Lines of text to rows of cells, and verdicts to lines of text, without an object a line.

What these compiled functions do not understand they mark CAREFUL; the readers of ``formats`` then
look at that line alone, and explain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpsudoku.compiling import compiled_from

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

CELLS = 81
GRID, NOTHING = 1 << 40, 1 << 50  # in a plan of join: grid number g is GRID + g
CLASSIC, CAREFUL = 0, 1  # kinds of rows
NO_ANSWER, FULL_ANSWER, ODD_ANSWER = 0, 1, 2

_BAD = 255
DIGIT_OF = np.full(256, _BAD, np.uint8)
for _symbol in b".0_*-?xX":
    DIGIT_OF[_symbol] = 0
for _digit in range(1, 10):
    DIGIT_OF[ord("0") + _digit] = _digit
ENDS_FIELD = np.zeros(256, np.uint8)
for _symbol in b" \t,;:#|\"'":
    ENDS_FIELD[_symbol] = 1
_NEWLINE, _RETURN, _HASH, _QUOTE = (ord(symbol) for symbol in '\n\r#"')
_ANY_DELIMITER = 0
_MIX = np.uint64(0x9E3779B97F4A7C15)
_FOLD = np.uint64(29)

compiled = compiled_from()


class Rows(NamedTuple):
    """The rows of a block of text; blank lines are none, nor are comments in text without fields.

    number: int64[n], the line of each, from 0. start, end: int64[n], its bytes. kind: uint8[n].
    cells, answers: uint8[n, 81]. has_answer: uint8[n].
    """

    number: Ints
    start: Ints
    end: Ints
    kind: Bytes
    cells: Bytes
    answers: Bytes
    has_answer: Bytes


@compiled
def count_lines(text: Bytes) -> int:
    """The number of lines, a last one without an end included."""
    lines = 0
    for at in range(len(text)):
        if text[at] == _NEWLINE:
            lines += 1
    if len(text) and text[-1] != _NEWLINE:
        lines += 1
    return lines


@compiled
def _cells_at(text: Bytes, start: int, end: int, digits: Bytes) -> int:
    """Read 81 cells; the number of blanks, or -1 where they are not 81 known symbols."""
    if end - start != CELLS:
        return -1
    blanks = 0
    for at in range(CELLS):
        digit = DIGIT_OF[text[start + at]]
        if digit == _BAD:
            return -1
        digits[at] = digit
        blanks += digit == 0
    return blanks


@compiled
def _field(text: Bytes, start: int, end: int, delimiter: int, wanted: int) -> tuple[int, int]:
    """Where a field of a line begins and ends, without its quotes; (-1, -1) where it is missing.

    delimiter 0: any run of what ends a puzzle in a line of text (space, tab, comma ...).
    """
    at = start
    field = 0
    while at <= end:
        if delimiter == _ANY_DELIMITER:
            while at < end and ENDS_FIELD[text[at]]:
                at += 1
        begin = at
        if at < end and text[at] == _QUOTE and delimiter != _ANY_DELIMITER:
            at += 1
            while at < end and text[at] != _QUOTE:
                at += 1
            if at == end:
                return -1, -1
            if field == wanted:
                return begin + 1, at
        while at < end:
            symbol = text[at]
            if symbol == delimiter or (delimiter == _ANY_DELIMITER and ENDS_FIELD[symbol]):
                break
            at += 1
        if field == wanted:
            return begin, at
        field += 1
        at += 1
    return -1, -1


@compiled
def _answer(text: Bytes, start: int, end: int, delimiter: int, field: int, digits: Bytes) -> int:
    """Read the answer of a line; which kind it is."""
    first, last = _field(text, start, end, delimiter, field)
    while first < last and (text[first] == 32 or text[last - 1] == 32):
        first += text[first] == 32
        last -= text[last - 1] == 32
    if first < 0 or first >= last:
        return NO_ANSWER
    return FULL_ANSWER if _cells_at(text, first, last, digits) == 0 else ODD_ANSWER


@compiled
def _later_answer(text: Bytes, start: int, end: int, digits: Bytes) -> int:
    """Read a full grid among the fields after the puzzle of a line of text."""
    at = start
    while at < end:
        while at < end and ENDS_FIELD[text[at]]:
            at += 1
        begin = at
        while at < end and not ENDS_FIELD[text[at]]:
            at += 1
        if _cells_at(text, begin, at, digits) == 0:
            return FULL_ANSWER
    return NO_ANSWER


@compiled
def _parse(text: Bytes, delimiter: int, puzzle: int, solution: int, rows: tuple[Any, ...]) -> int:
    number, starts, ends, kind, cells, answers, has_answer = rows
    n = line = 0
    start = 0
    while start < len(text):
        end = start
        while end < len(text) and text[end] != _NEWLINE:
            end += 1
        after = end + 1
        while end > start and (text[end - 1] == _RETURN or text[end - 1] == 32):
            end -= 1
        first = start
        while first < end and (text[first] == 32 or text[first] == 9):
            first += 1
        is_comment = delimiter == _ANY_DELIMITER and first < end and text[first] == _HASH
        if first < end and not is_comment:
            number[n], starts[n], ends[n] = line, start, end
            begin, last = _field(text, first, end, delimiter, puzzle)
            if _cells_at(text, begin, last, cells[n]) >= 0 and begin >= 0:
                kind[n] = CLASSIC
                if delimiter == _ANY_DELIMITER:
                    has_answer[n] = _later_answer(text, last, end, answers[n])
                elif solution >= 0:
                    has_answer[n] = _answer(text, first, end, delimiter, solution, answers[n])
            else:
                kind[n] = CAREFUL
                cells[n] = 0
            n += 1
        line += 1
        start = after
    return n


def parse(text: Bytes, delimiter: int, puzzle: int, solution: int) -> Rows:
    """The rows of a text whose puzzle, and answer (or -1), are those fields of a line."""
    lines = count_lines(text)
    rows = Rows(
        np.empty(lines, np.int64),
        np.empty(lines, np.int64),
        np.empty(lines, np.int64),
        np.empty(lines, np.uint8),
        np.empty((lines, CELLS), np.uint8),
        np.zeros((lines, CELLS), np.uint8),
        np.zeros(lines, np.uint8),
    )
    n = _parse(text, delimiter, puzzle, solution, tuple(rows))
    return Rows._make(column[:n] for column in rows)


@compiled
def hashes(cells: Bytes) -> npt.NDArray[np.uint64]:
    """A 64-bit hash of each grid, never 0."""
    result = np.empty(len(cells), np.uint64)
    for row in range(len(cells)):
        mixed = np.uint64(0x243F6A8885A308D3)
        for at in range(CELLS):
            mixed = (mixed ^ np.uint64(cells[row, at] + 1)) * _MIX
            mixed ^= mixed >> _FOLD
        result[row] = mixed | np.uint64(1)
    return result


@compiled
def join(
    pieces: Bytes,
    piece_starts: Ints,
    plan: Ints,
    numbers: Ints,
    grids: Bytes,
    tail_column: int,
    out: Bytes,
    tails: Ints,
    ends: Ints,
) -> int:
    """Write rows: row i is the pieces, numbers and grids that plan[i] lists; the bytes written.

    plan: int64[n, m]; p >= 0 is piece p, -1 - k is column k of ``numbers``, GRID + g is grid g, or
    NOTHING. ``tails``, ``ends``: int64[n], where column ``tail_column`` of a row begins, and where
    the row ends.
    """
    at = 0
    for row in range(len(plan)):
        for column in range(plan.shape[1]):
            if column == tail_column:
                tails[row] = at
            what = plan[row, column]
            if what == NOTHING:
                continue
            if what >= GRID:
                source = what - GRID
                for cell in range(CELLS):
                    digit = grids[source, cell]
                    out[at + cell] = 48 + digit if digit else 46
                at += CELLS
            elif what >= 0:
                for byte in range(piece_starts[what], piece_starts[what + 1]):
                    out[at] = pieces[byte]
                    at += 1
            else:
                value = numbers[row, -1 - what]
                digits = 1
                bound = 10
                while value >= bound:
                    bound *= 10
                    digits += 1
                for place in range(digits):
                    out[at + digits - 1 - place] = 48 + value % 10
                    value //= 10
                at += digits
        ends[row] = at
    return at
