"""What never changes for a board, as lists: the fields of ``records.Geometry``."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.techniques.compiled.codes import CLASSIC, GENERAL, SUKAKU, house_order
from cpsudoku.techniques.compiled.ground import Ground
from cpsudoku.techniques.compiled.record_fields import Sizes
from cpsudoku.techniques.compiled.records import MOST_FAMILIES, MOST_JUMPS, MOST_NEAR, MOST_TURNS

BOX, COLUMN, ROW, OTHER = range(4)  # kinds of house, in the order in which they are searched
KINDS = {"BOX": BOX, "COLUMN": COLUMN, "ROW": ROW, "OTHER": OTHER}
# Grounds of 9x9 cells have one size, so that the programs are compiled once for all of them.
HOUSES, PER_CELL, PEERS = 56, 10, 80
Lists = dict[str, Any]


@lru_cache(maxsize=4)
def lists_of(board: Board | Ground) -> Lists:
    """The fields by name, without ``n``; they are never written to."""
    return _lists_of_ground(board) if isinstance(board, Ground) else _lists_of_board(board)


def _lists_of_board(board: Board) -> Lists:
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
    return {
        **_common(houses, of, peers),
        "kinds": kinds,
        "families": _filled(kinds, MOST_FAMILIES + 1, kinds[-1]),
        "turns": _turns(kinds, 3),
        "jumps": [[-1] * (MOST_JUMPS + 1)] * len(peers),
        "linked": [0] * len(peers),
        "near": [[-1] * MOST_NEAR] * len(peers),
        "windows": -1,
        "style": CLASSIC,
    }


def _lists_of_ground(ground: Ground) -> Lists:
    """The fields for the cells of a ground; those of 9x9 cells are filled up to one size."""
    families = [0, *accumulate(map(len, ground.families))]
    houses = [house for family in ground.families for house in family]
    cells = ground.size**2
    of = [[-1] * len(ground.families) for _ in range(cells)]
    for h, house in enumerate(houses):
        for cell in house:
            of[cell][bisect(families, h) - 1] = h
    of = [[hs[BOX], hs[ROW], hs[COLUMN], *hs[OTHER:]] for hs in of]
    jumps = ground.jumps
    peers = [
        list(
            dict.fromkeys(
                (
                    *sorted({p for h in hs[:OTHER] if h >= 0 for p in houses[h]}),
                    *(p for h in hs[OTHER:] if h >= 0 for p in houses[h]),
                    *ground.looks(cell),
                )
            )
        )
        for cell, hs in enumerate(of)
    ]
    for cell, seen in enumerate(peers):
        seen.remove(cell)
    is_nine = ground.size == 9
    most = max(map(len, peers))
    return {
        **_common(
            [*houses, *[(0,) * ground.size] * (HOUSES - len(houses) if is_nine else 0)],
            [_filled(hs, max(PER_CELL, len(hs)) if is_nine else len(hs), -1) for hs in of],
            [_filled(seen, max(PEERS, most) if is_nine else most, -1) for seen in peers],
        ),
        "kinds": [*families[: OTHER + 1], families[-1]],
        "families": _filled(families, MOST_FAMILIES + 1, families[-1]),
        "turns": _turns(families, len(ground.families)),
        "jumps": [_filled(list(to), MOST_JUMPS + 1, -1) for to in jumps],
        "linked": list(ground.linked),
        "near": [_filled(list(to), MOST_NEAR, -1) for to in ground.near],
        "windows": ground.windows,
        "style": GENERAL if ground.is_general else SUKAKU,
    }


def _common(houses: Sequence[Sequence[int]], of: list[list[int]], peers: list[list[int]]) -> Lists:
    sets = [set(house) for house in houses]
    seen = [set(each) for each in peers]
    return {
        "cells": [list(house) for house in houses],
        "of": _padded(of),
        "at": _padded(
            [[houses[h].index(cell) if h >= 0 else -1 for h in hs] for cell, hs in enumerate(of)]
        ),
        "peers": _padded(peers),
        "sees": [[int(other in each) for other in range(len(peers))] for each in seen],
        "cross": [[sum(1 << i for i, c in enumerate(a) if c in b) for b in sets] for a in houses],
    }


def _turns(starts: list[int], families: int) -> list[list[int]]:
    """The pairs of kinds of house that locked candidates connect, in their order.

    Without boxes there are none. Otherwise each kind that fills the board, such as disjoint groups,
    is paired with columns, rows, boxes and the kinds before it.
    """
    found: list[tuple[int, int]] = []
    size = starts[BOX + 1] - starts[BOX]
    if size:
        found += [(BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)]
    filling = [f for f in range(OTHER, families) if size and starts[f + 1] - starts[f] == size > 1]
    for f in filling:
        found += [(f, COLUMN), (f, ROW), (COLUMN, f), (ROW, f), (BOX, f), (f, BOX)]
    found += [pair for f in filling for g in filling if f > g for pair in ((f, g), (g, f))]
    rows = [[starts[f], starts[f + 1], starts[g], starts[g + 1]] for f, g in found[:MOST_TURNS]]
    return rows + [[0] * 4] * (MOST_TURNS - len(rows))


def sizes_of(lists: Lists) -> Sizes:
    """The sizes of a geometry."""
    cells = lists["cells"]
    return len(cells[0]), len(cells), len(lists["of"][0]), len(lists["peers"][0])


def _padded(rows: list[list[int]]) -> list[list[int]]:
    """Rows of one length, filled up with -1."""
    length = max(map(len, rows))
    return [row + [-1] * (length - len(row)) for row in rows]


def _filled(row: list[int], length: int, value: int) -> list[int]:
    """A row of a length, filled up with a value."""
    return row + [value] * (length - len(row))
