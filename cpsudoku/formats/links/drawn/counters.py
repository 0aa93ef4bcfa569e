"""Marked cells whose digit counts others around it, or has a relation with each of them.

A section ``place ...`` of ``sayings.txt`` has the words for the cells that a marked cell looks at.
A section ``counted ...`` has the words for what it counts there, and as its value the relation of
the marked digit a and a counted digit b: ``b%2=1`` counts odd digits, ``b<a`` smaller ones. Or the
value is that of the counted cells in a layer: ``shaded 2``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.expressions import relation_in
from cpsudoku.formats.links.drawn.figures import Drawing, DrawnMark, Place
from cpsudoku.formats.links.drawn.layered import is_layer_said
from cpsudoku.formats.links.drawn.mark_families import NUMBER, MarkFamily
from cpsudoku.formats.links.drawn.offers import any_of
from cpsudoku.formats.links.drawn.sentences import RuleWords
from cpsudoku.formats.links.outside import DIAGONAL, KNIGHT, STRAIGHT

_SHAPES = ("circle", "square", "diamond", "text")
_WITH_ITSELF = re.compile(
    r"(?<!not )\b(?:includ\w+|counting) "
    r"(?:(?:the|its) (?:own )?(?:\w+ )?(?:cell|digit|circle)|itself)|"
    r"\bitself included\b|\bup to (?:9|nine)\b"
)
_WITHOUT_ITSELF = re.compile(
    r"\b(?:not (?:includ|count)|exclud)|\b(?:surround|adjacent|neighbou?r(?!hood)|touch|up to 8)"
)
_OF_LAYER = re.compile(r"([a-z-]+) (\d)")  # a layer, and the value of what is counted there
_OTHER_THINGS = r"\b(?:lines?|thermo\w*|arrows?|cages?|outside)\b"
# "Differs from any neighbour", and not "from one neighbour" or "from any two neighbours".
_OF_EACH = re.compile(
    r"^(?!.*\b(?:some|one|two|three|least (?:a|one)|exactly)\b (?:orth|diag|adj|neigh|surr|of)"
    r"|.*\bany (?:two|three)\b).*\b(?:each|every|any|all)\b.*"
    r"\b(?:adjacent|neighbou?r|surround|away|apart)"
)
Near = Callable[[Board, Place], Sequence[int]]


def _by_steps(steps: Sequence[Place]) -> Near:
    def near(board: Board, place: Place) -> Sequence[int]:
        (r, c), at = place, board.cell_at
        places = sorted((r + down, c + right) for down, right in steps)
        return [at[each] for each in places if each in at]

    return near


def _in_box(board: Board, place: Place) -> Sequence[int]:
    cell = board.cell_at[place]
    boxes = (each.cells for each in board.houses if each.kind == "box" and cell in each.cells)
    return [each for each in next(boxes, ()) if each != cell]


# For each section "place ...", the cells near a place, without its own. Those of the first three
# are also in a section "pairs ...".
_NEAR: dict[str, Near] = {
    "counter": _by_steps((*STRAIGHT, *DIAGONAL)),
    "edge counter": _by_steps(STRAIGHT),
    "knight counter": _by_steps(KNIGHT),
    "box counter": _in_box,
}


def counter_families(words: RuleWords) -> Iterator[MarkFamily]:
    """The families of marked cells of which sentences say what they count, and where."""
    for place, near in _NEAR.items():
        for name, relation in words.counted.items():
            key = f"{name} {place}"
            about = words.about(key, _OTHER_THINGS)
            number, same = words.numbered(key, sorted(about))
            layer = _OF_LAYER.fullmatch(relation)
            if layer and not is_layer_said(layer[1], words):
                continue
            if same and (number or "{n}" not in relation):
                said = " ".join(words.lower[each] for each in sorted(same))
                for with_itself in _may_count_itself(said):
                    yield _counter(key, relation.replace("{n}", number), near, with_itself)
        for name, relation in words.relations.items():
            key = f"{name} {place.replace('counter', 'neighbourhood')}"
            every = words.about(key, _OTHER_THINGS)
            of_each = sorted(n for n in every if _OF_EACH.match(words.lower[n]))
            number, same = words.numbered(key, of_each)
            if same and (number or "{n}" not in relation):
                yield _related(key, relation.replace("{n}", number), near)


def _may_count_itself(said: str) -> tuple[bool, ...]:
    """Whether a cell counts itself, too; both if the sentences do not say it."""
    if _WITH_ITSELF.search(said):
        return (True,)
    return (False,) if _WITHOUT_ITSELF.search(said) else (True, False)


def _related(key: str, relation: str, near: Near) -> MarkFamily:
    """The family of cells that have a relation with each cell near them."""

    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        at = drawing.board.cell_at
        pairs = (
            drawing.named((at[mark.place], other))
            for mark in marks
            for other in near(drawing.board, mark.place)
        )
        named = "; ".join(dict.fromkeys(pairs))
        return [f"pair {relation}: {named}"] if named else None

    return MarkFamily(key, "cell", _SHAPES, key, (), build, denied=_OTHER_THINGS)


def _counter(key: str, relation: str, near: Near, with_itself: bool) -> MarkFamily:
    """The family of cells that count the cells near them that have a relation with them."""

    def build(drawing: Drawing, marks: Sequence[DrawnMark]) -> list[str] | None:
        board = drawing.board
        if any(NUMBER.search(mark.text) for mark in marks):
            return None
        return [
            _count(board, board.cell_at[mark.place], near(board, mark.place), relation, with_itself)
            for mark in marks
        ]

    return MarkFamily(key, "cell", _SHAPES, key, (), build, denied=_OTHER_THINGS)


def _count(board: Board, cell: int, near: Sequence[int], relation: str, with_itself: bool) -> str:
    """The line that a cell counts those near it, and perhaps itself."""
    layer = _OF_LAYER.fullmatch(relation)
    if layer:
        places = (*near, cell) if with_itself else near
        held = " ".join(f"{layer[1]}.{board.cell_name(each)}" for each in places)
        return f"count {layer[2]}: {board.cell_name(cell)} = {held}"
    is_counted = relation_in(f"({relation}) and a=a")
    values, named = board.values, " ".join(map(board.cell_name, near))
    sets = {a: [b for b in values if is_counted(a, b)] for a in values}
    name = board.cell_name(cell)
    if not with_itself and len({*map(tuple, sets.values())}) == 1 and sets[values[0]]:
        return f"count {_listed(sets[values[0]])}: {name} = {named}"
    ways = []
    for a, counted in sets.items():
        others = a - (with_itself and a in counted)
        if others <= len(near) and (counted or not others):
            rule = f"count {_listed(counted)}: {name} = {named}"
            if others != a:
                each = " | ".join(f"(only {_listed(counted)}: {n})" for n in named.split())
                rule = f"exactly {others}: {each}"
            ways.append(
                f"all-of: (only {a}: {name}) & ({rule})" if counted else f"only {a}: {name}"
            )
    return any_of(ways)


def _listed(values: Sequence[int]) -> str:
    return ",".join(map(str, values))
