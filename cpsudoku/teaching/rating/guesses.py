"""Rates by the guesses of the bulk kernel, a scale for machines that takes microseconds.

The number depends only on the puzzle: not on the machine, on the puzzles beside it or on their
order. It is not the same for a puzzle and its image under a symmetry.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from cpsudoku.core.verdict import Verdict
from cpsudoku.teaching.rating.base import Rating


def guessed(verdicts: Sequence[Verdict]) -> list[Rating]:
    """The rating of each classic puzzle whose verdict is known; all are searched at once."""
    from cpsudoku.engines.lanes import guesses_of

    start = perf_counter()
    proper = [verdict.puzzle for verdict in verdicts if verdict.is_unique]
    counts = iter(guesses_of(proper))
    seconds = (perf_counter() - start) / max(1, len(proper))
    return [
        Rating(verdict.puzzle, verdict.word, guesses=next(counts), seconds=seconds)
        if verdict.is_unique
        else Rating(verdict.puzzle, verdict.word)
        for verdict in verdicts
    ]
