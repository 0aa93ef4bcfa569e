"""The rules of play, without any screen: entries, pencilmarks, colours, undo, time.

A game is a puzzle and the moves made so far. The state of the board follows from them, so a saved
game (``saved_game.py``) can't contradict itself. Cells are numbered from 0, row by row;
``Game.cell`` takes a row and a column counted from 1. The page has the same rules of play in
``web/static/game.js``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import NamedTuple

from cpsudoku.core.candidates import Candidate, Candidates, allowed_marks, digits_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError

COLOURS = 6
MARKS = ("corner", "centre", "crossed")  # crossed: candidates that the player has ruled out
MOVES = ("enter", "erase", *MARKS, "colour", "hint", "solve", "give up")


class CellMarks(NamedTuple):
    """The player's marks in a cell: a digit, sets of digits (bit d - 1 means d), and a colour."""

    digit: int = 0
    corner: int = 0
    centre: int = 0
    crossed: int = 0
    colour: int = 0


class Change(NamedTuple):
    """One cell before and after a move."""

    cell: int
    before: CellMarks
    after: CellMarks


class Move(NamedTuple):
    """One move: its name, one of MOVES, and every cell that it changed."""

    name: str
    changes: tuple[Change, ...]


NOTHING = CellMarks()


def clashes_of(puzzle: Puzzle, grid: Grid) -> dict[int, tuple[int, ...]]:
    """Each filled cell that breaks a rule, ascending, with the cells it clashes with, if any."""
    clashes: dict[int, set[int]] = {}
    for house in (*puzzle.board_with_rules.houses, *puzzle.board_with_rules.groups):
        _repeats(house.cells, grid.cells, clashes)
    for rule in puzzle.constraints:
        clashing = set(rule.clashes(puzzle.values(grid, rule.cells)))
        for cell in clashing:
            clashes.setdefault(cell, set()).update(clashing - {cell})
    for cell, marks in enumerate(puzzle.marks or ()):
        if grid[cell] and grid[cell] not in marks:
            clashes.setdefault(cell, set())
    return {cell: tuple(sorted(clashes[cell])) for cell in sorted(clashes) if grid[cell]}


class Game:
    """A puzzle being played. Its clock does not run until ``go_on``.

    Every move that changes something can be undone. An undone move can be redone until another
    one is made. A move that is out of range or would change a given raises InputError and changes
    nothing.
    """

    def __init__(self, puzzle: Puzzle, clock: Callable[[], float] = monotonic) -> None:
        self.puzzle = puzzle
        self._written = [NOTHING] * len(puzzle.givens.cells)
        self._moves: list[Move] = []
        self._done = 0
        self._clock, self._spent = clock, 0.0
        self._since: float | None = None

    # The state of the board.

    @property
    def size(self) -> int:
        """The number of digits."""
        return self.puzzle.board.size

    def check_digit(self, digit: object) -> None:
        """Raise InputError unless this is a digit of this size."""
        in_range("digit", digit, 1, self.size)

    def cell(self, row: int, column: int) -> int:
        """The cell in that row and column, both counted from 1."""
        board = self.puzzle.board
        in_range("row", row, 1, board.height)
        in_range("column", column, 1, board.width)
        if (row - 1, column - 1) not in board.cell_at:
            raise InputError("r{row}c{column} is not a cell of the board", row=row, column=column)
        return board.cell_at[row - 1, column - 1]

    def written(self, cell: int) -> CellMarks:
        """What the player has written in a cell."""
        self._check_cell(cell)
        return self._written[cell]

    @property
    def cells(self) -> bytes:
        """The givens and entries; 0 is an empty cell."""
        pairs = zip(self.puzzle.givens.cells, self._written, strict=True)
        return bytes(given or own.digit for given, own in pairs)

    def is_given(self, cell: int) -> bool:
        """Whether a cell came with the puzzle."""
        self._check_cell(cell)
        return bool(self.puzzle.givens[cell])

    @property
    def candidates(self) -> Candidates:
        """The candidates that peers leave in the empty cells, without those crossed out."""
        every = Candidates.of(self.puzzle, self.cells)
        crossed = [
            (cell, digit)
            for cell, own in enumerate(self._written)
            for digit in digits_of(own.crossed)
        ]
        return every.without(crossed)

    @property
    def marks(self) -> tuple[int, ...]:
        """The candidates of each cell as a set, without those that a single rule forbids."""
        crossed = [own.crossed for own in self._written]
        found = allowed_marks(self.puzzle, self.cells)
        return tuple(marks & ~out for marks, out in zip(found, crossed, strict=True))

    @property
    def clashes(self) -> dict[int, tuple[int, ...]]:
        """Each entry that breaks a rule, with the cells it clashes with, if any."""
        found = clashes_of(self.puzzle, Grid(self.cells, self.puzzle.board))
        return {cell: others for cell, others in found.items() if self._written[cell].digit}

    def mistakes(self, solution: Grid) -> tuple[int, ...]:
        """The cells whose entry differs from the solution."""
        pairs = enumerate(zip(self._written, solution.cells, strict=True))
        return tuple(cell for cell, (own, right) in pairs if own.digit not in (0, right))

    def wrongly_crossed(self, solution: Grid) -> tuple[int, ...]:
        """The cells whose right digit the player has crossed out."""
        pairs = enumerate(zip(self._written, solution.cells, strict=True))
        return tuple(cell for cell, (own, right) in pairs if own.crossed >> (right - 1) & 1)

    @property
    def left(self) -> int:
        """The number of empty cells."""
        return self.cells.count(0)

    @property
    def is_finished(self) -> bool:
        """Whether every cell is filled and every rule holds."""
        return not self.left and self.puzzle.is_solved_by(Grid(self.cells, self.puzzle.board))

    @property
    def help_taken(self) -> frozenset[str]:
        """Which of "hint", "solve" and "give up" are among the moves that are not undone."""
        names = {move.name for move in self._moves[: self._done]}
        return frozenset(names & {"hint", "solve", "give up"})

    # Moves.

    def enter(self, cell: int, digit: int) -> None:
        """Write a digit, and remove it from the player's pencilmarks in the cell's peers."""
        self.check_digit(digit)
        self._check_own(cell)
        self.make("enter", self._entering([(cell, digit)]))

    def erase(self, cells: Iterable[int]) -> None:
        """Remove the entries of cells, or the pencilmarks of cells without an entry.

        Givens among several cells are skipped.
        """
        cells = tuple(cells)
        if len(cells) == 1:
            self._check_own(cells[0])
        after = {}
        for cell in cells:
            self._check_cell(cell)
            own = self._written[cell]
            after[cell] = own._replace(digit=0) if own.digit else CellMarks(colour=own.colour)
        self.make("erase", after)

    def mark(self, kind: str, cells: Iterable[int], digit: int) -> None:
        """Add a digit to the marks of one kind of MARKS in empty cells; remove it if all have it.

        Filled cells are skipped.
        """
        if kind not in MARKS:
            raise InputError(
                "marks {kind} are not known; choose one of {marks}",
                kind=repr(kind),
                marks=", ".join(MARKS),
            )
        self.check_digit(digit)
        chosen = [cell for cell in cells if not self._digit_at(cell)]
        bit = 1 << (digit - 1)
        has = {cell: bool(getattr(self._written[cell], kind) & bit) for cell in chosen}
        turned = chosen if all(has.values()) else [cell for cell in chosen if not has[cell]]
        after = {}
        for cell in turned:
            own = self._written[cell]
            after[cell] = own._replace(**{kind: getattr(own, kind) ^ bit})
        self.make(kind, after)

    def paint(self, cells: Iterable[int], colour: int) -> None:
        """Give cells, including givens, a colour from 1 to 6; 0 removes it."""
        in_range("colour", colour, 0, COLOURS)
        after = {}
        for cell in cells:
            self._check_cell(cell)
            after[cell] = self._written[cell]._replace(colour=colour)
        self.make("colour", after)

    def follow(self, placements: Iterable[Candidate], eliminations: Iterable[Candidate]) -> None:
        """Apply a hint as one move: enter its digits and cross out its candidates."""
        placements, eliminations = tuple(placements), tuple(eliminations)
        for cell, digit in (*placements, *eliminations):
            self._check_own(cell)
            self.check_digit(digit)
        after = self._entering(placements)
        for cell, digit in eliminations:
            own = after.get(cell, self._written[cell])
            bit = 1 << (digit - 1)
            after[cell] = own._replace(
                corner=own.corner & ~bit, centre=own.centre & ~bit, crossed=own.crossed | bit
            )
        self.make("hint", after)

    def fill(self, solution: Grid, name: str = "solve") -> None:
        """Write the whole solution, as the move "solve" or "give up"."""
        broken = self.puzzle.broken_by(solution)
        if broken is not None:
            raise InputError("this is not a solution: {broken}", broken=broken)
        own = [cell for cell, given in enumerate(self.puzzle.givens.cells) if not given]
        self.make(name, self._entering([(cell, solution[cell]) for cell in own]))

    def make(self, name: str, after: Mapping[int, CellMarks]) -> None:
        """Make a move of MOVES with this result. A move without effect is not recorded.

        Moves that were undone can't be redone afterwards.
        """
        if name not in MOVES:
            raise InputError(
                "move {name} is not known; choose one of {moves}",
                name=repr(name),
                moves=", ".join(MOVES),
            )
        changes = tuple(
            Change(cell, self.written(cell), own)
            for cell, own in sorted(after.items())
            if own != self.written(cell)
        )
        for change in changes:
            if change.before._replace(colour=0) != change.after._replace(colour=0):
                self._check_own(change.cell)
            in_range("digit", change.after.digit, 0, self.size)
            in_range("colour", change.after.colour, 0, COLOURS)
        if changes:
            del self._moves[self._done :]
            self._moves.append(Move(name, changes))
            self._apply(self._moves[-1])

    def undo(self) -> Move | None:
        """Undo the last move and return it, or None if there is none."""
        if not self._done:
            return None
        self._done -= 1
        move = self._moves[self._done]
        if self.is_finished:
            self.go_on()
        for change in move.changes:
            self._written[change.cell] = change.before
        return move

    def redo(self) -> Move | None:
        """Redo the move that was undone last and return it, or None if there is none."""
        if self._done == len(self._moves):
            return None
        move = self._moves[self._done]
        self._apply(move)
        return move

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led to the present state."""
        return tuple(self._moves[: self._done])

    @property
    def last_entry(self) -> tuple[Candidate, ...]:
        """The cell with an entry that was changed last, of those that still hold it; or nothing."""
        entered = [
            (cell, after.digit)
            for move in self.moves
            for cell, _, after in move.changes
            if after.digit and after.digit == self._written[cell].digit
        ]
        return tuple(entered[-1:])

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that can be redone, next first."""
        return tuple(self._moves[self._done :])

    # Time.

    @property
    def elapsed(self) -> float:
        """The seconds played, without pauses."""
        return self._spent + (self._clock() - self._since if self._since is not None else 0.0)

    @property
    def is_paused(self) -> bool:
        """Whether the clock is stopped."""
        return self._since is None

    def go_on(self) -> None:
        """Start the clock, or continue it."""
        if self._since is None:
            self._since = self._clock()

    def pause(self) -> None:
        """Stop the clock."""
        self._spent, self._since = self.elapsed, None

    def set_elapsed(self, seconds: float) -> None:
        """Set the seconds played, and stop the clock."""
        self._spent, self._since = seconds, None

    def _entering(self, placements: Iterable[Candidate]) -> dict[int, CellMarks]:
        """The cells after the digits are entered and removed from the marks of their peers."""
        after: dict[int, CellMarks] = {}
        for cell, digit in placements:
            after[cell] = after.get(cell, self._written[cell])._replace(digit=digit)
            bit = 1 << (digit - 1)
            for peer in self.puzzle.board_with_rules.peers[cell]:
                own = after.get(peer, self._written[peer])
                if (own.corner | own.centre) & bit:
                    after[peer] = own._replace(corner=own.corner & ~bit, centre=own.centre & ~bit)
        return after

    def _apply(self, move: Move) -> None:
        self._done += 1
        for change in move.changes:
            self._written[change.cell] = change.after
        if self.is_finished:
            self.pause()

    def _digit_at(self, cell: int) -> int:
        self._check_cell(cell)
        return self.puzzle.givens[cell] or self._written[cell].digit

    def _check_cell(self, cell: int) -> None:
        in_range("cell", cell, 0, len(self.puzzle.board) - 1)

    def _check_own(self, cell: int) -> None:
        if self.is_given(cell):
            name = self.puzzle.board.cell_name(cell)
            raise InputError("{name} is a given and can't be changed", name=name)


def in_range(name: str, number: object, first: int, last: int) -> None:
    """Raise InputError with the range unless this is a whole number from first to last."""
    if type(number) is not int or not first <= number <= last:
        raise InputError(
            "{name} {number} is out of range {first}-{last}",
            name=name,
            number=repr(number),
            first=first,
            last=last,
        )


def _repeats(cells: tuple[int, ...], digits: bytes, found: dict[int, set[int]]) -> None:
    """Note each cell whose digit occurs again among these cells, with the others."""
    places: dict[int, set[int]] = {}
    for cell in cells:
        places.setdefault(digits[cell], set()).add(cell)
    for digit, same in places.items():
        if digit and len(same) > 1:
            for cell in same:
                found.setdefault(cell, set()).update(same - {cell})
