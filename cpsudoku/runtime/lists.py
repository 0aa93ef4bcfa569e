"""Lists of words in the present language, and the beginning of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cpsudoku.runtime.language import ENGLISH, present_language, translated
from cpsudoku.runtime.plural import ordinal


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Words joined by commas, the last by ``and`` or ``or``, in the present language."""
    *most, last = words
    if not most:
        return last
    first = separated(most)
    if joint == "or":
        return translated("{most} or {last}", most=first, last=last)
    return translated("{most} and {last}", most=first, last=last)


def phrases(parts: Iterable[str]) -> str:
    """Phrases joined by commas, the last by ``and``: ``3 from r1c2 and 5 from r4c4``.

    Some languages join phrases in other ways than words.
    """
    *most, last = parts
    if not most:
        return last
    return translated("{phrases} and {phrase}", phrases=separated(most), phrase=last)


def capital(text: str) -> str:
    """A sentence with a capital letter, unless it begins with the name of a cell."""
    return text if re.match(r"r\d+c\d", text) else text[0].upper() + text[1:]


def one_by_one(clauses: Iterable[str]) -> str:
    """Clauses with semicolons between them."""
    return translated("; ").join(clauses)


def numbered(number: int) -> str:
    """``2nd``; the number alone in other languages, whose texts show that it is an ordinal."""
    return ordinal(number) if present_language() == ENGLISH else f"{number:,}"


def separated(words: Iterable[str]) -> str:
    """Words joined by commas: ``a, b, c``."""
    return translated(", ").join(words)
