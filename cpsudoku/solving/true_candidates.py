"""Finds the digits that each cell has in some solution, by propagators or CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, TrueCandidates, Verdict, judge
from cpsudoku.engines import DEFAULT_ENGINE, HAS_CPSAT, PROPAGATE_ENGINE
from cpsudoku.runtime import parameters
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded
from cpsudoku.solving.fastest import has_propagators
from cpsudoku.solving.many import Progress, answers
from cpsudoku.solving.reading import Several, Solvable, as_puzzle, entries_of

if TYPE_CHECKING:
    from cpsudoku.engines.tally import Tally

SECONDS = 10.0
PATIENCE = 1.0  # seconds for propagators; most variants need 0.02
MANY = 2000  # solutions; CP-SAT lists so many in 0.2 s, and the bulk kernel counts all in 0.2 s
SHOWN = 2  # solutions that the verdict keeps
KERNEL = 255  # solutions; the bulk kernel counts no further
GUESSES = 100_000  # of the bulk kernel, for each count


@dataclass(frozen=True)
class _CandidatesOptions:
    """The keywords of ``candidates``."""

    bound: int
    seconds: float

    @staticmethod
    def of(count: int, limit: float) -> _CandidatesOptions:
        """The keywords, checked; raises BadParameter."""
        return _CandidatesOptions(
            parameters.whole("count", count, least=1), parameters.seconds("limit", limit)
        )


def candidates(puzzle: Solvable, *, count: int = 1, limit: float = SECONDS) -> TrueCandidates:
    """Find the digits that each cell has in some solution. Only other digits can be eliminated.

    The values of the variables of layers are found, too, but solutions with them are not counted.
    The solutions with each digit are counted up to ``count``. ``limit`` is in seconds; digits that
    are neither found nor excluded by then are ``undecided``. If there is no solution, no cell has
    any digit. Raises InputError if ``puzzle`` is not a puzzle.

    >>> found = candidates("1....4....3....2", count=9)
    >>> found.is_complete, found[0], found[2], found.count(2, 4)
    (True, (1,), (2, 4), 1)
    """
    return _found(as_puzzle(puzzle), _CandidatesOptions.of(count, limit))


def candidates_many(
    puzzles: Several,
    *,
    count: int = 1,
    limit: float = SECONDS,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[TrueCandidates | InputError]:
    """The true candidates of each puzzle, in order, or the InputError of a malformed entry.

    ``puzzles``, ``jobs`` and ``progress`` are those of ``solve_many``, the other keywords those of
    ``candidates``. ``limit`` is in seconds per puzzle.

    >>> [len(each.varying) for each in candidates_many(["1....4....3....2", "1..4..1.2......3"])]
    [12, 0]
    """
    work = partial(_found, options=_CandidatesOptions.of(count, limit))
    return answers(work, entries_of(puzzles), jobs, progress)


def _found(puzzle: Puzzle, options: _CandidatesOptions) -> TrueCandidates:
    start, bound = perf_counter(), options.bound
    found, engine = _tally(puzzle, monotonic() + options.seconds)
    if bound > 1 and found.is_complete and not found.exhausted:
        _count(found, bound)
    is_whole = found.is_complete and found.has_values
    note = (
        ""
        if is_whole
        else worded("the limit of {seconds} s ran out", seconds=f"{options.seconds:g}")
    )
    exhausted = found.exhausted or (found.is_complete and len(found.solutions) < 2)
    evidence = Found(tuple(found.witnesses), exhausted, note)
    verdict = judge(puzzle, evidence, engine, perf_counter() - start)
    exhausted = exhausted and len(found.solutions) <= SHOWN
    verdict = replace(verdict, solutions=verdict.solutions[:SHOWN], exhausted=exhausted)
    return _value(found, verdict, bound)


def _tally(puzzle: Puzzle, deadline: float) -> tuple[Tally, str]:
    """The possible digits of a puzzle, and the engine that found them.

    If propagators are compiled, they begin. CP-SAT continues after some time, with what they found.
    """
    soon = min(deadline, monotonic() + PATIENCE)
    known = _by_propagators(puzzle, soon if HAS_CPSAT else deadline)
    if known is not None and (known.is_complete or monotonic() >= deadline):
        known.deadline = deadline
        return known, PROPAGATE_ENGINE
    if not HAS_CPSAT:
        from cpsudoku.engines.searched_questions import searched_digits

        return searched_digits(puzzle, deadline), DEFAULT_ENGINE
    from cpsudoku.engines.cpsat.possible import CpsatPossible

    found = CpsatPossible(puzzle, deadline)
    for grid in known.witnesses if known is not None else ():
        found.add(grid)
    found.find()
    if puzzle.board.layers:
        found.find_values()
    return found, DEFAULT_ENGINE


def _by_propagators(puzzle: Puzzle, deadline: float) -> Tally | None:
    """What propagators find, or None if they can't search this puzzle at once."""
    if puzzle.board.layers or (HAS_CPSAT and not has_propagators()):
        return None
    from cpsudoku.engines.propagate.lowering import NoFamily
    from cpsudoku.engines.propagate.possible import PropagatedPossible

    try:
        found = PropagatedPossible(puzzle, deadline)
    except NoFamily:
        return None
    found.find()
    return found


def _count(found: Tally, bound: int) -> None:
    """Count the solutions with each digit, by the bulk kernel if they are many."""
    many = bound * len(list(found.uncounted(bound))) > MANY
    if many and bound <= KERNEL and found.puzzle.is_classic_9x9:
        _count_in_bulk(found, bound)
    found.count_all(bound)


def _count_in_bulk(found: Tally, bound: int) -> None:
    from cpsudoku.engines import lanes

    givens = found.puzzle.givens.cells
    for cell, each in groupby(list(found.uncounted(bound)), key=itemgetter(0)):
        if monotonic() >= found.deadline:
            return
        digits = [digit for _, digit in each]
        block = [givens[:cell] + bytes([digit]) + givens[cell + 1 :] for digit in digits]
        for digit, counted in zip(digits, lanes.search_each(block, bound, GUESSES), strict=True):
            if counted is not None:
                found.note(cell, digit, counted[0], is_exact=counted[0] < bound)


def _value(found: Tally, verdict: Verdict, bound: int) -> TrueCandidates:
    board = found.puzzle.board
    cells, variables = range(len(board)), range(len(board), board.total)
    free = found.puzzle.free_variables
    digits = tuple(map(found.digits, cells))
    return TrueCandidates(
        verdict,
        digits,
        tuple(tuple(min(bound, found.count(c, d)) for d in digits[c]) for c in cells),
        bound,
        tuple(map(found.undecided, cells)),
        tuple(tuple(digit for _, digit in found.uncounted_in(cell, bound)) for cell in cells),
        tuple(() if number in free else found.digits(number) for number in variables),
        tuple(() if number in free else found.undecided(number) for number in variables),
    )
