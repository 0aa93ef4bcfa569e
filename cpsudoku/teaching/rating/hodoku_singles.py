"""HoDoKu's order of singles, on which its score depends.

HoDoKu keeps two queues. Each candidate that is deleted may leave a cell with one candidate, or a
digit with one place in a house. That single joins the end of its queue, and the first single of a
queue is the next step. So the order depends on everything that happened since the first given.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of
from cpsudoku.core.puzzle import Puzzle


class _Around:
    """The cells of the houses of each cell; and ``beyond``, those without another cell."""

    def __init__(self, board: Board) -> None:
        self.houses = [[board.house_cells[at] for at in around] for around in board.houses_of]
        self.beyond = [
            [[house for house in around if not house >> cell & 1] for around in self.houses]
            for cell in range(len(board))
        ]


@lru_cache(maxsize=1)
def _around(board: Board) -> _Around:
    return _Around(board)


class SinglesPosition:
    """The cells and candidates of a classic puzzle, and the singles that wait in both queues.

    ``naked`` and ``hidden`` are the queues. An entry whose cell has been filled is skipped.
    """

    def __init__(self, candidates: Candidates) -> None:
        board = candidates.board
        self.puzzle, self.board = candidates.puzzle, board
        self.cells, self.marks = bytearray(candidates.cells), list(candidates.marks)
        self.empty, self.places = candidates.empty, list(candidates.places)
        self.around = _around(board)
        self.naked: deque[Candidate] = deque()
        self.hidden: deque[Candidate] = deque()

    @staticmethod
    def of(puzzle: Puzzle) -> SinglesPosition:
        """The beginning of a puzzle, with the singles that its givens left in the queues."""
        board = puzzle.board
        nothing = Candidates(puzzle, bytes(len(board)), (board.all_digits,) * len(board))
        position = SinglesPosition(nothing)
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
        self._lose(places[digit - 1] & self.board.peer_cells[cell], digit, self.around.beyond[cell])
        for other in own:
            if other != digit:
                self._look(self.around.houses[cell], other)

    def remove(self, gone: Iterable[Candidate]) -> None:
        """Delete candidates."""
        for cell, digit in gone:
            if self.marks[cell] >> (digit - 1) & 1:
                self._lose(1 << cell, digit, self.around.houses)

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
        return any(places & house == 1 << cell for house in self.around.houses[cell])

    def _is_last(self, cell: int) -> bool:
        """Whether a cell is the last empty one of a house."""
        return any(self.empty & house == 1 << cell for house in self.around.houses[cell])

    def _lose(self, cells: int, digit: int, houses_of: Sequence[list[int]]) -> None:
        """Delete a digit from cells, and queue the singles there and in these of their houses."""
        bit, left = ~(1 << digit - 1), self.places[digit - 1]
        for cell in bits(cells):
            left &= ~(1 << cell)
            self.marks[cell] = marks = self.marks[cell] & bit
            if not marks & (marks - 1) and marks:
                self.naked.append((cell, marks.bit_length()))
            for house in houses_of[cell]:
                there = left & house
                if not there & (there - 1) and there:
                    self.hidden.append((there.bit_length() - 1, digit))
        self.places[digit - 1] = left

    def _look(self, houses: Iterable[int], digit: int) -> None:
        """Queue the hidden singles of houses that have just lost a place of a digit."""
        places = self.places[digit - 1]
        for house in houses:
            left = places & house
            if not left & (left - 1) and left:
                self.hidden.append((left.bit_length() - 1, digit))
