"""``cpsudoku hint``."""

from __future__ import annotations

import json as json_text
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli import steps as s
from cpsudoku.cli.job import Job
from cpsudoku.cli.report import in_flags, say, worst
from cpsudoku.core.errors import EXIT_OK, EXIT_UNDECIDED, EXIT_USAGE, InputError
from cpsudoku.core.verdict import Limit
from cpsudoku.teaching.explanation import DEFAULT_ORDER, Start, Told, start_of, steps_from
from cpsudoku.teaching.hints import LEVELS, hint_of
from cpsudoku.teaching.positions import Position
from cpsudoku.techniques import select

Level = Annotated[
    int,
    Option(
        "--level",
        metavar="1-4",
        min=1,
        max=len(LEVELS),
        help="Say no more than: 1 where to look, 2 which technique, 3 which cells, 4 the step.",
    ),
]


def hint(
    inputs: o.Inputs = None,
    level: Level = len(LEVELS),
    json: o.Json = False,
    order: s.Order = DEFAULT_ORDER,
    techniques: s.Techniques = None,
    original: s.Original = None,
    from_: o.From = None,
    box: o.Box = None,
    column: o.Column = None,
    sheet: o.Sheet = None,
    range_: o.Range = None,
    named: o.Named = None,
    limit: s.Seconds = None,
) -> None:
    """Help with the next step in four levels; first of all, which entries are wrong.

    INPUT may be a half-filled grid, pencilmarks, or a line of a HoDoKu library.

    Exit code: 0 helped, 1 a wrong entry, or no or several solutions, 2 bad input, 3 no technique
    finds a step, or undecided within the limit; of many the worst.
    """
    job = Job(inputs, from_, box, column, sheet, range_, named=named)
    wish = Wish(level, json, order, techniques, Limit(limit))
    select(techniques or "easy", order)  # an unknown name is told before anything is read
    with closing(s.positions_of(job, original)) as positions:
        codes = [_one(position, wish) for position in positions]
    raise typer.Exit(worst(codes))


@dataclass(frozen=True)
class Wish:
    """How much help is wanted, and how."""

    level: int
    json: bool
    order: str
    techniques: str | None
    limit: Limit


@dataclass(frozen=True)
class Help:
    """What there is to say of a position: what is wrong with it, the next step, in levels."""

    start: Start
    problem: str
    told: Told | None
    levels: tuple[str, ...]

    @property
    def is_stuck(self) -> bool:
        """Whether there should be a step, and none was found."""
        unsolved = not self.start.candidates.is_solved
        return self.start.can_be_explained and unsolved and self.told is None

    @property
    def exit_code(self) -> int:
        """That of the position, else 3 where no step was found."""
        return s.exit_code_of(self.start) or (EXIT_UNDECIDED if self.is_stuck else EXIT_OK)


def _one(position: Position, wish: Wish) -> int:
    """Help with one position; the exit code that it makes."""
    if isinstance(position, InputError):
        say(in_flags(position))
        return EXIT_USAGE
    start = start_of(position, wish.order, wish.techniques, wish.limit)
    told = next(steps_from(start), None)
    levels = hint_of(told.step, told.before).levels[: wish.level] if told is not None else ()
    help = Help(start, s.problem_of(start, wish.limit), told, levels)
    if wish.json:
        print(json_text.dumps(_data(help, wish)), flush=True)
    else:
        _print(help, wish)
    return help.exit_code


def _data(help: Help, wish: Wish) -> dict[str, Any]:
    """The help as JSON values; the step itself only at the last level."""
    shows_step = help.told is not None and wish.level == len(LEVELS)
    return {
        **help.start.to_data(),
        "problem": help.problem or None,
        "levels": list(help.levels),
        "step": help.told.to_data() if help.told is not None and shows_step else None,
    }


def _print(help: Help, wish: Wish) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    wraps = console.is_terminal

    def line(text: str, style: str = "") -> None:
        console.print(text, style=style or None, markup=False, soft_wrap=not wraps)

    if help.problem:
        line(f"{help.start.word}: {help.problem}", "bold red")
    if help.start.candidates.is_solved and help.start.can_be_explained:
        line("It is solved.")
    if help.is_stuck:
        line(f"None of {len(help.start.techniques)} techniques finds a step here.", "bold yellow")
    for number, text in enumerate(help.levels, 1):
        line(f"{number}. {text}")
    if help.told is not None and wish.level == len(LEVELS):
        s.print_position(console, help.told.before, help.told.step)
