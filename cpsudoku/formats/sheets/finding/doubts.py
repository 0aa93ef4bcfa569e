"""Whether a board that only its digits show may be another one, with numbers beside it.

Numbers near a board, such as its number or a score, make it look like a larger one that has empty
edges.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.board import Board
from cpsudoku.core.sizes import COMMON_SIZES
from cpsudoku.formats.sheets.finding.evidence import NEAR, SURE, USUAL, clashes_of, weigh
from cpsudoku.formats.sheets.finding.overlaps import Overlaps
from cpsudoku.formats.sheets.finding.plane import AreaCounts, Plane, bounding_box
from cpsudoku.formats.sheets.finding.search import least_digits
from cpsudoku.formats.sheets.finding.values import digits_in
from cpsudoku.formats.sheets.finding.windows import Candidate, Window
from cpsudoku.formats.sheets.reading.sheet_picture import Rect
from cpsudoku.runtime.words import worded

_MOST_BESIDE = 4  # numbers beside a smaller board; a whole row of them may be headings


def lost(rect: Rect) -> str:
    """The doubt about a board beside which there are numbers that may belong to it."""
    return worded(
        "numbers near {rect} may belong to this grid, which has empty edges and no lines; draw a "
        "line around the grid, or choose its range with {range}",
        rect=rect,
    )


def smaller(plane: Plane, best: Candidate) -> Iterator[Window]:
    """The smaller boards without an empty line or a clash that most digits of a board are in.

    Beside a board that is not clean itself, more digits may be outside.
    """
    if _is_shown(best) or best.is_tight:
        return
    numbers = AreaCounts(best.window.rect, filter(plane.is_number, best.window.rect.places))
    for size in COMMON_SIZES:
        least = best.digits - max(_MOST_BESIDE, size) if best.is_clean else SURE
        if size < best.window.size:
            for rect in _squares(numbers, best.window.rect, size, least):
                candidate = weigh(plane, Window.of_rect(rect), Board.of_size(size))
                if candidate and candidate.is_tight and candidate.digits >= least:
                    yield candidate.window


def _squares(numbers: AreaCounts, rect: Rect, size: int, least: int) -> Iterator[Rect]:
    """The squares of a size in a rectangle that hold enough numbers."""
    top, left, bottom, right = rect
    firsts = Rect(top, left, bottom - size + 1, right - size + 1)
    rows, columns = (numbers.counts(firsts, (size, size)) >= least).nonzero()
    for down, across in zip(rows.tolist(), columns.tolist(), strict=True):
        first = top + down, left + across
        yield Rect(*first, first[0] + size - 1, first[1] + size - 1)


def is_lost(plane: Plane, best: Candidate, known: Overlaps[Rect]) -> bool:
    """Whether numbers near a small board with empty edges may belong to it.

    ``known`` are the ranges of other boards.
    """
    if _is_shown(best) or not best.slack or best.window.size >= USUAL:
        return False
    top, left, bottom, right = best.window.rect
    touching = Rect(top - 1, left - 1, bottom + 1, right + 1)  # there, only headings may be
    around = Rect(top - NEAR, left - NEAR, bottom + NEAR, right + NEAR)
    return any(
        plane.is_number(place) and not known.of(Rect(*place, *place))
        for place in around.places
        if not touching.holds(place)
    )


def clashing_square(plane: Plane) -> Rect | None:
    """The first square of numbers that only its clashes keep from being a grid, if there is one."""
    for island in plane.islands():
        rect = bounding_box(island)
        size = rect.height
        if rect.width != size or size not in COMMON_SIZES:
            continue
        meanings = [plane.at(place) for place in rect.places]
        values = digits_in(meanings, size)
        digits = size * size - values.count(0)
        may_be_one = digits == sum(each.digit > 0 for each in meanings) >= least_digits(size)
        if may_be_one and clashes_of(values, Board.of_size(size)):
            return rect
    return None


def _is_shown(best: Candidate) -> bool:
    """Whether more than the digits of a board shows where it is."""
    return best.framed or best.fill or bool(best.named) or best.is_numbered
