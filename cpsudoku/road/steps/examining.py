"""What a row is examined for besides its status; each step adds columns to the work on a block."""

from __future__ import annotations

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.symmetry import symmetries_of
from cpsudoku.core.words import NO_GUESSES, wrong_answer
from cpsudoku.engines import lanes
from cpsudoku.road.alike import hash_of
from cpsudoku.road.judge.work import BlockFacts
from cpsudoku.road.kernels.fields import NO_ANSWER
from cpsudoku.road.kernels.hashing import Hashes
from cpsudoku.road.kernels.verify import Bools, clue_counts, given_twice, symmetric
from cpsudoku.road.settings import Settings
from cpsudoku.road.statuses import BAD, UNIQUE
from cpsudoku.road.steps.forms import form_of
from cpsudoku.runtime.parameters import LONGEST
from cpsudoku.runtime.words import worded


def count_clues(work: BlockFacts, settings: Settings) -> None:
    """Set the number of givens of each row."""
    work.clues = clue_counts(work.rows.cells)
    for row, entry in work.odd.items():
        work.clues[row] = entry.givens.count if isinstance(entry, Puzzle) else 0


def check_answers(work: BlockFacts, settings: Settings) -> None:
    """Find the rows whose given solution does not solve them, and name its wrong cells."""
    rows = work.rows
    work.wrong = rows.has_answer != NO_ANSWER
    if work.wrong.any():
        work.wrong &= ~work.alike.solves(rows.answers, rows.cells)
    for row, entry in work.odd.items():
        work.wrong[row] = isinstance(entry, Puzzle) and entry.answer_ok is False
    for row in np.flatnonzero(work.wrong).tolist():
        _say_where(work, row)


def _say_where(work: BlockFacts, row: int) -> None:
    """Add the wrong cells to the reason of a row with a wrong solution."""
    entry, solution = work.odd.get(row), None
    if isinstance(entry, Puzzle):
        puzzle, verdict = entry, work.verdicts.get(row)
        solution = verdict.solution if verdict is not None and verdict.is_unique else None
    else:
        alike = work.alike
        answer, found = (alike.grid(cells[row]) for cells in (work.rows.answers, work.solutions))
        puzzle = alike.puzzle(work.rows.cells[row], answer=answer)
        solution = found if work.statuses[row] == UNIQUE else None
    said = wrong_answer(puzzle, puzzle.wrong_answer(solution))
    before = work.reasons[work.reason_of[row]]
    work.say(row, f"{before}; {said}" if before else said)


def check_minimality(work: BlockFacts, settings: Settings) -> None:
    """Find the proper puzzles without a redundant given, if that was requested."""
    if not settings.tests_minimality:
        return
    work.tested = work.statuses == UNIQUE
    usual = work.usual
    proper = usual[work.statuses[usual] == UNIQUE]
    others = {row: entry for row, entry in work.odd.items() if work.statuses[row] == UNIQUE}
    if work.alike.is_classic:
        found = lanes.redundant(work.rows.cells[proper], work.solutions[proper])
        work.minimal[proper] = ~found.any(axis=1)
    else:
        others |= {row: work.alike.puzzle(work.rows.cells[row]) for row in proper.tolist()}
    for row, entry in others.items():
        if isinstance(entry, Puzzle):
            known = _is_minimal(entry, settings.seconds)
            work.minimal[row] = known is True
            if known is None:
                work.tested[row] = False
                work.say(row, worded("the limit ran out before every given was tested"))


def _is_minimal(puzzle: Puzzle, seconds: float | None) -> bool | None:
    """Whether a proper puzzle has no redundant given; None if the limit ran out."""
    from cpsudoku.diagnosing.prove import OutOfTime, Prover  # loads ortools, 0.3 s

    try:
        return not Prover(puzzle, LONGEST if seconds is None else seconds).redundant()
    except OutOfTime:
        return None


def find_forms(work: BlockFacts, settings: Settings) -> None:
    """Set the canonical form of each row that has one, if forms were requested."""
    if not settings.canonical:
        return
    if work.alike.is_classic:
        from cpsudoku.engines.lanes.canonical import canonical

        cells, usual = work.rows.cells, work.usual
        sound = usual[~given_twice(cells[usual])]
        work.canonical = cells.copy()
        work.canonical[sound] = canonical(cells[sound])
        work.has_form[sound] = True
    for row, entry in work.odd.items():
        form = form_of(entry) if isinstance(entry, Puzzle) else None
        if form is not None:
            work.forms[row] = form
            work.has_form[row] = True


def count_guesses(work: BlockFacts, settings: Settings) -> None:
    """Set the guesses that the kernel needs for each proper classic row, if they were requested."""
    if not settings.guesses:
        return
    usual = work.usual
    proper = usual[work.statuses[usual] == UNIQUE]
    uncounted = list(work.odd)
    if work.alike.is_classic:
        work.guesses[proper] = lanes.search_counting(work.rows.cells[proper])[3]
    else:
        uncounted += proper.tolist()
    for row in uncounted:
        if work.statuses[row] == UNIQUE:
            work.say(row, NO_GUESSES)


def check_requirements(work: BlockFacts, settings: Settings) -> None:
    """Set the bits of the requirements that each row fails; malformed rows fail only unique."""
    asked = settings.requirements
    well_formed = work.statuses != BAD
    tests = {
        "unique": work.statuses != UNIQUE,
        "minimal": well_formed & ~work.minimal,
        "min-clues": well_formed & (work.clues < asked.min_clues),
        "max-clues": well_formed & (work.clues > asked.max_clues),
    }
    if "symmetric" in asked.names:
        tests["symmetric"] = well_formed & ~_symmetric(work)
    for name, mask in tests.items():
        work.failed |= np.where(mask, asked.bit(name), 0)


def _symmetric(work: BlockFacts) -> Bools:
    """Which patterns of givens are symmetric, whatever the size of the board."""
    found = symmetric(work.rows.cells)
    for row, entry in work.odd.items():
        if isinstance(entry, Puzzle):
            found[row] = bool(symmetries_of(entry.givens.cells, entry.board))
    return found


def hashes_of(work: BlockFacts) -> Hashes:
    """The hashes of the canonical forms, or of the puzzles that have none; 0 if malformed."""
    digests = work.alike.hashes(work.rows.cells if work.canonical is None else work.canonical)
    for row, entry in work.odd.items():
        if isinstance(entry, Puzzle):
            form = work.forms.get(row)
            digests[row] = hash_of(entry if form is None else Puzzle(form))
        else:
            digests[row] = 0
    return digests
