"""How commands read their arguments, and how they show their help."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, ClassVar

from typer.core import TyperCommand, TyperGroup

from cpsudoku.cli.listed import ALIASES, GROUPS, LISTED
from cpsudoku.cli.plain_values import leave_plain_values
from cpsudoku.runtime.errors import quoted
from cpsudoku.runtime.words import either, worded

if TYPE_CHECKING:
    from typer._click.core import Command as ClickCommand
    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter


Rows = Sequence[tuple[str, str]]
OTHER = "Other"
_USUAL_LEAST = 50  # columns that typer's help has at least
_FEWEST_CELLS = 12  # a shorter word is never a puzzle
_WIDEST_NAME = 26  # columns; the help of a longer name starts on the next line


class Command(TyperCommand):
    """A command with options in groups.

    ``--cross-check`` without a number means all puzzles. A puzzle whose first cell is the blank
    ``-`` is not an option.
    """

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Rewrite what a plain parser would misread, then parse."""
        _fit_terminal(ctx)
        args = [f".{arg[1:]}" if _begins_blank(arg) else arg for arg in args]
        for at in reversed(range(len(args))):
            if args[at] == "--cross-check" and not _is_share(args[at + 1 : at + 2]):
                args.insert(at + 1, "1")
        leave_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        """``[OPTIONS] FILE [INPUT]...``."""
        arguments = (each for each in self.get_params(ctx) if not hasattr(each, "is_flag"))
        return ["[OPTIONS]", *map(_usage, arguments)]

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the options, one section per group."""
        _write_sections(formatter, options_of(self, ctx))


class Commands(TyperGroup):
    """The program: commands in groups. ``build`` makes a command, which may be hidden."""

    build: ClassVar[Callable[..., ClickCommand]]

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the options before the name of the command."""
        _fit_terminal(ctx)
        leave_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, meant(args))

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, ClickCommand | None, list[str]]:
        """The command of the first word. For another word, the message names similar commands."""
        name, *others = args
        command = self.get_command(ctx, name)
        if command is None:
            ctx.fail(
                worded(
                    "{name} is not a command, a file or a puzzle{similar}",
                    name=quoted(name),
                    similar=_similar(name),
                )
            )
        return name, command, others

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        """``COMMAND [OPTIONS] ...``."""
        return ["COMMAND", "[OPTIONS]", "..."]

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the commands, one section per group, then the options."""
        _write_sections(formatter, self.sections(ctx))
        _write_sections(formatter, options_of(self, ctx))

    def list_commands(self, ctx: Context) -> list[str]:
        """The names of the commands, with second names."""
        return [*LISTED, *ALIASES]

    def get_command(self, ctx: Context, cmd_name: str) -> ClickCommand | None:
        """The command of a name, which is loaded now; None if there is none."""
        name = ALIASES.get(cmd_name, cmd_name)
        return self._loaded(name, cmd_name in ALIASES) if name in LISTED else None

    def _loaded(self, name: str, hidden: bool) -> ClickCommand:
        title = next(title for title, rows in GROUPS.items() if LISTED[name] in rows)
        return self.build(name, title, hidden)

    def shown(self, ctx: Context) -> Iterator[tuple[str, ClickCommand]]:
        """The commands by name, without second names of others."""
        return ((name, self._loaded(name, hidden=False)) for name in LISTED)

    def sections(self, ctx: Context) -> dict[str, Rows]:
        """The commands with their summaries, by group."""
        return {title: [(row.name, row.summary) for row in rows] for title, rows in GROUPS.items()}


def meant(args: list[str]) -> list[str]:
    """The arguments with the command that they leave out.

    ``help COMMAND`` means ``COMMAND --help``. A puzzle, a file or ``-`` in place of the command
    means ``solve``. A command has precedence over a file of the same name.
    """
    if not args or args[0] in LISTED or args[0] in ALIASES:
        return args
    if args[0] == "help":
        return [*args[1:2], "--help"]
    return ["solve", *args] if args[0] == "-" or _is_input(args[0]) else args


def _fit_terminal(ctx: Context) -> None:
    """Make the help fit a narrow terminal, where typer would write 50 columns."""
    columns = get_terminal_size().columns
    if columns <= _USUAL_LEAST:
        ctx.terminal_width = max(columns - 2, 20)


def _begins_blank(text: str) -> bool:
    """Whether an argument is a puzzle whose first cell is the blank ``-``."""
    if not text.startswith("-") or len(text) < _FEWEST_CELLS:
        return False  # before the formats load, which takes 0.05 s
    from cpsudoku.formats.puzzle_text import looks_like_a_puzzle

    return looks_like_a_puzzle(text)


def _is_input(text: str) -> bool:
    """Whether a word in place of a command is a puzzle or a file."""
    if text.startswith("-") and len(text) < _FEWEST_CELLS:  # such as --help
        return False  # before the formats load, which takes 0.05 s
    from cpsudoku.formats.document import exists
    from cpsudoku.formats.puzzle_text import is_puzzle_text

    return (exists(text) and not os.path.isdir(text)) or is_puzzle_text(text)


def _similar(name: str) -> str:
    """A question that names the commands of similar names; empty if there are none."""
    from difflib import get_close_matches

    names = get_close_matches(name.lower(), [*LISTED, *ALIASES, "help"], 2, 0.7)
    return worded("; did you mean {names}?", names=either(names)) if names else ""


def summary(command: ClickCommand) -> str:
    """The first line of a command's help, without its full stop."""
    return str(command.help or "").strip().partition("\n")[0].removesuffix(".")


def options_of(command: Any, ctx: Any) -> dict[str, Rows]:
    """The arguments and options of a command with their help, by group."""
    found: dict[str, list[tuple[str, str]]] = {}
    for each in command.get_params(ctx):
        if not each.hidden:
            found.setdefault(each.rich_help_panel or OTHER, []).append((_name(each), _help(each)))
    other = found.pop(OTHER, [])
    return {**found, OTHER: other}


def _write_sections(formatter: HelpFormatter, every: dict[str, Rows]) -> None:
    """Write the sections, with the second column at the same place in all of them."""
    names = [name for rows in every.values() for name, _ in rows]
    widest = min(_WIDEST_NAME, formatter.width // 3)
    width = max((len(name) for name in names if len(name) <= widest), default=0)
    for title, rows in every.items():
        with formatter.section(title):
            aligned = [(name.ljust(width), help) for name, help in rows]
            formatter.write_dl(aligned, col_max=widest)


def _name(parameter: Any) -> str:
    """``-o, --output FILE``, or ``[INPUT]...`` for an argument. An alias is not shown."""
    if not hasattr(parameter, "is_flag"):
        return _usage(parameter)
    is_on = parameter.default is True
    spellings = parameter.secondary_opts if is_on else parameter.opts
    # Click gives -h and --help in random order
    first, *others = sorted(spellings, key=lambda name: name.startswith("--"))
    names = f"{first}, {others[0]}" if others and not first.startswith("--") else first
    value = "" if parameter.is_flag else f" {parameter.metavar or parameter.name.upper()}"
    return f"{names}{value}"


def _usage(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    named = name if argument.required else f"[{name}]"
    return named if argument.nargs == 1 else f"{named}..."


def _help(parameter: Any) -> str:
    """The help text, followed by the default in brackets unless the default does nothing."""
    if parameter.default in (None, 0, ()) or isinstance(parameter.default, bool):
        return str(parameter.help)
    text = str(parameter.help).removesuffix(".")
    default = parameter.default
    return f"{text} [default: {f'{default:g}' if isinstance(default, float) else default}]."


def _is_share(following: Iterable[str]) -> bool:
    return any(re.fullmatch(r"\d{1,3}|\d{0,3}\.\d{1,12}", text) for text in following)
