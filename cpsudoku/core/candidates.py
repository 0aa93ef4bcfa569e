"""The pencilmarks of a half-solved puzzle, as sets of bits, immutable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from cpsudoku.core.constraints.all_different import AllDifferent
from cpsudoku.core.constraints.pencilmarks import Pencilmarks
from cpsudoku.core.errors import BadShape, Unsupported
from cpsudoku.core.geometry import Geometry, House
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.views import Shown

T = TypeVar("T")
Candidate = tuple[int, int]  # (cell, digit)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first: the cells of a set of cells."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def each(cells: int, digit: int) -> tuple[Candidate, ...]:
    """A digit in each of these cells."""
    return tuple((cell, digit) for cell in bits(cells))


def once(store: dict[str, Any], name: str, work: Callable[[], T]) -> T:
    """What ``work`` gives, worked out the first time only and kept in the store."""
    if name not in store:
        store[name] = work()
    found: T = store[name]
    return found


@lru_cache(maxsize=4096)
def digits_of(marks: int) -> tuple[int, ...]:
    """The digits of a set of digits, ascending: bit d - 1 stands for d."""
    return tuple(bit + 1 for bit in bits(marks))


@dataclass(frozen=True)
class Board:
    """The houses of a puzzle as sets of cells: an int whose bit c stands for cell c.

    ``houses`` are the rows, columns and boxes of the geometry, then those that constraints add.
    """

    geometry: Geometry
    houses: tuple[House, ...]

    @cached_property
    def size(self) -> int:
        """The number of digits."""
        return self.geometry.size

    @cached_property
    def all_digits(self) -> int:
        """Every digit, as a set of digits."""
        return (1 << self.size) - 1

    @cached_property
    def house_cells(self) -> tuple[int, ...]:
        """The cells of each house."""
        return tuple(sum(1 << cell for cell in house.cells) for house in self.houses)

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the houses that each cell is in, ascending: row, column, box, more."""
        cells = range(self.size**2)
        return tuple(
            tuple(h for h, house in enumerate(self.houses) if cell in house.cells) for cell in cells
        )

    @cached_property
    def peers(self) -> tuple[int, ...]:
        """For each cell the other cells that share a house with it."""
        every = (
            sum({1 << peer for h in houses for peer in self.houses[h].cells})
            for houses in self.houses_of
        )
        return tuple(mask & ~(1 << cell) for cell, mask in enumerate(every))

    @cached_property
    def rows(self) -> range:
        """The numbers of the houses that are rows."""
        return range(self.size)

    @cached_property
    def columns(self) -> range:
        """The numbers of the houses that are columns."""
        return range(self.size, 2 * self.size)

    @cached_property
    def boxes(self) -> range:
        """The numbers of the houses that are boxes."""
        return range(2 * self.size, 3 * self.size)

    @cached_property
    def extras(self) -> range:
        """The numbers of the houses that constraints add."""
        return range(3 * self.size, len(self.houses))

    @cached_property
    def lines(self) -> range:
        """The numbers of the houses that are rows or columns."""
        return range(2 * self.size)

    @cached_property
    def areas(self) -> range:
        """The numbers of all houses but lines: boxes and what constraints add."""
        return range(2 * self.size, len(self.houses))

    @cached_property
    def tables(self) -> dict[str, Any]:
        """What techniques have worked out about these houses, by the name of the table."""
        return {}

    @cached_property
    def search_order(self) -> tuple[int, ...]:
        """The houses as people look through them: boxes, rows, columns, then those added."""
        return (*self.boxes, *self.rows, *self.columns, *self.extras)

    def seen_by_all(self, cells: int) -> int:
        """The cells that are a peer of every one of these cells."""
        seen = -1
        for cell in bits(cells):
            seen &= self.peers[cell]
        return seen

    def common_houses(self, cells: int) -> tuple[int, ...]:
        """The numbers of the houses that hold all of these cells."""
        return tuple(h for h, house in enumerate(self.house_cells) if not cells & ~house)

    def __hash__(self) -> int:
        return hash((self.geometry, len(self.houses)))


@lru_cache(maxsize=32)
def _board(geometry: Geometry, extra: tuple[House, ...]) -> Board:
    return Board(geometry, (*geometry.houses, *extra))


def board_of(puzzle: Puzzle) -> Board:
    """The board of a puzzle: a constraint that is AllDifferent on ``size`` cells is a house.

    Raises Unsupported for a constraint that is neither a house nor pencilmarks.
    """
    extra: list[House] = []
    for constraint in puzzle.constraints:
        if isinstance(constraint, AllDifferent) and len(constraint.cells) == puzzle.geometry.size:
            extra.append(House(f"{constraint.name} {len(extra) + 1}", constraint.cells))
        elif not isinstance(constraint, Pencilmarks):
            raise Unsupported(
                f"{puzzle.source}: techniques do not know the rule {constraint.name!r}"
            )
    return _board(puzzle.geometry, tuple(extra))


@dataclass(frozen=True, repr=False)
class Candidates(Shown, view="candidates"):
    """A puzzle, the digits in its cells so far, and the candidates of its empty cells.

    ``cells``: a byte a cell, givens and placed digits, 0 where empty. ``marks``: for each cell the
    set of its candidates (bit d - 1 is digit d), 0 where it is filled.
    """

    puzzle: Puzzle
    cells: bytes
    marks: tuple[int, ...]

    @staticmethod
    def of(puzzle: Puzzle, cells: bytes | None = None) -> Candidates:
        """Every candidate that no peer excludes and no pencilmarks of the puzzle delete.

        cells: givens and entries, the givens alone when None. Raises BadShape when they are not
        the cells of this puzzle, and Unsupported for rules that are neither houses nor marks.
        """
        board = board_of(puzzle)
        cells = puzzle.givens.cells if cells is None else cells
        givens = puzzle.givens.cells
        if len(cells) != board.size**2 or any(
            given and given != digit for given, digit in zip(givens, cells, strict=True)
        ):
            raise BadShape("the filled cells are not of this puzzle")
        used = [0] * len(board.houses)
        for cell, digit in enumerate(cells):
            if digit:
                for house in board.houses_of[cell]:
                    used[house] |= 1 << (digit - 1)
        marks = [0] * len(cells)
        for cell, digit in enumerate(cells):
            if not digit:
                taken = 0
                for house in board.houses_of[cell]:
                    taken |= used[house]
                marks[cell] = board.all_digits & ~taken
        for constraint in puzzle.constraints:
            if isinstance(constraint, Pencilmarks):
                for cell, allowed in enumerate(constraint.marks):
                    marks[cell] &= sum(1 << (digit - 1) for digit in allowed)
        return Candidates(puzzle, cells, tuple(marks))

    @cached_property
    def board(self) -> Board:
        """The houses."""
        return board_of(self.puzzle)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """For each digit, d at index d - 1, the cells it is a candidate of."""
        found = [0] * self.board.size
        for cell, marks in enumerate(self.marks):
            for digit in digits_of(marks):
                found[digit - 1] |= 1 << cell
        return tuple(found)

    @cached_property
    def house_places(self) -> tuple[tuple[int, ...], ...]:
        """For each house, for each digit at index d - 1, the cells it is a candidate of."""
        places = self.places
        return tuple(tuple([cells & house for cells in places]) for house in self.board.house_cells)

    @cached_property
    def pairs(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each digit, at index d - 1, the houses with just two places: house, the two cells."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.board.size)]
        for house, places in enumerate(self.house_places):
            for digit, cells in enumerate(places):
                if cells.bit_count() == 2:
                    found[digit].append((house, cells))
        return tuple(map(tuple, found))

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each empty cell every digit that no filled peer and no rule excludes.

        Unlike ``marks`` it keeps what logic has deleted so far.
        """
        return Candidates.of(self.puzzle, self.cells).marks

    @cached_property
    def memo(self) -> dict[str, Any]:
        """What techniques that share a search have found here, by the name of the search."""
        return {}

    @cached_property
    def empty(self) -> int:
        """The empty cells."""
        return sum(1 << cell for cell, digit in enumerate(self.cells) if not digit)

    @cached_property
    def bivalue(self) -> int:
        """The cells with exactly two candidates."""
        return sum(1 << cell for cell, marks in enumerate(self.marks) if marks.bit_count() == 2)

    @property
    def grid(self) -> Grid:
        """Givens and placed digits."""
        return Grid(self.cells, self.puzzle.geometry)

    @property
    def is_solved(self) -> bool:
        """Whether every cell is filled."""
        return 0 not in self.cells

    def has(self, cell: int, digit: int) -> bool:
        """Whether a digit is a candidate of a cell."""
        return bool(self.marks[cell] >> (digit - 1) & 1)

    def among(self, cells: int, digits: int) -> tuple[Candidate, ...]:
        """The candidates of these cells that are of these digits, by cell."""
        return tuple(
            (cell, digit) for cell in bits(cells) for digit in digits_of(self.marks[cell] & digits)
        )

    def placed(self, placements: Iterable[Candidate]) -> Candidates:
        """These candidates after cells are filled; the digit leaves their peers."""
        cells, marks, places = bytearray(self.cells), list(self.marks), list(self.places)
        empty = self.empty
        for cell, digit in placements:
            empty &= ~(1 << cell)
            for other in digits_of(marks[cell]):
                places[other - 1] &= ~(1 << cell)
            cells[cell], marks[cell] = digit, 0
            bit = 1 << (digit - 1)
            for peer in bits(places[digit - 1] & self.board.peers[cell]):
                marks[peer] &= ~bit
            places[digit - 1] &= ~self.board.peers[cell]
        return self._next(bytes(cells), marks, places, empty)

    def without(self, eliminations: Iterable[Candidate]) -> Candidates:
        """These candidates less some."""
        marks, places = list(self.marks), list(self.places)
        for cell, digit in eliminations:
            marks[cell] &= ~(1 << (digit - 1))
            places[digit - 1] &= ~(1 << cell)
        return self._next(self.cells, marks, places, self.empty)

    def _next(self, cells: bytes, marks: list[int], places: list[int], empty: int) -> Candidates:
        following = Candidates(self.puzzle, cells, tuple(marks))
        # What is known already need not be worked out: 50 us of a step of 70.
        following.__dict__.update(board=self.board, places=tuple(places), empty=empty)
        return following
