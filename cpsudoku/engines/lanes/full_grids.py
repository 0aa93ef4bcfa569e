"""The minlex form of a full grid, for canonical.py.

The first row of the form is always 123456789, whatever row and columns are chosen: 23,328
arrangements. But few of them give the smallest second row. Let x, y, z be the boxes of the first
row in their order. The second row begins with the digits that its cells in x share with y, and
these get the smallest labels, 4, 5, 6, if the columns of y are in the same order as those cells.
The others get 7, 8, 9 in the same way, from z. So the more digits are shared with y, the smaller
is the second row, and the order of most columns follows. 4 or 36 arrangements are left for each
pair of rows and order of the boxes with the most shared digits, which are two or three. Few of them
have the smallest second row, and each other row follows from the columns and the labels.

An arrangement is three uint64, and a row is one, as in canonical.py.

    place    bit 0: the grid; bits 1-9: the rows used; bits 10-11: the last row's band
    columns  nibble k: the column at place k
    labels   nibble d: the label of digit d
"""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from cpsudoku.engines.lanes.open_columns import WORST
from cpsudoku.runtime.compiled.declaring import inner

Packed = npt.NDArray[np.uint64]
Grids = npt.NDArray[np.uint8]

U = np.uint64
FULL = 0x3FE
SIX = np.array(list(itertools.permutations(range(3))), np.int64)
# The number in SIX of the order that begins with a and b is ORDER_OF[a, b].
ORDER_OF = np.full((3, 3), -1, np.int64)
for _number, _order in enumerate(SIX.tolist()):
    ORDER_OF[_order[0], _order[1]] = _number


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
def set_form(
    rows: Packed,
    trios: Packed,
    old: Packed,
    new: Packed,
    found: Packed,
    forms: Grids,
    puzzle: int,
) -> None:
    """Set the form of a full grid. rows: uint64[2, 9], also transposed."""
    known, second = two_rows(rows, trios, old, found)
    for k in range(9):
        forms[puzzle, k] = k + 1
    set_row(forms, puzzle, 1, second)
    for line in range(2, 9):
        known, form = another_row(rows, old, known, new, line % 3 == 0)
        old, new = new, old
        set_row(forms, puzzle, line, form)


@inner()
def set_row(forms: Grids, puzzle: int, line: int, form: np.uint64) -> None:
    for k in range(9):
        forms[puzzle, 9 * line + k] = form >> U(32 - 4 * k) & U(15)


@inner()
def two_rows(rows: Packed, trios: Packed, new: Packed, found: Packed) -> tuple[int, np.uint64]:
    """The arrangements of two rows with the smallest second row; their number, and that row.

    ``found`` has room for 36 orders of columns.
    """
    count, best, most = 0, WORST, 2
    for grid in range(2):
        for row in range(9):
            line = rows[grid, row]
            where = columns_of_digits(line)
            for pair in range(12):
                other = row // 3 * 3 + (row + 1 + pair // 6) % 3
                second, x, y = rows[grid, other], SIX[pair % 6, 0], SIX[pair % 6, 1]
                shared = shared_digits(where, second, x, y)
                if shared < most:
                    continue
                if shared > most:
                    count, best, most = 0, WORST, shared
                used = U(1) << U(1 + row) | U(1) << U(1 + other)
                place = U(grid) | used | U(row // 3) << U(10)
                for n in range(set_columns(where, second, x, y, shared, trios, found)):
                    labels = labels_in_order(line, found[n])
                    form = form_of(second, found[n], labels, best)
                    count, best = kept(place, found[n], labels, form, count, best, new)
    return count, best


@inner()
def kept(
    place: np.uint64,
    columns: np.uint64,
    labels: np.uint64,
    form: np.uint64,
    count: int,
    best: np.uint64,
    new: Packed,
) -> tuple[int, np.uint64]:
    """Keep an arrangement if no form is smaller; the number kept, and the smallest form."""
    if form > best:
        return count, best
    if form < best:
        count = 0
    new[count, 0], new[count, 1], new[count, 2] = place, columns, labels
    return count + 1, form


@inner()
def another_row(
    rows: Packed, old: Packed, known: int, new: Packed, begins: bool
) -> tuple[int, np.uint64]:
    """Extend the arrangements by the smallest row, which begins a band or not."""
    count, best = 0, WORST
    for n in range(known):
        place, columns, labels = old[n, 0], old[n, 1], old[n, 2]
        grid, used, band = place & U(1), place >> U(1), np.int64(place >> U(10))
        first, last = (0, 9) if begins else (3 * band, 3 * band + 3)
        for row in range(first, last):
            if used >> U(row) & U(1):
                continue
            form = form_of(rows[grid, row], columns, labels, best)
            after = place & U(0x3FF) | U(1) << U(1 + row) | U(row // 3) << U(10)
            count, best = kept(after, columns, labels, form, count, best, new)
    return count, best


@inner()
def columns_of_digits(row: np.uint64) -> np.uint64:
    """Nibble d: the column of digit d in a full row."""
    places = U(0)
    for column in range(9):
        places |= U(column) << (row >> U(4 * column) & U(15)) * U(4)
    return places


@inner()
def labels_in_order(row: np.uint64, columns: np.uint64) -> np.uint64:
    """The labels that make a row 123456789."""
    labels = U(0)
    for k in range(9):
        digit = row >> (columns >> U(4 * k) & U(15)) * U(4) & U(15)
        labels |= U(k + 1) << digit * U(4)
    return labels


@inner()
def form_of(row: np.uint64, columns: np.uint64, labels: np.uint64, best: np.uint64) -> np.uint64:
    """The form of a row; one above ``best`` may be incomplete."""
    form = U(0)
    for k in range(9):
        digit = row >> (columns >> U(4 * k) & U(15)) * U(4) & U(15)
        form = form << U(4) | labels >> digit * U(4) & U(15)
        if form > best >> U(32 - 4 * k):
            return WORST + U(1)
    return form


@inner()
def place_in(where: np.uint64, digit: int) -> int:
    """The column of a digit in a row whose columns of digits are ``where``."""
    return int(where >> U(4 * digit) & U(15))


@inner()
def shared_digits(where: np.uint64, other: np.uint64, x: int, y: int) -> int:
    """How many digits of another row in box x the row has in box y."""
    count = 0
    for k in range(3):
        count += place_in(where, digit_at(other, 3 * x + k)) // 3 == y
    return count


@inner()
def set_columns(
    where: np.uint64,
    other: np.uint64,
    x: int,
    y: int,
    shared: int,
    trios: Packed,
    found: Packed,
) -> int:
    """Set ``found`` to the orders of columns that give the smallest second row; their number."""
    z, count = 3 - x - y, 0
    for i in range(6):
        begin = place_in(where, digit_at(other, 3 * x + SIX[i, 0]))
        then = place_in(where, digit_at(other, 3 * x + SIX[i, 1]))
        last = place_in(where, digit_at(other, 3 * x + SIX[i, 2]))
        if begin // 3 != y or then // 3 != y:
            continue
        left = trios[x, i] | trios[y, ORDER_OF[begin % 3, then % 3]] << U(12)
        first, end = (2 * (last % 3), 2 * (last % 3) + 2) if shared == 2 else (0, 6)
        for k in range(first, end):
            found[count] = left | trios[z, k] << U(24)
            count += 1
    return count
