"""A new puzzle to play: as hard as wished, or one that needs a technique."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.errors import InputError, Source
from cpsudoku.generate import Run, Wish
from cpsudoku.generate.rated import Hardness
from cpsudoku.geometry import Geometry
from cpsudoku.puzzle import Puzzle

USUAL = "medium"
PATIENCE = 60.0  # seconds to look for a puzzle


@dataclass(frozen=True)
class Taste:
    """What a puzzle should be like: its level, a technique that it needs.

    Raises InputError for a level, and UnknownName for a technique, that there is not.
    """

    level: str | None = None
    technique: str | None = None

    def __post_init__(self) -> None:
        self.wish()  # what can't be wished is told at once

    def wish(self) -> Wish:
        """What to generate."""
        usual = None if self.technique is not None else USUAL
        hardness = Hardness(level=self.level or usual, used=self.technique)
        return Wish(Geometry.of_size(9), rater=hardness)


def new_puzzle(taste: Taste, seed: int) -> Puzzle:
    """The first puzzle of a seed that is to the taste; raises InputError where none is found."""
    made = next(Run(taste.wish(), seed, limit=PATIENCE).puzzles(1), None)
    if made is None:
        problem = f"no such puzzle was found in {PATIENCE:g} s; another --seed may have one"
        raise InputError(problem, Source("play"))
    names = [name for name in (taste.level, taste.technique) if name] or [USUAL]
    return Puzzle(made.puzzle, label=", ".join([*names, f"seed {seed}"]))
