"""Finds out what is wrong with a puzzle and how to correct it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import symmetries_of
from cpsudoku.core.verdict import Limit, Status
from cpsudoku.diagnosing.base import (
    BrokenSymmetry,
    ClueEdit,
    Diagnosis,
    Edit,
    Extra,
    Repair,
    Review,
    ReviewedStep,
    Unnecessary,
)
from cpsudoku.diagnosing.clue_repairs import ClueRepairs
from cpsudoku.diagnosing.conflict import conflict_set, smallest_conflict
from cpsudoku.diagnosing.contradictions import contradiction, smallest
from cpsudoku.diagnosing.extra import extra_clues, one_clue, single_clues
from cpsudoku.diagnosing.prove import OutOfTime, Prover
from cpsudoku.diagnosing.redundancy import unnecessary
from cpsudoku.diagnosing.repairs import find_repairs, sorted_repairs
from cpsudoku.diagnosing.review import reviewed
from cpsudoku.engines import DEFAULT_ENGINE, REFERENCE_ENGINE
from cpsudoku.runtime import parameters
from cpsudoku.runtime.deadline import Deadline
from cpsudoku.runtime.errors import EngineError, InputError
from cpsudoku.runtime.language import marked
from cpsudoku.solving import Progress, Several, Solvable, answers, as_puzzle, entries_of, settle
from cpsudoku.solving.questions import possible_digits

__all__ = [
    "BrokenSymmetry",
    "ClueEdit",
    "Diagnosis",
    "Edit",
    "Extra",
    "Repair",
    "Review",
    "ReviewedStep",
    "Unnecessary",
    "diagnose",
    "diagnose_many",
]

SECONDS = 10.0
# The shares of the limit for counting solutions and for finding the fewest extra clues. A
# puzzle of 20 random digits often needs seconds for the proof, but most clues are found at once.
COUNTING, ADDING = 0.25, 0.12
ADDING_SLOWLY = 0.5  # without the bulk engine, each clue takes a search
VARYING = 0.6  # of the time left, for the cells that vary
SMALLEST, CLUES = 0.2, 0.5  # for the smallest set without being asked, for corrections of clues
MOST_TRIED = 8  # if a puzzle needs more extra clues, single clues are not tried


@dataclass(frozen=True)
class _DiagnosisOptions:
    """How thorough a diagnosis is: the keywords of ``diagnose``."""

    count: int
    edits: int
    suggestions: int
    smallest: bool
    unnecessary: bool
    publish: bool
    seconds: float

    @staticmethod
    def of(
        count: int,
        edits: int,
        suggestions: int,
        smallest: bool,
        unnecessary: bool,
        publish: bool,
        limit: float,
    ) -> _DiagnosisOptions:
        """The keywords, checked; raises BadParameter."""
        return _DiagnosisOptions(
            parameters.whole("count", count, least=2),
            int(parameters.between("edits", edits, 1, 2)),
            parameters.whole("suggestions", suggestions, least=0),
            bool(smallest),
            bool(unnecessary) or bool(publish),
            bool(publish),
            parameters.seconds("limit", limit),
        )


def diagnose(
    puzzle: Solvable,
    *,
    count: int = 1000,
    edits: int = 1,
    suggestions: int = 5,
    smallest: bool = False,
    unnecessary: bool = False,
    publish: bool = False,
    limit: float = SECONDS,
) -> Diagnosis:
    """Find out what is wrong with a puzzle and how to correct it.

    Solutions are counted up to ``count``. ``edits`` is the number of digits that a typing mistake
    may have changed, 1 or 2. At most ``suggestions`` typing mistakes are returned. With
    ``smallest``, the set of conflicting givens and rules is proved to be as small as possible.
    ``limit`` is in seconds. A proper puzzle gets its redundant givens, symmetries and rating; with
    ``unnecessary``, it gets all givens and rules that it does not need, and with ``publish`` also a
    ``review`` of its solving path and its pattern, which may take as long again. Raises
    InputError if ``puzzle`` is not a puzzle.

    >>> found = diagnose("11..............")
    >>> found.verdict.word, found.conflict, found.smallest
    ('conflict', (0, 1), True)
    >>> [repair.kind for repair in found.repairs]
    []
    """
    options = _DiagnosisOptions.of(count, edits, suggestions, smallest, unnecessary, publish, limit)
    return _diagnosed(as_puzzle(puzzle), options)


def diagnose_many(
    puzzles: Several,
    *,
    count: int = 1000,
    edits: int = 1,
    suggestions: int = 5,
    smallest: bool = False,
    unnecessary: bool = False,
    publish: bool = False,
    limit: float = SECONDS,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Diagnosis | InputError]:
    """The diagnosis of each puzzle, in order, or the InputError of an entry that is not a puzzle.

    ``puzzles``, ``jobs`` and ``progress`` are those of ``solve_many``, the other keywords those of
    ``diagnose``. ``limit`` is in seconds per puzzle.

    >>> found = diagnose_many(["11..............", "1..4..1.2......3", "x"])
    >>> [getattr(each, "redundant", "malformed") for each in found]
    [None, (0, 6), 'malformed']
    """
    options = _DiagnosisOptions.of(count, edits, suggestions, smallest, unnecessary, publish, limit)
    return answers(partial(_diagnosed, options=options), entries_of(puzzles), jobs, progress)


def _diagnosed(puzzle: Puzzle, options: _DiagnosisOptions) -> Diagnosis:
    verdict = settle(puzzle, limit=Limit(seconds=options.seconds))
    prover = Prover(puzzle, max(0.0, options.seconds - verdict.seconds))
    diagnosis = Diagnosis(verdict)
    if verdict.status is Status.NO_SOLUTION:
        return _without_solution(diagnosis, prover, options)
    if verdict.status is Status.MULTIPLE:
        return _with_several(diagnosis, prover, options)
    if verdict.status is Status.UNIQUE:
        return _proper(diagnosis, prover, options)
    return _noting(diagnosis, verdict.note)


def _without_solution(
    diagnosis: Diagnosis, prover: Prover, options: _DiagnosisOptions
) -> Diagnosis:
    """Add what contradicts each other, and the mistakes that may be the reason."""
    try:
        diagnosis = (
            _classic(diagnosis, prover, options)
            if prover.is_classic
            else _parts(diagnosis, prover, options)
        )
    except OutOfTime:
        return _noting(
            diagnosis, marked("the limit ran out before the conflicting givens were found")
        )
    if not diagnosis.irreducible:
        diagnosis = _noting(
            diagnosis, marked("the limit ran out before it was clear which of them are needed")
        )
    return _with_repairs(diagnosis, prover, options)


def _classic(diagnosis: Diagnosis, prover: Prover, options: _DiagnosisOptions) -> Diagnosis:
    """Add the givens of a classic puzzle that contradict each other."""
    conflict = _clash(diagnosis) or conflict_set(prover)
    smallest = len(conflict) == 2
    if options.smallest and not smallest:
        conflict, smallest = smallest_conflict(prover, conflict)
    return replace(diagnosis, conflict=conflict, smallest=smallest, irreducible=True)


def _parts(diagnosis: Diagnosis, prover: Prover, options: _DiagnosisOptions) -> Diagnosis:
    """Add the givens and rules of any puzzle that contradict each other."""
    known = contradiction(prover, _clash(diagnosis))
    if known.irreducible and not known.smallest:
        share = SMALLEST if not options.smallest else 1.0
        known = smallest(prover.until(share * options.seconds), known)
    cells, rules = prover.split(known.parts)
    diagnosis = replace(diagnosis, conflict=cells, conflict_rules=rules)
    return replace(diagnosis, irreducible=known.irreducible, smallest=known.smallest)


def _clash(diagnosis: Diagnosis) -> tuple[int, ...]:
    """The first two cells with the same digit, or a broken rule and its cells; empty if none."""
    if not diagnosis.verdict.conflicts:
        return ()
    first = diagnosis.verdict.conflicts[0]
    if first.rule is None:
        return first.cells[:2]
    return (*first.cells, len(diagnosis.puzzle.board) + first.rule)


def _with_repairs(diagnosis: Diagnosis, prover: Prover, options: _DiagnosisOptions) -> Diagnosis:
    """Add corrections of the givens and the clues that contradict each other, or of any given."""
    several = diagnosis.verdict.status is Status.MULTIPLE
    touched = set(prover.parts) if several else set(diagnosis.conflict)
    repairs: list[Repair] = []
    clues = ClueRepairs(prover.until(CLUES * options.seconds))
    if not several:
        repairs += clues.of(diagnosis.conflict_rules)
    is_complete = clues.is_complete
    try:
        repairs += find_repairs(prover, touched, options.edits) if touched else []
    except OutOfTime:
        is_complete = False
    if not is_complete:
        diagnosis = _noting(
            diagnosis, marked("the limit ran out before all typing mistakes were tried")
        )
    shown = tuple(sorted_repairs(repairs)[: options.suggestions])
    for repair in shown:
        _verify(prover, repair)
    return replace(diagnosis, repairs=shown, repairs_found=len(repairs))


def _verify(prover: Prover, repair: Repair) -> None:
    """Prove a repair with the other engine; raises EngineError if the engines disagree."""
    is_found_by_it = prover.is_classic and not prover.in_bulk
    other = REFERENCE_ENGINE if is_found_by_it else DEFAULT_ENGINE
    verdict = settle(repair.applied(prover.puzzle), other, limit=Limit(seconds=SECONDS))
    if verdict.status not in (Status.UNKNOWN, _expected(repair)):
        raise EngineError(
            "a repair proves to be {verdict}", repair.mended.line, verdict=verdict.word
        )


def _expected(repair: Repair) -> Status:
    return Status.UNIQUE if repair.proper else Status.MULTIPLE


def _with_several(diagnosis: Diagnosis, prover: Prover, options: _DiagnosisOptions) -> Diagnosis:
    """Add the cells that vary, clues that make the puzzle proper, and likely mistakes."""
    if options.count > 2:
        limit = Limit(seconds=options.seconds * COUNTING)
        counted = settle(diagnosis.puzzle, want=options.count, limit=limit)
        if len(counted.solutions) > 1:  # a short search may find only one
            diagnosis = replace(diagnosis, verdict=counted)
    possible = possible_digits(prover.puzzle, prover.within(VARYING))
    digits = map(possible.digits, range(len(diagnosis.puzzle.board)))
    varying = tuple((cell, each) for cell, each in enumerate(digits) if len(each) > 1)
    diagnosis = replace(diagnosis, varying=varying, varying_all=possible.is_complete)
    if prover.is_classic:
        diagnosis = _with_repairs(diagnosis, prover, options)
    verdict = diagnosis.verdict
    if any(layer.is_counted for layer in prover.puzzle.board.layers):
        return _noting(
            diagnosis, marked("extra clues are not looked for: solutions may differ in a layer")
        )
    try:
        in_time = prover.until(options.seconds * (ADDING if prover.is_classic else ADDING_SLOWLY))
        extra = extra_clues(in_time, verdict.solutions, verdict.exhausted)
    except OutOfTime:
        return _noting(diagnosis, marked("the limit ran out before enough extra clues were found"))
    mended = prover.with_givens(extra.mended.cells)
    proof = settle(mended, DEFAULT_ENGINE, limit=Limit(seconds=SECONDS))
    if proof.status not in (Status.UNKNOWN, Status.UNIQUE):
        raise EngineError("extra clues do not leave one solution", extra.mended.line)
    return _with_singles(replace(diagnosis, extra=extra), in_time)


def _with_singles(diagnosis: Diagnosis, prover: Prover) -> Diagnosis:
    """Add what each single clue leaves, unless this takes a search and one clue is too few."""
    verdict, extra = diagnosis.verdict, diagnosis.extra
    needed = len(extra.clues) if extra is not None else 0
    too_few = needed > MOST_TRIED or (needed > 1 and extra is not None and extra.proved == "any")
    if too_few and not verdict.exhausted:
        return diagnosis
    try:
        singles = single_clues(prover, verdict.solutions, verdict.exhausted, diagnosis.varying)
    except OutOfTime:
        return _noting(diagnosis, marked("the limit ran out before each single clue was tried"))
    if needed > 1 and singles and singles[0].solutions == 1:
        diagnosis = replace(diagnosis, extra=one_clue(prover, singles[0].edit))
    return replace(diagnosis, singles=singles)


def _proper(diagnosis: Diagnosis, prover: Prover, options: _DiagnosisOptions) -> Diagnosis:
    """Add the redundant givens, the symmetries and the rating."""
    from cpsudoku.teaching.rating.hodoku import cheap_rating  # loads the compiled techniques

    puzzle = diagnosis.puzzle
    symmetries = symmetries_of(puzzle.givens.cells, puzzle.board)
    diagnosis = replace(diagnosis, symmetries=symmetries, rating=cheap_rating(puzzle))
    if options.unnecessary:
        tested = unnecessary(prover)
        diagnosis = replace(diagnosis, unnecessary=tested)
        if not tested.undecided_cells:
            diagnosis = replace(diagnosis, redundant=tested.cells)
        if tested.undecided_cells or tested.undecided_rules:
            diagnosis = _noting(diagnosis, marked("the limit ran out before everything was tested"))
        if options.publish:
            rules = sorted({*tested.rules, *tested.undecided_rules})
            diagnosis = replace(diagnosis, review=reviewed(puzzle, rules, options.seconds))
            return _rated(diagnosis, options.seconds)
        return diagnosis
    try:
        return replace(diagnosis, redundant=prover.redundant())
    except OutOfTime:
        return _noting(diagnosis, marked("the limit ran out before every given was tested"))


def _rated(diagnosis: Diagnosis, seconds: float) -> Diagnosis:
    """Add the rating of a puzzle that has no cheap one."""
    from cpsudoku.teaching.rating.rate import rated

    if diagnosis.rating is not None:
        return diagnosis
    rating = rated(diagnosis.verdict, deadline=Deadline(seconds))
    if rating.status == str(Status.UNKNOWN):
        return _noting(diagnosis, marked("the limit ran out before the puzzle was rated"))
    return replace(diagnosis, rating=rating)


def _noting(diagnosis: Diagnosis, note: str) -> Diagnosis:
    return replace(diagnosis, notes=(*diagnosis.notes, note))
