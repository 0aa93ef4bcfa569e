"""Counts the solutions of many classic 9x9 puzzles at once, on one core.

The unit of work is 32 puzzles. `cells` holds 81 vectors (lanes_vectors.py); lane l of vector i is the
candidate mask of cell i in the puzzle that lane l works on (bit d - 1: digit d is possible). One
sweep makes every puzzle's eliminations with the same straight-line code. Lanes never wait for each
other: a lane that is stable splits, one that is dead or solved takes its last pending branch or the
next puzzle. Each lane searches depth first, so what a puzzle yields does not depend on its company.

A triad is the three cells where a line crosses a box. In a band (three parallel lines), a digit
takes one triad of each line and of each box, so it has six arrangements, the permutations of
ORDERS. From the masks of the nine triads follow, by AND and OR alone, which arrangements are left,
which triads a digit may take (locked candidates) and which it must take; a digit that must be in a
triad and fits one cell there is a hidden single. This, and splitting in the band with the fewest
arrangements on a digit with two, are the ideas of tdoku (github.com/t-dillon/tdoku, BSD-2), which
applies them to the boxes of one puzzle; guesses come out the same: 61.5 a puzzle on the
hardest list. No code was taken from there. LANES.md has the measurements.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import njit, types

from cpsudoku.engines.lanes_vectors import (
    LANES,
    ByteMemory,
    Bytes,
    Memory,
    ThreeMasks,
    Vec,
    Words,
    aligned,
    broadcast,
    count_bits,
    emitted,
    lowest,
    transposed,
)

Masks = npt.NDArray[np.uint16]
Grids = npt.NDArray[np.uint8]
F = TypeVar("F", bound=Callable[..., Any])
Triads = list[list[Vec]]  # [line][box] of one band

THREE = range(3)
ORDERS = tuple(itertools.permutations(THREE))  # ORDERS[k][line] is the box that holds the digit
ALL = 0x1FF
SUM = 81  # the vector after the cells: the sum of all 81 masks at the end of the last sweep
SOLVED_SUM = 9 * ALL
ROW = 96  # words of one puzzle laid out flat: 81 masks, the sum, padding to 3 vectors
ROW_VECTORS = ROW // LANES
# Each split takes at least one candidate from both branches, and 81 always stay.
DEPTH = 729 - 81 + 1
# Ready lanes that are worth a round. 8: 0.90 on the 17-clue list; 24: 0.94 there, 1.03 on the hardest
READY = 16
EVERY_LANE = np.uint32(0xFFFFFFFF)
FORBID = 16  # a cell FORBID + d is blank, but not d


def compiled(function: F) -> F:
    return cast(F, njit(nogil=True, cache=True)(function))


# ---- one sweep ---------------------------------------------------------------------------------


def cell(band: int, line: int, box: int, k: int, vertical: bool) -> int:
    """Cell k of the triad where `line` of `band` crosses its box number `box`."""
    r, c = 3 * band + line, 3 * box + k
    return c * 9 + r if vertical else r * 9 + c


def mates(k: int) -> tuple[int, int]:
    return (k + 1) % 3, (k + 2) % 3


class Band(NamedTuple):
    """What a band's triads say: where each digit may be, and where it is known to be."""

    union: Triads
    known: Triads


def read_triad(x: list[Vec]) -> tuple[list[Vec], Vec, Vec]:
    """Three cells without their mates' naked singles; their union; the digits placed in them.

    Two equal singles erase each other, so a clash in a triad leaves an empty cell.
    """
    single = [(v & (v - 1)).equals(0).pick(v, 0) for v in x]
    x = [x[k] & ~(single[a] | single[b]) for k in THREE for a, b in [mates(k)]]
    return x, x[0] | x[1] | x[2], single[0] | single[1] | single[2]


def arrangements(band: Band) -> list[Vec]:
    """For each of ORDERS the digits that can still be arranged so."""
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
    first, second = (o for o, p in zip(orders, ORDERS) if p[line] == box)
    return first | second


def needed(may: list[Vec], box: int) -> Vec:
    """The digits of a line that only this box can take."""
    a, b = mates(box)
    return may[box] & ~(may[a] | may[b])


def place(x: list[Vec], may: Vec, need: Vec) -> list[Vec]:
    """Three cells after locked candidates, hidden triples and hidden singles."""
    # three digits that must be in the triad leave no room for others: 1.16 x on the hardest list.
    # The converse, three digits left in a triad: 0.98 on the 17-clue list, 1.02 on hardest; left out
    may = need.popcount().equals(3).pick(need, may)
    out = []
    for k in THREE:
        a, b = mates(k)
        hidden = x[k] & ~(x[a] | x[b]) & need
        out.append(hidden.equals(0).pick(x[k] & may, hidden))
    return out


def read_bands(cells: Memory) -> list[Band]:
    """The horizontal bands."""
    bands = [_empty_band() for _ in THREE]
    for band, box, r in itertools.product(THREE, THREE, THREE):
        at = [cell(band, r, box, k, False) for k in THREE]
        x, union, known = read_triad([cells[i] for i in at])
        bands[band].union[r].append(union)
        bands[band].known[r].append(known)
        for i, v in zip(at, x):
            cells[i] = v
    return bands


def _empty_band() -> Band:
    return Band([[], [], []], [[], [], []])


def reduce_band(
    cells: Memory, band: int, orders: list[Vec], vertical: bool
) -> list[list[list[Vec]]]:
    """The cells of a band by [box][line][k], after its own eliminations."""
    may = [[allowed(orders, r, b) for b in THREE] for r in THREE]
    need = [[needed(may[r], b) for b in THREE] for r in THREE]
    out = []
    for box in THREE:
        x = [[cells[cell(band, r, box, k, vertical)] for k in THREE] for r in THREE]
        out.append([place(x[r], may[r][box], need[r][box]) for r in THREE])
    return out


@emitted(ThreeMasks, Words)
def sweep(builder: Any, cells: Memory) -> list[Any]:
    """All eliminations once, bands then stacks. Lane masks: changed, dead, open (not solved).

    Each box is read and written once a half; the crossing triads are read while it is in registers.
    Only the last half looks at the state: masks only lose bits, so their sum tells whether anything
    changed; and a grid without an empty cell in which each digit still has an arrangement in every
    stack is solved just when the sum is that of 9 cells of each digit.
    """
    bands, stacks = read_bands(cells), [_empty_band() for _ in THREE]
    cells.forget()
    for number, band in enumerate(bands):
        for box, x in enumerate(reduce_band(cells, number, arrangements(band), False)):
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
    assert total is not None and least is not None and complete is not None
    before, cells[SUM] = cells[SUM], total
    alive = builder.and_(complete.equals(ALL).bits(), builder.not_(least.equals(0).bits()))
    changed, unsolved = (builder.not_(total.equals(v).bits()) for v in (before, SOLVED_SUM))
    return [changed, builder.not_(alive), unsolved]


# ---- where to split ----------------------------------------------------------------------------


class Split(NamedTuple):
    """A triad (band * 9 + line * 3 + box; bands 3 to 5 are the stacks) and a digit's bit."""

    triad: Vec
    digit: Vec
    cost: Vec


def split_of_band(cells: Memory, number: int) -> Split:
    band, vertical = number % 3, number >= 3
    union = [
        [
            cells[i[0]] | cells[i[1]] | cells[i[2]]
            for b in THREE
            for i in [[cell(band, r, b, k, vertical) for k in THREE]]
        ]
        for r in THREE
    ]
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
        for o, p in zip(orders, ORDERS):
            elsewhere = elsewhere if p[r] == b else elsewhere | o
        here = (inside & elsewhere & digit).equals(0)
        triad = here.pick(triad, (triad ^ triad) | (number * 9 + r * 3 + b))
    return Split(triad, digit, two.equals(0).pick(~(two ^ two), cost))


@emitted(types.none, Words, Words)
def choose(builder: Any, cells: Memory, picks: Memory) -> None:
    """picks[0]: the triad, picks[1]: the digit's bit, on which each lane had best split.

    The band with the fewest arrangements that is not settled; in it the first digit with two, or
    else any. Bivalue cells with most bivalue peers: 112 guesses on the hardest list; this: 64.
    """
    best = split_of_band(cells, 0)
    for number in range(1, 6):
        other = split_of_band(cells, number)
        better = other.cost.below(best.cost)
        best = Split(*(better.pick(new, old) for new, old in zip(other, best)))
    picks[0], picks[1] = best.triad, best.digit


# ---- lanes and rows ----------------------------------------------------------------------------


@emitted(types.none, Words, Words)
def to_rows(builder: Any, cells: Memory, rows: Memory) -> None:
    """rows[32, ROW] = the transposed of cells[ROW, 32]: 48 ns; 81 strided words: 40 ns a lane."""
    for part in range(ROW_VECTORS):
        for lane, v in enumerate(transposed([cells[LANES * part + i] for i in range(LANES)])):
            rows[lane * ROW_VECTORS + part] = v


@emitted(types.none, Words, Words)
def to_cells(builder: Any, rows: Memory, cells: Memory) -> None:
    for part in range(ROW_VECTORS):
        for i, v in enumerate(transposed([rows[n * ROW_VECTORS + part] for n in range(LANES)])):
            cells[LANES * part + i] = v


@emitted(types.none, Bytes, types.int64, Words, types.int64)
def read_row(builder: Any, puzzles: ByteMemory, start: Any, rows: Memory, row: Any) -> None:
    """rows[row] = the masks of the 81 cells from puzzles[start] on.

    The sum becomes a mask too: less than SOLVED_SUM, so the first sweep of a live lane is a change.
    """
    row = builder.mul(row, row.type(ROW_VECTORS))
    last = puzzles.read(start, 49)  # cells 49..80: reading 64..95 could leave the array
    last = last.shuffled(last, [min(i + 15, 31) for i in range(LANES)])
    for part, d in enumerate((puzzles.read(start, 0), puzzles.read(start, 32), last)):
        bit = (d & 15).one_shifted_down()
        rows[row, part] = (d - 1).below(9).pick(bit, ~bit & ALL)  # a blank's bit is 0


@emitted(types.none, Words, types.int64, Bytes, types.int64)
def write_solution(builder: Any, rows: Memory, row: Any, solutions: ByteMemory, start: Any) -> None:
    """The 81 digits of a solved row to solutions[start] on."""
    row = builder.mul(row, row.type(ROW_VECTORS))
    digits = [(rows[row, part] - 1).popcount() + 1 for part in range(ROW_VECTORS)]
    solutions.write(start, 0, digits[0])
    solutions.write(start, 32, digits[1])
    solutions.write(start, 49, digits[1].shuffled(digits[2], range(17, 49)))


@emitted(types.none, Words, types.int64, Words, types.int64)
def copy_row(builder: Any, source: Memory, row: Any, target: Memory, place: Any) -> None:
    row, place = (builder.mul(i, i.type(ROW_VECTORS)) for i in (row, place))
    for part in range(ROW_VECTORS):
        target[place, part] = source[row, part]


@emitted(types.none, Words, types.int64, Words, types.int64, Words, types.int64, types.uint16)
def split_row(
    builder: Any,
    rows: Memory,
    row: Any,
    stack: Memory,
    place: Any,
    triad_masks: Memory,
    triad: Any,
    digit: Any,
) -> None:
    """stack[place] = rows[row] without the digit in the triad; rows[row] has it nowhere else.

    "Nowhere else" is the other six cells of the box; the next sweep does the line.
    """
    row, place = (builder.mul(i, i.type(ROW_VECTORS)) for i in (row, place))
    inside = builder.mul(triad, triad.type(2 * ROW_VECTORS))
    bit = broadcast(builder, digit)
    for part in range(ROW_VECTORS):
        x = rows[row, part]
        stack[place, part] = x & ~(bit & triad_masks[inside, part])
        rows[row, part] = x & ~(bit & triad_masks[inside, part + ROW_VECTORS])


def triad_masks() -> Masks:
    """uint16[54, 2, ROW]: all bits in the cells of each triad; and in the rest of its box."""
    masks = np.zeros((54, 2, ROW), np.uint16)
    for number, line, box, r, k in itertools.product(range(6), THREE, THREE, THREE, THREE):
        i = cell(number % 3, r, box, k, number >= 3)
        masks[number * 9 + line * 3 + box, int(r != line), i] = 0xFFFF
    return masks


# ---- the search --------------------------------------------------------------------------------


class Work(NamedTuple):
    """The state of 32 lanes; `stack` holds DEPTH rows a lane, untouched pages cost no memory."""

    cells: Masks
    rows: Masks
    stack: Masks
    picks: Masks
    triad_masks: Masks
    puzzle: npt.NDArray[np.int64]
    depth: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.int64]


class Result(NamedTuple):
    counts: Grids
    solutions: Grids  # flat: n * keep * 81
    exhausted: npt.NDArray[np.bool_]


def new_work() -> Work:
    masks = aligned(54 * 2 * ROW)
    masks[:] = triad_masks().ravel()
    return Work(
        cells=aligned(ROW * LANES),
        rows=aligned(LANES * ROW),
        stack=aligned(LANES * DEPTH * ROW),
        picks=aligned(2 * LANES),
        triad_masks=masks,
        puzzle=np.zeros(LANES, np.int64),
        depth=np.zeros(LANES, np.int64),
        guesses=np.zeros(LANES, np.int64),
    )


@compiled
def split_lanes(lanes: np.uint32, work: Work, result: Result, nodes: int) -> np.uint32:
    """Split each of the lanes; returns those that may not, for their limit."""
    stopped = np.uint32(0)
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - np.uint32(1)
        if work.guesses[lane] == nodes or work.depth[lane] == DEPTH:
            result.exhausted[work.puzzle[lane]] = False
            work.depth[lane] = 0
            stopped |= np.uint32(1) << np.uint32(lane)
            continue
        place = lane * DEPTH + work.depth[lane]
        triad, digit = np.int64(work.picks[lane]), work.picks[LANES + lane]
        split_row(work.rows, lane, work.stack, place, work.triad_masks, triad, digit)
        work.guesses[lane] += 1
        work.depth[lane] += 1
    return stopped


@compiled
def record_lanes(lanes: np.uint32, work: Work, result: Result, want: int, keep: int) -> None:
    """Note the solutions in the lanes; a puzzle that has all it wants drops its branches."""
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - np.uint32(1)
        puzzle = work.puzzle[lane]
        seen = np.int64(result.counts[puzzle])
        if seen < keep:
            write_solution(work.rows, lane, result.solutions, (puzzle * keep + seen) * 81)
        result.counts[puzzle] = seen + 1
        if seen + 1 == want:
            work.depth[lane] = 0


@compiled
def refill_lanes(
    lanes: np.uint32, work: Work, puzzles: Grids, following: int
) -> tuple[int, np.uint32]:
    """Give each lane its last pending branch or the next puzzle; returns it, and idle lanes."""
    idle = np.uint32(0)
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - np.uint32(1)
        if work.depth[lane] > 0:
            work.depth[lane] -= 1
            copy_row(work.stack, lane * DEPTH + work.depth[lane], work.rows, lane)
        elif following * 81 < len(puzzles):
            read_row(puzzles, following * 81, work.rows, lane)
            work.puzzle[lane] = following
            work.guesses[lane] = 0
            following += 1
        else:
            idle |= np.uint32(1) << np.uint32(lane)
    return following, idle


@compiled
def run(puzzles: Grids, want: int, keep: int, nodes: int, work: Work, result: Result) -> None:
    """Search all puzzles (flat: n * 81). A round serves the ready lanes between two sweeps.

    One loop a kind of lane, as their mix can't be predicted: 1.07 x on the hardest list.
    """
    following, idle = refill_lanes(EVERY_LANE, work, puzzles, 0)
    active = EVERY_LANE ^ idle
    to_cells(work.rows, work.cells)
    while active:
        changed, dead, unsolved = sweep(work.cells)
        ready = np.uint32(~changed | dead) & active
        if count_bits(ready) < READY and ready != active:
            continue
        choose(work.cells, work.picks)
        to_rows(work.cells, work.rows)
        splitting = ready & unsolved & np.uint32(~dead)
        solved = ready & np.uint32(~dead & ~unsolved)
        stopped = split_lanes(splitting, work, result, nodes)
        record_lanes(solved, work, result, want, keep)
        leaving = (ready & dead) | solved | stopped
        following, idle = refill_lanes(leaving, work, puzzles, following)
        active ^= idle
        to_cells(work.rows, work.cells)


def search(
    cells: Grids, want: int = 2, nodes: int = 0
) -> tuple[Grids, Grids, npt.NDArray[np.bool_]]:
    """How many solutions each puzzle has, up to `want`, and the first one found.

    cells: uint8[n, 81], digits 0..9, 0 is blank; FORBID + d is a blank that is not d.
    want: 1..255. nodes: guesses a puzzle, 0 is no limit.
    Returns counts uint8[n]; solutions uint8[n, 81], zeros where there is none; exhausted bool[n],
    False where `nodes` ran out before the count was settled.
    """
    counts, solutions, exhausted = _search(cells, want, nodes, 1)
    return counts, solutions[:, 0], exhausted


def search_two(
    cells: Grids, want: int = 2, nodes: int = 0
) -> tuple[Grids, Grids, npt.NDArray[np.bool_]]:
    """As `search`, with the first two solutions: uint8[n, 2, 81]."""
    return _search(cells, want, nodes, 2)


def _search(
    cells: Grids, want: int, nodes: int, keep: int
) -> tuple[Grids, Grids, npt.NDArray[np.bool_]]:
    check(cells, want)
    puzzles = np.require(cells, np.uint8, ["C", "W"])
    n = len(puzzles)
    result = Result(np.zeros(n, np.uint8), np.zeros(n * keep * 81, np.uint8), np.ones(n, np.bool_))
    run(puzzles.reshape(-1), want, keep, nodes or -1, new_work(), result)
    return result.counts, result.solutions.reshape(n, keep, 81), result.exhausted


def check(cells: Grids, want: int) -> None:
    """Raises ValueError where `search` would not understand its arguments."""
    if cells.dtype != np.uint8 or cells.ndim != 2 or cells.shape[1] != 81:
        raise ValueError(f"search: cells is {cells.dtype}{list(cells.shape)}, not uint8[n, 81]")
    if not 1 <= want <= 255:
        raise ValueError(f"search: want is {want}, not 1 to 255")
    if cells.size and cells.max() > 9:
        strange = cells[((cells > 9) & (cells <= FORBID)) | (cells > FORBID + 9)]
        if strange.size:
            raise ValueError(f"search: cells holds {strange[0]}, not 0 to 9")
