"""The windows around a group of numbers whose digits may form a grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from cpsudoku.core.board import COMMON_SIZES, Board
from cpsudoku.formats.sheets.finding.evidence import weigh
from cpsudoku.formats.sheets.finding.overlaps import Overlaps
from cpsudoku.formats.sheets.finding.plane import Plane, Sums
from cpsudoku.formats.sheets.finding.values import CellKind, Meaning
from cpsudoku.formats.sheets.finding.windows import Candidate, Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TOUCHED = 8  # the smallest size of a grid that is found though a number touches it
_PLAIN = 9  # numbers up to this one may be digits of a larger grid, so they are not sums
_MOST_TOUCHING = 4  # numbers around such a grid
_MOST_AT_SIDE = 2
_SURE = 17  # digits without a clash: enough for a proper puzzle
_SPACED = 6  # the smallest size of a grid with gaps between its boxes in one direction only
SLACK = 2  # the most empty rows or columns at the edges of a grid without lines
_BOARDS = [Board.of_size(size) for size in COMMON_SIZES]
_TURNED = {Board.of_size(6): Board.boxes(3, 2)}
"""The boards that have boxes of the other direction as often."""


def least_digits(size: int) -> int:
    """The fewest digits for which a window without lines or a name counts as a grid."""
    return max(4, size * size // 5)


@cache
def _steps(size: int, box: int, spaced: bool) -> tuple[int, ...]:
    """The distance of each line of a grid from the first. ``spaced``: boxes have gaps."""
    return tuple(at + (at // box if spaced else 0) for at in range(size))


def _first_gap(steps: tuple[int, ...]) -> int:
    """The first step that is missing, 0 if there is none."""
    return next((at for at, step in enumerate(steps) if at != step), 0)


class WindowSearch:
    """The windows of one island of numbers of a plane."""

    def __init__(self, plane: Plane, island: frozenset[Place], board: Board | None) -> None:
        self.plane = plane
        self.island = island
        rows, columns = zip(*island, strict=True)
        self.bounds = Rect(min(rows), min(columns), max(rows), max(columns))
        self.boards = [board] if board is not None else _BOARDS

    def candidates(self, spaced: bool = False) -> Iterator[Candidate]:
        """Every window, with or without spacers, whose digits may form a grid."""
        for board in self.boards:
            size = board.size
            good = [place for place in self.island if self._is_good(place, size)]
            if len(good) < least_digits(size) or len(self._digits) <= size // 2:
                continue
            rows, columns = board.box_shape or (size, size)
            kinds = ((True, True), (True, False), (False, True)) if spaced else ((False, False),)
            if spaced and size < _SPACED:
                kinds = kinds[:1]
            numbers = Sums(self._area, self.island)
            digits = Sums(self._area, good)
            large, formulas = self._large(size), self._formulas
            labels = _Labels(self.plane, size, numbers, large, formulas, self._starts)
            for by_row, by_column in kinds:
                down, across = _steps(size, rows, by_row), _steps(size, columns, by_column)
                yield from self._windows(board, down, across, digits, labels)

    @cached_property
    def _digits(self) -> frozenset[int]:
        """The different digits of the island, and those of its candidates."""
        meanings = [self.plane.meanings[place] for place in self.island]
        marks = {
            int(mark) for each in meanings if each.kind is CellKind.MARKS for mark in each.text
        }
        return frozenset(marks | {each.digit for each in meanings if each.digit})

    @cached_property
    def _area(self) -> Rect:
        top, left, bottom, right = self.bounds
        return Rect(max(1, top - SLACK), max(1, left - SLACK), bottom + SLACK, right + SLACK)

    def _is_good(self, place: Place, size: int) -> bool:
        meaning = self.plane.meanings[place]
        return (
            meaning.may_fit(size)
            or (size <= 9 and meaning.kind is CellKind.MARKS)
            or (
                size <= 9
                and meaning.digit > 9
                and len(set(meaning.text)) == 2
                and "0" not in meaning.text
            )
        )

    def _windows(
        self,
        board: Board,
        down: tuple[int, ...],
        across: tuple[int, ...],
        digits: Sums,
        labels: _Labels,
    ) -> Iterator[Candidate]:
        """Each place where a shape has enough digits in it and nothing around it."""
        numbers = labels.numbers
        for top, left in self._firsts(board.size, down, across, digits, labels):
            window = Window(
                tuple(top + step for step in down), tuple(left + step for step in across)
            )
            if window.spacers and not self._spacers_empty(window, numbers):
                continue
            slack, touching = self._slack(window, numbers), labels.touching(window)
            if slack is None or touching is None or (slack and touching):
                continue
            candidate = weigh(self.plane, window, board)
            if candidate is None and board in _TURNED:  # the verdict names the clashes
                candidate = weigh(self.plane, window, _TURNED[board])
            if candidate is not None and (not touching or _is_sure(candidate)):
                yield candidate

    def _firsts(
        self,
        size: int,
        down: tuple[int, ...],
        across: tuple[int, ...],
        digits: Sums,
        labels: _Labels,
    ) -> list[Place]:
        """The first cells of the windows with enough digits and nothing certain around them."""
        area, height, width = self._area, down[-1] + 1, across[-1] + 1
        shape, numbers = (height, width), labels.numbers
        firsts = Rect(area.top, area.left, area.bottom - height + 1, area.right - width + 1)
        if firsts.height < 1 or firsts.width < 1:
            return []
        # four lone boxes are not a grid
        least = max(least_digits(size), 8 if height + width > 2 * size else 0)
        good = digits.counts(firsts, shape) >= least
        if not good.any():
            return []
        row, column = _first_gap(down), _first_gap(across)
        if row:
            good &= numbers.counts(firsts, (1, width), (row, 0)) == 0
        if column:
            good &= numbers.counts(firsts, (height, 1), (0, column)) == 0
        edge = SLACK + 1
        for part, at in (
            *(((edge, width), (0, 0)), ((edge, width), (height - edge, 0))),
            *(((height, edge), (0, 0)), ((height, edge), (0, width - edge))),
        ):
            good &= numbers.counts(firsts, part, at) > 0
        good &= ~labels.are_excluded(firsts, shape)
        rows, columns = good.nonzero()
        return [
            (firsts.top + r, firsts.left + c)
            for r, c in zip(rows.tolist(), columns.tolist(), strict=True)
        ]

    @cached_property
    def _formulas(self) -> Sums:
        """Counts the formulas in and around the island."""
        cells, area, around = self.plane.picture.cells, self._area, self._around
        return Sums(area, [at for at, cell in cells.items() if cell.formula and around.holds(at)])

    @cached_property
    def _starts(self) -> tuple[Sums, Sums]:
        """Counts the cells in and around the island where a column, and a row, may begin to count.

        Their digit is 0 or 1, and that of the next cell is greater by one.
        """
        found: tuple[list[Place], list[Place]] = ([], [])
        for (row, column), meaning in self.plane.meanings.items():
            digit = meaning.digit
            if digit not in (1, 2):
                continue
            for places, before in zip(found, ((row - 1, column), (row, column - 1)), strict=True):
                if self.plane.at(before).digit == digit - 1 and self._around.holds(before):
                    places.append(before)
        return Sums(self._area, found[0]), Sums(self._area, found[1])

    @cached_property
    def _around(self) -> Rect:
        """The island and the cells around it."""
        area = self._area
        return Rect(area.top - 1, area.left - 1, area.bottom + 1, area.right + 1)

    def _large(self, size: int) -> Sums:
        """Counts what is in and around the island that can't be a digit of a grid of a size."""
        return Sums(self._area, [at for at, each in self._near if _is_large(each, size)])

    @cached_property
    def _near(self) -> list[tuple[Place, Meaning]]:
        """What is in and around the island."""
        around = self._around
        return [(at, each) for at, each in self.plane.meanings.items() if around.holds(at)]

    def _spacers_empty(self, window: Window, numbers: Sums) -> bool:
        top, left, bottom, right = window.rect
        between = set(range(top, bottom + 1)) - set(window.rows)
        beside = set(range(left, right + 1)) - set(window.columns)
        return not any(numbers.count(r, left, r, right) for r in between) and not any(
            numbers.count(top, c, bottom, c) for c in beside
        )

    def _slack(self, window: Window, numbers: Sums) -> int | None:
        """The number of empty lines at the edges; None if there are too many."""
        rect = window.rect
        rows = _edges([numbers.count(r, rect.left, r, rect.right) for r in window.rows])
        columns = _edges([numbers.count(rect.top, c, rect.bottom, c) for c in window.columns])
        return None if max(rows, columns) > SLACK else rows + columns


def _edges(counts: list[int]) -> int:
    """The number of empty lines at both ends."""
    first = next((at for at, count in enumerate(counts) if count), len(counts))
    last = next((at for at, count in enumerate(reversed(counts)) if count), len(counts))
    return first + last


@dataclass(frozen=True)
class _Labels:
    """Whether the only numbers in the cells around a window are headings, sums and checks."""

    plane: Plane
    size: int
    numbers: Sums
    large: Sums
    formulas: Sums
    starts: tuple[Sums, Sums]
    """Counts the cells where a column, and a row, may begin that is 0 1 2 ... or 1 2 3 ..."""

    def are_excluded(self, firsts: Rect, shape: tuple[int, int]) -> NDArray[np.bool_]:
        """Whether windows certainly have other numbers around them. This is quick to find out.

        They have one height and width, and their first cells are those of a rectangle.
        """
        height, width = shape
        area, spacers = self.size * self.size, height * width - self.size * self.size
        calculated = self.formulas.counts(firsts, shape) - spacers > area // 2
        excluded = calculated & False
        for part, at in (
            *(((1, width), (-1, 0)), ((1, width), (height, 0))),
            *(((height, 1), (0, -1)), ((height, 1), (0, width))),
        ):
            count = self.numbers.counts(firsts, part, at)
            alone = (count <= _MOST_AT_SIDE) & (self.size >= _TOUCHED)
            few = calculated | (self.formulas.counts(firsts, part, at) <= self.size // 2)
            other = (count > 0) & ~alone & (self.large.counts(firsts, part, at) == 0) & few
            starts = self.starts[part[0] == 1]
            excluded |= other & (starts.counts(firsts, (1, 1), at) == 0)
        return excluded

    def _is_calculated(self, top: int, left: int, bottom: int, right: int) -> bool:
        """Whether most cells of a window certainly hold formulas, even if its spacers do."""
        area = self.size * self.size
        spacers = (bottom - top + 1) * (right - left + 1) - area
        return self.formulas.count(top, left, bottom, right) - spacers > area // 2

    def touching(self, window: Window) -> int | None:
        """The numbers around a window that are not labels, such as the number of a puzzle above it.

        None if there are too many for a grid of its size.
        """
        top, left, bottom, right = window.rect
        rows, columns = window.rows, window.columns
        sides = (
            ([(top - 1, c) for c in columns], (top - 1, left, top - 1, right), (-1, 0)),
            ([(bottom + 1, c) for c in columns], (bottom + 1, left, bottom + 1, right), (1, 0)),
            ([(r, left - 1) for r in rows], (top, left - 1, bottom, left - 1), (0, -1)),
            ([(r, right + 1) for r in rows], (top, right + 1, bottom, right + 1), (0, 1)),
        )
        counts = [
            count
            for line, side, outward in sides
            if (count := self.numbers.count(*side)) and not self._is_label(line, window, outward)
        ]
        few = max(counts, default=0) <= _MOST_AT_SIDE and sum(counts) <= _MOST_TOUCHING
        may_touch = self.size >= _TOUCHED and not window.spacers and few
        return sum(counts) if may_touch or not counts else None

    def _are_headings(self, letters: list[Meaning]) -> bool:
        """Whether letters beside a window are a word or headings A, B, C ..."""
        if self.size <= 9:
            return True
        values = [meaning.digit for meaning in letters]
        return len(values) == self.size and values == list(range(10, 10 + self.size))

    def _is_label(self, line: list[Place], window: Window, outward: Place) -> bool:
        """Whether a line of cells beside a window holds its headings, sums or checks."""
        size = self.size
        meanings = [self.plane.at(place) for place in line]
        filled = [m for m in meanings if m.kind is not CellKind.EMPTY and m.text]
        if self._are_numbered(line):
            return True
        if all(m.is_letter or m.kind is CellKind.TEXT for m in filled) and self._are_headings(
            filled
        ):
            return True
        cells = self.plane.picture.cells
        formulas = sum(place in cells and bool(cells[place].formula) for place in line)
        if formulas > len(line) // 2 and not self._is_calculated(*window.rect):
            return True
        above = sum(_is_large(m, size) for m in meanings)
        titles = int(len(filled) > 2)  # one other text is allowed
        may_be_sums = above > 0 and above >= len(filled) - titles and size < 25
        return may_be_sums and (len({m.text for m in filled}) == 1 or self._ends_at(line, outward))

    def _are_numbered(self, line: list[Place]) -> bool:
        """Whether a line of cells counts from 0 or 1 along a window, and not further."""
        meanings = [self.plane.at(place) for place in line]
        values = [0 if m.kind is CellKind.BLANK else m.digit for m in meanings if m.text]
        if values not in (list(range(self.size)), list(range(1, self.size + 1))):
            return False
        (row, column), is_row = line[-1], line[0][0] == line[-1][0]
        after = (row, column + 1) if is_row else (row + 1, column)
        return self.plane.at(after).digit != values[-1] + 1

    def _ends_at(self, line: list[Place], outward: Place) -> bool:
        """Whether no more numbers follow after a line beside a window, but those of another grid.

        A window inside a block of numbers has more than one line of them around it.
        """
        beyond = [(r + outward[0], c + outward[1]) for r, c in line]
        return not any(map(self.plane.is_number, beyond)) or self._are_numbered(beyond)


def without_larger(plane: Plane, found: Sequence[Candidate]) -> list[Candidate]:
    """The windows, except larger ones with the same sure grid and the numbers that touch it."""
    sure = Overlaps(
        [one for one in found if one.window.size >= _TOUCHED and _is_sure(one)],
        lambda one: one.window.rect,
    )
    return [
        each
        for each in found
        if not any(_is_part(plane, one, each) for one in sure.of(each.window.rect))
    ]


def _is_part(plane: Plane, sure: Candidate, larger: Candidate) -> bool:
    """Whether a window has only a smaller grid and the numbers that touch it.

    It holds more if it has digits of a larger grid, or if nothing in it is wrong.
    """
    size = sure.window.size
    if larger.window.size <= size or (larger.is_clean and size != _PLAIN):
        return False
    if not larger.window.rect.covers(sure.window.rect):
        return False
    if any(plane.at(place).digit > size for place in larger.window.places):
        return False
    return larger.digits - sure.digits <= _MOST_TOUCHING


def _is_sure(candidate: Candidate) -> bool:
    """Whether a window that something touches is a grid all the same."""
    return candidate.is_tight and candidate.digits >= _SURE


def _is_large(meaning: Meaning, size: int) -> bool:
    """Whether a cell holds more than a digit of a grid of this size, or of the usual one."""
    return meaning.kind in (CellKind.BAD, CellKind.MARKS) or meaning.digit > max(size, _PLAIN)
