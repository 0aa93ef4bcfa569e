"""The rules of a puzzle as relations of a few cells, from what the rules lower to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from math import comb
from operator import eq, ge, le

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.lowered import (
    Accepted,
    Allowed,
    CageSum,
    Counted,
    Different,
    Layers,
    Lowered,
    RelatedPair,
    Sets,
    TooLarge,
    Weighted,
    path_layers,
)

MOST_FILLINGS = 6561  # 9 ** 4, the fillings of cells that are listed
MOST_SETS = 20_000  # sets of digits that are tried
MOST_LISTED = 3000  # fillings or sets of digits that a statement lists
SIGNS = {"=": eq, "<=": le, ">=": ge}


@dataclass(frozen=True)
class Relation:
    """Different cells, and what holds for their values.

    With ``is_set``, the values differ, and ``holds`` receives them in ascending order; without
    ``holds`` nothing else is required. Otherwise ``holds`` receives the values of the cells in
    order. ``rows`` lists their fillings if they are many cells with few fillings.
    """

    cells: tuple[int, ...]
    holds: Callable[..., bool] | None
    is_set: bool = False
    rows: tuple[tuple[int, ...], ...] | None = None


def relations_of(rule: Constraint) -> list[Relation] | None:
    """Relations that together mean the same as a rule, or None if they would be too large."""
    size = rule.board.size
    try:
        lowered = rule.lower()
        found = [_listed(_relation(each), each, rule.board) for each in lowered or ()]
    except TooLarge:
        lowered, found = None, []
    if lowered is not None and all(each is not None and _fits(each, size) for each in found):
        return [each for each in found if each is not None]
    order = tuple(dict.fromkeys(rule.cells))
    places = [order.index(cell) for cell in rule.cells]
    whole = Relation(order, lambda *values: rule.allows([values[place] for place in places]))
    return [whole] if _fits(whole, size) else None


def _fits(relation: Relation, size: int) -> bool:
    """Whether the fillings or sets of digits of a relation can be listed."""
    count = len(relation.cells)
    if relation.rows is not None:
        return True
    if relation.is_set:
        return relation.holds is None or comb(size, count) <= MOST_SETS
    return int(size**count) <= MOST_FILLINGS


def _relation(lowered: Lowered) -> Relation | None:
    """A member of a family as a relation. Alternatives have none."""
    match lowered:
        case RelatedPair(one, other, holds):
            if one == other:
                return Relation((one,), lambda value: bool(holds(value, value)))
            return Relation((one, other), holds)
        case Allowed(cell, values):
            return Relation((cell,), values.__contains__)
        case Different(cells):
            return Relation(cells, None, is_set=True)
        case CageSum(cells, total):
            return Relation(cells, lambda *values: sum(values) == total, is_set=True)
        case Sets(cells, sets):
            return Relation(cells, lambda *values: frozenset(values) in sets, is_set=True)
        case Weighted(terms, _, _):
            return Relation(tuple(cell for cell, _ in terms), partial(_adds_up, lowered))
        case Accepted(cells, layers):
            return Relation(cells, partial(_leads, layers))
        case Counted(cells, minus, _, _):
            return Relation(tuple(dict.fromkeys(cells + minus)), partial(_counts, lowered))
    return None


def _listed(relation: Relation | None, lowered: Lowered, board: Board) -> Relation | None:
    """The same relation with a list of its fillings, if it needs one and they are few.

    Raises TooLarge if a sum has too many values on the way.
    """
    if relation is None or _fits(relation, board.size):
        return relation
    match lowered:
        case Accepted(cells, layers):
            rows = _rows(layers, len(cells))
        case Weighted(terms, sign, total):
            weights = [weight for _, weight in terms]
            layers = path_layers(
                len(terms),
                board.values,
                0,
                lambda place, state, value: state + weights[place] * value,
                lambda state: bool(SIGNS[sign](state, total)),
            )
            rows = _rows(layers, len(terms))
        case _:
            return relation
    return replace(relation, rows=tuple(rows)) if len(rows) <= MOST_LISTED else relation


def _rows(layers: Layers | None, length: int) -> list[tuple[int, ...]]:
    """The fillings that lead through all layers, or a few more than are wanted."""

    def longer(start: tuple[int, ...], state: int) -> Iterator[tuple[int, ...]]:
        if len(start) == length:
            yield start
            return
        for value, after in (layers or ())[len(start)][state].items():
            yield from longer((*start, value), after)

    return list(islice(longer((), 0), MOST_LISTED + 1)) if layers is not None else []


def _adds_up(sum_: Weighted, *values: int) -> bool:
    weights = [weight for _, weight in sum_.terms]
    total = sum(weight * value for weight, value in zip(weights, values, strict=True))
    return bool(SIGNS[sum_.relation](total, sum_.total))


def _leads(layers: Layers | None, *values: int) -> bool:
    """Whether the values lead from the first layer through all layers."""
    state: int | None = 0
    for layer, value in zip(layers or (), values, strict=layers is not None):
        state = None if state is None else layer[state].get(value)
    return layers is not None and state is not None


def _counts(counted: Counted, *values: int) -> bool:
    at = dict(zip(dict.fromkeys(counted.cells + counted.minus), values, strict=True))

    def number(cells: Sequence[int]) -> int:
        return sum(at[cell] in counted.values for cell in cells)

    return number(counted.cells) - number(counted.minus) in counted.allowed
