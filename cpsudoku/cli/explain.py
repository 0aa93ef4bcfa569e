"""``cpsudoku explain``."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli import steps as s
from cpsudoku.cli.job import Job
from cpsudoku.cli.report import say, worst
from cpsudoku.cli.tell import Teller, write_page, write_pictures
from cpsudoku.core.errors import EXIT_OK, EXIT_UNDECIDED, EXIT_USAGE, InputError
from cpsudoku.core.verdict import Limit
from cpsudoku.teaching.explanation import ExplainedStep, Explanation, collect, steps_from
from cpsudoku.teaching.positions import Position
from cpsudoku.teaching.start import DEFAULT_ORDER, Start, start_of
from cpsudoku.techniques import select, technique_name

StepNumber = Annotated[
    int | None, Option("--step", metavar="N", min=1, help="Only the step of this number.")
]
Until = Annotated[
    str | None,
    Option("--until", metavar="TECHNIQUE", help="End with the first step of this technique."),
]
Brief = Annotated[bool, Option("--brief", help="A line a step.")]
Svg = Annotated[
    Path | None, Option("--svg", metavar="DIR", help="Write an SVG picture of each step.")
]
Html = Annotated[
    Path | None,
    Option("--html", metavar="FILE", help="Write one page of all steps, forward and back."),
]
ThenSolve = Annotated[
    bool, Option("--then-solve", help="When the techniques are stuck, show what CP-SAT knows.")
]


@dataclass(frozen=True)
class Wish:
    """What of an explanation is wanted, and in which form."""

    order: str
    techniques: str | None
    limit: Limit
    step: int | None
    until: str | None
    brief: bool
    json: bool
    svg: Path | None
    html: Path | None
    then_solve: bool
    quiet: bool

    @property
    def is_of_one(self) -> bool:
        """Whether it makes sense for one puzzle only."""
        return self.step is not None or self.svg is not None or self.html is not None

    @property
    def prints_text(self) -> bool:
        """Whether the steps are printed as they are found."""
        return not (self.json or self.svg or self.html)


def explain(
    inputs: o.Inputs = None,
    step: StepNumber = None,
    until: Until = None,
    brief: Brief = False,
    json: o.Json = False,
    svg: Svg = None,
    html: Html = None,
    order: s.Order = DEFAULT_ORDER,
    techniques: s.Techniques = None,
    then_solve: ThenSolve = False,
    original: s.Original = None,
    from_: o.From = None,
    box: o.Box = None,
    column: o.Column = None,
    sheet: o.Sheet = None,
    range_: o.Range = None,
    named: o.Named = None,
    limit: s.Seconds = None,
    quiet: o.Quiet = False,
) -> None:
    """Solve like a person, and say why: each step in words, with its pattern marked.

    INPUT may be a half-filled grid, pencilmarks, or a line of a HoDoKu library. Every step is
    checked against the solution. Ratings are on the scale of Sudoku Explainer 1.2.1.

    Exit code: 0 solved, or shown as far as asked; 1 no or several solutions, or a wrong entry; 2
    bad input; 3 the techniques are stuck, or undecided within the limit; of many the worst.
    """
    until = technique_name(until) if until is not None else None
    select(techniques or "easy", order)  # an unknown name is told before anything is read
    wish = Wish(
        order, techniques, Limit(limit), step, until, brief, json, svg, html, then_solve, quiet
    )
    job = Job(inputs, from_, box, column, sheet, range_, output=html, named=named)
    with closing(s.positions_of(job, original)) as positions:
        first = list(islice(positions, 2))
        if len(first) > 1 and wish.is_of_one:
            raise InputError("--step, --svg and --html are for one puzzle; there are more")
        each = chain(first, positions)
        codes = [_one(position, wish, named=len(first) > 1) for position in each]
    raise typer.Exit(worst(codes))


def _one(position: Position, wish: Wish, named: bool) -> int:
    """Explain one position in the forms that are wanted; the exit code that it makes.

    named: more than one is explained, so each says where it is from.
    """
    if isinstance(position, InputError):
        say(position.template)
        return EXIT_USAGE
    start = start_of(position, wish.order, wish.techniques, wish.limit)
    problem = start.problem
    teller = Teller(wish.brief, wish.then_solve) if wish.prints_text else None
    if teller is not None:
        teller.begin(start, problem, named)
    elif problem and not wish.json:
        say(problem)
    steps: Iterator[ExplainedStep] = islice(steps_from(start), wish.step)
    if teller is not None:
        steps = teller.telling(steps, wish.step)
    explanation = _of_steps(start, steps, wish)
    if teller is not None and wish.step is None:
        teller.end(explanation, wish.until)
    _write(explanation, problem, wish)
    stuck = explanation.is_stuck and not wish.then_solve
    return s.exit_code_of(start) or (EXIT_UNDECIDED if stuck else EXIT_OK)


def _of_steps(start: Start, steps: Iterator[ExplainedStep], wish: Wish) -> Explanation:
    """The explanation as far as it is wanted; raises InputError when it is shorter."""
    explanation = collect(start, steps, wish.until)
    if wish.step is None or not start.can_be_explained:
        return explanation
    count = len(explanation.steps)
    if count < wish.step:
        problem = f"there is no step {wish.step}, the last is {count}"
        raise InputError(problem, start.candidates.puzzle.source)
    return replace(explanation, stopped=not explanation.is_solved)


def _write(explanation: Explanation, problem: str, wish: Wish) -> None:
    """JSON to stdout, pictures and page to files; of one step where one is wanted."""
    shown = explanation.steps if wish.step is None else explanation.steps[-1:]
    if wish.json:
        data = explanation.to_data()
        data["steps"] = [told.to_data() for told in shown]
        print(json_text.dumps(data), flush=True)
    if not explanation.start.can_be_explained:
        return
    if wish.svg is not None:
        write_pictures(shown, wish.svg)
        pictures = "1 picture is" if len(shown) == 1 else f"{len(shown)} pictures are"
        _note(f"{pictures} in {wish.svg}", wish)
    if wish.html is not None:
        write_page(explanation, shown, problem, wish.html)
        _note(f"the page is {wish.html}", wish)


def _note(text: str, wish: Wish) -> None:
    if not wish.quiet:
        say(text)
