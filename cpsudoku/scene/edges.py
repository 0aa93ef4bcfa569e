"""The lines of a board, and the outlines of some of its cells, on the grid of the canvas."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.layers import REGION, WALL
from cpsudoku.core.variables import Position

Corner = tuple[int, int]  # (x, y) of a point where lines of the canvas cross, from 0
Edge = tuple[int, int, int, int, bool]  # from x, y to x, y; and whether it is thick


@lru_cache(maxsize=64)
def areas_of(board: Board) -> tuple[frozenset[int], ...]:
    """The numbers of the boxes or regions of each cell."""
    every = (*board.houses, *board.groups, *board.loose)
    boxes = [house for house in every if house.kind == "box"]
    found: list[set[int]] = [set() for _ in board.positions]
    for number, box in enumerate(boxes):
        for cell in box.cells:
            found[cell].add(number)
    return tuple(map(frozenset, found))


def region_areas(grid: Grid) -> tuple[frozenset[int], ...]:
    """The areas of each cell, with the regions and walls of its layers. Those are negative."""
    areas, numbers = areas_of(grid.board), grid.board.numbers_of
    if REGION.name in numbers and grid.variables:
        regions = (grid.every[number] for number in numbers[REGION.name])
        areas = tuple(area | {-each} for area, each in zip(areas, regions, strict=True))
    if WALL.name in numbers and grid.variables:
        areas = tuple(area | {each} for area, each in zip(areas, _walled(grid), strict=True))
    return areas


def _walled(grid: Grid) -> list[int]:
    """A negative number for each cell, which two cells share if no wall is between them."""
    board = grid.board
    found = [-board.total - cell for cell in range(len(board))]
    for pair, number in zip(board.neighbours, board.numbers_of[WALL.name], strict=True):
        if grid.every[number] != 2:
            one, other = (found[cell] for cell in pair)
            found = [one if each == other else each for each in found]
    return found


def is_parted(
    board: Board, one: Position, other: Position, areas: Sequence[frozenset[int]] | None = None
) -> bool | None:
    """Whether the line between two adjacent places of the canvas is thick; None if there is none.

    Thick lines surround the board and its holes, and separate areas: its regions by default.
    """
    first, second = board.cell_at.get(one), board.cell_at.get(other)
    if first is None or second is None:
        return None if first is second else True
    areas = areas or areas_of(board)
    return areas[first] != areas[second]


def board_lines(board: Board, areas: Sequence[frozenset[int]] | None = None) -> Iterator[Edge]:
    """The lines of a board. Each is as long as possible and has the same width everywhere."""
    height, width = board.height, board.width
    for x in range(width + 1):
        kinds = [is_parted(board, (r, x - 1), (r, x), areas) for r in range(height)]
        for first, last, kind in _runs(kinds):
            yield x, first, x, last, kind
    for y in range(height + 1):
        kinds = [is_parted(board, (y - 1, c), (y, c), areas) for c in range(width)]
        for first, last, kind in _runs(kinds):
            yield first, y, last, y, kind


def _runs(values: Sequence[bool | None]) -> Iterator[tuple[int, int, bool]]:
    """The start, the end and the value of each run of equal values, except runs of None."""
    first = 0
    for at in range(1, len(values) + 1):
        value = values[first]
        if at == len(values) or values[at] != value:
            if value is not None:
                yield first, at, value
            first = at


def loops(places: Collection[Position]) -> list[tuple[Corner, ...]]:
    """The lines around places of the canvas, as the corners of each in clockwise order.

    Places that touch only at a corner have separate lines. A hole also has a line, in anticlockwise
    order, so that the places are always on the right.
    """
    leaving = _sides(frozenset(places))
    outlines = []
    while leaving:
        start = min(leaving)
        at, heading = start, leaving[start][0]
        loop = [at]
        while True:
            leaving[at].remove(heading)
            if not leaving[at]:
                del leaving[at]
            at = (at[0] + heading[0], at[1] + heading[1])
            if at == start:
                break
            turns = leaving[at]
            tight = (-heading[1], heading[0])  # a right turn, around the same place
            turned = tight if tight in turns else turns[0]
            if turned != heading:
                loop.append(at)
            heading = turned
        outlines.append(tuple(loop))
    return outlines


def _sides(places: frozenset[Position]) -> dict[Corner, list[Corner]]:
    """The directions of the sides that leave each corner, with the places on their right."""
    leaving: dict[Corner, list[Corner]] = {}
    for r, c in sorted(places):
        sides: Mapping[Position, tuple[Corner, Corner]] = {
            (r - 1, c): ((c, r), (1, 0)),
            (r, c + 1): ((c + 1, r), (0, 1)),
            (r + 1, c): ((c + 1, r + 1), (-1, 0)),
            (r, c - 1): ((c, r + 1), (0, -1)),
        }
        for beyond, (start, heading) in sides.items():
            if beyond not in places:
                leaving.setdefault(start, []).append(heading)
    return leaving


def inset(loop: Sequence[Corner], depth: float) -> tuple[tuple[float, float], ...]:
    """A loop moved inwards by ``depth`` cells."""
    found = []
    for at, (x, y) in enumerate(loop):
        before, after = loop[at - 1], loop[(at + 1) % len(loop)]
        dx, dy = _inward(before, (x, y))
        ex, ey = _inward((x, y), after)
        found.append((x + depth * (dx + ex), y + depth * (dy + ey)))
    return tuple(found)


def _inward(start: Corner, end: Corner) -> Corner:
    """The direction at a right angle to a side, on its right."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return -_sign(dy), _sign(dx)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
