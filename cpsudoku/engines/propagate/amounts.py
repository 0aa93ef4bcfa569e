"""Sums of what cells count: their digits, changed by marks such as those of doublers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import inner, lowest
from cpsudoku.engines.propagate.excluding import keep
from cpsudoku.engines.propagate.layout import FIRST, SCRATCH, SIZE, VALUES

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows

BITS = 62  # sums in one word of a set
MOST_WORDS = 8  # of a set of sums; longer ones are only narrowed by bounds


@inner
def fits_marks(
    p: Program, s: Rows, row: int, marks: int, count: int, choice: int, mark: int
) -> bool:
    """Whether a cell can have this choice of marks, whose bits are the marks that are set."""
    for i in range(count):
        wanted = mark if choice >> i & 1 else ~mark
        if s[row + p[marks + i]] & wanted == 0:
            return False
    return True


@inner
def narrow_amounts(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep digits and marks with which what the cells count adds up to an allowed sum.

    Of each term the record has where its cell and its marks are, and where its amounts are in the
    table: for each choice of marks and each digit.
    """
    tail = at + FIRST + p[at + SIZE]
    table, count, low, high = p[tail], p[tail + 1], p[tail + 2], p[tail + 3]
    mark, terms = p[tail + 4], tail + 5
    ends = p[SCRATCH]
    least = most = 0
    for i in range(count):
        small, large = 1 << 40, -(1 << 40)
        term = terms + 3 * i
        cell, marks = at + FIRST + p[term], p[term + 1]
        for choice in range(1 << marks):
            if fits_marks(p, s, row, cell + 1, marks, choice, mark):
                amounts = table + p[term + 2] + choice * p[VALUES]
                digits = s[row + p[cell]]
                while digits:
                    amount = p[amounts + lowest(digits)]
                    digits &= digits - 1
                    small, large = min(small, amount), max(large, amount)
        p[ends + 2 * i], p[ends + 2 * i + 1] = small, large
        least += small
        most += large
    if least > high or most < low:
        return False
    if least >= low and most <= high:
        return True
    high = min(high, most)
    words = (high - least) // BITS + 1
    if words > MOST_WORDS:
        words = 0
    sets = ends + 2 * count
    if words:
        add_up(p, s, row, at, words)
        only_between(p, sets + count * words, words, low - least, high - least)
    return narrow_terms(p, s, row, at, words, low - most, high - least)


@inner
def add_up(p: Program, s: Rows, row: int, at: int, words: int) -> None:
    """Write the set of the sums of the first terms, above their least, for each number of terms."""
    tail = at + FIRST + p[at + SIZE]
    table, count, mark, terms = p[tail], p[tail + 1], p[tail + 4], tail + 5
    ends = p[SCRATCH]
    before = ends + 2 * count
    for w in range((count + 1) * words):
        p[before + w] = 0
    p[before] = 1
    for i in range(count):
        term = terms + 3 * i
        cell, marks = at + FIRST + p[term], p[term + 1]
        after = before + words
        for choice in range(1 << marks):
            if fits_marks(p, s, row, cell + 1, marks, choice, mark):
                amounts = table + p[term + 2] + choice * p[VALUES]
                digits = s[row + p[cell]]
                while digits:
                    step = p[amounts + lowest(digits)] - p[ends + 2 * i]
                    digits &= digits - 1
                    skip, shift = step // BITS, step % BITS
                    for w in range(words - skip):
                        here = p[before + w]
                        p[after + w + skip] |= (here << shift) & ((1 << BITS) - 1)
                        if shift and w + skip + 1 < words:
                            p[after + w + skip + 1] |= here >> (BITS - shift)
        before = after


@inner
def only_between(p: Program, sums: int, words: int, low: int, high: int) -> None:
    """Keep the sums from ``low`` to ``high`` in a set."""
    for w in range(words):
        first = w * BITS
        if low >= first + BITS or high < first:
            p[sums + w] = 0
            continue
        if low > first:
            p[sums + w] &= -(1 << (low - first))
        if high < first + BITS - 1:
            p[sums + w] &= (2 << (high - first)) - 1


@inner
def narrow_terms(p: Program, s: Rows, row: int, at: int, words: int, down: int, up: int) -> bool:
    """Keep digits and marks that lead to a sum in the last set, or that are between the bounds.

    An amount may be ``up`` above the least of its cell, and ``down``, which is negative, below the
    most.
    """
    tail = at + FIRST + p[at + SIZE]
    table, count, mark, terms = p[tail], p[tail + 1], p[tail + 4], tail + 5
    ends = p[SCRATCH]
    sets = ends + 2 * count
    now = sets + count * words
    after = now + words
    for i in range(count - 1, -1, -1):
        term = terms + 3 * i
        cell, marks = at + FIRST + p[term], p[term + 1]
        small, large = p[ends + 2 * i], p[ends + 2 * i + 1]
        before = sets + i * words
        for w in range(words):
            p[after + w] = 0
        left = on = off = 0
        for choice in range(1 << marks):
            if not fits_marks(p, s, row, cell + 1, marks, choice, mark):
                continue
            amounts = table + p[term + 2] + choice * p[VALUES]
            digits, found = s[row + p[cell]], 0
            while digits:
                bit = digits & -digits
                digits &= digits - 1
                amount = p[amounts + lowest(bit)]
                if amount - small > up or amount - large < down:
                    continue
                step = amount - small
                skip, shift = step // BITS, step % BITS
                some = words == 0
                for w in range(words - skip):
                    here = p[now + w + skip] >> shift
                    if shift and w + skip + 1 < words:
                        here |= (p[now + w + skip + 1] << (BITS - shift)) & ((1 << BITS) - 1)
                    here &= p[before + w]
                    if here:
                        p[after + w] |= here
                        some = True
                if some:
                    found |= bit
            left |= found
            if found:
                on |= choice
                off |= ~choice
        if left == 0:
            return False
        if left != s[row + p[cell]]:
            keep(p, s, row, p[cell], left)
        for j in range(marks):
            other = p[cell + 1 + j]
            fits = (mark if on >> j & 1 else 0) | (~mark if off >> j & 1 else 0)
            if s[row + other] & fits != s[row + other]:
                keep(p, s, row, other, s[row + other] & fits)
        now, after = after, now
    return True
