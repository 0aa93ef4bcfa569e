"""Which of several steps of a technique a person takes next: one near the step before.

People go on with the digit that they have just placed while it yields, then with its houses, and
look beside it before they look elsewhere. Ratings take the first step that is found, like the
programs whose numbers they give.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.techniques.base import BLOCKER, Step

LOOKED_AT = 32  # steps of a technique; there are rarely more
SAME_DIGIT, SAME_HOUSE, ELSEWHERE = range(3)


def nearest(
    steps: Iterator[Step], candidates: Candidates, last: tuple[Candidate, ...]
) -> Step | None:
    """The easiest step; of several, one with the digit, then one in a house of the last change.

    Then the one nearest to it, then the smallest, then the first. Only the first LOOKED_AT steps
    count. ``last`` are the digits that were just placed, or the candidates that were just removed;
    without any, the first step is taken.
    """
    if not last:
        return next(steps, None)
    board = candidates.board

    def order(step: Step) -> tuple[int, ...]:
        return _effort(step), *_away(step.changes, last, board), *_size(step, candidates)

    return min(islice(steps, LOOKED_AT), key=order, default=None)


def _effort(step: Step) -> int:
    """The rating, or else the number of cells: a technique has steps of several lengths."""
    return step.rating or len(_pattern(step))


def _away(new: tuple[Candidate, ...], old: tuple[Candidate, ...], board: Board) -> tuple[int, int]:
    """Whether the digit or a house is the same, and the fewest moves between cells, over edges."""
    return _relation(new, old, board), min(
        sum(abs(a - b) for a, b in zip(board.positions[one], board.positions[other], strict=True))
        for one, _ in new
        for other, _ in old
    )


def _relation(new: tuple[Candidate, ...], old: tuple[Candidate, ...], board: Board) -> int:
    if not {digit for _, digit in new}.isdisjoint(digit for _, digit in old):
        return SAME_DIGIT
    houses = {house for cell, _ in old for house in board.houses_of[cell]}
    is_there = any(house in houses for cell, _ in new for house in board.houses_of[cell])
    return SAME_HOUSE if is_there else ELSEWHERE


def _size(step: Step, candidates: Candidates) -> tuple[int, int]:
    """The cells of the pattern, and the empty cells of its houses."""
    masks = candidates.board.house_cells
    empty = sum((masks[house] & candidates.empty).bit_count() for house in step.houses)
    return len(_pattern(step)), empty


def _pattern(step: Step) -> set[int]:
    return {cell for role in step.roles if role.name != BLOCKER for cell, _ in role.candidates}
