"""Singles, subsets, fish and wings in the order and by the definitions of Sudoku Explainer 1.2.1.

Its direct steps place a digit and delete no candidate.

A search for one step fills a record and returns whether it found a step. A search for several
fills up to ``most`` rows of a table, and returns how many it filled.
"""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.arrays import Bits
from cpsudoku.techniques.compiled.codes import (
    DIRECT_HIDDEN,
    FISH,
    FULL_HOUSE,
    GENERAL,
    HIDDEN,
    HIDDEN_SINGLE,
    NAKED,
    NAKED_SINGLE,
    XY_WING,
    XYZ_WING,
)
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.geometry import COLUMN, OTHER, ROW
from cpsudoku.techniques.compiled.records import Geometry, Records, State, StepRecord
from cpsudoku.techniques.compiled.state import filled, has, lowest, popcount
from cpsudoku.techniques.compiled.striking import (
    begin,
    next_subset,
    strike,
    strike_marks,
    strike_places,
    strike_set,
)

OUTSIDE_BOX = 3  # how much harder a hidden single is in a row or column, in tenths


@inner
def last_cell(geo: Geometry, state: State, out: StepRecord) -> bool:
    """The last empty cell of a house; boxes first, then columns, rows and others."""
    for h in range(geo.kinds[OTHER + 1]):
        if state.empty[h] == 1 and _only_place(geo, state, out, h, FULL_HOUSE):
            return True
    return False


@inner
def hidden_single(geo: Geometry, state: State, out: StepRecord) -> bool:
    """A digit with one place in a house; full houses first, then boxes, columns, rows."""
    if last_cell(geo, state, out):
        return True
    for h in range(geo.kinds[OTHER + 1]):
        if state.empty[h] != 1 and _only_place(geo, state, out, h, HIDDEN_SINGLE):
            if h >= geo.kinds[COLUMN]:
                out.rating += OUTSIDE_BOX
            return True
    return False


@inner
def _only_place(geo: Geometry, state: State, out: StepRecord, h: int, technique: int) -> bool:
    for d in range(geo.n):
        places = state.places[h, d]
        if places != 0 and places & (places - np.uint32(1)) == 0:
            begin(out, technique)
            out.cell, out.digit = geo.cells[h, lowest(places)], d
            return True
    return False


@inner
def naked_single(state: State, out: StepRecord) -> bool:
    """The first cell with one candidate."""
    for cell in range(state.marks.shape[0]):
        marks = state.marks[cell]
        if marks != 0 and marks & (marks - np.uint32(1)) == 0:
            begin(out, NAKED_SINGLE)
            out.cell, out.digit = cell, lowest(marks)
            return True
    return False


@inner
def hidden_set(
    geo: Geometry, state: State, table: Records[StepRecord], most: int, size: int, direct: bool
) -> int:
    """As many digits of a house as places for them; if ``direct``, those that leave a single."""
    many = 0
    for h in range(geo.kinds[OTHER + 1]):
        empty = state.empty[h]
        if not (empty > 2 * size or (direct and empty > size)):
            continue
        able = np.int64(0)  # the digits with 2 to size places
        for d in range(geo.n):
            count = popcount(state.places[h, d])
            if 2 <= count <= size:
                able |= np.int64(1) << d
        subset = (np.int64(1) << size) - 1
        while subset < np.int64(1) << geo.n:
            if subset & ~able == 0:
                union = np.uint32(0)
                for d in range(geo.n):
                    if subset >> d & 1:
                        union |= state.places[h, d]
                if popcount(union) == size and _hidden_step(
                    geo, state, table[many], size, direct, h, np.uint32(subset), union
                ):
                    many += 1
                    if many == most:
                        return many
            subset = next_subset(subset)
    return many


@inner
def _hidden_step(
    geo: Geometry,
    state: State,
    out: StepRecord,
    size: int,
    direct: bool,
    h: int,
    digits: Bits,
    union: Bits,
) -> bool:
    begin(out, DIRECT_HIDDEN[size] if direct else HIDDEN[size])
    out.house, out.members, out.union = h, int(digits), int(union)
    if direct:
        for d in range(geo.n):
            places = state.places[h, d]
            left = places & ~union
            if not (digits >> np.uint32(d)) & np.uint32(1) and popcount(places) > 1:
                if popcount(left) == 1:
                    out.cell, out.digit = geo.cells[h, lowest(left)], d
                    return True
        return False
    for i in range(geo.n):
        if (union >> np.uint32(i)) & np.uint32(1):
            cell = geo.cells[h, i]
            strike_marks(geo, out, cell, state.marks[cell] & ~digits)
    return out.count > 0


@inner
def naked_set(geo: Geometry, state: State, table: Records[StepRecord], most: int, size: int) -> int:
    """As many cells of a house as digits in them."""
    many = 0
    cells = filled(geo.n, 0)
    for h in range(geo.kinds[OTHER + 1]):
        if state.empty[h] < 2 * size:
            continue
        able = np.int64(0)  # the places of cells with 2 to size digits
        for i in range(geo.n):
            count = popcount(state.marks[geo.cells[h, i]])
            if 2 <= count <= size:
                able |= np.int64(1) << i
        subset = (np.int64(1) << size) - 1
        while subset < np.int64(1) << geo.n:
            if subset & ~able == 0:
                union = np.uint32(0)
                for i in range(geo.n):
                    if subset >> i & 1:
                        union |= state.marks[geo.cells[h, i]]
                if popcount(union) == size:
                    out = table[many]
                    begin(out, NAKED[size])
                    out.house, out.members, out.union = h, int(subset), int(union)
                    if geo.style == GENERAL:
                        held = 0
                        for i in range(geo.n):
                            if subset >> i & 1:
                                cells[held] = geo.cells[h, i]
                                held += 1
                        strike_set(geo, state, out, cells, held, union)
                    else:
                        for i in range(geo.n):
                            if not subset >> i & 1:
                                cell = geo.cells[h, i]
                                strike_marks(geo, out, cell, state.marks[cell] & union)
                    if out.count > 0:
                        many += 1
                        if many == most:
                            return many
            subset = next_subset(subset)
    return many


@inner
def fish(geo: Geometry, state: State, table: Records[StepRecord], most: int, size: int) -> int:
    """As many columns as rows that hold a digit of them, then rows and columns; no fins."""
    n = geo.n
    many = 0
    done = filled(n, 0)  # how often each digit is filled in
    for cell in range(state.values.shape[0]):
        if state.values[cell] >= 0:
            done[state.values[cell]] += 1
    able = filled(n, 0)  # for each digit the base houses with 2 to size places
    for turn in range(2):
        base, cover = (COLUMN, ROW) if turn == 0 else (ROW, COLUMN)
        b, c = geo.kinds[base], geo.kinds[cover]
        for d in range(n):
            able[d] = 0
            for i in range(n):
                if 2 <= popcount(state.places[b + i, d]) <= size:
                    able[d] |= np.int64(1) << i
            if done[d] + 2 * size > n:
                able[d] = 0
        subset = (np.int64(1) << size) - 1
        while subset < np.int64(1) << n:
            for d in range(n):
                if subset & ~able[d] == 0:
                    union = np.uint32(0)
                    for i in range(n):
                        if subset >> i & 1:
                            union |= state.places[b + i, d]
                    if popcount(union) == size:
                        out = table[many]
                        begin(out, FISH[size])
                        out.house, out.value = b, d
                        out.members, out.union = int(subset), int(union)
                        for j in range(n):
                            if (union >> np.uint32(j)) & np.uint32(1):
                                gone = state.places[c + j, d] & ~np.uint32(subset)
                                strike_places(geo, out, c + j, gone, d)
                        if out.count > 0:
                            many += 1
                            if many == most:
                                return many
            subset = next_subset(subset)
    return many


@inner
def wing(geo: Geometry, state: State, out: StepRecord, pivot_size: int) -> bool:
    """An XY-Wing (pivot of 2 digits) or an XYZ-Wing (3)."""
    for pivot in range(state.marks.shape[0]):
        marks = state.marks[pivot]
        if popcount(marks) != pivot_size:
            continue
        for i in range(geo.peers.shape[1]):
            first = geo.peers[pivot, i]
            if first < 0 or popcount(state.marks[first]) != 2:
                continue
            if popcount(marks & ~state.marks[first]) != 1:
                continue
            for j in range(geo.peers.shape[1]):
                second = geo.peers[pivot, j]
                if second < 0 or popcount(state.marks[second]) != 2:
                    continue
                common = state.marks[first] & state.marks[second]
                union = marks | state.marks[first] | state.marks[second]
                if popcount(union) != 3 or popcount(common & marks) != pivot_size - 2:
                    continue
                if popcount(common) != 1:
                    continue
                if _wing_step(geo, state, out, pivot, first, second, pivot_size, lowest(common)):
                    return True
    return False


@inner
def _wing_step(
    geo: Geometry,
    state: State,
    out: StepRecord,
    pivot: int,
    first: int,
    second: int,
    pivot_size: int,
    digit: int,
) -> bool:
    begin(out, XY_WING if pivot_size == 2 else XYZ_WING)
    for cell in range(state.marks.shape[0]):
        if not (geo.sees[cell, first] and geo.sees[cell, second]):
            continue
        if cell == pivot or (pivot_size == 3 and not geo.sees[cell, pivot]):
            continue
        if has(state, cell, digit):
            strike(out, cell * geo.n + digit)
    return out.count > 0
