"""Whether the lines and backgrounds of a window fit the boxes of a grid."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from cpsudoku.core.board import Board
from cpsudoku.formats.sheets.finding.regions import drawn_board
from cpsudoku.formats.sheets.finding.windows import FRAMED, Window
from cpsudoku.formats.sheets.reading.sheet_picture import Rect, SheetPicture


class _Sides(NamedTuple):
    """The cells of a grid by the kind of line at their left and at their top."""

    left_of_box: list[int]
    left_inside: list[int]
    top_of_box: list[int]
    top_inside: list[int]


@cache
def _sides(board: Board) -> _Sides:
    size, box = board.size, board.box_of
    sides = _Sides([], [], [], [])
    for at in range(size * size):
        is_left = at % size == 0 or box[at - 1] != box[at]
        is_top = at < size or box[at - size] != box[at]
        (sides.left_of_box if is_left else sides.left_inside).append(at)
        (sides.top_of_box if is_top else sides.top_inside).append(at)
    return sides


def frame_of(picture: SheetPicture, window: Window, board: Board) -> float:
    """How much heavier the lines around the boxes are than the lines inside, from -3 to 3.

    It is below ``FRAMED`` unless the window has lines all around.
    """
    if not picture.has_lines:
        return 0.0
    if not _has_ends(picture, window.rect):
        return _crossing(picture, window, board)
    around = _around(picture, window, board)
    (left, top), places, sides = picture.lines, window.places, _sides(board)
    inside = [left.get(places[at], 0) for at in sides.left_inside]
    inside += [top.get(places[at], 0) for at in sides.top_inside]
    heavier = sum(around) / len(around) - sum(inside) / len(inside)
    if sum(map(bool, around)) < 0.9 * len(around):
        return min(heavier, FRAMED - 0.1) / 2
    return heavier if heavier >= FRAMED else 0.4


def _crossing(picture: SheetPicture, window: Window, board: Board) -> float:
    """How much heavier the lines between the boxes are than those inside, without outer lines.

    It is 0 unless the lines end where the window ends.
    """
    (left, top), places, sides = picture.lines, window.places, _sides(board)
    size, (rows, columns) = window.size, (window.rows, window.columns)
    between = [left.get(places[at], 0) for at in sides.left_of_box if at % size]
    between += [top.get(places[at], 0) for at in sides.top_of_box if at >= size]
    if not between or min(between) == 0 or window.spacers:
        return 0.0
    before, after = (rows[0] - 1, columns[0] - 1), (rows[-1] + 1, columns[-1] + 1)
    if any(left.get((r, c), 0) for c in columns for r in (before[0], after[0])) or any(
        top.get((r, c), 0) for r in rows for c in (before[1], after[1])
    ):
        return 0.0
    inside = [left.get(places[at], 0) for at in sides.left_inside]
    inside += [top.get(places[at], 0) for at in sides.top_inside]
    heavier = sum(between) / len(between) - sum(inside) / len(inside)
    return heavier if heavier >= FRAMED else 0.0


def _around(picture: SheetPicture, window: Window, board: Board) -> list[float]:
    """The weights of the lines around each box."""
    (left, top), places, sides = picture.lines, window.places, _sides(board)
    around = [left.get(places[at], 0) for at in sides.left_of_box]
    around += [top.get(places[at], 0) for at in sides.top_of_box]
    around += [left.get((r, window.columns[-1] + 1), 0) for r in window.rows]
    around += [top.get((window.rows[-1] + 1, c), 0) for c in window.columns]
    return around


def has_whole_frame(picture: SheetPicture, window: Window, board: Board) -> bool:
    """Whether its boxes have complete heavier lines around them."""
    frame = frame_of(picture, window, board)
    return frame >= FRAMED and all(_around(picture, window, board))


def board_of_window(picture: SheetPicture, window: Window, asked: Board | None) -> Board:
    """The board of a window: the requested one, else the drawn one, else the usual one.

    Incomplete lines may still rotate the boxes of the usual one.
    """
    if asked is not None:
        return asked
    drawn = drawn_board(picture, window)
    if drawn is not None:
        return drawn
    usual = Board.of_size(window.size)
    if usual.box_shape is None:
        return usual
    turned = Board.boxes(*reversed(usual.box_shape))
    if turned == usual:
        return usual
    frame = frame_of(picture, window, turned)
    return turned if frame >= FRAMED and frame > frame_of(picture, window, usual) else usual


def _has_ends(picture: SheetPicture, rect: Rect) -> bool:
    """Whether a cell in a corner of a square has a line."""
    top, left, bottom, right = rect
    corners = (top, left), (top, right), (bottom, left), (bottom, right)
    return any(any(picture.cell(*place).lines) for place in corners)


def fill_fits(picture: SheetPicture, window: Window, board: Board) -> bool:
    """Whether each box has one background, and the backgrounds differ or end with the grid."""
    if not picture.has_fills:
        return False
    fills: dict[int, set[str]] = {}
    for at, place in enumerate(window.places):
        fills.setdefault(board.box_of[at], set()).add(picture.cell(*place).fill)
    if any(len(colours) > 1 for colours in fills.values()):
        return False
    used = {next(iter(colours)) for colours in fills.values()}
    if len(used) > 1:
        return True
    top, left, bottom, right = window.rect
    ring = [(top - 1, left), (bottom + 1, left), (top, left - 1), (top, right + 1)]
    return used != {""} and not any(picture.cell(*place).fill in used for place in ring)


def widths_fit(picture: SheetPicture, window: Window) -> bool:
    """Whether its columns share one explicit width, and the columns beside it have another."""
    if not picture.widths:
        return False
    own = {picture.widths.get(column) for column in window.columns}
    beside = (picture.widths.get(window.columns[at] + step) for at, step in ((0, -1), (-1, 1)))
    return len(own) == 1 and None not in own and own.isdisjoint(beside)


def framed_windows(picture: SheetPicture, board: Board) -> dict[Window, float]:
    """The windows whose lines fit a grid, and how well they fit. Digits do not matter."""
    size = board.size
    rects = list(picture.framed_squares.get(size, ()))
    rows, columns = board.box_shape or (size, size)
    for r, c in picture.crossings:
        top, left = r - rows, c - columns
        rect = Rect(top, left, top + size - 1, left + size - 1)
        if min(top, left) > 0 and not _has_ends(picture, rect):
            rects.append(rect)
    windows = [Window.of_rect(rect) for rect in rects]
    frames = ((window, frame_of(picture, window, board)) for window in windows)
    return {window: frame for window, frame in frames if frame >= FRAMED}
