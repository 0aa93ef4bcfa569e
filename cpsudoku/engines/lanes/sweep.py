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

What is emitted is for one band or stack, and loops repeat it: the code of a sweep and of what
follows it must fit in the processor's cache of decoded instructions. Unrolled: 0.7 x.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from cpsudoku.engines.lanes.memory import ALL, ORDERS, ROW, SETS, THREE, Masks, cell
from cpsudoku.engines.lanes.vectors import (
    A_VECTOR,
    Builder,
    FourMasks,
    Memory,
    Value,
    Vec,
    Words,
    broadcast,
    copies,
    emitted,
    several,
    word_of,
)
from cpsudoku.runtime.compiled.declaring import inner

Triads = list[list[Vec]]  # [line][box] of one band

SUM = 81  # the vector after the cells: the sum of all 81 masks at the end of the last sweep
SLOW = 82  # then what the sum of a slow lane loses in a sweep, at most
FROZEN = 83  # and ALL in each lane that waits for its split, and 0 in the others
TRIADS = ROW  # [band, column, 2]: the union of each triad of a column, and what is placed in it
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


def read_row(cells: Memory, first: Value, line: int) -> BandLine:
    row = BandLine([], [])
    for box in THREE:
        row.add([cells[first, cell(0, line, box, k, False)] for k in THREE])
    return row


def arrangements(free: Triads) -> list[Vec]:
    """For each of ORDERS, the digits for which that arrangement is still possible."""
    return [free[0][p[0]] & free[1][p[1]] & free[2][p[2]] for p in ORDERS]


def arrangements_in(cells: Memory, free: Triads) -> list[Vec]:
    """The same; in a frozen lane, all of them, so that nothing is eliminated."""
    return [order | cells[FROZEN] for order in arrangements(free)]


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
        hidden = digits.need & ~(x[a] | x[b])  # one of the three cells has it
        out.append(hidden.equals(0).pick(x[k] & digits.may, hidden))
    return out


@emitted(types.none, Words, types.int64)
def sweep_band(builder: Builder, cells: Memory, number: Value) -> None:
    """Eliminate in three rows. The columns are read while a box is in registers."""
    first, triads = (builder.mul(number, number.type(size)) for size in (27, 18))
    orders = arrangements_in(cells, [read_row(cells, first, r).free() for r in THREE])
    digits = [digits_of_line(orders, r) for r in THREE]
    for box in THREE:
        at = [[(first, cell(0, r, box, k, False)) for k in THREE] for r in THREE]
        x = [[cells[i] & digits[r][box].may for i in at[r]] for r in THREE]
        for k in THREE:
            column = BandLine([], [])
            column.add([x[r][k] for r in THREE])
            place = TRIADS + 6 * box + 2 * k
            cells[triads, place], cells[triads, place + 1] = column.union[0], column.known[0]
            for r in THREE:
                cells[at[r][k]] = x[r][k]


@emitted(several(3), Words, types.int64, A_VECTOR, A_VECTOR, A_VECTOR)
def sweep_stack(
    builder: Builder, cells: Memory, number: Value, total: Vec, least: Vec, complete: Vec
) -> list[Vec]:
    """Eliminate in three columns.

    Returns the sum of the masks and the least one, with those of the stacks before; and the digits
    that have an arrangement in each stack.
    """
    first, triads = (builder.mul(number, number.type(size)) for size in (3, 6))
    at = [[TRIADS + 18 * band + 2 * k for band in THREE] for k in THREE]
    columns = [
        BandLine([cells[triads, i] for i in each], [cells[triads, i + 1] for i in each])
        for each in at
    ]
    orders = arrangements_in(cells, [column.free() for column in columns])
    left = orders[0] | orders[1] | orders[2] | orders[3] | orders[4] | orders[5]
    for k in THREE:
        for box, each in enumerate(digits_of_line(orders, k)):
            places = [(first, cell(0, k, box, r, True)) for r in THREE]
            for i, v in zip(places, place([cells[i] for i in places], each), strict=True):
                cells[i] = v
                total = total + v
                least = least.smaller(v)
    return [total, least, complete & left]


@emitted(FourMasks, Words, A_VECTOR, A_VECTOR, A_VECTOR)
def conclude(builder: Builder, cells: Memory, total: Vec, least: Vec, complete: Vec) -> list[Value]:
    """The lanes that are changed, slow, dead and open, from what the stacks yield."""
    before, cells[SUM] = cells[SUM], total
    alive = builder.and_(complete.equals(ALL).bits(), builder.not_(least.equals(0).bits()))
    changed, unsolved = (builder.not_(total.equals(v).bits()) for v in (before, SOLVED_SUM))
    fast = (before - total).above(cells[SLOW])
    nothing = total ^ total
    waiting = fast.pick(nothing, complete.equals(ALL).pick(nothing | ALL, nothing))
    waiting = total.equals(SOLVED_SUM).pick(nothing, waiting)
    cells[FROZEN] = least.equals(0).pick(nothing, waiting)
    return [changed, builder.not_(fast.bits()), builder.not_(alive), unsolved]


@inner()
def sweep(cells: Masks) -> tuple[np.uint32, np.uint32, np.uint32, np.uint32]:
    """All eliminations once, bands then stacks. Lane masks: changed, slow, dead, open (not solved).

    Each half reads and writes each cell once. Hidden singles are only looked for in the last half.
    One of a row is there one of its box, after locked candidates in its band: with 1.03 times as
    many sweeps, the guesses are the same.

    Only the last half examines the state. Masks only lose bits, so a change shows in their sum. A
    grid without an empty cell in which each digit has an arrangement in every stack is solved
    exactly if the sum is that of 9 cells of each digit. A lane is slow if its sum loses at most
    SLOW. It is frozen then, unless it is dead or may be solved: further sweeps change nothing.
    """
    for number in range(3):
        sweep_band(cells, number)
    total, least, complete = copies(0), copies(-1), copies(-1)
    for number in range(3):
        total, least, complete = sweep_stack(cells, number, total, least, complete)
    changed, slowly, dead, unsolved = conclude(cells, total, least, complete)
    return changed, slowly, dead, unsolved


def triads_of_band(cells: Memory, number: Value, vertical: bool) -> Triads:
    """The union of each triad of a band, or of a stack."""
    first = cells.builder.mul(number, number.type(3 if vertical else 27))
    at = [[[(first, cell(0, r, b, k, vertical)) for k in THREE] for b in THREE] for r in THREE]
    return [[cells[x] | cells[y] | cells[z] for x, y, z in line] for line in at]


@emitted(A_VECTOR, Words, types.int64, A_VECTOR)
def full_band(builder: Builder, cells: Memory, number: Value, every: Vec) -> Vec:
    """The digits that each row and each box of a band has, and that are in ``every``."""
    triads = triads_of_band(cells, number, False)
    for x, y, z in (*triads, *zip(*triads, strict=True)):
        every = every & (x | y | z)
    return every


@emitted(A_VECTOR, Words, types.int64, A_VECTOR)
def full_stack(builder: Builder, cells: Memory, number: Value, every: Vec) -> Vec:
    for x, y, z in triads_of_band(cells, number, True):
        every = every & (x | y | z)
    return every


@emitted(types.uint32, A_VECTOR)
def are_all(builder: Builder, digits: Vec) -> Value:
    """The lanes that have all digits."""
    return digits.equals(ALL).bits()


@inner()
def full(cells: Masks) -> np.uint32:
    """The lanes in which every house has every digit.

    If their sum is SOLVED_SUM too, they are solved, without another sweep that changes nothing.
    """
    every = copies(-1)
    for number in range(3):
        every = full_stack(cells, number, full_band(cells, number, every))
    complete: np.uint32 = are_all(every)
    return complete


class Split(NamedTuple):
    """A set of orders (SPLITS in memory.py), a digit's bit, and the arrangements of the band."""

    orders: Vec
    digit: Vec
    cost: Vec


def added(x: Vec, y: Vec, z: Vec) -> tuple[Vec, Vec]:
    """The sum of three bits, for each bit of a word: ones and twos."""
    half = x ^ y
    return half ^ z, (x & y) | (half & z)


def binary_count(orders: list[Vec]) -> tuple[Vec, Vec, Vec]:
    """The number of orders for each digit, in binary. Three counts of bits then replace six."""
    (a, b), (c, d) = added(*orders[:3]), added(*orders[3:])
    twos, fours = added(b, d, a & c)
    return a ^ c, twos, fours


def split_of_band(union: Triads) -> Split:
    """The best split of a band."""
    orders = arrangements(union)
    ones, twos, fours = binary_count(orders)
    cost = ones.popcount() + twos.popcount().times(2) + fours.popcount().times(4)
    open_digits = twos | fours
    exactly_two = twos & ~(ones | fours)
    digits = exactly_two.equals(0).pick(open_digits, exactly_two)
    digit = digits & -digits
    nothing = digit ^ digit
    possible = nothing
    for n, order in enumerate(orders):
        possible = possible | (order & digit).equals(0).pick(nothing, nothing | (1 << n))
    return Split(possible, digit, open_digits.equals(0).pick(~nothing, cost))


def better_split(
    builder: Builder, cells: Memory, number: Value, vertical: bool, best: Split
) -> list[Vec]:
    """The better of the best split so far and that of a band or a stack."""
    orders, digit, cost = split_of_band(triads_of_band(cells, number, vertical))
    first = builder.mul(number, number.type(SETS))
    first = builder.add(first, first.type(3 * SETS if vertical else 0))
    here = Split(broadcast(builder, word_of(builder, first)) | orders, digit, cost)
    better = cost.below(best.cost)
    return [better.pick(new, old) for new, old in zip(here, best, strict=True)]


@emitted(several(3), Words, types.int64, A_VECTOR, A_VECTOR, A_VECTOR)
def better_band(
    builder: Builder, cells: Memory, number: Value, orders: Vec, digit: Vec, cost: Vec
) -> list[Vec]:
    return better_split(builder, cells, number, False, Split(orders, digit, cost))


@emitted(several(3), Words, types.int64, A_VECTOR, A_VECTOR, A_VECTOR)
def better_stack(
    builder: Builder, cells: Memory, number: Value, orders: Vec, digit: Vec, cost: Vec
) -> list[Vec]:
    return better_split(builder, cells, number, True, Split(orders, digit, cost))


@emitted(types.none, Words, A_VECTOR, A_VECTOR)
def put(builder: Builder, picks: Memory, orders: Vec, digit: Vec) -> None:
    picks[0], picks[1] = orders, digit


@inner()
def choose(cells: Masks, picks: Masks) -> None:
    """picks[0]: the orders, picks[1]: the digit's bit, of the best split in each lane.

    It is in the unsettled band with the fewest arrangements, on the first digit with two, or else
    any. Bivalue cells with most bivalue peers: 112 guesses on the hardest list; this: 64.
    """
    orders, digit, cost = copies(0), copies(0), copies(-1)
    for number in range(3):
        orders, digit, cost = better_band(cells, number, orders, digit, cost)
    for number in range(3):
        orders, digit, cost = better_stack(cells, number, orders, digit, cost)
    put(picks, orders, digit)
