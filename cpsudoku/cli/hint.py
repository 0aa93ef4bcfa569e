"""``cpsudoku hint``."""

from __future__ import annotations

import json as json_text
from contextlib import closing
from dataclasses import dataclass

import typer

from cpsudoku.cli import steps as s
from cpsudoku.cli.groups import Group, option
from cpsudoku.cli.options import Input, JsonLines, Patience, Position, Quiet
from cpsudoku.cli.report import say, worst
from cpsudoku.core.errors import EXIT_OK, EXIT_UNDECIDED, EXIT_USAGE, InputError
from cpsudoku.core.plural import plural
from cpsudoku.core.verdict import Limit
from cpsudoku.teaching.hints import LEVELS, Hint, hint_from
from cpsudoku.teaching.positions import Position as Read
from cpsudoku.teaching.start import start_of
from cpsudoku.techniques import select


@dataclass(frozen=True)
class Amount(Group):
    """How much help is given."""

    title = "Help"
    level: int = option(
        len(LEVELS),
        "--level",
        metavar="1-4",
        least=1,
        most=len(LEVELS),
        help="Stop at this level: 1 where to look, 2 which technique, 3 which cells, 4 the step.",
    )


def hint(
    source: Input,
    written: JsonLines,
    amount: Amount,
    position: Position,
    patience: Patience,
    messages: Quiet,
) -> None:
    """Help with the next step, in four levels.

    Wrong entries are reported first. INPUT may be a half-filled grid, pencilmarks, or a line of a
    HoDoKu library.

    Exit code: 0 if there is a hint, 1 if an entry is wrong or the puzzle has no or several
    solutions, 2 for bad input, 3 if no technique finds a step or the limit ran out. With several
    puzzles, it is that of the worst one (2, 3, 1, 0).
    """
    wish = Wish(
        amount.level, written.json, position.order, position.techniques, Limit(patience.limit)
    )
    select(wish.techniques or "easy", wish.order)  # fail before reading if a name is unknown
    with closing(s.positions_of(source, position.givens)) as positions:
        codes = [_one(each, wish) for each in positions]
    raise typer.Exit(worst(codes))


@dataclass(frozen=True)
class Wish:
    """How much help the user wants, and in which form."""

    level: int
    json: bool
    order: str
    techniques: str | None
    limit: Limit


def _one(position: Read, wish: Wish) -> int:
    """Help with one position, and return its exit code."""
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
        line("The puzzle is solved.")
    if found.is_stuck:
        line(
            f"None of {plural(len(start.techniques), 'technique')} finds a step here.",
            "bold yellow",
        )
    for number, text in enumerate(found.levels[:level], 1):
        line(f"{number}. {text}")
    if found.step is not None and level == len(LEVELS):
        s.print_position(console, found.step.before, found.step.step)
