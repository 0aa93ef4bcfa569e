"""``cpsudoku hint``."""

from __future__ import annotations

import json as json_text
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated

import typer
from typer import Option

from cpsudoku.cli import options as o
from cpsudoku.cli import steps as s
from cpsudoku.cli.job import Job
from cpsudoku.cli.report import say, worst
from cpsudoku.core.errors import EXIT_OK, EXIT_UNDECIDED, EXIT_USAGE, InputError
from cpsudoku.core.plural import plural
from cpsudoku.core.verdict import Limit
from cpsudoku.teaching.hints import LEVELS, Hint, hint_from
from cpsudoku.teaching.positions import Position
from cpsudoku.teaching.start import DEFAULT_ORDER, start_of
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


def _one(position: Position, wish: Wish) -> int:
    """Help with one position; the exit code that it makes."""
    if isinstance(position, InputError):
        say(position.template)
        return EXIT_USAGE
    found = hint_from(start_of(position, wish.order, wish.techniques, wish.limit))
    if wish.json:
        print(json_text.dumps(found.to_data(wish.level)), flush=True)
    else:
        _print(found, wish.level)
    return s.exit_code_of(found.start) or (EXIT_UNDECIDED if found.is_stuck else EXIT_OK)


def _print(found: Hint, level: int) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    wraps = console.is_terminal

    def line(text: str, style: str = "") -> None:
        console.print(text, style=style or None, markup=False, soft_wrap=not wraps)

    start = found.start
    if found.problem:
        line(f"{start.word}: {found.problem}", "bold red")
    if start.candidates.is_solved and start.can_be_explained:
        line("It is solved.")
    if found.is_stuck:
        line(
            f"None of {plural(len(start.techniques), 'technique')} finds a step here.",
            "bold yellow",
        )
    for number, text in enumerate(found.levels[:level], 1):
        line(f"{number}. {text}")
    if found.step is not None and level == len(LEVELS):
        s.print_position(console, found.step.before, found.step.step)
