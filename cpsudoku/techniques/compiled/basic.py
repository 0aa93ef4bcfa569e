"""Singles to wings and quads in the order and by the definitions of Sudoku Explainer 1.2.1.

Its direct steps place a digit and delete no candidate.

A record of a step: its code, its rating in tenths, the cell and digit placed or -1, how many
candidates go, four numbers that tell the pattern, then the candidates that go, each
cell * n + digit. A search that takes one record returns whether it found a step; one that takes a
table of records fills it, as many as there are or as fit, and returns how many.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.room import BOX, COLUMN, HEAD, ROW
from cpsudoku.techniques.compiled.state import has, lowest, popcount

FULL_HOUSE, HIDDEN_SINGLE, DIRECT_POINTING, DIRECT_CLAIMING, DIRECT_HIDDEN, NAKED_SINGLE = range(6)
POINTING, CLAIMING, NAKED_SET, HIDDEN_SET, FISH, XY_WING, XYZ_WING = range(6, 13)

NAKED_RATINGS = (0, 0, 30, 36, 50)
HIDDEN_RATINGS = (0, 0, 34, 40, 54)
DIRECT_RATINGS = (0, 0, 20, 25, 43)
FISH_RATINGS = (0, 0, 32, 38, 52)


@inner
def begin(out: Any, code: int, rating: int) -> None:
    """Start a record."""
    out[0], out[1], out[2], out[3], out[4] = code, rating, -1, -1, 0


@inner
def strike(out: Any, candidate: int) -> None:
    """Add a candidate that goes."""
    out[HEAD + out[4]] = candidate
    out[4] += 1


@inner
def strike_marks(geo: Any, out: Any, cell: Any, marks: Any) -> None:
    """Add the candidates of a cell that a set of digits holds."""
    for d in range(geo.n):
        if (marks >> np.uint32(d)) & np.uint32(1):
            strike(out, cell * geo.n + d)


@inner
def strike_places(geo: Any, out: Any, house: Any, places: Any, digit: Any) -> None:
    """Add a digit in the places of a house."""
    for i in range(geo.n):
        if (places >> np.uint32(i)) & np.uint32(1):
            strike(out, geo.cells[house, i] * geo.n + digit)


@inner
def next_subset(mask: Any) -> Any:
    """The next larger number with as many bits (Gosper)."""
    low = mask & -mask
    ripple = mask + low
    return ripple | (((mask ^ ripple) >> 2) // low)


@inner
def last_cell(geo: Any, state: Any, out: Any) -> bool:
    """The last empty cell of a house: boxes, columns, rows."""
    for h in range(geo.kinds[ROW + 1]):
        if state.empty[h] == 1 and _only_place(geo, state, out, h):
            out[0], out[1] = FULL_HOUSE, 10
            return True
    return False


@inner
def hidden_single(geo: Any, state: Any, out: Any) -> bool:
    """A digit with one place in a house: last cells, then boxes, columns, rows."""
    if last_cell(geo, state, out):
        return True
    for h in range(geo.kinds[ROW + 1]):
        if state.empty[h] != 1 and _only_place(geo, state, out, h):
            out[1] = 12 if h < geo.kinds[COLUMN] else 15
            return True
    return False


@inner
def _only_place(geo: Any, state: Any, out: Any, h: int) -> bool:
    for d in range(geo.n):
        places = state.places[h, d]
        if places != 0 and places & (places - np.uint32(1)) == 0:
            begin(out, HIDDEN_SINGLE, 0)
            out[2], out[3] = geo.cells[h, lowest(places)], d
            return True
    return False


@inner
def naked_single(geo: Any, state: Any, out: Any) -> bool:
    """The first cell with one candidate."""
    for cell in range(state.marks.shape[0]):
        marks = state.marks[cell]
        if marks != 0 and marks & (marks - np.uint32(1)) == 0:
            begin(out, NAKED_SINGLE, 23)
            out[2], out[3] = cell, lowest(marks)
            return True
    return False


@inner
def locked(geo: Any, state: Any, table: Any, direct: bool) -> int:
    """Pointing and claiming; with ``direct`` only where they leave a hidden single."""
    many = 0
    for turn in range(4):
        first = BOX if turn < 2 else COLUMN if turn == 2 else ROW
        second = COLUMN if turn == 0 else ROW if turn == 1 else BOX
        for h1 in range(geo.kinds[first], geo.kinds[first + 1]):
            for h2 in range(geo.kinds[second], geo.kinds[second + 1]):
                if geo.cross[h1, h2] == 0:
                    continue
                for d in range(geo.n):
                    places = state.places[h1, d]
                    if places & ~geo.cross[h1, h2] != 0 or popcount(places) < 2:
                        continue
                    gone = state.places[h2, d] & ~geo.cross[h2, h1]
                    out = table[many]
                    if direct:
                        if not _locked_single(geo, state, out, first, h1, h2, d):
                            continue
                    elif gone != 0:
                        begin(out, POINTING if turn < 2 else CLAIMING, 26 if turn < 2 else 28)
                    else:
                        continue
                    out[5], out[6], out[7] = h1, h2, d
                    if not direct:
                        strike_places(geo, out, h2, gone, d)
                    many += 1
                    if many == table.shape[0]:
                        return many
    return many


@inner
def _locked_single(
    geo: Any, state: Any, out: Any, first: int, h1: int, h2: int, digit: int
) -> bool:
    for h3 in range(geo.kinds[first], geo.kinds[first + 1]):
        if h3 == h1 or geo.cross[h3, h2] == 0:
            continue
        places = state.places[h3, digit]
        left = places & ~geo.cross[h3, h2]
        if popcount(places) > 1 and popcount(left) == 1:
            pointing = first == BOX
            begin(out, DIRECT_POINTING if pointing else DIRECT_CLAIMING, 17 if pointing else 19)
            out[2], out[3] = geo.cells[h3, lowest(left)], digit
            return True
    return False


@inner
def hidden_set(geo: Any, state: Any, table: Any, size: int, direct: bool) -> int:
    """Digits of a house that share as many places; ``direct``: that leave a hidden single."""
    many = 0
    for h in range(geo.kinds[ROW + 1]):
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
                    if many == table.shape[0]:
                        return many
            subset = next_subset(subset)
    return many


@inner
def _hidden_step(
    geo: Any, state: Any, out: Any, size: int, direct: bool, h: int, digits: Any, union: Any
) -> bool:
    begin(out, DIRECT_HIDDEN if direct else HIDDEN_SET, 0)
    out[1] = DIRECT_RATINGS[size] if direct else HIDDEN_RATINGS[size]
    out[5], out[6], out[7] = h, digits, union
    if direct:
        for d in range(geo.n):
            places = state.places[h, d]
            left = places & ~union
            if not (digits >> np.uint32(d)) & np.uint32(1) and popcount(places) > 1:
                if popcount(left) == 1:
                    out[2], out[3] = geo.cells[h, lowest(left)], d
                    return True
        return False
    for i in range(geo.n):
        if (union >> np.uint32(i)) & np.uint32(1):
            cell = geo.cells[h, i]
            strike_marks(geo, out, cell, state.marks[cell] & ~digits)
    return out[4] > 0


@inner
def naked_set(geo: Any, state: Any, table: Any, size: int) -> int:
    """Cells of a house that share as many digits."""
    many = 0
    for h in range(geo.kinds[ROW + 1]):
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
                    begin(out, NAKED_SET, NAKED_RATINGS[size])
                    out[5], out[6], out[7] = h, subset, union
                    for i in range(geo.n):
                        if not subset >> i & 1:
                            cell = geo.cells[h, i]
                            strike_marks(geo, out, cell, state.marks[cell] & union)
                    if out[4] > 0:
                        many += 1
                        if many == table.shape[0]:
                            return many
            subset = next_subset(subset)
    return many


@inner
def fish(geo: Any, state: Any, table: Any, size: int) -> int:
    """Columns that have a digit in as many rows, then rows in columns; no fins."""
    n = geo.n
    many = 0
    for base, cover in ((COLUMN, ROW), (ROW, COLUMN)):
        b, c = geo.kinds[base], geo.kinds[cover]
        able = np.zeros(n, np.int64)  # for each digit the base houses with 2 to size places
        filled = np.zeros(n, np.int64)
        for d in range(n):
            for i in range(n):
                if 2 <= popcount(state.places[b + i, d]) <= size:
                    able[d] |= np.int64(1) << i
        for digit in state.values:
            if digit >= 0:
                filled[digit] += 1
        for d in range(n):
            if filled[d] + 2 * size > n:
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
                        begin(out, FISH, FISH_RATINGS[size])
                        out[5], out[6], out[7], out[8] = b, subset, union, d
                        for j in range(n):
                            if (union >> np.uint32(j)) & np.uint32(1):
                                gone = state.places[c + j, d] & ~np.uint32(subset)
                                strike_places(geo, out, c + j, gone, d)
                        if out[4] > 0:
                            many += 1
                            if many == table.shape[0]:
                                return many
            subset = next_subset(subset)
    return many


@inner
def wing(geo: Any, state: Any, out: Any, pivot_size: int) -> bool:
    """XY-Wings (pivot of 2 digits) or XYZ-Wings (3)."""
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
    geo: Any,
    state: Any,
    out: Any,
    pivot: int,
    first: int,
    second: int,
    pivot_size: int,
    digit: int,
) -> bool:
    begin(out, XY_WING if pivot_size == 2 else XYZ_WING, 42 if pivot_size == 2 else 44)
    for cell in range(state.marks.shape[0]):
        if not (geo.sees[cell, first] and geo.sees[cell, second]):
            continue
        if cell == pivot or (pivot_size == 3 and not geo.sees[cell, pivot]):
            continue
        if has(state, cell, digit):
            strike(out, cell * geo.n + digit)
    return out[4] > 0
