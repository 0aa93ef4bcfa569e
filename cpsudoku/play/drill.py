"""Practice: a series of exercises, the learner's attempts, and the record of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from cpsudoku.core.candidates import Candidate
from cpsudoku.play.progress import Progress
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import in_words, marked, translated
from cpsudoku.teaching.exercise import Exercise
from cpsudoku.teaching.explanation import ExplainedStep

Board = Callable[[Exercise, ExplainedStep | None], None]
"""Shows the position of an exercise, with the marks of a step if there is one."""


class Drill:
    """A series of exercises. ``say`` gets each message, ``show`` each position.

    An exercise ends when its step is found, shown or skipped. ``advance`` then begins the next one.
    """

    no_more_hints: ClassVar[str] = marked("There are no more hints.")

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

    def begin(self) -> None:
        """Show the first exercise."""
        if self.progress.problem:
            self.say(f"{in_words(self.progress.problem)}.")
        self.advance()

    def advance(self) -> None:
        """Begin the next exercise, or say that there is none."""
        self.exercise = next(self.exercises, None)
        self._level, self._helped, self._tried = 0, False, False
        if self.exercise is None:
            self.say(translated("There are no more exercises."))
            return
        self.show(self.exercise, None)
        number, task = self.exercise.number, self.exercise.task
        self.say(translated("Exercise {number}. {task}", number=number, task=task))
        if instructions := self.instructions():
            self.say(instructions)

    def instructions(self) -> str:
        """What is said with each exercise about the ways to answer."""
        return ""

    def attempt(self, placed: Iterable[Candidate], removed: Iterable[Candidate]) -> bool:
        """Check an attempt, and return whether it is the step. Raises InputError as ``check``."""
        assert self.exercise is not None
        found = self.exercise.check(placed, removed)
        self._tried = True
        self.say(found.text)
        self._helped |= found.outcome == "wrong"
        if found.outcome != "right":
            return False
        self.show(self.exercise, found.step)
        self._count(solved=True)
        return True

    def hint(self) -> None:
        """Say where to look, then in which cells. The step itself is for ``reveal``."""
        assert self.exercise is not None
        house, _technique, cells, *_ = self.exercise.levels
        levels = (house, cells)
        if self._level == len(levels):
            self.say(translated(self.no_more_hints))
            return
        self._helped = self._tried = True
        self.say(levels[self._level])
        self._level += 1

    def reveal(self) -> None:
        """Show the step with its reason. The exercise counts as not solved."""
        assert self.exercise is not None
        answer = self.exercise.answer
        self.say(answer.text)
        self.show(self.exercise, answer)
        self._count(solved=False)

    def skip(self) -> None:
        """Leave the exercise. It counts as not solved if an attempt was made."""
        if self._tried:
            self._count(solved=False)

    def _count(self, solved: bool) -> None:
        assert self.exercise is not None
        try:
            self.progress.add(self.exercise.technique, solved, not self._helped)
        except InputError as error:
            text = marked("The progress is not saved: {problem}.")
            self.say(translated(text, problem=in_words(error.words)))
