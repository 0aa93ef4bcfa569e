"""The cells and fields of a line of text, in compiled code that other kernels call."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.core.sizes import SIZE_OF_CELLS
from cpsudoku.road.layout import ANY
from cpsudoku.runtime.compiled.declaring import inner

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]

CELLS = 81
NO_ANSWER, FULL_ANSWER, ODD_ANSWER = 0, 1, 2

UNKNOWN = 255
DIGIT_OF = np.full(256, UNKNOWN, np.uint8)
for _symbol in b".0_*-?xX":
    DIGIT_OF[_symbol] = 0
for _digit in range(1, 10):
    DIGIT_OF[ord("0") + _digit] = _digit
USUAL_DIGIT_OF = np.where(np.isin(np.arange(256), list(b"_*-?xX")), np.uint8(UNKNOWN), DIGIT_OF)
ENDS_FIELD = np.zeros(256, np.uint8)
for _symbol in b" \t,;:#|\"'":
    ENDS_FIELD[_symbol] = 1
# 1 for a number of cells that a puzzle can have
IS_SIZE = np.zeros(max(SIZE_OF_CELLS) + 1, np.uint8)
IS_SIZE[list(SIZE_OF_CELLS)] = 1
NEWLINE, RETURN, HASH, QUOTE = (ord(symbol) for symbol in '\n\r#"')
_FULL_STOP, ZERO, _ONE = ord("."), ord("0"), ord("1")
MISSING, QUOTED = -1, -2  # no such field; its quotes need the careful reader


def _cells_in_numpy(text: Bytes, start: int, digits: Bytes) -> int:
    found = digits[:CELLS] = USUAL_DIGIT_OF[text[start : start + CELLS]]
    return -1 if found.max() == UNKNOWN else CELLS - int(np.count_nonzero(found))


@inner(plain=_cells_in_numpy)
def plain_cells(text: Bytes, start: int, digits: Bytes) -> int:
    """Read 81 cells in the usual symbols; return the number of blanks, or -1 for other symbols.

    LLVM vectorises this loop only without negative numbers: 20 ns a line, with a table 100.
    """
    blanks, is_strange = np.uint8(0), np.uint8(0)
    for at in range(CELLS):
        symbol = text[np.uintp(start + at)]
        digit = np.uint8(symbol - np.uint8(_ONE))
        is_digit = digit < np.uint8(9)
        is_blank = (symbol == np.uint8(_FULL_STOP)) | (symbol == np.uint8(ZERO))
        digits[np.uintp(at)] = np.uint8(digit + np.uint8(1)) if is_digit else np.uint8(0)
        blanks += np.uint8(is_blank)
        is_strange |= np.uint8(not (is_digit | is_blank))
    return -1 if is_strange else int(blanks)


def _found_in_numpy(text: Bytes, start: int, end: int, symbol: int) -> int:
    is_wanted = text[start:end] == symbol
    at = int(is_wanted.argmax()) if is_wanted.size else 0
    return start + at if is_wanted.size and is_wanted[at] else end


@inner(plain=_found_in_numpy)
def find(text: Bytes, start: int, end: int, symbol: int) -> int:
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
def cells_at(text: Bytes, start: int, end: int, digits: Bytes) -> int:
    """Read 81 cells; return the number of blanks, or -1 unless they are 81 known symbols."""
    if end - start != CELLS:
        return -1
    blanks = plain_cells(text, start, digits)
    if blanks >= 0:
        return blanks
    blanks = 0
    for at in range(CELLS):
        digit = DIGIT_OF[text[start + at]]
        if digit == UNKNOWN:
            return -1
        digits[at] = digit
        blanks += digit == 0
    return blanks


@inner()
def field_at(text: Bytes, start: int, end: int, delimiter: int, wanted: int) -> tuple[int, int]:
    """The begin and end of a field of a line, without its quotes; or both MISSING or QUOTED.

    delimiter ANY: any run of characters that end a puzzle in a line of text (space, tab, comma).
    """
    at = start
    field = 0
    while at <= end:
        if delimiter == ANY:
            while at < end and ENDS_FIELD[text[at]]:
                at += 1
        begin = at
        if at < end and text[at] == QUOTE and delimiter != ANY:
            at = find(text, at + 1, end, QUOTE)
            if at == end or (at + 1 < end and text[at + 1] != delimiter):
                return QUOTED, QUOTED
            if field == wanted:
                return begin + 1, at
        if delimiter == ANY:
            while at < end and not ENDS_FIELD[text[at]]:
                at += 1
        else:
            at = find(text, at, end, delimiter)
        if field == wanted:
            return begin, at
        field += 1
        at += 1
    return MISSING, MISSING


@inner()
def is_open(text: Bytes, start: int, end: int, delimiter: int) -> bool:
    """Whether a row of CSV ends inside a quoted field, by the rules of the module csv."""
    at = start
    while at < end:
        if text[at] != QUOTE:
            at = find(text, at, end, delimiter) + 1
            continue
        while at < end and text[at] == QUOTE:  # two quotes in a quoted field are one
            at = find(text, at + 1, end, QUOTE) + 1
        if at > end:
            return True
        at = find(text, at, end, delimiter) + 1
    return False


@inner()
def is_name(text: Bytes, start: int, end: int) -> bool:
    """Whether a field is surely not a puzzle, so that the careful reader can skip it too."""
    if start < 0 or (end - start < len(IS_SIZE) and IS_SIZE[end - start]):
        return False
    plain = True
    for at in range(start, end):
        plain &= 32 < text[at] < 127
    return plain


@inner()
def answer_at(text: Bytes, start: int, end: int, delimiter: int, field: int, digits: Bytes) -> int:
    """Read the answer of a line; return its kind."""
    first, last = field_at(text, start, end, delimiter, field)
    if first == QUOTED:
        return ODD_ANSWER
    while first < last and (text[first] == 32 or text[last - 1] == 32):
        first += text[first] == 32
        last -= text[last - 1] == 32
    if first < 0 or first >= last:
        return NO_ANSWER
    return FULL_ANSWER if cells_at(text, first, last, digits) == 0 else ODD_ANSWER


@inner()
def later_answer(
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
        blanks = cells_at(text, begin, at, scratch)
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
