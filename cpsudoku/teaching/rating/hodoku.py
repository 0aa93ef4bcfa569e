"""HoDoKu's level and score. The score is the sum of a number for each step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cpsudoku.core.candidates import bits
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.solving import settle
from cpsudoku.teaching.rating.base import Rating
from cpsudoku.teaching.rating.hodoku_singles import SinglesPosition
from cpsudoku.teaching.rating.hodoku_steps import hodoku_step, removals
from cpsudoku.techniques import LEVELS, ORDERS, TABLE

HIGHEST = {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800}  # the score of each level
GUESS = 10_000  # what HoDoKu adds for each digit that its techniques do not find
SINGLES = ("full-house", "naked-single", "hidden-single")
BEYOND_SINGLES = tuple(name for name in ORDERS["hodoku"] if name not in SINGLES)
CHEAP = tuple(name for name in BEYOND_SINGLES if TABLE[name].level in LEVELS[:3])

Scored = tuple[str, int, Counter[str]]


def scored(puzzle: Puzzle, solution: Grid) -> Scored:
    """The level, the score and how often each technique was used, in HoDoKu's order.

    The level is the highest level of the techniques, raised while the score exceeds the maximum of
    the level. If the techniques do not suffice, it is extreme. Each guess adds 10,000: HoDoKu then
    fills the middle one of the empty cells from the solution, and continues.
    """
    position, counts, guesses = SinglesPosition.of(puzzle), Counter[str](), 0
    while _walk(position, solution, BEYOND_SINGLES, counts):
        empty = list(bits(position.empty))
        middle = empty[len(empty) // 2]
        position.place(middle, solution[middle])
        guesses += 1
    return *summed(counts, guesses), counts


def scored_by(puzzle: Puzzle, solution: Grid, names: Sequence[str]) -> Scored | None:
    """The same with these techniques besides singles, or None if they do not suffice."""
    position, counts = SinglesPosition.of(puzzle), Counter[str]()
    if _walk(position, solution, names, counts):
        return None
    return *summed(counts), counts


def summed(counts: Mapping[str, int], guesses: int = 0) -> tuple[str, int]:
    """The level and the score for the number of uses of each technique."""
    score = sum(TABLE[name].score * count for name, count in counts.items()) + GUESS * guesses
    level = max((LEVELS.index(TABLE[name].level) for name in counts), default=0)
    while LEVELS[level] in HIGHEST and score > HIGHEST[LEVELS[level]]:
        level += 1
    return LEVELS[level], score


def cheap_rating(puzzle: Puzzle) -> Rating | None:
    """The level and score of an easier puzzle in some milliseconds, without compiled code.

    None for puzzles that techniques up to the level ``hard`` do not solve, and for puzzles that are
    not classic 9x9 Sudoku.
    """
    solution = settle(puzzle).solution
    if not puzzle.is_classic_9x9 or solution is None:
        return None
    found = scored_by(puzzle, solution, CHEAP)
    if found is None:
        return None
    level, score, counts = found
    return Rating(puzzle, "unique", level=level, score=score, counts=tuple(sorted(counts.items())))


def _walk(
    position: SinglesPosition, solution: Grid, names: Sequence[str], counts: Counter[str]
) -> bool:
    """Take steps while there are any, and count them. Whether cells are left empty then."""
    while position.empty:
        name = position.take()
        if name is None:
            step = hodoku_step(position.candidates, names, solution)
            if step is None:
                return True
            position.remove(removals(step, position.board))
            for cell, digit in step.placements:
                position.place(cell, digit)
            name = step.technique
        counts[name] += 1
    return False
