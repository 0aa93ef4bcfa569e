"""The same searches without a compiler: their source, rewritten for lists and run by Python.

Numba takes seconds before the first call. Python is a hundred times slower, but it begins at once,
and a puzzle up to ER 7 takes it a fraction of a second. The functions are those of the compiled
modules, so both give the same answers. ``plain_source`` rewrites what Python cannot do with lists.
``popcount``, ``lowest``, ``filled`` and ``scrambled`` are replaced by what Python has. Bits are
only inverted to be removed from other bits, so it does not matter that the inverted number is
negative.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import prod
from typing import Any, NamedTuple, ParamSpec, TypeVar

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.runtime.compiled.plain_source import Functions, functions_of
from cpsudoku.runtime.deadline import look
from cpsudoku.techniques.compiled import codes
from cpsudoku.techniques.compiled.geometry import KINDS, lists_of, sizes_of
from cpsudoku.techniques.compiled.ground import Ground
from cpsudoku.techniques.compiled.record_fields import Sizes, fields_of
from cpsudoku.techniques.compiled.records import ARRAYS, ChainRoom, Room, Way

P = ParamSpec("P")
T = TypeVar("T")
_MODULES = (
    *("state", "striking", "basic", "locked", "aligned", "unique", "graves", "chains", "single"),
    *("pools", "runs", "proof_nodes", "proofs", "rater"),
)
_LONG = 10_000  # numbers; the rows of a larger array are made when they are used
_MASK = (1 << 64) - 1
_NUMBERS = (int, float)


def _scrambled(x: int) -> int:
    z = (x * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & _MASK
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


_REPLACED: Functions = {
    "NamedTuple": NamedTuple,
    "load": None,
    "popcount": int.bit_count,
    "lowest": lambda mask: (mask & -mask).bit_length() - 1,
    "filled": lambda size, value: [value] * size,
    "scrambled": _scrambled,
}


# Each search for chains calls one of these again and again. They look at the deadline first.
_LOOKING = ("find_cycles", "find_contradiction", "begin_run", "spread")


@cache
def functions() -> Functions:
    """The functions of the compiled modules by name."""
    names: Functions = {name: value for name, value in vars(codes).items() if name.isupper()}
    known = functions_of(__file__, _MODULES, names | KINDS | _REPLACED)
    known.update({name: _looking(known[name]) for name in _LOOKING})
    return known


def _looking(function: Callable[P, T]) -> Callable[P, T]:
    def look_first(*arguments: P.args, **named: P.kwargs) -> T:
        look()
        return function(*arguments, **named)

    return look_first


class _Record:
    """The fields of a record as attributes."""


class _Rows(dict[int, object]):
    """A long array, whose items are made when they are first used."""

    def __init__(self, make: Callable[[], object], length: int) -> None:
        self._make, self._length = make, length

    def __missing__(self, row: int) -> object:
        made = self[row] = self._make()
        return made

    def __len__(self) -> int:
        return self._length


def _made(item: type, sizes: Sizes, shape: Sequence[int] = ()) -> Any:
    """An empty value of a type of ``records``, made of numbers, lists and objects."""
    if shape:
        length, *widths = shape

        def make() -> object:
            return _made(item, sizes, widths)

        is_long = item not in _NUMBERS or prod(shape) >= _LONG
        return _Rows(make, length) if is_long else [make() for _ in range(length)]
    if item in _NUMBERS:
        return 0
    record = _Record()
    for name, each, lengths in _fields(item, sizes):
        setattr(record, name, _made(each, sizes, lengths))
    return record


@cache
def _fields(record: type, sizes: Sizes) -> list[tuple[str, type, tuple[int, ...]]]:
    return [*fields_of(record, dict.fromkeys(ARRAYS, int), sizes)]


@lru_cache(maxsize=4)
def _geometry(board: Board | Ground) -> object:
    lists = _Record()
    for name, value in (lists_of(board) | {"n": board.size}).items():
        setattr(lists, name, value)
    return lists


def _room(board: Board | Ground, record: type) -> Any:
    sizes = sizes_of(lists_of(board))
    room = _Record()
    for name, item, shape in _fields(record, sizes):
        setattr(room, name, _geometry(board) if name == "geo" else _made(item, sizes, shape))
    return room


def small_room(candidates: Candidates, ground: Ground | None = None) -> Room:
    """A new room for steps that need no chain, with these candidates."""
    room: Room = _room(ground or candidates.board, Room)
    load(room, candidates)
    return room


class _Kept(threading.local):
    """The large room of a thread."""

    board: Board | Ground | None = None
    room: ChainRoom | None = None


_kept = _Kept()


def large_room(board: Board | Ground) -> ChainRoom:
    """The room of this thread for chains. The next call uses it again."""
    if _kept.room is None or _kept.board != board:
        _kept.board, _kept.room = board, _room(board, ChainRoom)
    return _kept.room


def load(room: Any, candidates: Candidates) -> None:
    """Put candidates into the state of a room."""
    room.state.marks = list(candidates.marks)
    room.state.values = [digit - 1 for digit in candidates.cells]


def new_way() -> Way:
    """A way that has no steps yet."""
    way: Way = _made(Way, (0, 0, 0, 0))
    return way
