"""How much a puzzle of SudokuPad may list. It is checked before any work is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

MOST_PARTS = 5_000  # regions, cages and shapes
MOST_POINTS = 100_000  # cells and points of all of them
_LISTS = ("cells", "wayPoints")


def refuse_many_parts(parts: Mapping[str, Sequence[object]]) -> None:
    """Raise InputError if there are too many parts, or if they list too many cells and points.

    parts: for each key, its entries, which are objects, or lists of cells.
    """
    if sum(map(len, parts.values())) > MOST_PARTS:
        raise InputError(
            "it has more than {most} regions, cages and shapes", most=f"{MOST_PARTS:,}"
        )
    points = 0
    for name, entries in parts.items():
        for number, entry in enumerate(entries, 1):
            points += _points(entry)
            if points > MOST_POINTS:
                problem = worded(
                    "more than {most} cells and points up to here",
                    most=f"{MOST_POINTS:,}",
                )
                raise InputError(
                    "{name}, entry {number}: {problem}", name=name, number=number, problem=problem
                )


def _points(entry: object) -> int:
    """The number of cells and points that an entry lists."""
    lists = map(entry.get, _LISTS) if isinstance(entry, dict) else [entry]
    return sum(len(each) for each in lists if isinstance(each, list))
