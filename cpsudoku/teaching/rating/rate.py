"""Rates one puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Status, Verdict
from cpsudoku.runtime.deadline import NO_DEADLINE, Deadline, DeadlineReached
from cpsudoku.runtime.errors import Unsupported
from cpsudoku.runtime.words import worded
from cpsudoku.solving import Solvable, as_puzzle, settle
from cpsudoku.teaching.rating.base import (
    BEYOND,
    BOTH,
    EFFORT,
    GUESSES,
    SCALE_WITH_RULES,
    SCALES,
    Rating,
    scales_of,
)
from cpsudoku.teaching.rating.effort import effort_of
from cpsudoku.teaching.rating.explainer import explained
from cpsudoku.teaching.rating.guesses import guessed
from cpsudoku.teaching.rating.hodoku import scored
from cpsudoku.teaching.start import DEFAULT_ORDER, unused_rules
from cpsudoku.techniques import LEVELS, ROWS
from cpsudoku.techniques.compiled.ground import Ground, candidates_on, ground_of
from cpsudoku.techniques.walk import turns, walk

SIZE = 9  # the size of classic puzzles


def rate(puzzle: Solvable | Verdict, *, scale: str = BOTH, limit: float | None = None) -> Rating:
    """Rate how hard a puzzle is for a person. Only proper puzzles get numbers.

    ``scale`` is ``se121`` (Sudoku Explainer 1.2.1: ER, EP and ED), ``hodoku`` (level and score),
    ``both`` of them, ``effort`` (a number of our own for every rule and board), or ``guesses``
    (those of the bulk kernel until the proof). The search for the
    solution and for all steps takes at most ``limit`` seconds; if they do not suffice, the status
    is ``unknown``. A verdict needs no search for the solution. Every step is checked against the
    solution. HoDoKu's scale is defined only for classic 9x9 puzzles. Sudoku Explainer's also rates
    puzzles whose rules are houses, offsets or non-consecutive cells, as Sukaku Explainer does, up
    to 9x9 cells. With ``both``, a puzzle that is not classic gets the level of the hardest
    technique that it needs, and no score; if Sudoku Explainer's scale does not fit, it also gets
    the effort. A single scale raises Unsupported if it does not fit.

    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rating = rate(line, scale="hodoku")
    >>> rating.level, rating.score, rating.er
    ('easy', 204, None)
    """
    scales, time = scales_of(scale), Limit(limit)
    deadline = Deadline(time.seconds)
    if isinstance(puzzle, Verdict):
        return rated(puzzle, scales, deadline)
    asked = as_puzzle(puzzle)
    refuse_unratable(asked, scales)
    return rated(settle(asked, limit=time), scales, deadline)


def rated(
    verdict: Verdict, scales: Sequence[str] = SCALES, deadline: Deadline = NO_DEADLINE
) -> Rating:
    """The rating of a puzzle whose verdict is known; ``unknown`` if the deadline passes."""
    puzzle = verdict.puzzle
    refuse_unratable(puzzle, scales)
    if GUESSES in scales:
        return guessed([verdict])[0]
    solution = verdict.solution
    if not verdict.is_unique or solution is None:
        problem = f"{puzzle.source}: {verdict.note}" if verdict.note else ""
        return Rating(puzzle, verdict.word, problem=problem)
    try:
        with deadline.applied():
            if EFFORT in scales:
                return _with_effort(Rating(puzzle, "unique"), solution)
            if puzzle.is_classic_9x9:
                return _scaled(puzzle, solution, scales)
            return _with_rules(puzzle, solution, scales)
    except DeadlineReached as reached:
        return Rating(puzzle, str(Status.UNKNOWN), problem=f"{puzzle.source}: {reached}")


def _scaled(puzzle: Puzzle, solution: Grid, scales: Sequence[str]) -> Rating:
    """The rating of a classic puzzle on these scales. Raises DeadlineReached."""
    start = perf_counter()
    first = explained(Candidates.of(puzzle), solution) if "se121" in scales else None
    level, score, counts = None, None, Counter[str]()
    if "hodoku" in scales:
        level, score, counts = scored(puzzle, solution)
    seconds = perf_counter() - start
    if first is None:
        used = sorted_counts(counts)
        return Rating(puzzle, "unique", level=level, score=score, counts=used, seconds=seconds)
    if not first.solved:
        return Rating(puzzle, BEYOND, level=level, score=score, seconds=seconds)
    er, ep, ed = first.er / 10, first.ep / 10, first.ed / 10
    used = sorted_counts(first.counts)
    return Rating(puzzle, "unique", er, ep, ed, level, score, first.hardest, used, seconds)


def _with_rules(puzzle: Puzzle, solution: Grid, scales: Sequence[str]) -> Rating:
    """The rating of a puzzle that is not classic. Raises DeadlineReached.

    If the deadline passes after the level is known, the rating has no number.
    """
    level = _leveled(puzzle, solution) if "hodoku" in scales else Rating(puzzle, "unique")
    ground = ground_of(puzzle) if "se121" in scales else None
    if level.status == BEYOND and ground is None:
        return level
    try:
        if ground is not None:
            return _on_ground(level, ground, solution, scales)
        return replace(_with_effort(level, solution), status=level.status)
    except DeadlineReached as reached:
        if level.level is None:
            raise
        return replace(level, problem=f"{puzzle.source}: {reached}")


def _on_ground(level: Rating, ground: Ground, solution: Grid, scales: Sequence[str]) -> Rating:
    """A rating with the numbers of Sukaku Explainer."""
    puzzle, start = level.puzzle, perf_counter()
    assert puzzle is not None
    found = explained(candidates_on(ground, puzzle), solution, ground=ground)
    seconds = level.seconds + perf_counter() - start
    rated = replace(level, scale=SCALE_WITH_RULES, seconds=seconds)
    if "hodoku" not in scales:
        status, used = "unique" if found.solved else BEYOND, sorted_counts(found.counts)
        rated = replace(rated, status=status, hardest=found.hardest, counts=used)
    if not found.solved:
        return rated
    return replace(rated, er=found.er / 10, ep=found.ep / 10, ed=found.ed / 10)


def _with_effort(rating: Rating, solution: Grid) -> Rating:
    """A rating with the number of our own scale. Raises DeadlineReached."""
    puzzle, start = rating.puzzle, perf_counter()
    assert puzzle is not None
    found = effort_of(puzzle, solution)
    seconds = rating.seconds + perf_counter() - start
    if found.is_solved:
        return replace(rating, effort=round(found.number, 2), seconds=seconds)
    return replace(rating, status=BEYOND, seconds=seconds)


def _leveled(puzzle: Puzzle, solution: Grid) -> Rating:
    """The level of a puzzle with rules or on another board, from the techniques that it needs.

    It is the level of the hardest step in the order ``human``. If all techniques, even trials, do
    not solve the puzzle, the status is ``beyond``. Raises DeadlineReached.
    """
    start, counts, last = perf_counter(), Counter[str](), Candidates.of(puzzle)
    for before, step in walk(last, turns(puzzle, DEFAULT_ORDER), solution):
        counts[step.technique] += 1
        last = step.apply(before)
    places = list(ROWS)
    hardest = max(counts, key=lambda name: (_level(name), places.index(name)), default=None)
    level = LEVELS[_level(hardest)] if hardest else LEVELS[0]
    solved = "unique" if last.is_solved else BEYOND
    unused = "" if last.is_solved else unused_rules(puzzle)
    return Rating(
        puzzle,
        solved,
        level=level if last.is_solved else LEVELS[-1],
        hardest=hardest,
        counts=sorted_counts(counts),
        seconds=perf_counter() - start,
        problem=f"{puzzle.source}: {unused}" if unused else "",
    )


def _level(name: str) -> int:
    return LEVELS.index(ROWS[name].level)


def refuse_unratable(puzzle: Puzzle, scales: Sequence[str] = SCALES) -> None:
    """Raise Unsupported if a single scale was chosen that is not defined for a puzzle.

    With both scales, puzzles that are not classic 9x9 Sudoku get a level of their own. Sudoku
    Explainer's scale is also defined for a ground.
    """
    if puzzle.is_classic_9x9 or tuple(scales) == SCALES or EFFORT in scales:
        return
    board = puzzle.board
    scale = scales[0]
    if scale == "se121" and ground_of(puzzle) is not None:
        return
    taken = worded("classic 9x9 puzzles")
    if scale == "se121":
        taken = worded("boards of up to 9x9 cells with houses, offsets and non-consecutive cells")
    rules = ", ".join(dict.fromkeys(rule.name for rule in puzzle.constraints)) or "pencilmarks"
    found = worded("has {rules}", rules=rules)
    if not board.is_classic_9x9:
        is_nine = board.height == board.width == SIZE
        shape = (
            worded("has other boxes or digits")
            if is_nine
            else worded("is {height}x{width}", height=board.height, width=board.width)
        )
        found = shape if not puzzle.constraints or scale != "se121" else found
    raise Unsupported(
        "{source}: {scale} rates only {taken}; this one {found}",
        source=puzzle.source,
        scale=scale,
        taken=taken,
        found=found,
    )


def sorted_counts(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    """The counts, highest first."""
    return tuple(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))
