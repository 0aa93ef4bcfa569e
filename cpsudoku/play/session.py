"""A game in progress: a message for each move, hints on request, and a save after every move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status
from cpsudoku.core.words import cell_names, clock, verdict_detail
from cpsudoku.play.game import Game, Move
from cpsudoku.play.saves import Saves
from cpsudoku.runtime.deadline import Deadline, DeadlineReached
from cpsudoku.runtime.errors import CpsudokuError, InputError
from cpsudoku.runtime.language import counted, in_words, marked, translated
from cpsudoku.solving import settle
from cpsudoku.teaching.hints import LEVELS, levels_of
from cpsudoku.techniques import ORDERS, with_rules
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.nearness import nearest
from cpsudoku.techniques.reasons import with_reasons
from cpsudoku.techniques.walk import next_step

PATIENCE = 20.0  # seconds to look for the solution before the game begins
HELP_PATIENCE = 60.0  # seconds to look for a step; on a 9x9 board it takes less


@dataclass(frozen=True)
class Help:
    """The next step in levels of help, each with more detail; the last one shows ``step``."""

    levels: tuple[str, ...]
    step: Step


@dataclass
class Session:
    """A game, its only solution if there is one, and the file it is saved in.

    ``without`` is the reason if there is no solution to check against. ``wrong`` holds the cells
    that the last check found, ``help`` the open help, ``level`` the number of its levels shown.
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
            problem = translated("the puzzle can't be played: {reason}", reason=detail)
            raise InputError(problem, game.puzzle.source)
        if verdict.is_unique:
            session.solution = verdict.solution
        elif verdict.status is Status.MULTIPLE:
            session.without = marked("the puzzle has more than one solution")
        else:
            session.without = marked("its solution was not found in time")
        return session

    # Moves. Each returns a message, which may be empty.

    def enter(self, cell: int, digit: int) -> str:
        """Enter a digit; remove it if the cell already holds it."""
        if self.game.written(cell).digit == digit:
            return self.erase([cell])
        self.game.enter(cell, digit)
        return self._moved(self.clash(cell))

    def erase(self, cells: Iterable[int]) -> str:
        """Remove entries, or pencilmarks in cells without an entry."""
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
        """Undo the last move."""
        move = self.game.undo()
        return self._travelled(move, marked("Undone: {move}."), marked("There is nothing to undo."))

    def redo(self) -> str:
        """Redo the move that was undone last."""
        move = self.game.redo()
        return self._travelled(move, marked("Redone: {move}."), marked("There is nothing to redo."))

    def _travelled(self, move: Move | None, done: str, nothing: str) -> str:
        return self._moved(
            translated(done, move=translated(move.name)) if move else translated(nothing)
        )

    def solve(self, giving_up: bool = False) -> str:
        """Fill in the solution, as the player's request to solve or to give up."""
        if self.solution is None:
            return self._no_solution(marked("Can't fill in the solution: {reason}."))
        self.game.fill(self.solution, "give up" if giving_up else "solve")
        return self._moved()

    # Help.

    def clash(self, cell: int) -> str:
        """The cells that an entry clashes with, in words; empty if there are none."""
        others = self.game.clashes.get(cell)
        if others is None:
            return ""
        name = self.game.puzzle.board.cell_name(cell)
        digit = self.game.puzzle.board.symbols[self.game.written(cell).digit]
        if not others:
            text = marked("{digit} in {cell} breaks a rule of the puzzle.")
            return translated(text, digit=digit, cell=name)
        text, names = marked("{digit} in {cell} clashes with {cells}."), self._names(others)
        return translated(text, digit=digit, cell=name, cells=names)

    def check(self) -> str:
        """Compare the entries with the solution, and keep the wrong ones in ``wrong``."""
        if self.solution is None:
            return self._no_solution(marked("Can't check the entries: {reason}."))
        self.wrong = frozenset(self.game.mistakes(self.solution))
        if self.wrong:
            return counted(
                "There is {count} wrong entry: {cells}.",
                "There are {count} wrong entries: {cells}.",
                len(self.wrong),
                cells=self._names(tuple(sorted(self.wrong))),
            )
        lost = self.game.wrongly_crossed(self.solution)
        if lost:
            text = marked("A right candidate is crossed out in {cells}.")
            return translated(text, cells=self._names(lost))
        left = self.game.left
        return counted(
            "No mistakes; {count} cell to go.", "No mistakes; {count} cells to go.", left
        )

    def _names(self, cells: tuple[int, ...]) -> str:
        return cell_names(self.game.puzzle, cells)

    def find_help(self) -> Help | str:
        """The next step, or the reason if there is none to show. A very hard step takes seconds."""
        if self.game.is_finished:
            return translated("The game is finished.")
        if self.solution is None:
            return self._no_solution(marked("Can't give a hint: {reason}."))
        if self.game.mistakes(self.solution) or self.game.wrongly_crossed(self.solution):
            return f"{translated('Correct the mistakes first.')} {self.check()}"
        try:
            candidates = self.game.candidates
            with Deadline(HELP_PATIENCE).applied():
                step = next_step(
                    candidates,
                    with_rules(ORDERS["human"]),
                    self.solution,
                    nearest,
                    self.game.last_entry,
                )
        except DeadlineReached:
            text = marked("No step was found in time. By search, {cell} is {digit}.")
            return _by_search(text, candidates, self.solution)
        except CpsudokuError as error:
            return in_words(error.words)
        if step is None:
            text = marked("No technique finds a step here. By search, {cell} is {digit}.")
            return _by_search(text, candidates, self.solution)
        return Help(levels_of(step, candidates), with_reasons(step, candidates))

    def open_help(self, found: Help | str) -> str:
        """Open what ``find_help`` found at its first level."""
        if isinstance(found, str):
            return found
        self.help, self.level = found, 0
        return self.more_help()

    def more_help(self) -> str:
        """The next level of the open help; after the last level, apply its step."""
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
            return translated("Hint")
        name = translated(LEVELS[self.level - 1])
        text = marked("Hint {level} of {levels}: {name}")
        return translated(text, level=self.level, levels=len(LEVELS), name=name)

    def follow(self) -> str:
        """Apply the step of the open help."""
        if self.help is None:
            return ""
        step = self.help.step
        eliminations = [at for at in step.eliminations if self.game.candidates.has(*at)]
        self.game.follow(step.placements, eliminations)
        return self._moved(translated("Done."))

    def _no_solution(self, text: str) -> str:
        return translated(text, reason=translated(self.without))

    def _moved(self, said: str = "") -> str:
        """Close the help, forget the last check and save the game; return the message."""
        self.wrong, self.help, self.level = frozenset(), None, 0
        self.save()
        return self.ending or said

    # The end, and saving.

    @property
    def ending(self) -> str:
        """The message for a full board; empty if a cell is empty."""
        game = self.game
        if game.left:
            return ""
        if not game.is_finished:
            return translated("Every cell is filled, but there is a mistake. Use check to find it.")
        if "give up" in game.help_taken:
            return translated("You gave up. This is the solution.")
        if "solve" in game.help_taken:
            return translated("This is the solution.")
        hints = sum(move.name == "hint" for move in game.moves)
        time = clock(game.elapsed)
        if not hints:
            return translated("Solved in {time}. Well done!", time=time)
        return counted(
            "Solved in {time}, with {count} hint. Well done!",
            "Solved in {time}, with {count} hints. Well done!",
            hints,
            time=time,
        )

    @property
    def farewell(self) -> str:
        """The last message for an unfinished game: whether it is saved, or why not."""
        if self.unsaved or self.game.is_finished or not (self.game.moves or self.game.undone):
            return self.unsaved
        return translated("Saved. To continue: {command}", command="cpsudoku play --resume")

    def save(self) -> None:
        """Save the game once it has a move; ``unsaved`` holds the problem, if there was one."""
        try:
            if self.game.moves or self.game.undone:
                self.saves.save(self.path, self.game)
            self.unsaved = ""
        except InputError as error:
            self.unsaved = f"{translated('Not saved!')} {error}"


def _by_search(text: str, candidates: Candidates, solution: Grid) -> Help:
    """Help if the techniques find no step: the cell with the fewest candidates."""
    empty = [cell for cell, digit in enumerate(candidates.cells) if not digit]
    cell = min(empty, key=lambda cell: candidates.marks[cell].bit_count())
    at: Candidate = (cell, solution[cell])
    name = candidates.puzzle.board.cell_name(cell)
    said = translated(text, cell=name, digit=candidates.board.symbols[at[1]])
    return Help((said,), Step("", placements=(at,), digits=(at[1],)))


def new_session(puzzle: Puzzle, saves: Saves) -> Session:
    """A new game of a puzzle, with the entries that were seen in its picture."""
    game = Game(puzzle)
    for cell, digit in enumerate(puzzle.sight.entries if puzzle.sight is not None else b""):
        if digit:
            game.enter(cell, digit)
    return Session.begin(game, saves)
