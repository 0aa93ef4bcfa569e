"""Errors in the present language. Programs get them in English; they are translated when shown.

A message is put together from a place, a problem and an advice, each with values of its own.
``languages/errors.txt`` has their texts with named places; names of one letter stand for numbers.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from cpsudoku.runtime.language import ENGLISH, present_language, translated

_PLACE, _PLACES = re.compile(r"\{(\w+)\}"), re.compile(r"\{\w+\}")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|\S*/\S*")
_NAMES = re.compile(r"([-.]\S+(?:, [-.]\S+)*) (?:and|or) ([-.]\S+)")  # of options or suffixes
# Words of sentences; a value with one of them was not translated.
_ENGLISH = re.compile(r"\b(the|is|are|not|of|needs?|has|have|with|only|must|than|allowed|holds?)\b")
DEEPEST = 6  # parts of a message inside each other
LONGEST = 1000  # characters; to match one of 4,000 took 7 seconds


def error_in_words(message: str) -> str:
    """A message in the present language, or in English if it is very long or not translated."""
    if present_language() == ENGLISH or len(message) > LONGEST:
        return message
    return _worded(message, DEEPEST)


@cache
def error_texts() -> tuple[str, ...]:
    """The texts of errors, with named places."""
    text = files("cpsudoku.runtime").joinpath("languages", "errors.txt").read_text(encoding="utf-8")
    return tuple(text.splitlines())


@cache
def _patterns() -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    """Each text, its parts and what it matches; those with most words of their own come first."""
    known = sorted(error_texts(), key=lambda text: -len(_PLACE.sub("", text)))
    return tuple((text, tuple(_PLACES.split(text)), _pattern(text)) for text in known)


def _pattern(text: str) -> re.Pattern[str]:
    """``{n} cells`` matches ``1,000 cells``; a longer name than one letter matches any text."""
    said, names = _PLACES.split(text), _PLACE.findall(text)
    parts = [re.escape(said[0])]
    for name, after in zip(names, said[1:], strict=True):
        value = r"[\d,.]+" if len(name) == 1 else ".+?"
        parts.append(f"(?P<{name}>{value}){re.escape(after)}")
    return re.compile("".join(parts), re.DOTALL)


def _worded(message: str, depth: int) -> str:
    """A message, part by part: its place, its text, or its clauses."""
    if names := _NAMES.fullmatch(message):
        return translated("{most} and {last}", most=names[1], last=names[2])
    place = message.partition(": ")[0]
    is_place = " " not in place or place_in_words(place) != place
    ways = (_after_place, _matched) if is_place else (_matched, _after_place)
    for way in (*ways, _by_clauses):
        said: str
        said = way(message, depth)
        if said != message:
            return said
    return message


def _after_place(message: str, depth: int) -> str:
    """``a.txt, line 3: it is empty``, if the problem has a translation."""
    place, _, problem = message.partition(": ")
    if not depth or not problem or (said := _worded(problem, depth - 1)) == problem:
        return message
    return translated("{place}: {problem}", place=place_in_words(place), problem=said)


def _by_clauses(message: str, depth: int) -> str:
    """``it is empty; use another file``, if both clauses have a translation."""
    one, _, other = message.partition("; ")
    if not depth or not other:
        return message
    clauses = _worded(one, depth - 1), _worded(other, depth - 1)
    if _is_english(clauses[0]) or _is_english(clauses[1]):
        return message
    return translated("{one}; {other}", one=clauses[0], other=clauses[1])


def _is_english(value: str) -> bool:
    """Whether a part of a message is a phrase without a translation; names are not."""
    return bool(_ENGLISH.search(_QUOTED.sub("", value)))


def place_in_words(place: str) -> str:
    """``a.txt, line 3`` in the present language; or the first half of a message with a colon."""
    whole = _matched(place, 1)
    if whole != place:
        return whole
    *before, last = [_matched(part, 0) for part in place.split(", ")]
    for part in reversed(before):
        last = translated("{one}, {other}", one=part, other=last)
    return last


def _matched(text: str, depth: int) -> str:
    """The translation of the text that matches, with its values; or the same text."""
    for known, parts, pattern in _patterns():
        if all(part in text for part in parts) and (found := pattern.fullmatch(text)):
            values = found.groupdict()
            if depth:
                values = {name: _worded(value, depth - 1) for name, value in values.items()}
            if not any(map(_is_english, values.values())):
                return translated(known, **values)
    return text
