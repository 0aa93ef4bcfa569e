"""The family of sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import highest, inner, lowest
from cpsudoku.engines.propagate.excluding import keep
from cpsudoku.engines.propagate.layout import FIRST, SCRATCH, SIZE
from cpsudoku.engines.propagate.preparing import are_peers

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows


NARROW = 61  # a sum whose slack is at most this is examined exactly
FEW = 3  # if at most so many of its cells are undecided
NO_SUM = 1 << 62  # greater than any sum


@inner
def least_of(p: Program, s: Rows, row: int, first: int, end: int, omit: int) -> int:
    """The least sum of different digits of cells, as indices of bits, without one of them."""
    used = total = 0
    for i in range(first, end):
        if i != omit:
            digits = s[row + p[i]]
            free = ~used & -(digits & -digits)
            slot = free & -free
            used |= slot
            total += lowest(slot)
    return total


@inner
def most_of(p: Program, s: Rows, row: int, first: int, end: int, omit: int) -> int:
    """The greatest such sum. It is -1000 if there is none."""
    used = total = 0
    for i in range(first, end):
        if i != omit:
            free = ~used & ((2 << highest(s[row + p[i]])) - 1)
            if free == 0:
                return -1000
            slot = highest(free)
            used |= 1 << slot
            total += slot
    return total


@inner
def note_groups(p: Program, s: Rows, row: int, at: int) -> tuple[int, int, int]:
    """The least and the greatest sum of a record, and how many of its cells are undecided.

    For each group, this notes the least and the greatest sum without weights, the greatest digit of
    the least sum, and the least of the greatest. It returns NO_SUM if a group has no digits.
    """
    cells = at + FIRST
    tail = cells + p[at + SIZE]
    weights = tail + 3
    ends = weights + p[at + SIZE]
    note = p[SCRATCH]
    least = most = undecided = first = 0
    for g in range(p[tail + 2]):
        end = p[ends + g]
        weight = p[weights + first]
        small = large = low_used = high_used = 0
        for i in range(cells + first, cells + end):
            digits = s[row + p[i]]
            undecided += digits & (digits - 1) != 0
            free = ~low_used & -(digits & -digits)
            slot = free & -free
            low_used |= slot
            small += lowest(slot)
            free = ~high_used & ((2 << highest(digits)) - 1)
            if free == 0:
                return NO_SUM, 0, 0
            slot = highest(free)
            high_used |= 1 << slot
            large += slot
        if large < small:
            return NO_SUM, 0, 0
        p[note], p[note + 1] = small, large
        p[note + 2], p[note + 3] = lowest(low_used), highest(high_used)
        note += 4
        least += weight * (small if weight > 0 else large)
        most += weight * (large if weight > 0 else small)
        first = end
    return least, most, undecided


@inner
def narrow_group(
    p: Program, s: Rows, row: int, first: int, end: int, note: int, top: int, bottom: int
) -> bool:
    """Keep the digits with which the sum of a group is between two bounds.

    The others have at most the least sum without its greatest digit, and at least the greatest
    without its least.
    """
    fits_top = top - p[note] + p[note + 2]
    fits_bottom = bottom - p[note + 1] + p[note + 3]
    for i in range(first, end):
        digits = s[row + p[i]]
        is_fit = highest(digits) <= fits_top and lowest(digits) >= fits_bottom
        if is_fit or digits & (digits - 1) == 0:
            continue
        over, under = top, bottom
        if end - first > 1:
            over -= least_of(p, s, row, first, end, i)
            under -= most_of(p, s, row, first, end, i)
        left = digits
        if over < 62:
            if over < 0:
                return False
            left &= (2 << over) - 1
        if under > 0:
            if under > 62:
                return False
            left &= -(1 << under)
        if left == 0:
            return False
        if left != digits:
            keep(p, s, row, p[i], left)
    return True


@inner
def narrow_sum(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep the digits with which the sum is between its bounds. Cells of a group differ."""
    size = p[at + SIZE]
    cells = at + FIRST
    tail = cells + size
    low, high, groups = p[tail], p[tail + 1], p[tail + 2]
    weights = tail + 3
    ends = weights + size
    least, most, undecided = note_groups(p, s, row, at)
    if least > high or most < low:
        return False
    if least >= low and most <= high:
        return True
    noted = p[SCRATCH] + 4 * groups
    if undecided <= FEW and low == high and is_few(p, s, row, at, noted):
        return narrow_few(p, s, row, low, undecided, noted)
    up, down = high - least, most - low  # what may be added to the least, taken from the most
    note = p[SCRATCH]
    first = 0
    for g in range(groups):
        end = p[ends + g]
        weight = p[weights + first]
        small, large = p[note], p[note + 1]
        span = abs(weight) * (large - small)
        if span > up or span > down:
            if weight > 0:
                top, bottom = small + up // weight, large - down // weight
            else:
                top, bottom = small + down // -weight, large - up // -weight
            if not narrow_group(p, s, row, cells + first, cells + end, note, top, bottom):
                return False
        note += 4
        first = end
    if undecided > 2 * FEW:
        return True
    return narrow_exactly(p, s, row, cells, weights, size, low, high)


@inner
def is_few(p: Program, s: Rows, row: int, at: int, room: int) -> bool:
    """Whether the undecided terms of a sum, at most FEW, have the weights 1 and -1.

    Notes the sum of the other terms, and the cell and the weight of each of these. Of three, two
    with different weights come last, if there are any.
    """
    size = p[at + SIZE]
    cells = at + FIRST
    weights = cells + size + 3
    p[room] = 0
    here = room + 1
    for i in range(size):
        digits, weight = s[row + p[cells + i]], p[weights + i]
        if digits & (digits - 1) == 0:
            p[room] += weight * lowest(digits)
        elif weight not in (1, -1):
            return False
        else:
            p[here], p[here + 1] = p[cells + i], weight
            here += 2
    if here == room + 7 and p[room + 4] == p[room + 6] != p[room + 2]:
        p[room + 1], p[room + 3] = p[room + 3], p[room + 1]
        p[room + 2], p[room + 4] = p[room + 4], p[room + 2]
    return True


@inner
def narrow_few(p: Program, s: Rows, row: int, total: int, undecided: int, room: int) -> bool:
    """Keep the digits with which the terms that ``is_few`` noted fill up a sum.

    Cells that see each other differ. Terms that are missing at the beginning have the digit 0.
    """
    rest = total - p[room]
    if undecided == 0:
        is_full: bool = rest == 0
        return is_full
    last = room + 2 * undecided - 1
    third, weight = p[last], p[last + 1]
    if undecided == 1:
        rest *= weight
        if rest < 0 or rest > NARROW or s[row + third] >> rest & 1 == 0:
            return False
        keep(p, s, row, third, 1 << rest)
        return True
    second, first = p[last - 2], -1
    starts, middles, ends = 1, s[row + second], s[row + third]
    is_sum, differ = p[last - 1] == weight, are_peers(p, second, third)
    turned = reversed_digits(ends) if is_sum else 0
    differ_second = differ_third = False
    sign = 0
    if undecided == 3:
        first, sign = p[last - 4], p[last - 3]
        starts = s[row + first]
        differ_second, differ_third = are_peers(p, first, second), are_peers(p, first, third)
    kept_first = kept_second = kept_third = 0
    left = starts
    while left:
        bit = left & -left
        left &= left - 1
        # what the second and the third are together, or what the second minus the third is
        need = (rest - sign * lowest(bit)) * p[last - 1]
        mine = middles & ~bit if differ_second else middles
        if is_sum:
            if need < 0 or need > 2 * NARROW:
                continue
            theirs = turned
            if differ_third:
                theirs &= ~(1 << NARROW - lowest(bit))
            shift = need - NARROW
            mine &= theirs << shift if shift >= 0 else theirs >> -shift
            if differ and need & 1 == 0:
                mine &= ~(1 << (need >> 1))
            theirs = reversed_digits(mine)
            theirs = theirs << shift if shift >= 0 else theirs >> -shift
        else:
            if need < -NARROW or need > NARROW or (differ and need == 0):
                continue
            theirs = ends & ~bit if differ_third else ends
            mine &= theirs << need if need >= 0 else theirs >> -need
            theirs = mine >> need if need >= 0 else mine << -need
        if mine:
            kept_first |= bit
            kept_second |= mine
            kept_third |= theirs
    if kept_first == 0:
        return False
    if undecided == 3 and kept_first != starts:
        keep(p, s, row, first, kept_first)
    if kept_second != middles:
        keep(p, s, row, second, kept_second)
    if kept_third != ends:
        keep(p, s, row, third, kept_third)
    return True


@inner
def reversed_digits(left: int) -> int:
    """The digits with NARROW minus each of their numbers of bits."""
    found = 0
    while left:
        found |= 1 << NARROW - lowest(left)
        left &= left - 1
    return found


@inner
def narrow_exactly(
    p: Program, s: Rows, row: int, cells: int, weights: int, size: int, low: int, high: int
) -> bool:
    """Keep the digits with which some digits of the other cells have the sum, if few are undecided.

    The sums of the first cells above the least are bits of a word. If they do not fit, those below
    the greatest may.
    """
    least = most = undecided = 0
    for i in range(size):
        digits = s[row + p[cells + i]]
        undecided += digits & (digits - 1) != 0
        weight = p[weights + i]
        one, other = weight * lowest(digits), weight * highest(digits)
        least += min(one, other)
        most += max(one, other)
    if least > high or most < low:
        return False
    if undecided > FEW:
        return True
    sign = 1
    if most - low < high - least:
        sign = -1
        low, high, least = -high, -low, -most
    if high - least > NARROW:
        return True
    now = reach_sums(p, s, row, cells, weights, size, sign, (2 << (high - least)) - 1)
    if low > least:
        now &= -(1 << (low - least))
    return now != 0 and keep_reaching(p, s, row, cells, weights, size, sign, now)


@inner
def reach_sums(
    p: Program, s: Rows, row: int, cells: int, weights: int, size: int, sign: int, these: int
) -> int:
    """Those of some sums that all cells have, as bits above the least sum.

    Those of the first cells are noted.
    """
    reach = p[SCRATCH]
    now = p[reach] = 1
    for i in range(size):
        digits = s[row + p[cells + i]]
        weight = sign * p[weights + i]
        base = weight * (lowest(digits) if weight > 0 else highest(digits))
        after = 0
        while digits:
            step = weight * lowest(digits) - base
            digits &= digits - 1
            if step <= NARROW:
                after |= now << step
        now = p[reach + i + 1] = after & these
    return now


@inner
def keep_reaching(
    p: Program, s: Rows, row: int, cells: int, weights: int, size: int, sign: int, now: int
) -> bool:
    """Keep the digits on a way from the noted sums to one of these sums."""
    reach = p[SCRATCH]
    for i in range(size - 1, -1, -1):
        cell = p[cells + i]
        digits = s[row + cell]
        weight = sign * p[weights + i]
        base = weight * (lowest(digits) if weight > 0 else highest(digits))
        before = p[reach + i]
        after = left = 0
        while digits:
            digit = digits & -digits
            digits &= digits - 1
            step = weight * lowest(digit) - base
            if step <= NARROW:
                ways = (now >> step) & before
                if ways:
                    left |= digit
                    after |= ways
        now = after
        if left == 0:
            return False
        if left != s[row + cell]:
            keep(p, s, row, cell, left)
    return True
