"""Judges classic rows by the bulk kernel, all at once, and any other puzzle by some engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from cpsudoku.bulk.encode import CLASH, MULTIPLE, NONE, STATUSES, UNIQUE, UNKNOWN
from cpsudoku.bulk.settings import Settings
from cpsudoku.bulk.text import Bytes, Ints
from cpsudoku.bulk.verify import clashes, solves
from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit, Verdict
from cpsudoku.core.words import conflicts_in_words, uninterpreted_in_words
from cpsudoku.engines import DEFAULT_ENGINE, lanes
from cpsudoku.runtime.errors import EngineError, Unsupported
from cpsudoku.runtime.parameters import LONGEST
from cpsudoku.runtime.plural import plural
from cpsudoku.solving import cross_check, refuse_unsupported, settle, settle_all
from cpsudoku.solving.settling import AnyEngine

NINE = Board.of_size(9)
_STATUS_NUMBER = {word: number for number, word in enumerate(STATUSES)}
FIRST_ONLY = "one solution was found; a second was not looked for"


@dataclass(frozen=True)
class Alone:
    """The verdict of one puzzle for its row: status, number of solutions, reason."""

    status: int
    count: int
    reason: str
    solution: Grid | None
    engine: str


def judge_cells(
    cells: Bytes, seconds: float | None = None, count: int = 2
) -> tuple[Bytes, Bytes, Ints]:
    """The status of each classic 9x9, as a number of STATUSES, and its solution if it is unique.

    cells: uint8[n, 81]. Returns uint8[n]; uint8[n, 81], zeros unless there is exactly one
    solution; and int64[n], the number of solutions found, up to ``count`` (1 to 255). If a limit
    runs out, the status is UNKNOWN. Raises EngineError if the kernel returns a wrong solution.
    """
    counts, solutions, exhausted = lanes.search(
        cells, count, lanes.nodes_of(Limit(seconds=seconds))
    )
    bad = np.flatnonzero((counts > 0) & ~solves(solutions, cells))
    if len(bad):
        line = Grid(cells[bad[0]].tobytes(), NINE).line
        raise EngineError("engine 'lanes' returned a wrong solution", line)
    statuses = np.choose(np.minimum(counts, 2), (NONE, UNIQUE, MULTIPLE)).astype(np.uint8)
    settled = exhausted & (counts < count)
    statuses[~settled & (counts < 2)] = UNKNOWN
    nothing = np.flatnonzero(counts == 0)
    statuses[nothing[clashes(cells[nothing])]] = CLASH
    solutions[statuses != UNIQUE] = 0
    return statuses, solutions, counts.astype(np.int64)


def judge_others(
    puzzles: Sequence[Puzzle], settings: Settings, checked: Sequence[bool]
) -> Iterator[Alone | Unsupported]:
    """The verdict of each puzzle by the requested engine, or why it does not accept the puzzle.

    By default many puzzles with the same houses are judged at once by the bulk engine. CP-SAT and
    the propagators judge all others, and whichever answers first decides. ``checked``: a second
    engine judges the puzzle too. Raises EngineError if the engines disagree.
    """
    limit = Limit(seconds=settings.seconds)
    engine = settings.engine or _usual_engine(puzzles)
    refused = {number: error for number, error in enumerate(_refused(puzzles, engine)) if error}
    accepted = [puzzle for number, puzzle in enumerate(puzzles) if number not in refused]
    if not accepted:  # then no engine is loaded: OR-Tools takes half a second
        yield from refused.values()
        return
    verdicts = iter(settle_all(accepted, engine, settings.count, limit))
    for number, is_checked in enumerate(checked):
        if number in refused:
            yield refused[number]
            continue
        verdict = next(verdicts)
        if is_checked:
            cross_check(verdict, settings.count, limit)
        yield Alone(
            _STATUS_NUMBER[verdict.word],
            len(verdict.solutions),
            _reason(verdict, settings.count),
            verdict.solution if verdict.is_unique else None,
            verdict.engine,
        )


def _usual_engine(puzzles: Sequence[Puzzle]) -> AnyEngine:
    """CP-SAT for a few plain puzzles on boards of usual shape; loading others takes longer."""
    from cpsudoku.solving.fastest import ALIKE, for_many

    if len(puzzles) < ALIKE and all(each.is_plain and each.board.is_usual for each in puzzles):
        return DEFAULT_ENGINE
    return for_many()


def _refused(puzzles: Sequence[Puzzle], engine: AnyEngine) -> Iterator[Unsupported | None]:
    for puzzle in puzzles:
        try:
            refuse_unsupported(puzzle, engine)
            yield None
        except Unsupported as error:
            yield error


def _reason(verdict: Verdict, count: int) -> str:
    """Why the status is not ``unique``, and the parts that were not interpreted."""
    parts = verdict.puzzle.uninterpreted
    first_only = FIRST_ONLY if count == 1 and verdict.solutions else ""
    why = _first_clash(verdict.puzzle) if verdict.conflicts else verdict.note or first_only
    return "; ".join(filter(None, [why, uninterpreted_in_words(parts) if parts else ""]))


@lru_cache(maxsize=4096)
def clash_in_words(cells: bytes) -> str:
    """The first clash of a puzzle: ``5 twice in row 1: r1c1, r1c2``."""
    return _first_clash(Puzzle(Grid(cells, NINE)))


def _first_clash(puzzle: Puzzle) -> str:
    first, *more = puzzle.conflicts
    said = conflicts_in_words(puzzle, (first,))
    return f"{said}; and {len(more)} more" if more else said


def check_again(cells: Bytes, statuses: Bytes, counts: Ints, count: int) -> None:
    """Judge classic rows by CP-SAT too; raise EngineError if it disagrees with the kernel."""
    for row in np.flatnonzero(statuses != UNKNOWN):
        puzzle = Puzzle(Grid(cells[row].tobytes(), NINE))
        verdict = settle(puzzle, want=count)
        words = [STATUSES[statuses[row]], verdict.word]
        numbers = [int(counts[row]), len(verdict.solutions)]
        if words[0] != words[1]:
            said = words
        elif numbers[0] != numbers[1] and verdict.exhausted:
            said = [plural(number, "solution") for number in numbers]
        else:
            continue
        problem = f"engines disagree: lanes finds {said[0]}, cpsat finds {said[1]}"
        raise EngineError(problem, puzzle.givens.line)


def is_minimal(puzzle: Puzzle, seconds: float | None) -> bool | None:
    """Whether a proper puzzle has no redundant given; None if the limit ran out."""
    from cpsudoku.diagnosing.prove import OutOfTime, Prover  # loads ortools, 0.3 s

    try:
        return not Prover(puzzle, LONGEST if seconds is None else seconds).redundant()
    except OutOfTime:
        return None
