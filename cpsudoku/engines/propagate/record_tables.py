"""The tables that records share, and the sets of digits in records, made from what rules say."""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import accumulate, chain, count
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.core.constraints.encodings.sets import sets_with_sum
from cpsudoku.core.constraints.lowered import Layers, Relation
from cpsudoku.engines.propagate.layout import WORD

if TYPE_CHECKING:
    Numbers = array[int]  # of int64

MOST_AUTOMATA = 256  # tables that are kept for other rules
Ints = list[int]
_AUTOMATA: dict[tuple[int, int], tuple[Layers, Table]] = {}
_NUMBERS = count(1)


class Table(NamedTuple):
    """A table that records name by its number. No two tables have the same number."""

    number: int
    entries: Numbers


@lru_cache(maxsize=4096)
def mask_of(values: frozenset[int], lowest: int, size: int) -> int:
    """A set of values as bits, where bit 0 is the lowest value of the board."""
    return sum(1 << value - lowest for value in values if lowest <= value < lowest + size)


@lru_cache(maxsize=1024)
def singles(mask: int) -> Ints:
    """The number of digits, and each of them as a set."""
    found = [1 << digit for digit in range(mask.bit_length()) if mask >> digit & 1]
    return [len(found), *found]


@lru_cache(maxsize=4096)
def cage_sets(values: tuple[int, ...], size: int, total: int) -> Ints | None:
    """The number of the sets of a cage, and the sets; None if there are too many."""
    sets = sets_with_sum(values, size, total)
    if sets is None:
        return None
    return [len(sets), *(mask_of(each, values[0], len(values)) for each in sets)]


@lru_cache(maxsize=1024)
def relation_table(holds: Relation, values: tuple[int, ...]) -> Table:
    """The tables of a relation in both directions: for each chunk of 5 digits, 32 sets of mates."""
    forward = [sum(1 << j for j, b in enumerate(values) if holds(a, b)) for a in values]
    backward = [sum(1 << i for i, a in enumerate(values) if holds(a, b)) for b in values]
    found: Ints = []
    for mates in (forward, backward):
        for start in range(0, len(values), 5):
            chunk = [0]
            for mate in [*mates[start : start + 5], 0, 0, 0, 0, 0][:5]:
                chunk += [known | mate for known in chunk]
            found += chunk
    return _new_table(found)


@lru_cache(maxsize=64)
def graph_table(graph: tuple[tuple[int, ...], ...]) -> Table:
    """Where the neighbours of each cell begin, and all neighbours."""
    begins = list(accumulate(map(len, graph), initial=len(graph) + 1))
    return _new_table([*begins, *chain.from_iterable(graph)])


@lru_cache(maxsize=64)
def amount_table(amounts: tuple[tuple[tuple[int, ...], ...], ...]) -> Table:
    """What cells count, one after the other."""
    return _new_table([number for some in amounts for each in some for number in each])


def _new_table(entries: Ints) -> Table:
    return Table(next(_NUMBERS), array("q", entries))


def automaton_table(layers: Layers, lowest: int) -> Table:
    """The table of an automaton. One object has one table."""
    key = id(layers), lowest
    known = _AUTOMATA.get(key)
    if known is None:
        if len(_AUTOMATA) >= MOST_AUTOMATA:
            _AUTOMATA.clear()
        known = _AUTOMATA[key] = layers, _new_table(_layers(layers, lowest))
    return known[1]


def _layers(layers: Layers, lowest: int) -> Ints:
    """The layers of an automaton, one block for each cell.

    A block is the number of its states, of the next ones, and its length; where the edges of each
    state begin in it, and where they end; the edges, as next states and digits; its length again.
    A next state is the number of its word times 64, and its bit in that word.
    """
    numbers: Ints = []
    for layer, nexts in zip(layers, [*map(len, layers[1:]), 1], strict=True):
        begins: Ints = []
        edges: Ints = []
        for targets in layer:
            begins.append(4 + len(layer) + len(edges))
            digits: dict[int, int] = {}
            for value, target in targets.items():
                digits[target] = digits.get(target, 0) | 1 << value - lowest
            for target, mask in digits.items():
                edges += (target // WORD << 6 | target % WORD, mask)
        begins.append(4 + len(layer) + len(edges))
        length = 5 + len(layer) + len(edges)
        numbers += (len(layer), nexts, length, *begins, *edges, length)
    return numbers
