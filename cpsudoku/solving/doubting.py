"""Decides what a picture shows: reading and solving are one question.

The likeliest reading is accepted if it is a proper puzzle, no other reading of comparable
likelihood is one, and no cell is unclear. Otherwise the puzzle names the cells that are in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sight import Sight
from cpsudoku.core.verdict import Limit, judge
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES
from cpsudoku.runtime.errors import InputError

NEAR = 4.0  # readings of another solution: up to exp(4) times less likely than the likeliest
ALIKE = 1.5  # the same for readings of the same solution, which lack a given or have one more
MOST = 200  # readings that are looked at
SECONDS = 1.0  # for each of them
CLASHES = 4  # pairs of equal digits; a calendar or another table has more
NAMED = 5  # cells that are named if no reading is proper


def decided(puzzle: Puzzle) -> Puzzle:
    """The puzzle that a picture shows. If it is not certain, ``uninterpreted`` names cells.

    Raises InputError if the digits are not those of a Sudoku.
    """
    sight = puzzle.sight
    if sight is None:
        return puzzle
    read = replace(puzzle, givens=Grid(sight.likeliest, puzzle.board))
    if len(read.conflicts) > CLASHES:
        problem = f"a grid of {read.board.size}x{read.board.size} cells was found, but"
        raise InputError(f"{problem} too many of its digits clash for a Sudoku", puzzle.source)
    solution = _solution(puzzle, sight.likeliest)
    if solution is None:
        proper = next((each for _, each in _near(sight) if _solution(puzzle, each)), None)
        rivals = [] if proper is None else [proper]
    else:
        rivals = _rivals(puzzle, sight, solution)
    taken = rivals[0] if solution is None and rivals else sight.likeliest
    doubtful = _doubtful(sight, rivals, solution is not None)
    parts = tuple(sight.in_words(cell) for cell in doubtful)
    return replace(puzzle, givens=Grid(taken, puzzle.board), uninterpreted=parts)


def _near(sight: Sight) -> Iterator[tuple[float, bytes]]:
    """The readings after the likeliest one, with how much less likely they are."""
    return islice(sight.readings(NEAR), 1, MOST)


def _rivals(puzzle: Puzzle, sight: Sight, solution: Grid) -> list[bytes]:
    """The first other reading that is a proper puzzle, if there is one."""
    for less, digits in _near(sight):
        fits = all(digit in (0, right) for digit, right in zip(digits, solution.cells, strict=True))
        if (less <= ALIKE or not fits) and _solution(puzzle, digits) is not None:
            return [digits]
    return []


def _doubtful(sight: Sight, rivals: Sequence[bytes], is_proper: bool) -> list[int]:
    """The cells that are in doubt; none if the likeliest reading is proper and has no rival."""
    least = sorted(range(len(sight.chances)), key=lambda cell: max(sight.chances[cell]))
    differing = [
        cell for cell in least if any(each[cell] != sight.likeliest[cell] for each in rivals)
    ]
    if differing or is_proper:
        return list(dict.fromkeys([*differing, *sight.unclear]))
    return least[:NAMED]


def _solution(puzzle: Puzzle, digits: bytes) -> Grid | None:
    """The solution of a reading, if it has exactly one and it is found in time."""
    read = replace(puzzle, givens=Grid(digits, puzzle.board), uninterpreted=(), sight=None)
    if read.conflicts:
        return None
    found = ENGINES[DEFAULT_ENGINE].search(read, 2, Limit(seconds=SECONDS))
    verdict = judge(read, found, DEFAULT_ENGINE)
    return verdict.solution if verdict.is_unique else None
