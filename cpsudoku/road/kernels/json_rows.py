"""Objects of JSON with a puzzle, in compiled code."""

from __future__ import annotations

import numpy as np

from cpsudoku.road.kernels.fields import FULL_ANSWER, NO_ANSWER, QUOTE, ZERO, Bytes, cells_at, find
from cpsudoku.runtime.compiled.declaring import inner

_BACKSLASH, _BRACE, _COLON, _COMMA = (ord(symbol) for symbol in "\\{:,")
_KEYS = (b"puzzle", b"solution", b"id", b"label")
_KEY_LETTERS = np.frombuffer(b"".join(_KEYS), np.uint8)
_KEY_ENDS = np.cumsum([*map(len, _KEYS)])


@inner()
def _after_spaces(text: Bytes, at: int, end: int) -> int:
    while at < end and text[at] == 32:
        at += 1
    return at


@inner()
def _plain_value(text: Bytes, start: int, end: int) -> int:
    """The end of a JSON text without escapes, or of a whole number; -1 for any other value."""
    at = start
    if at < end and text[at] == QUOTE:
        stop = find(text, at + 1, end, QUOTE)
        for place in range(at + 1, stop):
            if text[place] < 32 or text[place] > 126 or text[place] == _BACKSLASH:
                return -1
        return stop + 1 if stop < end else -1
    while at < end and ZERO <= text[at] < ZERO + 10:
        at += 1
    return at if at > start and at - start < 19 and (text[start] != ZERO or at == start + 1) else -1


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
def read_json(text: Bytes, start: int, end: int, cells: Bytes, answers: Bytes) -> int:
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
        if stop < 0 or text[key] != QUOTE:
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
        if number == 0 and cells_at(text, value + 1, at - 1, cells) < 0:
            return -1
        if number == 1:
            answer = FULL_ANSWER
            if cells_at(text, value + 1, at - 1, answers) != 0:
                return -1
        at = _after_spaces(text, at, end)
    return answer if seen & 1 and at == end - 1 and text[at] == _BRACE + 2 else -1
