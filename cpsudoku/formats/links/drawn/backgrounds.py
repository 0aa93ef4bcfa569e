"""Cells that are only coloured. They are decoration unless a sentence speaks of them.

A puzzle with exactly one solution keeps it if a rule is left out that its solution satisfies. So a
reading that takes colours as decoration and has exactly one solution has the right one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cpsudoku.core.guesses import Guess
from cpsudoku.formats.links.drawn.colours import Colour, words_in
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.sentences import RuleWords

NOUN = "decorative cell"
_SMALLEST = 0.9  # the side of a coloured cell
_ABOUT_COLOURS = re.compile(
    r"\b(?:un)?(?:shad(?:e|ed|ing|ings)|colou?r(?:s|ed|ing|ings)?|highlight(?:s|ed|ing)?|tinted)\b"
    r"(?! (?:line|dot|circle|arrow|thermo|cage|diagonal))"
)
_CELLS = r"(?:cells?|squares?|regions?|areas?|box|boxes|zones?|parts?|groups?|sets?|shapes?)"
_COLOURED = re.compile(  # "red cells", "a red 2x2 area", "cells in red"
    rf"\b[a-z]+(?: [\w-]+)? (?={_CELLS}\b)|"
    rf"\b{_CELLS} (?:in|with|of|on|that are|marked) (?:an? |the )?[a-z]+"
)
_HARMLESS = re.compile(
    r"aesthetic|decorat|cosmetic|\b(?:no|not?|any) (?:\w+ )?(?:effect|meaning|influence|relevan)|"
    r"\baffect|only for (?:clarity|show|looks)|to (?:help|distinguish|clarify)"
)


def with_backgrounds(
    questions: Sequence[tuple[Guess, ...]], drawing: Drawing, words: RuleWords
) -> tuple[tuple[Guess, ...], ...]:
    """The questions, with the guess that coloured cells are decoration.

    It is the last guess of those questions about the same parts that no sentence is about.
    """
    if not words.sentences:
        return tuple(questions)
    found, groups = list(questions), list(_groups(drawing, words))
    for parts in groups:
        about = [n for n, each in enumerate(found) if any(guess.parts & parts for guess in each)]
        for n in about:
            if not any(guess.sentences and not guess.is_doubtful for guess in found[n]):
                own = frozenset().union(*(guess.parts for guess in found[n])) & parts
                found[n] = (*found[n], _decoration(own))
        rest = parts.difference(*(guess.parts for n in about for guess in found[n]))
        if rest:
            found.append((_decoration(rest),))
    return tuple(found)


def _decoration(parts: frozenset[int]) -> Guess:
    return Guess(NOUN, len(parts), (), parts)


def _groups(drawing: Drawing, words: RuleWords) -> Iterator[frozenset[int]]:
    """The parts of the coloured cells of each colour that no sentence speaks of."""
    if any(map(_is_about_colours, words.lower)):
        return
    marks: dict[object, list[DrawnMark]] = {}
    for mark in drawing.marks:
        if _is_background(drawing, mark):
            marks.setdefault(mark.fill.key, []).append(mark)
    for alike in marks.values():
        if not any(_names_cells(text, alike[0].fill) for text in words.lower):
            yield frozenset(number for mark in alike for number in mark.numbers)


def _is_background(drawing: Drawing, mark: DrawnMark) -> bool:
    """Whether a mark only colours cells: a square without a text that fills them."""
    is_large = min(mark.width, mark.height) > _SMALLEST
    cells = drawing.cells(mark.places)
    return mark.shape == "square" and not mark.text and is_large and bool(cells)


def _is_about_colours(text: str) -> bool:
    return bool(_ABOUT_COLOURS.search(text)) and not _HARMLESS.search(text)


def _names_cells(text: str, colour: Colour) -> bool:
    """Whether a sentence speaks of cells of a colour, such as "red cells" or "cells in red"."""
    if _HARMLESS.search(text):
        return False
    words = words_in(" ".join(each[0] for each in _COLOURED.finditer(text)))
    return any(map(colour.is_called, words))
