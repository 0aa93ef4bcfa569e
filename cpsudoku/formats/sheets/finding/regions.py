"""The regions that lines or backgrounds draw on a board, and contradictions with its boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from cpsudoku.core.board import Board
from cpsudoku.core.sizes import BOXES
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import LARGEST, Place, Rect, SheetPicture

THICK = 2.0  # the weight of a medium line
_WHITE = frozenset(
    ("", "rgbFFFFFFFF0.0", "rgb00FFFFFF0.0", "theme00.0", "indexed90.0", "indexed650.0")
)
Pair = tuple[int, int]
"""Two cells of a board side by side, or one below the other."""


class DrawnRegions(NamedTuple):
    """The drawn regions of a board: ``regions`` has the number of the region of each cell."""

    by: str
    regions: tuple[int, ...]


class SplitBoxes(NamedTuple):
    """A drawing that contradicts the boxes of a board, and the neighbours in a box it separates."""

    by: str
    parted: list[tuple[Place, Place]]


def drawn_regions(picture: SheetPicture, window: Window) -> list[DrawnRegions]:
    """The n regions of n cells that heavier lines draw in a square, and those of backgrounds.

    Rows and columns do not count as regions: stripes and ruled lines are only decoration.
    """
    if not picture.has_drawing or not _may_be_divided(picture, window):
        return []
    return _drawings(picture, window, edges_of(picture, window))


def may_be_divided_around(picture: SheetPicture, rect: Rect) -> bool:
    """Whether squares that contain this rectangle may have drawn regions.

    They have none if the lines between all its cells are equal. Lines of that weight would draw
    regions of one cell, and heavier lines a region that is larger than any.
    """
    is_small = min(rect.height, rect.width) < 3 or rect.height * rect.width <= LARGEST
    if picture.has_fills or is_small:
        return picture.has_drawing
    left, top = picture.lines
    lines = {left.get(place, 0) for place in rect.places if place[1] > rect.left}
    lines.update(top.get(place, 0) for place in rect.places if place[0] > rect.top)
    return len(lines) > 1


def _may_be_divided(picture: SheetPicture, window: Window) -> bool:
    """Whether lines draw a region of n cells in the first corner, or there are backgrounds.

    A sheet of grids without gaps has squares of all sizes whose corners have heavier lines.
    """
    return (
        picture.has_fills
        or window.spacers > 0
        or any(_is_cornered(picture, window, weight) for weight in picture.weights)
    )


def _is_cornered(picture: SheetPicture, window: Window, weight: float) -> bool:
    """Whether lines of this weight or more draw a region of n cells in the first corner."""
    (left, top), rect, size = picture.lines, window.rect, window.size
    waiting = [rect[:2]]
    region = {*waiting}
    while waiting and len(region) <= size:
        r, c = waiting.pop()
        sides = (
            ((r, c - 1), left.get((r, c), 0)),
            ((r, c + 1), left.get((r, c + 1), 0)),
            ((r - 1, c), top.get((r, c), 0)),
            ((r + 1, c), top.get((r + 1, c), 0)),
        )
        more = [place for place, line in sides if line < weight and rect.holds(place)]
        waiting += (place for place in more if place not in region)
        region.update(more)
    return len(region) == size


def _drawings(
    picture: SheetPicture, window: Window, edges: Mapping[Pair, float]
) -> list[DrawnRegions]:
    """The regions that the lines between neighbours draw, and those of backgrounds."""
    both = _lined_regions(window, edges), _filled_regions(picture, window, edges)
    return [drawing for drawing in both if drawing is not None]


def _lined_regions(window: Window, edges: Mapping[Pair, float]) -> DrawnRegions | None:
    """The regions drawn by the heaviest lines that draw any."""
    for weight in sorted({weight for weight in edges.values() if weight}, reverse=True):
        regions = group_numbers(
            window.size, (pair for pair, line in edges.items() if line < weight)
        )
        if _is_partition(regions, window.size):
            return DrawnRegions("thick borders" if weight >= THICK else "borders", regions)
    return None


def _filled_regions(
    picture: SheetPicture, window: Window, pairs: Iterable[Pair]
) -> DrawnRegions | None:
    """The regions with one background each: connected, or one per colour with n colours."""
    shades = shades_of(picture, window) if picture.has_fills else []
    if len(set(shades)) < 2:
        return None
    regions = group_numbers(
        window.size, (pair for pair in pairs if shades[pair[0]] == shades[pair[1]])
    )
    if _is_partition(regions, window.size):
        return DrawnRegions("backgrounds", regions)
    numbers = {shade: number for number, shade in enumerate(dict.fromkeys(shades))}
    colours = tuple(numbers[shade] for shade in shades)
    if _is_partition(colours, window.size) and not _may_be_digits(colours, window.size):
        return DrawnRegions("backgrounds", colours)
    return None


def shades_of(picture: SheetPicture, window: Window) -> list[str]:
    """The background of each cell. White is none."""
    fills = [picture.cell(*place).fill for place in window.places]
    return ["" if fill in _WHITE else fill for fill in fills]


def _may_be_digits(colours: Sequence[int], size: int) -> bool:
    """Whether each row and column has every colour, as if each digit had its own colour."""
    return all(
        len(set(colours[at * size : at * size + size])) == len(set(colours[at::size])) == size
        for at in range(size)
    )


def drawn_board(picture: SheetPicture, window: Window) -> Board | None:
    """The board that the drawing of a square shows; None if it shows none, or two different ones.

    Nine colours at the same place of each box do not count, since they may be disjoint groups.
    """
    drawings = drawn_regions(picture, window)
    if len({tuple(_numbered(drawing.regions)) for drawing in drawings}) != 1:
        return None
    regions, size = drawings[0].regions, window.size
    boxes = boxes_of(drawings[0], size)
    if boxes is not None:
        return boxes
    if size in BOXES and _are_places_of_boxes(regions, Board.of_size(size)):
        return None
    return Board.jigsaw([regions[start : start + size] for start in range(0, size * size, size)])


def boxes_of(drawing: DrawnRegions, size: int) -> Board | None:
    """The board whose boxes are the regions, if they are boxes."""
    if size not in BOXES:
        return None
    shapes = ((rows, size // rows) for rows in range(2, size // 2 + 1) if size % rows == 0)
    boards = (Board.boxes(*shape) for shape in shapes)
    wanted = _numbered(drawing.regions)
    return next((board for board in boards if _numbered(board.box_of) == wanted), None)


def _are_places_of_boxes(regions: Sequence[int], board: Board) -> bool:
    """Whether each region has one cell of each box."""
    return len(set(zip(regions, board.box_of, strict=True))) == len(regions)


def contradicting_drawing(picture: SheetPicture, window: Window, board: Board) -> SplitBoxes | None:
    """The drawing that contradicts the boxes of a board; None if there is none.

    Besides complete regions, thick lines through boxes are a contradiction. They must be longer
    than a single line from edge to edge, and not every box may have thick lines around it.
    """
    if not picture.has_drawing:
        return None
    edges, box = edges_of(picture, window), board.box_of
    for by, regions in _drawings(picture, window, edges):
        parted = [(a, b) for a, b in edges if box[a] == box[b] and regions[a] != regions[b]]
        if parted:
            return _named(window, by, parted)
    thick = {pair for pair, weight in edges.items() if weight >= THICK}
    if all(pair in thick for pair in edges if box[pair[0]] != box[pair[1]]):
        return None
    regions = group_numbers(window.size, (pair for pair in edges if pair not in thick))
    if _is_striped(regions, window.size):
        return None
    cells = Counter(regions)
    parted = [
        (a, b)
        for a, b in sorted(thick)
        if box[a] == box[b] and cells[regions[a]] > 1 and cells[regions[b]] > 1
    ]  # a line around a single cell marks that cell
    return _named(window, "thick borders", parted) if len(parted) > window.size else None


def _named(window: Window, by: str, parted: Iterable[Pair]) -> SplitBoxes:
    places = window.places
    return SplitBoxes(by, [(places[a], places[b]) for a, b in parted])


def edges_of(picture: SheetPicture, window: Window) -> dict[Pair, float]:
    """The weight of the line between each pair of neighbours in a window, including spacers."""
    left, top = picture.lines
    places = window.places
    if not window.spacers:
        return {
            (at, other): (left if other == at + 1 else top).get(places[other], 0.0)
            for at, other in neighbours(window.size)
        }
    edges: dict[Pair, float] = {}
    for at, other in neighbours(window.size):
        (row, column), (below, beside) = places[at], places[other]
        if row == below:
            lines = [left.get((row, c), 0.0) for c in range(column + 1, beside + 1)]
        else:
            lines = [top.get((r, column), 0.0) for r in range(row + 1, below + 1)]
        edges[at, other] = max(lines)
    return edges


@cache
def neighbours(size: int) -> tuple[Pair, ...]:
    """The pairs of neighbours in a square of this size."""
    cells = range(size * size)
    pairs = [(at, at + 1) for at in cells if (at + 1) % size]
    return tuple(sorted(pairs + [(at, at + size) for at in cells if at + size < size * size]))


def group_numbers(size: int, pairs: Iterable[Pair]) -> tuple[int, ...]:
    """The number of the group of each cell; the cells of a pair are in the same group."""
    group = list(range(size * size))

    def first(cell: int) -> int:
        while group[cell] != cell:
            group[cell] = cell = group[group[cell]]
        return cell

    for a, b in pairs:
        group[first(b)] = first(a)
    return tuple(first(cell) for cell in range(size * size))


def _is_partition(regions: Sequence[int], size: int) -> bool:
    """Whether these are n regions of n cells, and neither the rows nor the columns."""
    cells = Counter(regions)
    return set(cells.values()) == {size} and not _is_striped(regions, size)


def _is_striped(regions: Sequence[int], size: int) -> bool:
    """Whether the regions are the rows, or the columns."""
    numbers, at = _numbered(regions), range(size * size)
    return numbers in ([cell // size for cell in at], [cell % size for cell in at])


def _numbered(regions: Iterable[int]) -> list[int]:
    """The same regions, numbered in the order of their first cells."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(region, len(numbers)) for region in regions]
