"""The orders of columns that give the smallest form of a row, for canonical.py.

Columns stay *open* while they are blank in all rows so far. Open columns of a stack are not
distinguished, and come first in it, because blanks are smallest; so do stacks with open columns
only. The smallest form of a row follows from its *keys*, which are 0 for a blank, the label of a
digit, or NEW: in each stack, open columns are sorted by their keys, and then the open stacks. Equal
keys are blanks, whose columns stay open, or new digits, whose orders are all tried. When the first
row fixed all columns instead, the list many_solutions took 19 times as long.
"""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from cpsudoku.engines.lanes.memory import Grids
from cpsudoku.runtime.compiled.declaring import inner

Packed = npt.NDArray[np.uint64]

U = np.uint64
WORST = U((1 << 36) - 1)
NEW = 10  # the key of a digit without a label
SETTLED = 0o44  # the row of ORDERS for lines in their order: the ranks 0, 1, 2
SIX = list(itertools.permutations(range(3)))


def orders_table() -> Grids:
    """table[n]: how many of SIX to try for three lines, followed by those.

    Bits 0-5 of n are the ranks of the lines, two bits each, which must not decrease. Bit 6 + k is
    set if line k is still blank. Such lines keep their order: they are not distinguished.
    """
    table = np.zeros((512, 7), np.uint8)
    for n, (number, order) in itertools.product(range(512), enumerate(SIX)):
        ranks = [n >> 2 * k & 3 for k in order]
        blank = [k for k in order if n >> 6 + k & 1]
        if ranks == sorted(ranks) and blank == sorted(blank):
            table[n, 0] += 1
            table[n, table[n, 0]] = number
    return table


def first_keys_table() -> Packed:
    """table[n]: the keys of a row before any digit has a label, which has givens in columns n."""
    table = np.zeros(512, np.uint64)
    for n in range(512):
        stacks = [[NEW * (n >> 3 * s + k & 1) for k in range(3)] for s in range(3)]
        keys = itertools.chain.from_iterable(sorted(sorted(stack) for stack in stacks))
        table[n] = sum(key << 4 * (8 - k) for k, key in enumerate(keys))
    return table


ORDERS = orders_table()
FIRST_KEYS = first_keys_table()


@inner()
def keys_of_row(
    line: np.uint64, place: np.uint64, columns: np.uint64, labels: np.uint64, best: np.uint64
) -> np.uint64:
    """The keys of a row in the best order of the columns; without a clash, its form has it too.

    Keys above ``best`` may be incomplete.
    """
    if line == U(0):
        return U(0)
    if is_settled(place, columns):
        return keys_in_order(line, columns, labels, best)
    x, _ = keys_of_stack(line, place, columns, labels, 0)
    y, _ = keys_of_stack(line, place, columns, labels, 1)
    z, _ = keys_of_stack(line, place, columns, labels, 2)
    seen = place >> U(12)
    if not stack_is_closed(seen, columns, 1):
        if not stack_is_closed(seen, columns, 2):
            x, y, z = in_order(x, y, z)
        elif y < x:
            x, y = y, x
    return U(x << 24 | y << 12 | z)


@inner()
def is_settled(place: np.uint64, columns: np.uint64) -> bool:
    """Whether the order of all columns is known: one column of a stack may be open, its first."""
    seen = place >> U(12)
    left, middle, right = columns >> U(4), columns >> U(16), columns >> U(28)
    return bool(seen >> (left & U(15)) & seen >> (middle & U(15)) & seen >> (right & U(15)) & U(1))


@inner()
def keys_in_order(
    line: np.uint64, columns: np.uint64, labels: np.uint64, best: np.uint64
) -> np.uint64:
    keys = U(0)
    for k in range(9):
        column = int(columns >> U(4 * k) & U(15))
        keys = keys << U(4) | U(key_of(line, column, labels))
        if keys > best >> U(32 - 4 * k):
            return WORST
    return keys


@inner()
def in_order(x: int, y: int, z: int) -> tuple[int, int, int]:
    low, high = min(x, y, z), max(x, y, z)
    return low, x + y + z - low - high, high


@inner()
def keys_of_stack(
    line: np.uint64, place: np.uint64, columns: np.uint64, labels: np.uint64, stack: int
) -> tuple[int, int]:
    """The keys of three cells in the best order of their columns, and the row of ORDERS for it.

    A key is 0 for a blank, the label of a digit, or NEW for a digit without one. Open columns come
    before the others, and stay open as long as they are blank.
    """
    a = int(columns >> U(12 * stack) & U(15))
    b = int(columns >> U(12 * stack + 4) & U(15))
    c = int(columns >> U(12 * stack + 8) & U(15))
    one, two, three = key_of(line, a, labels), key_of(line, b, labels), key_of(line, c, labels)
    seen = place >> U(12)
    if seen >> U(b) & U(1):
        return one << 8 | two << 4 | three, SETTLED
    if seen >> U(c) & U(1):
        ties = ranked(one, two, NEW + 1)
        return min(one, two) << 8 | max(one, two) << 4 | three, ties
    x, y, z = in_order(one, two, three)
    return x << 8 | y << 4 | z, ranked(one, two, three)


@inner()
def key_of(line: np.uint64, column: int, labels: np.uint64) -> int:
    digit = line >> U(4 * column) & U(15)
    return int(np.int64(labels >> digit * U(4) & U(15)))


@inner()
def ties_of_stacks(place: np.uint64, columns: np.uint64, one: int, two: int, three: int) -> int:
    """The row of ORDERS for the stacks, by the keys of those that are open; these come first."""
    seen = place >> U(12)
    if stack_is_closed(seen, columns, 1):
        return SETTLED
    return ranked(one, two, three if not stack_is_closed(seen, columns, 2) else 1 << 12)


@inner()
def stack_is_closed(seen: np.uint64, columns: np.uint64, stack: int) -> bool:
    """Whether a row has a given there: its last column has one then."""
    return bool(seen >> (columns >> U(12 * stack + 8) & U(15)) & U(1))


@inner()
def ranked(one: int, two: int, three: int) -> int:
    """The row of ORDERS for three keys."""
    a = int(two < one) + int(three < one)
    b = int(one < two) + int(three < two)
    c = int(one < three) + int(two < three)
    blank = int(one == 0) | int(two == 0) << 1 | int(three == 0) << 2
    return blank << 6 | c << 4 | b << 2 | a


@inner()
def stack_order(n: int) -> tuple[int, int, int]:
    """SIX[n]."""
    first, swapped = n // 2, n % 2
    second, third = (0 if first else 1), (2 if first < 2 else 1)
    return (first, third, second) if swapped else (first, second, third)


@inner()
def trio(columns: np.uint64, stack: int, order: int) -> np.uint64:
    """The columns of a stack in the order SIX[order]: three nibbles."""
    x, y, z = stack_order(order)
    three = columns >> U(12 * stack)
    first, second, third = three >> U(4 * x), three >> U(4 * y), three >> U(4 * z)
    return first & U(15) | (second & U(15)) << U(4) | (third & U(15)) << U(8)
