"""Loops, snakes and shadings that the solver has to find, and what sentences say about them.

``sayings.txt`` has the words: a section for each rule that brings such a layer, ``pairs on NAME``
for neighbours along it, ``NAME cell`` for marked cells that belong to it, and ``NAME-free cell``
for those that do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark
from cpsudoku.formats.links.drawn.line_families import with_numbers
from cpsudoku.formats.links.drawn.mark_families import Build, MarkFamily
from cpsudoku.formats.links.drawn.offers import Offer
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import STRAIGHT

_SHAPES = ("circle", "square", "diamond")
_BESIDE = r"\b(?:inside|outside|within|interior|exterior|enclosed?)\b"
_FAR = r"\b(?:not|nor|or|and|even)\b[^.]{0,20}\bdiagonal|\bdiagonally or orthogonally\b"
_MAY_TOUCH = r"\bmay (?:touch|be adjacent)\b|\b(?:can|allowed to) touch\b"
_TOUCH = r"\btouch|\badjacent to itself\b|\brun alongside\b"


@dataclass(frozen=True)
class Figure:
    """A figure to be found: the layer of its cells, and that of its edges if it is a path."""

    name: str
    cells: str
    edges: str = ""
    of: str = "2"  # the value of its cells in the layer
    rule: str = ""  # the rule that brings the layer, if it has another name

    def is_said(self, words: RuleWords) -> bool:
        """Whether sentences say that the solver has to find it."""
        return bool(words.about(self.rule or self.name))


FIGURES = (
    Figure("loop", "on-loop", "loop"),
    Figure("snake", "on-snake", "snake"),
    Figure("shading", "shaded", rule="yin-yang"),
    Figure("unshaded", "shaded", of="1", rule="yin-yang"),
)


def figure_questions(words: RuleWords, drawing: Drawing) -> Iterator[list[Offer]]:
    """The offers for loops and snakes, and for relations of neighbours along any figure."""
    for figure in FIGURES:
        if not figure.is_said(words):
            continue
        about = words.about(figure.name) if figure.edges else frozenset[int]()
        said = " ".join(words.lower[number] for number in sorted(about))
        if about and _is_whole(said):
            yield [
                Offer(figure.name, 0, (line,), frozenset(), about)
                for line in _ways(figure.name, said)
            ]
        for name, relation in words.relations.items():
            key = f"{name} on {figure.name}"
            number, same = words.numbered(key, sorted(words.about(key)))
            if same and (number or "{n}" not in relation):
                lines = _along(figure, with_numbers(relation, number), drawing.board)
                yield [Offer(key, 0, tuple(lines), frozenset(), same)]


def _is_whole(said: str) -> bool:
    """Whether the sentences say that it moves through cells that touch at an edge."""
    return bool(re.search(r"\borthogonal|\bhorizontally (?:and|or) vertically\b", said))


def _ways(name: str, said: str) -> tuple[str, ...]:
    """The lines of the rule: how far apart it stays from itself, or any way if nothing is said."""
    if not re.search(_TOUCH, said):
        return (name, f"{name} apart") if name == "loop" else (name,)
    is_far = re.search(_FAR, said) and not re.search(rf"(?:{_MAY_TOUCH})[^.]*diagonal", said)
    usual = f"{name} apart" if name == "loop" else name
    return (f"{name} far-apart",) if is_far else (usual,)


def _along(figure: Figure, relation: str, board: Board) -> Iterator[str]:
    """The lines that neighbours along a figure have a relation."""
    at = board.cell_at
    for (r, c), cell in at.items():
        for other in (at.get((r, c + 1)), at.get((r + 1, c))):
            if other is not None:
                pair = board.cell_name(cell), board.cell_name(other)
                off = 3 - int(figure.of)
                places = (
                    [f"{figure.edges}.{'-'.join(pair)}"]
                    if figure.edges
                    else [f"{figure.cells}.{name}" for name in pair]
                )
                ways = (f"(only {off}: {place})" for place in places)
                yield f"any-of: {' | '.join(ways)} | (pair {relation}: {' '.join(pair)})"


def _marked(figure: Figure, value: str) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        """The marked cells have this value in the layer of the figure."""
        cells = drawing.cells(list(dict.fromkeys(mark.place for mark in marks)))
        if cells is None:
            return None
        return [
            f"only {value}: " + " ".join(f"{figure.cells}.{drawing.named((c,))}" for c in cells)
        ]

    return build


def _ends(figure: Figure) -> Build:
    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        """The figure ends in the marked cells: it goes over one border of each."""
        cells = drawing.cells(list(dict.fromkeys(mark.place for mark in marks)))
        if not cells or len(cells) > 2 or any(mark.text for mark in marks):
            return None
        at, name, lines = drawing.board.cell_at, drawing.board.cell_name, []
        for cell in cells:
            r, c = drawing.board.row_column(cell)
            near = [
                at[r + down, c + right] for down, right in STRAIGHT if (r + down, c + right) in at
            ]
            pairs = ("-".join(map(name, sorted((cell, other)))) for other in near)
            ways = (f"(only 2: {figure.edges}.{pair})" for pair in pairs)
            lines.append(f"exactly 1: {' | '.join(ways)}")
        return lines

    return build


def figure_families(words: RuleWords) -> Iterator[MarkFamily]:
    """The families of marked cells that belong to a figure, or do not."""
    for figure in FIGURES:
        for value in ("1", "2") if figure.is_said(words) else ():
            key = f"{figure.name}{'' if value == figure.of else '-free'} cell"
            build = _marked(figure, value)
            yield MarkFamily(key, "cell", _SHAPES, key, (), build, denied=_BESIDE)
        if figure.name == "snake" and figure.is_said(words):
            yield MarkFamily("snake end", "cell", _SHAPES, "snake end", (), _ends(figure))


def is_layer_said(layer: str, words: RuleWords) -> bool:
    """Whether sentences say that the solver has to find what is in a layer."""
    return any(figure.is_said(words) for figure in FIGURES if figure.cells == layer)
