"""Marks whose rule only a sentence gives: sums at corners, differences, first cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.mark_families import NUMBER, Build, MarkFamily
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import cells_around, cells_straight_ahead

_FIRST = "among first cells"
_SHAPES = ("circle", "square", "diamond", "text")


def _corner_sums(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """The four cells around a corner have the sum that is written there."""
    around = [cells_around(drawing.board, mark.corner or (0, 0)) for mark in marks]
    if not all(around) or not all(NUMBER.fullmatch(mark.text) for mark in marks):
        return None
    pairs = zip(marks, around, strict=True)
    return [f"sum {mark.text}: {drawing.named(cells)}" for mark, cells in pairs]


def _differences(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
    """The digits of two cells have the difference that is written between them."""
    if not all(NUMBER.fullmatch(mark.text) for mark in marks):
        return None
    pairs = [drawing.cells(mark.edge or ()) or () for mark in marks]
    found = zip(marks, pairs, strict=True)
    return [f"white {mark.text}: {drawing.named(pair)}" for mark, pair in found]


def _among_first(count: int) -> Build:
    """The digits of a clue outside are among the first cells that it sees."""

    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        lines = []
        for mark in marks:
            cells = cells_straight_ahead(drawing.board, mark.place)[:count]
            digits = re.sub(r"[\s,]", "", mark.text)
            if len(cells) < count or not digits.isdecimal() or drawing.board.size > 9:
                return None
            lines.append(f"quadruple {','.join(digits)}: {drawing.named(cells)}")
        return lines

    return build


def said_families(words: RuleWords) -> Iterator[MarkFamily]:
    """The families of marks whose rule only these sentences give."""
    yield from _SAID
    number, _ = words.numbered(_FIRST, sorted(words.about(_FIRST)))
    if number:
        build = _among_first(int(number))
        yield MarkFamily("first-cells clue", "outside", _SHAPES, _FIRST, (), build)


_SAID = (
    MarkFamily("corner sum", "corner", _SHAPES, "sum around corner", (), _corner_sums),
    MarkFamily("difference dot", "edge", _SHAPES, "difference between cells", (), _differences),
)
