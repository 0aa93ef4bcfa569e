"""Sums that follow from cages and houses, for puzzles that need a long search.

``innies`` adds the shortest of them to every program. Longer ones exclude less, so they only pay
where a search is long. Digits count from 0 here, as in records.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from cpsudoku.core.candidates import bits
from cpsudoku.engines.propagate.layout import FIRST, HOUSE, INNER, LENGTH, LINEAR, PAIR, SETS, SIZE
from cpsudoku.engines.propagate.lowering import Lowering
from cpsudoku.engines.propagate.record_tables import Ints
from cpsudoku.engines.propagate.recording import RuleRecords, add_sum

LINES = 7  # adjacent houses
SHORT = 6  # cells of a sum that is always added
RANGE = 3  # a longer one has a range of more than this many times its slack
LONG = 5  # cells of a cage that is added to others
MOST = 80  # sums


class FixedSum(NamedTuple):
    """The digits of some cells minus those of others have this total. Cells are bits of a set."""

    plus: int
    minus: int
    total: int


class Known:
    """The houses, the cages and the different cells of a program."""

    def __init__(self, lowering: Lowering) -> None:
        numbers = array("q", b"".join(lowering.packed)).tolist()
        self.masks, self.union = lowering.masks, lowering.digits
        self.digits = [*bits(self.union)]
        self.houses: list[int | None] = []  # None: not every digit has a place
        self.cages: list[FixedSum] = []
        self.peers = [0] * len(lowering.masks)
        at = 0
        while at < len(numbers):
            if not numbers[at + INNER]:
                self._read(numbers, at)
            at += numbers[at + LENGTH]

    def _read(self, numbers: Ints, at: int) -> None:
        kind, size = numbers[at], numbers[at + SIZE]
        tail = at + FIRST + size
        cells = numbers[at + FIRST : tail]
        every = sum(1 << cell for cell in {*cells})
        if kind in (HOUSE, SETS) or (kind == PAIR and not numbers[tail]):
            for cell in cells:
                self.peers[cell] |= every & ~(1 << cell)
        is_full = kind == HOUSE and size == len(self.digits)
        is_full = is_full and all(self.masks[cell] & ~self.union == 0 for cell in cells)
        self.houses.append(every if is_full else None)
        if every.bit_count() < size:
            return
        if kind == SETS:
            totals = {_sum_of_bits(each) for each in numbers[tail + 1 : tail + 1 + numbers[tail]]}
            if len(totals) == 1:
                self.cages.append(FixedSum(every, 0, *totals))
        elif kind == LINEAR and numbers[tail] == numbers[tail + 1]:
            if {*numbers[tail + 3 : tail + 3 + size]} == {1}:
                self.cages.append(FixedSum(every, 0, numbers[tail]))

    def groups(self, cells: int) -> Iterator[int]:
        """The numbers of cells of groups whose cells all differ."""
        while cells:
            common, size, left = cells, 0, cells
            while common:
                lowest = common & -common
                left &= ~lowest
                common &= self.peers[lowest.bit_length() - 1]
                size += 1
            cells = left
            yield size

    def differ(self, each: FixedSum) -> bool:
        """Whether a sum adds cells that all differ, and subtracts none."""
        return not each.minus and next(self.groups(each.plus), 0) == each.plus.bit_count()

    def strength(self, each: FixedSum) -> tuple[int, int, int]:
        """How much the bounds of a sum exclude, its range, and its slack."""
        ranges: Ints = []
        least = most = 0
        for cells, sign in ((each.plus, 1), (each.minus, -1)):
            for size in self.groups(cells):
                low, high = sum(self.digits[:size]), sum(self.digits[-size:])
                ranges.append(high - low)
                least += min(sign * low, sign * high)
                most += max(sign * low, sign * high)
        slack = min(each.total - least, most - each.total)
        return sum(max(0, span - slack) for span in ranges), most - least, slack


def derived(lowering: Lowering) -> RuleRecords:
    """The sums that follow from the records of a program, as records."""
    known = Known(lowering)
    part = RuleRecords(lowering.board)
    if not known.cages:
        return part
    found = {*_beside_houses(known), *_across_houses(known), *_together(known)} - {*known.cages}
    found -= {FixedSum(house, 0, sum(known.digits)) for house in known.houses if house is not None}
    worth: list[tuple[int, int, FixedSum]] = []
    for each in found:
        _, span, slack = known.strength(each)
        size = (each.plus | each.minus).bit_count()
        if 0 < size <= SHORT or span > RANGE * slack or known.differ(each):
            worth.append((slack, span, each))
    for _, _, each in sorted(worth)[:MOST]:
        cells = [cell for cells in each[:2] for cell in bits(cells)]
        weights = [1] * each.plus.bit_count() + [-1] * each.minus.bit_count()
        add_sum(part, cells, weights, each.total, known.differ(each))
    part.pack()
    return part


def _beside_houses(known: Known) -> Iterator[FixedSum]:
    """Sums of the cells by which some cages and adjacent houses differ."""
    in_line = sum(known.digits)
    for start in range(len(known.houses)):
        inside = 0
        for lines in range(1, LINES + 1):
            house = known.houses[start + lines - 1] if start + lines <= len(known.houses) else None
            if house is None or house & inside:
                break
            inside |= house
            yield from _beside(_apart(known.cages, inside), inside, lines * in_line)


def _across_houses(known: Known) -> Iterator[FixedSum]:
    """Sums of the cells around a house that cages and other houses cover, without whole houses."""
    in_line = sum(known.digits)
    houses = [house for house in known.houses if house is not None]
    for house in houses:
        cages = _apart(known.cages, house)
        covered = sum(cage.plus for cage in cages)
        total = sum(cage.total for cage in cages)
        for other in houses:
            if not other & covered and (other & house).bit_count() > 1 and other != house:
                covered |= other
                total += in_line
        if house & ~covered:
            continue
        around = FixedSum(covered & ~house, 0, total - in_line)
        for other in houses:
            if not other & ~around.plus:
                around = FixedSum(around.plus & ~other, 0, around.total - in_line)
        yield around


def _apart(cages: list[FixedSum], inside: int) -> list[FixedSum]:
    """Cages that have cells inside and do not overlap; first those with few cells outside."""
    found: list[FixedSum] = []
    taken = 0
    touching = [cage for cage in cages if cage.plus & inside]
    for cage in sorted(touching, key=lambda cage: (cage.plus & ~inside).bit_count()):
        if not cage.plus & taken:
            taken |= cage.plus
            found.append(cage)
    return found


def _beside(cages: list[FixedSum], inside: int, total: int) -> Iterator[FixedSum]:
    """Sums of cells inside or outside, whichever part of each cage is smaller, and others."""
    crossing = [cage for cage in cages if cage.plus & ~inside]
    rest = FixedSum(inside, 0, total)
    for cage in cages:
        if not cage.plus & ~inside:
            rest = _less(rest, cage)
    yield rest
    smaller = outside = rest
    for cage in crossing:
        outside = _less(outside, cage)
        beyond = (cage.plus & ~inside).bit_count()
        if beyond < (cage.plus & inside).bit_count():
            smaller = _less(smaller, cage)
        if beyond == 1:
            yield _upright(_less(rest, cage))
    yield _upright(smaller)
    yield _upright(outside)


def _less(each: FixedSum, cage: FixedSum) -> FixedSum:
    return FixedSum(
        each.plus & ~cage.plus, each.minus | cage.plus & ~each.plus, each.total - cage.total
    )


def _upright(each: FixedSum) -> FixedSum:
    """The same sum, with more cells that are added than subtracted."""
    if each.minus.bit_count() > each.plus.bit_count():
        return FixedSum(each.minus, each.plus, -each.total)
    return each


def _together(known: Known) -> Iterator[FixedSum]:
    """Sums of several long cages: more of their cells differ, so the bounds exclude more."""
    pool = [cage for cage in known.cages if cage.plus.bit_count() >= LONG]
    while True:
        best, parents = 0, None
        for number, one in enumerate(pool):
            for other in pool[:number]:
                if not one.plus & other.plus:
                    both = FixedSum(one.plus | other.plus, 0, one.total + other.total)
                    gain = known.strength(both)[0]
                    if gain > max(best, known.strength(one)[0], known.strength(other)[0]):
                        best, parents = gain, (one, other, both)
        if parents is None:
            return
        one, other, both = parents
        pool = [each for each in pool if each not in (one, other)] + [both]
        yield both


def _sum_of_bits(mask: int) -> int:
    return sum(bits(mask))
