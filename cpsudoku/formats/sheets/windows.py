"""Windows: n rows and n columns of a sheet that may be a grid, and what speaks for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from cpsudoku.formats.sheets.picture import Picture, Place, Rect
from cpsudoku.formats.sheets.plane import Plane, Sums
from cpsudoku.formats.sheets.values import Kind
from cpsudoku.geometry import SIZES, Geometry

SLACK = 2  # empty rows or columns at the edges that a grid without lines may have
FOREIGN_SHARE = 10  # at most one cell in ten may hold what is no digit
CLASHING = 0.35  # of the equal pairs that random digits have; a mistyped puzzle has fewer
CLASHING_COMPLETE = 0.15
FRAMED = 0.5  # how much heavier lines of boxes are than the lines inside them


@dataclass(frozen=True)
class Window:
    """The rows and columns of a sheet that make a grid, top and left first."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def size(self) -> int:
        """The size of the grid."""
        return len(self.rows)

    @property
    def rect(self) -> Rect:
        """The rectangle from its first to its last cell."""
        return Rect(self.rows[0], self.columns[0], self.rows[-1], self.columns[-1])

    @property
    def spacers(self) -> int:
        """How many rows and columns stand between its own."""
        return self.rect.height + self.rect.width - 2 * self.size

    @property
    def places(self) -> list[Place]:
        """Its cells, row by row."""
        return [(r, c) for r in self.rows for c in self.columns]

    @staticmethod
    def of_rect(rect: Rect) -> Window:
        """The window without spacers that fills a rectangle."""
        return Window(
            tuple(range(rect.top, rect.bottom + 1)), tuple(range(rect.left, rect.right + 1))
        )


@dataclass(frozen=True)
class Candidate:
    """A window and the evidence for it.

    ``digits`` cells are digits or candidates, ``foreign`` are neither that nor blank; ``clashes``
    is the share of equal pairs, 1 for random digits; ``slack`` counts its rows and columns in which
    nothing stands; ``frame`` how well lines fit its boxes.
    """

    window: Window
    digits: int
    foreign: int
    clashes: float
    slack: int
    frame: float
    fill: bool
    named: str = ""

    @property
    def framed(self) -> bool:
        """Whether lines around it and its boxes tell."""
        return self.frame >= FRAMED

    @property
    def is_tight(self) -> bool:
        """Whether something stands in each of its lines and nothing in it is wrong."""
        return not (self.slack or self.foreign or self.clashes)

    @property
    def rank(self) -> tuple[float, ...]:
        """The better evidence is greater; equal ranks are equally good readings."""
        return (bool(self.named), self.framed, self.is_tight, *self._quality)

    @property
    def rank_by_size(self) -> tuple[float, ...]:
        """The same, but the more digits the better whether or not it is tight."""
        return (bool(self.named), self.framed, *self._quality)

    @property
    def _quality(self) -> tuple[float, ...]:
        return (
            self.digits,
            0 if self.digits else self.window.size,  # a box of an empty board is no board
            self.foreign == 0,
            self.clashes == 0,
            -self.slack,
            -self.window.spacers,
            round(self.frame, 1),
            self.fill,
        )


def least_digits(size: int) -> int:
    """The digits below which a window without lines or a name is not taken for a grid."""
    return max(4, size * size // 5)


@cache
def _shape(geometry: Geometry) -> tuple[int, int]:
    return geometry.box_shape or (geometry.size, geometry.size)


@cache
def _steps(size: int, box: int, spaced: bool) -> tuple[int, ...]:
    """How far each line of a grid is from the first, with an empty line between boxes or not."""
    return tuple(at + (at // box if spaced else 0) for at in range(size))


class Search:
    """The windows of one island of numbers of a plane."""

    def __init__(self, plane: Plane, island: frozenset[Place], geometry: Geometry | None) -> None:
        self.plane = plane
        self.island = island
        rows, columns = zip(*island, strict=True)
        self.bounds = Rect(min(rows), min(columns), max(rows), max(columns))
        self.geometries = [geometry] if geometry is not None else _GEOMETRIES

    def candidates(self, spaced: bool = False) -> Iterator[Candidate]:
        """Every window without (or with) spacers that may be a grid by its digits."""
        for geometry in self.geometries:
            size = geometry.size
            good = [place for place in self.island if self._is_good(place, size)]
            if len(good) < least_digits(size):
                continue
            rows, columns = _shape(geometry)
            kinds = ((True, True), (True, False), (False, True)) if spaced else ((False, False),)
            numbers = Sums(self._area, self.island)
            digits = Sums(self._area, good)
            for by_row, by_column in kinds:
                down, across = _steps(size, rows, by_row), _steps(size, columns, by_column)
                yield from self._windows(geometry, down, across, digits, numbers)

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
        geometry: Geometry,
        down: tuple[int, ...],
        across: tuple[int, ...],
        digits: Sums,
        numbers: Sums,
    ) -> Iterator[Candidate]:
        """Each place of one shape where enough digits are and nothing stands around."""
        area, height, width = self._area, down[-1] + 1, across[-1] + 1
        spaced = height + width > 2 * geometry.size
        least = max(least_digits(geometry.size), 8 if spaced else 0)  # four lone boxes are no grid
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
                candidate = weigh(self.plane, window, geometry)
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
        """Empty lines at the edges; None when they are too many."""
        rect = window.rect
        rows = _edges([numbers.count(r, rect.left, r, rect.right) for r in window.rows])
        columns = _edges([numbers.count(rect.top, c, rect.bottom, c) for c in window.columns])
        return None if max(rows, columns) > SLACK else rows + columns

    def _is_alone(self, window: Window, numbers: Sums) -> bool:
        """Whether the cells around hold no numbers but headings, sums and checks."""
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
    """How many lines at either end hold nothing."""
    first = next((at for at, count in enumerate(counts) if count), len(counts))
    last = next((at for at, count in enumerate(reversed(counts)) if count), len(counts))
    return first + last


def is_label(plane: Plane, line: list[Place], window: Window) -> bool:
    """Whether a line of cells beside a window is its headings, its sums or its checks."""
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
    return above > 0 and above >= len(filled) - 1 and size < 25


def _is_calculated(plane: Plane, window: Window) -> bool:
    cells = (plane.picture.cell(*place) for place in window.places)
    return sum(bool(cell.formula) for cell in cells) > window.size**2 // 2


def weigh(plane: Plane, window: Window, geometry: Geometry, named: str = "") -> Candidate | None:
    """The evidence for a window; None when it is no grid by its contents."""
    size = window.size
    meanings = [plane.at(place) for place in window.places]
    values = [m.digit if m.fits(size) else 0 for m in meanings]
    marks = [m.text for m in meanings if is_marks(m.kind, m.digit, m.text, size)]
    digits = sum(map(bool, values))
    foreign = sum(
        not (value or m.kind in (Kind.EMPTY, Kind.BLANK))
        and not is_marks(m.kind, m.digit, m.text, size)
        for value, m in zip(values, meanings, strict=True)
    )
    frame = frame_of(plane.picture, window, geometry)
    rows, columns = _lines(size, [m.kind is not Kind.EMPTY for m in meanings])
    slack = rows.count(False) + columns.count(False)
    is_loose = not (rows[0] and rows[-1] and columns[0] and columns[-1])
    clashes = clashes_of(values, geometry)
    candidate = Candidate(window, digits + len(marks), foreign, clashes, slack, frame, False, named)
    if named:
        return candidate
    if foreign * FOREIGN_SHARE > size * size or not _is_varied(values, size, candidate.framed):
        return None
    if foreign and (is_loose or clashes > CLASHING / 2):
        return None
    if not candidate.framed:
        complete = digits == size * size
        limit = 0.0 if size < 9 or is_loose else CLASHING_COMPLETE if complete else CLASHING
        if slack > _most_empty_lines(size, digits + len(marks)):
            return None
        if clashes > limit or _has_headings(values, meanings[0].kind, size):
            return None
    fill = fill_fits(plane.picture, window, geometry)
    return Candidate(window, digits + len(marks), foreign, clashes, slack, frame, fill, named)


def is_marks(kind: Kind, digit: int, text: str, size: int) -> bool:
    """Whether a cell holds candidates of a grid of that size: ``134``, or 12 in a 9x9."""
    if size > 9 or any(mark > str(size) for mark in text):
        return False
    return kind is Kind.MARKS or (digit > size and "0" not in text and len(set(text)) == len(text))


def _lines(size: int, occupied: list[bool]) -> tuple[list[bool], list[bool]]:
    """Which rows and which columns hold something."""
    rows = [any(occupied[start : start + size]) for start in range(0, size * size, size)]
    return rows, [any(occupied[start::size]) for start in range(size)]


def _most_empty_lines(size: int, digits: int) -> float:
    """More lines without a digit than that has no grid with so many: it has spacers, or is two."""
    empty = 1 - digits / size**2
    return 2 + 3 * 2 * size * empty**size


def _is_varied(values: list[int], size: int, framed: bool) -> bool:
    """Whether no digit is far too frequent and enough are different."""
    counts = Counter(filter(None, values))
    if not counts:
        return framed
    if max(counts.values()) > size + 1:
        return False
    return framed or len(counts) > size // 2


def _has_headings(values: list[int], corner: Kind, size: int) -> bool:
    """Whether its first row and column are the index of a grid one smaller."""
    if size - 1 not in SIZES or corner not in (Kind.EMPTY, Kind.BLANK, Kind.TEXT):
        return False
    indexes = (list(range(size - 1)), list(range(1, size)))
    return values[1:size] in indexes or values[size::size] in indexes


@cache
def _peer_pairs(geometry: Geometry) -> tuple[tuple[int, int], ...]:
    return tuple(
        (cell, peer) for cell, peers in enumerate(geometry.peers) for peer in peers if cell < peer
    )


def clashes_of(values: list[int], geometry: Geometry) -> float:
    """Equal pairs in one house, as a share of what random digits would have."""
    filled = equal = 0
    for cell, peer in _peer_pairs(geometry):
        if values[cell] and values[peer]:
            filled += 1
            equal += values[cell] == values[peer]
    return equal * geometry.size / filled if filled else 0.0


def frame_of(picture: Picture, window: Window, geometry: Geometry) -> float:
    """How much heavier the lines around the boxes are than those inside; from -2 to 2.

    Below ``FRAMED`` unless the window is lined all around.
    """
    if not any(sum(picture.cell(*place).lines) for place in _corners(window)):
        return 0.0
    around: list[int] = []
    inside: list[int] = []
    size, box = window.size, geometry.box_of
    for at, (r, c) in enumerate(window.places):
        lines = picture.cell(r, c).lines
        left = max(lines[0], picture.cell(r, c - 1).lines[1])
        top = max(lines[2], picture.cell(r - 1, c).lines[3])
        first_column, first_row = at % size == 0, at < size
        (around if first_column or box[at - 1] != box[at] else inside).append(left)
        (around if first_row or box[at - size] != box[at] else inside).append(top)
        if at % size == size - 1:
            around.append(max(lines[1], picture.cell(r, c + 1).lines[0]))
        if at >= size * (size - 1):
            around.append(max(lines[3], picture.cell(r + 1, c).lines[2]))
    heavier = sum(around) / len(around) - sum(inside) / len(inside)
    if sum(map(bool, around)) < 0.9 * len(around):
        return min(heavier, FRAMED - 0.1) / 2
    return heavier if heavier >= FRAMED else 0.4


def board_of(picture: Picture, window: Window, asked: Geometry | None) -> Geometry:
    """The board of a window: the one asked for, else the usual one unless lines turn its boxes."""
    if asked is not None:
        return asked
    usual = Geometry.of_size(window.size)
    turned = Geometry.boxes(*reversed(_shape(usual)))
    if turned == usual:
        return usual
    frame = frame_of(picture, window, turned)
    return turned if frame >= FRAMED and frame > frame_of(picture, window, usual) else usual


def _corners(window: Window) -> list[Place]:
    top, left, bottom, right = window.rect
    return [(top, left), (top, right), (bottom, left), (bottom, right)]


def fill_fits(picture: Picture, window: Window, geometry: Geometry) -> bool:
    """Whether each box has one background and they are not all the same, or it ends with them."""
    fills: dict[int, set[str]] = {}
    for at, place in enumerate(window.places):
        fills.setdefault(geometry.box_of[at], set()).add(picture.cell(*place).fill)
    if any(len(colours) > 1 for colours in fills.values()):
        return False
    used = {next(iter(colours)) for colours in fills.values()}
    if len(used) > 1:
        return True
    top, left, bottom, right = window.rect
    ring = [(top - 1, left), (bottom + 1, left), (top, left - 1), (top, right + 1)]
    return used != {""} and not any(picture.cell(*place).fill in used for place in ring)


def _is_heavier_outside(picture: Picture, row: int, column: int) -> bool:
    """Whether the line at the left of a cell is heavier than the one at its right: a quick look."""
    cell, after = picture.cell(row, column).lines, picture.cell(row, column + 1).lines
    outside = max(cell[0], picture.cell(row, column - 1).lines[1])
    return outside > max(cell[1], after[0])


def framed_windows(plane: Plane, geometry: Geometry) -> Iterator[Candidate]:
    """Windows told by their lines alone, however few digits they hold."""
    picture, size = plane.picture, geometry.size
    for (r, c), cell in picture.cells.items():
        left, _, top, _ = cell.lines
        if not (left or picture.cell(r, c - 1).lines[1]):
            continue
        if not (top or picture.cell(r - 1, c).lines[3]):
            continue
        last = picture.cell(r + size - 1, c + size - 1).lines
        if not (last[1] or picture.cell(r + size - 1, c + size).lines[0]):
            continue
        window = Window(tuple(range(r, r + size)), tuple(range(c, c + size)))
        if not _is_heavier_outside(picture, r, c):
            continue
        if frame_of(picture, window, geometry) >= FRAMED:
            candidate = weigh(plane, window, geometry)
            if candidate is not None:
                yield candidate


_GEOMETRIES = [Geometry.of_size(size) for size in SIZES]
