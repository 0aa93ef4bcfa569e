"""The search of one puzzle, in slices of some nodes, so that limits and Ctrl-C work."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import bits
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.propagate.derived import derived
from cpsudoku.engines.propagate.forms import form
from cpsudoku.engines.propagate.layout import (
    ASSUME,
    ASSUMED,
    ASSUMPTION,
    BRANCH,
    DEPTH,
    EXCLUDE,
    EXHAUSTED,
    MODE,
    NODES,
    PAUSED,
    PREFERRED,
    RECORD_WORDS,
    RING,
    SOLVED,
    TOO_SMALL,
    USES,
    WORD,
)
from cpsudoku.engines.propagate.lowering import Lowering, NoFamily, TooLate, lowered
from cpsudoku.engines.propagate.record_tables import Ints
from cpsudoku.runtime.plural import plural

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.forms import Form

SLICE = 256  # the most nodes between looks at the clock; a node takes 1 to 800 µs
SHORT = 0.005  # seconds; a slice that takes longer is followed by one of half as many nodes
PATIENCE = 500  # nodes before longer sums are derived, which takes as long as 1000 nodes
USEFUL = 0.03  # the share of nodes in which a derived sum should exclude something
ROOM = 1 << 14  # numbers of a program; most need fewer


def compile_search() -> None:
    """Call the compiled function once."""
    puzzle = Puzzle(Grid(bytes(1), Board.without_boxes(1)))
    Search(puzzle, Lowering(puzzle)).run(1)


def search_of(puzzle: Puzzle, limit: Limit, chosen: Form | None = None) -> Search | None:
    """A search, or None if propagators do not accept the puzzle, or not within the limit."""
    try:
        return begun(puzzle, limit, chosen)
    except (NoFamily, TooLate):
        return None


def begun(puzzle: Puzzle, limit: Limit, chosen: Form | None = None) -> Search:
    """A search. Raises NoFamily and TooLate."""
    begin, deadline = monotonic(), limit.deadline()
    lowering = lowered(puzzle, inf if deadline is None else deadline)
    return Search(puzzle, lowering, limit.after(monotonic() - begin), chosen)


def out_of_time(limit: Limit) -> str:
    """What is said of a search whose seconds ran out."""
    return f"the limit of {limit.seconds:g} s ran out"


class Search:
    """A search that can be paused and that goes on where it was."""

    def __init__(
        self,
        puzzle: Puzzle,
        lowering: Lowering,
        limit: Limit = NO_LIMIT,
        chosen: Form | None = None,
    ) -> None:
        self.puzzle, self.limit = puzzle, limit
        self._form = chosen or form()
        self.deadline = limit.deadline()
        self.lowering = lowering
        self.room = ROOM
        self.cells = len(lowering.masks)
        self._total = puzzle.board.total  # the others are hidden
        self._slice = 1  # the nodes until the next look at the clock
        self.patience: float = PATIENCE  # nodes before the search begins again with what it derives
        self._is_derived = False
        self._derived = range(0)  # the numbers of the records that were derived
        self.solutions: list[Grid] = []
        self._known: set[bytes] = set()  # what distinguishes the solutions
        self._begin()

    @property
    def nodes(self) -> int:
        """The number of nodes so far."""
        return self.program[NODES]

    def settle(self) -> Ints:
        """Narrow the beginning. Returns the digits of each cell that are left, as sets."""
        self.patience = inf
        while self._search(0) == TOO_SMALL:
            self._enlarge()
        return self._digits()

    def assume(self, cell: int, digit: int) -> None:
        """Begin again with a digit in a cell, after ``settle``."""
        self.solutions.clear()
        self._known.clear()
        self._begin_with(ASSUME, cell, 1 << digit - 1)

    def exclude(self, cell: int, digit: int) -> Ints:
        """Exclude a digit of a cell from all that follows. Returns what ``settle`` returns."""
        self.assume(cell, digit)
        self.program[MODE] = EXCLUDE
        self._search(0)
        return self._digits()

    def _begin_with(self, mode: int, cell: int, digits: int) -> None:
        self.program[MODE] = mode
        self.program[ASSUMED], self.program[ASSUMPTION] = cell, digits

    def probe(self, is_over: Callable[[], bool] = lambda: False) -> None:
        """Begin again without the digits that are a contradiction at once, before any solution."""
        self.patience = inf
        if self.program[DEPTH]:  # the digit that is being tried at the root may be right
            branched = self.program[self.program[BRANCH]]
            self.rows[branched] |= self.rows[self.cells + branched]
        for cell in range(self.cells):
            if self._what_ran_out() or is_over():
                break
            for digit in bits(self.rows[cell]):
                left = self.rows[cell]
                if not left >> digit & 1 or not left & left - 1:
                    continue
                self._begin_with(ASSUME, cell, 1 << digit)
                if self._search(0) == EXHAUSTED:
                    self._begin_with(EXCLUDE, cell, 1 << digit)
                    if self._search(0) == EXHAUSTED:
                        return
        self._begin_with(EXCLUDE, 0, 0)

    def prefer(self, digits: Sequence[int]) -> None:
        """Try these digits of each cell before others. The default is not to prefer any."""
        first = self.program[PREFERRED]
        wanted = [*digits, *[0] * (self.cells - len(digits))]
        self.program[first : first + self.cells] = array("q", wanted)

    def _digits(self) -> Ints:
        return self.rows[: self._total].tolist()

    def _enlarge(self) -> None:
        self.room *= 4
        self._begin(self.nodes)

    def _derive(self) -> None:
        """Begin again with the sums that follow from others, if there are any."""
        self._is_derived = True
        self.patience = sum(map(int.bit_count, self._digits()))  # as many nodes as assumptions
        part = derived(self.lowering)
        if part.count:
            self._derived = range(self.lowering.count, self.lowering.count + part.count)
            self.patience += self.nodes
            self.lowering.add([part])
            self._begin(self.nodes)

    def _drop(self) -> None:
        """Leave out the derived sums that rarely excluded anything since they were derived."""
        program, nodes = self.program, self.nodes - PATIENCE
        for record in self._derived:
            if program[program[USES] + record] < USEFUL * nodes:
                word, bit = divmod(record, WORD)
                for ring in range(4):
                    program[program[RING] + ring * program[RECORD_WORDS] + word] &= ~(1 << bit)
        self._derived = range(0)

    def _search(self, budget: int) -> int:
        return self._go_on(budget)

    def _begin(self, nodes: int = 0) -> None:
        self.program = self.lowering.program(self.room)
        self.program[NODES] = nodes
        self.rows = self.lowering.rows()
        self._go_on = self._form(self.program, self.rows)

    def run(self, want: int, is_over: Callable[[], bool] = lambda: False) -> Found | None:
        """Search until there are enough solutions, no others, or no time.

        Returns None if ``is_over`` is true between two slices. A later call goes on.
        """
        while True:
            outcome = self._next(is_over)
            if outcome == SOLVED:
                grid = self._grid()
                if self.puzzle.board.layers:
                    self._leave_layers()
                    if grid.counted in self._known:
                        continue
                    self._known.add(grid.counted)
                self.solutions.append(grid)
                if len(self.solutions) >= want:
                    return self._found()
            elif outcome == PAUSED:
                note = self._what_ran_out()
                return self._found(note=note) if note else None
            else:
                return self._found(exhausted=True)

    def count(self, most: int) -> tuple[int, bool]:
        """The number of solutions up to ``most``, and whether there are no others."""
        count = 0
        while count < most:
            outcome = self._next()
            if outcome != SOLVED:
                return count, outcome == EXHAUSTED
            count += 1
        return count, False

    def _next(self, is_over: Callable[[], bool] = lambda: False) -> int:
        """Search on: SOLVED, EXHAUSTED, or PAUSED if a limit ran out or ``is_over`` is true."""
        while True:
            done = self.nodes
            if done >= self.patience and not self.solutions:
                if self._is_derived:
                    self._drop()
                    self.probe(is_over)
                else:
                    self._derive()
            budget = done + self._slice
            if self.limit.nodes is not None:
                budget = min(budget, self.limit.nodes)
            if done < self.patience < budget:
                budget = int(self.patience)
            begin = monotonic()
            outcome = self._search(budget)
            is_short = monotonic() - begin < SHORT
            self._slice = min(2 * self._slice, SLICE) if is_short else max(1, self._slice // 2)
            if outcome == TOO_SMALL:
                self._enlarge()
            elif outcome != PAUSED or self._what_ran_out() or is_over():
                return outcome

    def _found(self, exhausted: bool = False, note: str = "") -> Found:
        return Found(tuple(self.solutions), exhausted, note)

    def _grid(self) -> Grid:
        """The grid of the current row."""
        row = self.program[DEPTH] * self.cells
        masks = self.rows[row : row + self._total].tolist()
        return Grid.of_all([*map(int.bit_length, masks)], self.puzzle.board)

    def _leave_layers(self) -> None:
        """After a solution, go back to the first row that leaves only what counts as the same."""
        counted, depth = self.puzzle.board.counted, self.program[DEPTH]

        def left(depth: int) -> Ints:
            return [self.rows[depth * self.cells + cell] for cell in counted]

        last = left(depth)
        while depth and left(depth - 1) == last:
            depth -= 1
        self.program[DEPTH] = depth

    def _what_ran_out(self) -> str:
        """The limit that ran out, in words, or an empty text."""
        if self.limit.nodes is not None and self.nodes >= self.limit.nodes:
            return f"the limit of {plural(self.limit.nodes, 'node')} ran out"
        if self.deadline is not None and monotonic() >= self.deadline:
            return out_of_time(self.limit)
        return ""
