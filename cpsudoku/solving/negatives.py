"""Drops "all marks are given" where not all marks of the puzzle were read.

The rule excludes the relation of a mark wherever there is none. With a mark that was only drawn,
or not understood, it would exclude the solution of the setter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from cpsudoku.core.constraints.pairs.negative import Negative

# The parts that were not interpreted and may be marks.
_MAY_BE_MARK = {
    "xv": r"\(drawing\)|xv|\b[xv]\b|sum|text|roman|mark|clue",
    "white": r"\(drawing\)|white|difference|dot|kropki|consecutive|circle|ratio|mark|clue",
    "black": r"\(drawing\)|black|ratio|dot|kropki|circle|difference|mark|clue",
}
_CANNOT = re.compile(
    r"(sentence|guess|diagonals|windows|anti-k\w+|disjoint-groups|non-consecutive) |"
    r".*\b(lines?|arrows?) \(drawing\)"
)
UNCERTAIN = worded("not all of its marks were read")


def with_certain_negatives(puzzle: Puzzle, read: Callable[[Puzzle], Puzzle]) -> Puzzle:
    """The puzzle that ``read`` makes. It lacks each negative rule whose marks were not all read."""
    reading = read(puzzle)
    is_whole = puzzle.guesses is None and not puzzle.uninterpreted
    doubtful = [] if is_whole else _doubtful(reading)
    if not doubtful:
        return reading
    others = tuple(rule for rule in puzzle.constraints if rule not in _negatives(puzzle))
    reading = read(replace(puzzle, constraints=others))  # drawn marks fit without it
    again = replace(reading, constraints=(*reading.constraints, *_negatives(puzzle)))
    doubtful = _doubtful(again)
    if not doubtful:
        return again
    names = tuple(
        worded("negative {mark} ({why})", mark=worded(mark), why=UNCERTAIN) for mark in doubtful
    )
    kept = [_without(rule, doubtful) for rule in _negatives(puzzle)]
    rules = (*reading.constraints, *(rule for rule in kept if rule is not None))
    parts = (*reading.uninterpreted, *names)
    return replace(reading, constraints=rules, uninterpreted=parts)


def _doubtful(puzzle: Puzzle) -> Sequence[str]:
    """The kinds of marks of which all are said to be given, but perhaps not all were read."""
    kinds = dict.fromkeys(mark for rule in _negatives(puzzle) for mark in rule.marks)
    return [mark for mark in kinds if not _is_certain(puzzle, mark)]


def _is_certain(puzzle: Puzzle, mark: str) -> bool:
    """Whether no part can be an unread mark. Without any mark, the stored solution must agree."""
    from cpsudoku.core.constraints.pairs.negative import MARKS

    may_be_mark = re.compile(_MAY_BE_MARK[mark], re.IGNORECASE)
    if any(may_be_mark.search(part) and not _CANNOT.match(part) for part in puzzle.uninterpreted):
        return False
    is_read = any(type(rule) is MARKS[mark] for rule in puzzle.constraints)
    answer = puzzle.answer
    return (
        is_read
        or answer is None
        or all(
            rule.allows(puzzle.values(answer, rule.cells))
            for rule in _negatives(puzzle)
            if mark in rule.marks
        )
    )


def _negatives(puzzle: Puzzle) -> list[Negative]:
    if not puzzle.constraints:
        return []
    from cpsudoku.core.constraints.pairs.negative import Negative  # few puzzles need it

    return [rule for rule in puzzle.constraints if type(rule) is Negative]


def _without(rule: Negative, marks: Sequence[str]) -> Negative | None:
    """The rule for its other marks."""
    kept = tuple(mark for mark in rule.marks if mark not in marks)
    return replace(rule, marks=kept) if kept else None
