"""The content of a cell: the symbols that people write for digits and blanks, and their meaning.

Above 9 the digits are ``A`` (10) to ``P`` (25), or numbers in tables. Two other conventions are
accepted if the whole grid follows them:

- hexadecimal: ``0`` is the highest digit of the size if the usual symbol for it (``G`` or 16 in a
16x16) does not occur and there is another blank symbol, or the grid is full. Otherwise ``0`` is a
blank.
- letters alone: ``A`` is 1, ``B`` is 2 ... if the grid does not contain any digit 1-9, and some
letter is too high to be a digit above 9.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.grid import SYMBOLS, symbols_allowed
from cpsudoku.runtime.errors import BadSymbol, Source
from cpsudoku.runtime.words import worded

BLANKS = frozenset(("", ".", "0", "_", "*", "-", "?", "x", "X"))
BLANK_WORDS = worded("blank (. 0 _ * - ? x)")
_FAST = bytes.maketrans(b"123456789.0_*-?xX", bytes(range(1, 10)) + bytes(8))
_FAST_KNOWN = b"123456789.0_*-?xX"


@dataclass(frozen=True, slots=True)
class CellToken:
    """The text of one cell and its place."""

    text: str
    source: Source


def fast_digits(text: str, size: int) -> bytes | None:
    """The digits of a one-line puzzle up to 9x9, or None if the careful reader is needed.

    bytes.translate takes 0.2 µs per line; a generator of ints takes 7 µs.
    """
    if size > 9 or not text.isascii():
        return None
    raw = text.encode()
    if raw.translate(None, _FAST_KNOWN):
        return None
    digits = raw.translate(_FAST)
    return digits if max(digits) <= size else None


def digits_of(tokens: Sequence[CellToken], board: Board) -> bytes:
    """The digit in each cell, 0 for a blank; raises BadSymbol, which names the first bad cell."""
    texts = [token.text for token in tokens]
    digits = _alphabet(texts, board.size) if board.lowest else _from_zero(board)
    blanks = BLANK_WORDS if board.lowest else BLANK_WORDS.replace(" 0", "")
    for index, token in enumerate(tokens):
        if token.text not in digits and token.text not in BLANKS:
            raise BadSymbol(
                "{cell}: {token} is not a digit {allowed} or a {blanks}",
                token.source,
                cell=board.cell_name(index),
                token=shorten(token.text),
                allowed=symbols_allowed(board.size, board.lowest),
                blanks=blanks,
            )
    return bytes(digits.get(text, 0) for text in texts)


def marks_of(text: str, size: int) -> tuple[int, ...] | None:
    """The candidates of a pencilmark cell such as ``134``, ascending; None for other cells."""
    if not re.fullmatch(rf"[1-{min(size, 9)}]+", text) or len(set(text)) < len(text):
        return None
    return tuple(sorted(map(int, text)))


def shorten(text: str) -> str:
    """A text, shortened for a message."""
    return repr(text if len(text) <= 24 else text[:21] + "...")


def _from_zero(board: Board) -> dict[str, int]:
    """The meaning of each symbol of a board whose lowest digit is 0."""
    digits = {symbol: digit for digit, symbol in enumerate(board.symbols) if digit}
    digits |= {symbol.lower(): digit for symbol, digit in digits.items()}
    return digits | {str(digit - 1): digit for digit in range(1, board.size + 1)}


def _alphabet(texts: Sequence[str], size: int) -> dict[str, int]:
    """The meaning of each symbol that is a digit in this grid."""
    digits = {SYMBOLS[digit]: digit for digit in range(1, size + 1)}
    if size <= 9:
        return digits
    seen = set(texts)
    letters = {chr(ord("A") + digit - 1): digit for digit in range(1, size + 1)}
    letters |= {text.lower(): digit for text, digit in letters.items()}
    digits |= {text.lower(): digit for text, digit in digits.items()}
    if not seen & set("123456789") and any(
        text in letters and text not in digits for text in seen - BLANKS
    ):
        return letters
    digits |= {str(digit): digit for digit in range(1, size + 1)}
    highest = {text for text, digit in digits.items() if digit == size}
    is_full = Counter(texts)["0"] == size and not seen & BLANKS - {"0"} and len(seen) == size
    if "0" in seen and not seen & highest and (is_full or seen & (BLANKS - {"0"})):
        digits["0"] = size
    return digits
