"""The families of constraints: what each excludes, in compiled code.

A propagator gets the program ``p``, the rows ``s`` of digit sets, where the current row begins, and
where its record begins. It returns False if no filling is left. All are exact if every cell of the
record has one digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import count, highest, inner, lowest
from cpsudoku.engines.propagate.layout import (
    CHANGED,
    CHANGES,
    CHUNKS,
    FIRST,
    LOCKS,
    MARK,
    PEERS,
    QUIET,
    SCRATCH,
    SIZE,
    WHERE,
    WORDS,
)

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows

NARROW = 61  # a sum whose slack is at most this is examined exactly
FEW = 3  # if at most so many of its cells are undecided


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
def narrow_sum(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep the digits with which the sum is between its bounds. Cells of a group differ."""
    size = p[at + SIZE]
    cells = at + FIRST
    tail = cells + size
    low, high, groups = p[tail], p[tail + 1], p[tail + 2]
    weights = tail + 3
    ends = weights + size
    room = p[SCRATCH]
    least = most = undecided = 0
    first = 0
    for g in range(groups):
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
                return False
            slot = highest(free)
            high_used |= 1 << slot
            large += slot
        if large < small:
            return False
        p[room + 4 * g], p[room + 4 * g + 1] = small, large
        p[room + 4 * g + 2], p[room + 4 * g + 3] = lowest(low_used), highest(high_used)
        if weight > 0:
            least += weight * small
            most += weight * large
        else:
            least += weight * large
            most += weight * small
        first = end
    if least > high or most < low:
        return False
    if least >= low and most <= high:
        return True
    up, down = high - least, most - low  # what may be added to the least, taken from the most
    first = 0
    for g in range(groups):
        end = p[ends + g]
        weight = p[weights + first]
        small, large = p[room + 4 * g], p[room + 4 * g + 1]
        span = abs(weight) * (large - small)
        if span > up or span > down:
            if weight > 0:
                top, bottom = small + up // weight, large - down // weight
            else:
                top, bottom = small + down // -weight, large - up // -weight
            # The others have at most the least sum without its least digit, and at least ..
            fits_top = top - small + p[room + 4 * g + 2]
            fits_bottom = bottom - large + p[room + 4 * g + 3]
            for i in range(cells + first, cells + end):
                digits = s[row + p[i]]
                is_fit = highest(digits) <= fits_top and lowest(digits) >= fits_bottom
                if is_fit or digits & (digits - 1) == 0:
                    continue
                over, under = top, bottom
                if end - first > 1:
                    over -= least_of(p, s, row, cells + first, cells + end, i)
                    under -= most_of(p, s, row, cells + first, cells + end, i)
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
        first = end
    if undecided > 2 * FEW:
        return True
    return narrow_exactly(p, s, row, cells, weights, size, low, high)


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
    reach = p[SCRATCH]
    full = (2 << (high - least)) - 1
    now = p[reach] = 1
    for i in range(size):
        digits = s[row + p[cells + i]]
        weight = sign * p[weights + i]
        base = weight * (lowest(digits) if weight > 0 else highest(digits))
        after = 0
        while digits:
            d = lowest(digits)
            digits &= digits - 1
            step = weight * d - base
            if step <= NARROW:
                after |= now << step
        now = p[reach + i + 1] = after & full
    if low > least:
        now &= -(1 << (low - least))
    if now == 0:
        return False
    for i in range(size - 1, -1, -1):
        cell = p[cells + i]
        digits = s[row + cell]
        weight = sign * p[weights + i]
        base = weight * (lowest(digits) if weight > 0 else highest(digits))
        before = p[reach + i]
        after = left = 0
        while digits:
            d = lowest(digits)
            digits &= digits - 1
            step = weight * d - base
            if step <= NARROW:
                found = (now >> step) & before
                if found:
                    left |= 1 << d
                    after |= found
        now = after
        if left == 0:
            return False
        if left != s[row + cell]:
            keep(p, s, row, cell, left)
    return True


@inner
def narrow_layers(p: Program, s: Rows, row: int, at: int) -> bool:
    """Keep the digits of the paths through the layers of an automaton.

    A state is 1 if a path leads to it, and 2 if one also leads to the end. Others are passed over.
    """
    size = p[at + SIZE]
    cells = at + FIRST
    here = p[cells + size]
    now = p[SCRATCH]
    p[now] = 1
    for i in range(size):
        digits = s[row + p[cells + i]]
        states, nexts, length = p[here], p[here + 1], p[here + 2]
        after = now + states
        for state in range(after, after + nexts):
            p[state] = 0
        for state in range(states):
            if p[now + state]:
                first = here + 3 + state
                for edge in range(here + p[first], here + p[first + 1], 2):
                    if digits & p[edge + 1]:
                        p[after + p[edge]] = 1
        here += length
        now = after
    if p[now] == 0:
        return False
    p[now] = 2
    for i in range(size - 1, -1, -1):
        cell = p[cells + i]
        digits = s[row + cell]
        after = now
        here -= p[here - 1]
        states = p[here]
        now -= states
        left = 0
        for state in range(states):
            if p[now + state]:
                first = here + 3 + state
                for edge in range(here + p[first], here + p[first + 1], 2):
                    if p[after + p[edge]] == 2 and digits & p[edge + 1]:
                        left |= p[edge + 1]
                        p[now + state] = 2
        left &= digits
        if left != digits:
            if left == 0:
                return False
            keep(p, s, row, cell, left)
    return True
