"""The engine of propagators: any board, and rules of a few families. PROPAGATE.md has measurements.

A puzzle becomes one array (``lowering``), and one compiled program searches every such array. It
shares nothing with the other engines but ``Puzzle`` and the faces of its rules.
"""

from __future__ import annotations

from time import monotonic

import numpy as np

from cpsudoku.core.grid import Grid
from cpsudoku.core.plural import plural
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.propagate.kernel import search
from cpsudoku.engines.propagate.layout import DEPTH, NODES, PAUSED, SOLVED, TOO_SMALL
from cpsudoku.engines.propagate.lowering import Lowering, NoFamily, lowered

SLICE = 256  # the most nodes between looks at the clock; a node takes 1 to 100 µs
ROOM = 1 << 14  # numbers of a program; most need fewer


class Propagate:
    """The engine ``propagate``."""

    name = "propagate"
    title = "compiled propagators: all sizes and most rules, the fastest on everyday variants"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """Why it does not accept this puzzle: a rule that belongs to no family; else None."""
        try:
            lowered(puzzle)
        except NoFamily as reason:
            return str(reason)
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions."""
        return _Search(puzzle, lowered(puzzle), limit).found(want)


class _Search:
    """The search of one puzzle, in slices of some nodes, so that limits and Ctrl-C work."""

    def __init__(self, puzzle: Puzzle, lowering: Lowering, limit: Limit) -> None:
        self.puzzle, self.limit = puzzle, limit
        self.deadline = None if limit.seconds is None else monotonic() + limit.seconds
        self.lowering = lowering
        self.room = ROOM
        self.cells = len(puzzle.board)
        self.begin()

    def begin(self) -> None:
        """Make the arrays."""
        self.program = self.lowering.program(self.room)
        masks = self.lowering.masks
        self.rows = np.empty((self.cells + 3) * self.cells, np.int64)
        self.rows[: self.cells] = masks

    def found(self, want: int) -> Found:
        """Search until there are enough solutions, no others, or no time."""
        solutions: list[Grid] = []
        while True:
            done = int(self.program[NODES])
            budget = done + min(done + 1, SLICE)
            if self.limit.nodes is not None:
                budget = min(budget, self.limit.nodes)
            outcome = search(self.program, self.rows, budget)
            if outcome == TOO_SMALL:
                self.room *= 4
                self.begin()
            elif outcome == SOLVED:
                solutions.append(self.grid())
                if len(solutions) >= want:
                    return Found(tuple(solutions), exhausted=False)
            elif outcome == PAUSED:
                note = self.what_ran_out()
                if note:
                    return Found(tuple(solutions), exhausted=False, note=note)
            else:
                return Found(tuple(solutions), exhausted=True)

    def grid(self) -> Grid:
        """The grid of the current row."""
        row = int(self.program[DEPTH]) * self.cells
        masks = self.rows[row : row + self.cells].tolist()
        return Grid(bytes(mask.bit_length() for mask in masks), self.puzzle.board)

    def what_ran_out(self) -> str:
        """The limit that ran out, in words, or an empty text."""
        if self.limit.nodes is not None and self.program[NODES] >= self.limit.nodes:
            return f"the limit of {plural(self.limit.nodes, 'node')} ran out"
        if self.deadline is not None and monotonic() >= self.deadline:
            return f"the limit of {self.limit.seconds:g} s ran out"
        return ""


ENGINE = Propagate()
