"""Raised digits: how a cell shows a small sum before a digit."""

from __future__ import annotations

from collections.abc import Iterable

RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED = str.maketrans("0123456789", RAISED_DIGITS)
_LOWERED = str.maketrans(RAISED_DIGITS, "0123456789")
_SMALL = 0.8  # of the size of the largest letters of a cell


def raised(text: str) -> str:
    """A text with raised digits."""
    return text.translate(_RAISED)


def lowered(text: str) -> str:
    """A text with usual digits."""
    return text.translate(_LOWERED)


def flat_text(text: Iterable[object]) -> str:
    """A CellRichText as a plain text. The digits of its raised or small parts are raised."""
    parts = [(str(part), getattr(part, "font", None)) for part in text]
    sizes = [font.sz for _, font in parts if font is not None and font.sz]
    largest = max(sizes, default=0)
    return "".join(
        raised(part)
        if font is not None
        and (font.vertAlign == "superscript" or (font.sz or largest) < _SMALL * largest)
        else part
        for part, font in parts
    )
