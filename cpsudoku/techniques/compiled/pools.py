"""Pools of chains that runs may add as wholes: their order, and what the next of them eliminate."""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.arrays import Int64s
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.records import (
    Pool,
)
from cpsudoku.techniques.compiled.state import (
    filled,
)


@inner
def pool_order(pool: Pool, order: Int64s) -> int:
    """Put the rows of a pool in order, easiest first, each set of eliminations once.

    Returns how many there are.
    """
    many = pool.top[0]
    for row in range(many):
        order[row] = row
    _sort_pool(pool, order)
    count = 0
    size = 4 * many + 4
    slots = filled(size, -1)  # an open hash of what was kept
    for place in range(many):
        row = order[place]
        i = np.int64(pool.same[row] % np.uint64(size))
        while slots[i] >= 0 and pool.same[slots[i]] != pool.same[row]:
            i = (i + 1) % size
        if slots[i] < 0:
            slots[i] = row
            order[count] = row
            count += 1
    return count


@inner
def _sort_pool(pool: Pool, order: Int64s) -> None:
    """Merge sort; rows that are equally easy keep their order."""
    many = order.shape[0]
    merged = filled(many, 0)
    width = 1
    while width < many:
        for start in range(0, many, 2 * width):
            middle = start + width
            if middle > many:
                middle = many
            end = middle + width
            if end > many:
                end = many
            left, right = start, middle
            for at in range(start, end):
                if left < middle and (
                    right >= end or not _is_easier(pool, order[right], order[left])
                ):
                    merged[at] = order[left]
                    left += 1
                else:
                    merged[at] = order[right]
                    right += 1
        for at in range(many):
            order[at] = merged[at]
        width *= 2


@inner
def _is_easier(pool: Pool, one: int, other: int) -> bool:
    if pool.rating[one] != pool.rating[other]:
        return bool(pool.rating[one] < pool.rating[other])
    if pool.nodes[one] != pool.nodes[other]:
        return bool(pool.nodes[one] < pool.nodes[other])
    return bool(pool.key[one] < pool.key[other])
