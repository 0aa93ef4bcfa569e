"""``cpsudoku explain``."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

import typer

from cpsudoku.cli import steps as s
from cpsudoku.cli import values
from cpsudoku.cli.explain_text import StepPrinter, write_page, write_pictures
from cpsudoku.cli.groups import OptionGroup, option
from cpsudoku.cli.options import (
    Input,
    JsonLines,
    Language,
    PositionOptions,
    Quiet,
    StepPatience,
)
from cpsudoku.cli.progress import LOOKING, Counter
from cpsudoku.cli.say import say, with_options
from cpsudoku.runtime.deadline import Deadline
from cpsudoku.runtime.errors import (
    EXIT_OK,
    EXIT_UNDECIDED,
    EXIT_USAGE,
    InputError,
    UnknownName,
    quoted,
    worst,
)
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded
from cpsudoku.teaching.explanation import ExplainedStep, Explanation, collect, steps_from
from cpsudoku.teaching.positions import Position as Read
from cpsudoku.teaching.stages import STAGES
from cpsudoku.teaching.start import Start, start_of
from cpsudoku.techniques import select, technique_name


@dataclass(frozen=True)
class PartOptions(OptionGroup):
    """Which part of an explanation is shown."""

    title = "Steps"
    step: int | None = option(None, "--step", metavar="N", least=1, help="Show only step number N.")
    until: str | None = option(
        None,
        "--until",
        metavar="TECHNIQUE",
        values=values.techniques,
        help="Stop after the first step of this technique.",
    )
    brief: bool = option(False, "--brief", help="Print one line per step.")
    full: bool = option(False, "--full", help="Print chains in full: every link with its reason.")
    then_solve: bool = option(
        False,
        "--then-solve",
        help="If the techniques get stuck or the limit runs out, show the solution anyway.",
    )


@dataclass(frozen=True)
class ExplanationForms(JsonLines):
    """The forms of an explanation."""

    html: Path | None = option(
        None, "--html", metavar="FILE", help="Write all steps to one web page."
    )
    candidates: str = option(
        "as-needed",
        "--candidates",
        metavar="WHICH",
        values=values.stages,
        help="Show all candidates, those that a person would have written by then, or only those "
        "of the step: all, as-needed or none.",
    )
    pictures: Path | None = option(
        None, "--pictures", metavar="FOLDER", help="Write an SVG picture of each step to FOLDER."
    )


@dataclass(frozen=True)
class ExplanationWish:
    """Which part of an explanation the user wants, and in which form."""

    order: str
    techniques: str | None
    limit: float
    step: int | None
    until: str | None
    brief: bool
    full: bool
    json: bool
    candidates: str
    pictures: Path | None
    html: Path | None
    then_solve: bool
    quiet: bool
    ignore_drawings: bool
    plain: bool

    @property
    def is_of_one(self) -> bool:
        """Whether the options make sense for one puzzle only."""
        return self.step is not None or self.pictures is not None or self.html is not None

    @property
    def prints_text(self) -> bool:
        """Whether the steps are printed as they are found."""
        return not (self.json or self.pictures or self.html)


def explain(
    source: Input,
    shown: ExplanationForms,
    part: PartOptions,
    position: PositionOptions,
    patience: StepPatience,
    language: Language,
    messages: Quiet,
) -> None:
    """Solve like a person, and explain each step.

    INPUT may be a half-filled grid, pencilmarks, or a line of a HoDoKu library. Every step is
    checked against the solution. Ratings are on the scale of Sudoku Explainer 1.2.1.

    Exit code: 0 if the puzzle is solved, or explained up to --step or --until, 1 if it has no or
    several solutions or a wrong entry, 2 for bad input, 3 if the techniques get stuck, the limit
    ran out, or parts were not interpreted. With several puzzles, it is that of the worst one (2, 3,
    1, 0).
    """
    wish = ExplanationWish(
        position.order,
        position.techniques,
        patience.limit,
        part.step,
        technique_name(part.until) if part.until is not None else None,
        part.brief,
        part.full,
        shown.json,
        shown.candidates,
        shown.pictures,
        shown.html,
        part.then_solve,
        messages.quiet,
        source.ignore_drawings,
        position.plain,
    )
    if wish.candidates not in STAGES:
        raise UnknownName(
            "unknown candidates {candidates}; choose one of {stages}",
            candidates=quoted(wish.candidates),
            stages=", ".join(STAGES),
        )
    select(wish.techniques or "easy", wish.order)  # fail before reading if a name is unknown
    with (
        closing(s.positions_of_inputs(source, position, shown.html)) as positions,
        Counter(not wish.quiet, LOOKING) as counter,
    ):
        first = list(islice(positions, 2))
        if len(first) > 1 and wish.is_of_one:
            raise InputError(
                "--step, --pictures and --html work with one puzzle; the input has several"
            )
        each = chain(first, positions)
        codes = [_one(one, wish, counter, named=len(first) > 1) for one in each]
    raise typer.Exit(worst(codes))


def _one(position: Read, wish: ExplanationWish, counter: Counter, named: bool) -> int:
    """Explain one position in the chosen forms, and return its exit code.

    named: print the source of the puzzle, because there are several.
    """
    if isinstance(position, InputError):
        counter.pause()
        say(position.template)
        return EXIT_USAGE
    deadline = Deadline(wish.limit)
    start = start_of(position, wish.order, wish.techniques, deadline)
    counter.pause()
    problem = start.problem
    printer = (
        StepPrinter(wish.brief, wish.then_solve, wish.full, wish.candidates, wish.plain)
        if wish.prints_text
        else None
    )
    if printer is not None:
        printer.begin(start, with_options(problem), named)
    elif problem and not wish.json:
        say(problem)
    steps: Iterator[ExplainedStep] = steps_from(start, deadline)
    steps = islice(counter.pausing(steps), wish.step)
    if printer is not None:
        steps = printer.printing(steps, wish.step)
    explanation = _of_steps(start, steps, wish)
    counter.pause()
    if printer is not None and (wish.step is None or explanation.is_unfinished):
        printer.end(explanation, wish.until)
    _write(explanation, problem, wish)
    is_open = (explanation.is_stuck or explanation.is_unfinished) and not wish.then_solve
    code = s.exit_code_of_steps(start, wish.ignore_drawings)
    return code or (EXIT_UNDECIDED if is_open else EXIT_OK)


def _of_steps(start: Start, steps: Iterator[ExplainedStep], wish: ExplanationWish) -> Explanation:
    """The explanation up to the last step to show, or as far as the limit allows.

    Raises InputError if it has fewer steps.
    """
    explanation = collect(start, steps, wish.until)
    if wish.step is None or not start.can_be_explained or explanation.is_unfinished:
        return explanation
    count = len(explanation.steps)
    if count < wish.step:
        problem = worded(
            "there is no step {step}; the last step is {count}", step=wish.step, count=count
        )
        raise InputError(problem, start.candidates.puzzle.source)
    return replace(explanation, stopped=not explanation.is_solved)


def _write(explanation: Explanation, problem: str, wish: ExplanationWish) -> None:
    """Write JSON to stdout, and pictures and page to files; all steps, or the chosen one."""
    shown = [step for step in explanation.steps if wish.step in (None, step.number)]
    if wish.json:
        data = explanation.to_data()
        data["steps"] = [step.to_data() for step in shown]
        print(json_text.dumps(data), flush=True)
    if not explanation.start.can_be_explained:
        return
    if wish.pictures is not None:
        write_pictures(shown, wish.pictures, wish.candidates)
        _note(
            worded(
                "wrote {pictures} to {path}",
                pictures=plural(len(shown), "picture"),
                path=wish.pictures,
            ),
            wish,
        )
    if wish.html is not None:
        write_page(explanation, shown, problem, wish.html, wish.candidates)
        _note(worded("wrote {path}", path=wish.html), wish)


def _note(text: str, wish: ExplanationWish) -> None:
    if not wish.quiet:
        say(text)
