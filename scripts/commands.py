#!/usr/bin/env python3
"""Writes docs/commands/, a page with the help of each command: scripts/commands.py."""

from __future__ import annotations

from pathlib import Path

from page_folder import write_pages

from cpsudoku.cli.app import program
from cpsudoku.cli.command import Commands, Rows
from cpsudoku.cli.manual import EXIT_CODES, CommandHelp, commands_of, context_of

FOLDER = Path(__file__).parent.parent / "docs" / "commands"
INDEX = """# Commands

Each page says what `cpsudoku COMMAND --help` says. `cpsudoku man | man -l -` shows them as one
manual page.
"""


def pages() -> dict[str, str]:
    """Every file of the folder, by name."""
    return {
        "index.md": index(program()),
        **{f"{each.name}.md": page(each) for each in commands_of(program())},
    }


def index(every: Commands) -> str:
    """The list of all commands, by group, and the exit codes."""
    text = INDEX
    for title, rows in every.sections(context_of(every)).items():
        linked = [(f"[{name}]({name}.md)", summary) for name, summary in rows]
        text += f"\n## {title}\n\n{_table('command', linked)}"
    codes = [(f"`{code}`", meaning) for code, meaning in EXIT_CODES]
    return f"{text}\n## Exit codes\n\n{_table('code', codes)}"


def page(command: CommandHelp) -> str:
    """The page of a command."""
    text = f"# cpsudoku {command.name}\n\n    cpsudoku {command.name} {command.usage}\n"
    for paragraph in command.paragraphs:
        text += f"\n{_escaped(paragraph)}\n"
    for title, rows in command.options.items():
        named = [(f"`{name}`", help) for name, help in rows]
        text += f"\n## {title}\n\n{_table('option', named)}"
    return text


def _table(first: str, rows: Rows) -> str:
    lines = [f"| {first} | meaning |", "|---|---|"]
    lines += [f"| {name.replace('|', '&#124;')} | {_escaped(meaning)} |" for name, meaning in rows]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """A text of the help in which Markdown sees no links, tags, emphasis and columns."""
    for sign in "\\`*_[]<|":
        text = text.replace(sign, f"\\{sign}")
    return text


def main() -> None:
    """Write all pages, and remove those of commands that are gone."""
    write_pages(FOLDER, pages())


if __name__ == "__main__":
    main()
