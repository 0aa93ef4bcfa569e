"""``cpsudoku hint``."""

from __future__ import annotations

import json as json_text
from contextlib import closing
from dataclasses import dataclass

import typer

from cpsudoku.cli import steps as s
from cpsudoku.cli.asking import asking
from cpsudoku.cli.groups import OptionGroup, option
from cpsudoku.cli.hint_levels import Levels
from cpsudoku.cli.options import (
    Input,
    JsonLines,
    Language,
    PositionOptions,
    Quiet,
    StepPatience,
)
from cpsudoku.cli.photos import PhotoDrawing, PhotoOptions
from cpsudoku.cli.progress import LOOKING, Counter
from cpsudoku.cli.say import say, with_options
from cpsudoku.runtime.errors import EXIT_OK, EXIT_UNDECIDED, EXIT_USAGE, InputError, worst
from cpsudoku.runtime.language import counted, translated
from cpsudoku.runtime.words import worded
from cpsudoku.teaching.hints import LEVELS, Hint
from cpsudoku.teaching.many import hint_many


@dataclass(frozen=True)
class Amount(OptionGroup):
    """How much help is given."""

    title = "Help"
    level: int | None = option(
        None,
        "--level",
        metavar="1-4",
        least=1,
        most=len(LEVELS),
        help="Help up to this level: 1 where to look, 2 which technique, 3 which cells, 4 the "
        "step [default: 1, and one more whenever you ask again].",
    )
    full: bool = option(
        False,
        "--full",
        help="Show the step itself, and print a chain in full: every link with its reason.",
    )
    last: str | None = option(
        None,
        "--last",
        metavar="CELL",
        help="The cell of your last entry, such as r4c5: of equal steps, take one near it.",
    )


def hint(
    source: Input,
    written: JsonLines,
    amount: Amount,
    position: PositionOptions,
    patience: StepPatience,
    photos: PhotoOptions,
    language: Language,
    messages: Quiet,
) -> None:
    """Help with the next step, in four levels.

    The first call shows where to look. Each further call for the same position shows one level
    more, up to the step itself; with --json, nothing is remembered. Wrong entries are reported
    first. INPUT may be a half-filled grid, pencilmarks, or a line of a HoDoKu library.

    Exit code: 0 if there is a hint, 1 if an entry is wrong or the puzzle has no or several
    solutions, 2 for bad input, 3 if no technique finds a step, the limit ran out, or parts were not
    interpreted. With several puzzles, it is that of the worst one (2, 3, 1, 0).
    """
    with (
        Counter(not messages.quiet, LOOKING) as counter,
        closing(s.positions_of_inputs(source, position, ask=asking(counter))) as positions,
    ):
        hints = hint_many(
            positions,
            order=position.order,
            techniques=position.techniques,
            limit=patience.limit,
            last=amount.last,
        )
        level = len(LEVELS) if amount.full else amount.level
        wish = HintWish(
            level,
            amount.full,
            written.json,
            messages.quiet,
            source.ignore_drawings,
            position.plain,
        )
        drawing = photos.drawing(source, answers=True)
        codes = [_shown(each, wish, drawing) for each in counter.pausing(hints)]
        if drawing is not None:
            drawing.write(messages.quiet)
    raise typer.Exit(worst(codes))


@dataclass(frozen=True)
class HintWish:
    """How much help the user wants, and in which form."""

    level: int | None
    full: bool
    json: bool
    quiet: bool
    ignore_drawings: bool
    plain: bool


def _shown(found: Hint | InputError, wish: HintWish, drawing: PhotoDrawing | None) -> int:
    """Print one hint, and return its exit code. ``drawing`` gets as much of it as is printed."""
    if isinstance(found, InputError):
        say(found.template)
        return EXIT_USAGE
    level = wish.level or 1
    if wish.json:
        print(json_text.dumps(found.to_data(level)), flush=True)
    else:
        level = _print_next(found, wish)
    if drawing is not None:
        drawing.add(found.up_to(level))
    code = s.exit_code_of_steps(found.start, wish.ignore_drawings)
    return code or (EXIT_UNDECIDED if found.is_stuck or found.note else EXIT_OK)


def _print_next(found: Hint, wish: HintWish) -> int:
    """Print the hint up to the chosen level, or one level more than the last time.

    Returns the level.
    """
    remembered, position = Levels(), found.start.candidates
    level = wish.level or remembered.next(position, len(LEVELS))
    _print(found, level, wish.full, wish.plain)
    if not found.levels:
        return level
    is_kept = remembered.keep(position, level)
    if level < len(LEVELS) and not wish.quiet:
        again = worded("run the same command again, or ") if is_kept and wish.level is None else ""
        say(worded("for more help, {again}use --level {level}", again=again, level=level + 1))
    return level


def _print(found: Hint, level: int, full: bool, plain: bool) -> None:
    from rich.console import Console

    from cpsudoku.runtime.wide_lines import broken

    console = Console(highlight=False)
    wraps = console.is_terminal

    def line(text: str, style: str = "") -> None:
        shown = broken(text, console.width) if wraps else text
        console.print(shown, style=style or None, markup=False, soft_wrap=not wraps)

    start = found.start
    if found.problem:
        line(f"{translated(start.word)}: {with_options(found.problem)}", "bold red")
    if start.candidates.is_solved and start.can_be_explained:
        line(translated("The puzzle is solved."))
    if found.is_stuck:
        count = len(start.techniques)
        none = counted(
            "None of {count} technique finds a step here.",
            "None of {count} techniques finds a step here.",
            count,
        )
        line(none, "bold yellow")
    if found.note:
        line(translated("No step is found yet: {note}.", note=found.note), "bold yellow")
    for number, text in enumerate(found.levels[:level], 1):
        line(f"{number}. {text}")
    if found.step is not None and level == len(LEVELS):
        s.print_position(console, found.step.before, found.step.step, plain=plain)
        tree = found.step.tree if full else None
        if tree is not None:
            from cpsudoku.drawing.chain_tree import tree_text

            line(tree_text(tree))
