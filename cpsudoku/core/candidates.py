"""The pencilmarks of a partly solved puzzle, as immutable sets of bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

from cpsudoku.core.board import Board
from cpsudoku.core.copying import Kept, Lean
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.views import Shown
from cpsudoku.runtime.errors import BadShape

T = TypeVar("T")
Candidate = tuple[int, int]  # (cell, digit)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first: the cells of a set of cells."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def each(cells: int, digit: int) -> tuple[Candidate, ...]:
    """The candidate of this digit in each of these cells."""
    return tuple((cell, digit) for cell in bits(cells))


def once(store: Kept, name: str, work: Callable[[], T]) -> T:
    """The result of ``work``. It is computed on the first call and kept in the store."""
    if name not in store:
        store[name] = work()
    found: T = store[name]
    return found


@lru_cache(maxsize=4096)
def digits_of(marks: int) -> tuple[int, ...]:
    """The digits of a set of digits, ascending. Bit d - 1 represents digit d."""
    return tuple(bit + 1 for bit in bits(marks))


@dataclass(frozen=True, repr=False)
class Candidates(Lean, Shown, view="candidates"):
    """A puzzle, the digits in its cells so far, and the candidates of its empty cells.

    ``cells`` has one byte per cell: a given, a placed digit, or 0 if the cell is empty. ``marks``
    has the set of candidates of each cell (bit d - 1 is digit d), or 0 if the cell is filled.
    """

    puzzle: Puzzle
    cells: bytes
    marks: tuple[int, ...]

    @staticmethod
    def of(puzzle: Puzzle, cells: bytes | None = None) -> Candidates:
        """Every candidate that no peer excludes and that the marks of the puzzle allow.

        cells: the givens and entries. By default there are only givens. Raises BadShape if they are
        not the cells of this puzzle.
        """
        board = puzzle.board_with_rules
        cells = puzzle.givens.cells if cells is None else cells
        givens = puzzle.givens.cells
        if len(cells) != len(board) or any(
            given and given != digit for given, digit in zip(givens, cells, strict=True)
        ):
            raise BadShape("the filled cells are not of this puzzle")
        marks = [0] * len(cells)
        for cell, digit in enumerate(cells):
            if not digit:
                taken = 0
                for peer in board.peers[cell]:
                    taken |= 1 << cells[peer]
                marks[cell] = board.all_digits & ~(taken >> 1)
        for cell, allowed in enumerate(puzzle.marks or ()):
            marks[cell] &= sum(1 << (digit - 1) for digit in allowed)
        return Candidates(puzzle, cells, tuple(marks))

    @cached_property
    def board(self) -> Board:
        """The board, with the houses that rules add."""
        return self.puzzle.board_with_rules

    @cached_property
    def places(self) -> tuple[int, ...]:
        """For each digit d, at index d - 1, the cells that have it as a candidate."""
        found = [0] * self.board.size
        for cell, marks in enumerate(self.marks):
            for digit in digits_of(marks):
                found[digit - 1] |= 1 << cell
        return tuple(found)

    @cached_property
    def house_places(self) -> tuple[tuple[int, ...], ...]:
        """For each house and each digit d, at index d - 1, the cells with it as a candidate."""
        places = self.places
        return tuple(tuple([cells & house for cells in places]) for house in self.board.house_cells)

    @cached_property
    def pairs(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each digit d, at index d - 1, each house with two places for it, and both cells."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.board.size)]
        for house, places in enumerate(self.house_places):
            for digit, cells in enumerate(places):
                if cells.bit_count() == 2:
                    found[digit].append((house, cells))
        return tuple(map(tuple, found))

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each empty cell, every digit that no filled peer and no mark excludes.

        Unlike ``marks``, it includes the candidates that logic has deleted so far.
        """
        return Candidates.of(self.puzzle, self.cells).marks

    @cached_property
    def memo(self) -> Kept:
        """The results of searches that several techniques share, by the name of the search."""
        return {}

    @cached_property
    def shared(self) -> Kept:
        """The same for all positions that follow: what depends on the puzzle, or is checked."""
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
        return Grid(self.cells, self.puzzle.board)

    @property
    def is_solved(self) -> bool:
        """Whether every cell is filled."""
        return 0 not in self.cells

    def has(self, cell: int, digit: int) -> bool:
        """Whether a digit is a candidate of a cell."""
        return bool(self.marks[cell] >> (digit - 1) & 1)

    def among(self, cells: int, digits: int) -> tuple[Candidate, ...]:
        """The candidates of these cells for these digits, ordered by cell."""
        return tuple(
            (cell, digit) for cell in bits(cells) for digit in digits_of(self.marks[cell] & digits)
        )

    def placed(self, placements: Iterable[Candidate]) -> Candidates:
        """The candidates after these placements. Each digit is deleted from the cell's peers."""
        cells, marks, places = bytearray(self.cells), list(self.marks), list(self.places)
        empty = self.empty
        for cell, digit in placements:
            empty &= ~(1 << cell)
            for other in digits_of(marks[cell]):
                places[other - 1] &= ~(1 << cell)
            cells[cell], marks[cell] = digit, 0
            bit = 1 << (digit - 1)
            for peer in bits(places[digit - 1] & self.board.peer_cells[cell]):
                marks[peer] &= ~bit
            places[digit - 1] &= ~self.board.peer_cells[cell]
        return self._next(bytes(cells), marks, places, empty)

    def without(self, eliminations: Iterable[Candidate]) -> Candidates:
        """The candidates without these eliminations."""
        marks, places = list(self.marks), list(self.places)
        for cell, digit in eliminations:
            marks[cell] &= ~(1 << (digit - 1))
            places[digit - 1] &= ~(1 << cell)
        return self._next(self.cells, marks, places, self.empty)

    def _next(self, cells: bytes, marks: list[int], places: list[int], empty: int) -> Candidates:
        following = Candidates(self.puzzle, cells, tuple(marks))
        # Copying the known values saves 50 us of a step of 70 us.
        following.__dict__.update(
            board=self.board, places=tuple(places), empty=empty, shared=self.shared
        )
        return following


def allowed_marks(puzzle: Puzzle, cells: bytes) -> tuple[int, ...]:
    """For each empty cell, the digits that no peer, no mark and no single rule excludes.

    cells: the givens and entries. A rule excludes a digit if it does not allow the digit together
    with the cells that are already filled.
    """
    marks = list(Candidates.of(puzzle, cells).marks)
    grid = Grid(cells, puzzle.board)
    for rule in puzzle.constraints:
        if rule.only_houses:
            continue
        values = puzzle.values(grid, rule.cells)
        for cell in set(rule.cells):
            places = [at for at, other in enumerate(rule.cells) if other == cell]
            for digit in digits_of(marks[cell]):
                for at in places:
                    values[at] = puzzle.board.values[digit - 1]
                if not rule.allows(values):
                    marks[cell] &= ~(1 << (digit - 1))
                for at in places:
                    values[at] = None
    return tuple(marks)
