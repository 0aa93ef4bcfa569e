"""Boards with regions of their own (a jigsaw), and what contradicts the boxes of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.sizes import COMMON_SIZES
from cpsudoku.formats.sheets.finding.evidence import CLASHING, FOREIGN_SHARE, clashes_of
from cpsudoku.formats.sheets.finding.overlaps import Overlaps
from cpsudoku.formats.sheets.finding.plane import Plane, bounding_box
from cpsudoku.formats.sheets.finding.regions import (
    DrawnRegions,
    boxes_of,
    contradicting_drawing,
    drawn_regions,
    may_be_divided_around,
)
from cpsudoku.formats.sheets.finding.values import CellKind, digits_in
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import (
    LARGEST,
    SMALLEST,
    Place,
    Rect,
    SheetPicture,
)
from cpsudoku.runtime.errors import cell_address
from cpsudoku.runtime.plural import first_listed
from cpsudoku.runtime.words import tallied, worded

_MERGED_SHARE = 0.9  # of the cells of a board of merged cells
_SLACK = 4  # the most empty rows or columns at the edges of a board, or of several


def drawn_boards(plane: Plane) -> Iterator[Window]:
    """The squares of digits that lines or backgrounds divide into unusual regions.

    They are found by the drawing, since their digits may look like a smaller grid.
    """
    picture = plane.picture
    seen = Overlaps[Rect]((), lambda rect: rect)
    near = dict(filter(None, (_drawn_near(picture, island) for island in plane.islands())))
    for rect in sorted(squares(picture) | near.keys(), key=lambda rect: -rect.height):
        window, size = Window.of_rect(rect), rect.height
        if seen.of(rect):
            continue
        drawings = [
            drawing
            for drawing in near.get(rect) or drawn_regions(picture, window)
            if _holds_digits(plane, window, drawing.regions)
        ]
        usual = Board.of_size(size) if size in COMMON_SIZES else None
        if drawings:
            seen.add(rect)
        if any(usual is None or boxes_of(drawing, size) != usual for drawing in drawings):
            yield window


def board_near(plane: Plane, window: Window) -> Window | None:
    """A board near a window with the same digits and drawn regions, if there is one.

    Digits alone do not determine the size or place of a board that has empty rows and no frame.
    """
    if not plane.picture.has_drawing:
        return None
    found = _drawn_near(plane.picture, [each for each in window.places if plane.is_number(each)])
    return None if found is None else Window.of_rect(found[0])


def _drawn_near(
    picture: SheetPicture, digits: Collection[Place]
) -> tuple[Rect, list[DrawnRegions]] | None:
    """The smallest square with drawn regions that contains these digits, and the regions."""
    if not picture.has_drawing:
        return None
    if not any(picture.cell(*place).fill or any(picture.cell(*place).lines) for place in digits):
        return None
    bounds = bounding_box(digits)
    if not may_be_divided_around(picture, bounds):
        return None
    least = max(SMALLEST, bounds.height, bounds.width)
    for size in range(least, min(least + _SLACK, LARGEST) + 1):
        for rect in rects_around(bounds, size, size):
            drawings = drawn_regions(picture, Window.of_rect(rect))
            if drawings:
                return rect, drawings
    return None


def rects_around(bounds: Rect, height: int, width: int) -> Iterator[Rect]:
    """The rectangles of a shape that contain another one."""
    for top in range(max(1, bounds.bottom - height + 1), bounds.top + 1):
        for left in range(max(1, bounds.right - width + 1), bounds.left + 1):
            yield Rect(top, left, top + height - 1, left + width - 1)


def around(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle that contains all of these."""
    tops, lefts, bottoms, rights = zip(*rects, strict=True)
    return Rect(min(tops), min(lefts), max(bottoms), max(rights))


def squares(picture: SheetPicture) -> set[Rect]:
    """The squares inside heavier lines, and the squares of cells with lines or backgrounds."""
    drawn = {rect for rect in picture.drawn_squares if SMALLEST <= rect.height <= LARGEST}
    return drawn.union(*picture.framed_squares.values())


def _holds_digits(plane: Plane, window: Window, regions: tuple[int, ...]) -> bool:
    """Whether the square holds digits of its size, with few clashes in its regions."""
    size = window.size
    meanings = [plane.at(place) for place in window.places]
    values = digits_in(meanings, size)
    filled = sum(meaning.kind not in (CellKind.EMPTY, CellKind.BLANK) for meaning in meanings)
    digits = sum(map(bool, values))
    if digits < SMALLEST or (filled - digits) * FOREIGN_SHARE > size * size:
        return False
    board = Board.jigsaw([regions[start : start + size] for start in range(0, size * size, size)])
    return clashes_of(values, board) <= CLASHING


def merged_problem(picture: SheetPicture, places: Sequence[Place]) -> str:
    """Why merged cells can't be cells of a grid; empty if each is one cell of it."""
    bounds, wrong = bounding_box(places), list[str]()
    for rect in picture.merged:
        if rect.overlaps(bounds):
            held = [place for place in places if rect.holds(place)]
            if held and held != [rect[:2]]:
                wrong.append(str(rect))
    if not wrong:
        return ""
    return tallied(
        "{cells} is merged, which is not one cell of the grid; unmerge it and keep each digit in "
        "its own cell",
        "{cells} are merged, which is not one cell of the grid; unmerge them and keep each digit "
        "in its own cell",
        len(wrong),
        cells=first_listed(wrong),
    )


def regions_problem(picture: SheetPicture, window: Window, board: Board) -> str:
    """Why the drawing contradicts the boxes of a board; empty if it does not."""
    found = contradicting_drawing(picture, window, board)
    if found is None:
        return ""
    pairs = first_listed([f"{cell_address(*a)}|{cell_address(*b)}" for a, b in found.parted])
    usual = board if board.box_shape is not None else Board.of_size(window.size)
    shape = "x".join(map(str, usual.box_shape or ()))
    its = worded("{shape} boxes", shape=shape) if usual == board else worded("regions")
    return worded(
        "{by} divide its {its} ({pairs}), and the drawing as a whole shows no board; use {box} "
        "{shape} to read it with {shape} boxes, or {regions}",
        by=found.by,
        its=its,
        pairs=pairs,
        shape=shape,
    )
