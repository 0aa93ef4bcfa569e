"""The beginning of the minlex form of a full grid, for canonical.py.

The first row of the form is always 123456789, whatever row and columns are chosen: 23,328
arrangements. But few of them give the smallest second row. Let x, y, z be the boxes of the first
row in their order. The second row begins with the digits that its cells in x share with y, and
these get the smallest labels, 4, 5, 6, if the columns of y are in the same order as those cells.
The others get 7, 8, 9 in the same way, from z. So the more digits are shared with y, the smaller
is the second row, and the order of most columns follows. 4 or 36 arrangements are left for each
pair of rows and order of the boxes with the most shared digits.
"""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from cpsudoku.runtime.compiled.declaring import inner

Packed = npt.NDArray[np.uint64]

U = np.uint64
FULL = 0x3FE
SIX = np.array(list(itertools.permutations(range(3))), np.int64)


@inner()
def digit_at(row: np.uint64, column: int) -> int:
    return int(row >> U(4 * column) & U(15))


@inner()
def is_solution(rows: Packed) -> bool:
    """Whether a grid is full and no two digits clash. rows: uint64[2, 9], also transposed."""
    for line in range(9):
        in_row = in_column = in_box = 0
        for k in range(9):
            in_row |= 1 << digit_at(rows[0, line], k)
            in_column |= 1 << digit_at(rows[1, line], k)
            in_box |= 1 << digit_at(rows[0, line // 3 * 3 + k // 3], line % 3 * 3 + k % 3)
        if in_row != FULL or in_column != FULL or in_box != FULL:
            return False
    return True


@inner()
def shared_digits(row: np.uint64, other: np.uint64, x: int, y: int) -> int:
    """How many digits of the other row in box x the row has in box y."""
    in_y = 0
    for k in range(3):
        in_y |= 1 << digit_at(row, 3 * y + k)
    count = 0
    for k in range(3):
        count += in_y >> digit_at(other, 3 * x + k) & 1
    return count


@inner()
def begins(
    row: np.uint64, other: np.uint64, x: int, i: int, start: int, count: int, box: int, j: int
) -> bool:
    """Whether the row, in a box with order j, begins with ``count`` digits of the other row.

    These are in box x with order i, from place ``start`` on.
    """
    for k in range(count):
        wanted = digit_at(other, 3 * x + SIX[i, start + k])
        if digit_at(row, 3 * box + SIX[j, k]) != wanted:
            return False
    return True


@inner()
def columns_of(
    row: np.uint64,
    other: np.uint64,
    boxes: tuple[int, int, int],
    shared: int,
    trios: Packed,
    found: Packed,
) -> int:
    """Set ``found`` to the orders of columns that give the smallest second row; their number."""
    x, y, z = boxes
    count = 0
    for i in range(6):
        for j in range(6):
            if not begins(row, other, x, i, 0, shared, y, j):
                continue
            for k in range(6):
                if begins(row, other, x, i, shared, 3 - shared, z, k):
                    found[count] = trios[x, i] | trios[y, j] << U(12) | trios[z, k] << U(24)
                    count += 1
    return count
