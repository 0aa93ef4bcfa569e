"""The search of one puzzle, in slices of some nodes, so that limits and Ctrl-C work."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import numpy as np

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.plural import plural
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.propagate.kernel import search
from cpsudoku.engines.propagate.layout import DEPTH, NODES, PAUSED, SOLVED, TOO_SMALL
from cpsudoku.engines.propagate.lowering import Lowering

SLICE = 256  # the most nodes between looks at the clock; a node takes 1 to 100 µs
ROOM = 1 << 14  # numbers of a program; most need fewer


def compile_search() -> None:
    """Call the compiled function once."""
    puzzle = Puzzle(Grid(bytes(1), Board.without_boxes(1)))
    Search(puzzle, Lowering(puzzle)).run(1)


class Search:
    """A search that can be paused and that goes on where it was."""

    def __init__(self, puzzle: Puzzle, lowering: Lowering, limit: Limit = NO_LIMIT) -> None:
        self.puzzle, self.limit = puzzle, limit
        self.deadline = None if limit.seconds is None else monotonic() + limit.seconds
        self.lowering = lowering
        self.room = ROOM
        self.cells = len(puzzle.board)
        self.solutions: list[Grid] = []
        self._begin()

    def _begin(self) -> None:
        self.program = self.lowering.program(self.room)
        self.rows = np.empty((self.cells + 3) * self.cells, np.int64)
        self.rows[: self.cells] = self.lowering.masks

    def run(self, want: int, is_over: Callable[[], bool] = lambda: False) -> Found | None:
        """Search until there are enough solutions, no others, or no time.

        Returns None if ``is_over`` is true between two slices. A later call goes on.
        """
        while True:
            done = int(self.program[NODES])
            budget = done + min(done + 1, SLICE)
            if self.limit.nodes is not None:
                budget = min(budget, self.limit.nodes)
            outcome = search(self.program, self.rows, budget)
            if outcome == TOO_SMALL:
                self.room *= 4
                self._begin()
            elif outcome == SOLVED:
                self.solutions.append(self._grid())
                if len(self.solutions) >= want:
                    return self._found()
            elif outcome == PAUSED:
                note = self._what_ran_out()
                if note:
                    return self._found(note=note)
                if is_over():
                    return None
            else:
                return self._found(exhausted=True)

    def _found(self, exhausted: bool = False, note: str = "") -> Found:
        return Found(tuple(self.solutions), exhausted, note)

    def _grid(self) -> Grid:
        """The grid of the current row."""
        row = int(self.program[DEPTH]) * self.cells
        masks = self.rows[row : row + self.cells].tolist()
        return Grid(bytes(mask.bit_length() for mask in masks), self.puzzle.board)

    def _what_ran_out(self) -> str:
        """The limit that ran out, in words, or an empty text."""
        if self.limit.nodes is not None and self.program[NODES] >= self.limit.nodes:
            return f"the limit of {plural(self.limit.nodes, 'node')} ran out"
        if self.deadline is not None and monotonic() >= self.deadline:
            return f"the limit of {self.limit.seconds:g} s ran out"
        return ""
