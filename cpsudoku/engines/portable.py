"""The engine where CP-SAT is not installed, as in a browser: propagators, or else backtracking.

Propagators prove most variants sooner than CP-SAT. The backtracker accepts the rules that they do
not, and often runs out of time.
"""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines import backtrack, propagate


class Portable:
    """The engine ``portable``. The evidence names the engine that found it."""

    name = "portable"
    title = "propagators, or the reference backtracker for rules that they do not accept"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """None: it accepts every puzzle."""
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions."""
        is_accepted = propagate.ENGINE.unsupported(puzzle) is None
        engine = propagate.ENGINE if is_accepted else backtrack.ENGINE
        return replace(engine.search(puzzle, want, limit), engine=engine.name)


ENGINE = Portable()
