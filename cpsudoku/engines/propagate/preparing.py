"""Completes a program: what each cell touches, which cells differ, and which houses overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import count, inner, lowest
from cpsudoku.engines.propagate.innies import add_innies
from cpsudoku.engines.propagate.layout import (
    AMOUNTS,
    AREA,
    BRANCH,
    CAPACITY,
    CELLS,
    CHANGED,
    CHANGES,
    CHUNKS,
    COUNT,
    COUNTED,
    CURSORS,
    DEPTH,
    DIGITS,
    END,
    FIRST,
    FLOOR,
    FULL,
    FULLS,
    HOUSE,
    HOUSES,
    INNER,
    KIND,
    LAYERS,
    LENGTH,
    LINEAR,
    LOCKS,
    MARK,
    MIDDLE,
    NEAR,
    NEAR_FIRST,
    NEIGHBOURS,
    OF,
    OF_FIRST,
    PAIR,
    PEERS,
    PREFERRED,
    QUIET,
    RECORD_WORDS,
    RECORDS,
    RING,
    ROOM,
    SCRATCH,
    SETS,
    SIZE,
    SLOW,
    STAMPS,
    STEP,
    TABLES,
    TOUCHED,
    USES,
    WAITING,
    WEIGHT,
    WHERE,
    WORD,
    WORDS,
)
from cpsudoku.engines.propagate.paths import length_of_states
from cpsudoku.engines.propagate.room import take

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program

UNIT = 1024  # the weight of one conflict


@inner
def prepare(p: Program) -> bool:
    """Complete a program; False if it needs a larger array."""
    if not take(p, WHERE, 3 * p[COUNT]):  # each house adds two sums at most
        return False
    locate(p)
    if not add_innies(p):
        return False
    cells, records = p[CELLS], p[COUNT]
    p[RECORD_WORDS] = records // WORD + 1
    p[WORDS] = (cells + 31) // 32
    if not (
        take(p, OF_FIRST, cells + 1)
        and take(p, NEAR_FIRST, cells + 1)
        and take(p, MARK, cells)
        and take(p, CHANGED, cells)
        and take(p, WAITING, 2 * p[RECORD_WORDS])
        and take(p, RING, 4 * p[RECORD_WORDS])
        and take(p, TOUCHED, 2 * cells * p[RECORD_WORDS])
        and take(p, WEIGHT, cells)
        and take(p, PREFERRED, cells)
        and take(p, BRANCH, cells + 2)
        and take(p, USES, records)
        and take(p, LOCKS, records)
        and take(p, SCRATCH, p[ROOM])
        and take(p, PEERS, cells * p[WORDS])
        and take(p, FULL, records)
    ):
        return False
    for i in range(4):
        p[CURSORS + 2 * i], p[CURSORS + 2 * i + 1] = 0, 1
    p[CHANGES] = p[QUIET] = p[DEPTH] = p[FLOOR] = p[FULLS] = p[NEIGHBOURS] = 0
    p[STEP] = UNIT
    for cell in range(cells):
        p[p[WEIGHT] + cell] = UNIT
    if not index(p):
        return False
    for record in range(records):
        at = p[p[WHERE] + record]
        if p[at + KIND] in (LINEAR, COUNTED):
            group(p, at)
    return find_locks(p)


@inner
def locate(p: Program) -> None:
    """Note where each record begins, and where its tables are in the program."""
    at = p[RECORDS]
    place = p[TABLES]
    states = 0
    for record in range(p[COUNT]):
        p[p[WHERE] + record] = at
        if p[at + KIND] in (PAIR, LAYERS, AREA, AMOUNTS):
            table = at + FIRST + p[at + SIZE]
            if p[table]:
                if p[place] != p[table]:  # most records name the table of the one before
                    place = p[TABLES]
                    while p[place] != p[table]:
                        place += 2
                p[table] = p[place + 1]
            if p[at + KIND] == LAYERS:
                p[table + 1] = states
                states += length_of_states(p, at)
        at += p[at + LENGTH]


@inner
def index(p: Program) -> bool:
    """List the records and the relations of each cell, and the cells that differ from it."""
    cells, records = p[CELLS], p[COUNT]
    of_first, near_first = p[OF_FIRST], p[NEAR_FIRST]
    for record in range(records):
        at = p[p[WHERE] + record]
        if p[at + INNER] == 0:
            first = near_first if p[at + KIND] == PAIR else of_first
            for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
                p[first + p[i] + 1] += 1
            if p[at + KIND] == PAIR and p[at + FIRST + 2] == 0:
                p[NEIGHBOURS] = 1
                see(p, at)
            elif p[at + KIND] <= SETS:
                see(p, at)
    for cell in range(cells):
        p[of_first + cell + 1] += p[of_first + cell]
        p[near_first + cell + 1] += p[near_first + cell]
    if not (take(p, OF, p[of_first + cells]) and take(p, NEAR, 2 * p[near_first + cells])):
        return False
    for record in range(records - 1, -1, -1):
        at = p[p[WHERE] + record]
        if p[at + INNER]:
            continue
        if p[at + KIND] == PAIR:
            one, other, table = p[at + FIRST], p[at + FIRST + 1], p[at + FIRST + 2]
            near(p, one, other, table)
            near(p, other, one, table + 32 * p[CHUNKS] if table else 0)
            continue
        word, bit = record // WORD, 1 << record % WORD
        p[p[RING] + ring_of(p, record) * p[RECORD_WORDS] + word] |= bit
        word += p[TOUCHED] + (p[RECORD_WORDS] if p[at + KIND] == LINEAR else 0)
        for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
            first = of_first + p[i] + 1
            p[first] -= 1
            p[p[OF] + p[first]] = record
            p[word + 2 * p[i] * p[RECORD_WORDS]] |= bit
    # Each list now begins where the next one's counter says.
    for cell in range(cells):
        p[of_first + cell] = p[of_first + cell + 1]
        p[near_first + cell] = p[near_first + cell + 1]
    p[of_first + cells] = p[NEAR] - p[OF]
    p[near_first + cells] = (p[END] - p[NEAR]) // 2
    return True


@inner
def ring_of(p: Program, record: int) -> int:
    """The ring of a record: houses first, then sets and sums, then what is slow."""
    kind = p[p[p[WHERE] + record] + KIND]
    if kind == HOUSE:
        return HOUSES
    return SLOW if kind >= LAYERS and kind != COUNTED else MIDDLE


@inner
def near(p: Program, one: int, other: int, table: int) -> None:
    """Note a relation at one of its cells."""
    first = p[NEAR_FIRST] + one + 1
    p[first] -= 1
    place = p[NEAR] + 2 * p[first]
    p[place], p[place + 1] = other, table


@inner
def see(p: Program, at: int) -> None:
    """Note that the cells of a record differ."""
    words = p[WORDS]
    first, end = at + FIRST, at + FIRST + p[at + SIZE]
    for i in range(first, end):
        base = p[PEERS] + p[i] * words
        for j in range(first, end):
            if p[j] != p[i]:
                p[base + p[j] // 32] |= 1 << p[j] % 32


@inner
def are_peers(p: Program, one: int, other: int) -> bool:
    """Whether two cells differ."""
    return bool(p[p[PEERS] + one * p[WORDS] + other // 32] >> other % 32 & 1)


@inner
def joined(p: Program, at: int, done: int, seed: int, moves: bool) -> int:
    """The end of a group of the terms from ``done`` on: ``seed``, and each that differs from all.

    ``moves``: bring them together at the beginning. Otherwise only their number counts.
    """
    size = p[at + SIZE]
    cells = at + FIRST
    weights = cells + size + 3
    room = p[SCRATCH]
    p[room] = p[cells + seed]
    weight = p[weights + seed]
    end = done + 1
    if moves:
        swap(p, cells, weights, seed, done)
    for i in range(end if moves else done, size):
        joins = p[weights + i] == weight
        for j in range(end - done):
            joins = joins and are_peers(p, p[cells + i], p[room + j])
        if joins:
            p[room + end - done] = p[cells + i]
            if moves:
                swap(p, cells, weights, i, end)
            end += 1
    return end


@inner
def swap(p: Program, cells: int, weights: int, one: int, other: int) -> None:
    """Exchange two terms of a sum."""
    p[cells + one], p[cells + other] = p[cells + other], p[cells + one]
    p[weights + one], p[weights + other] = p[weights + other], p[weights + one]


@inner
def group(p: Program, at: int) -> None:
    """Sort the terms of a sum or a count into groups of one weight whose cells all differ.

    Large ones come first. The larger the groups, the closer are the bounds.
    """
    size = p[at + SIZE]
    ends = at + FIRST + 2 * size + 3
    groups = done = 0
    while done < size:
        seed, most = done, 0
        for i in range(done, size):
            end = joined(p, at, done, i, False)
            if end > most:
                seed, most = i, end
        done = p[ends + groups] = joined(p, at, done, seed, True)
        groups += 1
    p[at + FIRST + size + 2] = groups


@inner
def find_locks(p: Program) -> bool:
    """List what digits of each house and each digit set exclude in other cells."""
    records, cells = p[COUNT], p[CELLS]
    if not take(p, STAMPS, records + 2 * cells):
        return False
    for one in range(records):
        at = p[p[WHERE] + one]
        is_full = p[at + KIND] == HOUSE and p[at + SIZE] == count(p[DIGITS])
        if is_full and p[at + INNER] == 0:
            p[p[FULL] + p[FULLS]] = at
            p[FULLS] += 1
            if not add_locks(p, one, at):
                return False
        elif p[at + INNER] == 0 and p[at + KIND] == SETS and not add_seen(p, one, at):
            return False
    return True


@inner
def add_seen(p: Program, one: int, at: int) -> bool:
    """List the cells that differ from all cells of a record; False if there is no room."""
    start, words = p[END], p[WORDS]
    if start + 1 + p[CELLS] > p[CAPACITY]:
        return False
    p[start] = 0
    p[p[LOCKS] + one] = start
    for word in range(words):
        seen = -1
        for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
            seen &= p[p[PEERS] + p[i] * words + word]
        while seen:
            p[start] += 1
            p[start + p[start]] = 32 * word + lowest(seen)
            seen &= seen - 1
    p[END] = start + 1 + p[start]
    return True


@inner
def add_locks(p: Program, one: int, at: int) -> bool:
    """List the houses that share two or more cells with a record."""
    start = p[END]
    if start + 1 > p[CAPACITY]:
        return False
    p[start] = 0
    p[END] = start + 1
    stamp = one + 1
    seen = p[STAMPS]
    ours = seen + p[COUNT]
    for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
        p[ours + p[i]] = stamp
    for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
        first = p[OF_FIRST] + p[i]
        for k in range(p[OF] + p[first], p[OF] + p[first + 1]):
            other = p[k]
            there = p[p[WHERE] + other]
            if other == one or p[seen + other] == stamp or p[there + KIND] > SETS:
                continue
            p[seen + other] = stamp
            if not add_lock(p, start, at, there, stamp):
                return False
    if p[start]:
        p[p[LOCKS] + one] = start
    else:
        p[END] = start
    return True


@inner
def add_lock(p: Program, start: int, at: int, there: int, stamp: int) -> bool:
    """Add the overlap with another record to a list of locks, if it excludes anything."""
    ours = p[STAMPS] + p[COUNT]
    theirs = ours + p[CELLS]
    size, mine = p[there + SIZE], p[at + SIZE]
    both = 0
    for i in range(there + FIRST, there + FIRST + size):
        both += p[ours + p[i]] == stamp
    here = p[END]
    if both < 2 or both == size:
        return True
    if here + 3 + mine + size > p[CAPACITY]:
        return False
    alone = mine - both
    p[here], p[here + 1], p[here + 2] = alone, both, size - both
    outside, inside, beyond = here + 3, here + 3 + alone, here + 3 + mine
    for i in range(there + FIRST, there + FIRST + size):
        p[theirs + p[i]] = there
        if p[ours + p[i]] == stamp:
            p[inside] = p[i]
            inside += 1
        else:
            p[beyond] = p[i]
            beyond += 1
    for i in range(at + FIRST, at + FIRST + mine):
        if p[theirs + p[i]] != there:
            p[outside] = p[i]
            outside += 1
    p[END] = beyond
    p[start] += 1
    return True
