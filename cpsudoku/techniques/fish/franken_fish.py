"""Franken fish: fish whose base or cover houses can also be boxes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.techniques.fish.fish_search import FishPattern, find_fish
from cpsudoku.techniques.fish.house_fish import HouseFish
from cpsudoku.techniques.step_words import NUMBERS


class FrankenFish(HouseFish):
    """Rows and boxes that fit into columns and boxes, or the same with rows and columns exchanged.

    They are found with rows before columns as base, then by base and cover houses.
    """

    @property
    def pattern(self) -> str:
        """Which houses have all places of the digit in which others, without fins."""
        number = NUMBERS[self.size]
        return (
            f"In {number} rows or boxes, all places of a digit are in {number} columns or boxes "
            "(or with rows and columns exchanged)"
        )

    def fish(self, board: Board, places: int) -> Iterable[FishPattern]:
        """Those of either direction."""
        for lines in (True, False):
            for fish in _fish(board, places, self.size, lines):
                if bool(fish.fins) == self.finned:
                    yield fish


@lru_cache(maxsize=64)
def _fish(board: Board, places: int, size: int, lines: bool) -> tuple[FishPattern, ...]:
    """The fish with a line among the bases and a crossing line among the covers, and a box."""
    rows, columns = (board.rows, board.columns) if lines else (board.columns, board.rows)
    found = find_fish(board, places, (*rows, *board.regions), (*columns, *board.regions), size)
    return tuple(
        fish
        for fish in found
        if any(house in rows for house in fish.bases)
        and any(house in columns for house in fish.covers)
        and any(house in board.regions for house in (*fish.bases, *fish.covers))
    )


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
