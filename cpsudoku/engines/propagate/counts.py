"""The family of counts: how many cells hold certain digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import count, inner
from cpsudoku.engines.propagate.excluding import exclude_from, exclude_places, keep
from cpsudoku.engines.propagate.layout import FIRST, QUIET, SIZE

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows


@inner
def hits_of(p: Program, s: Rows, row: int, first: int, end: int, wanted: int) -> int:
    """How many of some cells surely hold a wanted digit, and 64 times how many of them can.

    The cells differ, so no more of them can than there are such digits.
    """
    sure = can = possible = 0
    for i in range(first, end):
        digits = s[row + p[i]]
        if digits & wanted:
            can += 1
            possible |= digits & wanted
            sure += digits & ~wanted == 0
    return sure + 64 * min(can, count(possible))


@inner
def narrow_count(p: Program, s: Rows, row: int, at: int) -> bool:
    """The number of cells with certain digits is allowed.

    Cells of a group differ. Those with a negative weight count negatively, and the allowed counts
    begin with all of these.
    """
    size = p[at + SIZE]
    cells = at + FIRST
    tail = cells + size
    wanted, allowed, groups = p[tail], p[tail + 1], p[tail + 2]
    weights = tail + 3
    ends = weights + size
    least = most = first = minus = 0
    for g in range(groups):
        end = p[ends + g]
        hits = hits_of(p, s, row, cells + first, cells + end, wanted)
        sure, can = hits % 64, hits // 64
        if p[weights + first] > 0:
            least += sure
            most += can
        else:
            minus = 1
            least += end - first - can
            most += end - first - sure
        if sure > can:
            return False
        first = end
    left = (allowed >> least) & ((2 << (most - least)) - 1)
    if left == 0:
        return False
    if most == least:
        return True
    if left == 1:
        return narrow_groups(p, s, row, at, False)
    if left == 1 << (most - least):
        return narrow_groups(p, s, row, at, True)
    if left & 1 or least or minus or wanted & (wanted - 1) or p[QUIET]:
        return True
    return exclude_places(p, s, row, at, wanted)


@inner
def narrow_groups(p: Program, s: Rows, row: int, at: int, is_most: bool) -> bool:
    """Let each group of a count hold as many, or as few, wanted digits as it can."""
    size = p[at + SIZE]
    cells = at + FIRST
    tail = cells + size
    wanted, groups = p[tail], p[tail + 2]
    weights = tail + 3
    ends = weights + size
    first = 0
    for g in range(groups):
        start, end = cells + first, cells + p[ends + g]
        into = is_most == (p[weights + first] > 0)
        first = p[ends + g]
        some = 0
        for i in range(start, end):
            some += s[row + p[i]] & wanted != 0
        if into and hits_of(p, s, row, start, end, wanted) // 64 < some:
            if wanted & (wanted - 1) == 0 and p[QUIET] == 0:
                if not exclude_from(p, s, row, start, end, wanted):
                    return False
            continue
        for i in range(start, end):
            digits = s[row + p[i]]
            if digits & wanted and digits & ~wanted:
                keep(p, s, row, p[i], digits & wanted if into else digits & ~wanted)
    return True
