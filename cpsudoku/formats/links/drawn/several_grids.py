"""Sentences about one of the grids of a board that has several."""

from __future__ import annotations

import re
from functools import lru_cache

from cpsudoku.core.board import Board

_SCOPE = re.compile(r"^\W*in (?:the )?(?:grid|sudoku) (\d{1,2})\b[,:]? *")


@lru_cache(maxsize=16)
def grids_of(board: Board) -> tuple[frozenset[int], ...]:
    """The cells of each grid of a board, in the order of the grids; of one grid, all cells."""
    rows = [set(house.cells) for house in board.houses if house.kind == "row"]
    size = board.size
    if len(rows) <= size or len(rows) % size:
        return (frozenset(range(len(board))),)
    parts = (rows[start : start + size] for start in range(0, len(rows), size))
    return tuple(frozenset().union(*part) for part in parts)


def without_grid(text: str, board: Board) -> str:
    """A sentence in lower case without the name of its grid, if the board has this grid."""
    return _SCOPE.sub("", text) if cells_of_grid(text, board) is not None else text


def cells_of_grid(text: str, board: Board) -> frozenset[int] | None:
    """The cells of the grid that a sentence is about, or None if it names none of the board."""
    found, grids = _SCOPE.match(text), grids_of(board)
    if found is None or not 1 <= int(found[1]) <= len(grids) or len(grids) < 2:
        return None
    return grids[int(found[1]) - 1]
