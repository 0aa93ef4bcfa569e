"""Grids that are more than a plain window: 27x27 pencilmark blocks, and grids that touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from cpsudoku.core.board import Board
from cpsudoku.formats.sheets.finding.evidence import weigh
from cpsudoku.formats.sheets.finding.plane import Plane, bounding_box, groups_of_places
from cpsudoku.formats.sheets.finding.windows import Candidate, Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect

_SIDE, _LEAST_SIDE = 27, 20  # rows of a block, and of those that have numbers
_LEAST_MARKS = 30  # a proper puzzle has more candidates before anything is solved


def mark_blocks(plane: Plane, rect: Rect | None = None) -> Iterator[Window]:
    """Blocks of 27x27 cells, where 3x3 cells hold the candidates of one cell of a 9x9.

    The window has the first row and column of each 3x3. A solved cell is a merged 3x3 block, or
    it has its digit alone in the middle. Blocks may touch. ``rect`` limits the search.
    """
    for island in plane.islands():
        places = frozenset(p for p in island if rect is None or rect.holds(p))
        found = _blocks_of(plane, places)
        yield from found
        for part in () if found else groups_of_places(places, 1):
            yield from _blocks_of(plane, part)


def _blocks_of(plane: Plane, places: frozenset[Place]) -> list[Window]:
    """The blocks that touch and hold all of some numbers; empty if there are none."""
    if len(places) < _LEAST_MARKS:
        return []
    bounds = bounding_box(places)
    if min(bounds.height, bounds.width) < _LEAST_SIDE:
        return []
    down, across = (-(-side // _SIDE) * _SIDE for side in (bounds.height, bounds.width))
    tops = range(max(1, bounds.bottom - down + 1), bounds.top + 1)
    lefts = range(max(1, bounds.right - across + 1), bounds.left + 1)
    for top, left in product(tops, lefts):
        if not all(_may_be_mark(plane, place, top, left) for place in places):
            continue
        blocks = _tiles(places, top, left)
        if all(_is_mark_block(plane, held, *first) for first, held in blocks.items()):
            return [
                Window(tuple(range(r, r + _SIDE, 3)), tuple(range(c, c + _SIDE, 3)))
                for r, c in sorted(blocks)
            ]
    return []


def _may_be_mark(plane: Plane, place: Place, top: int, left: int) -> bool:
    """Whether a number is at the place of its candidate, or where the digit of a cell may be."""
    at = (place[0] - top) % 3 * 3 + (place[1] - left) % 3
    return at in (0, 4) or plane.meanings[place].digit == at + 1


def _tiles(places: Iterable[Place], top: int, left: int) -> dict[Place, list[Place]]:
    """The numbers of each block, by its first cell, if blocks that touch begin at a place."""
    blocks: dict[Place, list[Place]] = {}
    for r, c in places:
        first = r - (r - top) % _SIDE, c - (c - left) % _SIDE
        blocks.setdefault(first, []).append((r, c))
    return blocks


def _is_mark_block(plane: Plane, places: Iterable[Place], top: int, left: int) -> bool:
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
