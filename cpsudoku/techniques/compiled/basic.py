"""Singles, subsets, fish and wings in the order and by the definitions of Sudoku Explainer 1.2.1.

Its direct steps place a digit and delete no candidate.

A search for one step fills a record and returns whether it found a step. A search for several
fills up to ``most`` rows of a table, and returns how many it filled.
"""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.arrays import Bits, Int64s
from cpsudoku.techniques.compiled.codes import (
    CELL_CASES,
    CLAIMING,
    CLASSIC,
    COMMON_PEERS,
    DIRECT_CLAIMING,
    DIRECT_HIDDEN,
    DIRECT_POINTING,
    FISH,
    FULL_HOUSE,
    GENERAL,
    HIDDEN,
    HIDDEN_SINGLE,
    LOCKED_NEAR,
    NAKED,
    NAKED_SINGLE,
    POINTING,
    RATINGS,
    XY_WING,
    XYZ_WING,
)
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.geometry import BOX, COLUMN, OTHER, ROW
from cpsudoku.techniques.compiled.records import Geometry, Records, State, StepRecord
from cpsudoku.techniques.compiled.state import filled, has, lowest, popcount

MOST_PLACES = 6  # of a digit in a house whose common peers are looked at
OUTSIDE_BOX = 3  # how much harder a hidden single is in a row or column, in tenths


@inner
def begin(out: StepRecord, technique: int) -> None:
    """Start the record of a step; the rating is the lowest of its technique."""
    out.technique, out.rating = technique, RATINGS[technique]
    out.cell, out.digit, out.count, out.kind = -1, -1, 0, 0


@inner
def strike(out: StepRecord, candidate: int) -> None:
    """Eliminate a candidate."""
    out.gone[out.count] = candidate
    out.count += 1


@inner
def strike_marks(geo: Geometry, out: StepRecord, cell: int, marks: Bits) -> None:
    """Eliminate a set of digits from a cell."""
    for d in range(geo.n):
        if (marks >> np.uint32(d)) & np.uint32(1):
            strike(out, cell * geo.n + d)


@inner
def strike_places(geo: Geometry, out: StepRecord, house: int, places: Bits, digit: int) -> None:
    """Eliminate a digit from a set of places of a house."""
    for i in range(geo.n):
        if (places >> np.uint32(i)) & np.uint32(1):
            strike(out, geo.cells[house, i] * geo.n + digit)


@inner
def next_subset(mask: np.int64) -> np.int64:
    """The next larger number with the same number of bits (Gosper)."""
    low = mask & -mask
    ripple = mask + low
    return ripple | (((mask ^ ripple) >> 2) // low)


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
def locked(geo: Geometry, state: State, table: Records[StepRecord], most: int, direct: bool) -> int:
    """Pointing and claiming; if ``direct``, only those that leave a hidden single."""
    many = 0
    for turn in range(geo.turns.shape[0]):
        if geo.turns[turn, 1] == 0:
            break
        # Sudoku Explainer looks at the digits of each pair of houses, Sukaku Explainer at the
        # pairs of houses for each digit.
        for outer in range(1 if geo.style == CLASSIC else geo.n):
            for h1 in range(geo.turns[turn, 0], geo.turns[turn, 1]):
                for h2 in range(geo.turns[turn, 2], geo.turns[turn, 3]):
                    if geo.cross[h1, h2] == 0:
                        continue
                    for d in range(outer, geo.n if geo.style == CLASSIC else outer + 1):
                        if _locked_step(geo, state, table[many], turn, h1, h2, d, direct):
                            many += 1
                            if many == most:
                                return many
    return many


@inner
def _locked_step(
    geo: Geometry,
    state: State,
    out: StepRecord,
    turn: int,
    h1: int,
    h2: int,
    d: int,
    direct: bool,
) -> bool:
    places = state.places[h1, d]
    if places & ~geo.cross[h1, h2] != 0 or popcount(places) < 2:
        return False
    gone = state.places[h2, d] & ~geo.cross[h2, h1]
    if direct:
        if not _locked_single(geo, state, out, turn, h1, h2, d):
            return False
    elif gone != 0:
        begin(out, POINTING if h1 < geo.kinds[COLUMN] else CLAIMING)
    else:
        return False
    out.house, out.cover, out.value = h1, h2, d
    if not direct:
        strike_places(geo, out, h2, gone, d)
    return True


@inner
def _locked_single(
    geo: Geometry, state: State, out: StepRecord, turn: int, h1: int, h2: int, digit: int
) -> bool:
    for h3 in range(geo.turns[turn, 0], geo.turns[turn, 1]):
        if h3 == h1 or geo.cross[h3, h2] == 0:
            continue
        places = state.places[h3, digit]
        left = places & ~geo.cross[h3, h2]
        if popcount(places) > 1 and popcount(left) == 1:
            begin(out, DIRECT_POINTING if h1 < geo.kinds[COLUMN] else DIRECT_CLAIMING)
            out.cell, out.digit = geo.cells[h3, lowest(left)], digit
            return True
    return False


@inner
def common_peers(geo: Geometry, state: State, table: Records[StepRecord], most: int) -> int:
    """A digit of a house is removed from the cells that see all its places there.

    Boxes come first, then rows, columns and the houses of each rule.
    """
    many = 0
    cells = filled(geo.n, 0)
    for turn in range(geo.families.shape[0] - 1):
        family = COLUMN + ROW - turn if turn == COLUMN or turn == ROW else turn
        for d in range(geo.n):
            for h in range(geo.families[family], geo.families[family + 1]):
                places = state.places[h, d]
                count = popcount(places)
                if count < 2 or count > MOST_PLACES:
                    continue
                held = 0
                for i in range(geo.n):
                    if (places >> np.uint32(i)) & np.uint32(1):
                        cells[held] = geo.cells[h, i]
                        held += 1
                out = table[many]
                begin(out, COMMON_PEERS)
                strike_seen(geo, state, out, cells, held, d)
                out.house, out.cover, out.value = h, -1, d
                if out.count > 0:
                    many += 1
                    if many == most:
                        return many
    return many


@inner
def strike_seen(
    geo: Geometry, state: State, out: StepRecord, cells: Int64s, many: int, digit: int
) -> None:
    """Eliminate a digit from every cell that sees all of the first cells of an array."""
    for cell in range(state.marks.shape[0]):
        if has(state, cell, digit):
            seen = True
            for i in range(many):
                seen = seen and geo.sees[cell, cells[i]] == 1
            if seen:
                strike(out, cell * geo.n + digit)


@inner
def strike_set(
    geo: Geometry, state: State, out: StepRecord, cells: Int64s, many: int, digits: Bits
) -> None:
    """Eliminate each of these digits where all the first cells of an array with it are seen."""
    able = filled(many, 0)
    for d in range(geo.n):
        if (digits >> np.uint32(d)) & np.uint32(1):
            held = 0
            for i in range(many):
                if has(state, cells[i], d):
                    able[held] = cells[i]
                    held += 1
            if held > 0:
                strike_seen(geo, state, out, able, held, d)


@inner
def cell_cases(geo: Geometry, state: State, out: StepRecord) -> bool:
    """Two or three consecutive digits, or two with one between, exclude digits of cells nearby."""
    for cell in range(state.marks.shape[0]):
        if geo.near[cell, 0] < 0:
            continue
        marks = state.marks[cell]
        count = popcount(marks)
        if count < 2 or count > 3:
            continue
        first = lowest(marks)
        last = first
        for d in range(geo.n):
            if (marks >> np.uint32(d)) & np.uint32(1):
                last = d
        begin(out, CELL_CASES)
        if last - first == 1:
            _strike_near(geo, state, out, cell, first)
            _strike_near(geo, state, out, cell, last)
        elif last - first == 2:
            _strike_near(geo, state, out, cell, first + 1)
        if out.count > 0:
            return True
    return False


@inner
def _strike_near(geo: Geometry, state: State, out: StepRecord, cell: int, digit: int) -> None:
    for k in range(geo.near.shape[1]):
        other = geo.near[cell, k]
        if other < 0:
            return
        if has(state, other, digit):
            strike(out, other * geo.n + digit)


@inner
def locked_near(geo: Geometry, state: State, out: StepRecord) -> bool:
    """The places of a digit in a house leave no consecutive digit in a cell that touches all.

    Sukaku Explainer looks at windows, columns, rows and boxes, in this order.
    """
    for d in range(geo.n):
        for turn in range(4):
            family = geo.windows if turn == 0 else turn if turn < OTHER else BOX
            if family < 0:
                continue
            last = geo.families[family + 1]
            if turn == 0:
                last = min(last, geo.families[family] + 4)
            most = 3 if family == COLUMN or family == ROW else 5
            for h in range(geo.families[family], last):
                if _locked_near_step(geo, state, out, h, d, most):
                    return True
    return False


@inner
def _locked_near_step(
    geo: Geometry, state: State, out: StepRecord, h: int, d: int, most: int
) -> bool:
    places = state.places[h, d]
    if places == 0 or popcount(places) > most:
        return False
    begin(out, LOCKED_NEAR)
    for cell in range(state.marks.shape[0]):
        if state.marks[cell] == 0:
            continue
        touches = True
        for i in range(geo.n):
            if (places >> np.uint32(i)) & np.uint32(1):
                touches = touches and _is_near(geo, cell, geo.cells[h, i])
        if touches:
            if d > 0 and has(state, cell, d - 1):
                strike(out, cell * geo.n + d - 1)
            if d + 1 < geo.n and has(state, cell, d + 1):
                strike(out, cell * geo.n + d + 1)
    return out.count > 0


@inner
def _is_near(geo: Geometry, cell: int, other: int) -> bool:
    if cell == other:
        return True
    for k in range(geo.near.shape[1]):
        if geo.near[cell, k] == other:
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
