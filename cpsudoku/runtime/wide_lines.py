"""Lines of text of a certain width, also in scripts without spaces, such as Japanese."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from textwrap import wrap
from unicodedata import category, combining, east_asian_width, name

_OPENING = ("Ps", "Pi")
_CLOSING = ("Pe", "Pf", "Po", "Lm", "Mn")  # Lm: marks that lengthen or repeat a kana


def columns(text: str) -> int:
    """How many columns a text takes: wide letters take two, and accents that stand alone none."""
    return sum(2 if _is_wide(letter) else 1 for letter in text if not combining(letter))


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text of so many columns: broken at spaces, or between wide letters."""
    lines = broken(text, width).split("\n")
    return lines if len(lines) > 1 else wrap(text, width) or [""]


def broken(text: str, width: int) -> str:
    """The text with line breaks between wide letters; a text without them stays as it is.

    width: columns of the terminal. Rich breaks other texts at their spaces.
    """
    if not any(map(_is_wide, text)):
        return text
    lines = [""]
    for part in _parts(text):
        if lines[-1] and columns(lines[-1] + part.rstrip()) > width:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return "\n".join(line.rstrip() for line in lines)


def _is_wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF"


def _parts(text: str) -> Iterator[str]:
    """Words with the spaces after them, and wide letters with the marks that belong to them."""
    start = 0
    for at, (one, other) in enumerate(pairwise(text), 1):
        if _may_break(one, other):
            yield text[start:at]
            start = at
    yield text[start:]


def _may_break(one: str, other: str) -> bool:
    """Whether a line may end after a letter and the next one begin with another.

    Japanese lines begin with no closing mark and no small kana, and end with no opening bracket
    (kinsoku).
    """
    if one.isspace() or other.isspace():
        return not other.isspace()
    if not (_is_wide(one) or _is_wide(other)) or category(one) in _OPENING:
        return False
    return category(other) not in _CLOSING and "LETTER SMALL" not in name(other, "")
