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

    Where a line joins diagonal neighbours, all of these are on lines that have the relation.
    Otherwise the sentence may be about neighbours in rows and columns only.
    """
    whispers = [rule for rule in read if isinstance(rule, Whispers)]
    for number, text in enumerate(words.lower):
        if not words.is_about_all(number) or not _LINES.search(text):
            continue
        colours = words.colours(number)
        of_read = whispers if may_be_about(looks, Whispers.name, colours) else []
        joined = _joined((*_of_drawn(drawn, colours, drawing), *of_read))
        ways = ["edge", "king"]
        if any(_is_diagonal(pair, drawing.board) for pairs in joined.values() for pair in pairs):
            del ways[0]
        about = frozenset((number,))
        if joined:
            yield [
                Offer("negative lines", 0, tuple(_apart(joined, way, drawing)), frozenset(), about)
                for way in ways
            ]


def _of_drawn(
    drawn: Sequence[Sequence[Offer]], colours: Collection[str], drawing: Drawing
) -> Iterator[Constraint]:
    """The likeliest rules of lines of these colours, or of all lines."""
    for offers in drawn:
        first = offers[0]
        own = [line.colour for line in drawing.lines if line.number in first.parts]
        is_meant = not colours or any(c.is_called(word) for c in own for word in colours)
        is_of_pairs = first.noun.endswith(" line")  # not of its ends, or of mirrored cells
        guess = first.guess(drawing.board) if is_meant and is_of_pairs else None
        yield from guess.rules if guess is not None else ()


def _joined(rules: Iterable[Constraint]) -> dict[str, Pairs]:
    """The pairs of neighbours on lines with each relation."""
    found: dict[str, Pairs] = {}
    for rule in rules:
        relation = f"abs(a-b)>={rule.least}" if isinstance(rule, Whispers) else ""
        if isinstance(rule, PairRelation) and rule.which == "neighbours":
            relation = rule.relation if isinstance(rule.relation, str) else ""
        if relation:
            pairs = found.setdefault(relation, set())
            pairs.update(map(frozenset, pairwise(rule.cells)))
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
