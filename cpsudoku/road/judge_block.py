"""Judges a block: the work of a worker, without any other state."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import numpy as np

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.road.judge.judged import Facts, Judged, columns_of_block
from cpsudoku.road.judge.judging import judge
from cpsudoku.road.judge.reading import rows_in
from cpsudoku.road.judge.work import BlockFacts
from cpsudoku.road.kernels.fields import Ints
from cpsudoku.road.kernels.hashing import Hashes
from cpsudoku.road.settings import Settings
from cpsudoku.road.source.block import AnyBlock
from cpsudoku.road.statuses import BAD, CLASH, UNIQUE
from cpsudoku.road.steps.examining import (
    check_answers,
    check_minimality,
    check_requirements,
    count_clues,
    count_guesses,
    find_forms,
    hashes_of,
)
from cpsudoku.runtime.errors import InputError

# In this order: later steps use what earlier ones found.
STEPS = (
    judge,
    check_answers,
    count_clues,
    check_minimality,
    find_forms,
    count_guesses,
    check_requirements,
)
SHOWN_PROBLEMS = 11  # malformed rows of a block that a run may name; one more than it does


def judge_block(block: AnyBlock, settings: Settings) -> Judged:
    """The verdict of every row of a block.

    Raises EngineError if an engine returns a wrong solution, or the engines disagree.
    """
    work = rows_in(block)
    for step in STEPS:
        step(work, settings)
    return Judged(columns_of_block(work, settings), _facts_of(work, settings), work, settings)


def _facts_of(work: BlockFacts, settings: Settings) -> Facts:
    well_formed = work.statuses != BAD
    formless = well_formed & (work.statuses != CLASH) & ~work.has_form
    uncounted = (work.statuses == UNIQUE) & (work.guesses < 0)
    clues = np.bincount(work.clues[well_formed])
    odd = work.odd.values()
    errors = (entry for entry in odd if isinstance(entry, InputError))
    return Facts(
        work.lines,
        hashes_of(work),
        work.failed,
        work.statuses,
        work.wrong,
        int(np.count_nonzero(formless)) if settings.canonical else 0,
        int(np.count_nonzero(uncounted)) if settings.guesses else 0,
        Counter({number: int(clues[number]) for number in np.flatnonzero(clues).tolist()}),
        work.engines,
        sum(isinstance(entry, Puzzle) and bool(entry.uninterpreted) for entry in odd),
        tuple(islice(errors, SHOWN_PROBLEMS)),
    )


def scan(block: AnyBlock, settings: Settings) -> tuple[Ints, Hashes]:
    """The lines and hashes of a block's rows without verdicts, for a resumed run."""
    work = rows_in(block)
    find_forms(work, settings)
    return work.lines, hashes_of(work)
