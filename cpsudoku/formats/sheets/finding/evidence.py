"""The evidence for a window: its cells, its lines and its clashes."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.sizes import COMMON_SIZES
from cpsudoku.formats.sheets.finding.frames import fill_fits, frame_of, widths_fit
from cpsudoku.formats.sheets.finding.line_numbers import numbered_sides
from cpsudoku.formats.sheets.finding.plane import Plane
from cpsudoku.formats.sheets.finding.values import NOTHING, CellKind, digits_in
from cpsudoku.formats.sheets.finding.windows import Candidate, Window
from cpsudoku.formats.sheets.reading.sheet_picture import Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOREIGN_SHARE = 10  # at most one cell in ten may hold something other than a digit
CLASHING = 0.35  # as a share of the equal pairs in random digits; a mistyped puzzle has fewer
CLASHING_COMPLETE = 0.15
CLASHING_ALONE = 0.75  # with no other number near: half of the givens may be wrong
_CLASHING_SMALL_ALONE = 0.25  # in 18 random digits of a 6x6, one time in a hundred
SURE, USUAL = 17, 9  # the fewest givens of a proper puzzle of the usual size
_WITHOUT_LARGE = 0.01  # the chance that as many digits of a large grid would all fit a smaller one
NEAR = 2  # rows and columns


def weigh(
    plane: Plane, window: Window, board: Board, named: str = "", frame: float | None = None
) -> Candidate | None:
    """The evidence for a window; None if its contents show that it is not a grid.

    frame: how well lines fit its boxes, if that is known.
    """
    size = window.size
    meaning_at = plane.meanings.get
    meanings = [meaning_at(place, NOTHING) for place in window.places]
    values = digits_in(meanings, size)
    if not named and _is_repeated(values, size):
        return None
    digits = size * size - values.count(0)
    others = [m for m, v in zip(meanings, values, strict=True) if not v and m is not NOTHING]
    marks = sum(is_marks(m.kind, m.digit, m.text, size) for m in others)
    blank = sum(m.kind in (CellKind.EMPTY, CellKind.BLANK) for m in others)
    foreign = len(others) - marks - blank
    if not named and foreign * FOREIGN_SHARE > size * size:
        return None
    if frame is None:
        frame = frame_of(plane.picture, window, board)
    rows, columns = _lines(size, [m is not NOTHING for m in meanings])
    slack = rows.count(False) + columns.count(False)
    is_loose = not (rows[0] and rows[-1] and columns[0] and columns[-1])
    clashes = clashes_of(values, board)
    even = widths_fit(plane.picture, window)
    alike = _most_of_a_kind(plane, window, digits + marks)
    evidence = (window, digits + marks, alike, foreign, clashes, slack, frame)
    candidate = Candidate(*evidence, False, even, named)
    if named:
        return candidate
    if not _is_varied(values, size, candidate.framed):
        return None
    if foreign and (is_loose or clashes > CLASHING / 2):
        return None
    if not candidate.framed and not _is_bare_grid(plane, candidate, values, board, is_loose):
        return None
    fill = fill_fits(plane.picture, window, board)
    return Candidate(*evidence, fill, even, named, numbered_sides(plane, window))


def _most_of_a_kind(plane: Plane, window: Window, digits: int) -> int:
    """How many of the digits of a window are typed, or calculated, whichever are more."""
    formulas = plane.formulas.inside(window.rect)
    if not formulas:
        return digits
    places = {*formulas}.intersection(window.places)
    calculated = sum(plane.at(place).kind in (CellKind.DIGIT, CellKind.MARKS) for place in places)
    return max(calculated, digits - calculated)


def _is_bare_grid(
    plane: Plane, candidate: Candidate, values: list[int], board: Board, is_loose: bool
) -> bool:
    """Whether the digits of a window without lines around its boxes show that it is a grid."""
    window, size, digits = candidate.window, board.size, candidate.digits
    is_drawn = window.rect in plane.picture.drawn_squares
    if candidate.slack > _most_empty_lines(size, digits) and not is_drawn:
        return False
    if _has_headings(values, plane.at(window.places[0]).kind, size):
        return False
    is_sure = size >= USUAL and candidate.is_tight and digits >= SURE
    if not is_sure and _is_cut_out(plane, window):
        return False
    is_complete = 0 not in values
    if is_complete:
        limit = 0.0 if size < USUAL else CLASHING_COMPLETE
    else:
        limit = 0.0 if size < USUAL or (is_loose and not is_drawn) else CLASHING
    if candidate.clashes <= limit:
        return True
    alone = CLASHING_ALONE if size >= USUAL else _CLASHING_SMALL_ALONE if size > 4 else 0.0
    may_clash = not is_complete and not candidate.slack and digits >= SURE
    if not may_clash or not _is_alone(plane, window.rect):
        return False
    return candidate.clashes <= alone or (size >= USUAL and _is_one_line_wrong(values, board))


def _is_one_line_wrong(values: list[int], board: Board) -> bool:
    """Whether few digits clash outside one row or column, such as a row of 5s."""
    size = board.size
    lines = [slice(at, at + size) for at in range(0, size * size, size)]
    lines += [slice(at, None, size) for at in range(size)]
    for line in lines:
        rest = values[:]
        rest[line] = [0] * size
        if size * size - rest.count(0) >= SURE and clashes_of(rest, board) <= CLASHING / 2:
            return True
    return False


def _is_cut_out(plane: Plane, window: Window) -> bool:
    """Whether a window ends inside a drawn square whose blank cells beside it belong to it too."""
    rect = window.rect
    top, left, bottom, right = rect
    for square in plane.drawn_squares.of(rect):
        if square.height not in COMMON_SIZES or rect.covers(square):
            continue
        if not square.covers(rect):
            return True
        for line in (
            *([(top - 1, c) for c in window.columns], [(bottom + 1, c) for c in window.columns]),
            *([(r, left - 1) for r in window.rows], [(r, right + 1) for r in window.rows]),
        ):
            blank = all(plane.at(at).kind in (CellKind.EMPTY, CellKind.BLANK) for at in line)
            if square.holds(line[0]) and blank:
                return True
    return False


def _is_alone(plane: Plane, rect: Rect) -> bool:
    """Whether no number is near a window."""
    top, left, bottom, right = rect
    around = Rect(top - NEAR, left - NEAR, bottom + NEAR, right + NEAR)
    return not any(map(plane.is_number, set(around.places) - set(rect.places)))


def is_marks(kind: CellKind, digit: int, text: str, size: int) -> bool:
    """Whether a cell holds candidates of a grid of this size: ``134``, or 12 in a 9x9."""
    if size > 9 or any(mark > str(size) for mark in text):
        return False
    return kind is CellKind.MARKS or (
        digit > size and "0" not in text and len(set(text)) == len(text)
    )


def _lines(size: int, occupied: list[bool]) -> tuple[list[bool], list[bool]]:
    """The rows and the columns that hold something."""
    rows = [any(occupied[start : start + size]) for start in range(0, size * size, size)]
    return rows, [any(occupied[start::size]) for start in range(size)]


def _most_empty_lines(size: int, digits: int) -> float:
    """The most empty lines in a grid with this many digits. With more, it has spacers or is two."""
    empty = 1 - digits / size**2
    return min(size - 2, 2 + 3 * 2 * size * empty**size)  # 4 numbers of a table are not a 4x4


def _is_varied(values: list[int], size: int, framed: bool) -> bool:
    """Whether more than half of the digits occur, also large ones. With a frame, they need not.

    Many small numbers without a large one are a smaller grid and the numbers beside it. The digits
    of a grid may begin with 0, so that the largest is one less than its size.
    """
    if framed:
        return True
    digits = [value for value in values if value]
    if len(set(digits)) <= size // 2:
        return False
    smaller = max(each for each in COMMON_SIZES if each < size) if size > USUAL else 0
    return max(digits) >= smaller or (smaller / size) ** len(digits) > _WITHOUT_LARGE


def _is_repeated(values: list[int], size: int) -> bool:
    """Whether a digit is far too frequent, even if one row or column was filled with it."""
    for digit, count in Counter(filter(None, values)).most_common():
        if count <= size + 1:
            return False
        cells = [at for at, value in enumerate(values) if value == digit]
        rows, columns = Counter(at // size for at in cells), Counter(at % size for at in cells)
        if count - max(*rows.values(), *columns.values()) >= size:
            return True
    return False


def _has_headings(values: list[int], corner: CellKind, size: int) -> bool:
    """Whether its first row or column has the line numbers of a grid that is smaller by one."""
    if size - 1 not in COMMON_SIZES or corner not in (
        CellKind.EMPTY,
        CellKind.BLANK,
        CellKind.TEXT,
    ):
        return False
    indexes = (list(range(size - 1)), list(range(1, size)))
    return values[1:size] in indexes or values[size::size] in indexes


@cache
def _peer_pairs(board: Board) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first and the second cell of each pair of peers."""
    import numpy as np

    pairs = [
        (cell, peer) for cell, peers in enumerate(board.peers) for peer in peers if cell < peer
    ]
    first, second = np.array(pairs).reshape(-1, 2).T
    return first, second


def clashes_of(values: list[int], board: Board) -> float:
    """The number of equal pairs in houses, as a share of the number in random digits."""
    import numpy as np

    first, second = (np.array(values)[cells] for cells in _peer_pairs(board))
    filled = (first > 0) & (second > 0)
    count = int(filled.sum())
    return int((filled & (first == second)).sum()) * board.size / count if count else 0.0
