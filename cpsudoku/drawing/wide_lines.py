"""Lines of text on a terminal, also in scripts without spaces, such as Japanese."""

from __future__ import annotations

import re
from textwrap import wrap
from unicodedata import combining, east_asian_width

# A word, or one letter of a script without spaces. Closing marks stay on the line of what they
# close, and an opening bracket on the line of what it opens.
_OPENING, _CLOSING = "\uff08", "\u3001\u3002\uff09\uff1a\uff1b"
_PART = re.compile(rf"\s+|{_OPENING}?(?:[!-~]+|[^\s!-~])[{_CLOSING}]*")


def columns(text: str) -> int:
    """How many columns a text takes: wide letters take two, and accents that stand alone none."""
    return sum(
        2 if east_asian_width(letter) in "WF" else 1 for letter in text if not combining(letter)
    )


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text of so many columns: broken at spaces, or between wide letters."""
    lines = broken(text, width).split("\n")
    return lines if len(lines) > 1 else wrap(text, width) or [""]


def broken(text: str, width: int) -> str:
    """The text with line breaks between wide letters; a text without them stays as it is.

    width: columns of the terminal. Rich breaks other texts at their spaces.
    """
    if all(east_asian_width(letter) not in "WF" for letter in text):
        return text
    lines = [""]
    for part in _PART.findall(text):
        if lines[-1] and columns(lines[-1] + part.rstrip()) > width:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return "\n".join(line.rstrip() for line in lines)
