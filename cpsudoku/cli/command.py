"""How commands read their arguments, and how they show their help."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from typer.core import TyperCommand, TyperGroup

from cpsudoku.cli.listed import ALIASES, GROUPS, LISTED
from cpsudoku.cli.plain_values import leave_plain_values

Rows = Sequence[tuple[str, str]]
OTHER = "Other"
_WIDEST_NAME = 26  # columns; the help of a longer name starts on the next line


class Command(TyperCommand):
    """A command with options in groups.

    ``--cross-check`` without a number means all puzzles. A puzzle whose first cell is the blank
    ``-`` is not an option.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Rewrite what a plain parser would misread, then parse."""
        from cpsudoku.formats.document import looks_like_a_puzzle

        args = [
            f".{arg[1:]}" if arg.startswith("-") and looks_like_a_puzzle(arg) else arg
            for arg in args
        ]
        for at in reversed(range(len(args))):
            if args[at] == "--cross-check" and not _is_share(args[at + 1 : at + 2]):
                args.insert(at + 1, "1")
        leave_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """``[OPTIONS] FILE [INPUT]...``."""
        arguments = (each for each in self.get_params(ctx) if not hasattr(each, "is_flag"))
        return ["[OPTIONS]", *map(_usage, arguments)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, one section per group."""
        _write_sections(formatter, options_of(self, ctx))


class Commands(TyperGroup):
    """The program: commands in groups. ``build`` makes a command, which may be hidden."""

    build: ClassVar[Callable[..., Any]]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the options before the name of the command."""
        leave_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """``COMMAND [OPTIONS] ...``."""
        return ["COMMAND", "[OPTIONS]", "..."]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, one section per group, then the options."""
        _write_sections(formatter, self.sections(ctx))
        _write_sections(formatter, options_of(self, ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, with second names."""
        return [*LISTED, *ALIASES]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, which is loaded now; None if there is none."""
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in LISTED:
            return None
        title = next(title for title, rows in GROUPS.items() if LISTED[name] in rows)
        return self.build(name, title, cmd_name in ALIASES)

    def shown(self, ctx: Any) -> Iterator[tuple[str, Any]]:
        """The commands by name, without second names of others."""
        return ((name, self.get_command(ctx, name)) for name in LISTED)

    def sections(self, ctx: Any) -> dict[str, Rows]:
        """The commands with their summaries, by group."""
        return {title: [(row.name, row.summary) for row in rows] for title, rows in GROUPS.items()}


def summary(command: Any) -> str:
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


def _write_sections(formatter: Any, every: dict[str, Rows]) -> None:
    """Write the sections, with the second column at the same place in all of them."""
    names = [name for rows in every.values() for name, _ in rows]
    width = max(len(name) for name in names if len(name) <= _WIDEST_NAME)
    for title, rows in every.items():
        with formatter.section(title):
            aligned = [(name.ljust(width), help) for name, help in rows]
            formatter.write_dl(aligned, col_max=_WIDEST_NAME)


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
    return any(re.fullmatch(r"[01]|[01]?\.\d{1,12}", text) for text in following)
