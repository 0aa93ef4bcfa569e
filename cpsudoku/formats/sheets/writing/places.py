"""Where the cells of a puzzle are on its sheet."""

from __future__ import annotations

from itertools import pairwise

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.sheets.reading.sheet_picture import Place


def place_in(puzzle: Puzzle, cell: int) -> Place:
    """The place of a cell on the sheet."""
    r, c = puzzle.board.row_column(cell)
    return puzzle.source.rows[r], puzzle.source.columns[c]


def is_block(puzzle: Puzzle) -> bool:
    """Whether the puzzle was read from a 27x27 block of candidates."""
    steps = {below - above for above, below in pairwise(puzzle.source.rows)}
    return steps == {3} and puzzle.board.size == 9 and puzzle.source.last is None


def is_listed(puzzle: Puzzle) -> bool:
    """Whether the puzzle is in one cell or one row."""
    return len(set(puzzle.source.rows)) == 1
