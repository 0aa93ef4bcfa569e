"""The sets of digits that a cage can hold, as bits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cpsudoku.core.constraints.encodings.sets import sets_with_sum


@lru_cache(maxsize=4096)
def digit_sets(size: int, count: int, total: int) -> tuple[tuple[int, ...], int, int] | None:
    """The sets of ``count`` different digits 1 .. ``size`` with a sum, as bits.

    Also returns the digits in at least one set, and the digits in every set. Returns None if there
    are too many sets to list.
    """
    listed = sets_with_sum(tuple(range(1, size + 1)), count, total)
    if listed is None:
        return None
    sets = tuple(sum(1 << digit - 1 for digit in each) for each in listed)
    every, common = 0, -1
    for digits in sets:
        every |= digits
        common &= digits
    return sets, every, common


class DigitSets:
    """Different digits with a sum: the sets of digits that are still possible."""

    def __init__(self, cells: tuple[int, ...], sets: Sequence[int]) -> None:
        self.cells = cells
        self.sets = sets

    def fit(self, domains: Sequence[int]) -> tuple[list[int], int]:
        """Drop the sets that do not fit these digits of the cells.

        Returns the digits of each cell that a remaining set allows, and the digits in all of them.
        """
        every = 0
        for domain in domains:
            every |= domain
        left, kept, certain = [], [0] * len(domains), -1
        for digits in self.sets:
            if digits & ~every:
                continue
            fitting = [domain & digits for domain in domains]
            if 0 not in fitting and _fills(fitting, digits):
                left.append(digits)
                certain &= digits
                for index, each in enumerate(fitting):
                    kept[index] |= each
        self.sets = left
        return kept, certain


def _fills(fitting: list[int], digits: int) -> bool:
    """Settle the cells with only one digit of a set; False if the set cannot fill the cells."""
    taken = 0
    while True:
        ones = 0
        for each in fitting:
            if not each & each - 1:
                if ones & each:
                    return False
                ones |= each
        if ones == taken:
            break
        taken = ones
        for index, each in enumerate(fitting):
            if each & each - 1 and each & ones:
                fitting[index] = each & ~ones
                if not each & ~ones:
                    return False
    every = 0
    for each in fitting:
        every |= each
    return every == digits
