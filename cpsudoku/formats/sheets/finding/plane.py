"""The meanings of the cells of a sheet, and fast counts of them in rectangles."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from cpsudoku.formats.sheets.finding.overlaps import Overlaps
from cpsudoku.formats.sheets.finding.values import NOTHING, CellKind, Meaning, meaning_of
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect, SheetPicture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GAP = 6  # two boxes of a proper puzzle can't have this many rows between their digits
_NUMBERS = (CellKind.DIGIT, CellKind.MARKS)


def bounding_box(places: Iterable[Place]) -> Rect:
    """The smallest rectangle that holds all the places; there must be at least one."""
    places = tuple(places)
    columns = {column for _, column in places}  # zip(*places) makes an iterator for each place
    return Rect(min(places)[0], min(columns), max(places)[0], max(columns))


class Plane:
    """A picture and the meanings of its cells."""

    def __init__(self, picture: SheetPicture) -> None:
        self.picture = picture
        self.meanings: dict[Place, Meaning] = {}
        known: dict[int, Meaning] = {}  # by identity: equal cells are one object
        for place, cell in picture.cells.items():
            if cell.value is not None or not cell.calculated:
                meaning = known.get(id(cell)) or known.setdefault(id(cell), meaning_of(cell))
                if meaning is not NOTHING:
                    self.meanings[place] = meaning

    def at(self, place: Place) -> Meaning:
        """The meaning of a cell."""
        return self.meanings.get(place, NOTHING)

    def is_number(self, place: Place) -> bool:
        """Whether a cell looks like a part of a grid: a digit, candidates, 0 or a dot."""
        meaning = self.meanings.get(place)
        return meaning is not None and (
            meaning.kind in _NUMBERS
            or (meaning.kind is CellKind.BLANK and meaning.text in ("0", "."))
        )

    @cached_property
    def numbers(self) -> frozenset[Place]:
        """The cells that are numbers."""
        return frozenset(place for place in self.meanings if self.is_number(place))

    @cached_property
    def filled(self) -> ByRow:
        """The cells that hold something."""
        return ByRow(self.meanings)

    @cached_property
    def drawn_squares(self) -> Overlaps[Rect]:
        """The drawn squares of the sheet, to find those at a place."""
        return Overlaps(self.picture.drawn_squares, lambda rect: rect)

    @cached_property
    def formulas(self) -> ByRow:
        """The cells with a formula of their own."""
        return ByRow(at for at, cell in self.picture.cells.items() if cell.formula)

    @cached_property
    def starts(self) -> tuple[ByRow, ByRow]:
        """The cells where a column, and a row, may begin to count.

        Their digit is 0 or 1, and that of the next cell is greater by one.
        """
        below, beside = list[Place](), list[Place]()
        for (row, column), meaning in self.meanings.items():
            if meaning.digit in (1, 2):
                before = meaning.digit - 1
                if self.at((row - 1, column)).digit == before:
                    below.append((row - 1, column))
                if self.at((row, column - 1)).digit == before:
                    beside.append((row, column - 1))
        return ByRow(below), ByRow(beside)

    def islands(self, without: frozenset[Place] = frozenset()) -> list[frozenset[Place]]:
        """The numbers in groups that are further apart than the digits of one grid."""
        return list(groups_of_places(self.numbers - without, GAP)) if without else self._all_islands

    @cached_property
    def _all_islands(self) -> list[frozenset[Place]]:
        return list(groups_of_places(self.numbers, GAP))


def groups_of_places(places: frozenset[Place], gap: int) -> Iterator[frozenset[Place]]:
    """Places in groups that are more than ``gap`` rows or columns apart."""
    pending = [(band, 1) for band in _bands(places, 0, gap)] if places else []
    while pending:
        group, axis = pending.pop()  # nothing divides it along the other axis
        bands = _bands(group, axis, gap)
        if len(bands) == 1:
            yield group
        else:
            pending += [(band, 1 - axis) for band in bands]


def _bands(group: frozenset[Place], axis: int, gap: int) -> list[frozenset[Place]]:
    """Places in groups of neighbouring rows (axis 0) or columns (axis 1)."""
    lines = sorted({place[axis] for place in group})
    starts = [after for before, after in pairwise(lines) if after - before > gap]
    if not starts:
        return [group]
    band_of = {line: bisect(starts, line) for line in lines}
    bands: list[list[Place]] = [[] for _ in range(len(starts) + 1)]
    for place in group:
        bands[band_of[place[axis]]].append(place)
    return [frozenset(band) for band in bands]


class ByRow:
    """Places of a sheet, of which those in a rectangle are found without looking at all."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._columns: dict[int, list[int]] = {}
        for row, column in sorted(places):
            self._columns.setdefault(row, []).append(column)

    def inside(self, rect: Rect) -> list[Place]:
        """Those in a rectangle, row by row."""
        found: list[Place] = []
        for row in range(rect.top, rect.bottom + 1):
            columns = self._columns.get(row, [])
            first, end = bisect_left(columns, rect.left), bisect(columns, rect.right)
            found += [(row, column) for column in columns[first:end]]
        return found


class AreaCounts:
    """Counts the cells of a set in a rectangle, in constant time.

    ``area`` is the rectangle around all the cells. A query may reach one line outside it.
    """

    def __init__(self, area: Rect, places: Iterable[Place]) -> None:
        import numpy as np

        self._top, self._left = area.top - 2, area.left - 2
        marks = np.zeros((area.height + 4, area.width + 4), np.int32)
        rows, columns = np.array([*places], np.int32).reshape(-1, 2).T
        marks[rows - self._top, columns - self._left] = 1
        self._array: NDArray[np.int32] = marks.cumsum(0, np.int32).cumsum(1, np.int32)

    @cached_property
    def _sums(self) -> list[list[int]]:
        """The array as lists, in which single numbers are found faster."""
        sums: list[list[int]] = self._array.tolist()
        return sums

    def counts(self, firsts: Rect, shape: tuple[int, int], at: Place = (0, 0)) -> NDArray[np.int32]:
        """How many cells there are in each of some rectangles of one height and width.

        Their first cells are those of ``firsts``, moved ``at`` rows down and columns to the right.
        """
        top, left = firsts.top + at[0] - self._top, firsts.left + at[1] - self._left
        bottom, right = top + shape[0], left + shape[1]
        rows, columns, sums = firsts.height, firsts.width, self._array
        low, high = sums[top - 1 :][:rows], sums[bottom - 1 :][:rows]
        start, end = slice(left - 1, left - 1 + columns), slice(right - 1, right - 1 + columns)
        counts: NDArray[np.int32] = high[:, end] - high[:, start] - low[:, end] + low[:, start]
        return counts

    def count(self, top: int, left: int, bottom: int, right: int) -> int:
        """The number of the cells in a rectangle."""
        low, high = self._sums[top - self._top - 1], self._sums[bottom - self._top]
        start, end = left - self._left - 1, right - self._left
        return high[end] - high[start] - low[end] + low[start]
