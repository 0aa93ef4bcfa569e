"""Mends the words of a sentence: misspelt words, and names of drawings that no phrase has."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from operator import ne

from cpsudoku.formats.links.drawn.colours import COLOUR_WORDS, is_colour
from cpsudoku.formats.links.drawn.sayings import is_in_list, is_known_word, known_words

_WORD = re.compile(r"([^\W\d_]+)")
_CLOSE = (" ", "-")  # between words that belong together
_SHORTEST = 7  # letters of a word that may be misspelt; shorter words are too much alike
_LONGEST = 16
# Endings and beginnings of words that change what a colour stands for: "red reversed lines".
_CHANGES = re.compile(
    r"(un|in|im|non|anti|dis|mis).*|\w{3,}(ed|ing|ly|er|est|able|ible|less|al|ic)"
)


@lru_cache(maxsize=2048)
def mended(text: str) -> str:
    """A text in lower case with mended words.

    ``consecuitive`` becomes ``consecutive``. In ``the digits on a sage green wire`` the unknown
    words beside the colour are only the setter's name for what is drawn, and are left out.
    """
    parts = _WORD.split(text)  # what is between words, and words
    words = [respelt(word) for word in parts[1::2]]
    between = parts[2:-1:2]
    for at, word in enumerate(words):
        before = at > 0 and between[at - 1] in _CLOSE and is_colour(words[at - 1])
        after = at < len(between) and between[at] in _CLOSE and is_colour(words[at + 1])
        if (before or after) and _is_name(word):
            words[at] = ""
    parts[1::2] = words
    return "".join(parts)


def _is_name(word: str) -> bool:
    """Whether a word is unknown, and looks like a noun that changes nothing."""
    is_known = is_known_word(word) or any(is_in_list(word, n) for n in ("telling", "decisive"))
    return len(word) > 2 and not is_known and not _CHANGES.fullmatch(word)


@lru_cache(maxsize=4096)
def respelt(word: str) -> str:
    """A word, or the only known one with a letter more, a letter less or two swapped letters."""
    if not _SHORTEST <= len(word) <= _LONGEST or is_known_word(word) or is_colour(word):
        return word
    colours = [each for each in COLOUR_WORDS.split("|") if _differs_once(word, each)]
    if len(colours) == 1:
        return colours[0]
    found = {
        known
        for known in _by_start().get(word[0], ())
        if abs(len(known) - len(word)) < 2 and _is_near(word, known)
    }
    return found.pop() if len(found) == 1 else word


@cache
def _by_start() -> dict[str, tuple[str, ...]]:
    """The known words that may be misspelt, by their first letters."""
    found: dict[str, tuple[str, ...]] = {}
    for word in known_words():
        if len(word) >= _SHORTEST - 1:
            found[word[0]] = (*found.get(word[0], ()), word)
    return found


def _differs_once(one: str, other: str) -> bool:
    """Whether two words have one other letter: names of colours are unlike all other words."""
    return len(one) == len(other) and sum(map(ne, one, other)) == 1


def _is_near(one: str, other: str) -> bool:
    """Whether one word becomes the other with a letter more, a letter less, or two swapped.

    Another letter in place of one makes other words too often: ``listed`` is not ``lifted``.
    """
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:
        return False  # a letter more at the end is another form: "doubled" is not "double"
    one, other = one[start:], other[start:]
    swapped = one[1:2] + one[:1] + one[2:]
    return other in (swapped, one[1:]) or one == other[1:]
