"""What never changes for a board, as lists: the fields of ``records.Geometry``."""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache
from itertools import accumulate
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.techniques.compiled.codes import house_order
from cpsudoku.techniques.compiled.records import Sizes

BOX, COLUMN, ROW, OTHER = range(4)  # kinds of house, in the order in which they are searched
KINDS = {"BOX": BOX, "COLUMN": COLUMN, "ROW": ROW, "OTHER": OTHER}
Lists = dict[str, Any]


@lru_cache(maxsize=4)
def lists_of(board: Board) -> Lists:
    """The fields by name, without ``n``; they are never written to."""
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
    sets = [set(house) for house in houses]
    return {
        "cells": [list(house) for house in houses],
        "kinds": kinds,
        "of": _padded(of),
        "at": _padded([[houses[h].index(cell) for h in hs] for cell, hs in enumerate(of)]),
        "peers": _padded(peers),
        "sees": [[int(other in seen) for other in range(len(peers))] for seen in map(set, peers)],
        "cross": [[sum(1 << i for i, c in enumerate(a) if c in b) for b in sets] for a in houses],
    }


def sizes_of(lists: Lists) -> Sizes:
    """The sizes of a geometry."""
    cells = lists["cells"]
    return len(cells[0]), len(cells), len(lists["of"][0]), len(lists["peers"][0])


def _padded(rows: list[list[int]]) -> list[list[int]]:
    """Rows of one length, filled up with -1."""
    length = max(map(len, rows))
    return [row + [-1] * (length - len(row)) for row in rows]
