"""The windows around a group of numbers whose digits may form a grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.sizes import COMMON_SIZES
from cpsudoku.formats.sheets.finding.evidence import weigh
from cpsudoku.formats.sheets.finding.labels import MOST_TOUCHING, PLAIN, TOUCHED, Labels, is_large
from cpsudoku.formats.sheets.finding.overlaps import Overlaps
from cpsudoku.formats.sheets.finding.plane import AreaCounts, Plane, bounding_box
from cpsudoku.formats.sheets.finding.values import CellKind, Meaning
from cpsudoku.formats.sheets.finding.windows import Candidate, Window
from cpsudoku.formats.sheets.reading.sheet_picture import Place, Rect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SURE = 17  # digits without a clash: enough for a proper puzzle
_SPACED = 6  # the smallest size of a grid with gaps between its boxes in one direction only
SLACK = 2  # the most empty rows or columns at the edges of a grid without lines
_BOARDS = [Board.of_size(size) for size in COMMON_SIZES]
_TURNED = {Board.of_size(6): Board.boxes(3, 2)}
"""For a board, the one with boxes of the other direction, which is as common."""


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
        self.bounds = bounding_box(island)
        self.boards = [board] if board is not None else _BOARDS

    def candidates(self, spaced: bool = False) -> Iterator[Candidate]:
        """Every window, with or without spacers, whose digits may form a grid."""
        for board, digits, labels in self._prepared:
            size = board.size
            rows, columns = board.box_shape or (size, size)
            kinds = ((True, True), (True, False), (False, True)) if spaced else ((False, False),)
            if spaced and size < _SPACED:
                kinds = kinds[:1]
            for by_row, by_column in kinds:
                down, across = _steps(size, rows, by_row), _steps(size, columns, by_column)
                yield from self._windows(board, down, across, digits, labels)

    @cached_property
    def _prepared(self) -> list[tuple[Board, AreaCounts, Labels]]:
        """The boards that the island has enough digits for, with its digits and its labels."""
        found: list[tuple[Board, AreaCounts, Labels]] = []
        large: dict[int, AreaCounts] = {}
        for board in self.boards:
            size, limit = board.size, max(board.size, PLAIN)
            good = self._good(size)
            if len(good) < least_digits(size) or len(self._digits) <= size // 2:
                continue
            large[limit] = large.get(limit) or self._large(limit)
            counts = self._numbers, large[limit], self._formulas, self._starts
            found.append((board, AreaCounts(self._area, good), Labels(self.plane, size, *counts)))
        return found

    @cached_property
    def _numbers(self) -> AreaCounts:
        """Counts the numbers of the island."""
        return AreaCounts(self._area, self.island)

    @cached_property
    def _digits(self) -> frozenset[int]:
        """The different digits of the island, and those of its candidates."""
        meanings = self._meanings.values()
        marks = {
            int(mark) for each in meanings if each.kind is CellKind.MARKS for mark in each.text
        }
        return frozenset(marks | {each.digit for each in meanings if each.digit})

    @cached_property
    def _area(self) -> Rect:
        top, left, bottom, right = self.bounds
        return Rect(max(1, top - SLACK), max(1, left - SLACK), bottom + SLACK, right + SLACK)

    def _good(self, size: int) -> list[Place]:
        """The cells of the island that may be digits or candidates of a grid of a size."""
        meanings = self.plane.meanings
        good = {key for key, each in self._meanings.items() if self._is_good(each, size)}
        return [place for place in self.island if id(meanings[place]) in good]

    @cached_property
    def _meanings(self) -> dict[int, Meaning]:
        """The different contents of the island, by identity, since equal cells are one object."""
        return {id(each): each for each in map(self.plane.meanings.__getitem__, self.island)}

    @staticmethod
    def _is_good(meaning: Meaning, size: int) -> bool:
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
        digits: AreaCounts,
        labels: Labels,
    ) -> Iterator[Candidate]:
        """Each place where a shape has enough digits in it and nothing around it."""
        numbers = labels.numbers
        for top, left, slack in self._firsts(board, down, across, digits, labels):
            window = Window(
                tuple(top + step for step in down), tuple(left + step for step in across)
            )
            if window.spacers and not self._spacers_empty(window, numbers):
                continue
            touching = labels.touching(window)
            if touching is None or (slack and touching):
                continue
            candidate = weigh(self.plane, window, board)
            if candidate is None and board in _TURNED:  # the verdict names the clashes
                candidate = weigh(self.plane, window, _TURNED[board])
            if candidate is not None and (not touching or _is_sure(candidate)):
                yield candidate

    def _firsts(
        self,
        board: Board,
        down: tuple[int, ...],
        across: tuple[int, ...],
        digits: AreaCounts,
        labels: Labels,
    ) -> list[tuple[int, int, int]]:
        """The windows with enough digits and nothing certain around them.

        Each has its first row and column, and the number of empty lines at its edges.
        """
        size, area, height, width = board.size, self._area, down[-1] + 1, across[-1] + 1
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
        slack = self._slack(firsts, down, across, numbers)
        touching = labels.least_touching(firsts, shape)
        may_touch = (slack == 0) & (touching <= MOST_TOUCHING)
        if size < TOUCHED or height + width > 2 * size:
            may_touch &= False
        elif good.any() and touching[good].any():
            may_touch &= self._filled.counts(firsts, shape) >= _SURE
        good &= (slack <= 2 * SLACK) & ((touching == 0) | may_touch)
        if board not in _TURNED and not self.plane.picture.has_drawing:
            loose = (
                good & ((slack > 0) | (touching > 0)) & (self._others.counts(firsts, shape) == 0)
            )
            good[loose] = ~self._clash(firsts, loose, down, across, board)
        rows, columns = good.nonzero()
        return [
            (firsts.top + r, firsts.left + c, empty)
            for r, c, empty in zip(
                *(each.tolist() for each in (rows, columns, slack[good])), strict=True
            )
        ]

    def _slack(
        self, firsts: Rect, down: tuple[int, ...], across: tuple[int, ...], numbers: AreaCounts
    ) -> NDArray[np.int32]:
        """The number of empty lines at the edges; more than ``2 * SLACK`` if there are too many.

        The first ``SLACK + 1`` lines at each edge hold a number.
        """
        height, width = down[-1] + 1, across[-1] + 1
        rows = columns = numbers.counts(firsts, (1, 1)) * 0
        for lines in range(1, SLACK + 1):
            end, start = down[lines - 1] + 1, down[-lines]
            rows = rows + (numbers.counts(firsts, (end, width)) == 0)
            rows += numbers.counts(firsts, (height - start, width), (start, 0)) == 0
            end, start = across[lines - 1] + 1, across[-lines]
            columns = columns + (numbers.counts(firsts, (height, end)) == 0)
            columns += numbers.counts(firsts, (height, width - start), (0, start)) == 0
        too_many = (rows > SLACK) | (columns > SLACK)
        return rows + columns + too_many * (2 * SLACK + 1)

    def _clash(
        self,
        firsts: Rect,
        chosen: NDArray[np.bool_],
        down: tuple[int, ...],
        across: tuple[int, ...],
        board: Board,
    ) -> NDArray[np.bool_]:
        """Whether each chosen window has a digit twice in a house."""
        import numpy as np

        rows, columns = chosen.nonzero()
        top, left = firsts.top - self._area.top, firsts.left - self._area.left
        rows, columns = rows + top, columns + left
        cells = self._values[
            rows[:, None, None] + np.array(down)[:, None],
            columns[:, None, None] + np.array(across),
        ].reshape(-1, board.size**2)
        houses = np.array([house.cells for house in board.houses])
        digits = np.sort(np.where(cells > board.size, 0, cells)[:, houses])
        twice = (digits[..., 1:] == digits[..., :-1]) & (digits[..., 1:] > 0)
        clash: NDArray[np.bool_] = twice.any((1, 2))
        return clash

    @cached_property
    def _values(self) -> NDArray[np.int8]:
        """The digit of each cell of the area, or 0."""
        import numpy as np

        area = self._area
        values = np.zeros((area.height, area.width), np.int8)
        for (row, column), each in self._near:
            if each.digit and area.holds((row, column)):
                values[row - area.top, column - area.left] = each.digit
        return values

    @cached_property
    def _others(self) -> AreaCounts:
        """Counts what is in and around the island that is not a plain number."""
        near = self._near
        return AreaCounts(
            self._area, [at for at, each in near if each.is_letter or not self.plane.is_number(at)]
        )

    @cached_property
    def _filled(self) -> AreaCounts:
        """Counts the numbers in and around the island, of which others may be known grids."""
        return AreaCounts(self._area, [at for at, _ in self._near if self.plane.is_number(at)])

    @cached_property
    def _formulas(self) -> AreaCounts:
        """Counts the formulas in and around the island."""
        return AreaCounts(self._area, self.plane.formulas.inside(self._around))

    @cached_property
    def _starts(self) -> tuple[AreaCounts, AreaCounts]:
        """Counts the places near the island where a column, and a row, may begin to count."""
        below, beside = (each.inside(self._around) for each in self.plane.starts)
        return AreaCounts(self._area, below), AreaCounts(self._area, beside)

    @cached_property
    def _around(self) -> Rect:
        """The island and the cells around it."""
        area = self._area
        return Rect(area.top - 1, area.left - 1, area.bottom + 1, area.right + 1)

    def _large(self, size: int) -> AreaCounts:
        """Counts what is in and around the island that can't be a digit of a grid of a size."""
        meanings = {id(each): each for _, each in self._near}
        large = {key for key, each in meanings.items() if is_large(each, size)}
        return AreaCounts(self._area, [at for at, each in self._near if id(each) in large])

    @cached_property
    def _near(self) -> list[tuple[Place, Meaning]]:
        """What is in and around the island."""
        return [(at, self.plane.meanings[at]) for at in self.plane.filled.inside(self._around)]

    def _spacers_empty(self, window: Window, numbers: AreaCounts) -> bool:
        top, left, bottom, right = window.rect
        between = set(range(top, bottom + 1)) - set(window.rows)
        beside = set(range(left, right + 1)) - set(window.columns)
        return not any(numbers.count(r, left, r, right) for r in between) and not any(
            numbers.count(top, c, bottom, c) for c in beside
        )


def without_larger(plane: Plane, found: Sequence[Candidate]) -> list[Candidate]:
    """The windows, except larger ones with the same sure grid and the numbers that touch it."""
    sure = Overlaps(
        [one for one in found if one.window.size >= TOUCHED and _is_sure(one)],
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
    if larger.window.size <= size or (larger.is_clean and size != PLAIN):
        return False
    if not larger.window.rect.covers(sure.window.rect):
        return False
    if any(plane.at(place).digit > size for place in larger.window.places):
        return False
    return larger.digits - sure.digits <= MOST_TOUCHING


def _is_sure(candidate: Candidate) -> bool:
    """Whether a window that something touches is a grid all the same."""
    return candidate.is_tight and candidate.digits >= _SURE
