"""HoDoKu's order of singles, on which its score depends.

HoDoKu keeps two queues. Each candidate that is deleted may leave a cell with one candidate, or a
digit with one place in a house. That single joins the end of its queue, and the first single of a
queue is the next step. So the order depends on everything that happened since the first given.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of
from cpsudoku.core.puzzle import Puzzle


@lru_cache(maxsize=1)
def _houses_of(board: Board) -> list[list[int]]:
    """The cells of each house of each cell."""
    return [[board.house_cells[at] for at in around] for around in board.houses_of]


class Position:
    """The cells and candidates of a classic puzzle, and the singles that wait in both queues.

    ``naked`` and ``hidden`` are the queues. An entry whose cell has been filled is skipped.
    """

    def __init__(self, candidates: Candidates) -> None:
        board = candidates.board
        self.puzzle, self.board = candidates.puzzle, board
        self.cells, self.marks = bytearray(candidates.cells), list(candidates.marks)
        self.empty, self.places = candidates.empty, list(candidates.places)
        self.houses = _houses_of(board)
        self.naked: deque[Candidate] = deque()
        self.hidden: deque[Candidate] = deque()

    @staticmethod
    def of(puzzle: Puzzle) -> Position:
        """The beginning of a puzzle, with the singles that its givens left in the queues."""
        board = puzzle.board
        nothing = Candidates(puzzle, bytes(len(board)), (board.all_digits,) * len(board))
        position = Position(nothing)
        for cell, digit in enumerate(puzzle.givens.cells):
            if digit:
                position.place(cell, digit)
        return position

    @property
    def candidates(self) -> Candidates:
        """The same cells and candidates, as techniques need them."""
        return Candidates(self.puzzle, bytes(self.cells), tuple(self.marks))

    def place(self, cell: int, digit: int) -> None:
        """Fill a cell. Its peers lose the digit, and then its houses lose its other candidates."""
        own, places = digits_of(self.marks[cell]), self.places
        self.cells[cell], self.marks[cell] = digit, 0
        self.empty &= ~(1 << cell)
        for other in own:
            places[other - 1] &= ~(1 << cell)
        houses = self.houses[cell]
        for peer in bits(places[digit - 1] & self.board.peer_cells[cell]):
            self._lose(peer, digit, houses)
        for other in own:
            if other != digit:
                self._look(houses, other)

    def remove(self, gone: Iterable[Candidate]) -> None:
        """Delete candidates."""
        for cell, digit in gone:
            if self.marks[cell] >> (digit - 1) & 1:
                self._lose(cell, digit, ())

    def take(self) -> str | None:
        """Fill one cell by the next single. Returns its technique, or None if no single is left."""
        for cell, digit in self.naked:
            if not self.cells[cell] and self._is_last(cell):
                self.place(cell, digit)
                return "full-house"
        for name, queue in (("naked-single", self.naked), ("hidden-single", self.hidden)):
            while queue:
                cell, digit = queue.popleft()
                if not self.cells[cell]:
                    self.place(cell, digit)
                    return name
        return None

    def waiting(self) -> list[Candidate]:
        """The naked singles and then the hidden ones that wait, one of each kind per cell."""
        naked = {cell: digit for cell, digit in self.naked if not self.cells[cell]}
        hidden: dict[int, int] = {}
        for cell, digit in self.hidden:
            if not self.cells[cell] and self._is_only_place(cell, digit):
                hidden.setdefault(cell, digit)
        return [*naked.items(), *hidden.items()]

    def _is_only_place(self, cell: int, digit: int) -> bool:
        places = self.places[digit - 1]
        return any(places & house == 1 << cell for house in self.houses[cell])

    def _is_last(self, cell: int) -> bool:
        """Whether a cell is the last empty one of a house."""
        return any(self.empty & house == 1 << cell for house in self.houses[cell])

    def _lose(self, cell: int, digit: int, filled: Iterable[int]) -> None:
        """Delete a candidate and queue its singles. ``filled`` are houses that have the digit."""
        self.marks[cell] &= ~(1 << (digit - 1))
        self.places[digit - 1] &= ~(1 << cell)
        marks = self.marks[cell]
        if marks.bit_count() == 1:
            self.naked.append((cell, marks.bit_length()))
        self._look([house for house in self.houses[cell] if house not in filled], digit)

    def _look(self, houses: Iterable[int], digit: int) -> None:
        """Queue the hidden singles of houses that have just lost a place of a digit."""
        for house in houses:
            left = self.places[digit - 1] & house
            if left and not left & (left - 1):
                self.hidden.append((left.bit_length() - 1, digit))
