"""Boards of other shapes. They are recognised so that they are not read as something else.

They are boards with their own regions (a jigsaw), boards whose cells are merged cells of the
sheet, and boards that overlap (a samurai).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from cpsudoku.core.board import COMMON_SIZES, Board
from cpsudoku.core.errors import cell_address
from cpsudoku.core.plural import is_are
from cpsudoku.formats.sheets.finding.evidence import CLASHING, FOREIGN_SHARE, clashes_of, weigh
from cpsudoku.formats.sheets.finding.frames import has_whole_frame
from cpsudoku.formats.sheets.finding.plane import Plane, box_of
from cpsudoku.formats.sheets.finding.regions import boxes_of, contradiction, drawings_of
from cpsudoku.formats.sheets.finding.search import least_digits
from cpsudoku.formats.sheets.finding.values import Kind
from cpsudoku.formats.sheets.finding.windows import Window
from cpsudoku.formats.sheets.reading.sheet_picture import Picture, Place, Rect, listed

SMALLEST, LARGEST = 4, max(COMMON_SIZES)
_MERGED_SHARE = 0.9  # of the cells of a board of merged cells
_LARGEST_MERGED = 9  # sheet cells along one side of a cell of a board
_SIDE = 9  # of the boards that overlap
_LAYOUTS: dict[tuple[Place, ...], int] = {
    ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)): 4,  # the samurai
    ((0, 0), (6, 6)): 8,
    ((0, 6), (6, 0)): 8,
}
"""The first cells of overlapping boards, and the fewest digits each must have of its own."""
_SLACK = 4  # the most empty rows or columns at the edges of a board, or of several


def drawn_boards(plane: Plane) -> Iterator[tuple[Window, str]]:
    """The squares of digits that lines or backgrounds divide into unusual regions.

    They are found by the drawing, since their digits may look like a smaller grid. If the size
    can't be read, the text is the reason why the board is refused.
    """
    picture = plane.picture
    seen: list[Rect] = []
    for rect in sorted(_squares(picture), key=lambda rect: -rect.height):
        window, size = Window.of_rect(rect), rect.height
        if any(rect.overlaps(other) for other in seen):
            continue
        drawings = [
            drawing
            for drawing in drawings_of(picture, window)
            if _holds_digits(plane, window, drawing.regions)
        ]
        usual = Board.of_size(size) if size in COMMON_SIZES else None
        if drawings:
            seen.append(rect)
        if any(usual is None or boxes_of(drawing, size) != usual for drawing in drawings):
            yield window, _size_problem(size, drawings[0].by)


def board_near(plane: Plane, window: Window) -> tuple[Window, str] | None:
    """A board near a window with the same digits and drawn regions, if there is one.

    Digits alone do not determine the size or place of a board that has empty rows and no frame.
    """
    picture = plane.picture
    digits = [place for place in window.places if plane.is_number(place)]
    if not any(picture.cell(*place).fill or any(picture.cell(*place).lines) for place in digits):
        return None
    bounds = box_of(digits)
    least = max(SMALLEST, bounds.height, bounds.width)
    for size in range(least, least + _SLACK + 1):
        for rect in _squares_around(bounds, size):
            drawings = drawings_of(picture, Window.of_rect(rect))
            if drawings:
                return Window.of_rect(rect), _size_problem(size, drawings[0].by)
    return None


def _squares_around(bounds: Rect, size: int) -> Iterator[Rect]:
    """The squares of this size that contain a rectangle."""
    for top in range(max(1, bounds.bottom - size + 1), bounds.top + 1):
        for left in range(max(1, bounds.right - size + 1), bounds.left + 1):
            yield Rect(top, left, top + size - 1, left + size - 1)


def _size_problem(size: int, by: str) -> str:
    """Why regions of a size are refused at once; empty if the size can be read."""
    if size in COMMON_SIZES:
        return ""
    sizes = ", ".join(map(str, COMMON_SIZES))
    return f"{by} divide it into {size} regions of {size} cells; sheets hold the sizes {sizes}"


def _squares(picture: Picture) -> set[Rect]:
    """The squares inside heavier lines, and the squares of cells with lines or backgrounds."""
    firsts, lasts = picture.corners
    found = {
        Rect(r, c, r + size - 1, c + size - 1)
        for r, c in firsts
        for size in range(SMALLEST, LARGEST + 1)
        if (r + size - 1, c + size - 1) in lasts
    }
    drawn = {place for place, cell in picture.cells.items() if cell.fill or any(cell.lines)}
    for r, c in drawn:
        if (r - 1, c) not in drawn and (r, c - 1) not in drawn:
            size = _run(drawn, r, c, 0, 1)
            if SMALLEST <= size <= LARGEST and size == _run(drawn, r, c, 1, 0):
                found.add(Rect(r, c, r + size - 1, c + size - 1))
    return found


def _run(drawn: set[Place], row: int, column: int, down: int, across: int) -> int:
    """The number of drawn cells from this one, up to one more than in the largest board."""
    return next(
        (
            steps
            for steps in range(LARGEST + 1)
            if (row + down * steps, column + across * steps) not in drawn
        ),
        LARGEST + 1,
    )


def _holds_digits(plane: Plane, window: Window, regions: tuple[int, ...]) -> bool:
    """Whether the square holds digits of its size, with few clashes in its regions."""
    size = window.size
    meanings = [plane.at(place) for place in window.places]
    values = [meaning.digit if meaning.fits(size) else 0 for meaning in meanings]
    filled = sum(meaning.kind not in (Kind.EMPTY, Kind.BLANK) for meaning in meanings)
    digits = sum(map(bool, values))
    if digits < SMALLEST or (filled - digits) * FOREIGN_SHARE > size * size:
        return False
    board = Board.jigsaw([regions[start : start + size] for start in range(0, size * size, size)])
    return clashes_of(values, board) <= CLASHING


def merged_boards(plane: Plane) -> Iterator[tuple[Rect, str]]:
    """The ranges of boards made of merged cells of one shape, and why each is refused."""
    lattices: dict[tuple[int, int, int, int], dict[Place, Rect]] = defaultdict(dict)
    for rect in plane.picture.merged:
        height, width = rect.height, rect.width
        if height * width > 1 and max(height, width) <= _LARGEST_MERGED:
            (row, above), (column, before) = divmod(rect.top, height), divmod(rect.left, width)
            lattices[height, width, above, before][row, column] = rect
    for lattice in lattices.values():
        for group in _groups(lattice):
            if _fills_board(plane, [lattice[place][:2] for place in group], box_of(group)):
                rects = [lattice[place] for place in sorted(group)]
                yield _around(rects), merged_problem(rects)


def _fills_board(plane: Plane, places: Sequence[Place], bounds: Rect) -> bool:
    """Whether cells that nearly fill a square contain the digits of a board of its size."""
    size = bounds.height
    if (
        size not in COMMON_SIZES
        or bounds.width != size
        or len(places) < _MERGED_SHARE * size * size
    ):
        return False
    return sum(plane.at(place).fits(size) for place in places) >= least_digits(size)


def merged_problem(rects: Sequence[Rect]) -> str:
    """Why merged cells can't be read, with the addresses of the first ones."""
    ranges = listed([str(rect) for rect in rects])
    return (
        f"{ranges} {is_are(len(rects))} merged; boards of merged cells can't be "
        "read yet; unmerge them and keep each digit in its own cell"
    )


def regions_problem(picture: Picture, window: Window, board: Board) -> str:
    """Why the drawing contradicts the boxes of a board; empty if it does not."""
    shape = "x".join(map(str, board.box_shape or ()))
    found = contradiction(picture, window, board)
    if found is None:
        return ""
    pairs = [f"{cell_address(*a)}|{cell_address(*b)}" for a, b in found.parted]
    return (
        f"{found.by} divide its {shape} boxes ({listed(pairs)}); boards with regions of their own "
        f"can't be read from a sheet yet; use {{box}} {shape} to read it with {shape} boxes"
    )


def overlapping(plane: Plane, boards: Iterable[tuple[Window, Board]]) -> Iterator[tuple[Rect, str]]:
    """The ranges of boards that share boxes with others (a samurai), and why each is refused.

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
        yield _around(group), _overlap_problem(sorted(group), board)


def _around(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle that contains all of these."""
    tops, lefts, bottoms, rights = zip(*rects, strict=True)
    return Rect(min(tops), min(lefts), max(bottoms), max(rights))


def _overlap_problem(ranges: Sequence[Rect], board: Board) -> str:
    shape = "x".join(map(str, board.box_shape or ()))
    named = listed([str(rect) for rect in ranges])
    return (
        f"its grids {named} share cells (a samurai?); boards that overlap can't be read from a "
        f"sheet yet; use {{range}} {ranges[0]} {{box}} {shape} to read one of them"
    )


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


def samurais(plane: Plane) -> Iterator[tuple[Rect, str]]:
    """The ranges of boards whose digits overlap, lined or not, and why each is refused."""
    for island in plane.islands():
        found = next(_layouts_of(plane, island), None)
        if found is not None:
            yield _around(found), _overlap_problem(found, Board.of_size(_SIDE))


def _layouts_of(plane: Plane, island: frozenset[Place]) -> Iterator[list[Rect]]:
    """The boards of each overlapping layout that a group of numbers fits."""
    bounds, board = box_of(island), Board.of_size(_SIDE)
    for layout, fewest in _LAYOUTS.items():
        extent = layout[-1][0] + _SIDE
        if not extent - _SLACK <= min(bounds.height, bounds.width) <= extent:
            continue
        for top, left, _, _ in _squares_around(bounds, extent):
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


def _groups(lattice: Iterable[Place]) -> Iterator[set[Place]]:
    """The places in groups of neighbours."""
    left = set(lattice)
    while left:
        waiting, group = [left.pop()], set[Place]()
        while waiting:
            r, c = place = waiting.pop()
            group.add(place)
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near in left:
                    left.discard(near)
                    waiting.append(near)
        yield group
