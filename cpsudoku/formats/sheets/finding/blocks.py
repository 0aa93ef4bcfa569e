"""Grids that are more than a plain window: 27x27 pencilmark blocks, and grids that touch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from cpsudoku.core.board import Board
from cpsudoku.formats.sheets.finding.evidence import weigh
from cpsudoku.formats.sheets.finding.plane import Plane, box_of
from cpsudoku.formats.sheets.finding.windows import Candidate, Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect

_SIDE = 27
_LEAST_MARKS = 30  # a proper puzzle has more candidates before anything is solved


def mark_blocks(plane: Plane, rect: Rect | None = None) -> Iterator[Window]:
    """Blocks of 27x27 cells, where 3x3 cells hold the candidates of one cell of a 9x9.

    The window has the first row and column of each 3x3. A solved cell is a merged 3x3 block, or
    it has its digit alone in the middle. ``rect`` limits the search.
    """
    for island in plane.islands():
        places = frozenset(p for p in island if rect is None or rect.holds(p))
        if len(places) < _LEAST_MARKS:
            continue
        bounds = box_of(places)
        if not (20 <= bounds.height <= _SIDE and 20 <= bounds.width <= _SIDE):
            continue
        tops = range(max(1, bounds.bottom - _SIDE + 1), bounds.top + 1)
        lefts = range(max(1, bounds.right - _SIDE + 1), bounds.left + 1)
        for top, left in product(tops, lefts):
            if _is_mark_block(plane, places, top, left):
                yield Window(tuple(range(top, top + _SIDE, 3)), tuple(range(left, left + _SIDE, 3)))
                break


def _is_mark_block(plane: Plane, places: frozenset[Place], top: int, left: int) -> bool:
    """Whether each number is at the place of its candidate, or is the digit of its block."""
    solved = {rect[:2] for rect in plane.picture.merged if rect.height == rect.width == 3}
    marks = 0
    for r, c in places:
        down, across = (r - top) % 3, (c - left) % 3
        digit = plane.meanings[r, c].digit
        if (r, c) in solved and (down, across) == (0, 0):
            continue
        if digit == down * 3 + across + 1:
            marks += 1
        elif (down, across) != (1, 1) or not _is_single(plane, r - 1, c - 1):
            return False
    return marks >= _LEAST_MARKS


def _is_single(plane: Plane, row: int, column: int) -> bool:
    block = Rect(row, column, row + 2, column + 2)
    return sum(plane.is_number(place) for place in block.places) == 1


def marks_in_block(plane: Plane, row: int, column: int) -> tuple[int, ...]:
    """The candidates in the 3x3 cells at a place; every digit if the cells are empty."""
    block = Rect(row, column, row + 2, column + 2)
    if block in plane.picture.merged:
        digit = plane.at((row, column)).digit
        return (digit,) if digit else tuple(range(1, 10))
    digits = {plane.at(place).digit for place in block.places} - {0}
    return tuple(sorted(digits)) or tuple(range(1, 10))


def tiles(plane: Plane, bounds: Rect, board: Board) -> list[Candidate]:
    """The grids that fill a rectangle without gaps between them, if there are any."""
    size = board.size
    if bounds.height % size or bounds.width % size or bounds.height == bounds.width == size:
        return []
    found: list[Candidate] = []
    for top in range(bounds.top, bounds.bottom, size):
        for left in range(bounds.left, bounds.right, size):
            rect = Rect(top, left, top + size - 1, left + size - 1)
            candidate = weigh(plane, Window.of_rect(rect), board)
            if candidate is None or candidate.foreign or candidate.digits < 2 * size - 1:
                return []
            found.append(candidate)
    return found
