"""Boards that share boxes: a samurai and its family. They are one puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cpsudoku.core.board import Board
from cpsudoku.core.grids import GRIDS
from cpsudoku.formats.sheets.finding.evidence import CLASHING, clashes_of
from cpsudoku.formats.sheets.finding.plane import Plane, bounding_box
from cpsudoku.formats.sheets.finding.shapes import around, rects_around
from cpsudoku.formats.sheets.finding.values import CellKind
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect, SheetPicture
from cpsudoku.runtime.plural import first_listed
from cpsudoku.runtime.words import worded

_SHAPES = ((3, 3), (2, 3), (3, 2), (4, 4))  # of the boxes that lines show
_USUAL = 9  # the size of a board of 3x3 boxes
_MOST_BOXES = 200  # in one shape of boxes
_SLACK = 4  # the most empty rows or columns at the edges of several boards
_LAYOUTS: dict[tuple[Place, ...], int] = {
    **dict.fromkeys((((0, 0), (6, 6)), ((0, 6), (6, 0))), 8),
    **{GRIDS[name]: 4 for name in ("samurai", "sohei", "gattai-3", "shogun", "sumo")},
    GRIDS["windmill"]: 1,
}
"""The first cells of the boards of each layout that digits alone can show.

The number is the fewest digits that each board must have for itself. Smaller layouts look like a
board with gaps between its boxes.
"""


class Joint(NamedTuple):
    """Boards that share boxes: the range of each, the shape of their boxes, and a problem.

    ``problem`` is the reason why the boards can't be read; it is empty if they can.
    """

    ranges: tuple[Rect, ...]
    box: tuple[int, int] = (3, 3)
    problem: str = ""

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
        return Board.of_grids(_corners(self.ranges), self.box)

    @property
    def advice(self) -> str:
        """Why one of the boards alone is not the puzzle, and how to read it alone."""
        shape = "x".join(map(str, self.box))
        return worded(
            "it shares cells with other grids; use {range} {rect} to read them all as one puzzle, "
            "or {box} {shape} to read this one alone",
            rect=self.rect,
            shape=shape,
        )


def joints(plane: Plane) -> list[Joint]:
    """The boards that share boxes, by the boxes that are drawn or by their digits alone."""
    found: list[Joint] = []
    drawn = (*_by_boxes(plane), *_by_area(plane)) if plane.picture.has_drawing else ()
    for joint in (*drawn, *_by_digits(plane)):
        if not any(joint.rect.overlaps(one.rect) for one in found):
            found.append(joint)
    return found


def _corners(ranges: Sequence[Rect]) -> tuple[Place, ...]:
    """The first cells of boards, counted from those of the range around them."""
    top, left, *_ = around(ranges)
    return tuple(sorted((rect.top - top, rect.left - left) for rect in ranges))


def _by_boxes(plane: Plane) -> Iterator[Joint]:
    """The boards of boxes that have heavier lines around them."""
    for box in _SHAPES:
        boxes = set(_framed_boxes(plane.picture, box))
        for shape in _neighbours(boxes, box):
            yield from _joints_of(plane, shape, box)


def _by_area(plane: Plane) -> Iterator[Joint]:
    """The 9x9 boards of an area of lined or filled cells that boxes of 3x3 cells fill."""
    drawn = {place for place in plane.picture.cells if plane.picture.is_drawn(place)}
    for area in _neighbours(drawn, (1, 1)):
        if len(area) <= _USUAL**2:  # of one board at most
            continue
        top, left, *_ = bounding_box(area)
        shape = {(r, c) for r, c in area if (r - top) % 3 == (c - left) % 3 == 0}
        filled = {(r + at // 3, c + at % 3) for r, c in shape for at in range(9)}
        if filled == area:
            yield from (joint for joint in _joints_of(plane, shape, (3, 3)) if not joint.problem)


def _framed_boxes(picture: SheetPicture, box: tuple[int, int]) -> Iterator[Place]:
    """The first cell of each box whose outer lines are all heavier than the lines inside."""
    left, top = picture.lines
    down, across = box
    for r, c in picture.corners[0]:
        if top.get((r + down, c), 0) <= top.get((r + 1, c), 0):  # most corners
            continue
        rows, columns = range(r, r + down), range(c, c + across)
        outer = min(
            *(left.get((row, edge), 0) for row in rows for edge in (c, c + across)),
            *(top.get((edge, column), 0) for column in columns for edge in (r, r + down)),
        )
        inner = max(
            *(left.get((row, column), 0) for row in rows for column in columns[1:]),
            *(top.get((row, column), 0) for row in rows[1:] for column in columns),
        )
        if outer > inner:
            yield r, c


def _neighbours(places: Iterable[Place], step: tuple[int, int]) -> Iterator[set[Place]]:
    """The places in groups of neighbours, which are a step apart."""
    left, (down, across) = set(places), step
    while left:
        waiting, group = [left.pop()], set[Place]()
        while waiting:
            r, c = place = waiting.pop()
            group.add(place)
            for near in ((r - down, c), (r + down, c), (r, c - across), (r, c + across)):
                if near in left:
                    left.discard(near)
                    waiting.append(near)
        yield group


def _joints_of(plane: Plane, boxes: set[Place], box: tuple[int, int]) -> Iterator[Joint]:
    """The boards that fill a shape of boxes, if some share a box.

    Boards side by side also have boxes for another board between them. A board counts if it alone
    has one of the boxes, or if it belongs to a well-known layout.
    """
    if not box[0] * box[1] < len(boxes) <= _MOST_BOXES:
        return
    known = _known(plane, boxes) if box == (3, 3) else ()
    if known:
        yield _joint(plane, known, box)
        return
    boxes = boxes - set(_holes(plane.picture, boxes, box))
    if _are_side_by_side(boxes, box):
        return
    every = [
        rect
        for rect in (_board_at(corner, box) for corner in sorted(boxes))
        if boxes.issuperset(_boxes(rect, box))
    ]
    chosen = _needed(every, box)
    is_whole = _all_boxes(chosen, box) == _all_boxes(every, box)
    for group in _overlapping(chosen if is_whole else every):
        yield _joint(plane, group, box) if is_whole else Joint(group, box, _problem(group, box))


def _joint(plane: Plane, group: tuple[Rect, ...], box: tuple[int, int]) -> Joint:
    """The boards of a group, if their digits may be those of Sudokus."""
    if _may_be_boards(plane, group, box):
        return Joint(group, box)
    named = first_listed([str(rect) for rect in group])
    return Joint(
        group, box, worded("{named} share cells, and what they hold fits no Sudoku", named=named)
    )


def _holes(picture: SheetPicture, boxes: set[Place], box: tuple[int, int]) -> Iterator[Place]:
    """The boxes without a cell that is drawn, if others have some: gaps between boards."""
    areas = {(r, c): Rect(r, c, r + box[0] - 1, c + box[1] - 1).places for r, c in boxes}
    drawn = {corner: any(map(picture.is_drawn, area)) for corner, area in areas.items()}
    yield from (corner for corner in boxes if any(drawn.values()) and not drawn[corner])


def _board_at(corner: Place, box: tuple[int, int]) -> Rect:
    size = box[0] * box[1] - 1
    return Rect(*corner, corner[0] + size, corner[1] + size)


def _boxes(rect: Rect, box: tuple[int, int]) -> list[Place]:
    """The first cell of each box of a board."""
    return [
        (r, c)
        for r in range(rect.top, rect.bottom + 1, box[0])
        for c in range(rect.left, rect.right + 1, box[1])
    ]


def _known(plane: Plane, boxes: set[Place]) -> tuple[Rect, ...]:
    """The well-known layout with these boxes; empty if there is none.

    Boxes between its boards also have lines around them, but hold no digit.
    """
    tops, lefts = zip(*boxes, strict=True)
    filled = {
        (r, c) for r, c in boxes if any(map(plane.is_number, Rect(r, c, r + 2, c + 2).places))
    }
    for layout in GRIDS.values():
        corners = [(min(tops) + down, min(lefts) + across) for down, across in layout]
        ranges = tuple(_board_at(corner, (3, 3)) for corner in corners)
        if filled <= _all_boxes(ranges, (3, 3)) <= boxes and around(ranges) == _area(boxes):
            return ranges
    return ()


def _area(boxes: set[Place]) -> Rect:
    top, left, bottom, right = bounding_box(boxes)
    return Rect(top, left, bottom + 2, right + 2)


def _all_boxes(ranges: Iterable[Rect], box: tuple[int, int]) -> set[Place]:
    """The boxes of several boards."""
    return {place for rect in ranges for place in _boxes(rect, box)}


def _are_side_by_side(boxes: set[Place], box: tuple[int, int]) -> bool:
    """Whether boards that share nothing have all these boxes."""
    left = set(boxes)
    while left:
        own = set(_boxes(_board_at(min(left), box), box))
        if not own <= left:
            return False
        left -= own
    return True


def _needed(every: Iterable[Rect], box: tuple[int, int]) -> tuple[Rect, ...]:
    """The boards without which a box would be in none."""
    ranges = tuple(every)
    uses = Counter(place for rect in ranges for place in _boxes(rect, box))
    return tuple(rect for rect in ranges if any(uses[place] == 1 for place in _boxes(rect, box)))


def _overlapping(ranges: Iterable[Rect]) -> list[tuple[Rect, ...]]:
    """The boards that share cells with others, in groups."""
    groups: list[set[Rect]] = []
    for rect in ranges:
        near = [group for group in groups if any(rect.overlaps(one) for one in group)]
        groups = [group for group in groups if group not in near] + [{rect}.union(*near)]
    return [tuple(sorted(group)) for group in groups if len(group) > 1]


def _problem(ranges: Sequence[Rect], box: tuple[int, int]) -> str:
    shape, named = "x".join(map(str, box)), first_listed([str(rect) for rect in ranges])
    return worded(
        "{named} may all be grids that share cells; use {range} {ranges} {box} {shape} to read one "
        "of them",
        named=named,
        ranges=ranges[0],
        shape=shape,
    )


def _may_be_boards(plane: Plane, ranges: Sequence[Rect], box: tuple[int, int]) -> bool:
    """Whether the boards hold nothing but digits, of which few clash."""
    board = Board.boxes(*box)
    meanings = [[plane.at(place) for place in rect.places] for rect in ranges]
    values = [[m.digit if m.fits(board.size) else 0 for m in each] for each in meanings]
    return all(
        clashes_of(digits, board) <= CLASHING
        and all(
            digit or m.kind in (CellKind.EMPTY, CellKind.BLANK)
            for digit, m in zip(digits, each, strict=True)
        )
        for digits, each in zip(values, meanings, strict=True)
    ) and any(map(any, values))


def _by_digits(plane: Plane) -> Iterator[Joint]:
    """The 9x9 boards whose digits overlap in a well-known layout, without any lines."""
    for island in plane.islands():
        found = next(_layouts_of(plane, island), None)
        if found is not None:
            yield Joint(tuple(sorted(found)))


def _layouts_of(plane: Plane, island: frozenset[Place]) -> Iterator[list[Rect]]:
    """The boards of each overlapping layout that a group of numbers fits."""
    bounds = bounding_box(island)
    for layout, fewest in _LAYOUTS.items():
        height, width = (max(corner[axis] for corner in layout) + 9 for axis in (0, 1))
        if not (0 <= height - bounds.height <= _SLACK and 0 <= width - bounds.width <= _SLACK):
            continue
        for top, left, _, _ in rects_around(bounds, height, width):
            rects = [_board_at((top + down, left + across), (3, 3)) for down, across in layout]
            holding = [[rect for rect in rects if rect.holds(place)] for place in island]
            alone = Counter(each[0] for each in holding if len(each) == 1)
            if (
                all(holding)
                and all(alone[rect] >= fewest for rect in _needed(rects, (3, 3)))
                and _may_be_boards(plane, rects, (3, 3))
            ):
                yield rects
