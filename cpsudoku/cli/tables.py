"""``cpsudoku engines`` and ``cpsudoku formats``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from shutil import get_terminal_size
from textwrap import wrap

from cpsudoku.cli.options import Language
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES
from cpsudoku.formats import FORMATS
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.wide_lines import broken, columns

GAP, INDENT = "  ", "    "
LEAST_ROOM = 24  # columns for the last column; with fewer, rows become blocks


def engines(language: Language) -> None:
    """List the engines that solve puzzles."""
    rows = [(name, translated(ENGINES[name].title)) for name in ENGINES]
    chosen = translated("(default)")
    print_table(
        (name, f"{title} {chosen}" if name == DEFAULT_ENGINE else title) for name, title in rows
    )


def formats(language: Language) -> None:
    """List the file formats and their suffixes."""
    known = [FORMATS[name] for name in FORMATS]
    print_table(
        (format.name, " ".join(format.suffixes), translated(format.title)) for format in known
    )


def print_table(rows: Iterable[tuple[str, ...]]) -> None:
    """Print the rows in aligned columns; a row that is too long for the terminal on several lines.

    Its last column is continued below itself, or the whole row is indented below its first column
    if little room is left. Words are never broken. Pipes get one line per row.
    """
    table = list(rows)
    *widths, _ = [max(map(len, column)) for column in zip(*table, strict=True)]
    edge = _edge()
    before = sum(widths) + len(GAP) * len(widths)
    for *others, last in table:
        start = GAP.join([*map(str.ljust, others, widths), ""])
        if len(start) + len(last) <= edge or edge - before >= LEAST_ROOM:
            lines = _wrapped(last, edge, start, " " * before)
        else:
            rest = GAP.join(filter(None, [*others[1:], last]))
            lines = [others[0], *_wrapped(rest, edge, INDENT, INDENT)]
        print("\n".join(line.rstrip() for line in lines), flush=True)


def print_text(text: str, start: str = "") -> None:
    """Print a text after its start; one too long for the terminal goes on below itself."""
    print("\n".join(_wrapped(text, _edge(), start, " " * columns(start))))


def _edge() -> int:
    """The columns of the terminal. A pipe has no edge."""
    return get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize


def _wrapped(text: str, edge: int, first: str, then: str) -> list[str]:
    """The lines of a text between words, with these beginnings."""
    if columns(first + text) <= edge:
        return [first + text]
    if columns(text) > len(text):  # a script without spaces
        start, *others = broken(text, edge - columns(first)).split("\n")
        return [first + start, *(then + line for line in others)]
    return wrap(
        text,
        edge,
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=False,
        break_on_hyphens=False,
    )
