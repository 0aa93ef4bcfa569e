"""Practice in lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from cpsudoku.play.drill import Drill
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import in_words, marked, translated
from cpsudoku.teaching.answers import FORM, parse_answer

COMMANDS = {
    "hint": marked("show the next level of help"),
    "show": marked("show the step and its reason"),
    "next": marked("skip to the next exercise"),
    "board": marked("show the position again"),
    "progress": marked("show how many exercises you solved"),
    "help": marked("show this list"),
    "quit": marked("end the practice"),
}
LEAVING = ("q", "quit", "exit", "back")


class TypedDrill(Drill):
    """A series of exercises that is answered by typing."""

    no_more_hints: ClassVar[str] = marked("There are no more hints. Type show to see the step.")

    def instructions(self) -> str:
        """The form of an answer, and the other commands."""
        return translated("({form}; or type hint, show, next, help, quit.)", form=translated(FORM))

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

    def end(self) -> None:
        """Leave the last exercise, and show the record."""
        if self.exercise is not None:
            self.skip()
        self._tell_progress()

    def answer(self, line: str) -> None:
        """Carry out the command or check the answer on one line."""
        assert self.exercise is not None
        word = line.strip().lower()
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "hint": self.hint,
            "h": self.hint,
            "show": self._show,
            "next": self._next,
            "n": self._next,
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
            is_right = self.attempt(*parse_answer(line, self.exercise.candidates.board))
        except InputError as error:
            self.say(f"{in_words(error.words)}.")
            return
        if is_right:
            self.advance()

    def _show(self) -> None:
        self.reveal()
        self.advance()

    def _next(self) -> None:
        self.skip()
        self.advance()

    def _board(self) -> None:
        assert self.exercise is not None
        self.show(self.exercise, None)

    def _progress(self) -> None:
        self._tell_progress()
        if not self.progress.rows:
            self.say(translated("You have not tried an exercise yet."))

    def _tell_progress(self) -> None:
        for title, words in self.progress.rows:
            self.say(translated("{title}: {words}.", title=title, words=words))

    def _help(self) -> None:
        self.say(f"  {translated(FORM)}")
        for name, what in COMMANDS.items():
            self.say(f"  {name:10} {translated(what)}")
