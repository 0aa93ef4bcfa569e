"""The families of pairs of cells and of houses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import count, inner
from cpsudoku.engines.propagate.excluding import keep
from cpsudoku.engines.propagate.layout import CHUNKS, FIRST, SIZE

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows


@inner
def mates(p: Program, table: int, digits: int) -> int:
    """The digits that a relation allows beside some digits."""
    if table == 0:
        return ~digits if digits & (digits - 1) == 0 else -1
    found = 0
    for chunk in range(p[CHUNKS]):
        found |= p[table + 32 * chunk + ((digits >> (5 * chunk)) & 31)]
    return found


@inner
def narrow_pair(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep the digits of two cells that the relation allows."""
    one, other, table = p[at + FIRST], p[at + FIRST + 1], p[at + FIRST + 2]
    back = table + 32 * p[CHUNKS] if table else 0
    theirs = s[row + other] & mates(p, table, s[row + one])
    if theirs == 0:
        return False
    if theirs != s[row + other]:
        keep(p, s, row, other, theirs)
    ours = s[row + one] & mates(p, back, theirs)
    if ours == 0:
        return False
    if ours != s[row + one]:
        keep(p, s, row, one, ours)
    return True


@inner
def narrow_house(p: Program, s: Rows, row: int, at: int) -> bool:
    """Remove settled digits from other cells, and settle digits that have one place."""
    size = p[at + SIZE]
    once = twice = settled = again = 0
    for i in range(at + FIRST, at + FIRST + size):
        digits = s[row + p[i]]
        twice |= once & digits
        once |= digits
        digits = digits if digits & (digits - 1) == 0 else 0
        again |= settled & digits
        settled |= digits
    digits = count(once)
    if digits < size or again:
        return False
    hidden = once & ~twice & ~settled if digits == size else 0
    if hidden == 0 and twice & settled == 0:
        return True
    for i in range(at + FIRST, at + FIRST + size):
        cell = p[i]
        digits = s[row + cell]
        if digits & (digits - 1):
            left = digits & hidden
            if left:
                if left & (left - 1):
                    return False
            else:
                left = digits & ~settled
                if left == 0:
                    return False
            if left != digits:
                keep(p, s, row, cell, left)
    return True
