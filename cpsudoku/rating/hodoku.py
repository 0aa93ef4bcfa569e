"""HoDoKu's level and score: a number for each step, summed."""

from __future__ import annotations

from collections import Counter

from cpsudoku.candidates import Candidates
from cpsudoku.grid import Grid
from cpsudoku.techniques import LEVELS, ORDERS, TABLE
from cpsudoku.techniques.walk import walk

HIGHEST = {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800}  # the score of each level
BRUTE_FORCE = 10_000  # what HoDoKu adds where its techniques end


def scored(candidates: Candidates, solution: Grid) -> tuple[str, int, Counter[str]]:
    """The level, the score and how often each technique was used, in HoDoKu's order.

    The level is the highest of the techniques, raised while the score is above what it goes to.
    Where the techniques end it is extreme, and guessing costs 10,000.
    """
    counts: Counter[str] = Counter()
    for before, step in walk(candidates, ORDERS["hodoku"], solution):
        counts[step.technique] += 1
        candidates = step.apply(before)
    score = sum(TABLE[name].score * count for name, count in counts.items())
    level = max((LEVELS.index(TABLE[name].level) for name in counts), default=0)
    if not candidates.is_solved:
        score, level = score + BRUTE_FORCE, len(LEVELS) - 1
    while LEVELS[level] in HIGHEST and score > HIGHEST[LEVELS[level]]:
        level += 1
    return LEVELS[level], score, counts
