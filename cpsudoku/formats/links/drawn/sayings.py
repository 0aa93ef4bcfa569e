"""What sentences may say about each rule, from the tables in ``sayings.txt``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_suffix(".txt")
_DEFINED = re.compile(r"(\w+) = (.+)")


@dataclass(frozen=True)
class Sayings:
    """The phrases about a rule: those that name it, and all of them."""

    names: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


@cache
def sayings_about(name: str) -> Sayings:
    """The phrases about a rule by its name, or about guesses by their noun."""
    if name not in _sections():
        return Sayings()
    lines = [*_lines_of(name), *_lines_of("everywhere")]
    names = tuple(line[2:] for line in lines if line.startswith("= "))
    return Sayings(names, tuple(line.removeprefix("= ") for line in lines))


@cache
def filler() -> frozenset[str]:
    """The words without content, wherever they are."""
    return frozenset(_words_of("filler"))


@cache
def things() -> frozenset[str]:
    """The words for digits and cells."""
    return frozenset(_words_of("things"))


@cache
def numerals() -> dict[str, str]:
    """The digits of numbers in words: ``{"one": "1"}``."""
    return {word: str(number) for number, word in enumerate(_words_of("numerals"), 1)}


def is_known_word(word: str) -> bool:
    """Whether a word in lower case is in any phrase."""
    starts = (f"{word[:length]}*" for length in range(1, len(word) + 1))
    return word in _vocabulary() or any(start in _vocabulary() for start in starts)


@cache
def _vocabulary() -> frozenset[str]:
    text = " ".join(line for lines in _sections().values() for line in lines)
    return frozenset(re.findall(r"[a-z]+\*?", text))


@cache
def _sections() -> dict[str, list[str]]:
    """The lines of each section, with the abbreviations written out."""
    sections, defined = dict[str, list[str]](), dict[str, str]()
    lines: list[str] = []
    for line in _FILE.read_text("utf-8").splitlines():
        if line.startswith("== "):
            lines = sections.setdefault(line[3:], [])
        elif match := _DEFINED.fullmatch(line):
            defined[match[1]] = _written_out(match[2], defined)
        elif line and not line.startswith("#"):
            lines.append(_written_out(line, defined))
    return sections


def _written_out(line: str, defined: dict[str, str]) -> str:
    """A line with its abbreviations written out. The numbers of boards and rules remain."""
    return re.sub(r"\{(\w+)\}", lambda match: defined.get(match[1], match[0]), line)


def _lines_of(name: str) -> list[str]:
    """The lines of a section and of those that it adds."""
    found = list[str]()
    for line in _sections()[name]:
        found += _lines_of(line[2:]) if line.startswith("+ ") else [line]
    return found


def _words_of(name: str) -> list[str]:
    return " ".join(_sections()[name]).split()
