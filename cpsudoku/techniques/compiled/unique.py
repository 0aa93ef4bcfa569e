"""Unique rectangles and loops, and bivalue universal graves, as Sudoku Explainer 1.2.1 finds them.

It sorts loops by their ratings, which are sums of doubles, so they are compared as doubles here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpsudoku.techniques.compiled.arrays import Bits, Int64s
from cpsudoku.techniques.compiled.basic import (
    begin,
    next_subset,
    strike,
    strike_marks,
    strike_seen,
    strike_set,
)
from cpsudoku.techniques.compiled.codes import (
    BUG_1,
    BUG_2,
    BUG_3,
    BUG_4,
    GENERAL,
    RATINGS,
    RECTANGLE,
    UNIQUE_LOOP,
)
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.geometry import COLUMN, OTHER, ROW
from cpsudoku.techniques.compiled.records import Geometry, State, StepRecord
from cpsudoku.techniques.compiled.state import filled, has, lowest, popcount

NO_RATING = 1e9
FRAME = 4  # numbers of a frame of the search for loops


class LoopSearch(NamedTuple):
    """A search for the easiest loop: ``best`` is the step so far, ``trial`` the one looked at."""

    geo: Geometry
    state: State
    best: StepRecord
    trial: StepRecord


class LoopPath(NamedTuple):
    """The cells of a loop in the making.

    ``came`` has the turn of the house that led to each, and ``is_in`` is 1 for a cell of the path.
    """

    cells: Int64s
    came: Int64s
    is_in: Int64s
    frames: Int64s


class FoundLoop(NamedTuple):
    """A loop whose cells ``c1`` and ``c2`` have more digits than its pair: the digits ``more``.

    ``rating`` is that of a loop of its size.
    """

    size: int
    rating: float
    pair: Bits
    more: Bits
    c1: int
    c2: int


class FoundGrave(NamedTuple):
    """A bivalue universal grave with ``many`` bug cells, the first of ``cells``.

    ``extra`` are the bug digits of each cell, and ``union`` all of them. ``seers`` is 1 for a cell
    that sees all bug cells.
    """

    cells: Int64s
    many: int
    extra: Int64s
    union: Bits
    seers: Int64s


@inner
def loops(geo: Geometry, state: State, out: StepRecord, trial: StepRecord) -> bool:
    """The easiest unique rectangle or loop: lowest rating, then type, then the first found."""
    out.exact = NO_RATING
    cells = state.marks.shape[0]
    path = LoopPath(
        filled(cells + 1, 0),
        filled(cells + 1, -1),
        filled(cells, 0),
        filled(FRAME * (cells + 1), 0),
    )
    search = LoopSearch(geo, state, out, trial)
    for start in range(cells):
        if popcount(state.marks[start]) == 2:
            _loops_from(search, path, start)
    return out.exact < NO_RATING


@inner
def _loops_from(search: LoopSearch, path: LoopPath, start: int) -> None:
    """Follow cells that have the pair, depth first.

    A frame of the search holds the turn of a house, the place in it, how many cells with extra
    digits the loop may still take, and the extra digits.
    """
    geo, state = search.geo, search.state
    loop, came, in_loop, frames = path.cells, path.came, path.is_in, path.frames
    pair = state.marks[start]
    loop[0] = start
    in_loop[start] = 1
    came[0] = -1
    frames[0], frames[1], frames[2], frames[3] = 0, 0, 2, 0
    depth = 0
    while depth >= 0:
        top = FRAME * depth
        turn, i = frames[top], frames[top + 1]
        if turn >= geo.of.shape[1]:
            in_loop[loop[depth]] = 0
            depth -= 1
            continue
        frames[top + 1] += 1
        if i + 1 >= geo.n:
            frames[top], frames[top + 1] = turn + 1, 0
        h = geo.of[loop[depth], turn]
        if turn == came[depth] or h < 0:
            continue
        cell = geo.cells[h, i]
        if cell == start and depth >= 3:
            _loop_found(search, loop, depth + 1, pair)
        elif in_loop[cell] == 0 and pair & ~state.marks[cell] == 0:
            # The digits of cells looked at before stay in the extra digits, as in the original.
            frames[top + 3] |= np.int64(state.marks[cell] & ~pair)
            count = popcount(state.marks[cell])
            left = frames[top + 2]
            if count == 2 or popcount(np.uint32(frames[top + 3])) == 1 or left > 0:
                extra = frames[top + 3]
                depth += 1
                loop[depth] = cell
                in_loop[cell] = 1
                came[depth] = turn
                top += FRAME
                frames[top], frames[top + 1], frames[top + 3] = 0, 0, extra
                frames[top + 2] = left - 1 if count > 2 else left


@inner
def _is_loop(geo: Geometry, loop: Int64s, size: int) -> bool:
    """Whether every house that the loop visits is visited once at each parity."""
    visits = filled(geo.cells.shape[0], 0)  # a bit for each parity
    for i in range(size):
        for k in range(geo.of.shape[1]):
            h = geo.of[loop[i], k]
            if h >= 0:
                if visits[h] >> (i & 1) & 1:
                    return False
                visits[h] |= np.int64(1) << (i & 1)
    for h in range(geo.cells.shape[0]):
        if visits[h] == 1 or visits[h] == 2:
            return False
    return True


@inner
def _loop_found(search: LoopSearch, loop: Int64s, size: int, pair: Bits) -> None:
    geo, state, out, trial = search.geo, search.state, search.best, search.trial
    if not _is_loop(geo, loop, size):
        return
    for i in range(size):
        if _is_restricted(geo, state, loop[i], pair):
            return
    base = RATINGS[RECTANGLE[1]] / 10.0
    if size >= 10:
        base += 0.3
    if size >= 8:
        base += 0.2
    elif size >= 6:
        base += 0.1
    extra = filled(size, 0)
    many = 0
    digits = np.uint32(0)
    for i in range(size):
        if popcount(state.marks[loop[i]]) > 2:
            extra[many] = loop[i]
            many += 1
            digits |= state.marks[loop[i]] & ~pair
    if many == 1:
        begin(trial, _code(size, 1))
        strike_marks(geo, trial, extra[0], pair)
        _keep(out, trial, base, 1)
    elif many > 2 or (many == 2 and popcount(digits) == 1):
        begin(trial, _code(size, 2))
        strike_seen(geo, state, trial, extra, many, lowest(state.marks[extra[0]] & ~pair))
        _keep(out, trial, base, 2)
    if many == 2:
        found = FoundLoop(size, base, pair, np.uint32(digits), extra[0], extra[1])
        if popcount(digits) >= 2:
            _type_3(search, found)
        _type_4(search, found)


@inner
def _is_restricted(geo: Geometry, state: State, cell: int, pair: Bits) -> bool:
    """Whether a rule beyond houses may decide between two digits of a cell."""
    for k in range(geo.jumps.shape[1]):
        other = geo.jumps[cell, k]
        if other < 0:
            break
        if state.marks[other] & pair:
            return True
    beside = (pair << np.uint32(1)) | (pair >> np.uint32(1))
    for k in range(geo.near.shape[1]):
        other = geo.near[cell, k]
        if other < 0:
            break
        if state.marks[other] & np.uint32(beside):
            return True
    return False


@inner
def _code(size: int, kind: int) -> int:
    """The code of a type: one for each rectangle, the same for all loops."""
    return RECTANGLE[kind] if size == 4 else UNIQUE_LOOP


@inner
def _keep(out: StepRecord, trial: StepRecord, rating: float, kind: int) -> None:
    """Keep a step that changes something and is easier than the best so far."""
    if trial.count > 0 and (rating < out.exact or (rating == out.exact and kind < out.kind)):
        begin(out, trial.technique)
        out.exact, out.kind = rating, kind
        for i in range(trial.count):
            strike(out, trial.gone[i])
        out.rating = int(rating * 10.0 + 0.5)


@inner
def _type_3(search: LoopSearch, loop: FoundLoop) -> None:
    """Naked and hidden sets of a house with the extra digits of two cells as one cell."""
    geo, state = search.geo, search.state
    for size in range(popcount(loop.more), geo.n - 1):
        for k in range(geo.of.shape[1]):
            h = geo.of[loop.c1, k]
            if h < 0 or h != geo.of[loop.c2, k]:
                continue
            if size * 2 <= state.empty[h]:
                _type_3_naked(search, loop, h, size)
            if size * 2 < state.empty[h]:
                _type_3_hidden(search, loop, h, size)


@inner
def _type_3_naked(search: LoopSearch, loop: FoundLoop, h: int, size: int) -> None:
    geo, state, trial = search.geo, search.state, search.trial
    c1, c2, digits = loop.c1, loop.c2, loop.more
    shared = digits & state.marks[c1] & state.marks[c2]
    able = np.int64(0)
    first = np.int64(0)
    cells = filled(geo.n + 1, 0)
    for i in range(geo.n):
        cell = geo.cells[h, i]
        if cell == c1:
            first = np.int64(1) << i
        elif cell != c2 and popcount(state.marks[cell]) >= 2:
            able |= np.int64(1) << i
    able |= first
    subset = (np.int64(1) << size) - 1
    while subset < np.int64(1) << geo.n:
        if subset & ~able == 0 and subset & first:
            others = np.uint32(0)
            for i in range(geo.n):
                if (subset & ~first) >> i & 1:
                    others |= state.marks[geo.cells[h, i]]
            if popcount(others | shared) == size and popcount(others | digits) == size:
                begin(trial, _code(loop.size, 3))
                if geo.style == GENERAL:
                    cells[0], cells[1] = c1, c2
                    held = 2
                    for i in range(geo.n):
                        if (subset & ~first) >> i & 1:
                            cells[held] = geo.cells[h, i]
                            held += 1
                    strike_set(geo, state, trial, cells, held, others | digits)
                else:
                    for i in range(geo.n):
                        cell = geo.cells[h, i]
                        if not subset >> i & 1 and cell != c1 and cell != c2:
                            strike_marks(geo, trial, cell, state.marks[cell] & (others | digits))
                _keep(search.best, trial, loop.rating + (size - 1) * 0.1, 3)
        subset = next_subset(subset)


@inner
def _type_3_hidden(search: LoopSearch, loop: FoundLoop, h: int, size: int) -> None:
    geo, state, trial = search.geo, search.state, search.trial
    rest = np.uint32((np.int64(1) << geo.n) - 1) & ~(loop.pair | loop.more)
    if size - 2 > popcount(rest) or rest == 0:
        return
    chosen = np.int64(0)
    if size > 2:
        chosen = (np.int64(1) << (size - 2)) - 1
    while chosen < np.int64(1) << geo.n:
        if np.uint32(chosen) & ~rest == 0:
            wanted = np.uint32(chosen) | loop.pair
            union = np.uint32(0)
            filled = True
            for d in range(geo.n):
                if (wanted >> np.uint32(d)) & np.uint32(1):
                    places = state.places[h, d] & ~_place_of(geo, h, loop.c2)
                    filled = filled and places != 0
                    union |= places
            if filled and popcount(union) == size:
                union &= ~_place_of(geo, h, loop.c1)
                begin(trial, _code(loop.size, 3))
                for i in range(geo.n):
                    if (union >> np.uint32(i)) & np.uint32(1):
                        cell = geo.cells[h, i]
                        strike_marks(geo, trial, cell, state.marks[cell] & ~wanted)
                _keep(search.best, trial, loop.rating + (popcount(union) - 1) * 0.1, 3)
        if chosen == 0:
            return
        chosen = next_subset(chosen)


@inner
def _place_of(geo: Geometry, h: int, cell: int) -> Bits:
    for k in range(geo.of.shape[1]):
        if geo.of[cell, k] == h:
            return np.uint32(1) << np.uint32(geo.at[cell, k])
    return np.uint32(0)


@inner
def _type_4(search: LoopSearch, loop: FoundLoop) -> None:
    """One digit of the pair has no other place in a house of both extra cells."""
    geo, state, trial = search.geo, search.state, search.trial
    c1, c2 = loop.c1, loop.c2
    v1 = lowest(loop.pair)
    v2 = lowest(loop.pair & ~(np.uint32(1) << np.uint32(v1)))
    gone = -1
    for k in range(geo.of.shape[1]):
        h = geo.of[c1, k]
        if h >= 0 and h == geo.of[c2, k]:
            both = _place_of(geo, h, c1) | _place_of(geo, h, c2)
            if state.places[h, v1] & ~both == 0:
                gone = v2
            elif state.places[h, v2] & ~both == 0 and gone < 0:
                gone = v1
    if gone >= 0:
        begin(trial, _code(loop.size, 4))
        strike(trial, c1 * geo.n + gone)
        strike(trial, c2 * geo.n + gone)
        _keep(search.best, trial, loop.rating, 4)


@inner
def bug(geo: Geometry, state: State, out: StepRecord) -> bool:
    """Bivalue universal graves of types 1, 2, 4 and 3."""
    cells, n = state.marks.shape[0], geo.n
    bugs = filled(cells, 0)
    extra = filled(cells, 0)  # the bug digits of each cell
    common = filled(cells, 1)  # the cells that see all bug cells
    many = 0
    union = np.uint32(0)
    for k in range(4):
        kind = COLUMN + ROW - k if k == COLUMN or k == ROW else k  # boxes, rows, columns, others
        for h in range(geo.kinds[kind], geo.kinds[kind + 1]):
            for d in range(n):
                places = state.places[h, d]
                count = popcount(places)
                if count == 0 or count == 2:
                    continue
                found = 0
                cell = -1
                for i in range(n):
                    if (places >> np.uint32(i)) & np.uint32(1):
                        if popcount(state.marks[geo.cells[h, i]]) >= 3:
                            found += 1
                            cell = geo.cells[h, i]
                if found == 0:
                    return False
                if found > 1:
                    continue
                if extra[cell] == 0:
                    bugs[many] = cell
                    many += 1
                extra[cell] |= np.int64(1) << d
                union |= np.uint32(1) << np.uint32(d)
                some = False
                for other in range(cells):
                    common[other] &= geo.sees[other, cell]
                    some = some or (common[other] == 1)
                if many > 1 and popcount(union) > 1 and not some:
                    return False
    if many == 0 or not _is_grave(geo, state, extra):
        return False
    return _bug_step(geo, state, out, FoundGrave(bugs, many, extra, np.uint32(union), common))


@inner
def _is_grave(geo: Geometry, state: State, extra: Int64s) -> bool:
    """Whether without the extra digits every cell has two, and every house two places or none."""
    for cell in range(state.marks.shape[0]):
        if state.values[cell] < 0:
            pair = _without(state, extra, cell)
            if popcount(pair) != 2 or _is_restricted(geo, state, cell, pair):
                return False
    for h in range(geo.kinds[OTHER + 1]):
        for d in range(geo.n):
            count = 0
            for i in range(geo.n):
                if (_without(state, extra, geo.cells[h, i]) >> np.uint32(d)) & np.uint32(1):
                    count += 1
            if count != 0 and count != 2:
                return False
    return True


@inner
def _without(state: State, extra: Int64s, cell: int) -> Bits:
    """The candidates of a cell that are not extra digits."""
    return np.uint32(state.marks[cell] & ~np.uint32(extra[cell]))


@inner
def _bug_step(geo: Geometry, state: State, out: StepRecord, grave: FoundGrave) -> bool:
    many, union = grave.many, grave.union
    if many == 1:
        begin(out, BUG_1)
        strike_marks(geo, out, grave.cells[0], state.marks[grave.cells[0]] & ~union)
        return True
    if popcount(union) == 1:
        begin(out, BUG_2)
        for cell in range(state.marks.shape[0]):
            if grave.seers[cell] and has(state, cell, lowest(union)):
                strike(out, cell * geo.n + lowest(union))
        if out.count > 0:
            return True
        return many == 2 and _bug_4(geo, state, out, grave)
    if many == 2 and _bug_4(geo, state, out, grave):
        return True
    return _bug_3(geo, state, out, grave)


@inner
def _bug_4(geo: Geometry, state: State, out: StepRecord, grave: FoundGrave) -> bool:
    c1, c2, extra = grave.cells[0], grave.cells[1], grave.extra
    shared = state.marks[c1] & state.marks[c2] & ~grave.union
    if popcount(shared) != 1:
        return False
    for k in range(geo.of.shape[1]):
        if geo.of[c1, k] >= 0 and geo.of[c1, k] == geo.of[c2, k]:
            begin(out, BUG_4)
            strike_marks(geo, out, c1, _without(state, extra, c1) & ~shared)
            strike_marks(geo, out, c2, _without(state, extra, c2) & ~shared)
            return True
    return False


@inner
def _bug_3(geo: Geometry, state: State, out: StepRecord, grave: FoundGrave) -> bool:
    bugs = grave.cells
    for k in range(geo.of.shape[1]):
        h = geo.of[bugs[0], k]
        same = h >= 0
        for b in range(grave.many):
            same = same and geo.of[bugs[b], k] == h
        if not same:
            continue
        # The cells of the house that see all bug cells, house by house as the first bug sees them.
        able = filled(geo.n, 0)
        many = 0
        for p in range(geo.peers.shape[1]):
            cell = geo.peers[bugs[0], p]
            if cell >= 0 and grave.seers[cell] and geo.of[cell, k] == h:
                able[many] = cell
                many += 1
        for size in range(2, 7):
            if many < size:
                continue
            subset = (np.int64(1) << (size - 1)) - 1
            while subset < np.int64(1) << many:
                union = _union_of(state, able, many, subset)
                if popcount(union) == size and popcount(union | grave.union) == size:
                    begin(out, BUG_3)
                    out.rating += size - 2
                    for i in range(many):
                        if not subset >> i & 1:
                            strike_marks(geo, out, able[i], state.marks[able[i]] & union)
                    if out.count > 0:
                        return True
                subset = next_subset(subset)
    return False


@inner
def _union_of(state: State, cells: Int64s, many: int, subset: np.int64) -> Bits:
    """The digits of a subset of cells; none if one of the cells has a single digit."""
    union = np.uint32(0)
    for i in range(many):
        if subset >> i & 1:
            if popcount(state.marks[cells[i]]) < 2:
                return np.uint32(0)
            union |= state.marks[cells[i]]
    return union
