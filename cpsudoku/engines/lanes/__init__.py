"""The bulk engine: many puzzles of one board and rule set at once, 32 per step.

One kernel is for classic 9x9 puzzles (LANES.md), and one for all others whose rules are houses
(RULES.md).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import NO_LIMIT, Found, Limit
from cpsudoku.engines.lanes.memory import Grids
from cpsudoku.engines.lanes.minimal import redundant
from cpsudoku.engines.lanes.plain import LaneEvidence
from cpsudoku.engines.lanes.searching import (
    FORBID,
    rules_of,
    search,
    search_by_kernel,
    search_counting,
    search_two,
)
from cpsudoku.runtime.plural import plural

__all__ = [
    "ENGINE",
    "FORBID",
    "GUESSES_A_SECOND",
    "Lanes",
    "guesses_of",
    "redundant",
    "rules_of",
    "search",
    "search_counting",
    "search_each",
    "search_shared",
    "search_two",
]

GUESSES_A_SECOND = 500_000  # of one lane; converts a limit in seconds to one in guesses
MOST_SOLUTIONS = 2  # the kernels count more but keep two


class Lanes:
    """The engine ``lanes``."""

    name = "lanes"
    title = "bulk kernels for rules that are houses: hundreds of thousands per second and core"

    def unsupported(self, puzzle: Puzzle) -> str | None:
        """Why it does not accept this puzzle: its board or one of its rules."""
        if puzzle.is_classic_9x9:
            return None
        from cpsudoku.engines.lanes.rule_set import refused

        return refused(puzzle)

    def search(self, puzzle: Puzzle, want: int = 2, limit: Limit = NO_LIMIT) -> Found:
        """Up to ``want`` solutions, two at most; other engines find more."""
        return self.search_all([puzzle], want, limit)[0]

    def search_all(
        self, puzzles: list[Puzzle], want: int = 2, limit: Limit = NO_LIMIT
    ) -> list[Found]:
        """The evidence for each of many puzzles. Those with the same rules are searched at once."""
        groups: dict[tuple[object, ...], list[int]] = {}
        for number, puzzle in enumerate(puzzles):
            groups.setdefault((puzzle.board, puzzle.constraints), []).append(number)
        found: dict[int, Found] = {}
        for numbers in groups.values():
            group = [puzzles[number] for number in numbers]
            found |= zip(numbers, _search_group(group, want, limit), strict=True)
        return [found[number] for number in range(len(puzzles))]


def _search_group(puzzles: list[Puzzle], want: int, limit: Limit) -> list[Found]:
    """The evidence for puzzles with the same board and rules."""
    first, wanted = puzzles[0], min(want, MOST_SOLUTIONS)
    cells = _cells_of([puzzle.givens.cells for puzzle in puzzles])
    if first.board.is_classic_9x9 and not first.constraints and not _have_marks(puzzles):
        nodes = nodes_of(limit)
        counts, solutions, exhausted = search_two(cells, wanted, nodes)
    else:
        rules = rules_of(first)
        nodes = nodes_of(limit, rules.guesses_a_second)
        marks = _marks_of(puzzles) if _have_marks(puzzles) else None
        counts, solutions, exhausted = rules.search(cells, wanted, nodes, marks)
    return [
        _found(puzzle, int(counts[row]), solutions[row], bool(exhausted[row]), want, nodes)
        for row, puzzle in enumerate(puzzles)
    ]


def search_shared(puzzle: Puzzle, want: int, stop: bytearray) -> Found | None:
    """What ``Lanes.search`` returns, if all lanes share a hard puzzle; None if it was stopped.

    Which of several solutions it finds depends on the number of lanes. Without a limit, it searches
    until ``stop[0]`` is 1.
    """
    marks = _marks_of([puzzle]) if _have_marks([puzzle]) else None
    cells, wanted = _cells_of([puzzle.givens.cells]), min(want, MOST_SOLUTIONS)
    flag = np.frombuffer(stop, np.bool_)
    counts, solutions, _ = rules_of(puzzle).search(cells, wanted, 0, marks, flag)
    return None if stop[0] else _found(puzzle, int(counts[0]), solutions[0], True, want, 0)


def _have_marks(puzzles: list[Puzzle]) -> bool:
    return any(puzzle.marks is not None for puzzle in puzzles)


def _marks_of(puzzles: list[Puzzle]) -> npt.NDArray[np.uint16]:
    """The digits that the marks of each puzzle allow, as bits."""
    every = (-1,) * len(puzzles[0].board)
    masks = [
        every if each.marks is None else [sum(1 << d - 1 for d in marks) for marks in each.marks]
        for each in puzzles
    ]
    return np.array(masks).astype(np.uint16)


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
    """The number of guesses until the solutions of each classic puzzle, up to two, are known."""
    cells = _cells_of([puzzle.givens.cells for puzzle in puzzles])
    guesses: list[int] = search_counting(cells)[3].tolist()
    return guesses


def _cells_of(block: Sequence[bytes]) -> Grids:
    return np.frombuffer(b"".join(block), np.uint8).reshape(len(block), -1)


def compile_kernel() -> None:
    """Call the compiled functions once."""
    search_by_kernel(np.zeros((1, 81), np.uint8), 1, 0, 0, LaneEvidence.none(1, 1))


def compile_rules() -> None:
    """Call the compiled function of the kernel for rules once."""
    from cpsudoku.engines.lanes.rule_set import rule_set

    rule_set(Board.without_boxes(1), ()).search(np.zeros((1, 1), np.uint8))


def nodes_of(limit: Limit, guesses_a_second: int = GUESSES_A_SECOND) -> int:
    """The number of guesses that a limit allows; 0 for no limit."""
    allowed = [] if limit.nodes is None else [limit.nodes]
    if limit.left is not None:
        allowed.append(int(limit.left * guesses_a_second))
    return max(1, min(allowed)) if allowed else 0


def _found(
    puzzle: Puzzle, count: int, solutions: Grids, exhausted: bool, want: int, nodes: int
) -> Found:
    grids = tuple(Grid(solution.tobytes(), puzzle.board) for solution in solutions[:count])
    settled = exhausted and count < min(want, MOST_SOLUTIONS)
    if settled or count >= want:
        return Found(grids, exhausted=settled)
    if not exhausted:
        guesses = plural(nodes, "guess", "guesses") if nodes else "pending guesses"
        return Found(grids, exhausted=False, note=f"the limit of {guesses} ran out")
    return Found(grids, exhausted=False, note="engine 'lanes' looks for two solutions at most")


ENGINE = Lanes()
