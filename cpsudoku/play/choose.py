"""Chooses a new puzzle to play, by its level or by a technique that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.generating import GenerationRun, Wish
from cpsudoku.runtime.errors import InputError, Source, UnknownName
from cpsudoku.runtime.words import worded
from cpsudoku.techniques import LEVELS, TABLE, select
from cpsudoku.techniques.levels import refuse_too_hard
from cpsudoku.techniques.walk import walk

USUAL = "medium"
PATIENCE = 60.0  # seconds to look for a puzzle
MOST = 10_000  # puzzles to look at
# A puzzle that "unfair" techniques leave unsolved is extreme; the extreme ones need not be tried.
_TRIED = LEVELS[:-1]


WISH = Wish(Board.of_size(9))


class Profile(NamedTuple):
    """The level of the hardest step of a puzzle, and the techniques used on it."""

    level: str
    techniques: frozenset[str]


@dataclass(frozen=True)
class PuzzleRequest:
    """The puzzle that the player asks for: the level of its hardest step, a technique it needs.

    Raises UnknownName for a level or a technique that does not exist.
    """

    level: str | None = None
    technique: str | None = None

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in LEVELS:
            raise UnknownName(
                "unknown level {level}; choose one of {levels}",
                level=repr(self.level),
                levels=", ".join(LEVELS),
            )
        if self.technique is not None and self.technique not in TABLE:
            known = ", ".join(TABLE)
            raise UnknownName(
                "unknown technique {technique}; choose one of {known}",
                technique=repr(self.technique),
                known=known,
            )
        if self.technique is not None and self.level is not None:
            refuse_too_hard(self.technique, self.level)

    @property
    def _hardest(self) -> str:
        """The hardest level of the techniques to try on a puzzle."""
        wanted = [self.level] if self.level is not None else []
        wanted += [TABLE[self.technique].level] if self.technique is not None else []
        level = max(wanted, key=LEVELS.index, default=USUAL)
        if level == LEVELS[-1] and self.technique is None:
            return _TRIED[-1]
        return level

    def profile(self, puzzle: Puzzle) -> Profile:
        """The difficulty of a proper puzzle, measured only as far as the request needs it."""
        used: set[str] = set()
        last = candidates = Candidates.of(puzzle)
        for before, step in walk(candidates, select(self._hardest)):
            used.add(step.technique)
            last = step.apply(before)
        level = max((TABLE[name].level for name in used), key=LEVELS.index, default=LEVELS[0])
        if not last.is_solved:
            level = LEVELS[min(len(LEVELS) - 1, LEVELS.index(self._hardest) + 1)]
        return Profile(level, frozenset(used))

    def accepts(self, profile: Profile) -> bool:
        """Whether a puzzle with this profile meets the request."""
        if self.technique is not None and self.technique not in profile.techniques:
            return False
        level = self.level if self.level is not None or self.technique is not None else USUAL
        return level is None or profile.level == level


def new_puzzle(request: PuzzleRequest, seed: int) -> Puzzle:
    """The first puzzle of a seed that meets the request; raises InputError if none is found."""
    names = [request.level, request.technique]
    if not any(names):
        names = [USUAL]
    label = ", ".join([*(name for name in names if name), f"seed {seed}"])
    end = monotonic() + PATIENCE
    for made in GenerationRun(WISH, seed, limit=PATIENCE).puzzles(MOST):
        puzzle = Puzzle(made.givens, label=label)
        if request.accepts(request.profile(puzzle)):
            return puzzle
        if monotonic() > end:
            break
    problem = worded(
        "no such puzzle was found in {patience} s; another seed may find one",
        patience=f"{PATIENCE:g}",
    )
    raise InputError(problem, Source("play"))
