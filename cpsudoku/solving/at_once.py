"""Decides easy puzzles before an engine is loaded: CP-SAT takes 0.45 s, an easy puzzle 0.004 s."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, Limit
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, REFERENCE_ENGINE

NODES = 150  # of the plain search: 0.012 s; an easy classic puzzle needs about 50
PUZZLES = 60  # that begin like this; more are decided sooner by CP-SAT
MOST_CELLS = 256
OF_LIMIT = 0.5  # the share of a limit in seconds; the next engine has the rest


class AtOnce:
    """The plain search, for the first puzzles and until CP-SAT is loaded in this process.

    It decides puzzles that have at most one solution. Of several solutions, other engines choose
    those that are shown, so that they do not depend on what is loaded.
    """

    def __init__(self, puzzles: int = PUZZLES) -> None:
        self._left = puzzles

    def found(self, puzzle: Puzzle, want: int, limit: Limit) -> Found | None:
        """The evidence for an easy puzzle; None if it is for another engine."""
        if self._left <= 0 or ENGINES.is_loaded(DEFAULT_ENGINE) or not _is_fit(puzzle):
            return None
        self._left -= 1
        seconds = None if limit.seconds is None else OF_LIMIT * limit.seconds
        found = ENGINES[REFERENCE_ENGINE].search(puzzle, 2, Limit(seconds, NODES))
        if not found.exhausted or len(found.solutions) > 1:
            return None
        is_first = want == 1 and bool(found.solutions)  # no proof was asked for
        return replace(found, exhausted=not is_first, engine=REFERENCE_ENGINE)


def _is_fit(puzzle: Puzzle) -> bool:
    """Whether a node is cheap: all rules are houses, and there are not too many cells."""
    is_small = len(puzzle.board) <= MOST_CELLS and not puzzle.board.layers
    return is_small and all(rule.only_houses for rule in puzzle.constraints)
