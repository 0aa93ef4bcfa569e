"""The engine of propagators: any board, and rules of a few families. PROPAGATE.md has measurements.

A puzzle becomes one array (``lowering``), and one compiled program searches every such array. It
shares nothing with the other engines but ``Puzzle`` and the faces of its rules.
"""

from __future__ import annotations

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.propagate.lowering import NoFamily, TooLate, lowered
from cpsudoku.engines.propagate.searching import begun, out_of_time


class Propagate:
    """The engine ``propagate``."""

    name = "propagate"
    title = "compiled propagators: all sizes and most rules, the fastest on everyday variants"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """Why it does not accept this puzzle: a rule that belongs to no family; else None."""
        try:
            lowered(puzzle)
        except NoFamily as reason:
            return str(reason)
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions."""
        try:
            found = begun(puzzle, limit).run(want)
        except TooLate:
            return Found((), exhausted=False, note=out_of_time(limit))
        assert found is not None
        return found


ENGINE = Propagate()
