"""What the arrangement of the givens says about a picture: most printed puzzles are symmetrical.

If the cells that look filled are nearly symmetrical, a cell whose partner is filled is likely to be
filled, and one whose partner is blank is likely to be blank. Which digit is in it does not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log

from cpsudoku.core.sight import Sight
from cpsudoku.core.symmetry import MOVES

BROKEN = 0.05  # the probability that two partners differ in a puzzle that looks symmetrical
LEAST = -12.0  # the logarithm of the probability of two equal partners everywhere that is enough
TINY = 1e-12
# Turns by a quarter are left out: what has one is also symmetrical by a half turn.
NAMES = ("180", "vertical", "horizontal", "diagonal", "antidiagonal")


def arranged(sight: Sight) -> Sight:
    """The sight with the probabilities that the arrangement gives, if it looks symmetrical."""
    blank = [min(1.0, exp(row[0])) for row in sight.chances]
    size = round(len(blank) ** 0.5)
    likely, partners = max(
        ((_likely(blank, each), each) for each in _partners(size)), key=lambda found: found[0]
    )
    if likely < LEAST:
        return sight
    chances = list(sight.chances)
    for cell, partner in enumerate(partners):
        if partner != cell and cell not in sight.confirmed:
            chances[cell] = _with(sight.chances[cell], blank[cell], blank[partner])
    return replace(sight, chances=tuple(chances))


def _partners(size: int) -> list[list[int]]:
    """The partner of each cell in each symmetry."""
    places = [divmod(cell, size) for cell in range(size * size)]
    return [
        [row * size + column for row, column in (MOVES[name](*place, size - 1) for place in places)]
        for name in NAMES
    ]


def _likely(blank: Sequence[float], partners: Sequence[int]) -> float:
    """The logarithm of the probability that partners are both blank or both filled."""
    return sum(
        log(max(TINY, blank[cell] * blank[other] + (1 - blank[cell]) * (1 - blank[other])))
        for cell, other in enumerate(partners)
        if cell < other
    )


def _with(row: Sequence[float], blank: float, other: float) -> tuple[float, ...]:
    """The chances of a cell, with the probability that its partner is blank."""
    empty = max(TINY, blank * ((1 - BROKEN) * other + BROKEN * (1 - other)))
    filled = max(TINY, (1 - blank) * ((1 - BROKEN) * (1 - other) + BROKEN * other))
    more = log(filled / (empty + filled)) - log(max(TINY, 1 - blank))
    return (log(empty / (empty + filled)), *(chance + more for chance in row[1:]))
