"""Puzzles as hard as wished, by HoDoKu's level and techniques, or by the Sudoku Explainer scale."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.candidates import Candidates
from cpsudoku.engines import BULK_ENGINE
from cpsudoku.errors import InputError
from cpsudoku.pipeline import settle
from cpsudoku.puzzle import Puzzle
from cpsudoku.rater import Rating
from cpsudoku.rating.explainer import explained
from cpsudoku.rating.hodoku import BEYOND_SINGLES, BRUTE_FORCE, SINGLES, scored
from cpsudoku.rating.rate import refuse_unratable
from cpsudoku.techniques import LEVELS, TABLE

LOWEST, HIGHEST = 1.0, 12.0  # ER


@dataclass(frozen=True)
class Hardness:
    """A rater that wishes: a level, a range of ER, a technique that is the hardest or is used.

    A technique is the hardest where no other that was used has a higher score. Where the wish sets
    a bound, only techniques up to it are tried: what is harder is known by its getting stuck.
    """

    level: str | None = None
    er: tuple[float, float] | None = None
    hardest: str | None = None
    used: str | None = None

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in LEVELS:
            known = ", ".join(LEVELS)
            raise InputError(f"--difficulty {self.level!r} is not known; known are {known}")
        if self.er is not None and not LOWEST <= self.er[0] <= self.er[1] <= HIGHEST:
            low, high = self.er
            raise InputError(f"--rating {low:g}-{high:g}: ratings are {LOWEST} to {HIGHEST}")
        for name in (self.hardest, self.used):
            if name is not None and not TABLE[name].hodoku:
                raise InputError(
                    f"technique {name!r} is not one of HoDoKu's order; no puzzle is it"
                )

    def __call__(self, puzzle: Puzzle) -> Rating | None:
        """The rating of a proper classic puzzle, or None where it is not as wished."""
        refuse_unratable(puzzle)
        solution = settle(puzzle, BULK_ENGINE).solution
        assert solution is not None
        level, score, counts = scored(Candidates.of(puzzle), solution, self._tried())
        if self.level not in (None, level) or not self._is_walked(set(counts), score):
            return None
        er = None
        if self.er is not None:
            found = explained(Candidates.of(puzzle), solution)
            er = found.er / 10
            if not found.solved or not self.er[0] <= er <= self.er[1]:
                return None
        return Rating(level, score, tuple(sorted(counts.items())), er)

    def _tried(self) -> tuple[str, ...]:
        """The techniques that a puzzle as wished may need."""
        most = LEVELS.index(self.level) if self.level is not None else len(LEVELS)
        score = TABLE[self.hardest].score if self.hardest is not None else None
        return tuple(
            name
            for name in BEYOND_SINGLES
            if LEVELS.index(TABLE[name].level) <= most
            and (score is None or TABLE[name].score <= score)
        )

    def _is_walked(self, used: set[str], score: int) -> bool:
        """Whether the techniques asked for were used, and no harder one."""
        if self.used is not None and self.used not in used:
            return False
        if self.hardest is None:
            return True
        bound = TABLE[self.hardest].score
        harder = [name for name in used if TABLE[name].score > bound and name not in SINGLES]
        return self.hardest in used and not harder and score < BRUTE_FORCE
