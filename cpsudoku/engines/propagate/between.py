"""The cells of a house between its lowest and its highest digit, in compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import inner
from cpsudoku.engines.propagate.excluding import keep
from cpsudoku.engines.propagate.layout import FIRST, SCRATCH, SIZE

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows


@inner
def narrow_between(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep the digits that fit some places of the two ends and some digits between them."""
    size = p[at + SIZE]
    cells = at + FIRST
    tail = cells + size
    ends = p[tail]
    room = p[SCRATCH]
    for i in range(room, room + size):
        p[i] = 0
    for one in range(size - 1):
        here = s[row + p[cells + one]] & ends
        for other in range(one + 1, size if here else 0):
            there = s[row + p[cells + other]] & ends
            if there and here | there == ends and fits_between(p, s, row, at, one, other):
                # The low end may be here if the high one may be there, and the other way round.
                p[room + one] |= here & (ends & ~there if there & (there - 1) == 0 else ends)
                p[room + other] |= there & (ends & ~here if here & (here - 1) == 0 else ends)
    for i in range(size):
        cell = p[cells + i]
        left = p[room + i]
        if left == 0:
            return False
        if left != s[row + cell]:
            keep(p, s, row, cell, left)
    return True


@inner
def fits_between(p: Program, s: Rows, row: int, at: int, one: int, other: int) -> bool:
    """Whether digits fit between two places and around them; adds those that do to the room."""
    size = p[at + SIZE]
    cells = at + FIRST
    tail = cells + size
    middle = p[tail + 1]
    room = p[SCRATCH]
    between = around = 0
    for i in range(size):
        digits = s[row + p[cells + i]] & middle
        if one < i < other:
            between |= digits
        elif i not in (one, other):
            around |= digits
        else:
            continue
        if digits == 0:
            return False
    sets = tail + p[tail + 1 + other - one]
    found = False
    for number in range(sets + 1, sets + 1 + p[sets]):
        inside = p[number]
        outside = middle & ~inside
        if inside & ~between or outside & ~around:
            continue
        fits = True
        for i in range(size):
            if i not in (one, other):
                wanted = inside if one < i < other else outside
                fits = fits and s[row + p[cells + i]] & wanted != 0
        if fits:
            found = True
            for i in range(size):
                if i not in (one, other):
                    wanted = inside if one < i < other else outside
                    p[room + i] |= s[row + p[cells + i]] & wanted
    return found
