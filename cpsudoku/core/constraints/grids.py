"""The grids of a board, as rows of cells, for rules such as diagonals and windows."""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.core.board import Board

Cells = tuple[int, ...]
Rows = tuple[Cells, ...]  # the cells of a grid, row by row


@lru_cache(maxsize=64)
def grids_of(board: Board) -> tuple[Rows, ...]:
    """The grids of a board: the whole board if it is one rectangle, or its overlapping grids.

    An overlapping grid is a square whose rows and columns are houses.
    """
    at = board.cell_at
    is_rectangle = len(board) == board.height * board.width
    if is_rectangle and max(board.height, board.width) <= board.size:
        return (tuple(tuple(at[r, c] for c in range(board.width)) for r in range(board.height)),)
    rows, columns = _starts(board, "row"), _starts(board, "column")
    sides = range(board.size)
    return tuple(
        tuple(tuple(at[top + r, left + c] for c in sides) for r in sides)
        for top, left in sorted(rows & columns)
        if all((top + i, left) in rows and (top, left + i) in columns for i in sides)
    )


def squares_of(board: Board) -> tuple[Rows, ...]:
    """The grids that have as many rows as columns."""
    return tuple(rows for rows in grids_of(board) if len(rows) == len(rows[0]))


def _starts(board: Board, kind: str) -> set[tuple[int, int]]:
    """The places where the houses of a kind begin."""
    return {board.row_column(house.cells[0]) for house in board.houses if house.kind == kind}
