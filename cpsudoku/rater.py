"""How hard a proper puzzle is, as others ask for it; who rates is not known here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cpsudoku.puzzle import Puzzle


@dataclass(frozen=True)
class Rating:
    """The ER of a puzzle, the name of its level, its score, and how often each technique helped."""

    er: float
    level: str
    score: int = 0
    techniques: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return f"ER {self.er:.1f}, {self.level}"


class Rater(Protocol):
    """Rates proper puzzles."""

    def __call__(self, puzzle: Puzzle) -> Rating:
        """The rating of a proper puzzle."""
