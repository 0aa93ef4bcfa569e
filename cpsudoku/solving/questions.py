"""Other questions than "is there a solution": by CP-SAT, or by searches where it is not installed.

The parts of a puzzle are numbers: a given has the number of its cell, and the rules follow.
Deadlines are ``time.monotonic`` times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines import HAS_CPSAT
from cpsudoku.engines.tally import Tally


class PartQuestions(Protocol):
    """Which parts of a puzzle contradict each other, and which hold together."""

    def core(self, parts: Iterable[int], deadline: float) -> tuple[int, ...] | None:
        """Some of these parts that contradict each other.

        They are few, but not always the fewest. The result is empty if the parts have a solution,
        or if there is none without any part. It is None if the time ran out.
        """

    def fullest(self, parts: Iterable[int], deadline: float) -> bytes | None:
        """A filling of all cells and variables in which these parts hold, and many of the others.

        None if none was found.
        """


def questions_of(puzzle: Puzzle) -> PartQuestions:
    """PartQuestions about the parts of a puzzle."""
    if HAS_CPSAT:
        from cpsudoku.engines.cpsat.questions import QuestionModel

        return QuestionModel(puzzle)
    from cpsudoku.engines.searched_questions import SearchedQuestions

    return SearchedQuestions(puzzle)


def hitting_set(sets: Sequence[Collection[int]], deadline: float) -> tuple[tuple[int, ...], bool]:
    """A smallest set with a member in each of the sets, and whether it is proved smallest."""
    if HAS_CPSAT:
        from cpsudoku.engines.cpsat import questions

        return questions.hitting_set(sets, deadline)
    from cpsudoku.engines import searched_questions

    return searched_questions.hitting_set(sets, deadline)


def possible_digits(puzzle: Puzzle, deadline: float) -> Tally:
    """The digits that the cells have in some solution, as far as they are found in time."""
    if HAS_CPSAT:
        from cpsudoku.engines.cpsat.possible import CpsatPossible

        found = CpsatPossible(puzzle, deadline)
        found.find()
        return found
    from cpsudoku.engines.searched_questions import searched_digits

    return searched_digits(puzzle, deadline)
