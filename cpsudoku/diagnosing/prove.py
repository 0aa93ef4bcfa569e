"""Many fillings of one puzzle's board, counted: by the bulk kernel where it can, else by CP-SAT."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from cpsudoku.core.errors import CpsudokuError
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, Limit
from cpsudoku.engines import BULK_ENGINE, DEFAULT_ENGINE, ENGINES

NODES = 2000  # guesses; one in 200 conflicting sets with few givens took minutes without a limit


class OutOfTime(CpsudokuError):
    """The limit ran out before a question was answered."""


class Prover:
    """Counts and solves other givens under the rules of one puzzle, until a deadline."""

    def __init__(self, puzzle: Puzzle, seconds: float) -> None:
        self.puzzle = puzzle
        self.deadline = monotonic() + seconds
        self.in_bulk = ENGINES[BULK_ENGINE].unsupported(puzzle) is None

    def until(self, seconds: float) -> Prover:
        """The same with a deadline that many seconds from now, where that is earlier."""
        left = self.deadline - monotonic()
        return Prover(self.puzzle, max(0.01, min(seconds, left)))

    def with_givens(self, cells: bytes) -> Puzzle:
        """The same board and rules with other givens."""
        return replace(self.puzzle, givens=Grid(cells, self.puzzle.board), answer=None)

    def counts(self, block: Sequence[bytes], want: int = 2) -> list[int]:
        """The number of solutions of each filling, up to ``want``; raises OutOfTime."""
        return [count for count, _ in self._search(block, want)]

    def solutions(self, block: Sequence[bytes]) -> list[bytes | None]:
        """A solution of each filling, None where there is none; raises OutOfTime."""
        return [solution if count else None for count, solution in self._search(block, 1)]

    def _search(self, block: Sequence[bytes], want: int) -> list[tuple[int, bytes]]:
        """In bulk; what the kernel finds too hard (few givens, no solution) goes to CP-SAT."""
        self.refuse_late()
        if not self.in_bulk:
            return [self._alone(cells, want) for cells in block]
        from cpsudoku.engines.lanes import search_each

        pairs = zip(block, search_each(block, want, NODES), strict=True)
        return [self._alone(cells, want) if found is None else found for cells, found in pairs]

    def _alone(self, cells: bytes, want: int) -> tuple[int, bytes]:
        found = self._found(cells, want)
        return len(found.solutions), found.solutions[0].cells if found.solutions else b""

    def _found(self, cells: bytes, want: int) -> Found:
        limit = Limit(seconds=max(0.0, self.deadline - monotonic()))
        found = ENGINES[DEFAULT_ENGINE].search(self.with_givens(cells), want, limit)
        if not found.exhausted and len(found.solutions) < want:
            raise OutOfTime(found.note)
        return found

    def other(self, cells: bytes, known: Grid) -> Grid | None:
        """A solution of a filling that is not the one known; None where that is the only one."""
        found = self._found(cells, 2)
        return next((grid for grid in found.solutions if grid != known), None)

    def others(self, cells: bytes, known: Grid) -> list[Grid]:
        """Solutions of a filling with another digit than the one known, one for each blank cell.

        None where each blank has the same digit in all solutions. Only in bulk.
        """
        from cpsudoku.engines.lanes import FORBID

        block = []
        for cell, digit in enumerate(cells):
            if not digit:
                filling = bytearray(cells)
                filling[cell] = FORBID + known[cell]
                block.append(bytes(filling))
        return [Grid(cells, known.board) for cells in self.solutions(block) if cells]

    def redundant(self) -> tuple[int, ...]:
        """The givens of a proper puzzle without which it stays proper, each by itself.

        Raises OutOfTime.
        """
        cells = self.puzzle.givens.cells
        given = [cell for cell, digit in enumerate(cells) if digit]
        counts = self.counts([without(cells, [cell]) for cell in given])
        return tuple(cell for cell, count in zip(given, counts, strict=True) if count == 1)

    def at_once(self, many: int) -> int:
        """How many variants of a question are worth asking: one where each costs a search."""
        return many if self.in_bulk else 1

    def refuse_late(self) -> None:
        """Raise OutOfTime when the time is over."""
        if monotonic() >= self.deadline:
            raise OutOfTime("the limit ran out")


def warm_up(puzzle: Puzzle, say: Callable[[str], None]) -> None:
    """Load the bulk kernel where the puzzle is for it; reports it if that takes long."""
    if ENGINES[BULK_ENGINE].unsupported(puzzle) is None:
        from cpsudoku.engines import lanes

        lanes.warm_up(say)


def without(cells: bytes, gone: Sequence[int]) -> bytes:
    """The givens less those of some cells."""
    left = bytearray(cells)
    for cell in gone:
        left[cell] = 0
    return bytes(left)


def only(cells: bytes, kept: Sequence[int]) -> bytes:
    """The givens of these cells alone."""
    left = bytearray(len(cells))
    for cell in kept:
        left[cell] = cells[cell]
    return bytes(left)
