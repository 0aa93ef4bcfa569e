"""Finds the clues whose value may be mistaken, such as the sum of a cage, and what it should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found
from cpsudoku.diagnosing.base import ClueEdit, Repair
from cpsudoku.diagnosing.prove import OutOfTime, Prover

LISTED = 60  # solutions without a clue; if there are more, each value takes a search
SEARCHED = 12  # values that are searched then, the nearest ones
SHARE = 0.2  # of the time left, for each search


class ClueRepairs:
    """The corrections of one clue that leave a solution. ``is_complete``: the time sufficed."""

    def __init__(self, prover: Prover) -> None:
        self._prover, self._puzzle = prover, prover.puzzle
        self.is_complete = True

    def of(self, rules: Iterable[int]) -> list[Repair]:
        """The corrections of these rules, which are numbered from 0.

        A clue is left out if no other value leaves a solution, or if it has no value.
        """
        found: list[Repair] = []
        for number in rules:
            try:
                found += self._of_rule(number)
            except OutOfTime:
                self.is_complete = False
        return found

    def _of_rule(self, number: int) -> Iterator[Repair]:
        base = self._prover.without([len(self._puzzle.board) + number])
        bare = self._solutions(base, LISTED)
        if not bare.solutions:
            return
        unique = bare.exhausted and len(bare.solutions) == 1
        has_value = False
        for field, other in self._values(number, everything=bare.exhausted):
            count = self._count(number, other, bare)
            if count:
                has_value = True
                yield self._repair("clue", number, count, other, field, removable=unique)
        if not has_value:
            yield self._repair("without", number, 1 if unique else 2)

    def _values(self, number: int, everything: bool) -> list[tuple[str, Constraint]]:
        """The rule with each other value that some digits satisfy, or with the nearest ones."""
        others = self._puzzle.constraints[number].others()
        found = (each for each in others if each[1].allows([None] * len(each[1].cells)))
        return list(found if everything else islice(found, SEARCHED))

    def _count(self, number: int, other: Constraint, bare: Found) -> int:
        """The solutions if a rule is replaced by another one: 0, 1, or 2 for several."""
        puzzle = self._puzzle
        if not (self._prover.has_rules_about_rules or puzzle.board.layers):
            values = (puzzle.values(grid, other.cells) for grid in bare.solutions)
            fits = sum(map(other.allows, values))
            if bare.exhausted or fits > 1:
                return min(fits, 2)
        return len(self._solutions(self._with(number, other), 2).solutions)

    def _with(self, number: int, other: Constraint) -> Puzzle:
        rules = self._puzzle.constraints
        changed = (*rules[:number], other, *rules[number + 1 :])
        return replace(self._puzzle, constraints=changed, answer=None)

    def _solutions(self, puzzle: Puzzle, want: int) -> Found:
        """Solutions up to ``want``; all if there are no more. Raises OutOfTime if none is known."""
        return self._prover.solutions_of(puzzle, want, self._prover.within(SHARE))

    def _repair(
        self,
        kind: str,
        number: int,
        count: int,
        after: Constraint | None = None,
        field: str = "",
        removable: bool = False,
    ) -> Repair:
        clue = ClueEdit(number, self._puzzle.constraints[number], after, field)
        givens = self._puzzle.givens
        return Repair(kind, (), givens, removable=removable, proper=count == 1, clue=clue)
