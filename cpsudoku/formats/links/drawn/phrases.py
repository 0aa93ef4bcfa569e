"""Compares sentences with the phrases of rules: every word must be part of one of them.

A phrase is a line of words, such as ``[strictly] increas*/rise from bulb [to tip]``. Words in
brackets may be absent, ``/`` separates words that mean the same, ``*`` is any end of a word, and
``(a b | c)`` are longer alternatives. ``{low}``, ``{high}`` and ``{n}`` stand for numbers of the
board and of the rule. Numbers are digits: ``5`` matches five, too. ``@`` is a word for digits or
cells. It may be between any two words. ``...`` is a gap: both of its sides must be in the sentence,
but the words between them need other phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce

from cpsudoku.formats.links.drawn.sayings import filler, numerals, things

_TOKEN = re.compile(r"[\[\]()|]|[^\s\[\]()|]+")
_WORD = re.compile(r"[^\W_]+|[,;:()/]")
_MUST = re.compile(r"\b(?:ha(?:ve|s)|needs?|required) to\b")
_COUNT = re.compile(r"\b(?:number|amount|numbers) of\b")
_GROUPS = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}
_ENDS = frozenset((*",;:()/", "and", "but", "while", "whereas"))  # of a clause


@dataclass(frozen=True)
class Words:
    """The words of a sentence between single spaces, and where its clauses are in this text."""

    text: str
    clauses: tuple[slice, ...]

    def covered(
        self, phrases: Iterable[str], numbers: Mapping[str, str], blank: bytes = b"\1"
    ) -> bytearray:
        """For each character, whether it is part of a phrase; ``blank`` for spaces and ``@``."""
        found = bytearray(blank[0] if character in "@ " else 0 for character in self.text)
        for phrase in phrases:
            used = tuple(each for each in numbers.items() if f"{{{each[0]}}}" in phrase)
            for start, end in self._places(phrase, used):
                found[start:end] = b"\1" * (end - start)
        return found

    def _places(self, phrase: str, numbers: tuple[tuple[str, str], ...]) -> list[tuple[int, int]]:
        """The parts of the text that a phrase covers."""
        places = list[tuple[int, int]]()
        for part in phrase.split(" ... "):
            after = places[0][1] if places else 0
            pattern = pattern_of(part, numbers)
            found = [match.span() for match in pattern.finditer(self.text, max(after - 1, 0))]
            if not found:
                return []
            places += found
        return places


@lru_cache(maxsize=4096)
def pattern_of(phrase: str, numbers: tuple[tuple[str, str], ...] = ()) -> re.Pattern[str]:
    """The regular expression of a phrase, for the text of ``Words``."""
    parts = []
    for token in _TOKEN.findall(phrase):
        if token in _GROUPS:
            parts.append(_GROUPS[token])
            continue
        written = reduce(lambda text, each: text.replace(f"{{{each[0]}}}", each[1]), numbers, token)
        words = [_pattern_of_word(word) for word in written.split("/") if word not in filler()]
        if words:
            parts.append(f"(?:{'|'.join(words)}) (?:@ )*")
    return re.compile(rf"(?<= ){''.join(parts)}")


def _pattern_of_word(word: str) -> str:
    if word == "#":
        return r"\d+"
    return re.escape(numerals().get(word, word)).replace(r"\*", r"\w*")


def words_of(text: str) -> Words:
    """The words of a sentence in lower case, without those of no content."""
    joined, clauses, start = " ", list[slice](), 1
    text = _COUNT.sub("count of", _MUST.sub("must", text.replace("'", "")))
    for found in _WORD.findall(text):
        if found in _ENDS:
            clauses.append(slice(start, len(joined)))
            start = len(joined)
        elif found not in filler():
            joined += ("@" if found in things() else numerals().get(found, found)) + " "
    clauses.append(slice(start, len(joined)))
    return Words(joined, tuple(each for each in clauses if each.start < each.stop))
