"""What is wrong with a puzzle, and how to mend it; of a proper one, what there is to know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cpsudoku.core import parameters
from cpsudoku.core.errors import EngineError
from cpsudoku.core.symmetry import symmetries_of
from cpsudoku.core.verdict import Limit, Status
from cpsudoku.diagnosing.base import Diagnosis, Edit, Extra, Repair
from cpsudoku.diagnosing.conflict import conflict_set, smallest_conflict
from cpsudoku.diagnosing.extra import extra_clues
from cpsudoku.diagnosing.prove import OutOfTime, Prover, warm_up
from cpsudoku.diagnosing.repairs import find_repairs
from cpsudoku.engines.questions import possible
from cpsudoku.solving import Solvable, as_puzzle, settle
from cpsudoku.teaching.grade import Rater

__all__ = ["Diagnosis", "Edit", "Extra", "Options", "Repair", "diagnose", "warm_up"]

SECONDS = 10.0
# The shares of the limit in which solutions are counted, and the fewest extra clues are sought:
# most of 20 random digits need seconds for the proof, all but the last clue come at once.
COUNTING, ADDING = 0.25, 0.12


@dataclass(frozen=True)
class Options:
    """How far a diagnosis goes.

    ``count`` is the bound to which solutions are counted, ``edits`` how many digits a typing
    mistake may have changed (1 or 2), ``suggestions`` how many of them to keep; ``smallest`` asks
    for a conflicting set that is proved smallest; ``seconds`` is for a puzzle.
    """

    count: int = 1000
    edits: int = 1
    suggestions: int = 5
    smallest: bool = False
    seconds: float = SECONDS
    rater: Rater | None = None

    def __post_init__(self) -> None:
        parameters.seconds("limit", self.seconds)
        parameters.whole("count", self.count, least=2)


def diagnose(puzzle: Solvable, options: Options = Options()) -> Diagnosis:
    """Why a puzzle is not proper and how to mend it; what can be said of it where it is."""
    puzzle = as_puzzle(puzzle)
    warm_up(puzzle, lambda _: None)  # compiling is no part of the limit
    prover = Prover(puzzle, options.seconds)
    verdict = settle(puzzle, limit=Limit(seconds=options.seconds))
    found = Diagnosis(verdict)
    if verdict.status is Status.NO_SOLUTION:
        return _without_solution(found, prover, options)
    if verdict.status is Status.MULTIPLE:
        return _with_several(found, prover, options)
    if verdict.status is Status.UNIQUE:
        return _proper(found, prover, options)
    return _noting(found, verdict.note)


def _without_solution(found: Diagnosis, prover: Prover, options: Options) -> Diagnosis:
    """The givens that can't stand together, and the mistakes that may be behind it."""
    try:
        conflict = _clash(found) or conflict_set(prover)
        found = replace(found, conflict=conflict, smallest=len(conflict) == 2)
        if options.smallest and not found.smallest:
            conflict, smallest = smallest_conflict(prover, conflict)
            found = replace(found, conflict=conflict, smallest=smallest)
    except OutOfTime:
        return _noting(found, "the limit ran out before the conflicting givens were found")
    return _with_repairs(found, prover, options)


def _clash(found: Diagnosis) -> tuple[int, ...]:
    """The first two cells of the first clash, where givens clash."""
    return found.verdict.conflicts[0].cells[:2] if found.verdict.conflicts else ()


def _with_repairs(found: Diagnosis, prover: Prover, options: Options) -> Diagnosis:
    try:
        repairs = find_repairs(prover, found.conflict, options.edits)
    except OutOfTime:
        return _noting(found, "the limit ran out before all typing mistakes were tried")
    shown = tuple(repairs[: options.suggestions])
    for repair in shown:
        _verify(prover, repair)
    return replace(found, repairs=shown, repairs_found=len(repairs))


def _verify(prover: Prover, repair: Repair) -> None:
    """Prove a repair by the other engine; raises EngineError where they disagree."""
    verdict = settle(prover.with_givens(repair.mended.cells), limit=Limit(seconds=SECONDS))
    if verdict.status not in (Status.UNKNOWN, _expected(repair)):
        raise EngineError(f"a repair proves to be {verdict.word}", repair.mended.line)


def _expected(repair: Repair) -> Status:
    return Status.UNIQUE if repair.proper else Status.MULTIPLE


def _with_several(found: Diagnosis, prover: Prover, options: Options) -> Diagnosis:
    """What varies, the clues that would make it proper, and the mistakes that may be behind it."""
    if options.count > 2:
        limit = Limit(seconds=options.seconds * COUNTING)
        found = replace(found, verdict=settle(found.puzzle, want=options.count, limit=limit))
    digits, complete = possible(prover.puzzle, prover.deadline)
    varying = tuple((c, tuple(sorted(each))) for c, each in enumerate(digits) if len(each) > 1)
    found = replace(found, varying=varying, varying_all=complete)
    if prover.in_bulk:
        found = _with_repairs(found, prover, options)
    verdict = found.verdict
    try:
        in_time = prover.until(options.seconds * ADDING)
        extra = extra_clues(in_time, verdict.solutions, verdict.exhausted)
    except OutOfTime:
        return _noting(found, "the limit ran out before enough extra clues were found")
    if not settle(prover.with_givens(extra.mended.cells)).is_unique:
        raise EngineError("extra clues leave several solutions", extra.mended.line)
    return replace(found, extra=extra)


def _proper(found: Diagnosis, prover: Prover, options: Options) -> Diagnosis:
    """The redundant givens, the symmetries, the rating."""
    puzzle = found.puzzle
    symmetries = symmetries_of(puzzle.givens.cells, puzzle.geometry.size)
    rating = options.rater(puzzle) if options.rater is not None else None
    found = replace(found, symmetries=symmetries, rating=rating)
    try:
        return replace(found, redundant=prover.redundant())
    except OutOfTime:
        return _noting(found, "the limit ran out before every given was tested")


def _noting(found: Diagnosis, note: str) -> Diagnosis:
    return replace(found, notes=(*found.notes, note))
