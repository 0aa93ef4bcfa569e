"""A game as it is played: what to say of each move, help when asked for, saved on every move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.errors import CpsudokuError, InputError
from cpsudoku.core.grid import SYMBOLS, Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status
from cpsudoku.core.words import cell_names, clock, verdict_detail
from cpsudoku.play.game import Game
from cpsudoku.play.saves import Saves
from cpsudoku.solving import settle
from cpsudoku.teaching.hints import LEVELS, hint
from cpsudoku.techniques import ORDERS
from cpsudoku.techniques.base import Step

PATIENCE = 20.0  # seconds to look for the solution before the game begins


@dataclass(frozen=True)
class Help:
    """The next step in levels of help, each saying more; ``step`` is what the last one shows."""

    levels: tuple[str, ...]
    step: Step


@dataclass
class Session:
    """A game, its only solution where there is one, and the file it is saved in.

    ``without`` says why there is no solution to check against. ``wrong`` are the cells that the
    last check found; ``help`` is the help that is open, ``level`` how much of it was told.
    """

    game: Game
    saves: Saves
    path: Path
    solution: Grid | None = None
    without: str = ""
    wrong: frozenset[int] = frozenset()
    help: Help | None = None
    level: int = 0
    unsaved: str = field(default="", init=False)

    @staticmethod
    def begin(game: Game, saves: Saves, path: Path | None = None) -> Session:
        """The session of a game; raises InputError for a puzzle that has no solution."""
        session = Session(game, saves, path or saves.new_path())
        verdict = settle(game.puzzle, limit=Limit(seconds=PATIENCE))
        if verdict.status is Status.NO_SOLUTION:
            detail = verdict_detail(verdict)
            raise InputError(f"it can't be played: {detail}", game.puzzle.source)
        if verdict.is_unique:
            session.solution = verdict.solution
        elif verdict.status is Status.MULTIPLE:
            session.without = "the puzzle has more than one solution"
        else:
            session.without = f"its solution was not found within {PATIENCE:g} seconds"
        return session

    # Moves; each says what there is to say of it.

    def enter(self, cell: int, digit: int) -> str:
        """Enter a digit, or take it back where it stands already."""
        if self.game.written(cell).digit == digit:
            return self.erase([cell])
        self.game.enter(cell, digit)
        return self._moved(self.clash(cell))

    def erase(self, cells: Iterable[int]) -> str:
        """Take back entries, else pencilmarks."""
        self.game.erase(cells)
        return self._moved()

    def mark(self, kind: str, cells: Iterable[int], digit: int) -> str:
        """Add or remove a pencilmark."""
        self.game.mark(kind, cells, digit)
        return self._moved()

    def paint(self, cells: Iterable[int], colour: int) -> str:
        """Colour cells."""
        self.game.paint(cells, colour)
        return self._moved()

    def undo(self) -> str:
        """Take back the last move."""
        move = self.game.undo()
        return self._moved(f"Took back: {move.name}." if move else "There is nothing to take back.")

    def redo(self) -> str:
        """Make the move again that was taken back last."""
        move = self.game.redo()
        return self._moved(f"Made again: {move.name}." if move else "There is nothing to redo.")

    def solve(self, giving_up: bool = False) -> str:
        """Fill in the solution; giving up ends the game with it."""
        if self.solution is None:
            return self._no_solution("solved")
        self.game.fill(self.solution, "give up" if giving_up else "solve")
        return self._moved()

    # Help.

    def clash(self, cell: int) -> str:
        """What an entry clashes with, or nothing."""
        others = self.game.clashes.get(cell)
        if others is None:
            return ""
        geometry, digit = self.game.puzzle.geometry, SYMBOLS[self.game.written(cell).digit]
        if not others:
            return f"{digit} in {geometry.cell_name(cell)} breaks a rule of the puzzle."
        names = cell_names(self.game.puzzle, others)
        return f"{digit} in {geometry.cell_name(cell)} clashes with {names}."

    def check(self) -> str:
        """Compare the entries with the solution; the wrong ones are then in ``wrong``."""
        if self.solution is None:
            return self._no_solution("checked")
        self.wrong = frozenset(self.game.mistakes(self.solution))
        if self.wrong:
            names = cell_names(self.game.puzzle, tuple(sorted(self.wrong)))
            are = "is 1 wrong entry" if len(self.wrong) == 1 else f"are {len(self.wrong)} wrong"
            return f"There {are}: {names}."
        lost = self.game.wrongly_crossed(self.solution)
        if lost:
            return f"A right candidate is crossed out in {cell_names(self.game.puzzle, lost)}."
        return f"No mistakes; {self.game.left} cells to go."

    def find_help(self) -> Help | str:
        """The next step, or why there is none to show. Takes seconds where it is very hard."""
        if self.game.is_finished:
            return "It is finished."
        if self.solution is None:
            return self._no_solution("helped with")
        if self.game.mistakes(self.solution) or self.game.wrongly_crossed(self.solution):
            return f"First mend what is wrong. {self.check()}"
        try:
            candidates = self.game.candidates
            found = hint(candidates, self.solution, ORDERS["human"])
        except CpsudokuError as error:
            return str(error)
        if found is None:
            return _by_search(candidates, self.solution)
        return Help(found.levels, found.step)

    def open_help(self, found: Help | str) -> str:
        """Begin to tell what ``find_help`` found."""
        if isinstance(found, str):
            return found
        self.help, self.level = found, 0
        return self.more_help()

    def more_help(self) -> str:
        """The next level of the open help; after the last its step is done."""
        assert self.help is not None
        if self.level == len(self.help.levels):
            return self.follow()
        self.level += 1
        return self.help.levels[self.level - 1]

    @property
    def help_title(self) -> str:
        """``Hint 2 of 4: which technique``, while help is open."""
        if self.help is None:
            return ""
        if len(self.help.levels) < len(LEVELS):
            return "Hint"
        return f"Hint {self.level} of {len(LEVELS)}: {LEVELS[self.level - 1]}"

    def follow(self) -> str:
        """Do the step of the open help."""
        if self.help is None:
            return ""
        step = self.help.step
        eliminations = [at for at in step.eliminations if self.game.candidates.has(*at)]
        self.game.follow(step.placements, eliminations)
        return self._moved("Done.")

    def _no_solution(self, done: str) -> str:
        return f"It can't be {done}: {self.without}."

    def _moved(self, said: str = "") -> str:
        """After a move: help and marks of a check are out of date, the game is saved."""
        self.wrong, self.help, self.level = frozenset(), None, 0
        self.save()
        return self.ending or said

    # The end, and saving.

    @property
    def ending(self) -> str:
        """What there is to say when every cell is filled, else nothing."""
        game = self.game
        if game.left:
            return ""
        if not game.is_finished:
            return "Every cell is filled, but something is wrong; v checks."
        if "give up" in game.help_taken:
            return "Given up: this is the solution."
        if "solve" in game.help_taken:
            return "This is the solution."
        hints = sum(move.name == "hint" for move in game.moves)
        helped = f", with {hints} hint{'s' * (hints > 1)}" if hints else ""
        return f"Solved in {clock(game.elapsed)}{helped}. Well done!"

    @property
    def farewell(self) -> str:
        """What became of an unfinished game at the end: it is saved, or why it is not."""
        if self.unsaved or self.game.is_finished or not (self.game.moves or self.game.undone):
            return self.unsaved
        return "Saved; cpsudoku play --resume goes on."

    def save(self) -> None:
        """Save the game, once a move was made; ``unsaved`` says what went wrong, if it did."""
        try:
            if self.game.moves or self.game.undone:
                self.saves.save(self.path, self.game)
            self.unsaved = ""
        except InputError as error:
            self.unsaved = f"Not saved! {error}"


def _by_search(candidates: Candidates, solution: Grid) -> Help:
    """Help where no technique finds a step: the cell with the fewest candidates."""
    empty = [cell for cell, digit in enumerate(candidates.cells) if not digit]
    cell = min(empty, key=lambda cell: candidates.marks[cell].bit_count())
    at: Candidate = (cell, solution[cell])
    name = candidates.puzzle.geometry.cell_name(cell)
    told = f"No technique finds a step here. By search, {name} is {SYMBOLS[at[1]]}."
    return Help((told,), Step("", placements=(at,), digits=(at[1],)))


def new_session(puzzle: Puzzle, saves: Saves) -> Session:
    """A new game of a puzzle."""
    return Session.begin(Game(puzzle), saves)
