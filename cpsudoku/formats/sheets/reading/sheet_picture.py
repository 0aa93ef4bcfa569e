"""A sheet as a neutral picture, independent of the library: cells, lines, names, merged cells."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import count
from typing import NamedTuple

from cpsudoku.core.sizes import COMMON_SIZES
from cpsudoku.runtime.errors import InputError, Source, cell_address

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
SMALLEST, LARGEST = 4, max(COMMON_SIZES)  # rows of a board with lines or backgrounds
_RANGE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Za-z]{1,3})\$?([0-9]{1,7}))?")

Place = tuple[int, int]
"""A row and a column, counted from 1."""


class Rect(NamedTuple):
    """A rectangle of cells, including its last row and column, counted from 1."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.right - self.left + 1

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share a cell."""
        return (
            self.top <= other.bottom
            and other.top <= self.bottom
            and self.left <= other.right
            and other.left <= self.right
        )

    def holds(self, place: Place) -> bool:
        """Whether a cell is inside."""
        return self.top <= place[0] <= self.bottom and self.left <= place[1] <= self.right

    def covers(self, other: Rect) -> bool:
        """Whether every cell of the other is inside."""
        return self.holds((other.top, other.left)) and self.holds((other.bottom, other.right))

    @property
    def places(self) -> list[Place]:
        """The cells, row by row."""
        columns = range(self.left, self.right + 1)
        return [(r, c) for r in range(self.top, self.bottom + 1) for c in columns]

    def __str__(self) -> str:
        first = cell_address(self.top, self.left)
        last = cell_address(self.bottom, self.right)
        return first if first == last else f"{first}:{last}"

    @staticmethod
    def parse(text: str, source: Source | None = None) -> Rect:
        """The rectangle of an address such as ``B2:J10`` or ``$B$2``; raises InputError."""
        match = _RANGE.fullmatch(text.strip())
        if match is None:
            raise InputError("range {text} is not of the form A1:I9", source, text=repr(text))
        left = column_number(match[1])
        right = column_number(match[3]) if match[3] else left
        top = int(match[2])
        bottom = int(match[4]) if match[4] else top
        if not (1 <= top <= bottom <= LAST_ROW and 1 <= left <= right <= LAST_COLUMN):
            raise InputError(
                "range {text} is not in the sheet, or its ends are swapped", source, text=repr(text)
            )
        return Rect(top, left, bottom, right)


def column_number(letters: str) -> int:
    """The number of a column by its letters: ``A`` is 1, ``AA`` is 27."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


@lru_cache(1 << 14)
def place_of_address(address: str) -> Place:
    """The place of a cell by its address; raises InputError for anything else."""
    return Rect.parse(address)[:2]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its stored value, and the parts of its look that help to find grids.

    ``formula`` is the text of a formula, or empty; ``calculated`` is whether its value was stored.
    ``lines`` are the weights of its left, right, top and bottom lines: 0 none, 0.5 hair, 1 thin,
    2 medium, 3 thick. ``fill`` is the colour of its background, or empty. ``is_error``: the value
    is a code such as ``#REF!``. ``shows_zero`` is False if the number format hides a zero.
    """

    value: object = None
    formula: str = ""
    calculated: bool = True
    lines: tuple[float, float, float, float] = (0, 0, 0, 0)
    fill: str = ""
    is_error: bool = False
    shows_zero: bool = True


EMPTY = Cell()


def _is_between(dividers: Sequence[int], first: int, last: int) -> bool:
    """Whether one of some sorted numbers is above the first and not above the last."""
    at = bisect_right(dividers, first)
    return at < len(dividers) and dividers[at] <= last


@dataclass(frozen=True)
class SheetPicture:
    """A sheet. ``cells`` has the cells with content or a look.

    ``names`` are its named ranges and tables. ``widths`` are the explicit widths of columns.
    ``arrays`` are the ranges that one array formula or data table fills. ``notes`` are comments.
    """

    sheet: str
    cells: Mapping[Place, Cell] = field(default_factory=dict)
    merged: tuple[Rect, ...] = ()
    names: tuple[tuple[str, Rect], ...] = ()
    hidden: bool = False
    widths: Mapping[int, float] = field(default_factory=dict)
    arrays: tuple[Rect, ...] = ()
    notes: Mapping[Place, str] = field(default_factory=dict)

    @cached_property
    def lines(self) -> tuple[dict[Place, float], dict[Place, float]]:
        """The weights of the lines at the left and at the top of cells, if there are any.

        It makes no difference whether the cell or the one before it has the line.
        """
        at_left: dict[Place, float] = {}
        at_top: dict[Place, float] = {}
        for (r, c), cell in self.cells.items() if self.has_lines else ():
            left, right, top, bottom = cell.lines
            for weights, place, weight in (
                *((at_left, (r, c), left), (at_left, (r, c + 1), right)),
                *((at_top, (r, c), top), (at_top, (r + 1, c), bottom)),
            ):
                if weight > weights.get(place, 0):
                    weights[place] = weight
        return at_left, at_top

    @cached_property
    def weights(self) -> frozenset[float]:
        """The different weights of its lines."""
        at_left, at_top = self.lines
        return frozenset(at_left.values()) | frozenset(at_top.values())

    @cached_property
    def has_lines(self) -> bool:
        """Whether any cell has a line."""
        return any(map(any, {cell.lines for cell in self.cells.values()}))

    @cached_property
    def has_fills(self) -> bool:
        """Whether any cell has a background."""
        return any(cell.fill for cell in self.cells.values())

    @cached_property
    def has_formulas(self) -> bool:
        """Whether any cell has a formula of its own."""
        return any(cell.formula for cell in self.cells.values())

    @property
    def has_drawing(self) -> bool:
        """Whether any cell has a line or a background."""
        return self.has_lines or self.has_fills

    @cached_property
    def corners(self) -> tuple[list[Place], set[Place]]:
        """The cells whose lines make them a possible first or last cell of a grid.

        Their outer lines are heavier than their inner lines.
        """
        left, top = self.lines
        first = [
            (r, c)
            for (r, c), weight in left.items()
            if weight > left.get((r, c + 1), 0) and top.get((r, c), 0) > top.get((r + 1, c), 0)
        ]
        last = {
            (r, c - 1)
            for (r, c), weight in left.items()
            if weight > left.get((r, c - 1), 0)
            and top.get((r + 1, c - 1), 0) > top.get((r, c - 1), 0)
        }
        return first, last

    @cached_property
    def crossings(self) -> list[Place]:
        """The cells at whose upper left corner lines cross that are heavier than the next ones."""
        left, top = self.lines
        return [
            (r, c)
            for (r, c), weight in left.items()
            if weight > left.get((r, c + 1), 0)
            and left.get((r - 1, c), 0) == weight == top.get((r, c), 0) == top.get((r, c - 1), 0)
            and weight > top.get((r + 1, c), 0)
        ]

    @cached_property
    def framed_squares(self) -> dict[int, list[Rect]]:
        """The squares of each size that have heavier lines around their corners."""
        firsts, lasts = self.corners
        found: dict[int, list[Rect]] = {}
        for r, c in firsts:
            for size in range(SMALLEST, LARGEST + 1):
                if (r + size - 1, c + size - 1) in lasts:
                    rect = Rect(r, c, r + size - 1, c + size - 1)
                    if self._is_divided(rect):
                        found.setdefault(size, []).append(rect)
        return found

    def _is_divided(self, rect: Rect) -> bool:
        """Whether each row and each column of a range has a line or two backgrounds inside it.

        The rows and columns between two boards do not.
        """
        rows, columns = self._dividers
        return all(
            _is_between(rows.get(r, ()), rect.left, rect.right)
            for r in range(rect.top, rect.bottom + 1)
        ) and all(
            _is_between(columns.get(c, ()), rect.top, rect.bottom)
            for c in range(rect.left, rect.right + 1)
        )

    @cached_property
    def _dividers(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The cells in each row, and in each column, that differ from the cell before them.

        A line is between the two, or they have two backgrounds.
        """
        left, top = self.lines
        rows: dict[int, set[int]] = {}
        columns: dict[int, set[int]] = {}
        for r, c in left:
            rows.setdefault(r, set()).add(c)
        for r, c in top:
            columns.setdefault(c, set()).add(r)
        for (r, c), cell in self.cells.items():
            for row, column in ((r, c), (r, c + 1)) if cell.fill else ():
                if self.cell(row, column).fill != self.cell(row, column - 1).fill:
                    rows.setdefault(row, set()).add(column)
            for row, column in ((r, c), (r + 1, c)) if cell.fill else ():
                if self.cell(row, column).fill != self.cell(row - 1, column).fill:
                    columns.setdefault(column, set()).add(row)
        return (
            {row: sorted(found) for row, found in rows.items()},
            {column: sorted(found) for column, found in columns.items()},
        )

    @cached_property
    def texts(self) -> dict[Place, str]:
        """The cells that hold a text."""
        return {at: cell.value for at, cell in self.cells.items() if isinstance(cell.value, str)}

    @cached_property
    def drawn_squares(self) -> frozenset[Rect]:
        """The squares of cells with lines or backgrounds that end where the square ends."""
        drawn = {place for place, cell in self.cells.items() if cell.fill or any(cell.lines)}
        corners = [(r, c) for r, c in drawn if (r - 1, c) not in drawn and (r, c - 1) not in drawn]
        found = set[Rect]()
        for r, c in corners:
            right = next(at for at in count(c) if (r, at) not in drawn)
            bottom = next(at for at in count(r) if (at, c) not in drawn)
            if right - c == bottom - r:
                found.add(Rect(r, c, bottom - 1, right - 1))
        return frozenset(found)

    def is_drawn(self, place: Place) -> bool:
        """Whether a cell has a background, or lines on all its sides."""
        (r, c), (left, top) = place, self.lines
        sides = left.get(place), left.get((r, c + 1)), top.get(place), top.get((r + 1, c))
        return bool(self.cell(r, c).fill) or all(sides)

    def is_calculated(self, place: Place) -> bool:
        """Whether a formula, in the cell or for a whole range, calculates the value of a cell."""
        return bool(self.cell(*place).formula) or any(rect.holds(place) for rect in self.arrays)

    def cell(self, row: int, column: int) -> Cell:
        """The cell at a place, which may be empty."""
        return self.cells.get((row, column), EMPTY)
