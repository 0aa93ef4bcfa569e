"""Candidates in compiled code: read, delete and place them."""

from __future__ import annotations

import numpy as np

from cpsudoku.core.candidates import Candidates
from cpsudoku.techniques.compiled.arrays import Bits, Int64s
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.geometry import OTHER
from cpsudoku.techniques.compiled.records import ChainRoom, Geometry, Room, State


def load(room: Room | ChainRoom, candidates: Candidates) -> None:
    """Put candidates into the state of a room. Each search completes it."""
    state = room.state
    state.marks[:] = candidates.marks
    state.values[:] = np.frombuffer(candidates.cells, np.uint8).astype(np.int8) - 1


@inner
def complete(geo: Geometry, state: State) -> None:
    """Work out ``places`` and ``empty`` of a state from its marks and values."""
    for h in range(geo.kinds[OTHER + 1]):
        empty = 0
        for d in range(geo.n):
            state.places[h, d] = 0
        for i in range(geo.n):
            cell = geo.cells[h, i]
            if state.values[cell] < 0:
                empty += 1
            for d in range(geo.n):
                if has(state, cell, d):
                    state.places[h, d] |= np.uint32(1) << np.uint32(i)
        state.empty[h] = empty


@inner
def is_full(state: State) -> bool:
    """Whether every cell has a digit."""
    for cell in range(state.values.shape[0]):
        if state.values[cell] < 0:
            return False
    return True


@inner
def popcount(mask: Bits) -> int:
    """The number of bits of a uint32."""
    x = np.uint32(mask)
    x = x - ((x >> np.uint32(1)) & np.uint32(0x55555555))
    x = (x & np.uint32(0x33333333)) + ((x >> np.uint32(2)) & np.uint32(0x33333333))
    x = (x + (x >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    return int(np.uint32(x * np.uint32(0x01010101)) >> np.uint32(24))


@inner
def lowest(mask: Bits) -> int:
    """The number of the lowest bit of a uint32 that is not 0."""
    x = np.uint32(mask)
    return popcount((x & (np.uint32(0) - x)) - np.uint32(1))


@inner
def filled(size: int, value: int) -> Int64s:
    """An array of a number. All arrays of a search are int64, since each type costs compilation."""
    array = np.zeros(size, np.int64)
    if value != 0:
        for i in range(size):
            array[i] = value
    return array


@inner
def has(state: State, cell: int, digit: int) -> bool:
    """Whether a digit is a candidate of a cell."""
    return bool((state.marks[cell] >> np.uint32(digit)) & np.uint32(1) != 0)


@inner
def remove(geo: Geometry, state: State, cell: int, digit: int) -> None:
    """Delete a candidate."""
    state.marks[cell] &= ~(np.uint32(1) << np.uint32(digit))
    for k in range(geo.of.shape[1]):
        h = geo.of[cell, k]
        if h >= 0:
            state.places[h, digit] &= ~(np.uint32(1) << np.uint32(geo.at[cell, k]))


@inner
def place(geo: Geometry, state: State, cell: int, digit: int) -> None:
    """Fill a cell, and delete its digit from the peers."""
    for d in range(geo.n):
        if has(state, cell, d):
            remove(geo, state, cell, d)
    state.values[cell] = digit
    for k in range(geo.of.shape[1]):
        h = geo.of[cell, k]
        if h >= 0:
            state.empty[h] -= 1
            for i in range(geo.n):
                other = geo.cells[h, i]
                if has(state, other, digit):
                    remove(geo, state, other, digit)
    for k in range(geo.jumps.shape[1]):
        other = geo.jumps[cell, k]
        if other < 0:
            break
        if has(state, other, digit):
            remove(geo, state, other, digit)
    for k in range(geo.near.shape[1]):
        other = geo.near[cell, k]
        if other < 0:
            break
        if digit + 1 < geo.n and has(state, other, digit + 1):
            remove(geo, state, other, digit + 1)
        if digit > 0 and has(state, other, digit - 1):
            remove(geo, state, other, digit - 1)


@inner
def copy_state(source: State, target: State) -> None:
    """Make a state equal to another."""
    for cell in range(source.values.shape[0]):
        target.values[cell] = source.values[cell]
    for h in range(source.empty.shape[0]):
        target.empty[h] = source.empty[h]
    copy_candidates(source, target)


@inner
def copy_candidates(source: State, target: State) -> None:
    """Give a state the candidates of another with the same values."""
    for cell in range(source.marks.shape[0]):
        target.marks[cell] = source.marks[cell]
    for h in range(source.places.shape[0]):
        for d in range(source.places.shape[1]):
            target.places[h, d] = source.places[h, d]
