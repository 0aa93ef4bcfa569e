"""Turns a puzzle into a program: records of constraints and the tables that they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.encodings.sets import sets_with_sum
from cpsudoku.core.constraints.lowered import (
    Allowed,
    Cage,
    Counted,
    Different,
    Either,
    Layers,
    Lowered,
    Pair,
    Path,
    Relation,
    Sets,
    TooLarge,
    Weighted,
)
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.propagate import layout
from cpsudoku.engines.propagate.compile import Program
from cpsudoku.engines.propagate.layout import (
    COUNTED,
    EITHER,
    FIRST,
    HEADER,
    HOUSE,
    LAYERS,
    LINEAR,
    PAIR,
    SETS,
)

MOST_CELLS = 4000
MOST_COUNTED = 60
UNBOUNDED = 1 << 40
Ints = list[int]


class Lowering:
    """A program while it is written. ``numbers`` begins behind the header."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.board
        self.board = board
        self.lowest = board.lowest
        self.values = board.values
        self.masks: Ints = _masks(board.size, puzzle.givens.cells)
        self.numbers: Ints = list(_houses(board))
        self.count = len(board.houses) + len(board.groups)
        self.tables: list[Sequence[int]] = []
        self.tables_size = 1  # a table never begins at 0
        self.known: dict[object, int] = {}
        self.room = 4 * board.size + 8  # numbers that a propagator needs
        for cell, marks in enumerate(puzzle.marks or ()):
            self.masks[cell] &= sum(1 << digit - 1 for digit in marks)

    def add(self, members: Iterable[Lowered], inner: int = 0) -> None:
        """Add records of the members. Raises TooLarge."""
        for each in members:
            WRITERS[type(each)](self, each, inner)

    def record(self, kind: int, cells: Sequence[int], inner: int, *more: int) -> None:
        """Add one record."""
        self.count += 1
        self.numbers += (kind, FIRST + len(cells) + len(more), inner, len(cells), *cells, *more)

    def table(self, key: object, make: Callable[[], Sequence[int]]) -> int:
        """Where a table begins among the tables, after it was added if necessary."""
        found = self.known.get(key)
        if found is None:
            made = make()
            found = self.known[key] = self.tables_size
            self.tables.append(made)
            self.tables_size += len(made)
        return found

    def differ(self, cells: Sequence[int]) -> bool:
        """Whether the houses of the board make these cells different."""
        peers = self.board.peer_cells
        every = 0
        for cell in cells:
            every |= 1 << cell
        return all(not every & ~peers[cell] & ~(1 << cell) for cell in cells)

    def mask(self, values: frozenset[int]) -> int:
        """A set of values as bits."""
        return _mask(values, self.lowest, len(self.values))

    def program(self, room: int) -> Program:
        """The program in an array with room for what ``prepare`` adds."""
        tables = HEADER + len(self.numbers)
        end = tables + self.tables_size
        found = np.empty(max(room, 2 * end), np.int64)
        found[:HEADER] = 0
        found[HEADER:tables] = self.numbers
        at = tables + 1
        for each in self.tables:
            found[at : at + len(each)] = each
            at += len(each)
        found[layout.CELLS] = len(self.masks)
        found[layout.DIGITS] = self.board.all_digits
        found[layout.RECORDS] = HEADER
        found[layout.COUNT] = self.count
        found[layout.END] = end
        found[layout.CAPACITY] = len(found)
        found[layout.SPARE] = (len(self.masks) + 1) * len(self.masks)
        found[layout.ROOM] = self.room
        found[layout.TABLES] = tables
        found[layout.CHUNKS] = (self.board.size + 4) // 5
        return found


class NoFamily(Exception):
    """A puzzle that can't be a program. The text is the reason, as ``unsupported`` returns it."""


def lowered(puzzle: Puzzle) -> Lowering:
    """The program of a puzzle. Raises NoFamily."""
    if len(puzzle.board) > MOST_CELLS:
        raise NoFamily(f"accepts boards of at most {MOST_CELLS} cells")
    found = Lowering(puzzle)
    for rule in puzzle.constraints:
        try:
            members = rule.lower()
            if members is None:
                raise TooLarge
            found.add(members)
        except TooLarge:
            raise NoFamily(f"does not accept {rule.title}") from None
    return found


def _allowed(program: Lowering, each: Allowed, inner: int) -> None:
    mask = program.mask(each.values)
    if inner:
        program.record(SETS, (each.cell,), inner, *_singles(mask))
    else:
        program.masks[each.cell] &= mask


def _different(program: Lowering, each: Different, inner: int) -> None:
    cells = each.cells
    if len(cells) == 2 < len(program.values):
        program.record(PAIR, cells, inner, 0)
    elif len(cells) > 1:
        program.record(HOUSE, cells, inner)


def _cage(program: Lowering, each: Cage, inner: int) -> None:
    cells = each.cells
    sets = _cage_sets(program.values, len(cells), each.total)
    if sets is not None:
        program.record(SETS, cells, inner, *sets)
        return
    program.record(HOUSE, cells, inner)
    total = each.total - program.lowest * len(cells)
    _linear(program, cells, [1] * len(cells), total, total, inner)


def _sets(program: Lowering, each: Sets, inner: int) -> None:
    masks = [program.mask(values) for values in each.sets]
    program.record(SETS, each.cells, inner, len(masks), *masks)


def _weighted(program: Lowering, each: Weighted, inner: int) -> None:
    cells = [cell for cell, _ in each.terms]
    weights = [weight for _, weight in each.terms]
    total = each.total - program.lowest * sum(weights)
    if each.relation == "=":
        _bits_sum(program, cells, weights, total, inner)
    elif each.relation == "<=":
        _linear(program, cells, weights, -UNBOUNDED, total, inner)
    else:
        _linear(program, cells, weights, total, UNBOUNDED, inner)


def _bits_sum(
    program: Lowering, cells: Sequence[int], weights: Sequence[int], total: int, inner: int
) -> None:
    """Add an exact sum of the numbers of bits, as digit sets if the cells differ."""
    if set(weights) == {1} and program.differ(cells):
        size = len(cells)
        sets = _cage_sets(program.values, size, total + program.lowest * size)
        if sets is not None:
            program.record(SETS, cells, inner, *sets)
            return
    _linear(program, cells, weights, total, total, inner)


def _linear(
    program: Lowering,
    cells: Sequence[int],
    weights: Sequence[int],
    least: int,
    most: int,
    inner: int,
) -> None:
    """Add a sum of the numbers of bits between two bounds."""
    if cells:
        ends = range(1, len(cells) + 1)
        program.room = max(program.room, 2 * len(cells) + 8)
        program.record(LINEAR, cells, inner, least, most, len(cells), *weights, *ends)
    elif not least <= 0 <= most:
        _nothing(program, inner)


def _nothing(program: Lowering, inner: int) -> None:
    """Add a record that nothing satisfies."""
    program.record(SETS, (0,), inner, 0)


def _pair(program: Lowering, each: Pair, inner: int) -> None:
    one, other, holds = each.one, each.other, each.holds
    values = program.values
    if one == other:
        _allowed(program, Allowed(one, frozenset(v for v in values if holds(v, v))), inner)
        return
    table = program.known.get(holds) or program.table(holds, lambda: _relation(holds, values))
    program.count += 1
    program.numbers += (PAIR, FIRST + 3, inner, 2, one, other, table)


def _path(program: Lowering, each: Path, inner: int) -> None:
    layers = each.layers
    if layers is None:
        _nothing(program, inner)
        return
    lowest = program.lowest
    table = program.table((LAYERS, id(layers)), lambda: _layers(layers, lowest))
    program.room = max(program.room, sum(map(len, layers)) + 1)
    program.record(LAYERS, each.cells, inner, table)


def _counted(program: Lowering, each: Counted, inner: int) -> None:
    minus = len(each.minus)
    if minus + len(each.cells) > MOST_COUNTED:
        raise TooLarge
    allowed = sum(1 << count + minus for count in each.allowed if count + minus >= 0)
    cells = each.cells + each.minus
    program.record(COUNTED, cells, inner, minus, program.mask(each.values), allowed)


def _either(program: Lowering, each: Either, inner: int) -> None:
    alternatives: Ints = []
    cells: set[int] = set()
    for members in each.alternatives:
        start, first = len(program.numbers), program.count
        program.add(members, 1)
        alternatives += (program.count - first, *range(first, program.count))
        cells |= _cells_of(program.numbers, start)
    program.record(EITHER, sorted(cells), inner, len(each.alternatives), *alternatives)


def _cells_of(numbers: Ints, at: int) -> set[int]:
    """The cells of the records from a place to the end."""
    found: set[int] = set()
    while at < len(numbers):
        found.update(numbers[at + FIRST : at + FIRST + numbers[at + layout.SIZE]])
        at += numbers[at + layout.LENGTH]
    return found


WRITERS: dict[type, Callable[[Lowering, Any, int], None]] = {
    Allowed: _allowed,
    Different: _different,
    Cage: _cage,
    Sets: _sets,
    Weighted: _weighted,
    Pair: _pair,
    Path: _path,
    Counted: _counted,
    Either: _either,
}


@lru_cache(maxsize=64)
def _houses(board: Board) -> tuple[int, ...]:
    """The records of the houses of a board."""
    every = (*board.houses, *board.groups)
    return tuple(
        chain.from_iterable(
            (HOUSE, FIRST + len(house.cells), 0, len(house.cells), *house.cells) for house in every
        )
    )


@lru_cache(maxsize=32)
def _mask_table(size: int) -> tuple[int, ...]:
    return ((1 << size) - 1, *(1 << digit for digit in range(size)))


def _masks(size: int, cells: bytes) -> Ints:
    """The digits that the givens leave, as bits."""
    return list(map(_mask_table(size).__getitem__, cells))


@lru_cache(maxsize=4096)
def _mask(values: frozenset[int], lowest: int, size: int) -> int:
    return sum(1 << value - lowest for value in values if lowest <= value < lowest + size)


@lru_cache(maxsize=1024)
def _singles(mask: int) -> Ints:
    """The number of digits, and each of them as a set."""
    found = [1 << digit for digit in range(mask.bit_length()) if mask >> digit & 1]
    return [len(found), *found]


@lru_cache(maxsize=4096)
def _cage_sets(values: tuple[int, ...], size: int, total: int) -> Ints | None:
    """The number of the sets of a cage, and the sets; None if there are too many."""
    sets = sets_with_sum(values, size, total)
    if sets is None:
        return None
    return [len(sets), *(_mask(each, values[0], len(values)) for each in sets)]


@lru_cache(maxsize=1024)
def _relation(holds: Relation, values: tuple[int, ...]) -> Ints:
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
    return found


def _layers(layers: Layers, lowest: int) -> Ints:
    """The layers of an automaton: for each cell three counts, the edges, and two counts again."""
    found: Ints = []
    sizes = [*map(len, layers), 1]
    for place, layer in enumerate(layers):
        edges: dict[tuple[int, int], int] = {}
        for state, nexts in enumerate(layer):
            for value, target in nexts.items():
                edges[state, target] = edges.get((state, target), 0) | 1 << value - lowest
        found += (sizes[place + 1], len(edges), sizes[place])
        for (state, target), mask in edges.items():
            found += (state, target, mask)
        found += (sizes[place], len(edges))
    return found
