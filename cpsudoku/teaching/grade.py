"""How hard a proper puzzle is, as those who ask for it see it; who rates is not known here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cpsudoku.core.puzzle import Puzzle

# ER 9.0: rating it runs, and so compiles, every kind of step.
HARD_PUZZLE = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


@dataclass(frozen=True)
class Grade:
    """What is known of it: HoDoKu's level and score, the techniques used, the ER."""

    level: str = ""
    score: int = 0
    techniques: tuple[tuple[str, int], ...] = ()
    er: float | None = None

    def __str__(self) -> str:
        parts = [f"{self.level}, score {self.score}"] if self.level else []
        return ", ".join([*parts, *([] if self.er is None else [f"ER {self.er:.1f}"])])


Rater = Callable[[Puzzle], Grade | None]
"""Rates a proper puzzle; None where it is not as hard as that rater wishes."""
