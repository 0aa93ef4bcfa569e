"""Accepts puzzles of a difficulty: HoDoKu's level, techniques, or the scale of Sudoku Explainer."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines import BULK_ENGINE
from cpsudoku.runtime.errors import BadParameter
from cpsudoku.runtime.words import worded
from cpsudoku.solving import settle
from cpsudoku.teaching.rating.base import Rating
from cpsudoku.teaching.rating.explainer import explained
from cpsudoku.teaching.rating.hodoku import BEYOND_SINGLES, SINGLES, scored, scored_by
from cpsudoku.teaching.rating.rate import refuse_unratable
from cpsudoku.techniques import LEVELS, TABLE
from cpsudoku.techniques.levels import refuse_too_hard

LOWEST, HIGHEST = 1.0, 12.0  # ER


@dataclass(frozen=True)
class Hardness:
    """A rater that accepts puzzles by level, range of ER, hardest technique, or technique used.

    A technique is the hardest if no other technique that was used has a higher score. If the level
    or the hardest technique is given, harder techniques are not tried: a puzzle that gets stuck
    needs them. With ``alone``, all steps except the hardest technique are singles.
    """

    level: str | None = None
    er: tuple[float, float] | None = None
    hardest: str | None = None
    used: str | None = None
    alone: bool = False

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in LEVELS:
            raise BadParameter(
                "difficulty", self.level, worded("one of {allowed}", allowed=", ".join(LEVELS))
            )
        if self.er is not None and not LOWEST <= self.er[0] <= self.er[1] <= HIGHEST:
            allowed = worded(
                "a range of ratings from {lowest} to {highest}, the lower one first",
                lowest=LOWEST,
                highest=HIGHEST,
            )
            given = "-".join(f"{each:g}" for each in dict.fromkeys(self.er))
            raise BadParameter(
                "rating",
                self.er,
                allowed,
                worded("{found} is not {allowed}", found=given, allowed=allowed),
            )
        if self.alone and self.hardest is None:
            problem = worded("needs {technique}, the technique beside which all steps are singles")
            raise BadParameter("alone", True, worded("False without a technique"), problem)
        for parameter, name in (("technique", self.hardest), ("uses", self.used)):
            if name is not None and not (name in TABLE and TABLE[name].hodoku):
                raise BadParameter(parameter, name, worded("a technique that HoDoKu has"))
            if name is not None and self.level is not None:
                refuse_too_hard(name, self.level)

    @property
    def programs(self) -> tuple[str, ...]:
        """The compiled programs that rate the puzzles."""
        return ("steps", "chains") if self.er is not None else ()

    def __call__(self, puzzle: Puzzle) -> Rating | None:
        """The rating of a proper classic puzzle, or None if the puzzle is not accepted.

        Its answer must be its solution; without one, the solution is searched for.
        """
        refuse_unratable(puzzle)
        solution = puzzle.answer or settle(puzzle, BULK_ENGINE).solution
        assert solution is not None
        er = self._er(puzzle, solution)
        if er is None:
            return None
        if self.level is self.hardest is self.used is None:
            return Rating(puzzle, "unique", er or None)
        tried = self._tried()
        everything = tried == BEYOND_SINGLES and self.hardest is None
        found = scored(puzzle, solution) if everything else scored_by(puzzle, solution, tried)
        if found is None:
            return None
        level, score, counts = found
        if self.level not in (None, level) or not self._is_walked(set(counts)):
            return None
        counted = tuple(sorted(counts.items()))
        return Rating(puzzle, "unique", er or None, level=level, score=score, counts=counted)

    def _er(self, puzzle: Puzzle, solution: Grid) -> float | None:
        """The ER if it is in the range, 0 if no range is given, None if it is not in the range."""
        if self.er is None:
            return 0.0
        found = explained(Candidates.of(puzzle), solution, round(self.er[1] * 10))
        er = found.er / 10
        return er if found.solved and self.er[0] <= er <= self.er[1] else None

    def _tried(self) -> tuple[str, ...]:
        """The techniques besides singles that an accepted puzzle may need."""
        if self.alone and self.hardest is not None:
            return () if self.hardest in SINGLES else (self.hardest,)
        most = LEVELS.index(self.level) if self.level is not None else len(LEVELS)
        score = TABLE[self.hardest].score if self.hardest is not None else None
        return tuple(
            name
            for name in BEYOND_SINGLES
            if LEVELS.index(TABLE[name].level) <= most
            and (score is None or TABLE[name].score <= score)
        )

    def _is_walked(self, used: set[str]) -> bool:
        """Whether the wanted techniques were used, and no harder ones."""
        if self.used is not None and self.used not in used:
            return False
        if self.hardest is None:
            return True
        bound = TABLE[self.hardest].score
        harder = [name for name in used if TABLE[name].score > bound and name not in SINGLES]
        return self.hardest in used and not harder
