"""Boards that share boxes: a samurai and its family. They are one puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cpsudoku.core.board import GRIDS, Board
from cpsudoku.formats.sheets.finding.evidence import weigh
from cpsudoku.formats.sheets.finding.frames import has_whole_frame
from cpsudoku.formats.sheets.finding.plane import Plane, box_of
from cpsudoku.formats.sheets.finding.shapes import around, rects_around
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect, listed

_SIDE = 9  # of the boards that are found by their digits alone
_SLACK = 4  # the most empty rows or columns at the edges of several boards
_LAYOUTS: dict[tuple[Place, ...], int] = {
    ((0, 0), (6, 6)): 8,
    ((0, 6), (6, 0)): 8,
} | {GRIDS[name]: 4 for name in ("samurai", "windmill", "sohei", "gattai-3", "shogun", "sumo")}
"""The first cells of overlapping boards, and the fewest digits each must have of its own."""


class Joint(NamedTuple):
    """Boards that share boxes: the range of each, and the shape of their boxes."""

    ranges: tuple[Rect, ...]
    box: tuple[int, int]

    @property
    def rect(self) -> Rect:
        """The range of all."""
        return around(self.ranges)

    @property
    def window(self) -> Window:
        """All rows and columns. Some of their cells are in no board."""
        return Window.of_rect(self.rect)

    @property
    def board(self) -> Board:
        """The board of all the cells."""
        top, left, *_ = self.rect
        corners = sorted((rect.top - top, rect.left - left) for rect in self.ranges)
        return Board.of_grids(corners, self.box)

    @property
    def problem(self) -> str:
        """Why the drawing does not show which boards there are; empty if it does."""
        if _is_known(self.ranges) or set(_needed(self.ranges, self.box)) == set(self.ranges):
            return ""
        named = listed([str(rect) for rect in self.ranges])
        shape = "x".join(map(str, self.box))
        return (
            f"{named} may all be grids that share cells; use {{range}} {self.ranges[0]} {{box}} "
            f"{shape} to read one of them"
        )

    @property
    def advice(self) -> str:
        """Why one of the boards alone is not the puzzle, and how to read it alone."""
        shape = "x".join(map(str, self.box))
        return (
            f"it shares cells with other grids; use {{range}} {self.rect} to read them all as one "
            f"puzzle, or {{box}} {shape} to read this one alone"
        )


def joints(plane: Plane, boards: Iterable[tuple[Window, Board]]) -> list[Joint]:
    """The boards that share boxes, by their digits or by the lines around them."""
    found = list(_by_digits(plane))
    by_lines = _by_lines(plane, boards)
    return found + [
        joint for joint in by_lines if not any(joint.rect.overlaps(one.rect) for one in found)
    ]


def _by_lines(plane: Plane, boards: Iterable[tuple[Window, Board]]) -> Iterator[Joint]:
    """The groups of boards of which some share boxes with others.

    The boards that were found never overlap, so not all of these are among them.
    """
    known = [(window.rect, board) for window, board in boards if not window.spacers]
    covered = {place for rect, _ in known for place in rect.places}
    groups: list[tuple[set[Rect], Board]] = []
    for rect, board in known:
        more = [one for one in _sharing(rect, board) if _is_board(plane, one, rect, board, covered)]
        if more:
            near = (one for one, _ in known if any(one.overlaps(other) for other in more))
            group = {rect, *more, *near}
            group = group.union(*(other for other, _ in groups if other & group))
            groups = [pair for pair in groups if not pair[0] & group] + [(group, board)]
    for group, board in groups:
        box = board.box_shape or (board.size, board.size)
        ranges = tuple(sorted(group))
        yield Joint(ranges if _is_known(ranges) else _least(ranges, box), box)


def _is_known(ranges: Sequence[Rect]) -> bool:
    """Whether the boards form a well-known layout."""
    top, left, *_ = around(ranges)
    corners = tuple(sorted((rect.top - top, rect.left - left) for rect in ranges))
    return corners in GRIDS.values()


def _least(ranges: tuple[Rect, ...], box: tuple[int, int]) -> tuple[Rect, ...]:
    """The boards without which some box would be in none, if they have all the boxes."""
    needed = _needed(ranges, box)
    boxes = {place for rect in ranges for place in _boxes(rect, box)}
    return needed if {place for rect in needed for place in _boxes(rect, box)} == boxes else ranges


def _needed(ranges: Iterable[Rect], box: tuple[int, int]) -> tuple[Rect, ...]:
    every = tuple(ranges)
    uses = Counter(place for rect in every for place in _boxes(rect, box))
    return tuple(rect for rect in every if any(uses[place] == 1 for place in _boxes(rect, box)))


def _boxes(rect: Rect, box: tuple[int, int]) -> list[Place]:
    """The first cell of each box of a board."""
    return [
        (r, c)
        for r in range(rect.top, rect.bottom + 1, box[0])
        for c in range(rect.left, rect.right + 1, box[1])
    ]


def _sharing(rect: Rect, board: Board) -> Iterator[Rect]:
    """The rectangles of the same size that share whole boxes with this one."""
    rows, columns = board.box_shape or (board.size, board.size)
    for down in range(-board.size + rows, board.size, rows):
        for across in range(-board.size + columns, board.size, columns):
            top, left = rect.top + down, rect.left + across
            if (down or across) and min(top, left) > 0:
                yield Rect(top, left, rect.bottom + down, rect.right + across)


def _is_board(plane: Plane, rect: Rect, first: Rect, board: Board, covered: set[Place]) -> bool:
    """Whether another board is drawn in a rectangle that shares boxes with a first one.

    Boards that are side by side have enough boxes for another board between them, but that board
    has no cells outside them.
    """
    cells, window = plane.picture.cells, Window.of_rect(rect)
    outside = [place for place in rect.places if place in cells and place not in covered]
    if not outside:
        return False
    is_diagonal = rect.top != first.top and rect.left != first.left
    if has_whole_frame(plane.picture, window, board):
        is_drawn = is_diagonal or sum(map(plane.is_number, outside)) >= board.size
    else:
        is_drawn = is_diagonal and _are_steps(plane, rect, first)
    return is_drawn and _may_be_board(plane, window, board)


def _are_steps(plane: Plane, *rects: Rect) -> bool:
    """Whether two squares of lined or filled cells have only bare cells in the corners."""
    upper, lower = sorted(rects)
    if upper.left < lower.left:
        corners = (lower.top - 1, upper.right + 1), (upper.bottom + 1, lower.left - 1)
    else:
        corners = (lower.top - 1, upper.left - 1), (upper.bottom + 1, lower.right + 1)
    drawn = plane.picture.is_drawn
    bare = not any(drawn(place) or plane.is_number(place) for place in corners)
    return bare and all(drawn(place) for rect in rects for place in rect.places)


def _by_digits(plane: Plane) -> Iterator[Joint]:
    """The boards whose digits overlap in a well-known layout, lined or not."""
    for island in plane.islands():
        found = next(_layouts_of(plane, island), None)
        if found is not None:
            yield Joint(tuple(found), (3, 3))


def _layouts_of(plane: Plane, island: frozenset[Place]) -> Iterator[list[Rect]]:
    """The boards of each overlapping layout that a group of numbers fits."""
    bounds, board = box_of(island), Board.of_size(_SIDE)
    for layout, fewest in _LAYOUTS.items():
        height, width = (max(corner[axis] for corner in layout) + _SIDE for axis in (0, 1))
        if not (0 <= height - bounds.height <= _SLACK and 0 <= width - bounds.width <= _SLACK):
            continue
        for top, left, _, _ in rects_around(bounds, height, width):
            corners = [(top + down, left + across) for down, across in layout]
            rects = [Rect(r, c, r + _SIDE - 1, c + _SIDE - 1) for r, c in corners]
            holding = [[rect for rect in rects if rect.holds(place)] for place in island]
            alone = Counter(each[0] for each in holding if len(each) == 1)
            if (
                all(holding)
                and min(alone[rect] for rect in rects) >= fewest
                and all(_may_be_board(plane, Window.of_rect(rect), board) for rect in rects)
            ):
                yield rects


def _may_be_board(plane: Plane, window: Window, board: Board) -> bool:
    candidate = weigh(plane, window, board)
    return candidate is not None and not candidate.foreign
