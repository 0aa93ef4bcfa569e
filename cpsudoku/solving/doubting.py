"""Decides what a picture shows: reading and solving are one question.

Among the readings near the likeliest one, the likeliest that is a proper puzzle is accepted, if no
other one is of comparable likelihood and no cell is unclear. Otherwise the puzzle names the cells
that are in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sight import Sight
from cpsudoku.core.verdict import Limit, judge
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES
from cpsudoku.runtime.errors import InputError
from cpsudoku.solving.arrangement import arranged
from cpsudoku.solving.at_once import AtOnce

NEAR = 2.0  # another proper reading is up to exp(2) times less likely than the accepted one
FAR = 1.5  # the accepted one is up to exp(1.5) times less likely than the likeliest
MOST = 200  # readings that are looked at
SECONDS = 1.0  # for each of them
CLASHES = 12  # pairs of equal digits; a calendar or another table has more
NAMED = 5  # cells that are named if no reading is proper
CERTAIN = -0.01  # the logarithm of a probability from which a cell is not named beside unclear ones
AT_ONCE = AtOnce()  # decides easy puzzles before CP-SAT is imported


def decided(puzzle: Puzzle) -> Puzzle:
    """The puzzle that a ``sight`` shows. If it is not certain, ``uninterpreted`` names cells.

    Raises InputError if the digits are not those of a Sudoku.
    """
    assert puzzle.sight is not None
    sight = arranged(puzzle.sight)
    read = replace(puzzle, givens=Grid(sight.likeliest, puzzle.board))
    if len(read.conflicts) > CLASHES:
        raise InputError(
            "a grid of {size}x{size} cells was found, but too many of its digits clash for a "
            "Sudoku",
            puzzle.source,
            size=read.board.size,
        )
    proper = _proper(puzzle, sight)
    taken = proper[0] if proper else sight.likeliest
    parts = tuple(puzzle.sight.in_words(cell) for cell in _doubtful(sight, proper))
    return replace(puzzle, givens=Grid(taken, puzzle.board), uninterpreted=parts)


def _proper(puzzle: Puzzle, sight: Sight) -> list[bytes]:
    """The likeliest proper reading, if one is near, and the next one if it is comparable.

    If the first is too far from the likeliest reading, that reading is given as the second.
    """
    found = list[tuple[float, bytes]]()
    for less, digits in islice(sight.readings(FAR + 2 * NEAR), MOST):
        if found and less > found[0][0] + NEAR:
            break
        if solution_in_time(puzzle, digits) is not None:
            found.append((less, digits))
            if len(found) == 2 or less > FAR:
                break
    readings = [digits for _, digits in found]
    if len(found) == 1 and found[0][0] > FAR:
        readings.append(sight.likeliest)
    return readings


def _doubtful(sight: Sight, proper: Sequence[bytes]) -> list[int]:
    """The cells that are in doubt; none if one proper reading is far likelier than others.

    Without a proper reading, those that are least sure are named beside the unclear ones.
    """
    least = sorted(range(len(sight.chances)), key=lambda cell: max(sight.chances[cell]))
    if proper:
        differing = [cell for cell in least if len({each[cell] for each in proper}) > 1]
    else:
        surest = CERTAIN if sight.unclear else 0.0
        differing = [cell for cell in least[:NAMED] if max(sight.chances[cell]) <= surest]
    return list(dict.fromkeys([*differing, *sight.unclear]))


def solution_in_time(puzzle: Puzzle, digits: bytes) -> Grid | None:
    """The solution of a reading, if it has exactly one and it is found in time."""
    read = replace(puzzle, givens=Grid(digits, puzzle.board), uninterpreted=(), sight=None)
    if read.conflicts:
        return None
    limit = Limit(seconds=SECONDS)
    found = AT_ONCE.settled(read, limit) or ENGINES[DEFAULT_ENGINE].search(read, 2, limit)
    verdict = judge(read, found, DEFAULT_ENGINE)
    return verdict.solution if verdict.is_unique else None
