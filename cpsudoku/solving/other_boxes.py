"""Boxes of the other direction: the most common mistake in reading a 6x6 puzzle."""

from __future__ import annotations

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status
from cpsudoku.solving.settling import settle

PATIENCE = Limit(seconds=5.0)


def with_other_boxes(puzzle: Puzzle, limit: Limit = PATIENCE) -> tuple[Puzzle, Status] | None:
    """The puzzle with boxes of the other direction, such as 3x2 for 2x3, and its status.

    Returns None if the boxes are square, for a full grid, and for a puzzle with further rules.
    """
    rows, columns = puzzle.board.box_shape or (0, 0)
    if rows == columns or puzzle.constraints or puzzle.givens.is_complete:
        return None
    other = Puzzle(Grid(puzzle.givens.cells, Board.boxes(columns, rows)))
    return other, settle(other, limit=limit).status
