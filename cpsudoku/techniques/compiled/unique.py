"""Unique rectangles and loops, as Sudoku Explainer 1.2.1 finds them.

It sorts them by their ratings, which are sums of doubles, so they are compared as doubles here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpsudoku.techniques.compiled.arrays import Bits, Int64s
from cpsudoku.techniques.compiled.codes import (
    GENERAL,
    RATINGS,
    RECTANGLE,
    UNIQUE_LOOP,
)
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.records import Geometry, State, StepRecord
from cpsudoku.techniques.compiled.state import filled, lowest, popcount
from cpsudoku.techniques.compiled.striking import (
    begin,
    next_subset,
    strike,
    strike_marks,
    strike_seen,
    strike_set,
)

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
        if is_restricted(geo, state, loop[i], pair):
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
def is_restricted(geo: Geometry, state: State, cell: int, pair: Bits) -> bool:
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
