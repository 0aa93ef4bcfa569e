"""Franken fish: fish whose base or cover houses can also be boxes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.techniques.base import Role, Step
from cpsudoku.techniques.fish.fish_search import Fish, find_fish
from cpsudoku.techniques.step_words import cells_text, houses_text, removal_text
from cpsudoku.techniques.subsets.naked_sets import WORDS


@dataclass(frozen=True)
class FrankenFish:
    """Fish of one size, with fins or without; ``siamese``: two that differ in their covers."""

    name: str
    title: str
    size: int
    finned: bool
    siamese: bool = False
    assumes_unique: bool = False
    any_houses: bool = False

    @property
    def definition(self) -> str:
        """One line: what to look for and what follows."""
        number = WORDS[self.size]
        base = (
            f"In {number} rows or boxes, all places of a digit are in {number} columns or boxes "
            "(or with rows and columns exchanged)"
        )
        if self.finned:
            return (
                f"{base}, except fins: it can be removed from their other cells that see every fin."
            )
        return f"{base}: it can be removed from the other cells of these."

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By digit; rows before columns as base; then by base and cover houses."""
        for digit, places in enumerate(candidates.places, 1):
            found = [
                fish
                for lines in (True, False)
                for fish in _fish(candidates.board, places, self.size, lines)
                if bool(fish.fins) == self.finned
            ]
            if self.siamese:
                found = [_joined(*pair) for pair in combinations(found, 2) if _is_siamese(*pair)]
            yield from (self._step(digit, fish) for fish in found)

    def _step(self, digit: int, fish: Fish) -> Step:
        parts = (("pattern", fish.body), ("fin", fish.fins))
        return Step(
            self.name,
            eliminations=tuple((cell, digit) for cell in bits(fish.gone)),
            digits=(digit,),
            roles=tuple(
                Role(name, tuple((cell, digit) for cell in bits(cells)))
                for name, cells in parts
                if cells
            ),
            houses=(*fish.bases, *fish.covers),
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Base and cover houses, the fins, and what follows."""
        board = candidates.board
        digit = board.symbols[step.digits[0]]
        bases, covers = step.houses[: self.size], step.houses[self.size :]
        base, cover = houses_text(bases, board), houses_text(covers, board)
        start = f"All places for {digit} in {base} are in {cover}"
        gone = removal_text(step.eliminations, board)
        fins = [cell for role in step.roles if role.name == "fin" for cell, _ in role.candidates]
        if not fins:
            return f"{start}. So {cover} must have their {digit} in {base}: remove {gone}."
        some, one = ("fins", "one of the fins") if len(fins) > 1 else ("fin", "the fin")
        return (
            f"{start}, except the {some} {cells_text(fins, board)}. Either {one} is {digit}, or "
            f"{cover} must have their {digit} in {base}. In both cases, remove {gone}."
        )


@lru_cache(maxsize=64)
def _fish(board: Board, places: int, size: int, lines: bool) -> tuple[Fish, ...]:
    """The fish with a line among the bases and a crossing line among the covers, and a box."""
    rows, columns = (board.rows, board.columns) if lines else (board.columns, board.rows)
    if not places:
        return ()
    found = find_fish(board, places, (*rows, *board.regions), (*columns, *board.regions), size)
    return tuple(
        fish
        for fish in found
        if any(house in rows for house in fish.bases)
        and any(house in columns for house in fish.covers)
        and any(house in board.regions for house in (*fish.bases, *fish.covers))
    )


def _is_siamese(one: Fish, other: Fish) -> bool:
    """Whether two fish have the same bases and begin to remove at different cells."""
    return one.bases == other.bases and one.gone & -one.gone != other.gone & -other.gone


def _joined(one: Fish, other: Fish) -> Fish:
    """Two fish of the same bases as one."""
    covers = (*one.covers, *(house for house in other.covers if house not in one.covers))
    fins = one.fins | other.fins
    return Fish(one.bases, covers, one.body & ~fins, fins, one.gone | other.gone)


FRANKEN_X_WING = FrankenFish("franken-x-wing", "Franken X-Wing", 2, finned=False)
FRANKEN_SWORDFISH = FrankenFish("franken-swordfish", "Franken Swordfish", 3, finned=False)
FRANKEN_JELLYFISH = FrankenFish("franken-jellyfish", "Franken Jellyfish", 4, finned=False)
FINNED_FRANKEN_X_WING = FrankenFish(
    "finned-franken-x-wing", "Finned Franken X-Wing", 2, finned=True
)
FINNED_FRANKEN_SWORDFISH = FrankenFish(
    "finned-franken-swordfish", "Finned Franken Swordfish", 3, finned=True
)
FINNED_FRANKEN_JELLYFISH = FrankenFish(
    "finned-franken-jellyfish", "Finned Franken Jellyfish", 4, finned=True
)
