"""Exercises: a position whose next step the learner finds, and an answer to each attempt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.views import Shown
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.language import ENGLISH, counted, marked, speaking, translated
from cpsudoku.runtime.words import worded
from cpsudoku.solving import Solvable, settle
from cpsudoku.teaching.explanation import ExplainedStep, explained, position_of
from cpsudoku.teaching.hints import levels_of
from cpsudoku.teaching.mistakes import mistakes
from cpsudoku.teaching.refutation import why_not
from cpsudoku.teaching.start import marks_data
from cpsudoku.techniques import ROWS, TECHNIQUES, technique_name
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.step_words import candidates_text, sentences
from cpsudoku.techniques.walk import check_sound, step_of

MOST_STEPS = 100  # steps of the technique that are known in one position
OUTCOMES = ("right", "partly", "other", "wrong")
_TASKS = {  # by the English article, and whether digits are placed
    ("a", True): marked("Find a {technique}. Which digit does it place?"),
    ("an", True): marked("Find an {technique}. Which digit does it place?"),
    ("a", False): marked("Find a {technique}. Which candidates does it remove?"),
    ("an", False): marked("Find an {technique}. Which candidates does it remove?"),
}


@dataclass(frozen=True)
class Feedback:
    """What is true of an attempt.

    ``outcome`` is one of OUTCOMES. ``right``: it is a complete step of the technique. ``partly``:
    it is part of one. ``other``: it is true, but this technique does not show it. ``wrong``: it
    contradicts the solution. ``text`` has the reason. ``step`` is the step that was found.
    """

    outcome: str
    text: str
    step: ExplainedStep | None = None

    def to_data(self) -> JsonObject:
        """The feedback as JSON values."""
        step = self.step.to_data() if self.step is not None else None
        return {"outcome": self.outcome, "text": self.text, "step": step}


@dataclass(frozen=True, repr=False)
class Exercise(Shown, view="exercise"):
    """A position in which the learner finds a step of ``technique``.

    ``steps`` are its steps there. ``number`` counts the exercises of one series from 1.
    """

    technique: str
    candidates: Candidates
    solution: Grid
    steps: tuple[Step, ...]
    number: int = 1

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the position."""
        return self.candidates.puzzle

    @property
    def title(self) -> str:
        """``X-Wing``."""
        return TECHNIQUES[self.technique].title

    @property
    def task(self) -> str:
        """What the learner is asked to do."""
        return translated(
            _TASKS[_article(self.title), all(step.placements for step in self.steps)],
            technique=translated(self.title),
        )

    @property
    def levels(self) -> tuple[str, ...]:
        """Help with the first step, in the levels of ``hint``."""
        return levels_of(self.steps[0], self.candidates)

    @property
    def answer(self) -> ExplainedStep:
        """The first step of the technique here, with its explanation."""
        return self._explained(self.steps[0])

    def check(
        self, placements: Iterable[Candidate] = (), eliminations: Iterable[Candidate] = ()
    ) -> Feedback:
        """What is true of an attempt: digits to place, candidates to remove, as (cell, digit).

        Raises InputError for an attempt that changes nothing or names cells or digits that the
        board does not have.
        """
        placed, removed = set(placements), set(eliminations)
        self._refuse_unusable(placed, removed)
        for at in sorted(placed):
            if self.solution[at[0]] != at[1]:
                return Feedback("wrong", why_not(self.candidates, at, placed=True))
        for at in sorted(removed):
            if self.solution[at[0]] == at[1]:
                return Feedback("wrong", why_not(self.candidates, at, placed=False))
        return self._of_true(placed, removed)

    def _of_true(self, placed: set[Candidate], removed: set[Candidate]) -> Feedback:
        """The feedback for an attempt that agrees with the solution."""
        for step in self.steps:
            if set(step.placements) <= placed and set(step.eliminations) <= removed:
                found = self._explained(step)
                said = sentences(translated("Right."), found.text)
                return Feedback("right", said, found)
        for step in self.steps:
            if placed <= set(step.placements) and removed <= set(step.eliminations):
                more = len(step.eliminations) - len(removed)
                said = counted(
                    "Right so far. The same step removes one more candidate.",
                    "Right so far. The same step removes {count} more candidates.",
                    more,
                )
                return Feedback("partly", said)
        text = marked(
            "That is true, but it is not the result of a {technique} here. Look for the pattern "
            "again."
        )
        if _article(self.title) == "an":
            text = marked(
                "That is true, but it is not the result of an {technique} here. Look for the "
                "pattern again."
            )
        return Feedback("other", translated(text, technique=translated(self.title)))

    def _refuse_unusable(self, placed: set[Candidate], removed: set[Candidate]) -> None:
        board, known = self.candidates.board, self.candidates
        if not placed and not removed:
            raise InputError("the answer is empty; place a digit or remove a candidate")
        for cell, digit in sorted(placed | removed):
            if not (0 <= cell < len(board) and 1 <= digit <= board.size):
                raise InputError(
                    "cell {cell}, digit {digit} is not on the board", cell=cell, digit=digit
                )
            name = board.cell_name(cell)
            if known.cells[cell]:
                raise InputError(
                    "{name} is already {symbols}",
                    name=name,
                    symbols=board.symbols[known.cells[cell]],
                )
            if (cell, digit) in removed and not known.has(cell, digit):
                raise InputError(
                    "{candidate} is not a candidate",
                    candidate=candidates_text([(cell, digit)], board),
                )

    def _explained(self, step: Step) -> ExplainedStep:
        return explained(self.candidates, step, self.number)

    def to_data(self) -> JsonObject:
        """The exercise as JSON values, with the answer as ``steps``."""
        with speaking(ENGLISH):
            hints, task = list(self.levels), self.task
        return {
            "technique": self.technique,
            "title": self.title,
            "level": ROWS[self.technique].level,
            "number": self.number,
            "task": task,
            "puzzle": self.puzzle.givens.line,
            "grid": self.candidates.grid.line,
            "marks": marks_data(self.candidates),
            "hints": hints,
            "steps": [self._explained(step).to_data() for step in self.steps],
        }


def exercise_of(
    puzzle: Solvable | Candidates,
    technique: str,
    *,
    original: Solvable | None = None,
    number: int = 1,
) -> Exercise | None:
    """The exercise for a technique in a position, or None if it finds no step there.

    ``puzzle`` and ``original`` are those of ``explain``. Raises UnknownName for an unknown
    technique, and InputError unless the puzzle has exactly one solution that agrees with the
    position.

    >>> exercise = exercise_of("1..4..1.2......3", "hidden single")
    >>> exercise.check(placements=[(2, 3)]).outcome
    'right'
    """
    name = technique_name(technique)
    candidates = position_of(puzzle, original)
    solution = only_solution(candidates)
    if solution is None:
        problem = worded("the position does not lead to exactly one solution")
        raise InputError(problem, candidates.puzzle.source)
    return exercise_at(candidates, name, solution, number)


def only_solution(candidates: Candidates) -> Grid | None:
    """The only solution of a puzzle; None if it has another number, or the position is wrong."""
    verdict = settle(candidates.puzzle, want=2)
    if not verdict.is_unique or verdict.solution is None:
        return None
    return None if mistakes(candidates, verdict.solution) else verdict.solution


def exercise_at(
    candidates: Candidates, technique: str, solution: Grid, number: int = 1
) -> Exercise | None:
    """The same for a position whose solution is known."""
    if step_of(technique, candidates) is None:
        return None
    steps = tuple(islice(TECHNIQUES[technique].find(candidates), MOST_STEPS))
    for step in steps:
        check_sound(step, candidates, solution)
    return Exercise(technique, candidates, solution, steps, number)


def _article(title: str) -> str:
    """``an`` before a vowel, and before single letters that are spoken with one, such as X or S."""
    spoken_with_a_vowel = "AEFHILMNORSX" if title[:2].isupper() else "AEIO"
    return "an" if title[0] in spoken_with_a_vowel else "a"
