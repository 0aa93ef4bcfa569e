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


class Band(NamedTuple):
    """The triads of a band: where each digit may be, and where it is known to be."""

    union: Triads
    known: Triads


def read_triad(x: list[Vec]) -> tuple[list[Vec], Vec, Vec]:
    """Three cells without each other's naked singles; their union; the digits placed in them.

    Two equal singles erase each other, so a clash in a triad leaves an empty cell.
    """
    single = [(v & (v - 1)).equals(0).pick(v, 0) for v in x]
    x = [x[k] & ~(single[a] | single[b]) for k in THREE for a, b in [mates(k)]]
    return x, x[0] | x[1] | x[2], single[0] | single[1] | single[2]


def arrangements(band: Band) -> list[Vec]:
    """For each of ORDERS, the digits for which that arrangement is still possible."""
    t = [
        [
            band.union[r][b] & ~(band.known[r][m] | band.known[r][n])
            for b in THREE
            for m, n in [mates(b)]
        ]
        for r in THREE
    ]
    return [t[0][p[0]] & t[1][p[1]] & t[2][p[2]] for p in ORDERS]


def allowed(orders: list[Vec], line: int, box: int) -> Vec:
    """The digits that some arrangement puts in the triad."""
    first, second = (o for o, p in zip(orders, ORDERS, strict=True) if p[line] == box)
    return first | second


def needed(may: list[Vec], box: int) -> Vec:
    """The digits of a line that only this box can take."""
    a, b = mates(box)
    return may[box] & ~(may[a] | may[b])


def place(x: list[Vec], may: Vec, need: Vec) -> list[Vec]:
    """Three cells after locked candidates, hidden triples and hidden singles."""
    # Three digits that must be in the triad exclude all others: 1.17 x on the hardest list.
    # The converse, three digits left in a triad: 0.98 on the 17-clue list, 1.02 on hardest; dropped
    may = need.popcount().equals(3).pick(need, may)
    out = []
    for k in THREE:
        a, b = mates(k)
        hidden = x[k] & ~(x[a] | x[b]) & need
        out.append(hidden.equals(0).pick(x[k] & may, hidden))
    return out


def read_band(cells: Memory, number: int) -> Band:
    """A horizontal band."""
    band = _empty_band()
    for box, r in itertools.product(THREE, THREE):
        at = [cell(number, r, box, k, False) for k in THREE]
        x, union, known = read_triad([cells[i] for i in at])
        band.union[r].append(union)
        band.known[r].append(known)
        for i, v in zip(at, x, strict=True):
            cells[i] = v
    return band


def _empty_band() -> Band:
    return Band([[], [], []], [[], [], []])


def reduce_band(
    cells: Memory, band: int, orders: list[Vec], vertical: bool
) -> list[list[list[Vec]]]:
    """The cells of a band as [box][line][k], after the eliminations of the band."""
    may = [[allowed(orders, r, b) for b in THREE] for r in THREE]
    need = [[needed(may[r], b) for b in THREE] for r in THREE]
    out = []
    for box in THREE:
        x = [[cells[cell(band, r, box, k, vertical)] for k in THREE] for r in THREE]
        out.append([place(x[r], may[r][box], need[r][box]) for r in THREE])
    return out


@emitted(ThreeMasks, Words)
def sweep(builder: Builder, cells: Memory) -> list[Value]:
    """All eliminations once, bands then stacks. Lane masks: changed, dead, open (not solved).

    Each half reads and writes each box once; the crossing triads are read while it is in registers.
    Only the last half examines the state. Masks only lose bits, so a change shows in their sum. A
    grid without an empty cell in which each digit has an arrangement in every stack is solved
    exactly if the sum is that of 9 cells of each digit.
    """
    stacks = [_empty_band() for _ in THREE]
    for number in THREE:
        orders = arrangements(read_band(cells, number))
        for box, x in enumerate(reduce_band(cells, number, orders, False)):
            for k in THREE:
                column, union, known = read_triad([x[r][k] for r in THREE])
                stacks[box].union[k].append(union)
                stacks[box].known[k].append(known)
                for r in THREE:
                    cells[cell(number, r, box, k, False)] = column[r]
    cells.forget()
    total = least = None
    complete = None
    for number, stack in enumerate(stacks):
        orders = arrangements(stack)
        full = orders[0] | orders[1] | orders[2] | orders[3] | orders[4] | orders[5]
        complete = full if complete is None else complete & full
        for box, x in enumerate(reduce_band(cells, number, orders, True)):
            for r, k in itertools.product(THREE, THREE):
                v = x[r][k]
                cells[cell(number, r, box, k, True)] = v
                total = v if total is None else total + v
                least = v if least is None else least.smaller(v)
    assert total is not None
    assert least is not None
    assert complete is not None
    before, cells[SUM] = cells[SUM], total
    alive = builder.and_(complete.equals(ALL).bits(), builder.not_(least.equals(0).bits()))
    changed, unsolved = (builder.not_(total.equals(v).bits()) for v in (before, SOLVED_SUM))
    return [changed, builder.not_(alive), unsolved]


class Split(NamedTuple):
    """A triad (band * 9 + line * 3 + box; bands 3 to 5 are the stacks) and a digit's bit."""

    triad: Vec
    digit: Vec
    cost: Vec


def union_of_triad(cells: Memory, band: int, line: int, box: int, vertical: bool) -> Vec:
    x, y, z = (cells[cell(band, line, box, k, vertical)] for k in THREE)
    return x | y | z


def split_of_band(cells: Memory, number: int) -> Split:
    band, vertical = number % 3, number >= 3
    union = [[union_of_triad(cells, band, r, b, vertical) for b in THREE] for r in THREE]
    orders = [union[0][p[0]] & union[1][p[1]] & union[2][p[2]] for p in ORDERS]
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
