"""Which candidates a picture shows: all, those that a person has written by then, or none."""

from __future__ import annotations

from cpsudoku.core.candidates import Candidate, Candidates, digits_of
from cpsudoku.techniques.base import BLOCKER, Step

STAGES = ("all", "as-needed", "none")
Written = frozenset[Candidate]
"""Candidates that a person has written."""


def own_candidates(step: Step, before: Candidates) -> Written:
    """The candidates of the step itself: its pattern, and what it places or removes."""
    found = {at for role in step.roles if role.name != BLOCKER for at in role.candidates}
    found |= {*step.placements, *step.eliminations}
    return frozenset(at for at in found if before.has(*at))


def needed(step: Step, before: Candidates) -> Written:
    """The candidates that a person writes to find a step; none for a step that places a digit.

    For one digit, these are its places in the houses of the step; for several digits, all
    candidates of the cells of the step.
    """
    own = own_candidates(step, before)
    if not step.eliminations:
        return frozenset()
    if len(set(step.digits)) == 1:
        (digit,) = set(step.digits)
        cells = {cell for house in step.houses for cell in before.board.houses[house].cells}
        return own | {(cell, digit) for cell in cells if before.has(cell, digit)}
    cells = {cell for cell, _ in own}
    return own | {(cell, digit) for cell in cells for digit in digits_of(before.marks[cell])}


def written_at_first(start: Candidates) -> Written | None:
    """No candidates at the start of a puzzle; None, for all, if the position came with some."""
    if start.puzzle.marks is not None or start != Candidates.of(start.puzzle, start.cells):
        return None
    return frozenset()
