"""Rooms: the memory that compiled searches work in, for one board."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from queue import LifoQueue
from typing import Any

import numpy as np

from cpsudoku.core.board import Board
from cpsudoku.runtime import system
from cpsudoku.techniques.compiled.arrays import TYPES
from cpsudoku.techniques.compiled.geometry import lists_of, sizes_of
from cpsudoku.techniques.compiled.ground import Ground
from cpsudoku.techniques.compiled.record_fields import Sizes, fields_of
from cpsudoku.techniques.compiled.records import ChainRoom, Geometry, Room, Way

_SCALARS = {int: np.int64, float: np.float64}


@lru_cache(maxsize=16)
def type_of(record: type, sizes: Sizes = (0, 0, 0, 0)) -> np.dtype[np.void]:
    """The dtype of a record for a board of these sizes."""
    fields = [*fields_of(record, TYPES, sizes)]
    hidden = [name for name, *_ in fields if hasattr(np.record, name)]
    assert not hidden, f"{record.__name__}: NumPy has an attribute named {hidden}"
    made = [(name, _type_of(item, sizes), shape) for name, item, shape in fields]
    return np.dtype((np.record, made))


def _type_of(item: Any, sizes: Sizes) -> object:
    """The type of a field of NumPy."""
    if issubclass(item, np.generic):
        return item
    scalar = _SCALARS.get(item)
    return type_of(item, sizes) if scalar is None else scalar


def small_room(board: Board | Ground) -> Room:
    """A new room for steps that need no chain."""
    room: Room = _room(board, Room)
    return room


def new_way() -> Way:
    """A way that has no steps yet."""
    way: Way = np.zeros(1, type_of(Way))[0]
    return way


@contextmanager
def large_room(board: Board | Ground) -> Iterator[ChainRoom]:
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
        self.board: Board | Ground | None = None
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


def _room(board: Board | Ground, record: type) -> Any:
    room = np.zeros(1, type_of(record, sizes_of(lists_of(board))))[0]
    room.geo = geometry_of(board)
    return room


@lru_cache(maxsize=4)
def geometry_of(board: Board | Ground) -> Geometry:
    """The geometry of a board; it is copied, never written to."""
    lists = lists_of(board)
    geo: Geometry = np.zeros(1, type_of(Geometry, sizes_of(lists)))[0]
    geo.n = board.size
    for name, value in lists.items():
        if isinstance(value, int):
            setattr(geo, name, value)
        else:
            getattr(geo, name)[:] = value
    return geo
