"""Mutant fish: rows, columns and boxes on the same side of a fish."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from cpsudoku.core.board import Board
from cpsudoku.techniques.fish.fish_search import FishPattern, hunt_fish
from cpsudoku.techniques.fish.house_fish import HouseFish
from cpsudoku.techniques.step_words import NUMBERS


class MutantFish(HouseFish):
    """Houses of any kind that fit into as many others of any kind, except in simpler fish."""

    @property
    def pattern(self) -> str:
        """Which houses have all places of the digit in which others, without fins."""
        number = NUMBERS[self.size]
        return (
            f"In {number} rows, columns or boxes, all places of a digit are in {number} other "
            "rows, columns or boxes"
        )

    def fish(self, board: Board, places: int) -> Iterable[FishPattern]:
        """By the first place that they remove."""
        if not _has_any(board, places, self.size, self.finned):
            return ()
        return _fish(board, places, self.size, self.finned)


@lru_cache(maxsize=1024)
def _has_any(board: Board, places: int, size: int, finned: bool) -> bool:
    """Whether there is a fish; later positions with the same places need no search."""
    return any(True for _ in _fish(board, places, size, finned))


def _fish(board: Board, places: int, size: int, finned: bool) -> Iterator[FishPattern]:
    houses = (*board.rows, *board.columns, *board.regions)
    for fish in hunt_fish(board, places, houses, houses, size, finned):
        if not _is_simpler(board, fish):
            yield fish


def _is_simpler(board: Board, fish: FishPattern) -> bool:
    """Whether a fish is a basic or a Franken fish: its lines are parallel on either side."""
    base, cover = _kinds(board, fish.bases), _kinds(board, fish.covers)
    return (base, cover) in (("row", "column"), ("column", "row"))


def _kinds(board: Board, houses: tuple[int, ...]) -> str:
    """The kind of the lines among some houses; empty if there is none, or not only one kind."""
    kinds = {board.houses[house].name.partition(" ")[0] for house in houses} - {"box", "region"}
    return kinds.pop() if len(kinds) == 1 else ""


_SIZES = {
    2: "X-Wing",
    3: "Swordfish",
    4: "Jellyfish",
    5: "Squirmbag",
    6: "Whale",
    7: "Leviathan",
}


def _mutant(size: int, finned: bool) -> MutantFish:
    title = f"{'Finned ' if finned else ''}Mutant {_SIZES[size]}"
    return MutantFish(title.lower().replace(" ", "-"), title, size, finned)


MUTANT_X_WING = _mutant(2, finned=False)
MUTANT_SWORDFISH = _mutant(3, finned=False)
MUTANT_JELLYFISH = _mutant(4, finned=False)
MUTANT_SQUIRMBAG = _mutant(5, finned=False)
MUTANT_WHALE = _mutant(6, finned=False)
MUTANT_LEVIATHAN = _mutant(7, finned=False)
FINNED_MUTANT_X_WING = _mutant(2, finned=True)
FINNED_MUTANT_SWORDFISH = _mutant(3, finned=True)
FINNED_MUTANT_JELLYFISH = _mutant(4, finned=True)
FINNED_MUTANT_SQUIRMBAG = _mutant(5, finned=True)
FINNED_MUTANT_WHALE = _mutant(6, finned=True)
FINNED_MUTANT_LEVIATHAN = _mutant(7, finned=True)
