"""Families of lines and marks, and offers for cages, of what sentences say of groups and pairs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import comb

from cpsudoku.formats.links.drawn.colours import COLOUR_WORDS
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnCage, DrawnMark
from cpsudoku.formats.links.drawn.group_properties import property_rules
from cpsudoku.formats.links.drawn.line_families import LineFamily, with_numbers
from cpsudoku.formats.links.drawn.mark_families import MarkFamily, connected_places
from cpsudoku.formats.links.drawn.marked_lines import MarkedLine
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sentences import RuleWords

# Nouns of lines, and what sentences about properties of such lines call them.
_NAMED_LINES = {
    "thermometer": "thermometer",
    "slow thermometer": "thermometer",
    "palindrome": "palindrome",
    "renban": "renban",
}
_PAIRS = "together different pairs"
_ALL_CAGES = re.compile(r"^all (?:possible )?(?:cages|pairs) are given\W*$")  # so many as pairs
_SHAPES = ("circle", "square", "diamond")
_OTHER_THINGS = r"\b(?:lines?|thermo\w*|arrows?|cages?|dots?|paths?|outside|diagonals?)\b"
_EACH_DIAGONAL = r"\b(?:each|every|all|any|no) diagonals?\b"  # not those that are drawn
OF_WHOLE_LINES = ("equal remainders",)  # relations that a property of a line says as well
# The kinds of groups of marks in cells, and what sentences about them do not say.
KINDS_OF_CELLS = {
    "area": _OTHER_THINGS,
    "cell": _OTHER_THINGS,
    "coloured cell": rf"{_OTHER_THINGS}|^(?!.*\b(?:{COLOUR_WORDS}) (?:cells?|squares?|circles?)\b)",
}


def line_families(words: RuleWords, noun: str = "") -> Iterator[LineFamily]:
    """The families of lines with a property. Those of a noun are lines that sentences call so."""
    kinds = [kind for name, kind in _NAMED_LINES.items() if name == noun]
    for name, value in words.properties.items():
        for kind in kinds if noun else ("line", "diagonal"):
            yield _line_family(f"{name} {kind}", value)


def _line_family(key: str, value: str) -> LineFamily:
    def of_all(paths: Sequence[MarkedLine]) -> list[str] | None:
        if key.endswith(" diagonal") and not all(path.is_diagonal for path in paths):
            return None
        board, number = paths[0].drawing.board, paths[0].number
        return property_rules(value, board, [path.distinct for path in paths], number)

    def build(path: MarkedLine) -> list[str] | None:
        return of_all([path])

    if value.startswith("together"):
        return LineFamily(key, key, (), build, denied=_EACH_DIAGONAL, of_all=of_all)
    # What digits have in common, those of lines that touch have in common as well.
    joins = "" if value.startswith("pair all") else "set"
    return LineFamily(key, key, (), build, joins=joins, denied=_EACH_DIAGONAL)


def pairs_family(name: str, relation: str) -> LineFamily:
    """The family of lines on which all neighbours have a relation, perhaps with a number."""

    def build(path: MarkedLine) -> list[str] | None:
        pairs = dict.fromkeys(tuple(sorted(pair)) for pair in pairwise(path.cells))
        return _related(relation, path, pairs)  # a line may visit a cell twice

    return LineFamily(f"{name} line", f"{name} line", (), build)


def ends_family(name: str, relation: str) -> LineFamily:
    """The family of lines whose two ends have a relation, perhaps with a number."""

    def build(path: MarkedLine) -> list[str] | None:
        ends = (path.cells[0], path.cells[-1])
        return None if path.is_loop else _related(relation, path, [ends])

    key = f"{name} end pair"
    return LineFamily(key, key, (), build, "two ends", denied=r"\bbetween (?:the|its|two|both) ")


def _related(relation: str, path: MarkedLine, pairs: Iterable[tuple[int, ...]]) -> list[str] | None:
    """A relation of these pairs of cells on a line, or None if its number is not known."""
    if "{n}" in relation and not path.number:
        return None
    words = with_numbers(relation, path.number)
    return [f"pair {words}: " + "; ".join(map(path.named, pairs))]


def mark_family(name: str, kind: str, value: str, number: str) -> MarkFamily:
    """The family of cells with a property: all of a look, or each connected area of them."""
    key = f"{name} {kind}"

    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        groups = connected_places(marks)
        if kind != "area":
            groups = [sorted(place for group in groups for place in group)]
        cells = [drawing.cells(group) or () for group in groups]
        if not all(cells) or any(mark.text for mark in marks):
            return None
        return property_rules(value, drawing.board, cells, number)

    return MarkFamily(key, "cell", _SHAPES, key, (), build, denied=KINDS_OF_CELLS[kind])


def cage_offers(
    drawing: Drawing, cages: Sequence[DrawnCage], words: RuleWords, said: frozenset[int]
) -> Iterator[list[Offer]]:
    """The offers that cages have a property, whatever their numbers mean.

    said: the sentences that say what the cages mean.
    """
    for name, value in words.properties.items():
        key = f"{name} cage"
        about = words.about(key)
        number, same = words.numbered(key, sorted(about))
        colours = frozenset().union(*map(words.colours, same))
        some = [each for each in cages if not colours or _has_colour(each, colours)]
        is_new = bool(some) and not same <= said
        lines = is_new and property_rules(value, drawing.board, _cells(some), number)
        if lines and value == _PAIRS and len(some) == comb(len(drawing.board.values), 2):
            same |= {n for n, text in enumerate(words.lower) if _ALL_CAGES.search(text)}
        if lines:
            parts = frozenset(each.number for each in some if not each.text and each.number >= 0)
            yield [Offer(key, len(some), tuple(lines), parts, same)]


def _cells(cages: Sequence[DrawnCage]) -> list[tuple[int, ...]]:
    return [cage.cells for cage in cages]


def _has_colour(cage: DrawnCage, colours: frozenset[str]) -> bool:
    return cage.colour.is_seen and any(map(cage.colour.is_called, colours))
