"""Where the clues outside a board are, so that each is clearly at its row, column or diagonal.

Next to the board are the clues of diagonals, each at the corner where its diagonal enters. Beyond
them are lanes for rows and columns, one for each rule, so that the clues of a rule are in line.
Everything is in cells of the canvas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.shapes import Clue
from cpsudoku.core.variables import Position
from cpsudoku.scene.primitives import Point

SIZE, DIAGONAL_SIZE, LABEL_SIZE = 0.4, 0.34, 0.2  # of the letters
RING = 1.0  # the depth of the clues of diagonals
GAP = 0.18  # around a text in its lane
WIDTH = 0.64  # of the size of a text, for each letter, in the widest of the usual fonts
ARROW = 0.27  # the length of an arrow along each axis on which it moves
NEAR = 0.03  # between the tip of an arrow and the board
STEPS = 4  # margins are multiples of this part of a cell

Margins = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class OutsideSpot:
    """The text of some clues around a point, and the arrow that shows where they look.

    ``is_label``: over a cell of another grid, with a background.
    """

    clues: tuple[Clue, ...]
    centre: Point
    size: float
    arrow: tuple[Point, Point] | None = None
    is_label: bool = False

    @property
    def text(self) -> str:
        """The text: the letters of the rule, and the numbers."""
        return clues_text(self.clues)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the text."""
        (x, y), wide = self.centre, about_width(self.text, self.size) / 2
        return x - wide, y - self.size / 2, x + wide, y + self.size / 2


def clues_text(clues: Sequence[Clue]) -> str:
    """The text of clues of one rule at one place: ``Sa 12``, or ``12, 20``."""
    tag = f"{clues[0].tag} " if clues[0].tag else ""
    return tag + ", ".join(dict.fromkeys(clue.text for clue in clues))


def about_width(text: str, size: float) -> float:
    """About the width of a text."""
    return WIDTH * size * len(text)


def direction(board: Board, clue: Clue) -> Position:
    """The direction in which a clue looks, as the rows and columns of one step."""
    row, column = board.positions[clue.cells[0]]
    if len(clue.cells) > 1:
        r, c = board.positions[clue.cells[1]]
        return _sign(r - row), _sign(c - column)
    ways = [(1, 1), (1, -1), (-1, 1), (-1, -1)] if clue.arrow else [(0, 1), (1, 0)]
    ways += [(-down, -across) for down, across in ways]
    at = board.cell_at
    behind = [(down, across) for down, across in ways if (row + down, column + across) not in at]
    before = [way for way in ways if (row - way[0], column - way[1]) not in at]
    return next((way for way in before if way in behind), (before or ways)[0])


def clues_by_place(board: Board, clues: Iterable[Clue]) -> dict[Position, list[Clue]]:
    """The clues at each place in front of their first cell, which may be beyond the canvas."""
    found: dict[Position, list[Clue]] = {}
    for clue in clues:
        (row, column), (down, across) = board.positions[clue.cells[0]], direction(board, clue)
        found.setdefault((row - down, column - across), []).append(clue)
    return found


def spots_of(board: Board, clues: Iterable[Clue]) -> tuple[OutsideSpot, ...]:
    """The clues on the canvas. Those of one rule at one place that look the same way are joined."""
    around: dict[Position, list[_Group]] = {}
    spots = list[OutsideSpot]()
    for place, found in clues_by_place(board, clues).items():
        groups = _groups(board, place, found)
        if place in board.cell_at:
            spots += _labels(groups)
        elif 0 <= place[0] < board.height and 0 <= place[1] < board.width:
            spots += _in_a_hole(groups, _is_between(board, place))
        else:
            around[place] = groups
    return (*spots, *_diagonals(board, around), *_straight(board, around))


def margins_of(board: Board, spots: Iterable[OutsideSpot]) -> Margins:
    """The space that the clues need at each side of the canvas."""
    boxes = [spot.box for spot in spots]
    lefts, tops, rights, bottoms = zip((0.0,) * 4, *boxes, strict=True)
    beyond = (
        *(-min(lefts), -min(tops)),
        *(max(rights) - board.width, max(bottoms) - board.height),
    )
    left, top, right, bottom = (
        ceil(STEPS * each + 0.2) / STEPS if each > 0 else 0.0 for each in beyond
    )
    return left, top, right, bottom


@dataclass(frozen=True)
class _Group:
    """Clues of one rule at a place that look in the same direction from the same cell."""

    clues: tuple[Clue, ...]
    place: Position
    step: Position
    first: Position

    @property
    def text(self) -> str:
        return clues_text(self.clues)

    @property
    def is_diagonal(self) -> bool:
        return 0 not in self.step

    @property
    def corner(self) -> Point:
        """The corner of the first cell where a diagonal enters."""
        (down, across), (row, column) = self.step, self.first
        return column + (across < 0), row + (down < 0)

    def size(self, most: float, width: float) -> float:
        """The size of the letters for a text that is at most this wide."""
        return min(most, width / about_width(self.text, 1.0))


def _groups(board: Board, place: Position, clues: Sequence[Clue]) -> list[_Group]:
    found: dict[tuple[str, Position], list[Clue]] = {}
    for clue in clues:
        found.setdefault((clue.tag, direction(board, clue)), []).append(clue)
    return [
        _Group(tuple(alike), place, step, (place[0] + step[0], place[1] + step[1]))
        for (_, step), alike in found.items()
    ]


def _labels(groups: Sequence[_Group]) -> Iterator[OutsideSpot]:
    """Small texts at the edge of the first cell, where another grid has a cell at the place."""
    for number, group in enumerate(groups):
        (down, across), (row, column) = group.step, group.first
        x, y = column + 0.5 - 0.36 * across, row + 0.5 - 0.36 * down + 1.1 * LABEL_SIZE * number
        yield OutsideSpot(group.clues, (x, y), group.size(LABEL_SIZE, 0.9), is_label=True)


def _is_between(board: Board, place: Position) -> bool:
    """Whether a hole touches several cells at its edges."""
    row, column = place
    sides = ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column))
    return sum(side in board.cell_at for side in sides) > 1


def _in_a_hole(groups: Sequence[_Group], is_between: bool) -> Iterator[OutsideSpot]:
    """Texts one below the other in a hole of the canvas, with arrows where they can be mistaken."""
    count = len(groups)
    for number, group in enumerate(groups):
        points = is_between or count > 1 or group.is_diagonal
        size = group.size(min(SIZE, 0.85 / count), 0.9 - 0.34 * points)
        (row, column), across = group.place, group.step[1]
        x, y = column + 0.5, row + (number + 0.5) / count
        if not points:
            yield OutsideSpot(group.clues, (x, y), size)
            continue
        side = -1 if across < 0 else 1  # of the text: where the arrow is
        reach = min(0.11, 0.4 / count)
        middle = x + side * (0.5 * about_width(group.text, size) - 0.03), y
        yield OutsideSpot(
            group.clues, (x - side * 0.15, y), size, _arrow(middle, group.step, reach)
        )


def _arrow(middle: Point, step: Position, reach: float) -> tuple[Point, Point]:
    """An arrow around a point; it reaches this far to each side of it."""
    (x, y), (down, across) = middle, step
    return (x - reach * across, y - reach * down), (x + reach * across, y + reach * down)


def _diagonals(board: Board, around: Mapping[Position, Sequence[_Group]]) -> Iterator[OutsideSpot]:
    """Each clue of a diagonal at the corner of the board, with an arrow into it."""
    for (row, column), groups in around.items():
        crowded = sum(group.is_diagonal for group in groups) > 1
        beside, above = 0 <= row < board.height, 0 <= column < board.width
        for group in groups:
            if group.is_diagonal:
                (x, y), (down, across) = group.corner, group.step
                back, wide = (0.64, 0.32), 0.66
                if above:
                    back, wide = ((0.25, 0.55), 0.42) if crowded else ((0.5, 0.55), 0.9)
                elif not beside:
                    back, wide = (0.58, 0.58), 0.9
                centre = x - back[0] * across, y - back[1] * down
                tip = x - NEAR * across, y - NEAR * down
                start = x - (NEAR + ARROW) * across, y - (NEAR + ARROW) * down
                yield OutsideSpot(
                    group.clues, centre, group.size(DIAGONAL_SIZE, wide), (start, tip)
                )


def _straight(board: Board, around: Mapping[Position, Sequence[_Group]]) -> Iterator[OutsideSpot]:
    """The clues of rows and columns, in lanes at each side.

    They have arrows where clues of diagonals are between them and the board.
    """
    for side in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        found = [group for groups in around.values() for group in groups if group.step == side]
        slanted = any(
            group.is_diagonal and _is_beside(board, group.place, side)
            for groups in around.values()
            for group in groups
        )
        depth = RING if slanted else 0.0
        for tag in dict.fromkeys(group.clues[0].tag for group in found):
            lane = [group for group in found if group.clues[0].tag == tag]
            yield from _lane(lane, depth, slanted)
            depth += _lane_depth(lane, slanted)


def _is_beside(board: Board, place: Position, side: Position) -> bool:
    """Whether a place is at the side of the board from which clues look in this direction."""
    row, column = place
    if side[0]:
        return 0 <= column < board.width and row == (-1 if side[0] > 0 else board.height)
    return 0 <= row < board.height and column == (-1 if side[1] > 0 else board.width)


def _lane_depth(lane: Sequence[_Group], points: bool) -> float:
    sizes = [(group.size(SIZE, 0.9), group) for group in lane]
    upright = lane[0].step[0] != 0
    extent = SIZE if upright else max(about_width(group.text, SIZE) for _, group in sizes)
    return extent + 2 * GAP + (ARROW if points else 0.0)


def _lane(lane: Sequence[_Group], depth: float, points: bool) -> Iterator[OutsideSpot]:
    """The clues of one lane, which begins this far from the board."""
    middle = depth + (_lane_depth(lane, points) + (ARROW if points else 0.0)) / 2
    for group in lane:
        (down, across), (row, column) = group.step, group.first
        edge = column + (across < 0) if across else row + (down < 0)
        size = SIZE if across else group.size(SIZE, 0.9)
        along = edge - middle * (across or down)
        centre = (along, row + 0.5) if across else (column + 0.5, along)
        arrow = None
        if points:
            at = edge - (depth + GAP / 2 + ARROW / 2) * (across or down)
            arrow = _arrow((at, row + 0.5) if across else (column + 0.5, at), group.step, ARROW / 2)
        yield OutsideSpot(group.clues, centre, size, arrow)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
