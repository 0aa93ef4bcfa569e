"""Counts the solutions of many variants of a puzzle, with the bulk engine or with CP-SAT."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property
from time import monotonic

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, Limit
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, HAS_BULK, HAS_CPSAT, Engine
from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.solving.fastest import for_many

# Guesses of the bulk engine. Without a limit, one in 200 conflicting sets with few givens took
# minutes. For hard ones, CP-SAT needs less time than NumPy does until the kernel is compiled.
NODES, COUNTING_NODES = 2000, 300


class OutOfTime(CpsudokuError):
    """The limit ran out before a question was answered."""


class Prover:
    """Counts the solutions of other givens under the rules of one puzzle, until a deadline.

    Searches of the bulk engine move the deadline, because their seconds depend on what is compiled,
    and answers must not. ``limit`` is the latest deadline.
    """

    def __init__(self, puzzle: Puzzle, seconds: float) -> None:
        self.puzzle = puzzle
        self.deadline = self.limit = monotonic() + seconds
        self.is_classic = puzzle.is_classic_9x9
        self.in_bulk = self.is_classic and HAS_BULK
        self.is_fast = self.in_bulk or HAS_CPSAT

    def until(self, seconds: float) -> Prover:
        """A prover with an earlier deadline: at most so many seconds from now."""
        left = self.deadline - monotonic()
        sooner = Prover(self.puzzle, max(0.01, min(seconds, left)))
        sooner.limit = self.limit
        return sooner

    def within(self, share: float) -> float:
        """A deadline after this share of the time that is left."""
        return monotonic() + share * max(0.0, self.deadline - monotonic())

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """The cells of the givens, then a number for each rule."""
        given = (cell for cell, digit in enumerate(self.puzzle.givens.cells) if digit)
        first = len(self.puzzle.board)
        return (*given, *range(first, first + len(self.puzzle.constraints)))

    def split(self, parts: Collection[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The cells among some parts, and the numbers of the rules, from 0."""
        first = len(self.puzzle.board)
        cells = tuple(part for part in parts if part < first)
        return cells, tuple(part - first for part in parts if part >= first)

    def filling(self, parts: Collection[int], deadline: float) -> bytes | None:
        """A filling in which these parts hold, each as it is among all; None if there is none.

        Raises OutOfTime.
        """
        first = len(self.puzzle.board)
        some = self.puzzle.only(parts, [part - first for part in parts])
        found = self.solutions_of(some, 1, deadline)
        return found.solutions[0].every if found.solutions else None

    def agreeing(self, filling: bytes) -> frozenset[int]:
        """The parts that hold in a filling of all cells and variables."""
        puzzle, grid = self.puzzle, Grid.of_all(filling, self.puzzle.board)
        rules = enumerate(puzzle.constraints, len(puzzle.board))
        return frozenset(
            [
                cell
                for cell, digit in enumerate(puzzle.givens.cells)
                if digit and digit == grid[cell]
            ]
            + [n for n, each in rules if each.allows(puzzle.values(grid, each.cells))]
        )

    def without(self, parts: Collection[int]) -> Puzzle:
        """The puzzle without these parts, as somebody would write it."""
        first = len(self.puzzle.board)
        rules = tuple(
            each for n, each in enumerate(self.puzzle.constraints, first) if n not in parts
        )
        cells = givens_without(self.puzzle.givens.cells, [part for part in parts if part < first])
        givens = Grid(cells, self.puzzle.board)
        return replace(self.puzzle, givens=givens, constraints=rules, answer=None)

    def has_one_solution(self, puzzle: Puzzle, deadline: float) -> bool:
        """Whether another puzzle is proper; raises OutOfTime."""
        return len(self.solutions_of(puzzle, 2, deadline, for_many()).solutions) == 1

    def solutions_of(
        self, puzzle: Puzzle, want: int, deadline: float, engine: Engine | None = None
    ) -> Found:
        """Solutions of another puzzle, up to ``want``; raises OutOfTime."""
        limit = Limit(seconds=max(0.0, min(deadline, self.deadline) - monotonic()))
        found = (engine or ENGINES[DEFAULT_ENGINE]).search(puzzle, want, limit)
        if not found.exhausted and len(found.solutions) < want:
            raise OutOfTime(found.note)
        return found

    @cached_property
    def has_rules_about_rules(self) -> bool:
        """Whether some rule depends on the others, as 'all dots are given' does."""
        return any(each.among(()) != each for each in self.puzzle.constraints)

    def with_givens(self, cells: bytes) -> Puzzle:
        """A puzzle with the same board and rules, and these givens."""
        return replace(self.puzzle, givens=Grid(cells, self.puzzle.board), answer=None)

    def counts(self, block: Sequence[bytes], want: int = 2) -> list[int]:
        """The number of solutions of each filling, up to ``want``; raises OutOfTime."""
        return [count for count, _ in self._search(block, want, COUNTING_NODES)]

    def solutions(self, block: Sequence[bytes]) -> list[bytes | None]:
        """A solution of each filling, or None; raises OutOfTime."""
        return [solution if count else None for count, solution in self._search(block, 1, NODES)]

    def _search(self, block: Sequence[bytes], want: int, nodes: int) -> list[tuple[int, bytes]]:
        """Search in bulk; CP-SAT searches what is too hard (few givens, no solution).

        It searches everything if the bulk engine does not know the rules or is not installed.
        """
        self.refuse_late()
        if not self.in_bulk:
            return [self._alone(self.with_givens(cells), want) for cells in block]
        begin = monotonic()
        from cpsudoku.engines.lanes import search_each

        found = search_each(block, want, nodes)
        self.deadline = min(self.limit, self.deadline + monotonic() - begin)
        return [
            self._alone(self._puzzle_of(cells), want) if each is None else each
            for cells, each in zip(block, found, strict=True)
        ]

    def _alone(self, puzzle: Puzzle, want: int) -> tuple[int, bytes]:
        found = self.solutions_of(puzzle, want, self.deadline)
        return len(found.solutions), found.solutions[0].cells if found.solutions else b""

    def _puzzle_of(self, cells: bytes) -> Puzzle:
        """The puzzle of a filling for the bulk engine, in which a blank may exclude a digit."""
        from cpsudoku.engines.lanes import FORBID

        if max(cells) < FORBID:
            return self.with_givens(cells)
        digits = range(1, self.puzzle.board.size + 1)
        marks = tuple(tuple(d for d in digits if each != FORBID + d) for each in cells)
        puzzle = self.with_givens(bytes(0 if each > FORBID else each for each in cells))
        return replace(puzzle, marks=marks)

    def other(self, cells: bytes, known: Grid) -> Grid | None:
        """A solution other than the known one; None if there is no other."""
        found = self.solutions_of(self.with_givens(cells), 2, self.deadline)
        return next((grid for grid in found.solutions if grid.counted != known.counted), None)

    def others(self, cells: bytes, known: Grid) -> list[Grid]:
        """Solutions that differ from the known one, one for each blank cell that can differ.

        Only for classic puzzles, which the bulk engine searches.
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
        """The givens of a proper puzzle that are each redundant by themselves.

        Raises OutOfTime.
        """
        cells = self.puzzle.givens.cells
        given = [cell for cell, digit in enumerate(cells) if digit]
        counts = self.counts([givens_without(cells, [cell]) for cell in given])
        return tuple(cell for cell, count in zip(given, counts, strict=True) if count == 1)

    def refuse_late(self) -> None:
        """Raise OutOfTime if the time is over."""
        if monotonic() >= self.deadline:
            raise OutOfTime("the limit ran out")


def givens_without(cells: bytes, gone: Sequence[int]) -> bytes:
    """The givens without those of some cells."""
    left = bytearray(cells)
    for cell in gone:
        left[cell] = 0
    return bytes(left)


def only(cells: bytes, kept: Sequence[int]) -> bytes:
    """Only the givens of these cells."""
    left = bytearray(len(cells))
    for cell in kept:
        left[cell] = cells[cell]
    return bytes(left)
