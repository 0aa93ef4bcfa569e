"""How much a puzzle of SudokuPad may list. It is checked before any work is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpsudoku.runtime.errors import InputError

MOST_PARTS = 5_000  # regions, cages and shapes
MOST_POINTS = 100_000  # cells and points of all of them
_LISTS = ("cells", "wayPoints")


def refuse_many_parts(parts: Mapping[str, Sequence[object]]) -> None:
    """Raise InputError if there are too many parts, or if they list too many cells and points.

    parts: for each key, its entries, which are objects, or lists of cells.
    """
    if sum(map(len, parts.values())) > MOST_PARTS:
        raise InputError(f"it has more than {MOST_PARTS:,} regions, cages and shapes")
    points = 0
    for name, entries in parts.items():
        for number, entry in enumerate(entries, 1):
            points += _points(entry)
            if points > MOST_POINTS:
                problem = f"more than {MOST_POINTS:,} cells and points up to here"
                raise InputError(f"{name}, entry {number}: {problem}")


def _points(entry: object) -> int:
    """The number of cells and points that an entry lists."""
    lists = map(entry.get, _LISTS) if isinstance(entry, dict) else [entry]
    return sum(len(each) for each in lists if isinstance(each, list))
