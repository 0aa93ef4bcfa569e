"""Our own scale, for every rule: how much a person holds in mind, step by step.

At each position all steps of the least effort are taken at once, so that the order in which they
are found does not matter: puzzles that are equal up to symmetry have equal numbers.
``docs/explaining.md`` describes the scale, and what its numbers were compared with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2, sqrt

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.deadline import look
from cpsudoku.techniques import ROWS, TECHNIQUES
from cpsudoku.techniques.base import BLOCKER, Step
from cpsudoku.techniques.rules.equations import Equation
from cpsudoku.techniques.walk import check_sound, fits

# The least effort of each technique, in units of a full house; nothing else is used.
EFFORTS = {
    "full-house": 1.0,
    "hidden-single": 1.4,
    "related-cells": 1.6,
    "bounds": 1.8,
    "cage-combinations": 2.0,
    "sums": 2.2,
    "rule-cells": 2.2,
    "naked-single": 2.2,
    "pointing": 3.0,
    "claiming": 3.2,
    "naked-pair": 3.4,
    "innies": 3.4,
    "needed-digit": 3.6,
    "hidden-pair": 3.8,
    "outies": 3.8,
    "leftovers": 4.0,
    "common-peers": 4.0,
    "naked-triple": 4.4,
    "hidden-triple": 5.0,
    "x-wing": 5.0,
    "skyscraper": 6.0,
    "two-string-kite": 6.0,
    "innies-and-outies": 6.0,
    "xy-wing": 6.4,
    "swordfish": 6.5,
    "cell-cases": 6.5,
    "xyz-wing": 6.8,
    "w-wing": 6.8,
    "naked-quad": 7.0,
    "hidden-quad": 7.5,
    "jellyfish": 7.5,
    "sums-of-sums": 8.0,  # innies and outies in which those of another house count as a cage
    "x-chain": 9.0,
    "xy-chain": 9.0,
    "rule-chain": 9.0,
    "trial": 14.0,
}
# That of other techniques, which the scale does not use, by level; for comparing steps of a path.
OF_LEVELS = {"easy": 2.0, "medium": 4.0, "hard": 7.0, "unfair": 10.0, "extreme": 14.0}
SUMS, SUMS_OF_SUMS = ("innies", "outies", "innies-and-outies"), "sums-of-sums"
ALWAYS = (SUMS_OF_SUMS, "trial")  # used on every board
CELL, HOUSE, LINK = 0.05, 0.1, 0.1  # the effort of each cell, house and link of a step
ALIKE = 0.15  # techniques whose efforts differ by less are looked for together
SCARCE = 0.02  # how much harder the only candidate is to find than one of many, as a share
OFTEN = 0.05  # the weight of how often steps beyond single rules are needed
HARDER = 2.5  # the least effort of those


@dataclass(frozen=True)
class Round:
    """The steps of the least effort at a position, which are taken together.

    ``effort`` is that of the easiest of them, ``many`` the number of candidates that they decide,
    and ``filled`` the number of cells that they fill. ``step`` is the first of them.
    """

    effort: float
    many: int
    filled: int
    step: Step


@dataclass(frozen=True)
class EffortRating:
    """The rounds through a puzzle, and whether they solve it."""

    rounds: tuple[Round, ...]
    cells: int
    is_solved: bool

    @property
    def number(self) -> float:
        """The rating: the mean effort over all cells, and a part for how often much is needed.

        The effort of a cell is that of the hardest step up to the one that fills it; a given needs
        none. A step that decides the only candidate is a little harder to find than one of many.
        """
        hardest, total, often = 0.0, 0.0, 0.0
        for each in self.rounds:
            hardest = max(hardest, each.effort * (1 + SCARCE / each.many))
            total += each.filled * hardest
            often += max(0.0, each.effort - HARDER) ** 2 / sqrt(each.many)
        return total / self.cells + OFTEN * log2(1 + often)


def effort_of(puzzle: Puzzle, solution: Grid) -> EffortRating:
    """The effort of a proper puzzle with this solution. Raises DeadlineReached."""
    position, rounds = Candidates.of(puzzle), list[Round]()
    names = [name for name in EFFORTS if name in ALWAYS or fits(name, puzzle)]
    while not position.is_solved:
        steps = _easiest(position, names)
        if not steps:
            break
        for _, step in steps:
            check_sound(step, position, solution)
        placed = sorted({each for _, step in steps for each in step.placements})
        gone = {each for _, step in steps for each in step.eliminations}
        least, first = min(steps, key=lambda each: each[0])
        rounds.append(Round(least, len(placed) + len(gone), len(placed), first))
        position = position.without(gone).placed(placed)
    return EffortRating(tuple(rounds), len(position.cells), position.is_solved)


def _easiest(position: Candidates, names: list[str]) -> list[tuple[float, Step]]:
    """The steps of the easiest techniques that find any, each with its effort."""
    found: list[tuple[float, Step]] = []
    most = float("inf")
    for name in names:
        if EFFORTS[name] > most:
            break
        found += _steps(position, name)
        if found:
            most = min(most, EFFORTS[name] + ALIKE)
    return found


def _steps(position: Candidates, name: str) -> Iterator[tuple[float, Step]]:
    for each in SUMS if name == SUMS_OF_SUMS else (name,):
        for step in TECHNIQUES[each].find(position):
            look()
            if name not in (*SUMS, SUMS_OF_SUMS) or _is_of_sums(step) == (name == SUMS_OF_SUMS):
                yield step_effort(step, name), step


def _is_of_sums(step: Step) -> bool:
    """Whether a sum of houses uses the sum that another house gives."""
    detail = step.detail
    return isinstance(detail, Equation) and any(cage.house is not None for cage in detail.cages)


def step_effort(step: Step, name: str = "") -> float:
    """The effort of a step: its technique, and the cells, houses and links that it holds.

    That of a trial is fixed, since the digits that follow depend on the order of easy steps.
    """
    if step.technique == "trial":
        return EFFORTS["trial"]
    cells = {cell for role in step.roles if role.name != BLOCKER for cell, _ in role.candidates}
    held = CELL * len(cells) + HOUSE * len(step.houses) + LINK * len(step.links)
    own = OF_LEVELS[ROWS[step.technique].level]
    return round(EFFORTS.get(name or step.technique, own) + held, 6)
