"""Aligned pair and triplet exclusion as Sudoku Explainer 1.2.1 looks for them."""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.arrays import Int64s
from cpsudoku.techniques.compiled.codes import ALIGNED_PAIR, ALIGNED_TRIPLET
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.records import Geometry, State, StepRecord
from cpsudoku.techniques.compiled.state import filled, has, popcount
from cpsudoku.techniques.compiled.striking import begin, strike


@inner
def aligned(geo: Geometry, state: State, out: StepRecord, degree: int) -> bool:
    """The first 2 or 3 cells with a digit that occurs in no allowed combination."""
    cells = state.marks.shape[0]
    width = geo.peers.shape[1] + 1
    excluders = filled(cells * width, 0)  # a row for each cell; their number comes first
    base = filled(cells, 0)
    is_base = filled(cells, 0)
    seen = filled(cells, 0)  # the number of the pair that met a cell last
    pairs = 0
    many = 0
    for cell in range(cells):
        if popcount(state.marks[cell]) >= 2 and _find_excluders(
            geo, state, excluders, cell, degree
        ):
            base[many] = cell
            is_base[cell] = 1
            many += 1
    trio, allowed, common = filled(3, 0), filled(3, 0), filled(width, 0)
    for high in range(1, many):
        for low in range(high):
            trio[0], trio[1] = base[low], base[high]
            if degree == 2:
                if _excluded(geo, state, out, excluders, trio, common, allowed, 2):
                    return True
                continue
            pairs += 1
            for part in range(2):
                first = trio[part] * width
                for i in range(excluders[first]):
                    tail = excluders[first + i + 1]
                    if seen[tail] == pairs or is_base[tail] == 0:
                        continue
                    if tail == trio[0] or tail == trio[1]:
                        continue
                    seen[tail] = pairs
                    trio[2] = tail
                    if _excluded(geo, state, out, excluders, trio, common, allowed, 3):
                        return True
    return False


@inner
def _find_excluders(geo: Geometry, state: State, excluders: Int64s, cell: int, degree: int) -> bool:
    first = cell * (geo.peers.shape[1] + 1)
    excluders[first] = 0
    for i in range(geo.peers.shape[1]):
        peer = geo.peers[cell, i]
        if peer < 0:
            break
        count = popcount(state.marks[peer])
        if count == 1:
            return False
        if 2 <= count <= degree:
            excluders[first] += 1
            excluders[first + excluders[first]] = peer
    return bool(excluders[first] > 0)


@inner
def _excluded(
    geo: Geometry,
    state: State,
    out: StepRecord,
    excluders: Int64s,
    trio: Int64s,
    common: Int64s,
    allowed: Int64s,
    degree: int,
) -> bool:
    """Whether some digit of the cells is in no allowed combination.

    common, allowed: room for the digits of the common excluders, and for those of each cell.
    """
    many = 0
    first = trio[0] * (geo.peers.shape[1] + 1)
    for i in range(excluders[first]):
        cell = excluders[first + i + 1]
        if geo.sees[cell, trio[1]] and (degree == 2 or geo.sees[cell, trio[2]]):
            common[many] = state.marks[cell]
            many += 1
    if many < 2:
        return False
    n = geo.n
    for part in range(degree):
        allowed[part] = 0
    third = n if degree == 3 else 1
    for a in range(n):
        if not has(state, trio[0], a):
            continue
        for b in range(n):
            if not has(state, trio[1], b) or (a == b and geo.sees[trio[0], trio[1]]):
                continue
            pair = (np.int64(1) << a) | (np.int64(1) << b)
            for c in range(third):
                chosen = pair
                if degree == 3:
                    if not has(state, trio[2], c):
                        continue
                    if c == a and geo.sees[trio[0], trio[2]]:
                        continue
                    if c == b and geo.sees[trio[1], trio[2]]:
                        continue
                    chosen |= np.int64(1) << c
                if _empties(common, many, chosen):
                    continue
                allowed[0] |= np.int64(1) << a
                allowed[1] |= np.int64(1) << b
                allowed[2] |= np.int64(1) << c
    begin(out, ALIGNED_PAIR if degree == 2 else ALIGNED_TRIPLET)
    for part in range(degree):
        for d in range(n):
            if has(state, trio[part], d) and not allowed[part] >> d & 1:
                strike(out, trio[part] * n + d)
    return out.count > 0


@inner
def _empties(common: Int64s, many: int, chosen: np.int64) -> bool:
    """Whether the chosen digits leave some common excluder without a digit."""
    for i in range(many):
        if common[i] & ~chosen == 0:
            return True
    return False
