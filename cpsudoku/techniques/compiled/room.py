"""The memory of the compiled code: one record for a board, with every array it works on.

A record is passed to compiled functions as one pointer, and its shapes are constants there; dozens
of separate arrays took Numba minutes to compile. Digits count from 0. Sets of digits, and of
places in a house, are bits of a uint32.

A *candidate* that goes into a record of a step is cell * n + digit. Inside a search, candidates
are numbered as they stand, cell by cell, digits ascending, and a *node* is 2 * number + 1 for "it
is true", 2 * number for "it is false".
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from queue import LifoQueue
from typing import Any

import numpy as np

from cpsudoku.core.candidates import Board, Candidate

BOX, COLUMN, ROW, OTHER = range(4)  # kinds of house, in the order in which they are searched
HEAD = 9  # numbers of a step's record before its candidates
TRACE_ROWS = 1000  # steps of a way through a puzzle
MOST_CANDIDATES = 2048  # what chains have room for; a 16x16 puzzle has some 1,000
Field = tuple[str, Any, tuple[int, ...]] | tuple[str, Any]


def _geo(n: int, houses: int, per_cell: int, peers: int) -> list[Field]:
    """What never changes.

    Houses: boxes first, then columns, then rows, then others, so that a kind is a range from
    ``kinds[kind]``. ``of`` the houses of a cell in the order box, row, column, others, -1 where
    fewer; ``at`` the place of the cell in each; ``peers`` of a cell, house by house in that order
    without repeats, -1 where fewer; ``sees[a, b]``; ``cross[g, h]`` the places of house g that
    lie in h too.
    """
    cells = n * n
    return [
        ("n", np.int64),
        ("cells", np.int16, (houses, n)),
        ("kinds", np.int16, (5,)),
        ("of", np.int16, (cells, per_cell)),
        ("at", np.int16, (cells, per_cell)),
        ("peers", np.int16, (cells, peers)),
        ("sees", np.uint8, (cells, cells)),
        ("cross", np.uint32, (houses, houses)),
    ]


def _state(n: int, houses: int) -> list[Field]:
    """Candidates.

    ``marks`` the digits of a cell, 0 where it is filled; ``values`` its digit, or -1; ``places``
    where in a house a digit may go; ``empty`` the number of empty cells of a house.
    """
    return [
        ("marks", np.uint32, (n * n,)),
        ("values", np.int8, (n * n,)),
        ("places", np.uint32, (houses, n)),
        ("empty", np.int8, (houses,)),
    ]


def _links(n: int, per_cell: int, peers: int, most: int) -> list[Field]:
    """The candidates that stand, and the links between them.

    ``number[c, d]`` or -1; ``weak[a]`` what is false when a is true, those of its cell first
    (``weak_in_cell`` many); ``strong[a]`` what is true when a is false, likewise; the causes say
    where: 0 in the cell, 1 + k in house k of the cell.
    """
    wide = peers + n - 1
    return [
        ("many", np.int64),
        ("number", np.int16, (n * n, n)),
        ("cell", np.int16, (most,)),
        ("digit", np.int16, (most,)),
        ("weak", np.int16, (most, wide)),
        ("weak_cause", np.int8, (most, wide)),
        ("weak_n", np.int16, (most,)),
        ("weak_in_cell", np.int16, (most,)),
        ("strong", np.int16, (most, per_cell + 1)),
        ("strong_cause", np.int8, (most, per_cell + 1)),
        ("strong_n", np.int16, (most,)),
        ("strong_in_cell", np.int16, (most,)),
    ]


def _search(most: int, wide: int) -> list[Field]:
    """A breadth-first search along single links.

    For a true candidate: ``via`` the false one before it, and ``before`` the true one before
    that, -1 at the start. For a false one: ``source`` the true one before it. Stamps of ``clock``
    tell who was seen in which search. ``ends``: the last false candidate of a cycle, the true
    one before it, the number of nodes.
    """
    return [
        ("via", np.int16, (most,)),
        ("before", np.int16, (most,)),
        ("source", np.int16, (most,)),
        ("seen_true", np.int64, (most,)),
        ("seen_false", np.int64, (most,)),
        ("ancestor", np.int64, (most,)),
        ("queue", np.int16, (2 * most + 2,)),
        ("pairs", np.int16, (most * wide, 2)),
        ("ends", np.int16, (most * wide, 3)),
        ("nodes", np.int16, (2 * most + 2,)),
        ("flags", np.uint8, (most,)),
        ("gone", np.int16, (most,)),
        ("clock", np.int64),
    ]


def _runs(most: int, arena: int) -> list[Field]:
    """Runs by the number of their first node, and the nodes they know.

    ``known[r, v]`` 0 where run r does not hold node v, else 1, or 2 + where the link is that made
    it true (0 in the cell, 1 + k in house k); its parents are ``arena[parents_at:][:parents_n]``;
    ``nested`` the chain that it rests on, or -1. ``trues``, ``falses``: candidates in the order in
    which they were found. ``clash``: 1 where a run ended in a contradiction, then the node that
    was to be added, where its parents are, how many, the node that it clashes with, and what
    ``known`` would say of the first. ``top`` is the end of the arena, ``full`` 1 when it was too
    small.
    """
    nodes = 2 * most
    return [
        ("known", np.uint8, (nodes, nodes)),
        ("parents_at", np.int32, (nodes, nodes)),
        ("parents_n", np.int16, (nodes, nodes)),
        ("nested", np.int32, (nodes, nodes)),
        ("trues", np.int16, (nodes, most)),
        ("falses", np.int16, (nodes, most)),
        ("true_n", np.int16, (nodes,)),
        ("false_n", np.int16, (nodes,)),
        ("clash", np.int32, (nodes, 6)),
        ("arena", np.int16, (arena,)),
        ("top", np.int64),
        ("full", np.int64),
    ]


def _pool(rows: int, flat: int) -> list[Field]:
    """Steps to be nested in a larger proof, as columns; ``top`` counts rows and two flat lists.

    ``gone`` and ``parents`` hold candidates; ``same`` tells equal eliminations, ``chain`` equal
    chains.
    """
    return [
        ("rating", np.float64, (rows,)),
        ("nodes", np.int64, (rows,)),
        ("key", np.int64, (rows,)),
        ("gone_at", np.int64, (rows,)),
        ("gone_n", np.int64, (rows,)),
        ("parents_at", np.int64, (rows,)),
        ("parents_n", np.int64, (rows,)),
        ("same", np.uint64, (rows,)),
        ("chain", np.uint64, (rows,)),
        ("gone", np.int16, (flat,)),
        ("parents", np.int16, (flat,)),
        ("top", np.int64, (3,)),
    ]


def _hunt(most: int, nests: int) -> list[Field]:
    """A search through runs.

    ``best``: nodes and key of the best so far. ``marks`` stamp the nodes of one count, ``queue``
    holds them. ``branches``: the run and the node that each branch ends in, -1 for the one that
    a contradiction added last. ``nest_nodes``, ``nest_chain``: the nested chains that runs rest
    on, ``nest_top`` many; ``counted`` the marks of those counted for one proof. ``collect``: 1 to
    fill the pool, 0 to keep the best; ``base`` the rating that lengths are added to.
    """
    return [
        ("best", np.int64, (2,)),
        ("marks", np.int64, (2 * most,)),
        ("clock", np.int64),
        ("queue", np.int32, (2 * most + 1,)),
        ("branches", np.int64, (64, 2)),
        ("nest_nodes", np.int64, (nests,)),
        ("nest_chain", np.uint64, (nests,)),
        ("nest_top", np.int64),
        ("counted", np.uint64, (20_000,)),
        ("collect", np.int64),
        ("base", np.float64),
    ]


@lru_cache(maxsize=4)
def _small_type(n: int, houses: int, per_cell: int, peers: int) -> np.dtype[np.void]:
    geo, state = _geo(n, houses, per_cell, peers), _state(n, houses)
    return np.dtype([("geo", geo), ("state", state), ("table", np.int32, (1, HEAD + 6 * n * n))])


@lru_cache(maxsize=4)
def _large_type(n: int, houses: int, per_cell: int, peers: int) -> np.dtype[np.void]:
    most, state = min(n**3, MOST_CANDIDATES), _state(n, houses)
    links = _links(n, per_cell, peers, most)
    return np.dtype(
        [
            ("geo", _geo(n, houses, per_cell, peers)),
            ("state", state),
            ("now", state),
            ("deep", state),
            ("links", links),
            ("sublinks", links),
            ("search", _search(most, peers + n - 1)),
            ("runs", _runs(most, 6_000_000)),
            ("subruns", _runs(most, 6_000_000)),
            ("pool", _pool(60_000, 600_000)),
            ("hunt", _hunt(most, 400_000)),
            ("table", np.int32, (400, HEAD + 6 * n * n)),
            ("proof", np.int32, (2_000_000,)),
        ]
    )


def small_room(board: Board) -> Any:
    """A new record for steps that need no chain: ``geo``, ``state``, a ``table`` of one step."""
    return _room(board, _small_type)


@contextmanager
def large_room(board: Board) -> Iterator[Any]:
    """The record for chains: ``state`` to begin with, a ``table`` of steps, a ``proof``.

    It is the caller's alone until the block ends. A 9x9 room takes up to 100 MB and a 16x16 one
    500 MB, so there are about as many as cores, which are used again; a thread waits for a free
    one. Never yield inside the block, and never ask for a second room there.
    """
    slot = _slots.get()
    try:
        if slot.board != board:
            slot.room = None  # before the new one is made
            slot.room, slot.board = _room(board, _large_type), board
        yield slot.room
    finally:
        _slots.put(slot)


class _Slot:
    """The place of one large room."""

    def __init__(self) -> None:
        self.board: Board | None = None
        self.room: Any = None


def _empty_slots() -> None:
    """An empty slot for each core; the one used last comes first, since its memory is warm."""
    global _slots
    _slots = LifoQueue()
    for _ in range(max(2, os.cpu_count() or 1)):
        _slots.put(_Slot())


_slots: LifoQueue[_Slot]
_empty_slots()
if hasattr(os, "register_at_fork"):  # rooms in use at a fork never come back in the child
    os.register_at_fork(after_in_child=_empty_slots)


def effect_of(record: list[int], size: int) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    """What the record of a step places, and what it eliminates, ascending; digits from 1."""
    placed = ((record[2], record[3] + 1),) if record[2] >= 0 else ()
    gone = sorted(record[HEAD : HEAD + record[4]])
    return placed, tuple((at // size, at % size + 1) for at in gone)


def _room(board: Board, type_of: Any) -> Any:
    geo = _geo_of(board)
    sizes = int(geo["n"]), len(geo["cells"]), geo["of"].shape[1], geo["peers"].shape[1]
    room = np.zeros(1, type_of(*sizes))[0]
    room["geo"] = geo
    return room


@lru_cache(maxsize=4)
def _geo_of(board: Board) -> Any:
    """What never changes in a room; it is copied, never written to."""
    n = board.size
    order = [*board.boxes, *board.columns, *board.rows, *range(3 * n, len(board.houses))]
    houses = [board.houses[h].cells for h in order]
    number = {h: i for i, h in enumerate(order)}
    turn = {BOX: 0, ROW: 1, COLUMN: 2, OTHER: 3}
    of = [
        sorted(map(number.__getitem__, hs), key=lambda h: (turn[min(h // n, OTHER)], h))
        for hs in board.houses_of
    ]
    peers = [
        list(dict.fromkeys(p for h in hs for p in houses[h] if p != cell))
        for cell, hs in enumerate(of)
    ]
    geo = np.zeros(1, _geo(n, len(houses), max(map(len, of)), max(map(len, peers))))[0]
    geo["n"], geo["cells"] = n, houses
    geo["kinds"] = [0, n, 2 * n, 3 * n, len(houses)]
    geo["of"], geo["at"], geo["peers"] = -1, -1, -1
    for cell, hs in enumerate(of):
        geo["of"][cell, : len(hs)] = hs
        geo["at"][cell, : len(hs)] = [houses[h].index(cell) for h in hs]
        geo["peers"][cell, : len(peers[cell])] = peers[cell]
        geo["sees"][cell, peers[cell]] = 1
    sets = [set(house) for house in houses]
    geo["cross"] = [[sum(1 << i for i, c in enumerate(a) if c in b) for b in sets] for a in houses]
    return geo
