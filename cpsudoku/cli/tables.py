"""``cpsudoku engines`` and ``cpsudoku formats``."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.engines import DEFAULT_ENGINE, ENGINES
from cpsudoku.formats import FORMATS


def engines() -> None:
    """List the engines that solve puzzles."""
    rows = [(name, ENGINES[name].title) for name in ENGINES]
    print_table(
        (name, f"{title} (default)" if name == DEFAULT_ENGINE else title) for name, title in rows
    )


def formats() -> None:
    """List the file formats and their suffixes."""
    known = [FORMATS[name] for name in FORMATS]
    print_table((format.name, " ".join(format.suffixes), format.title) for format in known)


def print_table(rows: Iterable[tuple[str, ...]]) -> None:
    """Print the rows in aligned columns."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        print("  ".join(map(str.ljust, row, widths)).rstrip())
