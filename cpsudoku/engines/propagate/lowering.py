"""Turns a puzzle into a program: records of constraints and the tables that they share."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import accumulate, chain, count
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.encodings.sets import sets_with_sum
from cpsudoku.core.constraints.lowered import (
    Accepted,
    Allowed,
    Area,
    CageSum,
    Counted,
    CountedSum,
    Different,
    Either,
    EndsAround,
    Hidden,
    Layers,
    Lowered,
    Marked,
    RelatedPair,
    Relation,
    Sets,
    TooLarge,
    Weighted,
)
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.propagate import layout
from cpsudoku.engines.propagate.cliques import sets_of_cliques
from cpsudoku.engines.propagate.layout import (
    AMOUNTS,
    AREA,
    BETWEEN,
    COUNTED,
    EITHER,
    FIRST,
    HEADER,
    HOUSE,
    LAYERS,
    LINEAR,
    MARKED,
    PAIR,
    SETS,
)

if TYPE_CHECKING:
    Numbers = array[int]  # of int64

MOST_CELLS = 4000
MOST_COUNTED = 60
MOST_HIDDEN = 1500
UNBOUNDED = 1 << 40
AREA_ROOM = 11  # numbers of scratch room for each cell of an area
AMOUNTS_ROOM = 10  # and for each term of a sum of amounts, with two more
MOST_AUTOMATA = 256  # tables that are kept for other rules
PART = "propagate"  # the name of a Part in ``Constraint.tables``
Ints = list[int]
_AUTOMATA: dict[tuple[int, int], tuple[Layers, Table]] = {}
_NUMBERS = count(1)
_ZERO = array("q", [0])


class Table(NamedTuple):
    """A table that records name by its number. No two tables have the same number."""

    number: int
    entries: Numbers


class RuleRecords:
    """The records of one rule while they are written. They can be anywhere in a program.

    ``tables`` are those that they name. ``masks`` are the digits that the rule leaves some cells.
    ``room`` is what its propagators need. ``hidden`` is the number of cells that it adds.
    """

    count = 0
    room = 0
    hidden = 0
    masks: Sequence[tuple[int, int]] = ()
    packed = b""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lowest = board.lowest
        self.values = board.values
        self.numbers: Ints = []
        self.tables: dict[int, Numbers] = {}

    def add(self, members: Iterable[Lowered], inner: int = 0) -> None:
        """Add records of the members. Raises TooLarge."""
        relation: Relation | None = None
        table = 0
        for each in members:
            if type(each) is not RelatedPair or each.one == each.other:
                WRITERS[type(each)](self, each, inner)
                continue
            one, other, holds = each
            if holds is not relation:  # most pairs have the relation of the one before
                relation = holds
                table = self.number_of(_relation(holds, self.values))
            self.count += 1
            self.numbers += (PAIR, FIRST + 3, inner, 2, one, other, table)

    def record(self, kind: int, cells: Sequence[int], inner: int, *more: int) -> None:
        """Add one record."""
        self.count += 1
        size = len(cells)
        self.numbers += (kind, FIRST + size + len(more), inner, size, *cells, *more)

    def pack(self) -> None:
        """Complete the records."""
        self.packed = array("q", self.numbers).tobytes()

    def moved(self, first: int, by: int) -> bytes:
        """The records with other numbers for the cells from ``first`` on."""
        numbers, at = list(self.numbers), 0
        while at < len(numbers):
            for place in range(at + FIRST, at + FIRST + numbers[at + layout.SIZE]):
                numbers[place] += by if numbers[place] >= first else 0
            at += numbers[at + layout.LENGTH]
        return array("q", numbers).tobytes()

    def number_of(self, table: Table) -> int:
        """The number of a table that a record names."""
        self.tables[table.number] = table.entries
        return table.number

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


class Lowering:
    """A program while it is put together. ``packed`` has its numbers behind the header."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.board
        self.board = board
        self.masks: Ints = _masks(board.size, puzzle.givens.cells)
        if board.layers:
            given = puzzle.givens.every[len(board) :]
            pairs = zip(given, board.domains[len(board) :], strict=True)
            self.masks += [1 << digit - 1 if digit else domain for digit, domain in pairs]
        self.packed = [_houses(board)]
        self.count = len(board.houses) + len(board.groups)
        self.tables: dict[int, Numbers] = {}
        self.room = 4 * board.size + 8  # numbers that a propagator needs
        for cell, marks in enumerate(puzzle.marks or ()):
            self.masks[cell] &= sum(1 << digit - 1 for digit in marks)

    def add(self, parts: Iterable[RuleRecords]) -> None:
        """Add the records of rules."""
        for part in parts:
            total = self.board.total
            by = len(self.masks) - total if part.hidden else 0
            self.packed.append(part.moved(total, by) if by else part.packed)
            self.masks += [0b11] * part.hidden
            self.count += part.count
            if part.tables:
                self.tables |= part.tables
            self.room = max(self.room, part.room)
            for cell, mask in part.masks:
                self.masks[cell + (by if cell >= total else 0)] &= mask

    @property
    def digits(self) -> int:
        """The digits that some cell of the board can have, as a set."""
        if self.board.layers:
            return self.board.all_digits
        return reduce(or_, self.masks, 0)

    def program(self, room: int) -> Numbers:
        """The program in an array with room for what ``prepare`` adds."""
        records = array("q", b"".join(self.packed))
        directory = HEADER + len(records)
        tables = directory + 2 * len(self.tables)
        end = tables + sum(map(len, self.tables.values()))
        numbers = empty(max(room, 2 * end))
        numbers[HEADER:directory] = records
        for place, (number, entries) in enumerate(self.tables.items()):
            numbers[directory + 2 * place] = number
            numbers[directory + 2 * place + 1] = tables
            numbers[tables : tables + len(entries)] = entries
            tables += len(entries)
        numbers[layout.CELLS] = len(self.masks)
        numbers[layout.DIGITS] = self.digits
        numbers[layout.RECORDS] = HEADER
        numbers[layout.COUNT] = self.count
        numbers[layout.END] = end
        numbers[layout.CAPACITY] = len(numbers)
        numbers[layout.SPARE] = (len(self.masks) + 1) * len(self.masks)
        numbers[layout.ROOM] = self.room
        numbers[layout.TABLES] = directory
        numbers[layout.VALUES] = self.board.size
        numbers[layout.CHUNKS] = (self.board.size + 4) // 5
        return numbers


def empty(length: int) -> Numbers:
    """An array of zeros."""
    return _ZERO * length


class NoFamily(Exception):
    """A puzzle that can't be a program. The text is the reason, as ``unsupported`` returns it."""


def lowered(puzzle: Puzzle) -> Lowering:
    """The program of a puzzle. Raises NoFamily."""
    if puzzle.board.total > MOST_CELLS:
        raise NoFamily(f"accepts boards of at most {MOST_CELLS} cells")
    found = Lowering(puzzle)
    found.add([rule.tables.get(PART) or part_of(rule) for rule in puzzle.constraints])
    for rule in puzzle.constraints:
        implied = rule.lower_among(puzzle.constraints)
        if implied:
            found.add([packed(rule.board, implied)])
    return found


def part_of(rule: Constraint) -> RuleRecords:
    """The records of a rule, which are kept with it. Raises NoFamily."""
    try:
        members = rule.lower()
        if members is None:
            raise TooLarge
        part = rule.tables[PART] = packed(rule.board, members)
    except TooLarge:
        raise NoFamily(f"does not accept {rule.title}") from None
    return part


def packed(board: Board, members: Iterable[Lowered]) -> RuleRecords:
    """The records of members of families. Raises TooLarge."""
    part = RuleRecords(board)
    every = (*members,)
    part.add(every)
    part.add(sets_of_cliques(every, board.values))
    part.pack()
    return part


def _allowed(part: RuleRecords, each: Allowed, inner: int) -> None:
    mask = part.mask(each.values)
    if inner:
        part.record(SETS, (each.cell,), inner, *_singles(mask))
    else:
        part.masks = [*part.masks, (each.cell, mask)]


def _different(part: RuleRecords, each: Different, inner: int) -> None:
    cells = each.cells
    if len(cells) == 2 < len(part.values):
        part.record(PAIR, cells, inner, 0)
    elif len(cells) > 1:
        part.record(HOUSE, cells, inner)


def _cage(part: RuleRecords, each: CageSum, inner: int) -> None:
    cells = each.cells
    sets = _cage_sets(part.values, len(cells), each.total)
    if sets is not None:
        part.record(SETS, cells, inner, *sets)
        return
    part.record(HOUSE, cells, inner)
    total = each.total - part.lowest * len(cells)
    _linear(part, cells, [1] * len(cells), total, total, inner)


def _sets(part: RuleRecords, each: Sets, inner: int) -> None:
    masks = [part.mask(values) for values in each.sets]
    part.record(SETS, each.cells, inner, len(masks), *masks)


def _weighted(part: RuleRecords, each: Weighted, inner: int) -> None:
    cells = [cell for cell, _ in each.terms]
    weights = [weight for _, weight in each.terms]
    total = each.total - part.lowest * sum(weights)
    if each.relation == "=":
        add_sum(part, cells, weights, total, set(weights) == {1} and part.differ(cells), inner)
    else:
        _linear(part, cells, weights, *_bounds(each.relation, total), inner)


def add_sum(
    part: RuleRecords,
    cells: Sequence[int],
    weights: Sequence[int],
    total: int,
    differ: bool,
    inner: int = 0,
) -> None:
    """Add an exact sum of the numbers of bits, as digit sets if the cells differ."""
    if differ:
        size = len(cells)
        sets = _cage_sets(part.values, size, total + part.lowest * size)
        if sets is not None:
            part.record(SETS, cells, inner, *sets)
            return
    _linear(part, cells, weights, total, total, inner)


def _linear(
    part: RuleRecords,
    cells: Sequence[int],
    weights: Sequence[int],
    least: int,
    most: int,
    inner: int,
) -> None:
    """Add a sum of the numbers of bits between two bounds."""
    if cells:
        ends = range(1, len(cells) + 1)
        part.room = max(part.room, 4 * len(cells) + 8)
        part.record(LINEAR, cells, inner, least, most, len(cells), *weights, *ends)
    elif not least <= 0 <= most:
        _nothing(part, inner)


def _nothing(part: RuleRecords, inner: int) -> None:
    """Add a record that nothing satisfies."""
    part.record(SETS, (0,), inner, 0)


def _pair(part: RuleRecords, each: RelatedPair, inner: int) -> None:
    """Narrow the only cell of a pair. ``add`` writes pairs of two cells."""
    fits = frozenset(value for value in part.values if each.holds(value, value))
    _allowed(part, Allowed(each.one, fits), inner)


def _path(part: RuleRecords, each: Accepted, inner: int) -> None:
    layers = each.layers
    if layers is None:
        _nothing(part, inner)
        return
    part.room = max(part.room, sum(map(len, layers)) + 1)
    part.record(LAYERS, each.cells, inner, part.number_of(_table_of(layers, part.lowest)))


def _counted(part: RuleRecords, each: Counted, inner: int) -> None:
    plus, minus = len(each.cells), len(each.minus)
    size = plus + minus
    if size > MOST_COUNTED:
        raise TooLarge
    allowed = sum(1 << count + minus for count in each.allowed if 0 <= count + minus <= size)
    weights = [1] * plus + [-1] * minus
    more = part.mask(each.values), allowed, size, *weights, *range(1, size + 1)
    part.room = max(part.room, 4 * size + 8)
    part.record(COUNTED, each.cells + each.minus, inner, *more)


def _hidden(part: RuleRecords, each: Hidden, inner: int) -> None:
    part.hidden += each.number
    if inner or part.hidden > MOST_HIDDEN:
        raise TooLarge


def _area(part: RuleRecords, each: Area, inner: int) -> None:
    cells, size = each.cells, len(each.cells)
    least, most = (0, size) if each.sizes is None else (each.sizes.start, each.sizes.stop - 1)
    if not cells:
        if least:
            _nothing(part, inner)
        return
    part.room = max(part.room, AREA_ROOM * size)
    graph = part.number_of(_graph_table(each.graph))
    counter = () if each.counter is None else (each.counter,)
    more = graph, part.mask(each.values), least, most, len(counter), part.lowest
    part.record(AREA, (*cells, *counter), inner, *more)


def _marked(part: RuleRecords, each: Marked, inner: int) -> None:
    mark = part.mask(frozenset((each.mark,)))
    part.record(MARKED, each.cells + each.marks, inner, mark, int(each.is_full))


def _counted_sum(part: RuleRecords, each: CountedSum, inner: int) -> None:
    cells: Ints = []
    amounts: dict[tuple[tuple[int, ...], ...], int] = {}
    terms: Ints = []
    end = 0
    for cell, marks, choices in each.terms:
        terms += (len(cells), len(marks), amounts.setdefault(choices, end))
        end = max(end, terms[-1] + len(choices) * len(part.values))
        cells += (cell, *marks)
    if not cells:
        return _linear(part, cells, (), *_bounds(each.relation, each.total), inner)
    table = part.number_of(_amount_table(tuple(amounts)))
    part.room = max(part.room, AMOUNTS_ROOM * (len(each.terms) + 2))
    low, high = _bounds(each.relation, each.total)
    mark = part.mask(frozenset((part.values[1] if each.mark is None else each.mark,)))
    part.record(AMOUNTS, cells, inner, table, len(each.terms), low, high, mark, *terms)
    return None


def _between(part: RuleRecords, each: EndsAround, inner: int) -> None:
    sets: Ints = []
    starts: Ints = []
    for some in each.sets:
        starts.append(2 + len(each.sets) + len(sets))
        sets += (len(some), *map(part.mask, some))
    ends, others = part.mask(frozenset(each.ends)), part.mask(frozenset(part.values))
    part.record(BETWEEN, each.cells, inner, ends, others & ~ends, *starts, *sets)


def _bounds(relation: str, total: int) -> tuple[int, int]:
    """The least and the greatest sum that a relation allows."""
    return (
        -UNBOUNDED if relation == "<=" else total,
        UNBOUNDED if relation == ">=" else total,
    )


def _either(part: RuleRecords, each: Either, inner: int) -> None:
    ranges: list[range] = []
    cells: set[int] = set()
    for members in each.alternatives:
        start, first = len(part.numbers), part.count
        part.add(members, 1)
        ranges.append(range(first, part.count))
        cells |= _cells_of(part.numbers, start)
    alternatives: Ints = []
    for records in ranges:
        alternatives += (len(records), *(part.count - record for record in records))
    part.record(EITHER, sorted(cells), inner, len(ranges), *alternatives)


def _cells_of(numbers: Ints, at: int) -> set[int]:
    """The cells of the records from a place to the end."""
    found: set[int] = set()
    while at < len(numbers):
        found.update(numbers[at + FIRST : at + FIRST + numbers[at + layout.SIZE]])
        at += numbers[at + layout.LENGTH]
    return found


WRITERS: dict[type, Callable[[RuleRecords, Any, int], None]] = {
    Allowed: _allowed,
    Different: _different,
    CageSum: _cage,
    Sets: _sets,
    Weighted: _weighted,
    RelatedPair: _pair,
    Accepted: _path,
    Counted: _counted,
    Hidden: _hidden,
    Area: _area,
    Marked: _marked,
    CountedSum: _counted_sum,
    EndsAround: _between,
    Either: _either,
}


def _houses(board: Board) -> bytes:
    """The records of the houses of a board, which are kept with it."""
    known: bytes | None = board.tables.get(PART)
    if known is None:
        every = (*board.houses, *board.groups)
        records = (
            (HOUSE, FIRST + len(house.cells), 0, len(house.cells), *house.cells) for house in every
        )
        numbers = array("q", chain.from_iterable(records))
        known = board.tables[PART] = numbers.tobytes()
    return known


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
def _relation(holds: Relation, values: tuple[int, ...]) -> Table:
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
def _graph_table(graph: tuple[tuple[int, ...], ...]) -> Table:
    """Where the neighbours of each cell begin, and all neighbours."""
    begins = list(accumulate(map(len, graph), initial=len(graph) + 1))
    return _new_table([*begins, *chain.from_iterable(graph)])


@lru_cache(maxsize=64)
def _amount_table(amounts: tuple[tuple[tuple[int, ...], ...], ...]) -> Table:
    """What cells count, one after the other."""
    return _new_table([number for some in amounts for each in some for number in each])


def _new_table(entries: Ints) -> Table:
    return Table(next(_NUMBERS), array("q", entries))


def _table_of(layers: Layers, lowest: int) -> Table:
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
            edges += chain.from_iterable(digits.items())
        begins.append(4 + len(layer) + len(edges))
        length = 5 + len(layer) + len(edges)
        numbers += (len(layer), nexts, length, *begins, *edges, length)
    return numbers
