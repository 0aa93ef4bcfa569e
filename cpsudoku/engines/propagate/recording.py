"""Writes the records of a rule, one for each member of a family that the rule consists of."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from cpsudoku.core.board import Board
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
    Lowered,
    Marked,
    RelatedPair,
    Relation,
    Sets,
    TooLarge,
    Weighted,
)
from cpsudoku.engines.propagate import layout
from cpsudoku.engines.propagate.cliques import sets_of_cliques
from cpsudoku.engines.propagate.layout import (
    AMOUNTS,
    AREA,
    BETWEEN,
    COUNTED,
    EITHER,
    FIRST,
    HOUSE,
    LAYERS,
    LINEAR,
    MARKED,
    PAIR,
    SETS,
    WORD,
)
from cpsudoku.engines.propagate.record_tables import (
    Ints,
    Table,
    amount_table,
    automaton_table,
    cage_sets,
    graph_table,
    mask_of,
    relation_table,
    singles,
)

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.record_tables import Numbers

MOST_COUNTED = 60
MOST_HIDDEN = 1500
UNBOUNDED = 1 << 40
AREA_ROOM = 11  # numbers of scratch room for each cell of an area
AMOUNTS_ROOM = 10  # and for each term of a sum of amounts, with two more


class RuleRecords:
    """The records of one rule while they are written. They can be anywhere in a program.

    ``tables`` are those that they name. ``masks`` are the digits that the rule leaves some cells.
    ``room`` is what its propagators need, and ``states`` what its automata need at each depth.
    ``hidden`` is the number of cells that it adds.
    """

    count = 0
    room = 0
    states = 0
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
                table = self.number_of(relation_table(holds, self.values))
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
        return mask_of(values, self.lowest, len(self.values))


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
        part.record(SETS, (each.cell,), inner, *singles(mask))
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
    sets = cage_sets(part.values, len(cells), each.total)
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
        sets = cage_sets(part.values, size, total + part.lowest * size)
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
    widths = [-(-len(layer) // WORD) for layer in layers]
    part.room = max(part.room, len(layers) + 1 + max(widths))
    part.states += len(layers) + sum(widths) + 1
    table = part.number_of(automaton_table(layers, part.lowest))
    part.record(LAYERS, each.cells, inner, table, 0)


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
    graph = part.number_of(graph_table(each.graph))
    counter = () if each.counter is None else (each.counter,)
    more = graph, part.mask(each.values), least, most, len(counter), part.lowest
    known = [-1] * (size + 1)
    part.record(AREA, (*cells, *counter), inner, *more, *known)


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
    table = part.number_of(amount_table(tuple(amounts)))
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
    alternatives: list[Ints] = []
    cells: set[int] = set()
    for members in each.alternatives:
        start, first = len(part.numbers), part.count
        part.add(members, 1)
        has = [*_cells_of(part.numbers, start)]
        cells.update(*has)
        # A record with few cells comes first: it takes the least time, and mostly fails.
        alternatives.append([record for _, record in sorted(zip(map(len, has), count(first)))])
    before: Ints = []
    for records in alternatives:
        before += (len(records), *(part.count - record for record in records))
    part.record(EITHER, sorted(cells), inner, len(alternatives), *before)


def _cells_of(numbers: Ints, at: int) -> Iterator[Ints]:
    """The cells of each record from a place to the end."""
    while at < len(numbers):
        yield numbers[at + FIRST : at + FIRST + numbers[at + layout.SIZE]]
        at += numbers[at + layout.LENGTH]


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
