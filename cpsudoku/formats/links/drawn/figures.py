"""Lines and marks on a board, whatever program drew them.

Coordinates are rows and columns from the corner of the board: (0.5, 0.5) is the centre of the first
cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, hypot

from cpsudoku.core.board import Board
from cpsudoku.core.houses import House
from cpsudoku.formats.links.drawn.colours import UNSEEN, Colour

Point = tuple[float, float]
Place = tuple[int, int]
_NEAR = 0.26  # a line goes through a cell if it comes this near to its centre
_STEPS = 16  # points per cell that are looked at
_MOST_STEPS = 20_000
_DIGITS = re.compile(r"\d[\d\s,]*")
_LARGEST_SIGN = 1.2  # the length of a sign between two cells


@dataclass(frozen=True)
class DrawnLine:
    """A line through points. ``number`` is the part of the drawing that it is."""

    number: int
    points: tuple[Point, ...]
    colour: Colour = UNSEEN
    thickness: float = 1.0
    has_head: bool = False  # whether it is an arrow
    more: tuple[int, ...] = ()  # the parts that are its head

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The cells whose centres it passes, and the cells of its ends, in order."""
        is_inside = bool(self.points) and not _is_on_edge(self.points[0])
        found = [_cell_of(self.points[0])] if is_inside else []
        for point in _along(self.points):
            place = _cell_of(point)
            if place not in found[-1:] and _distance(point, _centre(place)) < _NEAR:
                found.append(place)
        last = _cell_of(self.points[-1]) if self.points else None
        if last is not None and last not in found[-1:] and not _is_on_edge(self.points[-1]):
            found.append(last)
        return tuple(found or map(_cell_of, self.points[:1]))

    @cached_property
    def only_place(self) -> Place | None:
        """The cell that holds all of it, or None."""
        count = len(self.points)
        middle = (sum(r for r, _ in self.points) / count, sum(c for _, c in self.points) / count)
        place = _cell_of(middle)
        row, column = _centre(place)
        inside = (max(abs(r - row), abs(c - column)) < 0.55 for r, c in self.points)
        return place if all(inside) else None

    @cached_property
    def sign(self) -> tuple[Point, int] | None:
        """The centre and the angle of a line that is a sign such as ``>``, which has angle 0."""
        if len(self.points) != 3 or self.length > _LARGEST_SIGN:
            return None
        one, tip, other = self.points
        back = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        down, across = tip[0] - back[0], tip[1] - back[1]
        if min(abs(down), abs(across)) > 0.02 or max(abs(down), abs(across)) < 0.03:
            return None
        angle = (90 if down > 0 else 270) if abs(down) > abs(across) else 0 if across > 0 else 180
        return ((tip[0] + back[0]) / 2, (tip[1] + back[1]) / 2), angle

    @property
    def numbers(self) -> tuple[int, ...]:
        """The parts of the drawing that it is."""
        return (self.number, *self.more)

    @property
    def length(self) -> float:
        """Its length in cells."""
        return sum(map(_distance, self.points, self.points[1:]))


@dataclass(frozen=True)
class DrawnMark:
    """A disc, square, diamond or text. ``numbers`` are the parts of the drawing that it is."""

    numbers: tuple[int, ...]
    centre: Point
    width: float = 0.0
    height: float = 0.0
    fill: Colour = UNSEEN
    border: Colour = UNSEEN
    text: str = ""
    is_round: bool = False
    angle: float = 0.0
    layer: str = ""

    @property
    def size(self) -> float:
        """The larger of width and height."""
        return max(self.width, self.height)

    @property
    def is_seen(self) -> bool:
        """Whether it shows anything on white paper."""
        colours = (self.fill, self.border)
        return bool(self.text) or any(each.is_seen and not each.is_white for each in colours)

    @property
    def shape(self) -> str:
        """``circle``, ``square``, ``diamond`` or ``text``."""
        if not (self.fill.is_seen or self.border.is_seen) or self.size < 0.05:
            return "text"
        if self.is_round:
            return "circle"
        return "diamond" if 20 < abs(self.angle) % 90 < 70 else "square"

    @property
    def place(self) -> Place:
        """The cell of its centre."""
        return _cell_of(self.centre)

    @property
    def is_in_cell(self) -> bool:
        """Whether it is in the middle of a cell."""
        return _distance(self.centre, _centre(self.place)) < 0.2

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The cells whose centres it covers."""
        (r, c), tall, wide = self.centre, self.height / 2, self.width / 2
        if abs(self.angle) % 180 == 90:
            tall, wide = wide, tall
        return tuple(
            (row, column)
            for row in range(ceil(r - tall - 0.5), floor(r + tall - 0.5) + 1)
            for column in range(ceil(c - wide - 0.5), floor(c + wide - 0.5) + 1)
        )

    @property
    def corner(self) -> Place | None:
        """The corner of cells at its centre."""
        near = (round(self.centre[0]), round(self.centre[1]))
        return near if _distance(self.centre, near) < 0.2 else None

    @property
    def edge(self) -> tuple[Place, Place] | None:
        """The two cells on either side of its centre."""
        r, c = self.centre
        row, column = round(2 * r) / 2, round(2 * c) / 2
        if _distance(self.centre, (row, column)) > 0.2 or (row % 1 == 0) == (column % 1 == 0):
            return None
        if row % 1 == 0:
            return (int(row) - 1, floor(column)), (int(row), floor(column))
        return (floor(row), int(column) - 1), (floor(row), int(column))


@dataclass(frozen=True)
class DrawnCage:
    """Outlined cells with a text."""

    number: int
    cells: tuple[int, ...]
    text: str = ""
    colour: Colour = UNSEEN


@dataclass(frozen=True)
class Drawing:
    """Everything that is drawn on a board, and the names of all parts."""

    board: Board
    lines: tuple[DrawnLine, ...] = ()
    marks: tuple[DrawnMark, ...] = ()
    cages: tuple[DrawnCage, ...] = ()

    @cached_property
    def ends_of_lines(self) -> frozenset[Place]:
        """The cells where lines end, also those of loops."""
        return frozenset(
            place for line in self.lines for place in (line.places[0], line.places[-1])
        )

    @cached_property
    def signs(self) -> tuple[DrawnMark, ...]:
        """The lines that are signs such as ``>`` at the edge of two cells, as marks."""
        filled = {mark.place for mark in self.marks if mark.shape == "square" and mark.size > 0.9}
        marks = (
            DrawnMark((line.number,), line.sign[0], text=">", angle=line.sign[1])
            for line in self.lines
            if line.sign is not None and line.only_place not in filled
        )
        return tuple(mark for mark in marks if mark.edge is not None)

    @cached_property
    def regions(self) -> list[House]:
        """The boxes or regions of the board, also those with fewer cells than digits."""
        return [h for h in (*self.board.houses, *self.board.groups) if h.kind == "box"]

    def cells(self, places: Sequence[Place]) -> tuple[int, ...] | None:
        """The cells at these places, or None if one is outside the board."""
        at = self.board.cell_at
        if not all(place in at for place in places):
            return None
        return tuple(at[place] for place in places)

    def named(self, cells: Sequence[int]) -> str:
        """Cells as a line of rules names them."""
        return " ".join(map(self.board.cell_name, cells))


def merged(marks: Sequence[DrawnMark]) -> tuple[DrawnMark, ...]:
    """The marks, with a shape and the texts and shapes on top of it as one mark.

    A shape has another one on top if both have the same centre, form and layer, and nearly the
    same size. The upper fill is seen, and the lower one is its border.
    """
    found: list[DrawnMark] = []
    at: dict[Place, list[int]] = {}  # by the cells of their centres
    for mark in marks:
        r, c = mark.place
        near = [
            n for row in (r - 1, r, r + 1) for i in (c - 1, c, c + 1) for n in at.get((row, i), ())
        ]
        below = next((n for n in sorted(near) if _belongs(found[n], mark)), None)
        if below is None:
            below = len(found)
            found.append(mark)
        else:
            found[below] = _together(found[below], mark)
        there = at.setdefault(found[below].place, [])
        if below not in there:  # a mark may move to the centre of the larger one
            there.append(below)
    return tuple(found)


def _belongs(one: DrawnMark, other: DrawnMark) -> bool:
    """Whether a later mark completes an earlier one."""
    if _distance(one.centre, other.centre) > 0.06:
        return _is_digit_of(one, other) or _is_digit_of(other, one)
    if one.shape == "text" or other.shape == "text":
        return not (one.text and other.text)
    return (
        not (one.text and other.text)
        and not (one.text and other.fill.is_seen)
        and one.layer == other.layer
        and one.shape == other.shape
        and abs(one.size - other.size) < 0.2
    )


def _is_digit_of(one: DrawnMark, other: DrawnMark) -> bool:
    """Whether a text, perhaps on a small square, is one of several in a circle at a corner."""
    return (
        one.shape == "circle"
        and (other.shape == "text" or (other.shape == "square" and other.size < one.size))
        and _DIGITS.fullmatch(other.text) is not None
        and one.corner is not None
        and one.size < 1
        and _distance(one.centre, other.centre) < one.size / 2
    )


def _together(one: DrawnMark, other: DrawnMark) -> DrawnMark:
    if one.shape == "text" or other.shape == "text":
        shape, text = (other, one) if one.shape == "text" else (one, other)
        outline = shape
        fill, border = shape.fill, shape.border
        said = f"{shape.text} {text.text}".strip()
    else:
        outline = max(one, other, key=lambda mark: mark.size)
        said = f"{one.text} {other.text}".strip()
        fill = other.fill if other.fill.is_seen else one.fill
        border = next(
            (each for each in (other.border, one.border, outline.fill) if each.is_seen), UNSEEN
        )
    return DrawnMark(
        (*one.numbers, *other.numbers),
        outline.centre,
        outline.width,
        outline.height,
        fill,
        border,
        said,
        outline.is_round,
        outline.angle,
        outline.layer,
    )


def _along(points: Sequence[Point]) -> Iterator[Point]:
    """Points on the way, close to each other."""
    left = _MOST_STEPS
    for one, other in pairwise(points):
        count = min(left, max(1, ceil(_distance(one, other) * _STEPS)))
        left -= count
        for step in range(count + 1):
            part = step / count if count else 0.0
            yield (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part)


def _cell_of(point: Point) -> Place:
    return floor(point[0]), floor(point[1])


def _centre(place: Place) -> Point:
    return place[0] + 0.5, place[1] + 0.5


def _is_on_edge(point: Point) -> bool:
    """Whether a point is so close to the border of its cell that it belongs to neither side."""
    return any(abs(each - round(each)) < 0.08 for each in point)


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def cells_beside(drawing: Drawing, cells: Sequence[int]) -> list[int]:
    """The cells that touch some cells at an edge, without these, in reading order."""
    at, place = drawing.board.cell_at, drawing.board.row_column
    near = {
        at[r + down, c + right]
        for r, c in map(place, cells)
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))
        if (r + down, c + right) in at
    }
    return sorted(near - set(cells))
