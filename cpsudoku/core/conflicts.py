"""What givens break."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.grid import Grid


@dataclass(frozen=True)
class Conflict:
    """Givens that break a rule: two equal digits in a house, or digits that a constraint forbids.

    ``digit`` is 0 if a constraint is broken. ``house`` is the name of the house or constraint.
    ``rule`` is the number of the constraint.
    """

    digit: int
    house: str
    cells: tuple[int, ...]
    rule: int | None = None


def repeated(grid: Grid, cells: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """The digits that some cells hold several times, ascending, each with its cells."""
    digits = [grid.cells[cell] for cell in cells if grid.cells[cell]]
    if len(set(digits)) == len(digits):  # most houses
        return []
    places: dict[int, list[int]] = {}
    for cell in cells:
        places.setdefault(grid[cell], []).append(cell)
    return [(d, tuple(at)) for d, at in sorted(places.items()) if d and len(at) > 1]
