"""Sentences such as "All green lines are given": neighbours off the lines lack their relation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.distances.neighbours import lines_of
from cpsudoku.core.constraints.general.pair import PairRelation
from cpsudoku.core.constraints.lines.whispers import Whispers
from cpsudoku.core.rule_lines import family_of
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.looks import Looks, may_be_about
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sentences import RuleWords

_LINES = re.compile(r"\b(?:lines?|whispers)\b")
Pairs = set[frozenset[int]]


def negative_line_questions(
    words: RuleWords,
    drawing: Drawing,
    read: Sequence[Constraint],
    drawn: Sequence[Sequence[Offer]],
    looks: Looks,
) -> Iterator[list[Offer]]:
    """The offers for sentences that all lines are given. ``drawn`` are the offers for the lines.

    Each of these lines must have a relation of neighbours. Where a line joins diagonal neighbours,
    all of these are on lines that have the relation. Otherwise the sentence may be about neighbours
    in rows and columns only.
    """
    lines = [rule for rule in read if family_of(type(rule)) == "lines"]
    for number, text in enumerate(words.lower):
        if not words.is_about_all(number) or not _LINES.search(text):
            continue
        colours = words.colours(number)
        of_read = [rule for rule in lines if may_be_about(looks, rule.name, colours)]
        offers = [*_meant(drawn, colours, drawing)]
        meant = [*_rules_of(offers, drawing), *of_read]
        are_pairs = all(each.noun.endswith(" line") for each in offers)  # not their ends
        joined = _joined(meant) if are_pairs and all(map(_relation_of, meant)) else {}
        ways = ["edge", "king"]
        if any(_is_diagonal(pair, drawing.board) for pairs in joined.values() for pair in pairs):
            del ways[0]
        about = frozenset((number,))
        if joined:
            yield [
                Offer("negative lines", 0, tuple(_apart(joined, way, drawing)), frozenset(), about)
                for way in ways
            ]


def _meant(
    drawn: Sequence[Sequence[Offer]], colours: Collection[str], drawing: Drawing
) -> Iterator[Offer]:
    """The likeliest offers for lines of these colours, or for all lines."""
    for first, *_ in drawn:
        own = [line.colour for line in drawing.lines if line.number in first.parts]
        if not colours or any(c.is_called(word) for c in own for word in colours):
            yield first


def _rules_of(offers: Iterable[Offer], drawing: Drawing) -> Iterator[Constraint]:
    """The rules of these offers."""
    for offer in offers:
        guess = offer.guess(drawing.board)
        yield from guess.rules if guess is not None else ()


def _relation_of(rule: Constraint) -> str:
    """The relation of neighbours on a line, or nothing."""
    if isinstance(rule, Whispers):
        return f"abs(a-b)>={rule.least}"
    if isinstance(rule, PairRelation) and rule.which == "neighbours":
        return rule.relation if isinstance(rule.relation, str) else ""
    return ""


def _joined(rules: Iterable[Constraint]) -> dict[str, Pairs]:
    """The pairs of neighbours on lines with each relation."""
    found: dict[str, Pairs] = {}
    for rule in rules:
        found.setdefault(_relation_of(rule), set()).update(map(frozenset, pairwise(rule.cells)))
    return found


def _is_diagonal(pair: frozenset[int], board: Board) -> bool:
    """Whether two cells are in different rows and columns."""
    (r, c), (row, column) = map(board.row_column, pair)
    return r != row and c != column


def _apart(joined: dict[str, Pairs], way: str, drawing: Drawing) -> Iterator[str]:
    """The lines that no other neighbours have the relations."""
    lines = lines_of(way, drawing.board)
    every = [pair for line in lines for pair in pairwise(line)]
    for relation, pairs in joined.items():
        others = (drawing.named(pair) for pair in every if frozenset(pair) not in pairs)
        yield f"pair not ({relation}): {'; '.join(others)}"
