"""The bulk engine: many classic 9x9 puzzles at once. LANES.md has what was measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from cpsudoku.core.compiling import announced
from cpsudoku.core.geometry import Geometry
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.lanes.kernel import FORBID, Grids, search, search_two
from cpsudoku.engines.lanes.minimal import redundant

__all__ = [
    "ENGINE",
    "FORBID",
    "GUESSES_A_SECOND",
    "Lanes",
    "redundant",
    "search",
    "search_each",
    "search_two",
    "warm_up",
]

GUESSES_A_SECOND = 500_000  # a lane alone; how a limit in seconds becomes one in guesses
MOST_SOLUTIONS = 2  # the kernel counts more but keeps two


class Lanes:
    """The engine ``lanes``."""

    name = "lanes"
    title = "bulk kernel for classic 9x9 puzzles, hundreds of thousands a second on a core"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """It takes classic 9x9 puzzles."""
        if puzzle.geometry != Geometry.of_size(9) or puzzle.variants:
            return "takes classic 9x9 puzzles only"
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions, two at most; more are for the other engines."""
        return self.search_all([puzzle], want, limit)[0]

    def search_all(
        self, puzzles: list[Puzzle], want: int = 2, limit: Limit = NO_LIMIT
    ) -> list[Found]:
        """The evidence for each of many puzzles."""
        cells = _cells_of([puzzle.givens.cells for puzzle in puzzles])
        wanted = min(want, MOST_SOLUTIONS)
        counts, solutions, exhausted = search_two(cells, wanted, nodes_of(limit))
        return [
            _found(puzzle, int(counts[row]), solutions[row], bool(exhausted[row]), want, limit)
            for row, puzzle in enumerate(puzzles)
        ]


def search_each(block: Sequence[bytes], want: int, nodes: int) -> list[tuple[int, bytes] | None]:
    """How many solutions each puzzle of 81 cells has, up to ``want``, and one of them.

    The solution is 81 zeros where there is none; None where ``nodes`` guesses settled nothing.
    """
    counts, solutions, exhausted = search(_cells_of(block), want, nodes)
    rows = zip(counts.tolist(), solutions, exhausted, strict=True)
    return [
        (count, solution.tobytes()) if settled or count >= want else None
        for count, solution, settled in rows
    ]


def _cells_of(block: Sequence[bytes]) -> Grids:
    return np.frombuffer(b"".join(block), np.uint8).reshape(-1, 81)


def warm_up(say: Callable[[str], None]) -> None:
    """Load the kernel; say so where it has to be compiled first."""
    with announced(say, "the bulk kernel", "some 10 seconds"):
        search(np.zeros((1, 81), np.uint8))


def nodes_of(limit: Limit) -> int:
    """The guesses that a limit allows; 0 for none."""
    allowed = [] if limit.nodes is None else [limit.nodes]
    if limit.seconds is not None:
        allowed.append(int(limit.seconds * GUESSES_A_SECOND))
    return max(1, min(allowed)) if allowed else 0


def _found(
    puzzle: Puzzle, count: int, solutions: Grids, exhausted: bool, want: int, limit: Limit
) -> Found:
    grids = tuple(Grid(solution.tobytes(), puzzle.geometry) for solution in solutions[:count])
    settled = exhausted and count < min(want, MOST_SOLUTIONS)
    if settled or count >= want:
        return Found(grids, exhausted=settled)
    if not exhausted:
        return Found(grids, exhausted=False, note=f"the limit of {nodes_of(limit)} guesses ran out")
    return Found(grids, exhausted=False, note="engine 'lanes' looks for two solutions at most")


ENGINE = Lanes()
