"""Short links: they name a puzzle that is on a server, or another link.

SudokuPad asks ``/api/puzzle/ID`` of its site, which answers with what follows the site in a long
link. ``?id=`` of f-puzzles names a link of TinyURL. Old links of Cracking the Cryptic name a file
in JSON.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

SITES = (
    r"(?:https?://)?(?:(?:www\.|beta\.|alpha\.)?(?:sudokupad\.app|app\.crackingthecryptic\.com)"
    r"|cracking-the-cryptic\.web\.app)"
)
PAD_LINK = re.compile(rf"{SITES}/+(?:sudoku/*)?(?:\?(?:.*&)?puzzleid=)?([^?#&]*)", re.IGNORECASE)
PREFIX = re.compile(r"(scl|ctc|scf|fpuz(?:zles)?)([^\s?#]*)")

_PAD = "https://sudokupad.app/api/puzzle/"
_OLD = "https://firebasestorage.googleapis.com/v0/b/sudoku-sandbox.appspot.com/o/"
_TINY = "https://tinyurl.com/"
_SHORTENED = re.compile(
    r"(?:https?://)?(?:www\.)?(tinyurl\.com|bit\.ly)/([\w-]{1,100})/?(?:[?#].*)?", re.IGNORECASE
)
_ON_TINY = re.compile(
    r"(?:https?://)?(?:www\.)?f-puzzles\.com/?\?(?:.*&)?id=([\w-]{1,100})(?:[&#].*)?", re.IGNORECASE
)
_NAME = re.compile(r"[\w-][\w.~-]{,99}(?:/[\w-][\w.~-]{,99}){,3}")


def shortener_of(text: str) -> str | None:
    """The host that shortened a link, or None."""
    found = _SHORTENED.fullmatch(text)
    return found[1].lower() if found is not None else None


def address_of(text: str) -> str | None:
    """The address of what a short link names; None for any other text."""
    if shortened := _SHORTENED.fullmatch(text):
        return f"https://{shortened[1].lower()}/{shortened[2]}"
    if on_tiny := _ON_TINY.fullmatch(text):
        return f"{_TINY}{on_tiny[1]}"
    link = PAD_LINK.match(text)
    name = unquote(link[1]).strip("/") if link is not None else ""
    if not _NAME.fullmatch(name) or PREFIX.fullmatch(name):
        return None
    return f"{_OLD}{quote(name, '')}?alt=media" if ".web.app" in text else f"{_PAD}{quote(name)}"
