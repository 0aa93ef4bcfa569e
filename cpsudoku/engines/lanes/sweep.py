"""One sweep of eliminations in all lanes, and the choice of the best split of each.

`cells` is 81 vectors of candidate masks, as described in kernel.py. A triad is the three cells
where a line crosses a box. In a band (three parallel lines), a digit occupies one triad of each
line and of each box, so it has six arrangements, the permutations of ORDERS. AND and OR of the
masks of the nine triads give the arrangements left, the triads that a digit may occupy (locked
candidates) and those that it must occupy. A digit that must be in a triad and fits one cell there
is a hidden single. This idea comes from tdoku (github.com/t-dillon/tdoku), which applies it to the
boxes of one puzzle at a time; so does the split, in the band with the fewest arrangements, on a
digit with two. Both programs need some 62 guesses per puzzle on the hardest list. No code was
copied.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from numba import types

from cpsudoku.engines.lanes.memory import ALL, THREE, cell
from cpsudoku.engines.lanes.vectors import Builder, Memory, ThreeMasks, Value, Vec, Words, emitted

Triads = list[list[Vec]]  # [line][box] of one band

ORDERS = tuple(itertools.permutations(THREE))  # ORDERS[k][line] is the box that holds the digit
SUM = 81  # the vector after the cells: the sum of all 81 masks at the end of the last sweep
SOLVED_SUM = 9 * ALL


def mates(k: int) -> tuple[int, int]:
    return (k + 1) % 3, (k + 2) % 3


class BandLine(NamedTuple):
    """The triads of a line: where each digit may be, and where it is placed."""

    union: list[Vec]
    known: list[Vec]

    def add(self, x: list[Vec]) -> None:
        """Add the triad of three cells.

        A naked single is not excluded from its other two cells. In the other direction they are in
        other triads of the same box, and lose the digit there: 0.004 more sweeps, the same guesses.
        """
        single = [(v & (v - 1)).equals(0).pick(v, 0) for v in x]
        self.union.append(x[0] | x[1] | x[2])
        self.known.append(single[0] | single[1] | single[2])

    def free(self) -> list[Vec]:
        """The digits of each triad without those that are placed in the other two."""
        pairs = [mates(box) for box in THREE]
        return [self.union[b] & ~(self.known[m] | self.known[n]) for b, (m, n) in enumerate(pairs)]


def read_row(cells: Memory, band: int, line: int) -> BandLine:
    row = BandLine([], [])
    for box in THREE:
        row.add([cells[cell(band, line, box, k, False)] for k in THREE])
    return row


def arrangements(free: Triads) -> list[Vec]:
    """For each of ORDERS, the digits for which that arrangement is still possible."""
    return [free[0][p[0]] & free[1][p[1]] & free[2][p[2]] for p in ORDERS]


def allowed(orders: list[Vec], line: int, box: int) -> Vec:
    """The digits that some arrangement puts in the triad."""
    first, second = (o for o, p in zip(orders, ORDERS, strict=True) if p[line] == box)
    return first | second


class Digits(NamedTuple):
    """The digits that a triad may have, and those that it must have."""

    may: Vec
    need: Vec


def digits_of_line(orders: list[Vec], line: int) -> list[Digits]:
    """The digits of each triad, after locked candidates and hidden triples."""
    may = [allowed(orders, line, box) for box in THREE]
    out = []
    for box in THREE:
        a, b = mates(box)
        need = may[box] & ~(may[a] | may[b])
        # Three digits that must be in the triad exclude all others: 1.17 x on the hardest list. The
        # converse, three digits left in a triad: 0.98 on the 17-clue list, 1.02 on hardest; dropped
        less = need & (need - 1)
        out.append(Digits((less & (less - 1)).equals(0).pick(may[box], need), need))
    return out


def place(x: list[Vec], digits: Digits) -> list[Vec]:
    """The three cells of a triad after all eliminations, hidden singles included."""
    out = []
    for k in THREE:
        a, b = mates(k)
        hidden = x[k] & ~(x[a] | x[b]) & digits.need
        out.append(hidden.equals(0).pick(x[k] & digits.may, hidden))
    return out


@emitted(ThreeMasks, Words)
def sweep(builder: Builder, cells: Memory) -> list[Value]:
    """All eliminations once, bands then stacks. Lane masks: changed, dead, open (not solved).

    Each half reads and writes each cell once; the columns are read while a box is in registers.
    Hidden singles are only looked for in the last half. One of a row is there one of its box, after
    locked candidates in its band: with 1.03 times as many sweeps, the guesses are the same.

    Only the last half examines the state. Masks only lose bits, so a change shows in their sum. A
    grid without an empty cell in which each digit has an arrangement in every stack is solved
    exactly if the sum is that of 9 cells of each digit.
    """
    stacks = [[BandLine([], []) for _ in THREE] for _ in THREE]
    for number in THREE:
        orders = arrangements([read_row(cells, number, r).free() for r in THREE])
        digits = [digits_of_line(orders, r) for r in THREE]
        for box in THREE:
            at = [[cell(number, r, box, k, False) for k in THREE] for r in THREE]
            x = [[cells[i] & digits[r][box].may for i in at[r]] for r in THREE]
            for k in THREE:
                stacks[box][k].add([x[r][k] for r in THREE])
                for r in THREE:
                    cells[at[r][k]] = x[r][k]
    cells.forget()
    total = least = None
    complete = None
    for number, stack in enumerate(stacks):
        orders = arrangements([column.free() for column in stack])
        left = orders[0] | orders[1] | orders[2] | orders[3] | orders[4] | orders[5]
        complete = left if complete is None else complete & left
        for k in THREE:
            for box, each in enumerate(digits_of_line(orders, k)):
                places = [cell(number, k, box, r, True) for r in THREE]
                for i, v in zip(places, place([cells[i] for i in places], each), strict=True):
                    cells[i] = v
                    total = v if total is None else total + v
                    least = v if least is None else least.smaller(v)
    assert total is not None
    assert least is not None
    assert complete is not None
    before, cells[SUM] = cells[SUM], total
    alive = builder.and_(complete.equals(ALL).bits(), builder.not_(least.equals(0).bits()))
    changed, unsolved = (builder.not_(total.equals(v).bits()) for v in (before, SOLVED_SUM))
    return [changed, builder.not_(alive), unsolved]


def triads_of_band(cells: Memory, number: int) -> Triads:
    """The union of each triad; bands 3 to 5 are the stacks."""
    at = [[[cell(number % 3, r, b, k, number >= 3) for k in THREE] for b in THREE] for r in THREE]
    return [[cells[x] | cells[y] | cells[z] for x, y, z in line] for line in at]


@emitted(types.uint32, Words)
def full(builder: Builder, cells: Memory) -> Value:
    """The lanes in which every house has every digit.

    If their sum is SOLVED_SUM too, they are solved, without another sweep that changes nothing.
    """
    every = None
    for number in range(6):
        triads = triads_of_band(cells, number)
        houses = [*triads, *zip(*triads, strict=True)] if number < 3 else triads
        for x, y, z in houses:
            house = x | y | z
            every = house if every is None else every & house
    assert every is not None
    return every.equals(ALL).bits()


class Split(NamedTuple):
    """A triad (band * 9 + line * 3 + box; bands 3 to 5 are the stacks) and a digit's bit."""

    triad: Vec
    digit: Vec
    cost: Vec


def split_of_band(cells: Memory, number: int) -> Split:
    union = triads_of_band(cells, number)
    orders = arrangements(union)
    cost = orders[0].popcount()
    one, two, three = orders[0], orders[0] ^ orders[0], orders[0] ^ orders[0]
    for o in orders[1:]:
        cost = cost + o.popcount()
        one, two, three = one | o, two | (one & o), three | (two & o)
    exactly_two = two & ~three
    digits = exactly_two.equals(0).pick(two, exactly_two)
    digit = digits & -digits
    triad = digit ^ digit
    for r, b in itertools.product(THREE, THREE):
        inside, elsewhere = allowed(orders, r, b), orders[0] ^ orders[0]
        for o, p in zip(orders, ORDERS, strict=True):
            elsewhere = elsewhere if p[r] == b else elsewhere | o
        here = (inside & elsewhere & digit).equals(0)
        triad = here.pick(triad, (triad ^ triad) | (number * 9 + r * 3 + b))
    return Split(triad, digit, two.equals(0).pick(~(two ^ two), cost))


@emitted(types.none, Words, Words)
def choose(builder: Builder, cells: Memory, picks: Memory) -> None:
    """picks[0]: the triad, picks[1]: the digit's bit, of the best split in each lane.

    It is in the unsettled band with the fewest arrangements, on the first digit with two, or else
    any. Bivalue cells with most bivalue peers: 112 guesses on the hardest list; this: 64.
    """
    best = split_of_band(cells, 0)
    for number in range(1, 6):
        other = split_of_band(cells, number)
        better = other.cost.below(best.cost)
        best = Split(*(better.pick(new, old) for new, old in zip(other, best, strict=True)))
    picks[0], picks[1] = best.triad, best.digit
