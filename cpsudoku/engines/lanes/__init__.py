"""The bulk engine: many classic 9x9 puzzles at once. LANES.md has the measurements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from cpsudoku.core.grid import Grid
from cpsudoku.core.plain_start import PlainStart
from cpsudoku.core.plural import plural
from cpsudoku.core.programs import load
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.lanes.kernel import FORBID, Grids, search, search_counting, search_two
from cpsudoku.engines.lanes.minimal import redundant
from cpsudoku.engines.lanes.plain import guesses_until_proved

__all__ = [
    "ENGINE",
    "FORBID",
    "GUESSES_A_SECOND",
    "Lanes",
    "guesses_of",
    "redundant",
    "search",
    "search_counting",
    "search_each",
    "search_two",
    "warm_up",
]

GUESSES_A_SECOND = 500_000  # of one lane; converts a limit in seconds to one in guesses
_PLAIN = PlainStart()
MOST_SOLUTIONS = 2  # the kernel counts more but keeps two


class Lanes:
    """The engine ``lanes``."""

    name = "lanes"
    title = "bulk kernel for classic 9x9 puzzles: hundreds of thousands per second and core"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """Why it does not accept this puzzle: it is not a classic 9x9; else None."""
        if not puzzle.is_classic_9x9:
            return "accepts only classic 9x9 puzzles"
        return None

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions, two at most; other engines find more."""
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
    """The number of solutions of each puzzle of 81 cells, up to ``want``, and one of them.

    The solution is 81 zeros if there is none. A puzzle that ``nodes`` guesses do not decide gets
    None.
    """
    counts, solutions, exhausted = search(_cells_of(block), want, nodes)
    rows = zip(counts.tolist(), solutions, exhausted, strict=True)
    return [
        (count, solution.tobytes()) if settled or count >= want else None
        for count, solution, settled in rows
    ]


def guesses_of(puzzles: Sequence[Puzzle]) -> list[int]:
    """The number of guesses until the solutions of each classic puzzle, up to two, are known.

    A few puzzles do not wait for a compiler.
    """
    counts: list[int] = []
    for puzzle in puzzles:
        if not _PLAIN.is_plain(["kernel"]):
            break
        with _PLAIN.working():
            counts.append(guesses_until_proved(puzzle.givens.cells))
    left = [puzzle.givens.cells for puzzle in puzzles[len(counts) :]]
    if left:
        counts += map(int, search_counting(_cells_of(left))[3])
    return counts


def _cells_of(block: Sequence[bytes]) -> Grids:
    return np.frombuffer(b"".join(block), np.uint8).reshape(-1, 81)


def warm_up(say: Callable[[str], None]) -> None:
    """Load the kernel; if it must be compiled first, report that."""
    load(["kernel"], say)


def compile_kernel() -> None:
    """Call the compiled functions once."""
    search(np.zeros((1, 81), np.uint8))


def nodes_of(limit: Limit) -> int:
    """The number of guesses that a limit allows; 0 for no limit."""
    allowed = [] if limit.nodes is None else [limit.nodes]
    if limit.seconds is not None:
        allowed.append(int(limit.seconds * GUESSES_A_SECOND))
    return max(1, min(allowed)) if allowed else 0


def _found(
    puzzle: Puzzle, count: int, solutions: Grids, exhausted: bool, want: int, limit: Limit
) -> Found:
    grids = tuple(Grid(solution.tobytes(), puzzle.board) for solution in solutions[:count])
    settled = exhausted and count < min(want, MOST_SOLUTIONS)
    if settled or count >= want:
        return Found(grids, exhausted=settled)
    if not exhausted:
        return Found(
            grids,
            exhausted=False,
            note=f"the limit of {plural(nodes_of(limit), 'guess', 'guesses')} ran out",
        )
    return Found(grids, exhausted=False, note="engine 'lanes' looks for two solutions at most")


ENGINE = Lanes()
