"""Counts the solutions of many puzzles of one rule set at once, on one core.

It works as kernel.py does for classic puzzles: 32 puzzles at a time, lanes that never wait for each
other, and depth first in each lane. But the board and the rules are data, so one compiled program
searches all of them. rule_sweep.py has the sweep, rule_set.py the rules. RULES.md has the
measurements.

The layouts are those of kernel.py, with as many cells as the board has; here for 32 lanes and a
board of 256 cells, whose rows are 8 vectors wide::

    cells   256 vectors: vector i has cell i of each lane
    rows    32 x 8 vectors: lane l has vectors 8 l to 8 l + 7, with 32 of its cells in each
    stack   up to 1,000 rows per lane, in the same form
    picks   [ the cell of each lane | the digit of each lane ], where to split
    state   [ PUZZLE | FIRST | PENDING | GUESSES ], per lane: branches FIRST to PENDING are open
"""

from __future__ import annotations

import numpy as np
from numba import types

from cpsudoku.engines.lanes.rule_memory import (
    CELLS,
    SOURCES,
    Counters,
    Flags,
    Grids,
    Masks,
    Rules,
    Work,
)
from cpsudoku.engines.lanes.rule_sweep import choose, number, sweep
from cpsudoku.engines.lanes.vectors import (
    EVERY_LANE,
    LANES,
    READY,
    Builder,
    ByteMemory,
    Bytes,
    Memory,
    Value,
    Words,
    count_bits,
    emitted,
    lowest,
    transposed,
)
from cpsudoku.runtime.compiled.declaring import alone_from, inner

PUZZLE, FIRST, PENDING, GUESSES = 0, 1, 2, 3

compiled = alone_from(*SOURCES)

# ---- lanes and rows: a row is `width` vectors with the cells of one puzzle ---------------------


@emitted(types.none, Words, Words, types.int64, types.int64)
def part_to_rows(builder: Builder, cells: Memory, rows: Memory, width: Value, part: Value) -> None:
    """Vector `part` of each row, from as many cells as lanes."""
    first = builder.mul(part, part.type(LANES))
    for lane, v in enumerate(transposed([cells[first, i] for i in range(LANES)])):
        rows[_place(builder, lane, width, part), 0] = v


@emitted(types.none, Words, Words, types.int64, types.int64)
def part_to_cells(builder: Builder, rows: Memory, cells: Memory, width: Value, part: Value) -> None:
    first = builder.mul(part, part.type(LANES))
    found = [rows[_place(builder, lane, width, part), 0] for lane in range(LANES)]
    for i, v in enumerate(transposed(found)):
        cells[first, i] = v


def _place(builder: Builder, row: int, width: Value, part: Value) -> Value:
    return builder.add(builder.mul(width, width.type(row)), part)


@emitted(types.none, Words, types.int64, Words, types.int64)
def copy_vector(builder: Builder, source: Memory, at: Value, target: Memory, place: Value) -> None:
    target[place, 0] = source[at, 0]


@emitted(types.none, Words, types.int64, Bytes, types.int64)
def write_digits(
    builder: Builder, rows: Memory, at: Value, solutions: ByteMemory, start: Value
) -> None:
    solutions.write(start, 0, (rows[at, 0] - 1).popcount() + 1)


@inner()
def to_rows(cells: Masks, rows: Masks, width: int) -> None:
    for part in range(width):
        part_to_rows(cells, rows, width, part)


@inner()
def to_cells(rows: Masks, cells: Masks, width: int) -> None:
    for part in range(width):
        part_to_cells(rows, cells, width, part)


@inner()
def copy_row(source: Masks, row: int, target: Masks, place: int, width: int) -> None:
    for part in range(width):
        copy_vector(source, row * width + part, target, place * width + part)


# ---- the search --------------------------------------------------------------------------------


@inner()
def split_lanes(
    lanes: np.uint32,
    work: Work,
    state: Counters,
    nodes: int,
    depth: int,
    exhausted: Flags,
    width: int,
) -> np.uint32:
    """Split each of the lanes; return those whose limit forbids it."""
    _, rows, stack, picks, _ = work
    stopped = np.uint32(0)
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - np.uint32(1)
        pending = state[PENDING, lane]
        if state[GUESSES, lane] == nodes or pending == depth:
            exhausted[state[PUZZLE, lane]] = False
            state[PENDING, lane] = state[FIRST, lane]
            stopped |= np.uint32(1) << np.uint32(lane)
            continue
        cell, digit = np.int64(picks[lane]), picks[LANES + lane]
        place = lane * depth + pending
        copy_row(rows, lane, stack, place, width)
        stack[place * width * LANES + cell] &= ~digit
        rows[lane * width * LANES + cell] = digit
        state[GUESSES, lane] += 1
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
    width: int,
) -> None:
    """Record the solutions in the lanes; a puzzle with enough solutions drops its branches."""
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - np.uint32(1)
        puzzle = state[PUZZLE, lane]
        seen = np.int64(counts[puzzle])
        if seen == want:  # another lane with this puzzle has found the last one
            continue
        if seen < keep:
            first = (puzzle * keep + seen) * width
            for part in range(width):
                write_digits(rows, lane * width + part, solutions, (first + part) * LANES)
        counts[puzzle] = seen + 1
        if seen + 1 == want:
            state[PENDING, lane] = state[FIRST, lane]


@inner()
def fullest(state: Counters) -> int:
    """The lane with the most open branches."""
    best = 0
    for lane in range(1, LANES):
        if state[PENDING, lane] - state[FIRST, lane] > state[PENDING, best] - state[FIRST, best]:
            best = lane
    return best


@inner()
def refill_lanes(
    lanes: np.uint32,
    work: Work,
    state: Counters,
    puzzles: Masks,
    following: int,
    depth: int,
    width: int,
    is_shared: bool,
) -> tuple[int, np.uint32]:
    """Give each lane its last pending branch or the next puzzle; return that and the idle lanes.

    If lanes share a puzzle, one without a branch takes the first one of the fullest lane.
    """
    _, rows, stack, _, _ = work
    idle = np.uint32(0)
    while lanes:
        lane = lowest(lanes)
        lanes &= lanes - np.uint32(1)
        if state[PENDING, lane] > state[FIRST, lane]:
            state[PENDING, lane] -= 1
            copy_row(stack, lane * depth + state[PENDING, lane], rows, lane, width)
        elif following * width * LANES < len(puzzles):
            copy_row(puzzles, following, rows, lane, width)
            state[PUZZLE, lane] = following
            state[GUESSES, lane] = 0
            following += 1
        else:
            state[FIRST, lane] = state[PENDING, lane] = 0
            giver = fullest(state) if is_shared else lane
            if state[PENDING, giver] > state[FIRST, giver]:
                copy_row(stack, giver * depth + state[FIRST, giver], rows, lane, width)
                state[FIRST, giver] += 1
            else:
                idle |= np.uint32(1) << np.uint32(lane)
    return following, idle


@compiled
def run(
    puzzles: Masks,
    rules: Rules,
    want: int,
    keep: int,
    nodes: int,
    depth: int,
    work: Work,
    counts: Grids,
    solutions: Grids,
    exhausted: Flags,
    stop: Flags,
    state: Counters,
    is_shared: bool,
) -> None:
    """Search all puzzles (flat rows). A round serves the ready lanes between two sweeps.

    `state` is zeros. It ends early when `stop` becomes true; then only whole results may be used.
    `is_shared`: there is one puzzle, without a limit, and all lanes search it.
    """
    cells, rows, _, picks, nearby = work
    width = (number(rules, CELLS) + LANES - 1) // LANES
    following, idle = refill_lanes(EVERY_LANE, work, state, puzzles, 0, depth, width, is_shared)
    active = EVERY_LANE ^ idle
    to_cells(rows, cells, width)
    while active and not stop[0]:
        changed, dead, unsolved = sweep(cells, rules)
        ready = np.uint32(~changed | dead) & active
        if count_bits(ready) < READY and ready != active:
            continue
        splitting = ready & unsolved & np.uint32(~dead)
        if splitting:
            choose(cells, rules, nearby, picks)
        to_rows(cells, rows, width)
        solved = ready & np.uint32(~dead & ~unsolved)
        stopped = split_lanes(splitting, work, state, nodes, depth, exhausted, width)
        record_lanes(solved, rows, state, want, keep, counts, solutions, width)
        if is_shared and counts[0] == want:
            return
        leaving = (ready & dead) | solved | stopped | (EVERY_LANE ^ active)
        following, idle = refill_lanes(
            leaving, work, state, puzzles, following, depth, width, is_shared
        )
        active = EVERY_LANE ^ idle
        to_cells(rows, cells, width)
