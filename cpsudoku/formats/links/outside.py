"""Places outside the grid, and the cells that a clue there sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.core.board import Board

Place = tuple[int, int]  # row and column from 0; -1 and the size are outside

STRAIGHT: tuple[Place, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL: tuple[Place, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def cells_ahead(board: Board, start: Place, step: Place) -> tuple[int, ...]:
    """The cells that a clue outside the grid sees in a direction, the nearest first.

    There are none if the clue has no direction, as one at a corner.
    """

    def walk() -> Iterator[int]:
        r, c = start
        while any(step) and (r := r + step[0], c := c + step[1]) in board.cell_at:
            yield board.cell_at[r, c]

    return tuple(walk())


def places_that_see(
    board: Board, cells: Sequence[int], steps: Sequence[Place]
) -> Iterator[tuple[Place, Place]]:
    """Each place outside with a step of ``steps`` from which exactly these cells are seen."""
    r, c = board.row_column(cells[0])
    for down, across in steps:
        start = r - down, c - across
        is_outside = start not in board.cell_at
        if is_outside and cells_ahead(board, start, (down, across)) == tuple(cells):
            yield start, (down, across)
