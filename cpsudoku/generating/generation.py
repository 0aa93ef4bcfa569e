"""Makes candidates in order, on one or several cores, until there are enough puzzles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import TypeVar

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.views import Shown
from cpsudoku.generating.large import large_candidate
from cpsudoku.generating.reducing import RunOutOfTime
from cpsudoku.generating.ruled import GivensShape, RuleWish, ruled_candidate
from cpsudoku.generating.wish import Wish
from cpsudoku.runtime import parameters
from cpsudoku.runtime.compiled.door import Work, open_all
from cpsudoku.runtime.errors import EngineError
from cpsudoku.runtime.processes import in_order
from cpsudoku.solving import settle
from cpsudoku.teaching.rating.base import Rating

FIRST_BLOCK, LAST_BLOCK = 64, 4096  # candidates; blocks of 256 are half as fast as blocks of 4096
PATIENCE = 60.0  # seconds without a puzzle after which a run without a limit ends
Made = TypeVar("Made")
LARGEST_BOARD = 10**6  # more cells than any board has
_WORK = Work()
AHEAD = 2  # blocks by which a worker may be ahead of the reader


@dataclass(frozen=True, repr=False)
class GeneratedPuzzle(Shown, view="generated"):
    """A puzzle with its only solution, and with its rating if it was rated.

    ``candidate`` is its number among the candidates of the seed.
    """

    candidate: int
    givens: Grid
    solution: Grid
    rating: Rating | None = None
    rules: tuple[Constraint, ...] = ()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, with its solution as ``answer`` and its rating as ``label``."""
        label = str(self.rating) if self.rating is not None else ""
        return Puzzle(self.givens, self.rules, label=label, answer=self.solution)


@dataclass(frozen=True)
class CandidateBlock:
    """Some candidates of a wish. Those that are not made at the deadline are skipped.

    ``is_plain``: they are made without compiled code.
    """

    wish: Wish
    seed: int
    first: int
    count: int
    deadline: float
    is_plain: bool = False


class GenerationRun:
    """Makes the puzzles of a wish and a seed, in the order of their candidates.

    The order does not depend on ``jobs`` or on the machine. Without a limit in seconds, the run
    ends after a minute without a puzzle. At the end, ``tried`` is the number of candidates, and
    ``in_time`` is True if there were enough puzzles.
    """

    def __init__(self, wish: Wish, seed: int, jobs: int = 1, limit: float | None = None) -> None:
        wish.check()
        if limit is not None:
            limit = parameters.seconds("limit", limit)
        self.wish, self.seed, self.jobs = wish, seed, jobs
        self._patience = PATIENCE if limit is None else math.inf
        self._limit = math.inf if limit is None else limit
        self._end = monotonic() + self._limit
        self.tried = 0
        self.in_time = True

    def start_clock(self, needs: Iterable[str] = ()) -> None:
        """Count the limit from now on. Before that, load what the run cannot begin without.

        ``needs`` are compiled programs that are needed besides those of the wish.
        """
        if needs or (self.wish.is_classic and not _can_begin_plain(self.wish)):
            open_all({*self.wish.programs, *needs})
        self._end = monotonic() + self._limit

    def puzzles(self, count: int) -> Iterator[GeneratedPuzzle]:
        """The first ``count`` puzzles of the wish; fewer if the time runs out."""
        made, last, seen = 0, monotonic(), set[tuple[Grid, tuple[Constraint, ...]]]()
        for block, found in self.blocks(make, count):
            for each in found:
                key = each.givens, each.rules
                if key in seen:
                    continue
                if not self.wish.is_quick or self.wish.solution is not None:
                    seen.add(key)  # for others, equal ones are too rare to check (10**20)
                made, last, self.tried = made + 1, monotonic(), each.candidate + 1
                yield each
                if made == count:
                    return
            self.tried = block.first + block.count
            if self.is_over(last):
                break
        self.in_time = False

    def is_over(self, last: float) -> bool:
        """Whether the time ran out; ``last`` is when the last puzzle was made."""
        return monotonic() >= min(self._end, last + self._patience)

    def blocks(
        self,
        work: Callable[[CandidateBlock], Made],
        count: int,
        first: int = 0,
        is_quick: bool = True,
    ) -> Iterator[tuple[CandidateBlock, Made]]:
        """Blocks of candidates from ``first`` on, with what ``work`` makes of each, in order.

        Both forms make the same puzzles; the plain one makes forty candidates per second at once.
        """
        while _can_begin_plain(self.wish) and _WORK.is_plain(self.wish.programs):
            block = CandidateBlock(self.wish, self.seed, first, 1, self._deadline, is_plain=True)
            with _WORK.working():
                made = work(block)
            yield block, made
            first += 1
        planned = self._planned(count, first, is_quick)
        yield from in_order(work, planned, self.jobs, ahead=AHEAD)

    @property
    def _deadline(self) -> float:
        return min(self._end, monotonic() + self._patience)

    def _planned(self, count: int, first: int, is_quick: bool) -> Iterator[CandidateBlock]:
        """An endless series of blocks. The first are small, so that a few puzzles come at once."""
        # rating takes longer
        most = LAST_BLOCK if is_quick and self.wish.rater is None else FIRST_BLOCK
        size = min(max(count, FIRST_BLOCK), most) if self.wish.is_quick else 1
        while first == 0 or self.wish.pattern is None or self.wish.solution is None:
            yield CandidateBlock(self.wish, self.seed, first, size, self._deadline)
            first += size
            size = min(2 * size, most) if self.wish.is_quick else 1


def _can_begin_plain(wish: Wish) -> bool:
    """Whether a wish does not need compiled code from the start.

    Ratings of chains do: in plain Python the first one can take longer than the run waits.
    """
    return wish.is_quick and "chains" not in wish.programs


def make(block: CandidateBlock) -> list[GeneratedPuzzle]:
    """The puzzles among the candidates that fit the wish, each proved and verified."""
    wish = block.wish
    found = _plainly(block) if block.is_plain else _made(block)
    if wish.rater is None:
        return found
    made = []
    for each in found:
        is_late = monotonic() >= block.deadline
        rating = wish.rater(each.puzzle) if not is_late else None
        if rating is not None:
            made.append(replace(each, rating=rating))
    return made


def _made(block: CandidateBlock) -> list[GeneratedPuzzle]:
    return _in_bulk(block) if block.wish.is_quick else _one_by_one(block)


def _plainly(block: CandidateBlock) -> list[GeneratedPuzzle]:
    from cpsudoku.generating.removing import plain_candidate

    numbers = range(block.first, block.first + block.count)
    made = ((number, plain_candidate(block.wish, block.seed, number)) for number in numbers)
    return [GeneratedPuzzle(number, *pair) for number, pair in made if pair is not None]


def _in_bulk(block: CandidateBlock) -> list[GeneratedPuzzle]:
    from cpsudoku.generating.classic import classic_block

    numbers, puzzles, grids = classic_block(block.wish, block.seed, block.first, block.count)
    board = block.wish.board
    givens = (Grid(cells.tobytes(), board) for cells in puzzles)
    solutions = (Grid(cells.tobytes(), board) for cells in grids)
    found = zip(numbers.tolist(), givens, solutions, strict=True)
    return [GeneratedPuzzle(*each) for each in found]


def _one_by_one(block: CandidateBlock) -> list[GeneratedPuzzle]:
    puzzles: list[GeneratedPuzzle] = []
    for candidate in range(block.first, block.first + block.count):
        try:
            if block.wish.ruled is not None:
                puzzles += _ruled(block, block.wish.ruled, candidate)
                continue
            puzzle = _candidate(block, candidate)
        except RunOutOfTime:
            return puzzles
        if puzzle is not None:
            verdict = settle(Puzzle(puzzle))
            if not verdict.is_unique or verdict.solution is None:
                raise EngineError(
                    "a generated puzzle is {verdict}", puzzle.line, verdict=verdict.word
                )
            puzzles.append(GeneratedPuzzle(candidate, puzzle, verdict.solution))
    return puzzles


def _ruled(block: CandidateBlock, ruled: RuleWish, candidate: int) -> list[GeneratedPuzzle]:
    """The puzzle with rules of a candidate, if it fits the wish."""
    wish = block.wish
    most = wish.clues[1] if wish.clues is not None else LARGEST_BOARD
    shape = GivensShape(wish.symmetry, wish.least, most, wish.minimal, wish.clues is not None)
    made = ruled_candidate(ruled, wish.board, shape, (block.seed, candidate), block.deadline)
    if made is None:
        return []
    verdict = settle(made.puzzle)
    if not verdict.is_unique or verdict.solution != made.solution:
        raise EngineError(
            "a generated puzzle is {verdict}", made.puzzle.givens.line, verdict=verdict.word
        )
    rules = made.puzzle.constraints
    return [GeneratedPuzzle(candidate, made.puzzle.givens, made.solution, made.rating, rules)]


def _candidate(block: CandidateBlock, candidate: int) -> Grid | None:
    wish = block.wish
    if not wish.is_classic or wish.pattern is None or wish.solution is not None:
        return large_candidate(wish, block.seed, candidate, block.deadline)
    from cpsudoku.generating.pattern import fill_pattern

    cells = fill_pattern(wish.pattern, block.seed, candidate)
    return Grid(cells.tobytes(), wish.board) if cells is not None else None
