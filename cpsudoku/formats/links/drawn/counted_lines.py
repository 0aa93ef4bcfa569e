"""Lines on which each difference of neighbours is the number of pairs that have it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cpsudoku.formats.links.drawn.line_families import LineFamily
from cpsudoku.formats.links.drawn.marked_lines import MarkedLine

_MOST_PAIRS = 14  # of neighbours on a line that is read
_Counts = tuple[int, ...]


def _difference_counts(path: MarkedLine) -> list[str] | None:
    """A difference of neighbours that occurs on the line does so as often as it says."""
    values, pairs = path.drawing.board.values, len(path.cells) - 1
    if pairs > _MOST_PAIRS:
        return None
    known = range(1, values[-1] - values[0] + 1)
    ways = [
        f"(machine {_machine(values, each)}: {path.named()})"
        for size in range(1, len(known) + 1)
        for each in combinations(known, size)
        if sum(each) == pairs
    ]
    return [f"any-of: {' | '.join(ways)}" if len(ways) > 1 else ways[0][1:-1]] if ways else None


def _machine(values: tuple[int, ...], differences: _Counts) -> str:
    """The machine of lines on which just these differences occur, each as often as it says.

    A state has the last digit, and how often each difference occurred before it.
    """
    none = (0,) * len(differences)
    names: dict[tuple[int, _Counts], str] = {(value, none): f"d{value}" for value in values}
    steps = [f"first {value} {names[value, none]}" for value in values]
    for state in (waiting := list(names)):
        for value, after in _after(values, differences, *state):
            if (value, after) not in names:
                names[value, after] = f"s{len(names)}"
                waiting.append((value, after))
            steps.append(f"{names[state]} {value} {names[value, after]}")
    return ", ".join(steps)


def _after(
    values: tuple[int, ...], differences: _Counts, last: int, counts: _Counts
) -> Iterator[tuple[int, _Counts]]:
    """The digits that may follow, and how often each difference occurred after them."""
    for value in values:
        apart = abs(value - last)
        if apart in differences:
            at = differences.index(apart)
            if counts[at] < apart:
                yield value, (*counts[:at], counts[at] + 1, *counts[at + 1 :])


COUNTED_LINES = (
    LineFamily("difference-count line", "difference-count line", (), _difference_counts),
)
