"""Turns lines of text into rows of cells, without an object per line.

These compiled functions mark a line that they do not understand as CAREFUL. The readers of
``formats`` then read that line alone and explain what is wrong.

A block of text, and the columns that describe its rows; here a comment and two puzzles, where ``$``
stands for a line end::

    text        # easy$53..7.. .. 79$4.....8 .. 1.,417369825 .. 43$
                       start[0]     end[0]
                                     start[1]                     end[1]

                row 0                     row 1
    number      1                         2                         the line, from 0
    kind        CLASSIC                   CLASSIC
    cells       5 3 0 0 7 0 0 .. 7 9      4 0 0 0 0 0 8 .. 1 0      81 digits, 0 for a blank
    has_answer  NO_ANSWER                 FULL_ANSWER
    answers     0 .. 0                    4 1 7 3 6 9 8 2 5 .. 4 3
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpsudoku.core.sizes import SIZE_OF_CELLS
from cpsudoku.formats import document
from cpsudoku.formats.document import LONGEST_LINE
from cpsudoku.road import layout
from cpsudoku.road.layout import ANY, JSON
from cpsudoku.runtime.compiled.declaring import alone_from, inner

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

CELLS = 81
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
IS_SIZE = np.zeros(
    max(SIZE_OF_CELLS) + 1, np.uint8
)  # 1 for a number of cells that a puzzle can have
IS_SIZE[list(SIZE_OF_CELLS)] = 1
_NEWLINE, _RETURN, _HASH, _QUOTE = (ord(symbol) for symbol in '\n\r#"')
_BACKSLASH, _BRACE, _COLON, _COMMA = (ord(symbol) for symbol in "\\{:,")
_KEYS = (b"puzzle", b"solution", b"id", b"label")
_KEY_LETTERS = np.frombuffer(b"".join(_KEYS), np.uint8)
_KEY_ENDS = np.cumsum([*map(len, _KEYS)])
_FULL_STOP, _ZERO, _ONE = ord("."), ord("0"), ord("1")
_MISSING, _QUOTED = -1, -2  # no such field; its quotes need the careful reader

compiled = alone_from(__file__, layout.__file__, document.__file__, two_forms=True)


class BlockRows(NamedTuple):
    """The rows of a block of text, without blank lines, and without comments unless it is a table.

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
    """The number of lines, including a last one without an end."""
    lines = 0
    for at in range(len(text)):
        if text[at] == _NEWLINE:
            lines += 1
    if len(text) and text[-1] != _NEWLINE:
        lines += 1
    return lines


@inner()
def _plain_cells(text: Bytes, start: int, digits: Bytes) -> int:
    """Read 81 cells in the usual symbols; return the number of blanks, or -1 for other symbols.

    LLVM vectorises this loop only without negative numbers: 20 ns a line, with a table 100.
    """
    blanks, is_strange = np.uint8(0), np.uint8(0)
    for at in range(CELLS):
        symbol = text[np.uintp(start + at)]
        digit = np.uint8(symbol - np.uint8(_ONE))
        is_digit = digit < np.uint8(9)
        is_blank = (symbol == np.uint8(_FULL_STOP)) | (symbol == np.uint8(_ZERO))
        digits[np.uintp(at)] = np.uint8(digit + np.uint8(1)) if is_digit else np.uint8(0)
        blanks += np.uint8(is_blank)
        is_strange |= np.uint8(not (is_digit | is_blank))
    return -1 if is_strange else int(blanks)


@inner()
def _find(text: Bytes, start: int, end: int, symbol: int) -> int:
    """The place of the first such symbol, or ``end``. It skips 32 bytes at a time."""
    wanted = np.uint8(symbol)
    at = start
    while at + 32 <= end:
        found = np.uint8(0)
        for n in range(32):
            found |= np.uint8(text[np.uintp(at + n)] == wanted)
        if found:
            break
        at += 32
    while at < end and text[np.uintp(at)] != wanted:
        at += 1
    return at


@inner()
def _cells_at(text: Bytes, start: int, end: int, digits: Bytes) -> int:
    """Read 81 cells; return the number of blanks, or -1 unless they are 81 known symbols."""
    if end - start != CELLS:
        return -1
    blanks = _plain_cells(text, start, digits)
    if blanks >= 0:
        return blanks
    blanks = 0
    for at in range(CELLS):
        digit = DIGIT_OF[text[start + at]]
        if digit == _BAD:
            return -1
        digits[at] = digit
        blanks += digit == 0
    return blanks


@inner()
def _field(text: Bytes, start: int, end: int, delimiter: int, wanted: int) -> tuple[int, int]:
    """The begin and end of a field of a line, without its quotes; or both _MISSING or _QUOTED.

    delimiter ANY: any run of characters that end a puzzle in a line of text (space, tab, comma).
    """
    at = start
    field = 0
    while at <= end:
        if delimiter == ANY:
            while at < end and ENDS_FIELD[text[at]]:
                at += 1
        begin = at
        if at < end and text[at] == _QUOTE and delimiter != ANY:
            at = _find(text, at + 1, end, _QUOTE)
            if at == end or (at + 1 < end and text[at + 1] != delimiter):
                return _QUOTED, _QUOTED
            if field == wanted:
                return begin + 1, at
        if delimiter == ANY:
            while at < end and not ENDS_FIELD[text[at]]:
                at += 1
        else:
            at = _find(text, at, end, delimiter)
        if field == wanted:
            return begin, at
        field += 1
        at += 1
    return _MISSING, _MISSING


@inner()
def _is_open(text: Bytes, start: int, end: int, delimiter: int) -> bool:
    """Whether a row of CSV ends inside a quoted field, by the rules of the module csv."""
    at = start
    while at < end:
        if text[at] != _QUOTE:
            at = _find(text, at, end, delimiter) + 1
            continue
        while at < end and text[at] == _QUOTE:  # two quotes in a quoted field are one
            at = _find(text, at + 1, end, _QUOTE) + 1
        if at > end:
            return True
        at = _find(text, at, end, delimiter) + 1
    return False


@compiled
def has_open_lines(text: Bytes, delimiter: int) -> bool:
    """Whether a line of a table ends inside a quoted field."""
    start = 0
    while start < len(text):
        end = _find(text, start, len(text), _NEWLINE)
        if _is_open(text, start, end, delimiter):
            return True
        start = end + 1
    return False


@inner()
def _is_name(text: Bytes, start: int, end: int) -> bool:
    """Whether a field is surely not a puzzle, so that the careful reader can skip it too."""
    if start < 0 or (end - start < len(IS_SIZE) and IS_SIZE[end - start]):
        return False
    plain = True
    for at in range(start, end):
        plain &= 32 < text[at] < 127
    return plain


@inner()
def _answer(text: Bytes, start: int, end: int, delimiter: int, field: int, digits: Bytes) -> int:
    """Read the answer of a line; return its kind."""
    first, last = _field(text, start, end, delimiter, field)
    if first == _QUOTED:
        return ODD_ANSWER
    while first < last and (text[first] == 32 or text[last - 1] == 32):
        first += text[first] == 32
        last -= text[last - 1] == 32
    if first < 0 or first >= last:
        return NO_ANSWER
    return FULL_ANSWER if _cells_at(text, first, last, digits) == 0 else ODD_ANSWER


@inner()
def _later_answer(
    text: Bytes, start: int, end: int, is_full: bool, digits: Bytes, scratch: Bytes
) -> int:
    """Read a full grid among the fields after the puzzle of a line of text.

    ``scratch`` has room for other grids.
    Returns ODD_ANSWER if the careful reader may find another: in symbols that are not ASCII, or
    if the puzzle is full and a puzzle with blanks follows.
    """
    at = start
    found = NO_ANSWER
    is_odd = False
    while at < end:
        while at < end and ENDS_FIELD[text[at]]:
            at += 1
        begin = at
        while at < end and not ENDS_FIELD[text[at]]:
            is_odd |= text[at] < 32 or text[at] > 127
            at += 1
        blanks = _cells_at(text, begin, at, scratch)
        if is_full and blanks > 0:
            return ODD_ANSWER
        if blanks == 0 and found == NO_ANSWER:
            if is_odd:
                return ODD_ANSWER
            for cell in range(CELLS):  # a slice takes Numba two seconds to compile
                digits[cell] = scratch[cell]
            found = FULL_ANSWER
            if not is_full:
                return found
    return ODD_ANSWER if is_odd and end - start >= CELLS else found


@inner()
def _after_spaces(text: Bytes, at: int, end: int) -> int:
    while at < end and text[at] == 32:
        at += 1
    return at


@inner()
def _plain_value(text: Bytes, start: int, end: int) -> int:
    """The end of a JSON text without escapes, or of a whole number; -1 for any other value."""
    at = start
    if at < end and text[at] == _QUOTE:
        stop = _find(text, at + 1, end, _QUOTE)
        for place in range(at + 1, stop):
            if text[place] < 32 or text[place] > 126 or text[place] == _BACKSLASH:
                return -1
        return stop + 1 if stop < end else -1
    while at < end and _ZERO <= text[at] < _ZERO + 10:
        at += 1
    return (
        at if at > start and at - start < 19 and (text[start] != _ZERO or at == start + 1) else -1
    )


@inner()
def _key_at(text: Bytes, start: int, end: int) -> int:
    """The number of a key, or -1."""
    for number in range(len(_KEY_ENDS)):
        first, size = _KEY_ENDS[number - 1] if number else 0, end - start
        if _KEY_ENDS[number] - first == size:
            at = 0
            while at < size and text[start + at] == _KEY_LETTERS[first + at]:
                at += 1
            if at == size:
                return number
    return -1


@inner()
def _read_json(text: Bytes, start: int, end: int, cells: Bytes, answers: Bytes) -> int:
    """Read an object with a puzzle and perhaps a solution, id and label, or return -1.

    It returns the kind of answer. Each key occurs once, and only these keys.
    """
    answer, seen = NO_ANSWER, 0
    if text[start] != _BRACE:
        return -1
    at = start
    while at < end and (text[at] == _COMMA or seen == 0):
        key = _after_spaces(text, at + 1, end)
        stop = _plain_value(text, key, end)
        if stop < 0 or text[key] != _QUOTE:
            return -1
        number = _key_at(text, key + 1, stop - 1)
        at = _after_spaces(text, stop, end)
        if number < 0 or seen >> number & 1 or at >= end or text[at] != _COLON:
            return -1
        seen |= 1 << number
        value = _after_spaces(text, at + 1, end)
        at = _plain_value(text, value, end)
        if at < 0:
            return -1
        if number == 0 and _cells_at(text, value + 1, at - 1, cells) < 0:
            return -1
        if number == 1:
            answer = FULL_ANSWER
            if _cells_at(text, value + 1, at - 1, answers) != 0:
                return -1
        at = _after_spaces(text, at, end)
    return answer if seen & 1 and at == end - 1 and text[at] == _BRACE + 2 else -1


@inner()
def _read_row(
    text: Bytes,
    start: int,
    end: int,
    layout: tuple[int, int, int],
    cells: Bytes,
    answers: Bytes,
    scratch: Bytes,
) -> int:
    """Read the puzzle and the answer of one row; return the kind of answer, or -1 for CAREFUL."""
    delimiter, puzzle, solution = layout
    if delimiter == JSON:
        return _read_json(text, start, end, cells, answers) if end - start <= LONGEST_LINE else -1
    begin, last = _field(text, start, end, delimiter, puzzle)
    blanks = _cells_at(text, begin, last, cells) if begin >= 0 else -1
    if blanks < 0 and delimiter == ANY and _is_name(text, begin, last):
        begin, last = _field(text, last, end, delimiter, 0)
        blanks = _cells_at(text, begin, last, cells) if begin >= 0 else -1
    if blanks < 0 or end - start > LONGEST_LINE:
        return -1
    if delimiter == ANY:
        answer = _later_answer(text, last, end, blanks == 0, answers, scratch)
    elif solution >= 0:
        answer = _answer(text, start, end, delimiter, solution, answers)
    else:
        answer = NO_ANSWER
    return answer if answer != ODD_ANSWER else -1


@inner()
def _plain_row(text: Bytes, start: int, cells: Bytes) -> int:
    """Read a line that is only a puzzle in the usual symbols; return its length, or 0."""
    if start + CELLS > len(text) or _plain_cells(text, start, cells) < 0:
        return 0
    end = start + CELLS
    if end == len(text) or text[end] == _NEWLINE:
        return CELLS
    is_end = text[end] == _RETURN and end + 1 < len(text) and text[end + 1] == _NEWLINE
    return CELLS + 1 if is_end else 0


@compiled
def _parse(
    text: Bytes,
    layout: tuple[int, int, int],
    has_quotes: bool,
    rows: tuple[Any, ...],
    scratch: Bytes,
) -> int:
    number, starts, ends, kind, cells, answers, has_answer = rows
    delimiter = layout[0]
    n = line = 0
    start = 0
    while start < len(text):
        length = _plain_row(text, start, cells[n]) if delimiter == ANY else 0
        if length > 0:
            number[n], starts[n], ends[n] = line, start, start + CELLS
            kind[n] = CLASSIC
            n += 1
            line += 1
            start += length + 1
            continue
        end = _find(text, start, len(text), _NEWLINE)
        after = end + 1
        while end > start and (text[end - 1] == _RETURN or text[end - 1] == 32):
            end -= 1
        first = start
        while first < end and (text[first] == 32 or text[first] == 9):
            first += 1
        if delimiter != ANY:
            first = start if first < end else end  # a blank at the beginning is a field
        if first < end and (text[first] != _HASH or delimiter == JSON):
            number[n], starts[n], ends[n] = line, start, end
            answer = -1
            if not (has_quotes and _is_open(text, first, end, delimiter)):
                answer = _read_row(text, first, end, layout, cells[n], answers[n], scratch)
            kind[n] = CAREFUL if answer < 0 else CLASSIC
            if answer < 0:
                cells[n] = 0
                answers[n] = 0
            else:
                has_answer[n] = answer
            n += 1
        line += 1
        start = after
    return n


def parse(text: Bytes, delimiter: int, puzzle: int, solution: int) -> BlockRows:
    """The rows of a text; the puzzle and the answer (or -1) are these fields of a line."""
    lines = count_lines(text)
    rows = BlockRows(
        np.empty(lines, np.int64),
        np.empty(lines, np.int64),
        np.empty(lines, np.int64),
        np.empty(lines, np.uint8),
        np.empty((lines, CELLS), np.uint8),
        np.zeros((lines, CELLS), np.uint8),
        np.zeros(lines, np.uint8),
    )
    has_quotes = delimiter not in (ANY, JSON) and bool((text == _QUOTE).any())
    scratch = np.empty(CELLS, np.uint8)
    n = _parse(text, (delimiter, puzzle, solution), has_quotes, tuple(rows), scratch)
    return BlockRows._make(column[:n] for column in rows)
