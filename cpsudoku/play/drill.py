"""Practice in lines of text: an exercise, the learner's answers, and the next exercise."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.core.errors import InputError
from cpsudoku.play.progress import Progress
from cpsudoku.teaching.answers import FORM, parse_answer
from cpsudoku.teaching.exercise import Exercise
from cpsudoku.teaching.explanation import ExplainedStep

COMMANDS = {
    "hint": "show the next level of help",
    "show": "show the step and its reason",
    "next": "skip to the next exercise",
    "board": "show the position again",
    "progress": "show how many exercises you solved",
    "help": "show this list",
    "quit": "end the practice",
}
LEAVING = ("q", "quit", "exit", "back")
Board = Callable[[Exercise, ExplainedStep | None], None]
"""Shows the position of an exercise, with the marks of a step if there is one."""


class Drill:
    """A series of exercises in lines of text. ``say`` gets each message, ``show`` each board."""

    def __init__(
        self,
        exercises: Iterator[Exercise],
        progress: Progress,
        show: Board,
        say: Callable[[str], None] = print,
    ) -> None:
        self.exercises, self.progress = exercises, progress
        self.show, self.say = show, say
        self.exercise: Exercise | None = None
        self._level = 0
        self._helped = self._tried = False

    @property
    def is_over(self) -> bool:
        """Whether there are no more exercises."""
        return self.exercise is None

    def run(self, lines: Iterator[str]) -> None:
        """Practise with these lines until they end, or the learner quits."""
        self.begin()
        for line in lines:
            if line.strip().lower() in LEAVING:
                break
            self.answer(line)
            if self.is_over:
                break
        self.end()

    def begin(self) -> None:
        """Show the first exercise."""
        if self.progress.problem:
            self.say(f"{self.progress.problem}.")
        self._next()

    def end(self) -> None:
        """Count the exercise that is left unsolved, if an answer was tried, and show the record."""
        if self.exercise is not None and self._tried:
            self._count(solved=False)
        for title, words in self.progress.rows:
            self.say(f"{title}: {words}.")

    def answer(self, line: str) -> None:
        """Carry out the command or check the answer on one line."""
        assert self.exercise is not None
        word = line.strip().lower()
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "hint": self._hint,
            "h": self._hint,
            "show": self._show,
            "next": self._skip,
            "n": self._skip,
            "board": self._board,
            "b": self._board,
            "progress": self._progress,
            "help": self._help,
            "?": self._help,
        }
        if word in commands:
            commands[word]()
            return
        try:
            placed, removed = parse_answer(line, self.exercise.candidates.board)
            found = self.exercise.check(placed, removed)
        except InputError as error:
            self.say(f"{error}.")
            return
        self._tried = True
        self.say(found.text)
        if found.outcome == "right":
            self.show(self.exercise, found.step)
            self._count(solved=True)
            self._next()
        elif found.outcome == "wrong":
            self._helped = True

    def _next(self) -> None:
        """Move to the next exercise, or say that there is none."""
        self.exercise = next(self.exercises, None)
        self._level, self._helped, self._tried = 0, False, False
        if self.exercise is None:
            self.say("There are no more exercises.")
            return
        self._board()
        self.say(f"Exercise {self.exercise.number}. {self.exercise.task}")
        self.say(f"({FORM}; or type hint, show, next, help, quit.)")

    def _board(self) -> None:
        assert self.exercise is not None
        self.show(self.exercise, None)

    def _hint(self) -> None:
        """Say where to look, then in which cells. The step itself is for ``show``."""
        assert self.exercise is not None
        house, _technique, cells, *_ = self.exercise.levels
        levels = (house, cells)
        if self._level == len(levels):
            self.say("There are no more hints. Type show to see the step.")
            return
        self._helped = self._tried = True
        self.say(levels[self._level])
        self._level += 1

    def _show(self) -> None:
        assert self.exercise is not None
        answer = self.exercise.answer
        self.say(answer.text)
        self.show(self.exercise, answer)
        self._count(solved=False)
        self._next()

    def _skip(self) -> None:
        if self._tried:
            self._count(solved=False)
        self._next()

    def _progress(self) -> None:
        rows = self.progress.rows
        for title, words in rows:
            self.say(f"{title}: {words}.")
        if not rows:
            self.say("You have not tried an exercise yet.")

    def _help(self) -> None:
        self.say(f"  {FORM}")
        for name, what in COMMANDS.items():
            self.say(f"  {name:10} {what}")

    def _count(self, solved: bool) -> None:
        assert self.exercise is not None
        try:
            self.progress.add(self.exercise.technique, solved, not self._helped)
        except InputError as error:
            self.say(f"The progress is not saved: {error}.")
