"""What sentences may say about each rule, from the tables in ``sayings.txt``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_suffix(".txt")
_NAMING, _CLAIMING, _MARKS = ("=", "!"), ("!", "~"), "=!~+-"
_LISTS = (
    "filler",
    "things",
    "telling",
    "decisive",
    "greetings",
    "numerals",
)  # sections that hold words, not phrases
_PAIRS, _RELATION, _VALUE = "pairs ", "relation ", ": "
_GROUPS, _PROPERTY = "groups ", "property "
_PLACE, _COUNTED = "place ", "counted "
_BLOCKS, _MIX = "blocks ", "mix "
# Each section of one kind is combined with each of the other.
_COMBINED = ((_PAIRS, _RELATION), (_GROUPS, _PROPERTY), (_PLACE, _COUNTED), (_BLOCKS, _MIX))
_SHORTEST_START = 3  # letters before a * by which a word is known
_DEFINED = re.compile(r"(\w+) = (.+)")


@dataclass(frozen=True)
class Sayings:
    """The phrases about a rule: those that name it, those that say what it does, and all."""

    names: frozenset[str] = frozenset()
    claims: frozenset[str] = frozenset()
    phrases: frozenset[str] = frozenset()


@cache
def sayings_about(name: str) -> Sayings:
    """The phrases about a rule by its name, or about guesses by their noun.

    Without phrases for its claims, its names are its claims. A relation of some pairs has the
    names of the pairs and the claims of the relation. So has a property of some groups of cells.
    Groups without a name, such as lines, have the claims as their names.
    """
    parts = _parts_of(name)
    if not parts:
        return Sayings()
    lines = [line for part in (*parts, "everywhere") for line in _lines_of(part)]
    names = frozenset(phrase for mark, phrase in _lines_of(parts[0]) if mark in _NAMING)
    claims = frozenset(phrase for mark, phrase in _lines_of(parts[-1]) if mark in _CLAIMING)
    if len(parts) > 1 and not names:
        names = claims
    return Sayings(names, claims or names, frozenset(phrase for _, phrase in lines))


@cache
def _parts_of(name: str) -> tuple[str, ...]:
    """The sections of a rule: its own, or those of the pairs and the relation that it names."""
    for place, content in _COMBINED:
        for kind in _kinds(place):
            said = content + name.removesuffix(f" {kind}")
            if said in _sections() and said != content + name:
                return (place + kind, said)
    return (name,) if name in _sections() else ()


@cache
def kinds_of_pairs() -> tuple[str, ...]:
    """The pairs of cells that may have relations: ``line``, ``of neighbours``."""
    return _kinds(_PAIRS)


@cache
def _kinds(start: str) -> tuple[str, ...]:
    """The rest of the names of sections that start like this."""
    return tuple(name.removeprefix(start) for name in _sections() if name.startswith(start))


@cache
def is_combined(name: str) -> bool:
    """Whether a rule is said by two sections: what cells have, and which cells."""
    return len(_parts_of(name)) > 1


@cache
def places_named() -> dict[str, frozenset[str]]:
    """The phrases that name pairs or groups of cells, each with the sections that have it."""
    found: dict[str, set[str]] = {}
    for name in _sections():
        for mark, phrase in _lines_of(name) if name.startswith((_PAIRS, _GROUPS, _BLOCKS)) else ():
            if mark in _NAMING:
                found.setdefault(phrase, set()).add(name)
    return {phrase: frozenset(names) for phrase, names in found.items()}


def place_of(name: str) -> str:
    """The section with the names of the cells that a combined rule is about, or nothing."""
    parts = _parts_of(name)
    return parts[0] if len(parts) > 1 else ""


@cache
def is_relation(name: str) -> bool:
    """Whether a rule is a relation of some pairs of cells, or a property of some groups."""
    return any(part.startswith((_PAIRS, _GROUPS, _BLOCKS)) for part in _parts_of(name))


@cache
def is_property(name: str) -> bool:
    """Whether a rule is a property of some groups of cells."""
    return any(part.startswith((_GROUPS, _BLOCKS)) for part in _parts_of(name))


def relations() -> dict[str, str]:
    """The relations of two digits by their names: ``{"equal parity": "(a+b)%2=0"}``."""
    return _values(_RELATION)


def properties() -> dict[str, str]:
    """The properties of groups of cells by their names: ``{"fixed-sum": "sum {n}: {cells}"}``."""
    return _values(_PROPERTY)


def mixes() -> dict[str, str]:
    """The sets of digits of which squares have some, by the names of what they have."""
    return _values(_MIX)


def counted() -> dict[str, str]:
    """What marked cells may count, as relations of their digit a and a counted digit b."""
    return _values(_COUNTED)


@cache
def _values(start: str) -> dict[str, str]:
    """The value of each section whose name starts like this."""
    return {
        name.removeprefix(start): line[2:]
        for name, lines in _sections().items()
        for line in lines
        if name.startswith(start) and line.startswith(_VALUE)
    }


@cache
def patterns() -> dict[str, tuple[tuple[str, str], ...]]:
    """The patterns of rules that hold everywhere, each with the groups of cells that match them.

    ``{"five in Dutch flats": (("column", "([^5]|15|59)*"),)}``.
    """
    return {
        name: tuple((place, each) for place, _, each in (line[2:].partition(" ") for line in found))
        for name, lines in _sections().items()
        if not name.startswith(tuple(content for _, content in _COMBINED))
        and (found := [line for line in lines if line.startswith(_VALUE)])
    }


@cache
def rules_with_sayings() -> tuple[str, ...]:
    """The names of all rules that sentences may name."""
    starts = tuple(start for both in _COMBINED for start in both)
    single = [name for name in _sections() if not name.startswith(starts)]
    combined = [
        f"{said} {kind}"
        for place, content in _COMBINED
        for said in _values(content)
        for kind in _kinds(place)
    ]
    return tuple(name for name in (*single, *combined) if sayings_about(name).names)


@cache
def all_phrases() -> tuple[str, ...]:
    """The phrases about all rules."""
    lines = (line for name in _sections() if name not in _LISTS for line in _lines_of(name))
    return tuple(dict.fromkeys(phrase for _, phrase in lines))


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


def is_in_list(word: str, name: str) -> bool:
    """Whether a word in lower case is in a list of words, which may end with ``*``."""
    starts = (f"{word[:length]}*" for length in range(1, len(word) + 1))
    return word in _list(name) or any(start in _list(name) for start in starts)


@cache
def _list(name: str) -> frozenset[str]:
    return frozenset(_words_of(name))


def is_known_word(word: str) -> bool:
    """Whether a word in lower case is in any phrase. Of r*, which is any row, no word is known."""
    starts = (f"{word[:length]}*" for length in range(_SHORTEST_START, len(word) + 1))
    return word in _vocabulary() or any(start in _vocabulary() for start in starts)


@cache
def known_words() -> tuple[str, ...]:
    """The whole words that are in phrases and lists."""
    return tuple(sorted(word for word in _vocabulary() if not word.endswith("*")))


@cache
def _vocabulary() -> frozenset[str]:
    words = " ".join((*all_phrases(), *_words_of("filler"), *_words_of("things")))
    return frozenset(re.findall(r"[a-z]+\*?", words))


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


def _lines_of(name: str) -> list[tuple[str, str]]:
    """The phrases of a section and of those that it adds, each with its mark."""
    found = list[tuple[str, str]]()
    for line in (each for each in _sections()[name] if not each.startswith(_VALUE)):
        mark, phrase = (line[0], line[2:]) if line[1:2] == " " and line[0] in _MARKS else ("", line)
        if mark == "+":
            found += _lines_of(phrase)
        elif mark == "-":
            found += [("", each) for _, each in _lines_of(phrase)]
        else:
            found.append((mark, phrase))
    return found


def _words_of(name: str) -> list[str]:
    return " ".join(_sections()[name]).split()
