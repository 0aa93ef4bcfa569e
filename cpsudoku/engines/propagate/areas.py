"""The families about layers: connected areas, and marked cells that differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import highest, inner, lowest
from cpsudoku.engines.propagate.excluding import keep
from cpsudoku.engines.propagate.layout import DIGITS, FIRST, SCRATCH, SIZE

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows

OUTSIDE, OPEN, INSIDE = 0, 1, 2  # whether a cell belongs to the area
UNKNOWN = -1


@inner
def narrow_area(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep cells in or out of an area, so that it is connected and has an allowed size.

    Most changes are about other areas: what was seen last is kept, if nothing followed from it.
    """
    cells = at + FIRST
    tail = cells + p[at + SIZE]
    wanted, least, most, counters = p[tail + 1], p[tail + 2], p[tail + 3], p[tail + 4]
    size = p[at + SIZE] - counters
    known, differs = tail + 6, 0
    if counters:
        digits = s[row + p[tail - 1]]
        differs = p[known + size] ^ digits
        p[known + size] = digits
        least = max(least, lowest(digits) + p[tail + 5])
        most = min(most, highest(digits) + p[tail + 5])
    state = p[SCRATCH]
    sure = possible = 0
    for i in range(size):
        digits = s[row + p[cells + i]]
        now = OUTSIDE
        if digits & wanted:
            possible += 1
            now = OPEN
            if digits & ~wanted == 0:
                sure += 1
                now = INSIDE
        differs |= p[known + i] ^ now
        p[known + i] = p[state + i] = now
    if differs == 0:
        return True
    first = p[known]
    p[known] = UNKNOWN
    if possible < least or sure > most:
        return False
    if counters and not count_area(p, s, row, tail, sure, possible):
        return False
    if sure == most or possible == least:
        for i in range(size):
            if p[state + i] == OPEN:
                p[state + i] = OUTSIDE if sure == most else INSIDE
        sure = possible = least if possible == least else most
    if sure == 0 and least == 0:
        return True
    if sure > 0 and most < possible and not limit_area(p, size, p[tail], most - sure):
        return False
    if not cut_area(p, size, p[tail], least, sure > 0):
        return False
    follows = False
    for i in range(size):
        cell = p[cells + i]
        digits = s[row + cell]
        if p[state + i] == OUTSIDE and digits & wanted:
            follows = True
            keep(p, s, row, cell, digits & ~wanted)
        elif p[state + i] == INSIDE and digits & ~wanted:
            follows = True
            keep(p, s, row, cell, digits & wanted)
    if not follows:
        p[known] = first
    return True


@inner
def count_area(p: Program, s: Rows, row: int, tail: int, sure: int, possible: int) -> bool:
    """Keep the sizes of an area that its counter can have."""
    cell, lowest_size = p[tail - 1], p[tail + 5]
    left = s[row + cell] & ((2 << min(possible - lowest_size, 60)) - 1)
    if sure > lowest_size:
        left &= -(1 << (sure - lowest_size))
    if left != s[row + cell]:
        keep(p, s, row, cell, left)
    return bool(left)


@inner
def limit_area(p: Program, size: int, graph: int, spare: int) -> bool:
    """Exclude cells that are too far from a part of the area that is known.

    ``spare`` is how many open cells may be added. False if these do not connect what is known.
    """
    state = p[SCRATCH]
    near, begun = state + size, state + 2 * size
    for i in range(size):
        p[begun + i] = 0
    for start in range(size):
        if p[state + start] != INSIDE or p[begun + start]:
            continue
        now, after, count = state + 3 * size, state + 4 * size, 1
        for i in range(size):
            p[near + i] = 0
        p[now] = start
        p[near + start] = 1
        for added in range(spare + 1):
            done = new = 0
            while done < count:
                first = graph + p[graph + p[now + done]]
                end = graph + p[graph + p[now + done] + 1]
                done += 1
                for k in range(first, end):
                    other = p[k]
                    if p[near + other] or p[state + other] == OUTSIDE:
                        continue
                    if p[state + other] == INSIDE:
                        p[near + other] = 1
                        p[now + count] = other
                        count += 1
                        if added == 0:
                            p[begun + other] = 1
                    elif added < spare:
                        p[near + other] = 1
                        p[after + new] = other
                        new += 1
            now, after, count = after, now, new
        for i in range(size):
            if p[near + i] == 0:
                if p[state + i] == INSIDE:
                    return False
                p[state + i] = OUTSIDE
    return True


@inner
def cut_area(p: Program, size: int, graph: int, least: int, is_begun: bool) -> bool:
    """Exclude parts that the area can't reach or that are too small; keep what connects it.

    False if nothing is left. ``is_begun``: some cells are known to belong to the area.
    """
    state = p[SCRATCH]
    order, seen = state + size, state + 10 * size
    total = parts = 0
    for i in range(size):
        p[order + i] = 0
    for root in range(size):
        if p[order + root] or p[state + root] != (INSIDE if is_begun else OPEN):
            continue
        if is_begun and parts:
            return False
        count = walk_area(p, size, graph, root)
        if count >= least:
            parts += 1
            total = count
            continue
        if is_begun:
            return False
        for k in range(seen, seen + count):
            p[state + p[k]] = OUTSIDE
    if parts != 1:
        return parts > 0
    for cell in range(size):
        if p[order + cell] == 0:
            p[state + cell] = OUTSIDE
        elif p[state + cell] == OPEN and p[order + cell] > 1:
            rest = total - 1 - p[state + 7 * size + cell]
            most = rest if is_begun else max(rest, p[state + 8 * size + cell])
            if p[state + 9 * size + cell] or most < least:
                p[state + cell] = INSIDE
    return True


@inner
def walk_area(p: Program, size: int, graph: int, root: int) -> int:
    """Visit all cells that are connected to one, depth first. Returns how many there are.

    For each, this notes how many cells it cuts off from ``root``, the most of these that stay
    together, and whether some of them are known to belong to the area.
    """
    state = p[SCRATCH]
    order, low, parent, edge = state + size, state + 2 * size, state + 3 * size, state + 4 * size
    below, sure, cut, largest = (
        state + 5 * size,
        state + 6 * size,
        state + 7 * size,
        state + 8 * size,
    )
    splits, seen = state + 9 * size, state + 10 * size
    count, cell, before = 0, root, root
    while True:
        if p[order + cell] == 0:
            p[seen + count] = cell
            count += 1
            p[order + cell] = p[low + cell] = count
            p[parent + cell] = before
            p[edge + cell] = p[graph + cell]
            p[below + cell] = 1
            p[sure + cell] = p[state + cell] == INSIDE
            p[cut + cell] = p[largest + cell] = p[splits + cell] = 0
        before = p[parent + cell]
        if p[edge + cell] < p[graph + cell + 1]:
            other = p[graph + p[edge + cell]]
            p[edge + cell] += 1
            if p[state + other] == OUTSIDE or other == before:
                continue
            if p[order + other]:
                p[low + cell] = min(p[low + cell], p[order + other])
            else:
                before, cell = cell, other
            continue
        if cell == root:
            return count
        p[low + before] = min(p[low + before], p[low + cell])
        p[below + before] += p[below + cell]
        p[sure + before] += p[sure + cell]
        if p[low + cell] >= p[order + before]:
            p[cut + before] += p[below + cell]
            p[largest + before] = max(p[largest + before], p[below + cell])
            if p[sure + cell]:
                p[splits + before] = 1
        cell = before


@inner
def narrow_marked(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep digits and marks with which the marked cells differ.

    The cells come first, then their marks. If there are as many marks as digits, each digit has
    one.
    """
    size = p[at + SIZE] >> 1
    cells = at + FIRST
    marks = cells + size
    mark, is_full = p[marks + size], p[marks + size + 1]
    settled = 0
    for i in range(size):
        if s[row + p[marks + i]] == mark:
            digits = s[row + p[cells + i]]
            if digits & (digits - 1) == 0:
                if settled & digits:
                    return False
                settled |= digits
    once = twice = 0
    for i in range(size):
        marked, digits = s[row + p[marks + i]], s[row + p[cells + i]]
        if marked & mark == 0:
            continue
        if marked != mark:
            if digits & ~settled == 0:
                keep(p, s, row, p[marks + i], marked & ~mark)
                continue
        elif digits & (digits - 1) == 0:
            continue
        elif digits & settled:
            keep(p, s, row, p[cells + i], digits & ~settled)
        digits &= ~settled
        if digits == 0:
            return False
        twice |= once & digits
        once |= digits
    if is_full == 0:
        return True
    if (once | settled) != p[DIGITS]:
        return False
    hidden = once & ~twice
    if hidden == 0:
        return True
    for i in range(size):
        marked, digits = s[row + p[marks + i]], s[row + p[cells + i]]
        if marked & mark == 0 or digits & hidden == 0:
            continue
        left = digits & hidden
        if left & (left - 1):
            return False
        if marked != mark:
            keep(p, s, row, p[marks + i], mark)
        if left != digits:
            keep(p, s, row, p[cells + i], left)
    return True
