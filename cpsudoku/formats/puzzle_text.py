"""Whether a text is a puzzle, and its plain symbols."""

from __future__ import annotations

import re
import unicodedata

# Characters that programs print for a blank or a dash, and that NFKC does not change.
_TIDY = str.maketrans(
    {"·": ".", "•": ".", "–": "-", "—": "-", "−": "-"}
    | dict.fromkeys("\ufeff\u200b\u200c\u200d\u2060")  # these are invisible
)


def tidy(text: str) -> str:
    """A text with the plain form of every symbol: full-width digits, dots in the middle ..."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).translate(_TIDY)


def looks_like_a_puzzle(text: str) -> bool:
    """Whether an argument that does not name a file is a puzzle: mostly digits and blanks."""
    symbols = re.sub(r"[\s|+=]", "", tidy(text))
    if len(symbols) < 12 or "/" in symbols or "\\" in symbols:
        return False
    plain = len(re.findall(r"[0-9._*?xX-]", symbols))
    wide = len(re.findall(r"[0-9A-Pa-p._*?xX-]", symbols))
    return plain >= 0.75 * len(symbols) or (len(symbols) > 90 and wide >= 0.9 * len(symbols))


_NOTATION = re.compile(
    r"\s*(?:https?://|(?:www\.)?[a-z.-]+\.(?:app|com)/|(?:scl|ctc|scf|fpuz)\w{17}|N4Ig|\{|"
    r"\.+[A-Za-z]*~|\.+(?:And|Or|[A-Z][A-Za-z]{3,})(?:\s*\.|\s*$)|SumoCueV1|\d{1,2}(?:x\d{1,2})?[a-z0-9]*[:#]"
    r"|(?=\S*[<v>^`'])[0-9A-Za-z<v>^`',.]{81}(?:\s|$)|(?:[0-9._*-]{16,81})[A-Za-z]{16,81}(?:\s|$)"
    r"|[A-I]{81}(?:\s|$))"
)


def is_notation(text: str) -> bool:
    """Whether an argument begins like a link or another notation that is not mostly digits."""
    return _NOTATION.match(text) is not None


def is_puzzle_text(text: str) -> bool:
    """Whether an argument that does not name a file is a puzzle, a link or a pasted text."""
    return looks_like_a_puzzle(text) or is_notation(text) or "\n" in text
