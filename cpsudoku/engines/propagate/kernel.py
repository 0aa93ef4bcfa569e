"""The search: propagate, choose a cell by its conflicts, try a digit, take it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.engines.propagate.compile import count, entry, inner, lowest, words
from cpsudoku.engines.propagate.excluding import exclude_places, keep, lock
from cpsudoku.engines.propagate.houses import mates
from cpsudoku.engines.propagate.layout import (
    ASSUME,
    ASSUMED,
    ASSUMPTION,
    BEGIN,
    BRANCH,
    CELLS,
    CHANGED,
    CHANGES,
    CHOOSE,
    COUNT,
    CURSORS,
    DEPTH,
    DIGITS,
    EXCLUDE,
    EXHAUSTED,
    FIRST,
    FLOOR,
    FULL,
    FULLS,
    HOUSE,
    INNER,
    KIND,
    LAYERS,
    LOCKS,
    MARK,
    MODE,
    NEAR,
    NEAR_FIRST,
    NEIGHBOURS,
    NODES,
    OVERLAPS,
    PAIR,
    PAUSED,
    PREFERRED,
    RECORD_WORDS,
    RETREAT,
    RING,
    SIZE,
    SLOW,
    SOLVED,
    SPARE,
    STATE_WORDS,
    STATES,
    STEP,
    TOO_SMALL,
    TOUCHED,
    TRIED,
    USES,
    WAITING,
    WEIGHT,
    WHERE,
    WORD,
)
from cpsudoku.engines.propagate.narrowing import narrow
from cpsudoku.engines.propagate.paths import open_states
from cpsudoku.engines.propagate.preparing import UNIT, prepare

if TYPE_CHECKING:
    from cpsudoku.engines.propagate.compile import Program, Rows

HEAVY = 1 << 40
SHARE = 8  # conflicts that the cells of a failed record share; 4: 1.15 times the time


@inner
def wake(p: Program, cell: int, is_end: bool) -> None:
    """Let the records of a cell wait."""
    words, waiting = p[RECORD_WORDS], p[WAITING]
    mine = p[TOUCHED] + 2 * cell * words
    for word in range(words):
        p[waiting + word] |= p[mine + word]
    if is_end:
        mine += words
        for word in range(words):
            p[waiting + word] |= p[mine + word]


@inner
def wait(p: Program, record: int, ring: int) -> None:
    """Let one record wait, or the overlaps of a house."""
    first = p[WAITING] + (p[RECORD_WORDS] if ring == OVERLAPS else 0)
    p[first + record // WORD] |= 1 << record % WORD


@inner
def next_of(p: Program, ring: int) -> int:
    """The next record of a ring that waits, after the last one that did; -1 if there is none."""
    words, waiting = p[RECORD_WORDS], p[WAITING]
    mine, cursor = p[RING] + ring * words, CURSORS + 2 * ring
    if ring == OVERLAPS:
        waiting, mine = waiting + words, p[RING]
    word: int = p[cursor]
    left = p[waiting + word] & p[mine + word] & -p[cursor + 1]
    others = words
    while left == 0:
        if others == 0:
            return -1
        others -= 1
        word = word + 1 if word + 1 < words else 0
        left = p[waiting + word] & p[mine + word]
    bit = left & -left
    p[waiting + word] &= ~bit
    p[cursor], p[cursor + 1] = word, bit
    taken: int = WORD * word + lowest(left)
    return taken


@inner
def spread(p: Program, s: Rows, row: int) -> bool:
    """Apply the relations of the cells that have changed, and let their records wait."""
    while p[CHANGES]:
        p[CHANGES] -= 1
        cell = p[p[CHANGED] + p[CHANGES]]
        is_end = p[p[MARK] + cell] == 2
        p[p[MARK] + cell] = 0
        digits = s[row + cell]
        near, first = p[NEAR], p[NEAR_FIRST] + cell
        for i in range(near + 2 * p[first], near + 2 * p[first + 1], 2):
            other = p[i]
            theirs = s[row + other]
            left = theirs & mates(p, p[i + 1], digits)
            if left != theirs:
                keep(p, s, row, other, left)
                if left == 0:
                    p[p[WEIGHT] + cell] += p[STEP]
                    p[p[WEIGHT] + other] += p[STEP]
                    return False
        wake(p, cell, is_end)
    return True


@inner
def blame(p: Program, s: Rows, row: int, at: int) -> None:
    """Make the cells of a record that failed heavier: more, the fewer cells and digits were open.

    This is the weight ``ca.cd`` of Wattez, Lecoutre, Paparrizou and Tabary (2019).
    """
    first, end = at + FIRST, at + FIRST + p[at + SIZE]
    undecided = 0
    for i in range(first, end):
        undecided += count(s[row + p[i]]) != 1
    share = 2 * SHARE * p[STEP] // (undecided + 1)
    for i in range(first, end):
        p[p[WEIGHT] + p[i]] += share // max(1, 2 * count(s[row + p[i]]))


@inner
def settle(p: Program, s: Rows, row: int) -> bool:
    """Propagate until nothing changes; False if there is a contradiction."""
    while True:
        if not spread(p, s, row):
            return False
        ring, record = 0, next_of(p, 0)
        while record < 0 and ring < SLOW:
            ring += 1
            record = next_of(p, ring)
        if record < 0:
            return True
        at = p[p[WHERE] + record]
        if ring == OVERLAPS:
            fits = lock(p, s, row, p[p[LOCKS] + record], p[DIGITS])
            if fits and p[NEIGHBOURS]:
                fits = exclude_places(p, s, row, at, p[DIGITS])
        else:
            fits = narrow(p, s, row, record, p[SPARE])
            p[p[USES] + record] += p[CHANGES] > 0 or not fits
            if p[at + KIND] == HOUSE and p[p[LOCKS] + record]:
                wait(p, record, OVERLAPS)
        if not fits:
            blame(p, s, row, at)
            return False


@inner
def clear(p: Program) -> None:
    """Let nothing wait."""
    while p[CHANGES]:
        p[CHANGES] -= 1
        p[p[MARK] + p[p[CHANGED] + p[CHANGES]]] = 0
    for word in range(p[WAITING], p[WAITING] + 2 * p[RECORD_WORDS]):
        p[word] = 0


@inner
def grow(p: Program) -> None:
    """Make later conflicts count more."""
    p[STEP] += p[STEP] >> 7  # >> 6: 1.1 times the time
    if p[STEP] > HEAVY:
        p[STEP] >>= 24
        for cell in range(p[WEIGHT], p[WEIGHT] + p[CELLS]):
            p[cell] = (p[cell] >> 24) + UNIT


@inner
def change(p: Program, cell: int) -> None:
    """Note that a cell has changed."""
    if p[p[MARK] + cell] == 0:
        p[p[CHANGED] + p[CHANGES]] = cell
        p[CHANGES] += 1
    p[p[MARK] + cell] = 2


@inner
def chosen(p: Program, s: Rows, row: int) -> int:
    """The cell to branch on: few digits, many conflicts. It is -1 if all are settled."""
    best, few, heavy = -1, 1, 1
    for cell in range(p[CELLS]):
        digits = s[row + cell]
        if digits & (digits - 1):
            number, weight = count(digits), p[p[WEIGHT] + cell]
            if best < 0 or number * heavy < few * weight:
                best, few, heavy = cell, number, weight
    p[TRIED] = -1
    if few > 2:
        return placed(p, s, row, best, few, heavy)
    return best


@inner
def placed(p: Program, s: Rows, row: int, best: int, few: int, heavy: int) -> int:
    """The cell to branch on, with its digit in TRIED, if a digit has two places in a house."""
    for k in range(p[FULL], p[FULL] + p[FULLS]):
        at = p[k]
        first, end = at + FIRST, at + FIRST + p[at + SIZE]
        once = twice = more = 0
        for i in range(first, end):
            digits = s[row + p[i]]
            more |= twice & digits
            twice |= once & digits
            once |= digits
        twice &= ~more
        while twice:
            digit = twice & -twice
            twice &= twice - 1
            for i in range(first, end):
                if s[row + p[i]] & digit:
                    cell = p[i]
                    weight = p[p[WEIGHT] + cell]
                    if 2 * heavy <= few * weight:
                        wanted = p[p[PREFERRED] + cell] & s[row + cell]
                        if wanted == 0 or wanted & digit:
                            best, few, heavy = cell, 2, weight
                            p[TRIED] = digit
    return best


@inner
def descend(p: Program, s: Rows, row: int, cell: int, bit: int) -> int:
    """Begin the next row, in which a cell has one digit. Returns where it is."""
    cells: int = p[CELLS]
    after = row + cells
    for i in range(cells):
        s[after + i] = s[row + i]
    s[after + cell] = bit
    states = p[STATE_WORDS]
    here = p[STATES] + p[DEPTH] * states
    for i in range(here, here + states):
        s[i + states] = s[i]
    p[DEPTH] += 1
    change(p, cell)
    return after


@inner
def begin(p: Program, s: Rows) -> int:
    """Complete the program and queue everything. Returns how a search goes on.

    Before there are conflicts, a cell weighs as much as the number of rules that it has.
    """
    if not prepare(p):
        return TOO_SMALL
    for cell in range(p[CELLS]):
        if s[cell] == 0:
            return EXHAUSTED
        change(p, cell)
    for record in range(p[COUNT]):
        at = p[p[WHERE] + record]
        if p[at + INNER]:
            continue
        if p[at + KIND] == LAYERS:
            open_states(p, s, at)
        if p[at + KIND] != PAIR:
            wait(p, record, 0)
        if p[at + KIND] != HOUSE:
            for i in range(at + FIRST, at + FIRST + p[at + SIZE]):
                p[p[WEIGHT] + p[i]] += UNIT
    return PAUSED


@entry
def search(program: Program, rows: Rows, budget: int) -> int:
    """Search on until a solution is found, nothing is left, or ``budget`` nodes are used.

    A row of ``rows`` has the digits of each cell as bits. The first row is the beginning, and the
    current one, at DEPTH, is the solution that was found. A later call goes on from there. If MODE
    is ASSUME, the search begins again with one digit in a cell; if it is EXCLUDE, without it.
    """
    p, s = words(program), words(rows)
    cells = p[CELLS]
    mode = p[MODE]
    p[MODE] = CHOOSE
    if mode == BEGIN:
        outcome = begin(p, s)
        if outcome != PAUSED:
            return outcome
    while True:
        row = p[DEPTH] * cells
        if mode == RETREAT:
            clear(p)
            if p[DEPTH] == p[FLOOR]:
                p[MODE] = RETREAT
                return EXHAUSTED
            p[DEPTH] -= 1
            row -= cells
            p[p[WEIGHT] + p[p[BRANCH] + p[DEPTH]]] += p[STEP]  # 0.92 of the nodes
            grow(p)
            change(p, p[p[BRANCH] + p[DEPTH]])
        elif mode == CHOOSE:
            cell = chosen(p, s, row)
            if cell < 0:
                p[MODE] = RETREAT
                return SOLVED
            if p[NODES] >= budget:
                return PAUSED
            p[NODES] += 1
            digits = s[row + cell] & p[p[PREFERRED] + cell]
            if digits == 0:
                digits = s[row + cell]
            digits &= p[TRIED]
            bit = digits & -digits
            s[row + cell] &= ~bit
            p[p[BRANCH] + p[DEPTH]] = cell
            row = descend(p, s, row, cell, bit)
        elif mode == ASSUME:
            clear(p)
            p[DEPTH] = 0
            p[FLOOR] = 1
            row = descend(p, s, 0, p[ASSUMED], p[ASSUMPTION])
        elif mode == EXCLUDE:
            clear(p)
            p[DEPTH] = p[FLOOR] = row = 0
            s[p[ASSUMED]] &= ~p[ASSUMPTION]
            change(p, p[ASSUMED])
        mode = CHOOSE if settle(p, s, row) else RETREAT
