"""The family of cells that hold one of some sets of digits, such as a cage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import inner
from cpsudoku.engines.propagate.excluding import exclude_places, keep, remove
from cpsudoku.engines.propagate.layout import FIRST, LOCKS, QUIET, SCRATCH, SIZE, WHERE

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows


@inner
def narrow_sets(p: Program, s: Rows, row: int, at: int, record: int) -> bool:
    """Keep the digits of the sets that fit the cells. Each set has as many digits as cells."""
    size = p[at + SIZE]
    cells = at + FIRST
    sets = cells + size
    room = p[SCRATCH]  # for each open cell: its place, its digits, those that fit, those of a set
    every = settled = opened = 0
    for i in range(cells, cells + size):
        digits = s[row + p[i]]
        if digits & (digits - 1):
            p[room + 4 * opened], p[room + 4 * opened + 1] = p[i], digits
            opened += 1
            every |= digits
        else:
            if settled & digits:
                return False
            settled |= digits
    end = room + 4 * opened
    for i in range(room, end, 4):
        p[i + 1] &= ~settled
        p[i + 2] = 0
    certain = -1
    for number in range(sets + 1, sets + 1 + p[sets]):
        digits = p[number]
        wanted = digits & ~settled
        if settled & ~digits or wanted & ~every or not fits_set(p, room, end, wanted):
            continue
        certain &= digits
        is_all = True
        for i in range(room, end, 4):
            p[i + 2] |= p[i + 3]
            is_all = is_all and p[i + 2] == p[i + 1]
        if is_all and certain & ~settled == 0:
            break  # nothing more is excluded
    if certain == -1:
        return False
    once = twice = 0
    for i in range(room, end, 4):
        mine = p[i + 2]
        twice |= once & mine
        once |= mine
    hidden = certain & once & ~twice
    for i in range(room, end, 4):
        mine = p[i + 2]
        if mine & hidden:
            mine &= hidden
            if mine & (mine - 1):
                return False
        if mine != s[row + p[i]]:
            keep(p, s, row, p[i], mine)
    return p[QUIET] != 0 or exclude_seen(p, s, row, record, certain)


@inner
def fits_set(p: Program, room: int, end: int, wanted: int) -> bool:
    """Whether open cells can hold all digits of a set; notes which of them each cell can hold."""
    ones = some = 0
    for i in range(room, end, 4):
        mine = p[i + 1] & wanted
        p[i + 3] = mine
        if mine & (mine - 1):
            some |= mine
        elif mine == 0 or ones & mine:
            return False
        else:
            ones |= mine
    if ones | some != wanted:
        return False
    if ones & some == 0:
        return True
    some = ones
    for i in range(room, end, 4):
        mine = p[i + 3]
        if mine & (mine - 1):
            mine &= ~ones
            if mine == 0:
                return False
            p[i + 3] = mine
            some |= mine
    return some == wanted


@inner
def exclude_seen(p: Program, s: Rows, row: int, record: int, certain: int) -> bool:
    """Exclude digits that a digit set needs in cells that differ from all their places.

    Its locks are the number of cells that differ from all of its cells, and these cells.
    """
    at = p[p[WHERE] + record]
    everywhere = certain
    for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
        everywhere &= s[row + p[i]]
    locks = p[p[LOCKS] + record]
    if everywhere and locks:
        for i in range(locks + 1, locks + 1 + p[locks]):
            if not remove(p, s, row, p[i], everywhere):
                return False
    return exclude_places(p, s, row, at, certain & ~everywhere)
