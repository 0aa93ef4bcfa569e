"""Turns the evidence of engines into the statuses of a block, by the rule of ``core.verdict``.

A bulk kernel searches the usual rows all at once; ``settle_all`` judges any other puzzle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import CONFLICT, Limit, Verdict, status_of
from cpsudoku.core.words import (
    conflicts_in_words,
    layering_in_words,
    layers_in_words,
    uninterpreted_in_words,
)
from cpsudoku.engines import BULK_ENGINE, DEFAULT_ENGINE
from cpsudoku.formats import Entry
from cpsudoku.road.alike import CLASSIC, Alike, hash_of
from cpsudoku.road.judge.work import BlockFacts
from cpsudoku.road.kernels.fields import Bytes, Ints
from cpsudoku.road.kernels.hashing import Hashes
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.settings import Settings
from cpsudoku.road.statuses import CLASH, STATUSES, UNIQUE, UNKNOWN
from cpsudoku.runtime.compiled.plain_calls import are_plain
from cpsudoku.runtime.errors import EngineError, InputError, Unsupported
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import worded
from cpsudoku.solving import cross_check, refuse_unsupported, settle, settle_all
from cpsudoku.solving.fastest import EACH
from cpsudoku.solving.settling import AnyEngine

_SEVERAL = 2  # solutions; more prove nothing else
_STATUS_NUMBER = {word: number for number, word in enumerate(STATUSES)}
FIRST_ONLY = worded("one solution was found; a second was not looked for")


def _number_of(solutions: int, exhausted: bool, clashing: bool) -> int:
    """The number of the status that evidence proves."""
    word = CONFLICT if clashing and not solutions else status_of(solutions, exhausted, clashing)
    return _STATUS_NUMBER[word]


# The rule for each kind of evidence: number of solutions, exhausted or not, clashing or not.
_RULE = np.array(
    [_number_of(*each) for each in product(range(_SEVERAL + 1), (False, True), (False, True))],
    np.uint8,
).reshape(_SEVERAL + 1, 2, 2)


def judge(work: BlockFacts, settings: Settings) -> None:
    """Set the status, the solution and the reason of every row."""
    uses_kernel = settings.uses_kernel and (work.alike.is_classic or not are_plain())
    others = _judge_usual(work, settings) if uses_kernel else work.usual
    entries: dict[int, Entry] = {
        row: work.alike.puzzle(work.rows.cells[row], work.source(row)) for row in others.tolist()
    }
    _judge_others(work, entries | work.odd, settings)


def judge_cells(
    cells: Bytes, seconds: float | None = None, count: int = 2, alike: Alike = CLASSIC
) -> tuple[Bytes, Bytes, Ints]:
    """The status of each puzzle, as a number of STATUSES, and its solution if it is unique.

    cells: uint8[n, 81]. Returns uint8[n]; uint8[n, 81], zeros unless there is exactly one
    solution; and int64[n], the number of solutions found, up to ``count`` (1 to 255). If a limit
    runs out, the status is UNKNOWN. Raises EngineError if the kernel returns a wrong solution.
    """
    counts, solutions, exhausted = alike.search(cells, count, Limit(seconds=seconds))
    bad = np.flatnonzero((counts > 0) & ~alike.solves(solutions, cells))
    if len(bad):
        line = alike.grid(cells[bad[0]]).line
        raise EngineError("engine 'lanes' returned a wrong solution", line)
    clashing = np.zeros(len(cells), np.bool_)
    nothing = np.flatnonzero(counts == 0)
    clashing[nothing] = alike.clashes(cells[nothing])
    has_all = exhausted & (counts < count)
    statuses = _RULE[np.minimum(counts, _SEVERAL), has_all.view(np.uint8), clashing.view(np.uint8)]
    solutions[statuses != UNIQUE] = 0
    return statuses, solutions, counts.astype(np.int64)


def _judge_usual(work: BlockFacts, settings: Settings) -> Ints:
    """Judge the usual rows: searched by a kernel, and verified. Returns those left for others.

    These are puzzles that the kernel for rules does not decide soon, unless it was asked for.
    """
    usual, alike = work.usual, work.alike
    cells = work.rows.cells if len(usual) == len(work.statuses) else work.rows.cells[usual]
    leaves = not alike.is_classic and settings.engine is None
    asked = settings.seconds
    seconds = min(EACH, math.inf if asked is None else asked) if leaves else asked
    statuses, solutions, counts = judge_cells(cells, seconds, settings.count, alike)
    _put(work, statuses, solutions, counts)
    is_enough = (statuses == UNKNOWN) & (settings.count == 1) & (counts == 1)
    is_late = (statuses == UNKNOWN) & ~is_enough
    is_left = is_late & leaves
    for at in np.flatnonzero(statuses == CLASH).tolist():
        work.say(int(usual[at]), _clash_in_words(alike, cells[at].tobytes()))
    for row in usual[is_enough].tolist():
        work.say(row, FIRST_ONLY)
    for row in usual[is_late & ~is_left].tolist():
        work.say(row, worded("the limit of {seconds} s ran out", seconds=f"{seconds:g}"))
    if settings.cross_check:
        picked = _picked(alike.hashes(cells), settings) & ~is_left
        check_again(cells[picked], statuses[picked], counts[picked], settings.count, alike)
    work.engines[BULK_ENGINE] += len(usual) - int(np.count_nonzero(is_left))
    left: Ints = usual[is_left]
    return left


def _put(work: BlockFacts, statuses: Bytes, solutions: Bytes, counts: Ints) -> None:
    """Set the columns of the usual rows. If these are all rows, nothing is copied."""
    usual = work.usual
    if len(usual) == len(work.statuses):
        work.statuses, work.solutions, work.counts = statuses, solutions, counts
    else:
        work.statuses[usual], work.solutions[usual] = statuses, solutions
        work.counts[usual] = counts


def _judge_others(work: BlockFacts, entries: dict[int, Entry], settings: Settings) -> None:
    """Judge the rows that the kernel for classic puzzles does not search."""
    puzzles = {row: entry for row, entry in entries.items() if isinstance(entry, Puzzle)}
    digests = np.array([hash_of(puzzle) for puzzle in puzzles.values()], np.uint64)
    checked = _picked(digests, settings).tolist()
    judged = dict(zip(puzzles, judge_others([*puzzles.values()], settings, checked), strict=True))
    for row, entry in entries.items():
        if isinstance(entry, InputError):
            work.say(row, entry.problem)
            continue
        found = judged[row]
        if isinstance(found, Unsupported):
            work.say(row, str(found))
            continue
        work.verdicts[row] = found
        work.engines[found.engine] += 1
        work.statuses[row], work.counts[row] = _STATUS_NUMBER[found.word], len(found.solutions)
        work.say(row, _reason(found, settings.count))
        if found.is_unique and found.solution is not None and row not in work.odd:
            work.solutions[row] = np.frombuffer(found.solution.cells, np.uint8)


def _picked(digests: Hashes, settings: Settings) -> Bools:
    """Which rows a second engine judges too; this depends only on the puzzle."""
    return digests >> np.uint64(11) < np.uint64(settings.cross_check * (1 << 53))


def judge_others(
    puzzles: Sequence[Puzzle], settings: Settings, checked: Sequence[bool]
) -> Iterator[Verdict | Unsupported]:
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
        yield verdict


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
    """Why the status is not ``unique``, what was not interpreted, and the layers of a solution."""
    parts = verdict.puzzle.uninterpreted
    first_only = FIRST_ONLY if count == 1 and verdict.solutions else ""
    why = _first_clash(verdict.puzzle) if verdict.conflicts else verdict.note or first_only
    said = [why, uninterpreted_in_words(parts) if parts else ""]
    if verdict.solution is not None and verdict.puzzle.board.layers:
        said += [layering_in_words(verdict), layers_in_words(verdict.solution)]
    return "; ".join(filter(None, said))


@lru_cache(maxsize=4096)
def _clash_in_words(alike: Alike, cells: bytes) -> str:
    """The first clash of a puzzle: ``5 twice in row 1: r1c1, r1c2``."""
    return _first_clash(alike.puzzle(np.frombuffer(cells, np.uint8)))


def _first_clash(puzzle: Puzzle) -> str:
    first, *more = puzzle.conflicts
    said = conflicts_in_words(puzzle, (first,))
    return worded("{said}; and {count} more", said=said, count=len(more)) if more else said


def check_again(
    cells: Bytes, statuses: Bytes, counts: Ints, count: int, alike: Alike = CLASSIC
) -> None:
    """Judge rows by CP-SAT too; raise EngineError if it disagrees with the kernel."""
    for row in np.flatnonzero(statuses != UNKNOWN):
        puzzle = alike.puzzle(cells[row])
        verdict = settle(puzzle, DEFAULT_ENGINE, count)
        words = [STATUSES[statuses[row]], verdict.word]
        numbers = [int(counts[row]), len(verdict.solutions)]
        if words[0] != words[1]:
            said = words
        elif numbers[0] != numbers[1] and verdict.exhausted:
            said = [plural(number, "solution") for number in numbers]
        else:
            continue
        problem = worded(
            "engines disagree: lanes finds {found}, cpsat finds {wanted}",
            found=said[0],
            wanted=said[1],
        )
        raise EngineError(problem, puzzle.givens.line)
