"""One sweep of eliminations in 32 puzzles of one rule set, and the choice of each split.

`cells` has a vector of candidate masks for each cell, as in kernel.py. `rules` is an array that
rule_set.py makes: lists of houses, of cells that see others outside any house, and of locks. The
loops over these lists are compiled; what they do with vectors is emitted (vectors.py).
"""

from __future__ import annotations

import numpy as np
from numba import types

from cpsudoku.engines.lanes.rule_memory import (
    BANDS,
    CELLS,
    HOUSES,
    LOCKS,
    PART,
    STARS,
    Masks,
    Rules,
)
from cpsudoku.engines.lanes.vectors import (
    A_VECTOR,
    Builder,
    Memory,
    NumberMemory,
    Numbers,
    Test,
    Value,
    Vec,
    Vector,
    Words,
    broadcast,
    copies,
    emitted,
    several,
    word_of,
)
from cpsudoku.runtime.compiled.declaring import inner

TRIES = 256  # the cost of one more candidate in the cell of a split; a bivalue cell nearby: 2


@emitted(types.int64, Numbers, types.int64)
def number(builder: Builder, numbers: NumberMemory, at: Value) -> Value:
    """numbers[at], without a test for a negative place."""
    return numbers[at]


@emitted(types.uint32, A_VECTOR)
def nonzero(builder: Builder, v: Vec) -> Value:
    """The lanes that are not 0."""
    return builder.not_(v.equals(0).bits())


# ---- houses ------------------------------------------------------------------------------------


@emitted(several(4), Words, Numbers, types.int64, A_VECTOR, A_VECTOR, A_VECTOR, A_VECTOR)
def scan(
    builder: Builder,
    cells: Memory,
    rules: NumberMemory,
    at: Value,
    one: Vec,
    two: Vec,
    fixed: Vec,
    twice: Vec,
) -> list[Vec]:
    """Count a cell: digits seen once and twice, settled once and twice."""
    v = cells[rules[at], 0]
    single = is_settled(v).pick(v, 0)
    return [one | v, two | (one & v), fixed | single, twice | (fixed & single)]


@emitted(several(2), A_VECTOR, A_VECTOR, A_VECTOR, A_VECTOR, A_VECTOR)
def conclude(builder: Builder, need: Vec, one: Vec, two: Vec, twice: Vec, bad: Vec) -> list[Vec]:
    """The hidden singles; and ``bad`` with the digits that have two cells or none."""
    return [one & ~two & need, bad | twice | (need & ~one)]


@emitted(A_VECTOR, Words, Numbers, types.int64, A_VECTOR, A_VECTOR, A_VECTOR)
def narrow(
    builder: Builder,
    cells: Memory,
    rules: NumberMemory,
    at: Value,
    hidden: Vec,
    fixed: Vec,
    change: Vec,
) -> Vec:
    """Narrow a cell by the singles of its house.

    Of two hidden singles in one cell one remains, so the next sweep misses the other.
    """
    i = rules[at]
    v = cells[i, 0]
    here = v & hidden
    rest = is_settled(v).pick(v, v & ~fixed)
    w = here.equals(0).pick(rest, here & -here)
    cells[i, 0] = w
    return change | (v ^ w)


def is_settled(v: Vec) -> Test:
    """Whether at most one digit is left."""
    return (v & (v - 1)).equals(0)


@inner()
def sweep_houses(cells: Masks, rules: Rules, change: Vector) -> tuple[Vector, Vector]:
    """Naked and hidden singles of each house. Returns the changed and the impossible digits."""
    nothing = bad = copies(0)
    at = number(rules, HOUSES)
    left = number(rules, at)
    end = at + 1
    while left:
        need = copies(number(rules, end))
        start = end + 2
        end = start + number(rules, end + 1)
        one = two = fixed = twice = nothing
        for i in range(start, end):
            one, two, fixed, twice = scan(cells, rules, i, one, two, fixed, twice)
        hidden, bad = conclude(need, one, two, twice, bad)
        for i in range(start, end):
            change = narrow(cells, rules, i, hidden, fixed, change)
        left -= 1
    return change, bad


# ---- stars and locks ---------------------------------------------------------------------------


@emitted(A_VECTOR, Words, Numbers, types.int64, A_VECTOR)
def without_settled(
    builder: Builder, cells: Memory, rules: NumberMemory, at: Value, allowed: Vec
) -> Vec:
    v = cells[rules[at], 0]
    return allowed & ~is_settled(v).pick(v, 0)


@emitted(A_VECTOR, Words, Numbers, types.int64, A_VECTOR)
def with_candidates(
    builder: Builder, cells: Memory, rules: NumberMemory, at: Value, union: Vec
) -> Vec:
    return union | cells[rules[at], 0]


@emitted(A_VECTOR, Words, Numbers, types.int64, A_VECTOR, A_VECTOR)
def restrict(
    builder: Builder, cells: Memory, rules: NumberMemory, at: Value, allowed: Vec, change: Vec
) -> Vec:
    """Leave only some digits in a cell."""
    i = rules[at]
    v = cells[i, 0]
    w = v & allowed
    cells[i, 0] = w
    return change | (v ^ w)


@inner()
def sweep_stars(cells: Masks, rules: Rules, change: Vector) -> Vector:
    """Exclude from each first cell the digits that are settled in the others."""
    every = copies(-1)
    at = number(rules, STARS)
    left = number(rules, at)
    at += 1
    while left:
        end = at + 2 + number(rules, at)
        allowed = every
        for i in range(at + 2, end):
            allowed = without_settled(cells, rules, i, allowed)
        change = restrict(cells, rules, at + 1, allowed, change)
        at = end
        left -= 1
    return change


@inner()
def sweep_locks(cells: Masks, rules: Rules, change: Vector) -> Vector:
    """Exclude digits from cells of the second kind that no cell of the first kind can hold."""
    nothing = copies(0)
    at = number(rules, LOCKS)
    left = number(rules, at)
    at += 1
    while left:
        middle = at + 2 + number(rules, at)
        end = middle + number(rules, at + 1)
        union = nothing
        for i in range(at + 2, middle):
            union = with_candidates(cells, rules, i, union)
        for i in range(middle, end):
            change = restrict(cells, rules, i, union, change)
        at = end
        left -= 1
    return change


@emitted(A_VECTOR, Words, Numbers, types.int64, A_VECTOR)
def cross(builder: Builder, cells: Memory, rules: NumberMemory, at: Value, change: Vec) -> Vec:
    """Locked candidates in the nine parts of a band.

    The houses are rows and columns of parts. If a digit has no place in the other two parts of a
    house, it is in this one, and so in no other part of the house across.
    """
    size = PART * 9
    places = [rules[builder.add(at, at.type(number))] for number in range(size)]
    parts = [places[start : start + PART] for start in range(0, size, PART)]
    found = [_union([cells[i, 0] for i in part]) for part in parts]
    beside = [_union([found[each] for each in _others(part, 1)]) for part in range(9)]
    across = [_union([found[each] for each in _others(part, 3)]) for part in range(9)]
    for number, part in enumerate(parts):
        above, below = (beside[each] for each in _others(number, 3))
        left, right = (across[each] for each in _others(number, 1))
        allowed = above & below & left & right
        for i in part:
            v = cells[i, 0]
            w = v & allowed
            cells[i, 0] = w
            change = change | (v ^ w)
    return change


def _union(vectors: list[Vec]) -> Vec:
    union = vectors[0]
    for each in vectors[1:]:
        union = union | each
    return union


def _others(part: int, step: int) -> list[int]:
    """The other two parts in its row (step 1) or its column (step 3) of parts."""
    place = part // step % 3
    return [part + (other - place) * step for other in range(3) if other != place]


@inner()
def sweep_bands(cells: Masks, rules: Rules, change: Vector) -> Vector:
    """Locked candidates in each band."""
    at = number(rules, BANDS)
    left = number(rules, at)
    at += 1
    while left:
        change = cross(cells, rules, at, change)
        at += 9 * PART
        left -= 1
    return change


# ---- the sweep ---------------------------------------------------------------------------------


@emitted(several(2), Words, types.int64, A_VECTOR, A_VECTOR)
def look(builder: Builder, cells: Memory, i: Value, least: Vec, more: Vec) -> list[Vec]:
    v = cells[i, 0]
    return [least.smaller(v), more | (v & (v - 1))]


@inner()
def sweep(cells: Masks, rules: Rules) -> tuple[np.uint32, np.uint32, np.uint32]:
    """All eliminations once. Lane masks: changed, dead, open (not solved).

    A lane that is neither changed nor dead nor open satisfies every rule.
    """
    change, bad = sweep_houses(cells, rules, copies(0))
    change = sweep_stars(cells, rules, change)
    change = sweep_bands(cells, rules, change)
    change = sweep_locks(cells, rules, change)
    least, more = copies(-1), copies(0)
    for i in range(number(rules, CELLS)):
        least, more = look(cells, i, least, more)
    return nonzero(change), nonzero(bad) | ~nonzero(least), nonzero(more)


# ---- the split ---------------------------------------------------------------------------------


@emitted(types.none, Words, Words, types.int64)
def mark(builder: Builder, cells: Memory, nearby: Memory, i: Value) -> None:
    """nearby[i] = 1 if the cell has two candidates, else 0."""
    v = cells[i, 0]
    less = v & (v - 1)
    nearby[i, 0] = is_settled(less).pick(less.equals(0).pick(v ^ v, (v ^ v) | 1), 0)


@emitted(A_VECTOR, Words, Numbers, types.int64, A_VECTOR)
def with_bivalue(
    builder: Builder, nearby: Memory, rules: NumberMemory, at: Value, count: Vec
) -> Vec:
    """The count, plus 1 if the cell has two candidates."""
    return count + (nearby[rules[at], 0] & 1)


@emitted(types.none, Words, Numbers, types.int64, A_VECTOR)
def add(builder: Builder, nearby: Memory, rules: NumberMemory, at: Value, twice: Vec) -> None:
    i = rules[at]
    nearby[i, 0] = nearby[i, 0] + twice


@emitted(A_VECTOR, A_VECTOR)
def doubled(builder: Builder, v: Vec) -> Vec:
    return v + v


@emitted(several(3), Words, Words, types.int64, A_VECTOR, A_VECTOR, A_VECTOR)
def weigh(
    builder: Builder, cells: Memory, nearby: Memory, i: Value, best: Vec, place: Vec, mask: Vec
) -> list[Vec]:
    """The better of the best cell so far and this one: its cost, number and candidates."""
    v, twice = cells[i, 0], nearby[i, 0] & 0xFFFE
    cost = v.popcount().times(TRIES) - twice.smaller((v ^ v) | TRIES - 2)
    better = is_settled(v).pick(v ^ v, best).above(cost)
    here = broadcast(builder, word_of(builder, i))
    return [better.pick(cost, best), better.pick(here, place), better.pick(v, mask)]


@emitted(types.none, Words, A_VECTOR, A_VECTOR)
def put(builder: Builder, picks: Memory, place: Vec, mask: Vec) -> None:
    picks[0], picks[1] = place, mask & -mask


@inner()
def choose(cells: Masks, rules: Rules, nearby: Masks, picks: Masks) -> None:
    """picks[0]: the cell, picks[1]: the bit of its lowest digit, of the best split in each lane.

    The cell has the fewest candidates, and of these the most bivalue cells in its houses. For each
    cell, `nearby` gets twice their number, plus 1 if it is one itself.
    """
    nothing = copies(0)
    for i in range(number(rules, CELLS)):
        mark(cells, nearby, i)
    at = number(rules, HOUSES)
    left = number(rules, at)
    end = at + 1
    while left:
        start = end + 2
        end = start + number(rules, end + 1)
        count = nothing
        for i in range(start, end):
            count = with_bivalue(nearby, rules, i, count)
        twice = doubled(count)
        for i in range(start, end):
            add(nearby, rules, i, twice)
        left -= 1
    best, place, mask = copies(-1), nothing, nothing
    for i in range(number(rules, CELLS)):
        best, place, mask = weigh(cells, nearby, i, best, place, mask)
    put(picks, place, mask)
