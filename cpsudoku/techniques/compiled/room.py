"""Rooms: the memory that compiled searches work in, for one board."""

from __future__ import annotations

import os
from bisect import bisect
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import accumulate
from queue import LifoQueue
from typing import Any

import numpy as np

from cpsudoku.core.board import Board
from cpsudoku.runtime import system
from cpsudoku.techniques.compiled.codes import house_order
from cpsudoku.techniques.compiled.records import (
    ChainRoom,
    Geometry,
    Room,
    Way,
    sizes_of,
    type_of,
)

BOX, COLUMN, ROW, OTHER = range(4)  # kinds of house, in the order in which they are searched
KINDS = {"BOX": BOX, "COLUMN": COLUMN, "ROW": ROW, "OTHER": OTHER}


def small_room(board: Board) -> Room:
    """A new room for steps that need no chain."""
    room: Room = _room(board, Room)
    return room


def new_way() -> Way:
    """A way that has no steps yet."""
    way: Way = np.zeros(1, type_of(Way))[0]
    return way


@contextmanager
def large_room(board: Board) -> Iterator[ChainRoom]:
    """A room for chains, which belongs to the caller until the block ends.

    A 9x9 room takes up to 100 MB and a 16x16 room 500 MB. Therefore there are about as many as
    cores, and they are used again; a thread waits for a free one. Never yield inside the block,
    and never ask for a second room there.
    """
    slot = _slots.get()
    try:
        if slot.board != board:
            slot.room = None  # before the new one is made
            slot.room, slot.board = _room(board, ChainRoom), board
        assert slot.room is not None
        yield slot.room
    finally:
        _slots.put(slot)


class _Slot:
    """The place of one large room."""

    def __init__(self) -> None:
        self.board: Board | None = None
        self.room: ChainRoom | None = None


def _empty_slots() -> None:
    """An empty slot for each core; the one used last comes first, since its memory is warm."""
    global _slots
    _slots = LifoQueue()
    for _ in range(max(2, os.cpu_count() or 1)):
        _slots.put(_Slot())


_slots: LifoQueue[_Slot]
_empty_slots()
system.in_forked_child(_empty_slots)  # rooms in use at a fork never come back in it


def _room(board: Board, record: type) -> Any:
    geo = geometry_of(board)
    room = np.zeros(1, type_of(record, sizes_of(geo)))[0]
    room.geo = geo
    return room


@lru_cache(maxsize=4)
def geometry_of(board: Board) -> Geometry:
    """The geometry of a board; it is copied, never written to."""
    n = board.size
    order = house_order(board)
    kinds = [0, *accumulate(map(len, (board.regions, board.columns, board.rows, board.extras)))]
    houses = [board.houses[h].cells for h in order]
    number = {h: i for i, h in enumerate(order)}
    turn = {BOX: 0, ROW: 1, COLUMN: 2, OTHER: 3}
    of = [
        sorted(map(number.__getitem__, hs), key=lambda h: (turn[bisect(kinds, h) - 1], h))
        for hs in board.houses_of
    ]
    peers = [
        list(dict.fromkeys(p for h in hs for p in houses[h] if p != cell))
        for cell, hs in enumerate(of)
    ]
    sizes = n, len(houses), max(map(len, of)), max(map(len, peers))
    geo: Geometry = np.zeros(1, type_of(Geometry, sizes))[0]
    geo.n = n
    geo.cells[:] = houses
    geo.kinds[:] = kinds
    geo.of[:], geo.at[:], geo.peers[:] = -1, -1, -1
    for cell, hs in enumerate(of):
        geo.of[cell, : len(hs)] = hs
        geo.at[cell, : len(hs)] = [houses[h].index(cell) for h in hs]
        geo.peers[cell, : len(peers[cell])] = peers[cell]
        geo.sees[cell, peers[cell]] = 1
    sets = [set(house) for house in houses]
    geo.cross[:] = [[sum(1 << i for i, c in enumerate(a) if c in b) for b in sets] for a in houses]
    return geo
