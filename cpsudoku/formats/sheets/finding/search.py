"""The windows around a group of numbers whose digits may form a grid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cpsudoku.core.board import COMMON_SIZES, Board
from cpsudoku.formats.sheets.finding.evidence import weigh
from cpsudoku.formats.sheets.finding.plane import Plane, Sums
from cpsudoku.formats.sheets.finding.values import Kind
from cpsudoku.formats.sheets.finding.windows import Candidate, Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect

SLACK = 2  # the most empty rows or columns at the edges of a grid without lines
_BOARDS = [Board.of_size(size) for size in COMMON_SIZES]


def least_digits(size: int) -> int:
    """The fewest digits for which a window without lines or a name counts as a grid."""
    return max(4, size * size // 5)


@cache
def _steps(size: int, box: int, spaced: bool) -> tuple[int, ...]:
    """The distance of each line of a grid from the first. ``spaced``: boxes have gaps."""
    return tuple(at + (at // box if spaced else 0) for at in range(size))


class Search:
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
            if len(good) < least_digits(size):
                continue
            rows, columns = board.box_shape or (size, size)
            kinds = ((True, True), (True, False), (False, True)) if spaced else ((False, False),)
            numbers = Sums(self._area, self.island)
            digits = Sums(self._area, good)
            for by_row, by_column in kinds:
                down, across = _steps(size, rows, by_row), _steps(size, columns, by_column)
                yield from self._windows(board, down, across, digits, numbers)

    @property
    def _area(self) -> Rect:
        top, left, bottom, right = self.bounds
        return Rect(max(1, top - SLACK), max(1, left - SLACK), bottom + SLACK, right + SLACK)

    def _is_good(self, place: Place, size: int) -> bool:
        meaning = self.plane.meanings[place]
        return (
            meaning.fits(size)
            or (size <= 9 and meaning.kind is Kind.MARKS)
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
        numbers: Sums,
    ) -> Iterator[Candidate]:
        """Each place where a shape has enough digits in it and nothing around it."""
        area, height, width = self._area, down[-1] + 1, across[-1] + 1
        spaced = height + width > 2 * board.size
        least = max(least_digits(board.size), 8 if spaced else 0)  # four lone boxes are not a grid
        for top in range(area.top, area.bottom - height + 2):
            bottom = top + height - 1
            if digits.count(top, area.left, bottom, area.right) < least:
                continue
            for left in range(area.left, area.right - width + 2):
                right = left + width - 1
                if (
                    digits.count(top, left, bottom, right) < least
                    or not numbers.count(top, left, top + SLACK, right)
                    or not numbers.count(bottom - SLACK, left, bottom, right)
                    or not numbers.count(top, left, bottom, left + SLACK)
                    or not numbers.count(top, right - SLACK, bottom, right)
                ):
                    continue
                window = Window(
                    tuple(top + step for step in down), tuple(left + step for step in across)
                )
                if window.spacers and not self._spacers_empty(window, numbers):
                    continue
                if self._slack(window, numbers) is None or not self._is_alone(window, numbers):
                    continue
                candidate = weigh(self.plane, window, board)
                if candidate is not None:
                    yield candidate

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

    def _is_alone(self, window: Window, numbers: Sums) -> bool:
        """Whether the only numbers in the cells around it are headings, sums and checks."""
        top, left, bottom, right = window.rect
        sides = (
            ([(top - 1, c) for c in window.columns], (top - 1, left, top - 1, right)),
            ([(bottom + 1, c) for c in window.columns], (bottom + 1, left, bottom + 1, right)),
            ([(r, left - 1) for r in window.rows], (top, left - 1, bottom, left - 1)),
            ([(r, right + 1) for r in window.rows], (top, right + 1, bottom, right + 1)),
        )
        return all(
            not numbers.count(*rect) or is_label(self.plane, line, window) for line, rect in sides
        )


def _edges(counts: list[int]) -> int:
    """The number of empty lines at both ends."""
    first = next((at for at, count in enumerate(counts) if count), len(counts))
    last = next((at for at, count in enumerate(reversed(counts)) if count), len(counts))
    return first + last


def is_label(plane: Plane, line: list[Place], window: Window) -> bool:
    """Whether a line of cells beside a window holds its headings, sums or checks."""
    size = window.size
    meanings = [plane.at(place) for place in line]
    filled = [m for m in meanings if m.kind is not Kind.EMPTY and m.text]
    values = [0 if m.kind is Kind.BLANK else m.digit for m in meanings if m.text]
    if len(values) == size and values in (list(range(size)), list(range(1, size + 1))):
        return True
    formulas = sum(bool(plane.picture.cell(*place).formula) for place in line)
    if formulas > len(line) // 2 and not _is_calculated(plane, window):
        return True
    above = sum(m.kind in (Kind.BAD, Kind.MARKS) or m.digit > size for m in meanings)
    titles = int(len(filled) > 2)  # one other text is allowed
    return above > 0 and above >= len(filled) - titles and size < 25


def _is_calculated(plane: Plane, window: Window) -> bool:
    cells = (plane.picture.cell(*place) for place in window.places)
    return sum(bool(cell.formula) for cell in cells) > window.size**2 // 2
