"""HoDoKu's level and score. The score is the sum of a number for each step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cpsudoku.core.candidates import Candidates
from cpsudoku.core.errors import EngineError
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.solving import settle
from cpsudoku.teaching.rating.base import Rating
from cpsudoku.techniques import LEVELS, ORDERS, TABLE
from cpsudoku.techniques.compiled.forms import form_for
from cpsudoku.techniques.table import NAME_OF_CODE
from cpsudoku.techniques.walk import next_step, walk

HIGHEST = {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800}  # the score of each level
BRUTE_FORCE = 10_000  # what HoDoKu adds if its techniques do not suffice
SINGLES = ("full-house", "naked-single", "hidden-single")  # what the compiled walk takes
CHEAP = tuple(name for name in ORDERS["hodoku"] if TABLE[name].level in LEVELS[:3])
BEYOND_SINGLES = tuple(name for name in ORDERS["hodoku"] if name not in SINGLES)


def scored(
    candidates: Candidates, solution: Grid, names: Sequence[str] = BEYOND_SINGLES
) -> tuple[str, int, Counter[str]]:
    """The level, the score and how often each technique was used, in HoDoKu's order.

    The level is the highest level of the techniques, raised while the score exceeds the maximum of
    the level. If the techniques do not suffice, it is extreme and guessing adds 10,000. ``names``
    are the techniques to try after singles.
    """
    counts: Counter[str] = Counter()
    while True:
        candidates = _after_singles(candidates, counts)
        if candidates.is_solved:
            break
        step = next_step(candidates, names, solution)
        if step is None:
            break
        counts[step.technique] += 1
        candidates = step.apply(candidates)
    if candidates.is_solved and candidates.cells != solution.cells:
        raise EngineError("the steps lead to a wrong solution", candidates.puzzle.givens.line)
    return *summed(counts, candidates.is_solved), counts


def summed(counts: Mapping[str, int], solved: bool) -> tuple[str, int]:
    """The level and the score for the number of uses of each technique."""
    score = sum(TABLE[name].score * count for name, count in counts.items())
    level = max((LEVELS.index(TABLE[name].level) for name in counts), default=0)
    if not solved:
        score, level = score + BRUTE_FORCE, len(LEVELS) - 1
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
    counts, last = Counter[str](), Candidates.of(puzzle)
    for before, step in walk(last, CHEAP, solution):
        counts[step.technique] += 1
        last = step.apply(before)
    if not last.is_solved:
        return None
    level, score = summed(counts, True)
    return Rating(puzzle, "unique", level=level, score=score, counts=tuple(sorted(counts.items())))


def _after_singles(candidates: Candidates, counts: Counter[str]) -> Candidates:
    """Apply singles until none is left; count them and return the candidates."""
    form = form_for(["singles"])
    room = form.small_room(candidates)
    taken = form.singles_walk(room)
    if not any(taken):
        return candidates
    counts.update({NAME_OF_CODE[code]: many for code, many in enumerate(taken) if many})
    cells = bytes(int(value) + 1 for value in room.state.values)
    return Candidates(candidates.puzzle, cells, tuple(map(int, room.state.marks)))
