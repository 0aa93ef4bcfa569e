"""Decides a puzzle in plain Python, before an engine is loaded that takes long to import.

Importing CP-SAT takes 0.45 s, and loading compiled code 0.5 s. In plain Python, trials decide an
easy classic puzzle in 0.004 s, and propagators most others, once their source has been rewritten.
Of 112 variants, a third of them hard, 73 are decided within these limits.
"""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, Limit
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, PROPAGATE_ENGINE, REFERENCE_ENGINE

TRIALS = 150  # of digits in a puzzle; an easy one needs about 50
NODES = 200  # of propagators in a puzzle of 81 cells
# What the searches cost in ms, as measured once: counted like this, the engine of a puzzle does not
# depend on the machine.
TRIALS_COST, PROPAGATORS_COST, NODE_COST = 12.0, 4.0, 0.6
MOST_COST = 400.0  # of all puzzles in this process; then loading CP-SAT pays
CELLS, MOST_CELLS = 81, 400  # of a usual board, and of the largest one
OF_LIMIT = 0.25  # the share of a limit in seconds that each search has; others have the rest


class AtOnce:
    """The plain searches, until CP-SAT is loaded in this process or would have paid.

    They decide puzzles that have at most one solution. Of several solutions, other engines choose
    those that are shown, so that they do not depend on what is loaded.
    """

    def __init__(self, cost: float = MOST_COST) -> None:
        self._left = cost

    def found(self, puzzle: Puzzle, want: int, limit: Limit) -> Found | None:
        """The evidence, or None if the puzzle is for another engine."""
        found = self.settled(puzzle, limit)
        if found is None or not found.exhausted or len(found.solutions) > 1:
            return None
        is_first = want == 1 and bool(found.solutions)  # no proof was asked for
        return replace(found, exhausted=not is_first)

    def settled(self, puzzle: Puzzle, limit: Limit) -> Found | None:
        """The evidence, also two of several solutions, for who only asks how many there are."""
        is_fit = len(puzzle.board) <= MOST_CELLS and not puzzle.board.layers
        if self._left <= 0 or not is_fit or ENGINES.is_loaded(DEFAULT_ENGINE):
            return None
        found = self._searched(puzzle, None if limit.seconds is None else OF_LIMIT * limit.seconds)
        return found if found is not None and found.is_settled(2) else None

    def _searched(self, puzzle: Puzzle, seconds: float | None) -> Found | None:
        if puzzle.has_only_houses:  # else a trial may take long
            found = ENGINES[REFERENCE_ENGINE].search(puzzle, 2, Limit(seconds, TRIALS))
            self._left -= TRIALS_COST
            if found.is_settled(2):
                return replace(found, engine=REFERENCE_ENGINE)
        return self._propagated(puzzle, seconds)

    def _propagated(self, puzzle: Puzzle, seconds: float | None) -> Found | None:
        from cpsudoku.engines.propagate.forms import plain
        from cpsudoku.engines.propagate.searching import search_of

        nodes = NODES * CELLS // max(CELLS, len(puzzle.board))
        search = search_of(puzzle, Limit(seconds, nodes), plain)
        if search is None:
            return None
        found = search.run(2)
        self._left -= PROPAGATORS_COST + NODE_COST * search.nodes
        return None if found is None else replace(found, engine=PROPAGATE_ENGINE)
