"""The record of a step, and what it eliminates."""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.arrays import Bits, Int64s
from cpsudoku.techniques.compiled.codes import (
    RATINGS,
)
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.records import Geometry, State, StepRecord
from cpsudoku.techniques.compiled.state import filled, has


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
