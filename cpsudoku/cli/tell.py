"""An explanation told: on a terminal as it is found, in pictures, as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.cli.steps import print_position
from cpsudoku.core.errors import InputError, Source, reason
from cpsudoku.core.files import writing
from cpsudoku.core.printable import one_line
from cpsudoku.core.words import verdict_detail
from cpsudoku.teaching.explanation import ExplainedStep, Explanation
from cpsudoku.teaching.start import Start
from cpsudoku.techniques import LEVELS, SCALE, TABLE, TECHNIQUES
from cpsudoku.techniques.base import rating_text

if TYPE_CHECKING:
    from rich.console import Console


def note_of(told: ExplainedStep) -> str:
    """What stands beside the name of a step: ``3.2, hard``."""
    row = TABLE[told.step.technique]
    return ", ".join(part for part in (rating_text(told.step.rating), row.level) if part)


class Teller:
    """Prints an explanation as it is found."""

    def __init__(self, brief: bool, then_solve: bool) -> None:
        from rich.console import Console

        self.console: Console = Console(highlight=False)
        self.brief = brief
        self.then_solve = then_solve

    def begin(self, start: Start, problem: str, named: bool) -> None:
        """What comes before the first step: the puzzle where there are several; what is wrong."""
        puzzle = start.candidates.puzzle
        if named or puzzle.label:
            label = one_line(puzzle.label)
            name = f"{puzzle.source}: {label}" if named and label else label
            self._say(name or str(puzzle.source), "italic")
        if problem:
            self._say(f"{start.word}: {problem}", "bold red")
        if not start.can_be_explained:
            print_position(self.console, start.candidates)

    def telling(self, steps: Iterable[ExplainedStep], only: int | None) -> Iterator[ExplainedStep]:
        """The same steps; each is printed as it passes, or only that of one number."""
        for told in steps:
            if only in (None, told.number):
                self._tell(told)
            yield told

    def _tell(self, told: ExplainedStep) -> None:
        from rich.text import Text

        if self.brief:
            rating = rating_text(told.step.rating)
            self._say(f"{told.number:>3}  {told.title:<24} {rating:>4}  {told.effect}")
            return
        heading = Text(f"{told.number}. {told.title}", "bold")
        heading.append(f"  {note_of(told)}", "dim")
        self.console.print(heading, soft_wrap=True)
        self._say(told.text)
        print_position(self.console, told.before, told.step)
        self.console.print()

    def end(self, explanation: Explanation, until: str | None) -> None:
        """How it ended: solved, stopped, or stuck and where."""
        outcome = explanation.outcome
        if outcome == "refused":
            return
        if outcome == "stopped" and until is not None:
            self._say(f"The first {TECHNIQUES[until].title} is step {len(explanation.steps)}.")
            return
        first, *more = ending(explanation)
        self._say(first, "bold green" if explanation.is_solved else "bold yellow")
        for sentence in more:
            self._say(sentence)
        if until is not None:
            self._say(f"No {TECHNIQUES[until].title} is among the steps.")
        if outcome == "stuck":
            self._stuck(explanation)

    def _stuck(self, explanation: Explanation) -> None:
        """Where it is stuck, and what CP-SAT knows."""
        from cpsudoku.drawing.terminal_grid import picture

        verdict = explanation.start.verdict
        print_position(self.console, explanation.end)
        if not self.then_solve:
            self._say("--then-solve shows what CP-SAT knows.", "dim")
            return
        self._say(f"CP-SAT: {verdict.word}, {verdict_detail(verdict)}")
        self.console.print(picture(verdict, self.console, both=True))

    def _say(self, text: str, style: str = "") -> None:
        """A paragraph: wrapped on a terminal, one line in a pipe."""
        self.console.print(text, style=style or None, markup=False, soft_wrap=not self._wraps)

    @property
    def _wraps(self) -> bool:
        return self.console.is_terminal and not self.brief


def count(number: int, noun: str) -> str:
    """``1 step``, ``2 steps``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def ending(explanation: Explanation) -> list[str]:
    """How an explanation ended, and what was used, in sentences."""
    steps, start = explanation.steps, explanation.start
    told = [f"Solved in {count(len(steps), 'step')}."] if explanation.is_solved else []
    if explanation.is_stuck:
        empty = count(explanation.end.cells.count(0), "empty cell")
        known = count(len(start.techniques), "technique")
        told.append(
            f"Stuck after {count(len(steps), 'step')}, with {empty}: "
            f"none of {known} finds another step."
        )
    return [*told, summary(steps)] if steps else told


def summary(steps: Sequence[ExplainedStep]) -> str:
    """The hardest step and how often each technique was used, in the turn of first use."""
    hardest = max(steps, key=_hardness)
    rating = rating_text(hardest.step.rating)
    scale = f", {rating} on the scale of {SCALE}" if rating else ""
    uses = Counter(told.title for told in steps)
    used = ", ".join(f"{title} {number}" for title, number in uses.items())
    return f"Hardest: {hardest.title}{scale}. Used: {used}."


def _hardness(told: ExplainedStep) -> tuple[int, int, int]:
    row = TABLE[told.step.technique]
    return LEVELS.index(row.level), row.score, told.step.rating


def write_pictures(steps: Sequence[ExplainedStep], folder: Path) -> None:
    """Write ``step-001-x-wing.svg`` ... into a folder, made where it is missing."""
    from cpsudoku.drawing.step_picture import step_picture

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"no folder can be made: {reason(error)}", Source(str(folder))) from None
    for told in steps:
        svg = step_picture(told.before, told.step, f"{told.number}. {told.title}", told.text)
        name = f"step-{told.number:03}-{told.step.technique}.svg"
        with writing(folder / name) as stream:
            stream.write(svg.encode())


def write_page(
    explanation: Explanation, steps: Sequence[ExplainedStep], problem: str, path: Path
) -> None:
    """Write the page of these steps; where they are all there are, with how it ends.

    problem: what is to be said of the puzzle before all.
    """
    from cpsudoku.drawing.html_page import Scene, page
    from cpsudoku.drawing.step_picture import candidates_picture, step_picture

    scenes = [
        Scene(
            f"{told.number}. {told.title}",
            note_of(told),
            told.text,
            step_picture(told.before, told.step),
        )
        for told in steps
    ]
    if len(steps) == len(explanation.steps):
        heading, words = explanation.outcome.capitalize(), " ".join(ending(explanation))
        scenes.append(Scene(heading, "", words, candidates_picture(explanation.end)))
    puzzle = explanation.start.candidates.puzzle
    title = puzzle.label or puzzle.givens.line
    with writing(path) as stream:
        stream.write(page(f"Sudoku step by step: {title}", problem, scenes).encode())
