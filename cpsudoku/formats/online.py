"""Fetches what short links name, from the few hosts that hold it.

A host gets one request, and its puzzle is kept for a day. A shortener only says where a link leads:
if this link holds its puzzle, nothing more is fetched.
"""

from __future__ import annotations

import re

from cpsudoku.formats.short_links import address_of, shortener_of
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.fetching import MOST, Fetcher
from cpsudoku.runtime.kept_texts import KeptTexts
from cpsudoku.runtime.printable import printable

HOSTS = (
    "sudokupad.app",
    "www.sudokupad.app",
    "firebasestorage.googleapis.com",
    "tinyurl.com",
    "www.tinyurl.com",
    "bit.ly",
)
FETCHER = Fetcher(HOSTS)
KEPT = KeptTexts.of_user("links", MOST)
_PUZZLE = re.compile(r"\s*(?:(?:scl|ctc|scf|fpuz(?:zles)?)\w|N4Ig|\{)")
_SITES = (  # whose long links hold puzzles
    "sudokupad.app",
    "app.crackingthecryptic.com",
    "f-puzzles.com",
    "sudokumaker.app",
    "sigh.github.io",
)
_OF_SITES = re.compile(rf"https://(?:www\.|beta\.)?(?:{'|'.join(map(re.escape, _SITES))})/")
_MOST_STEPS = 4


def fetched(text: str) -> str:
    """The text of the puzzle that a short link names; any other text as it is.

    Raises InputError with what went wrong.
    """
    address = address_of(text)
    if address is None:
        return text
    kept = KEPT.get(address)
    if kept is not None:
        return kept
    found = _fetched(address)
    KEPT.put(address, found)
    return found


def _fetched(address: str) -> str:
    step = address
    for _ in range(_MOST_STEPS):
        reply = FETCHER.get(step)
        if not reply.moved_to:
            return _puzzle_text(reply.text)
        if shortener_of(step) is None:
            step = reply.moved_to
            continue
        # A shortener names another link, which holds its puzzle or is short itself.
        named = address_of(reply.moved_to)
        if named is None:
            return _long(reply.moved_to)
        step = named
    raise InputError("the link is redirected too often")


def _puzzle_text(text: str) -> str:
    if _PUZZLE.match(text) is None:
        found = repr(text[:40]) if text.strip() else "nothing"
        raise InputError("the link leads to {found}, which is not a puzzle", found=printable(found))
    return text.strip()


def _long(link: str) -> str:
    if _OF_SITES.match(link) is None:
        known = ", ".join(_SITES)
        raise InputError(
            "the link leads to {link}, not to a link of {known}",
            link=printable(link[:60]),
            known=known,
        )
    return link
