"""An explanation on a terminal, as pictures, and as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.cli.steps import print_position, print_text
from cpsudoku.core.words import verdict_detail
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.files import writing
from cpsudoku.runtime.language import counted, in_words, marked, translated
from cpsudoku.runtime.printable import one_line
from cpsudoku.teaching.explanation import ExplainedStep, Explanation
from cpsudoku.teaching.start import Start
from cpsudoku.techniques import LEVELS, ROWS, SCALE, TECHNIQUES
from cpsudoku.techniques.base import rating_text
from cpsudoku.techniques.texts import text_of_technique

if TYPE_CHECKING:
    from rich.console import Console


OUTCOMES = {
    "solved": marked("Solved"),
    "stuck": marked("Stuck"),
    "stopped": marked("Stopped"),
    "unfinished": marked("Unfinished"),
    "refused": marked("Refused"),
}


def note_of(step: ExplainedStep) -> str:
    """The note beside the name of a step, such as ``3.2, hard``."""
    row = ROWS[step.step.technique]
    return ", ".join(filter(None, (rating_text(step.step.rating), translated(row.level))))


class StepPrinter:
    """Prints the steps of an explanation as they are found."""

    def __init__(
        self, brief: bool, then_solve: bool, full: bool, stage: str, plain: bool = False
    ) -> None:
        from rich.console import Console

        self.console: Console = Console(highlight=False)
        self.brief = brief
        self.then_solve, self.full, self.stage = then_solve, full, stage
        self.plain = plain

    def begin(self, start: Start, problem: str, named: bool) -> None:
        """Print the name of the puzzle, if there are several, and what is wrong with it."""
        puzzle = start.candidates.puzzle
        if named or puzzle.label:
            label = one_line(puzzle.label)
            name = f"{in_words(puzzle.source.words)}: {label}" if named and label else label
            self._print(name or in_words(puzzle.source.words), "italic")
        if problem:
            self._print(f"{translated(start.word)}: {problem}", "bold red")
        if puzzle.constraints and not self.brief:
            from cpsudoku.drawing.terminal_grid import rules_below

            self.console.print(rules_below(puzzle), soft_wrap=not self._wraps)
        if not start.can_be_explained:
            print_position(self.console, start.candidates, plain=self.plain)

    def printing(self, steps: Iterable[ExplainedStep], only: int | None) -> Iterator[ExplainedStep]:
        """Yield the same steps and print each one, or only the step with the number ``only``."""
        for step in steps:
            if only in (None, step.number):
                self._print_step(step)
            yield step

    def _print_step(self, step: ExplainedStep) -> None:
        from rich.text import Text

        if self.brief:
            rating = rating_text(step.step.rating)
            self._print(f"{step.number:>3}  {step.title:<24} {rating:>4}  {step.effect}")
            return
        heading = Text(f"{step.number}. {step.title}", "bold")
        heading.append(f"  {note_of(step)}", "dim")
        print_text(self.console, heading)
        self._print(step.text)
        shown = step.shown(self.stage)
        print_position(self.console, step.before, step.step, shown, self.plain)
        tree = step.tree if self.full else None
        if tree is not None:
            from cpsudoku.drawing.chain_tree import tree_text

            self.console.print(tree_text(tree), markup=False, soft_wrap=True)
        print_text(self.console, Text())

    def end(self, explanation: Explanation, until: str | None) -> None:
        """Print how the explanation ended: solved, stopped, stuck or unfinished, and where."""
        outcome = explanation.outcome
        if outcome == "refused":
            return
        if outcome == "stopped" and until is not None:
            first = translated(
                "The first {technique} is step {number}.",
                technique=translated(TECHNIQUES[until].title),
                number=len(explanation.steps),
            )
            self._print(first)
            return
        first, *more = ending(explanation)
        self._print(first, "bold green" if explanation.is_solved else "bold yellow")
        for sentence in more:
            self._print(sentence)
        if until is not None:
            text = marked("No step uses {technique}.")
            if outcome == "unfinished":
                text = marked("No step so far uses {technique}.")
            self._print(translated(text, technique=translated(TECHNIQUES[until].title)))
        if outcome in ("stuck", "unfinished"):
            self._unsolved(explanation)

    def _unsolved(self, explanation: Explanation) -> None:
        """Print the position after the last step, and what CP-SAT knows."""
        from cpsudoku.drawing.terminal_grid import picture

        verdict = explanation.start.verdict
        print_position(self.console, explanation.end, plain=self.plain)
        if not self.then_solve:
            text = marked("Use --then-solve to show what CP-SAT knows.")
            if explanation.is_unfinished:
                text = marked(
                    "Use --limit to allow more time, or --then-solve to show what CP-SAT knows."
                )
            self._print(translated(text), "dim")
            return
        self._print(f"CP-SAT: {verdict.word}, {verdict_detail(verdict)}")
        self.console.print(picture(verdict, self.console, both=True), crop=False)

    def _print(self, text: str, style: str = "") -> None:
        """Print a paragraph, wrapped on a terminal and as one line in a pipe."""
        from rich.text import Text

        if self._wraps:
            from cpsudoku.runtime.wide_lines import broken

            text = broken(text, self.console.width)
        print_text(self.console, Text(text, style), wraps=self._wraps)

    @property
    def _wraps(self) -> bool:
        return self.console.is_terminal and not self.brief


def ending(explanation: Explanation) -> list[str]:
    """Sentences about how an explanation ended and which techniques it used."""
    steps, start = explanation.steps, explanation.start
    count = counted("{count} step", "{count} steps", len(steps))
    sentences = [translated("Solved in {steps}.", steps=count)] if explanation.is_solved else []
    open_cells = explanation.end.cells.count(0)
    empty = counted("{count} empty cell", "{count} empty cells", open_cells)
    if explanation.is_unfinished:
        note = explanation.note
        unfinished = translated(
            "{note} after {steps}, with {empty} left. There may be further steps.",
            note=f"{note[0].upper()}{note[1:]}",
            steps=count,
            empty=empty,
        )
        sentences.append(unfinished)
    if explanation.is_stuck:
        stuck = counted(
            "Stuck after {steps}, with {empty} left: none of {count} technique finds another step.",
            "Stuck after {steps}, with {empty} left: none of {count} techniques finds another "
            "step.",
            len(start.techniques),
            steps=count,
            empty=empty,
        )
        sentences.append(stuck)
    return [*sentences, steps_summary(steps)] if steps else sentences


def steps_summary(steps: Sequence[ExplainedStep]) -> str:
    """The hardest step and how often each technique was used, in order of first use."""
    hardest = max(steps, key=_hardness)
    rating = rating_text(hardest.step.rating)
    uses = Counter(step.title for step in steps)
    used = ", ".join(f"{title} ({number})" for title, number in uses.items())
    text = marked("Hardest: {technique}. Used: {used}.")
    if rating:
        text = marked("Hardest: {technique}, {rating} on the scale of {scale}. Used: {used}.")
    values = {"technique": hardest.title, "rating": rating, "scale": SCALE, "used": used}
    return translated(text, **values)


def _hardness(step: ExplainedStep) -> tuple[int, int, int]:
    row = ROWS[step.step.technique]
    return LEVELS.index(row.level), row.score, step.step.rating


def write_pictures(steps: Sequence[ExplainedStep], folder: Path, stage: str) -> None:
    """Write ``step-001-x-wing.svg`` and so on into a folder. Make the folder if needed."""
    from cpsudoku.drawing.step_picture import step_picture

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            "cannot make the folder: {error}", Source(str(folder)), error=reason(error)
        ) from None
    for step in steps:
        title, shown = f"{step.number}. {step.title}", step.shown(stage)
        svg = step_picture(step.before, step.step, title, step.text, shown)
        name = f"step-{step.number:03}-{step.step.technique}.svg"
        with writing(folder / name) as stream:
            stream.write(svg.encode())


def below(step: ExplainedStep) -> str:
    """The HTML below the picture of a step: the notation of a chain, and the chain in full."""
    from cpsudoku.drawing.chain_tree import tree_html
    from cpsudoku.runtime.printable import markup

    notation, tree = text_of_technique(step.step.technique).notation, step.tree
    words = f'<p class="notation">{markup(translated(notation))}</p>' if notation else ""
    return words + (tree_html(tree, step.before) if tree is not None else "")


def write_page(
    explanation: Explanation, steps: Sequence[ExplainedStep], problem: str, path: Path, stage: str
) -> None:
    """Write a page of these steps. If these are all steps, it also shows how they end.

    problem: what is wrong with the puzzle; the page shows it first.
    """
    from cpsudoku.drawing.html_page import PageStep, page
    from cpsudoku.drawing.step_picture import candidates_picture, step_picture

    scenes = [
        PageStep(
            f"{step.number}. {step.title}",
            note_of(step),
            step.text,
            step_picture(step.before, step.step, written=step.shown(stage)),
            below(step),
        )
        for step in steps
    ]
    if len(steps) == len(explanation.steps):
        heading = translated(OUTCOMES[explanation.outcome])
        words = " ".join(ending(explanation))
        scenes.append(PageStep(heading, "", words, candidates_picture(explanation.end)))
    puzzle = explanation.start.candidates.puzzle
    title = puzzle.label or puzzle.givens.line
    with writing(path) as stream:
        stream.write(
            page(translated("Sudoku step by step: {title}", title=title), problem, scenes).encode()
        )
