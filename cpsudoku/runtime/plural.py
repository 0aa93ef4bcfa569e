"""Counts with their nouns, and lists of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.runtime.words import tallied, worded


def plural(count: int, noun: str, several: str | None = None) -> str:
    """The count and its noun: ``1 cell``, ``2 cells``, ``1,000 entries``.

    ``several`` is the plural of a noun if it is not formed with an s. Thousands get a comma.
    """
    return tallied(f"{{count}} {noun}", f"{{count}} {several or noun + 's'}", count)


def is_are(count: int) -> str:
    """``is`` for one thing, ``are`` for zero or several."""
    return "is" if count == 1 else "are"


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``11th``, ``1,024th``."""
    last = number % 10 if number // 10 % 10 != 1 else 0
    return f"{number:,}{({1: 'st', 2: 'nd', 3: 'rd'}).get(last, 'th')}"


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Words joined by commas, the last by ``and`` or another word: ``a, b and c``."""
    *most, last = words
    return worded(f"{{most}} {joint} {{last}}", most=", ".join(most), last=last) if most else last


def first_listed(words: Sequence[str], count: int = 5) -> str:
    """The first of several words, and the number of the others: ``a, b and 7 more``."""
    if len(words) <= count:
        return listed(words)
    names = ", ".join(words[:count])
    return worded("{names} and {count} more", names=names, count=len(words) - count)
