"""``cpsudoku man``, the manual page, which is made from the help of the commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.cli.command import Commands, Rows, options_of, summary
from cpsudoku.runtime.version import __version__

if TYPE_CHECKING:
    from typer._click.core import Context


EXIT_CODES = (
    ("0", "Every puzzle is solved, or has exactly one solution."),
    ("1", "Some puzzle has no or several solutions."),
    ("2", "The input or the command line is wrong."),
    ("3", "Some puzzle is undecided because a limit ran out."),
    ("70", "An internal error. Please report it."),
    ("130", "The run was interrupted."),
)


@dataclass(frozen=True)
class CommandHelp:
    """What the help of a command says. ``options`` are its arguments and options, by group."""

    name: str
    usage: str
    paragraphs: list[str]
    options: dict[str, Rows]


def context_of(program: Commands) -> Context:
    """The context in which the help of the commands is written."""
    return program.make_context("cpsudoku", ["engines"])


def commands_of(program: Commands) -> Iterator[CommandHelp]:
    """The help of each command, in the order of the program's own help."""
    parent = context_of(program)
    for name, command in program.shown(parent):
        ctx = command.context_class(command, info_name=name, parent=parent)
        paragraphs = re.split(r"\n\s*\n", str(command.help).strip())
        yield CommandHelp(
            name,
            " ".join(command.collect_usage_pieces(ctx)),
            [" ".join(each.split()) for each in paragraphs],
            options_of(command, ctx),
        )


def page(program: Commands) -> str:
    """The manual page of the program, in groff's language."""
    return "\n".join(_lines(program, context_of(program)))


def _lines(program: Commands, ctx: Context) -> Iterator[str]:
    yield f'.TH CPSUDOKU 1 "" "cpsudoku {__version__}" "User Commands"'
    yield from (".SH NAME", _plain(f"cpsudoku - {_lowered(summary(program))}"))
    yield from (".SH SYNOPSIS", r".B cpsudoku", r"\fICOMMAND\fR [\fIOPTIONS\fR] ...")
    yield ".SH COMMANDS"
    for title, rows in program.sections(ctx).items():
        yield from _listed(f".SS {title}", rows)
    for command in commands_of(program):
        yield from _command(command)
    yield from _listed(".SH OPTIONS", options_of(program, ctx)["Other"])
    yield from _listed(".SH EXIT STATUS", EXIT_CODES)


def _command(command: CommandHelp) -> Iterator[str]:
    name = command.name
    yield from (f".SH CPSUDOKU {name.upper()}", f".B cpsudoku {_plain(name)}")
    yield _plain(command.usage)
    for paragraph in command.paragraphs:
        yield from (".PP", _plain(paragraph))
    for title, rows in command.options.items():
        yield from _listed(f".SS {title}", rows)


def _listed(heading: str, rows: Rows) -> Iterator[str]:
    yield heading
    for name, help in rows:
        yield from (".TP", f".B {_plain(name)}", _plain(help))


def _plain(text: str) -> str:
    """The text, escaped so that groff does not read commands in it."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped[:1] in ("'", ".") else escaped


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
