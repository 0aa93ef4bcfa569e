"""All sets of so many cover houses at once: a set is a bit, a property of sets is an int.

In this way, one operation tests a property of a hundred thousand sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb


@lru_cache(maxsize=1024)
def sets_with(total: int, count: int) -> tuple[int, ...]:
    """For each of ``total`` numbers, which of the sets of ``count`` numbers contain it.

    The sets without the last number come first, then those with it, and so on.
    """
    if not 0 < count <= total:
        return (0,) * total
    without, added = comb(total - 1, count), comb(total - 1, count - 1)
    before = zip(sets_with(total - 1, count), sets_with(total - 1, count - 1), strict=True)
    last = (1 << added) - 1 << without
    return (*(absent | present << without for absent, present in before), last)


def set_at(place: int, total: int, count: int) -> tuple[int, ...]:
    """The numbers in the set at a place, ascending."""
    found = []
    for last in range(total - 1, -1, -1):
        without = comb(last, count)
        if count and place >= without:
            place -= without
            count -= 1
            found.append(last)
    return tuple(reversed(found))


def in_at_least(count: int, properties: Iterable[int]) -> int:
    """The sets that have at least ``count`` of some properties."""
    levels = [-1] + [0] * count
    for sets in properties:
        for level in range(count, 0, -1):
            levels[level] |= levels[level - 1] & sets
    return levels[count]
