"""Candidates in compiled code: read, delete and place them."""

from __future__ import annotations

import numpy as np

from cpsudoku.core.candidates import Candidates
from cpsudoku.techniques.compiled.compile import entry, inner
from cpsudoku.techniques.compiled.records import Bits, ChainRoom, Geometry, Room, State


def load(room: Room | ChainRoom, candidates: Candidates) -> None:
    """Put candidates into the state of a room."""
    state = room.state
    state.marks[:] = candidates.marks
    state.values[:] = np.frombuffer(candidates.cells, np.uint8).astype(np.int8) - 1
    complete(room.geo, state)


@entry
def complete(geo: Geometry, state: State) -> None:
    """Work out ``places`` and ``empty`` of a state from its marks and values."""
    state.places[:] = 0
    state.empty[:] = 0
    for h in range(geo.cells.shape[0]):
        for i in range(geo.n):
            cell = geo.cells[h, i]
            if state.values[cell] < 0:
                state.empty[h] += 1
            for d in range(geo.n):
                if has(state, cell, d):
                    state.places[h, d] |= np.uint32(1) << np.uint32(i)


@inner
def popcount(mask: Bits) -> int:
    """The number of bits of a uint32."""
    x = np.uint32(mask)
    x = x - ((x >> np.uint32(1)) & np.uint32(0x55555555))
    x = (x & np.uint32(0x33333333)) + ((x >> np.uint32(2)) & np.uint32(0x33333333))
    x = (x + (x >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    return int(np.int64(np.uint32(x * np.uint32(0x01010101)) >> np.uint32(24)))


@inner
def lowest(mask: Bits) -> int:
    """The number of the lowest bit of a uint32 that is not 0."""
    x = np.uint32(mask)
    return popcount((x & (np.uint32(0) - x)) - np.uint32(1))


@inner
def has(state: State, cell: int, digit: int) -> bool:
    """Whether a digit is a candidate of a cell."""
    return bool((state.marks[cell] >> np.uint32(digit)) & np.uint32(1) != np.uint32(0))


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


@inner
def copy_state(source: State, target: State) -> None:
    """Make a state equal to another."""
    target.marks[:] = source.marks
    target.values[:] = source.values
    target.places[:] = source.places
    target.empty[:] = source.empty


@inner
def copy_candidates(source: State, target: State) -> None:
    """Give a state the candidates of another with the same values."""
    target.marks[:] = source.marks
    target.places[:] = source.places
