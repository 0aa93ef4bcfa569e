"""Make text from strangers (labels, file names, sheet names) safe to show and to write on one line.

A control character can move the cursor, change the title of a terminal, forge a row of a table or
reverse the reading direction. An escape sequence shows it without these effects.
"""

from __future__ import annotations

import re

# C0, DEL and C1, marks that reverse the reading direction, line ends, lone surrogates, which no
# encoding has, and characters that XML forbids.
_HOSTILE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_SPACES = re.compile("[\t\n\x0b\x0c\r\x1c-\x1e\x85\u2028\u2029]+")
# Characters that make a spreadsheet read the text of a cell as a formula:
# https://owasp.org/www-community/attacks/CSV_Injection. Apostrophes before it are ours, or doubled.
_FORMULA = re.compile("'*[=+@\t\r\n\uff1d\uff0b\uff0d\uff20-]")
_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def printable(text: str) -> str:
    r"""The text with each control character as an escape: ``\n``, ``\x1b`` or ``\u202e``."""
    return text if text.isascii() and text.isprintable() else _HOSTILE.sub(_escape, text)


def encodable(text: str) -> str:
    """The text, with an escape for each surrogate: a byte of a file name that is not UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


def one_line(text: str) -> str:
    """The text on one line: tabs and line ends become spaces, the rest as in ``printable``."""
    return printable(_SPACES.sub(" ", text))


def markup(text: str) -> str:
    """The text, escaped for HTML, SVG and any other XML."""
    from html import escape  # its table of entities would take 1 ms of each start

    return escape(one_line(text))


def without_formula(text: str) -> str:
    """The text as a cell of CSV. A text that would be a formula gets an apostrophe before it."""
    return f"'{text}" if _FORMULA.match(text) else text


def of_cell(text: str) -> str:
    """The original of a cell that ``without_formula`` made."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def json_safe(text: str) -> str:
    r"""The same JSON, with each control character as ``\uXXXX``. Readers get the same values."""
    return _HOSTILE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return _SHORT.get(match[0]) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
