"""Counts the solutions of many classic 9x9 puzzles at once, on one core.

The unit of work is 32 puzzles, or 16 without AVX-512. `cells` holds 81 vectors (vectors.py). Lane l
of vector i is the candidate mask of cell i in the puzzle of lane l (bit d - 1: digit d is
possible). One sweep makes the eliminations of every puzzle with the same straight-line code. Lanes
never wait for each other: a stable lane splits; a dead or solved lane continues with its last
pending branch or the next puzzle. Each lane searches depth first, so the result for a puzzle does
not depend on the others.
sweep.py has the sweep and the choice of the split. LANES.md has the measurements.

The same masks in two layouts, here for 32 lanes; a cell of the picture is a uint16::

    cells   one vector per cell            rows   one row per lane: 96 words, 3 vectors
             lane 0    1   ..   31                 cell 0    1   ..   80  sum  padding
    cell  0  [ m    m    ..   m  ]         lane  0 [ m    m    ..   m    s    0 .. 0  ]
    cell  1  [ m    m    ..   m  ]         lane  1 [ m    m    ..   m    s    0 .. 0  ]
      ..                                     ..
    cell 80  [ m    m    ..   m  ]         lane 31 [ m    m    ..   m    s    0 .. 0  ]
    sum      [ s    s    ..   s  ]

The sweep works on ``cells``; to split, record and refill a lane, ``rows`` has its puzzle in one
piece. Between the two, 32 x 32 words are transposed in registers::

    stack   649 rows per lane: the branches that are pending, the last one first to continue
    picks   [ the orders that give the triad of each lane | the digit of each lane ], to split
    state   [ PUZZLE: the number of its puzzle | PENDING: its rows on the stack ], per lane
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types

from cpsudoku.engines.lanes import memory as memory_module
from cpsudoku.engines.lanes import sweep as sweep_module
from cpsudoku.engines.lanes import vectors as vectors_module
from cpsudoku.engines.lanes.memory import (
    ALL,
    DEPTH,
    ROW,
    SPLITS,
    Counters,
    Counts,
    Flags,
    Grids,
    Masks,
    Work,
)
from cpsudoku.engines.lanes.sweep import FROZEN, SLOW, SUM, choose, full, sweep
from cpsudoku.engines.lanes.vectors import (
    EVERY_LANE,
    LANES,
    READY,
    WORDS_TYPE,
    Builder,
    ByteMemory,
    Bytes,
    Memory,
    Value,
    Vec,
    Words,
    broadcast,
    count_bits,
    emitted,
    lowest,
    transposed,
    word_of,
    words,
)
from cpsudoku.runtime.compiled.declaring import alone_from, inner

ROW_VECTORS = ROW // LANES
WHOLE, REST = divmod(81, LANES)  # the vectors full of cells, and the cells of the next one
USED = FROZEN + 1 - LANES * WHOLE  # the words of that one that are used


compiled = alone_from(sweep_module.__file__, vectors_module.__file__, memory_module.__file__)

# ---- lanes and rows ----------------------------------------------------------------------------


@emitted(types.none, Words, Words, types.int64)
def part_to_rows(builder: Builder, cells: Memory, rows: Memory, part: Value) -> None:
    """Vector `part` of each row, from as many cells as lanes."""
    first = builder.mul(part, part.type(LANES))
    for lane, v in enumerate(transposed([cells[first, i] for i in range(LANES)])):
        rows[part, lane * ROW_VECTORS] = v


@emitted(types.none, Words, Words, types.int64)
def part_to_cells(builder: Builder, rows: Memory, cells: Memory, part: Value) -> None:
    first = builder.mul(part, part.type(LANES))
    for i, v in enumerate(transposed([rows[part, n * ROW_VECTORS] for n in range(LANES)])):
        cells[first, i] = v


@emitted(types.none, Words, Words)
def last_to_rows(builder: Builder, cells: Memory, rows: Memory) -> None:
    """The same for the last vector of each row, of which only some words are used."""
    used = [cells[LANES * WHOLE + i] for i in range(USED)]
    unused = Vec(builder, ir.Constant(WORDS_TYPE, ir.Undefined))
    for lane, v in enumerate(transposed([*used, *[unused] * (LANES - USED)])):
        rows[lane * ROW_VECTORS + WHOLE] = v


@emitted(types.none, Words, Words)
def last_to_cells(builder: Builder, rows: Memory, cells: Memory) -> None:
    columns = transposed([rows[n * ROW_VECTORS + WHOLE] for n in range(LANES)])
    for i, v in enumerate(columns[:USED]):
        cells[LANES * WHOLE + i] = v


@inner()
def to_rows(cells: Masks, rows: Masks) -> None:
    """Set rows to the transposed of cells: 48 ns for 32 lanes; strided words: 40 ns per lane."""
    for part in range(WHOLE):
        part_to_rows(cells, rows, part)
    last_to_rows(cells, rows)


@inner()
def to_cells(rows: Masks, cells: Masks) -> None:
    for part in range(WHOLE):
        part_to_cells(rows, cells, part)
    last_to_cells(rows, cells)


def only_cells(builder: Builder) -> Vec:
    """All bits in the last cells of a row, and none in what follows.

    The sum is 0 then, so the next sweep is a change; and the lane is not frozen.
    """
    return words(builder, [0xFFFF] * REST + [0] * (LANES - REST))


@emitted(types.none, Bytes, types.int64, Words, types.int64)
def read_row(builder: Builder, puzzles: ByteMemory, start: Value, rows: Memory, row: Value) -> None:
    """rows[row] = the masks of the 81 cells that begin at puzzles[start]."""
    row = builder.mul(row, row.type(ROW_VECTORS))
    last = puzzles.read(start, 81 - LANES)  # reading behind cell 80 could leave the array
    last = last.shuffled(last, [min(i + LANES - REST, LANES - 1) for i in range(LANES)])
    whole = [puzzles.read(start, LANES * part) for part in range(WHOLE)]
    for part, d in enumerate([*whole, last]):
        bit = (d & 15).one_shifted_down()
        masks = (d - 1).below(9).pick(bit, ~bit & ALL)  # a blank's bit is 0
        rows[row, part] = masks if part < WHOLE else masks & only_cells(builder)


@emitted(types.none, Words, types.int64, Bytes, types.int64)
def write_solution(
    builder: Builder, rows: Memory, row: Value, solutions: ByteMemory, start: Value
) -> None:
    """Write the 81 digits of a solved row, beginning at solutions[start]."""
    row = builder.mul(row, row.type(ROW_VECTORS))
    digits = [(rows[row, part] - 1).popcount() + 1 for part in range(ROW_VECTORS)]
    for part in range(WHOLE):
        solutions.write(start, LANES * part, digits[part])
    last = digits[WHOLE - 1].shuffled(digits[WHOLE], range(REST, REST + LANES))
    solutions.write(start, 81 - LANES, last)


@emitted(types.none, Words, types.int64, Words, types.int64)
def copy_row(builder: Builder, source: Memory, row: Value, target: Memory, place: Value) -> None:
    row, place = (builder.mul(i, i.type(ROW_VECTORS)) for i in (row, place))
    for part in range(ROW_VECTORS):
        target[place, part] = source[row, part]


@emitted(
    types.none,
    Words,
    types.int64,
    Words,
    types.int64,
    Words,
    types.int64,
    types.uint16,
    types.int64,
)
def split_row(
    builder: Builder,
    rows: Memory,
    row: Value,
    stack: Memory,
    place: Value,
    triad_masks: Memory,
    triad: Value,
    digit: Value,
    slow: Value,
) -> None:
    """stack[place] = rows[row] without the digit in the triad; rows[row] keeps it only there.

    This clears the other six cells of the box; the next sweep clears the line.
    """
    row, place = (builder.mul(i, i.type(ROW_VECTORS)) for i in (row, place))
    inside = builder.mul(triad, triad.type(2 * ROW_VECTORS))
    bit, late = broadcast(builder, digit), broadcast(builder, word_of(builder, slow))
    late = late & words(builder, [0xFFFF * (i == SLOW % LANES) for i in range(LANES)])
    for part in range(ROW_VECTORS):
        x = rows[row, part] if part < WHOLE else rows[row, part] & only_cells(builder) | late
        stack[place, part] = x & ~(bit & triad_masks[inside, part])
        rows[row, part] = x & ~(bit & triad_masks[inside, part + ROW_VECTORS])


# ---- the search --------------------------------------------------------------------------------


PUZZLE, PENDING = 0, 1


@inner()
def split_lanes(
    lanes: np.uint32,
    work: Work,
    state: Counters,
    nodes: int,
    slow: int,
    guesses: Counts,
    exhausted: Flags,
) -> np.uint32:
    """Split each of the lanes; return those whose limit forbids it."""
    _, rows, stack, picks, masks = work
    stopped = np.uint32(0)
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - np.uint32(1)
        digit = picks[LANES + lane]
        if digit == 0:  # each band is settled, so the next sweeps decide
            rows[lane * ROW + SUM] = rows[lane * ROW + FROZEN] = 0
            continue
        puzzle, pending = state[PUZZLE, lane], state[PENDING, lane]
        if np.int64(guesses[puzzle]) == nodes or pending == DEPTH:
            exhausted[puzzle] = False
            state[PENDING, lane] = 0
            stopped |= np.uint32(1) << np.uint32(lane)
            continue
        triad = np.int64(masks[SPLITS + picks[lane]])
        split_row(rows, lane, stack, lane * DEPTH + pending, masks, triad, digit, slow)
        guesses[puzzle] += np.uint32(1)
        state[PENDING, lane] += 1
    return stopped


@inner()
def record_lanes(
    lanes: np.uint32,
    rows: Masks,
    state: Counters,
    want: int,
    keep: int,
    counts: Grids,
    solutions: Grids,
) -> None:
    """Record the solutions in the lanes; a puzzle with enough solutions drops its branches."""
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - np.uint32(1)
        puzzle = state[PUZZLE, lane]
        seen = np.int64(counts[puzzle])
        if seen < keep:
            write_solution(rows, lane, solutions, (puzzle * keep + seen) * 81)
        counts[puzzle] = seen + 1
        if seen + 1 == want:
            state[PENDING, lane] = 0


@inner()
def refill_lanes(
    lanes: np.uint32, work: Work, state: Counters, puzzles: Grids, following: int
) -> tuple[int, np.uint32]:
    """Give each lane its last pending branch or the next puzzle; return that and the idle lanes."""
    _, rows, stack, _, _ = work
    idle = np.uint32(0)
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - np.uint32(1)
        if state[PENDING, lane] > 0:
            state[PENDING, lane] -= 1
            copy_row(stack, lane * DEPTH + state[PENDING, lane], rows, lane)
        elif following * 81 < len(puzzles):
            read_row(puzzles, following * 81, rows, lane)
            state[PUZZLE, lane] = following
            following += 1
        else:
            idle |= np.uint32(1) << np.uint32(lane)
    return following, idle


@compiled
def run(
    puzzles: Grids,
    want: int,
    keep: int,
    nodes: int,
    slow: int,
    work: Work,
    state: Counters,
    counts: Grids,
    solutions: Grids,
    guesses: Counts,
    exhausted: Flags,
) -> None:
    """Search all puzzles (flat: n * 81). A round serves the ready lanes between two sweeps.

    Once a puzzle is split, its lanes are split again as soon as a sweep lowers the sum of the masks
    by at most ``slow``; with 0, when nothing changes.

    Each kind of lane has its own loop, as their mix can't be predicted: 1.07 x on the hardest list.
    """
    cells, rows, _, picks, _ = work
    following, idle = refill_lanes(EVERY_LANE, work, state, puzzles, 0)
    active = EVERY_LANE ^ idle
    to_cells(rows, cells)
    while active:
        changed, slowly, dead, unsolved = sweep(cells)
        ready = (slowly | dead | np.uint32(~unsolved)) & active
        if count_bits(ready) < READY and ready != active:
            continue
        splitting = ready & unsolved & np.uint32(~dead)
        solved = ready & np.uint32(~dead & ~unsolved)
        if solved & changed:
            solved &= np.uint32(~changed) | full(cells)
        if splitting:
            choose(cells, picks)
        to_rows(cells, rows)
        stopped = split_lanes(splitting, work, state, nodes, slow, guesses, exhausted)
        record_lanes(solved, rows, state, want, keep, counts, solutions)
        leaving = (ready & dead) | solved | stopped
        following, idle = refill_lanes(leaving, work, state, puzzles, following)
        active ^= idle
        to_cells(rows, cells)
