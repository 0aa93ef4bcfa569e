"""Adds sums that follow from cages and houses: innies and outies, in compiled code.

Every digit of a full house is known, so the cells of some houses that no cage covers have the rest
of their sum. Where a cage crosses the border, its smaller part is counted: inside or outside.
"""

from __future__ import annotations

from cpsudoku.engines.propagate.compile import Program, count, inner, lowest
from cpsudoku.engines.propagate.layout import (
    CAGES,
    CAPACITY,
    CELLS,
    COUNT,
    DIGITS,
    END,
    FIRST,
    HOUSE,
    INNER,
    INNIE,
    KIND,
    LENGTH,
    LINEAR,
    SETS,
    SIZE,
    TAKEN,
    WHERE,
)
from cpsudoku.engines.propagate.room import take

MOST = 4  # cells of a sum; longer ones exclude little
LINES = 2  # adjacent houses


@inner
def add_innies(p: Program) -> bool:
    """Add the sums of a few cells as records; False if the program has no room for them."""
    records, cells = p[COUNT], p[CELLS]
    if not (take(p, CAGES, 3 * records) and take(p, INNIE, cells) and take(p, TAKEN, cells)):
        return False
    cages = 0
    for record in range(records):
        at = p[p[WHERE] + record]
        if p[at + INNER] == 0 and p[at + KIND] in (SETS, LINEAR):
            total = sum_of(p, at)
            if total >= 0 and is_free(p, at):
                p[p[CAGES] + 3 * cages], p[p[CAGES] + 3 * cages + 1] = at, total
                cages += 1
                for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
                    p[p[TAKEN] + p[i]] = cages
    digits = count(p[DIGITS])
    for start in range(records if cages else 0):
        alone = 0
        for number in range(cages):
            p[p[CAGES] + 3 * number + 2] = 0
        for lines in range(1, LINES + 1):
            if start + lines > records:
                break
            at = p[p[WHERE] + start + lines - 1]
            is_full = p[at + KIND] == HOUSE and p[at + INNER] == 0 and p[at + SIZE] == digits
            if not is_full:
                break
            outside = enter(p, at, start + 1)
            if outside < 0:
                break
            alone += outside
            total = lines * sum_of_bits(p[DIGITS])
            if not add_sum(p, cages, alone, total, start + 1):
                return False
    return True


@inner
def sum_of(p: Program, at: int) -> int:
    """The sum that a record fixes, counted in numbers of bits, or -1."""
    size = p[at + SIZE]
    tail = at + FIRST + size
    if p[at + KIND] == LINEAR:
        for i in range(tail + 3, tail + 3 + size):
            if p[i] != 1:
                return -1
        return p[tail] if p[tail] == p[tail + 1] else -1
    found = -1
    for i in range(tail + 1, tail + 1 + p[tail]):
        total = sum_of_bits(p[i])
        if found not in (-1, total):
            return -1
        found = total
    return found


@inner
def sum_of_bits(left: int) -> int:
    """The sum of the numbers of bits of a set."""
    total = 0
    while left:
        total += lowest(left)
        left &= left - 1
    return total


@inner
def is_free(p: Program, at: int) -> bool:
    """Whether no cage has one of the cells of a record."""
    for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
        if p[p[TAKEN] + p[i]]:
            return False
    return True


@inner
def enter(p: Program, at: int, stamp: int) -> int:
    """Add the cells of a house to the inside, and count those of each cage.

    Returns the number of its cells in no cage, or -1 if some of its cells were inside before.
    """
    for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
        if p[p[INNIE] + p[i]] == stamp:
            return -1
    alone = 0
    for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
        p[p[INNIE] + p[i]] = stamp
        cage = p[p[TAKEN] + p[i]]
        if cage:
            p[p[CAGES] + 3 * cage - 1] += 1
        else:
            alone += 1
    return alone


@inner
def add_sum(p: Program, cages: int, alone: int, total: int, stamp: int) -> bool:
    """Add the sum of the cells inside that no cage covers, if they are few."""
    size = alone
    for cage in range(p[CAGES], p[CAGES] + 3 * cages, 3):
        within = p[cage + 2]
        if within:
            beyond = p[p[cage] + SIZE] - within
            size += min(within, beyond)
    if size == 0 or size > MOST:
        return True
    here = p[END]
    length = FIRST + 3 * size + 3
    if here + length > p[CAPACITY]:
        return False
    p[END] = here + length
    p[p[WHERE] + p[COUNT]] = here
    p[COUNT] += 1
    p[here + KIND], p[here + LENGTH], p[here + INNER], p[here + SIZE] = LINEAR, length, 0, size
    tail = here + FIRST + size
    term = 0
    for cell in range(p[CELLS] if alone else 0):
        if p[p[INNIE] + cell] == stamp and p[p[TAKEN] + cell] == 0:
            p[here + FIRST + term], p[tail + 3 + term] = cell, 1
            term += 1
    for cage in range(p[CAGES], p[CAGES] + 3 * cages, 3):
        at, within = p[cage], p[cage + 2]
        if within == 0:
            continue
        is_inside, weight = True, 1
        if p[at + SIZE] - within < within:
            total -= p[cage + 1]
            is_inside, weight = False, -1
        for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
            if (p[p[INNIE] + p[i]] == stamp) == is_inside:
                p[here + FIRST + term], p[tail + 3 + term] = p[i], weight
                term += 1
    p[tail] = p[tail + 1] = total
    return True
