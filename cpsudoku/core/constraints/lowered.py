"""The families that rules lower to, as values. An engine of propagators turns them into arrays.

A rule that ``lower`` describes by these values means exactly the same on full assignments. It may
rely on nothing but itself: the houses of the board are lowered separately.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import NamedTuple, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)
Layers = Sequence[Sequence[Mapping[int, int]]]
MOST_STATES = 2000  # of one layer
MOST_ALTERNATIVES = 200


Relation = Callable[[int, int], bool]


class RelatedPair(NamedTuple):
    """Two cells and a relation that their values satisfy.

    ``holds`` receives the values in this order. Engines keep a table for each relation, so a rule
    should use the same function for the same relation: a module function, or one that a cached
    function returns.
    """

    one: int
    other: int
    holds: Relation


class Allowed(NamedTuple):
    """A cell holds one of some values."""

    cell: int
    values: frozenset[int]


class Different(NamedTuple):
    """The cells hold different values."""

    cells: tuple[int, ...]


class CageSum(NamedTuple):
    """The cells hold different values with this sum."""

    cells: tuple[int, ...]
    total: int


class Sets(NamedTuple):
    """The cells hold different values, which form one of the sets."""

    cells: tuple[int, ...]
    sets: tuple[frozenset[int], ...]


class Weighted(NamedTuple):
    """The sum of weight x value over (cell, weight) is ``=``, ``<=`` or ``>=`` the total.

    No cell is repeated.
    """

    terms: tuple[tuple[int, int], ...]
    relation: str
    total: int


class Accepted(NamedTuple):
    """The values of the cells lead from the only state of the first layer through all layers.

    A state maps a value to the number of the next state. Every path ends in one state. None means
    that there is no path. Equal automata should be one object.
    """

    cells: tuple[int, ...]
    layers: Layers | None


class Counted(NamedTuple):
    """How many of the cells hold one of the values, minus how many of ``minus``, is allowed."""

    cells: tuple[int, ...]
    minus: tuple[int, ...]
    values: frozenset[int]
    allowed: frozenset[int]


class Hidden(NamedTuple):
    """So many more cells, which have the first two values of the board.

    They are numbered after all variables of the board. What the other members say about them
    leaves each of them one value, so that they distinguish no solutions.
    """

    number: int


class Area(NamedTuple):
    """The cells that hold one of the values are connected.

    ``graph`` has, for each of the cells, the places of those that touch it in ``cells``. ``sizes``
    are the numbers of cells that the area can have; None means any. If there is a ``counter``, the
    value of this cell is their number.
    """

    cells: tuple[int, ...]
    graph: tuple[tuple[int, ...], ...]
    values: frozenset[int]
    sizes: range | None
    counter: int | None = None


class Marked(NamedTuple):
    """The cells whose marks have this value hold different values.

    ``is_full``: each value is in one of them.
    """

    cells: tuple[int, ...]
    marks: tuple[int, ...]
    mark: int
    is_full: bool


class CountingCell(NamedTuple):
    """A cell, its marks, and what it counts in a sum.

    ``amounts`` are for each choice of marks and each value of the board, ascending. The first
    choice has no mark; the last mark is the highest bit of the number of a choice.
    """

    cell: int
    marks: tuple[int, ...]
    amounts: tuple[tuple[int, ...], ...]


class CountedSum(NamedTuple):
    """The sum of what cells count is ``=``, ``<=`` or ``>=`` the total. No cell is repeated.

    A mark is set if it has the value ``mark``, by default the second one of the board.
    """

    terms: tuple[CountingCell, ...]
    relation: str
    total: int
    mark: int | None = None


class EndsAround(NamedTuple):
    """The digits between two ends in a house form one of some sets.

    ``sets`` has those without digits, those of one digit, and so on.
    """

    cells: tuple[int, ...]
    ends: tuple[int, int]
    sets: tuple[tuple[frozenset[int], ...], ...]


class Either(NamedTuple):
    """All members of at least one alternative hold."""

    alternatives: tuple[tuple[Lowered, ...], ...]


class Lowers(Protocol):
    """A rule."""

    def lower(self) -> Sequence[Lowered] | None:
        """The rule as members of families."""


Lowered = (
    Allowed
    | Different
    | CageSum
    | Sets
    | Weighted
    | RelatedPair
    | Accepted
    | Counted
    | Hidden
    | Area
    | Marked
    | CountedSum
    | EndsAround
    | Either
)


def path_layers(
    length: int,
    values: Sequence[int],
    start: State,
    step: Callable[[int, State, int], State | None],
    accepts: Callable[[State], bool],
    kind: Callable[[int], int] = int,
) -> Layers | None:
    """The automaton in layers of a line of ``length`` cells, or None if no filling is accepted.

    ``step`` gets the place, the state before it and the value, and returns the state after it, or
    None if there is none. It is asked once for all places of a ``kind``; by default, each place has
    its own. States that lead nowhere are left out. Raises TooLarge if a layer has too many states.
    """
    known: dict[tuple[int, State], dict[int, State]] = {}
    layers: list[list[tuple[State, dict[int, State]]]] = []
    states = {start: None}
    for place in range(length):
        layer = []
        for state in states:
            key = kind(place), state
            if key not in known:
                found = ((value, step(place, state, value)) for value in values)
                known[key] = {value: after for value, after in found if after is not None}
            layer.append((state, known[key]))
        layers.append(layer)
        states = dict.fromkeys(after for _, nexts in layer for after in nexts.values())
        if len(states) > MOST_STATES:
            raise TooLarge
    return numbered(layers, {state: 0 for state in states if accepts(state)})


def steady_layers(
    length: int,
    values: Sequence[int],
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
) -> Layers | None:
    """The same if steps do not depend on the place."""
    return path_layers(
        length, values, start, lambda place, *at: step(*at), accepts, lambda place: 0
    )


def numbered(
    layers: Sequence[Sequence[tuple[State, dict[int, State]]]], number: dict[State, int]
) -> Layers | None:
    """The layers with numbers for states; equal states are merged, from the last layer on.

    ``layers`` has the next state for each value, and ``number`` the numbers of the last states.
    """
    found: list[tuple[Mapping[int, int], ...]] = []
    for layer in reversed(layers):
        before: dict[State, int] = {}
        known: dict[tuple[tuple[int, int], ...], int] = {}
        for state, nexts in layer:
            kept = tuple([(value, number[s]) for value, s in nexts.items() if s in number])
            if kept:
                before[state] = known.setdefault(kept, len(known))
        found.append(tuple(map(dict, known)))
        number = before
    return tuple(reversed(found)) if number else None


class TooLarge(Exception):
    """An automaton has too many states."""


def table_layers(rows: Iterable[Sequence[int]]) -> Layers | None:
    """The automaton that accepts exactly these rows, which have equal lengths."""
    known = sorted(set(map(tuple, rows)))
    if not known:
        return None
    prefixes = [{row[:size] for row in known} for size in range(len(known[0]) + 1)]
    values = sorted({value for row in known for value in row})

    def step(place: int, state: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        after = (*state, value)
        return after if after in prefixes[place + 1] else None

    if max(map(len, prefixes)) > MOST_STATES:
        raise TooLarge
    start: tuple[int, ...] = ()
    return path_layers(len(known[0]), values, start, step, lambda state: True)


def weighted(terms: Iterable[tuple[int, int]], relation: str, total: int) -> list[Lowered]:
    """A weighted sum in which cells may be repeated."""
    weights: dict[int, int] = {}
    for cell, weight in terms:
        weights[cell] = weights.get(cell, 0) + weight
    kept = tuple((cell, weight) for cell, weight in weights.items() if weight)
    return [Weighted(kept, relation, total)]


def all_lowered(rules: Sequence[Lowers]) -> list[Lowered] | None:
    """What several rules lower to together, or None if one of them does not."""
    found: list[Lowered] = []
    for rule in rules:
        lowered = rule.lower()
        if lowered is None:
            return None
        found += lowered
    return found


def either(rules: Sequence[Lowers]) -> list[Lowered] | None:
    """At least one of the rules. Alternatives inside alternatives are multiplied out."""
    found: list[tuple[Lowered, ...]] = []
    for rule in rules:
        lowered = rule.lower()
        if lowered is None:
            return None
        plain = tuple(each for each in lowered if not isinstance(each, Either))
        nested = [each.alternatives for each in lowered if isinstance(each, Either)]
        if prod(map(len, nested)) > MOST_ALTERNATIVES:
            return None
        found += [(*plain, *chain.from_iterable(choice)) for choice in product(*nested)]
    return [Either(tuple(found))] if len(found) <= MOST_ALTERNATIVES else None
