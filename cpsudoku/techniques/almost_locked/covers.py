"""Cells that hold as many digits as some houses can give them at most."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import Detail, Role, Step
from cpsudoku.techniques.step_words import (
    cells_text,
    digits_text,
    houses_text,
    one_by_one,
    removal_text,
)

Share = tuple[int, int]  # a digit and a house: the house gives the digit to one cell at most
ROLE_OF = {"row": "first", "column": "second", "box": "third"}


@dataclass(frozen=True)
class Shares(Detail):
    """What the houses give to the cells, by house and digit."""

    every: tuple[Share, ...]


def covered_step(name: str, candidates: Candidates, cells: int, shares: Iterable[Share]) -> Step:
    """The step that follows if all candidates of some cells are in as many shares as cells.

    Each share is then used by a cell, and no cell uses two. Its other places are removed, and the
    candidates that are in two shares.
    """
    board, gone = candidates.board, dict[Candidate, None]()
    every = sorted(shares, key=lambda share: (share[1], share[0]))
    once, twice = [0] * board.size, [0] * board.size
    for digit, house in every:
        inside = candidates.places[digit - 1] & board.house_cells[house]
        gone.update(((cell, digit), None) for cell in bits(inside & ~cells))
        twice[digit - 1] |= once[digit - 1] & inside
        once[digit - 1] |= inside & cells
    for digit, where in enumerate(twice, 1):
        gone.update(((cell, digit), None) for cell in bits(where))
    return Step(
        name,
        eliminations=tuple(sorted(gone)),
        digits=tuple(sorted({digit for digit, _ in every})),
        roles=_roles(candidates, cells, every),
        detail=Shares(tuple(every)),
    )


def _roles(candidates: Candidates, cells: int, shares: list[Share]) -> tuple[Role, ...]:
    """The candidates by the kind of house that gives them."""
    board, left = candidates.board, list(candidates.places)
    found: dict[str, list[Candidate]] = {}
    for digit, house in shares:
        role = ROLE_OF[board.houses[house].name.partition(" ")[0]]
        inside = left[digit - 1] & cells & board.house_cells[house]
        left[digit - 1] &= ~inside
        found.setdefault(role, []).extend((cell, digit) for cell in bits(inside))
    return tuple(
        Role(role, tuple(sorted(found[role]))) for role in ROLE_OF.values() if role in found
    )


def covered_text(step: Step, board: Board) -> str:
    """Why the digits of the shares are in the cells, and what follows."""
    assert isinstance(step.detail, Shares)
    cells = {cell for role in step.roles for cell, _ in role.candidates}
    by_house: dict[int, list[int]] = {}
    for digit, house in step.detail.every:
        by_house.setdefault(house, []).append(digit)
    parts = [
        translated(
            "{digits} in {cells}",
            digits=digits_text(digits, board),
            cells=houses_text([house], board),
        )
        for house, digits in by_house.items()
    ]
    doubles = any(cell in cells for cell, _ in step.eliminations)
    twice = translated(", and no candidate counts for two houses") if doubles else ""
    return translated(
        "All candidates of the {number} cells {cells} are among these: {digits}. A house holds a "
        "digit only once, so that makes at most {number} digits for {number} cells. So each house "
        "has its digits in these cells{twice}: remove {gone}.",
        number=len(cells),
        cells=cells_text(cells, board),
        digits=one_by_one(parts),
        twice=twice,
        gone=removal_text(step.eliminations, board),
    )
