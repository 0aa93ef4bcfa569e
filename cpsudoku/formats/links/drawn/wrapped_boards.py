"""Sentences that opposite edges of the board meet: rules of neighbours hold across them, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.formats.links.drawn.line_families import with_numbers
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sayings import sayings_about
from cpsudoku.formats.links.drawn.sentences import RuleWords

_TORUS = "torus"
_WRAPPED = {
    "anti-knight": "toroidal anti-knight",
    "anti-king": "toroidal anti-king",
    "non-consecutive": "toroidal-non-consecutive",
}
_RELATED = " of neighbours"


def torus_questions(
    words: RuleWords, read: Sequence[Constraint], board: Board
) -> Iterator[list[Offer]]:
    """The offer that rules hold across the edges: those that a sentence names, or all there are."""
    about = words.about(_TORUS)
    if not about:
        return
    known = {rule.name for rule in read}
    there = [name for name in _WRAPPED if name in known or words.about(name)]
    phrases = frozenset().union(*(words.said[n].phrases for n in about))
    named = [name for name in there if not phrases.isdisjoint(sayings_about(name).names)]
    lines = [_WRAPPED[name] for name in named or there]
    if not named:
        lines += _across(words, board)
    if lines:
        yield [Offer(_TORUS, 0, tuple(lines), frozenset(), about)]


def _across(words: RuleWords, board: Board) -> Iterator[str]:
    """The lines of what sentences say of neighbours, for the two ends of each row and column."""
    ends = [(cells[0], cells[-1]) for cells in _lines(board)]
    named = "; ".join(" ".join(map(board.cell_name, pair)) for pair in ends)
    for name, relation in words.relations.items():
        about = words.about(f"{name}{_RELATED}")
        number, _ = words.numbered(f"{name}{_RELATED}", sorted(about))
        if about and (number or "{n}" not in relation):
            yield f"pair {with_numbers(relation, number)}: {named}"


def _lines(board: Board) -> Iterator[Sequence[int]]:
    """The rows and columns."""
    for house in (*board.houses, *board.groups):
        if house.kind in ("row", "column"):
            yield house.cells
