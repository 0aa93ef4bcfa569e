"""Old spellings of options. They still work, with a note, and the help does not show them."""

from __future__ import annotations

from collections.abc import Iterator

RENAMED = {
    "check": {"--count": "--max-solutions"},
    "diagnose": {"--count": "--max-solutions"},
    "watch-search": {"--count": "--max-solutions", "--step": "--paused"},
    "explain": {"--puzzle": "--givens", "--svg": "--pictures"},
    "hint": {"--puzzle": "--givens"},
    "new": {"--from": "--givens"},
    "grids": {"--plain": "--brief"},
}


def in_new_words(command: str, arguments: list[str]) -> tuple[list[str], list[str]]:
    """The arguments of a command with today's options, and a note for each old one."""
    names = RENAMED.get(command, {})
    notes: list[str] = []

    def translated() -> Iterator[str]:
        given = iter(arguments)
        for argument in given:
            if argument == "--":
                yield argument
                break
            option, equals, value = argument.partition("=")
            if option in names:
                notes.append(f"{option} is now {names[option]}")
            yield f"{names.get(option, option)}{equals}{value}"
        yield from given

    return list(translated()), notes
