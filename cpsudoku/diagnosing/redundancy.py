"""Finds the givens and rules that a proper puzzle does not need."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cpsudoku.diagnosing.base import Unnecessary
from cpsudoku.diagnosing.prove import OutOfTime, Prover, givens_without

SHARE = 0.2  # of the time left, for each question


def unnecessary(prover: Prover) -> Unnecessary:
    """The parts without which the puzzle stays proper: each by itself, and many together.

    The search for many leaves out one part after the other, givens first, unless the puzzle needs
    it. A part that it needs then is needed with fewer parts too. The exceptions are rules that
    depend on others, such as that all dots are given. With these, the search is repeated.
    """
    asked = _Questions(prover)
    alone = [part for part in prover.parts if asked.is_proper_without([part])]
    gone: list[int] = []
    candidates: Iterable[int] = alone
    while True:
        more = _left_out(asked, candidates, gone)
        gone += more
        if not more or not prover.has_rules_about_rules:
            break
        candidates = [part for part in prover.parts if part not in gone]
    (cells, rules), (with_cells, with_rules) = prover.split(alone), prover.split(gone)
    undecided = prover.split(sorted(asked.undecided))
    return Unnecessary(cells, rules, with_cells, with_rules, *undecided)


def _left_out(asked: _Questions, candidates: Iterable[int], gone: Collection[int]) -> list[int]:
    """The parts that are left out one after the other, besides those that are left out already."""
    more: list[int] = []
    for part in candidates:
        if part not in gone and asked.is_proper_without([*gone, *more, part]):
            more.append(part)
    return more


class _Questions:
    """Asks whether a puzzle is proper without some parts; ``undecided`` has the last of them."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover
        self.undecided: set[int] = set()

    def is_proper_without(self, parts: list[int]) -> bool:
        """Whether exactly one solution remains; False if the time ran out."""
        prover = self._prover
        try:
            prover.refuse_late()
            if prover.is_classic:
                return prover.counts([givens_without(prover.puzzle.givens.cells, parts)]) == [1]
            return prover.has_one_solution(prover.without(parts), prover.within(SHARE))
        except OutOfTime:
            self.undecided.add(parts[-1])
            return False
