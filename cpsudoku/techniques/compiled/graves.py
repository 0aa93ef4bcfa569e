"""Bivalue universal graves, as Sudoku Explainer 1.2.1 finds them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpsudoku.techniques.compiled.arrays import Bits, Int64s
from cpsudoku.techniques.compiled.codes import (
    BUG_1,
    BUG_2,
    BUG_3,
    BUG_4,
)
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.geometry import COLUMN, OTHER, ROW
from cpsudoku.techniques.compiled.records import Geometry, State, StepRecord
from cpsudoku.techniques.compiled.state import filled, has, lowest, popcount
from cpsudoku.techniques.compiled.striking import (
    begin,
    next_subset,
    strike,
    strike_marks,
)
from cpsudoku.techniques.compiled.unique import is_restricted


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
            if popcount(pair) != 2 or is_restricted(geo, state, cell, pair):
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
