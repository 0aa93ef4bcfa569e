"""Aligned pair and triplet exclusion as Sudoku Explainer 1.2.1 looks for them."""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.basic import begin, strike
from cpsudoku.techniques.compiled.codes import ALIGNED_PAIR, ALIGNED_TRIPLET
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.records import Bits, Found, Geometry, Int16s, State, UInt32s
from cpsudoku.techniques.compiled.state import has, popcount


@inner
def aligned(geo: Geometry, state: State, out: Found, degree: int) -> bool:
    """The first 2 or 3 cells with a digit that occurs in no allowed combination."""
    cells = state.marks.shape[0]
    excluders = np.zeros((cells, geo.peers.shape[1] + 1), np.int16)  # their number comes first
    base = np.zeros(cells, np.int16)
    is_base = np.zeros(cells, np.uint8)
    many = 0
    for cell in range(cells):
        if popcount(state.marks[cell]) >= 2 and _find_excluders(
            geo, state, excluders, cell, degree
        ):
            base[many] = cell
            is_base[cell] = 1
            many += 1
    trio = np.zeros(3, np.int16)
    for high in range(1, many):
        for low in range(high):
            trio[0], trio[1] = base[low], base[high]
            if degree == 2:
                if _excluded(geo, state, out, excluders, trio, 2):
                    return True
                continue
            seen = np.zeros(cells, np.uint8)
            for part in range(2):
                for i in range(excluders[trio[part], 0]):
                    tail = excluders[trio[part], i + 1]
                    if seen[tail] or not is_base[tail] or tail in (trio[0], trio[1]):
                        continue
                    seen[tail] = 1
                    trio[2] = tail
                    if _excluded(geo, state, out, excluders, trio, 3):
                        return True
    return False


@inner
def _find_excluders(geo: Geometry, state: State, excluders: Int16s, cell: int, degree: int) -> bool:
    excluders[cell, 0] = 0
    for i in range(geo.peers.shape[1]):
        peer = geo.peers[cell, i]
        if peer < 0:
            break
        count = popcount(state.marks[peer])
        if count == 1:
            return False
        if 2 <= count <= degree:
            excluders[cell, 0] += 1
            excluders[cell, excluders[cell, 0]] = peer
    return bool(excluders[cell, 0] > 0)


@inner
def _excluded(
    geo: Geometry, state: State, out: Found, excluders: Int16s, trio: Int16s, degree: int
) -> bool:
    common = np.zeros(geo.peers.shape[1], np.uint32)  # the digits of the common excluders
    many = 0
    for i in range(excluders[trio[0], 0]):
        cell = excluders[trio[0], i + 1]
        if geo.sees[cell, trio[1]] and (degree == 2 or geo.sees[cell, trio[2]]):
            common[many] = state.marks[cell]
            many += 1
    if many < 2:
        return False
    n = geo.n
    allowed = np.zeros(3, np.uint32)
    third = n if degree == 3 else 1
    for a in range(n):
        if not has(state, trio[0], a):
            continue
        for b in range(n):
            if not has(state, trio[1], b) or (a == b and geo.sees[trio[0], trio[1]]):
                continue
            pair = (np.uint32(1) << np.uint32(a)) | (np.uint32(1) << np.uint32(b))
            for c in range(third):
                chosen = pair
                if degree == 3:
                    if not has(state, trio[2], c):
                        continue
                    if c == a and geo.sees[trio[0], trio[2]]:
                        continue
                    if c == b and geo.sees[trio[1], trio[2]]:
                        continue
                    chosen |= np.uint32(1) << np.uint32(c)
                if _empties(common, many, chosen):
                    continue
                allowed[0] |= np.uint32(1) << np.uint32(a)
                allowed[1] |= np.uint32(1) << np.uint32(b)
                allowed[2] |= np.uint32(1) << np.uint32(c)
    begin(out, ALIGNED_PAIR if degree == 2 else ALIGNED_TRIPLET)
    for part in range(degree):
        for d in range(n):
            if has(state, trio[part], d) and not (allowed[part] >> np.uint32(d)) & np.uint32(1):
                strike(out, trio[part] * n + d)
    return out.count > 0


@inner
def _empties(common: UInt32s, many: int, chosen: Bits) -> bool:
    """Whether the chosen digits leave some common excluder without a digit."""
    for i in range(many):
        if common[i] & ~chosen == np.uint32(0):
            return True
    return False
