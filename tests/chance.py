"""Which of many random cases a run tries: all with ``--exhaustive``, or other ones each day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from tests.slow import DAYS

Case = TypeVar("Case")


@dataclass(frozen=True)
class Chance:
    """Chooses cases. ``seed`` is that of the day, or what ``--seed`` says."""

    exhaustive: bool
    seed: int

    def is_enough(self, seen: bool) -> bool:
        """Whether a check saw all the kinds of cases it is for: of a part of them, luck decides."""
        return seen or not self.exhaustive

    def random(self, number: int | str) -> Random:
        """The random numbers of a check: those of the seed, or always the same ones."""
        return Random(number if self.exhaustive else f"{number} {self.seed}")

    def part(self, cases: Sequence[Case], every: int) -> Sequence[Case]:
        """One of ``every`` so many cases; with ``--exhaustive`` all of them.

        They change after so many days, because a test that runs every third day would otherwise
        meet the same third of its cases again and again.
        """
        return cases if self.exhaustive else cases[self.seed // DAYS % every :: every]

    def some(self, cases: Sequence[Case], count: int) -> Sequence[Case]:
        """A number of the cases, in their order; with ``--exhaustive`` all of them."""
        if self.exhaustive:
            return cases
        chosen = Random(self.seed).sample(range(len(cases)), count)
        return [cases[at] for at in sorted(chosen)]
