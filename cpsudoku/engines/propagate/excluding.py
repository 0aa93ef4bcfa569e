"""How digits are excluded from cells, and from cells that differ from all places of a digit.

A propagator gets the program ``p``, the rows ``s`` of digit sets, where the current row begins, and
where its record begins. It returns False if no filling is left. All are exact if every cell of the
record has one digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import inner, lowest
from cpsudoku.engines.propagate.layout import (
    CHANGED,
    CHANGES,
    FIRST,
    MARK,
    PEERS,
    QUIET,
    SIZE,
    WORDS,
)

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows


@inner
def keep(p: Program, s: Rows, row: int, cell: int, digits: int) -> None:
    """Set the digits of a cell, and note that it has changed, and whether one of its ends has."""
    gone = s[row + cell] & ~digits
    s[row + cell] = digits
    if p[QUIET] == 0:
        mark = p[MARK] + cell
        if p[mark] == 0:
            p[p[CHANGED] + p[CHANGES]] = cell
            p[CHANGES] += 1
            p[mark] = 1
        if gone > digits or (gone & -gone) < (digits & -digits):
            p[mark] = 2


@inner
def remove(p: Program, s: Rows, row: int, cell: int, gone: int) -> bool:
    """Exclude some digits from a cell; False if it has no others."""
    digits = s[row + cell]
    if digits & gone:
        if digits & ~gone == 0:
            return False
        keep(p, s, row, cell, digits & ~gone)
    return True


@inner
def lock(p: Program, s: Rows, row: int, locks: int, certain: int) -> bool:
    """Exclude digits that a house needs in cells which it shares with another one.

    A list of locks is their number, and for each: the numbers of cells in the house alone, in both,
    and in the other one alone, and these cells.
    """
    here = locks + 1
    for _ in range(p[locks]):
        alone, both, other = p[here], p[here + 1], p[here + 2]
        here += 3
        outside = inside = 0
        for i in range(here, here + alone):
            outside |= s[row + p[i]]
        here += alone
        for i in range(here, here + both):
            inside |= s[row + p[i]]
        here += both
        gone = inside & certain & ~outside
        if gone:
            for i in range(here, here + other):
                if not remove(p, s, row, p[i], gone):
                    return False
        here += other
    return True


@inner
def exclude_places(p: Program, s: Rows, row: int, at: int, certain: int) -> bool:
    """Exclude certain digits of a record from the cells that differ from all their places."""
    return exclude_from(p, s, row, at + FIRST, at + FIRST + p[at + SIZE], certain)


@inner
def exclude_from(p: Program, s: Rows, row: int, first: int, end: int, certain: int) -> bool:
    """The same for the cells that are listed from ``first`` to ``end``."""
    once = twice = 0
    for i in range(first, end):
        digits = s[row + p[i]]
        twice |= once & digits
        once |= digits
    left = certain & twice
    while left:
        digit = left & -left
        left &= left - 1
        for word in range(p[WORDS]):
            seen = -1
            for i in range(first, end):
                if s[row + p[i]] & digit:
                    seen &= p[p[PEERS] + p[i] * p[WORDS] + word]
                    if seen == 0:
                        break
            while seen:
                cell = 32 * word + lowest(seen)
                seen &= seen - 1
                if not remove(p, s, row, cell, digit):
                    return False
    return True
