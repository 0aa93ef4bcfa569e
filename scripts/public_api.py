#!/usr/bin/env python3
"""Writes docs/public-api.txt, what other programs may rely on: scripts/public_api.py.

docs/versions.md says what a change of this list means for the version and the changelog.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cpsudoku
from cpsudoku.cli.app import program
from cpsudoku.cli.manual import EXIT_CODES, commands_of
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.engines import ENGINES
from cpsudoku.formats import FORMATS
from cpsudoku.techniques import TECHNIQUES

STARS = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}
FILE = Path(__file__).parent.parent / "docs" / "public-api.txt"


def lines() -> list[str]:
    """Everything public, one thing per line."""
    return [*_python(), *_commands(), *_names()]


def _python() -> Iterator[str]:
    """The public names of the package, with their parameters and attributes."""
    for name in cpsudoku.__all__:
        thing = getattr(cpsudoku, name)
        if inspect.isclass(thing):
            yield f"cpsudoku.{name}"
            yield from (f"cpsudoku.{name}.{each}" for each in _attributes(thing))
        elif callable(thing):
            yield f"cpsudoku.{name}{_parameters(thing)}"
        else:
            yield f"cpsudoku.{name}"


def _attributes(kind: type) -> list[str]:
    """The public attributes of a class of ours, with the parameters of its methods."""
    ours = [each for each in kind.__mro__ if each.__module__.startswith("cpsudoku.")]
    names = {name for each in ours for name in (*vars(each), *inspect.get_annotations(each))}
    return [
        name + (_parameters(found) if callable(found := getattr(kind, name, None)) else "")
        for name in sorted(names)
        if not name.startswith("_")
    ]


def _parameters(function: Any) -> str:
    """The names of the parameters: ``(puzzle, *, limit=)``. Those with = may be left out."""
    if inspect.isclass(function):
        return ""
    found, is_named = list[str](), False
    for each in inspect.signature(function).parameters.values():
        if each.kind is each.KEYWORD_ONLY and not is_named:
            found.append("*")
            is_named = True
        star = STARS.get(each.kind.name, "")
        is_named |= star == "*"
        found.append(f"{star}{each.name}{'' if each.default is each.empty else '='}")
    return f"({', '.join(found)})"


def _commands() -> Iterator[str]:
    """The commands, with their arguments and options, and the exit codes."""
    for command in commands_of(program()):
        yield f"cpsudoku {command.name}"
        for rows in command.options.values():
            yield from (f"cpsudoku {command.name} {name}" for name, _ in rows)
    yield from (f"exit code {code}" for code, _ in EXIT_CODES)


def _names() -> Iterator[str]:
    """The names that puzzles, files and command lines hold."""
    yield from (f"rule {name}" for name in sorted(CONSTRAINTS))
    yield from (f"format {name}" for name in sorted(FORMATS))
    yield from (f"engine {name}" for name in sorted(ENGINES))
    yield from (f"technique {name}" for name in sorted(TECHNIQUES))


def main() -> None:
    """Write the list."""
    FILE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")


if __name__ == "__main__":
    main()
