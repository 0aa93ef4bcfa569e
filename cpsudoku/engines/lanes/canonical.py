"""The minlex form of a puzzle: the smallest grid that the symmetries of Sudoku can make of it.

The symmetries are relabelling, permuting rows in a band, bands, columns in a stack and stacks, and
transposing: 9! * 2 * 6^8. The form is built row by row. A partial arrangement holds the grid (as
given or transposed), the rows used, the order of the columns and the labels so far. Every
arrangement whose rows so far are smallest is extended by each row that may come next. Those with
the smallest new row are kept; at the end all of them are equal.

Columns stay open as long as they are blank (open_columns.py). Two empty rows are interchangeable,
so only one order of them is tried.

An arrangement is three uint64, a row is one, with four bits per cell. With arrays of cells instead,
Numba's reference counts and copies took most of the time: 6,000 puzzles/s on the 17-clue list.

    place    bit 0: the grid; bits 1-2: the band begun, or NO_BAND; bits 3-11: the rows used; bits
             12-20: the columns that are not open
    columns  nibble k: the column at place k
    labels   nibble d: the label of digit d, NEW if none yet, 0 for a blank; nibble 10: the next one
    row      nibble c: the digit in column c; bit 36 + c is set if it has one
    form     a row of the result, first cell in the highest of nine nibbles
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.engines.lanes import full_grids, open_columns
from cpsudoku.engines.lanes.full_grids import is_solution, kept, set_form, set_row
from cpsudoku.engines.lanes.memory import Grids
from cpsudoku.engines.lanes.open_columns import (
    FIRST_KEYS,
    NEW,
    ORDERS,
    SIX,
    WORST,
    is_settled,
    keys_of_row,
    keys_of_stack,
    stack_order,
    ties_of_stacks,
    trio,
)
from cpsudoku.runtime.compiled.declaring import alone_from, inner

Packed = npt.NDArray[np.uint64]

compiled = alone_from(full_grids.__file__, open_columns.__file__)

U = np.uint64
NO_BAND = U(3)
FRESH_LABELS = U(1 << 40 | sum(NEW << 4 * d for d in range(1, 10)))
IN_ORDER = U(0x876543210)
MOST = 2 * 1296 * 1296  # arrangements; untouched pages cost no memory


def canonical(cells: Grids) -> Grids:
    """The minlex form of each puzzle; two are equal exactly if a symmetry maps one to the other.

    cells: uint8[n, 81], digits 0..9, 0 is blank and comes before 1. Returns uint8[n, 81].
    If equal givens clash in a house, the form may not be the smallest, but it is still unique.
    """
    if cells.dtype != np.uint8 or cells.ndim != 2 or cells.shape[1] != 81:
        raise ValueError(f"canonical: cells is {cells.dtype}{list(cells.shape)}, not uint8[n, 81]")
    if cells.size and cells.max() > 9:
        raise ValueError(f"canonical: cells holds {cells.max()}, not 0 to 9")
    forms = np.zeros(cells.shape, np.uint8)
    old, new, picked = np.empty((MOST, 3), U), np.empty((MOST, 3), U), np.empty((MOST, 2), U)
    room = np.empty((2, 9), U), old, new, picked, np.empty(36, U)
    run(np.require(cells, np.uint8, ["C", "W"]), ORDERS, TRIOS, FIRST_KEYS, forms, room)
    return forms


def compile_forms() -> None:
    """Call the compiled functions once."""
    canonical(np.zeros((1, 81), np.uint8))


# TRIOS[stack, n]: three nibbles, the columns of the stack in the order SIX[n]
TRIOS = np.array(
    [[sum(3 * s + k << 4 * i for i, k in enumerate(o)) for o in SIX] for s in range(3)], np.uint64
)


@compiled
def run(
    puzzles: Grids,
    orders: Grids,
    trios: Packed,
    first_keys: Packed,
    forms: Grids,
    room: tuple[Packed, Packed, Packed, Packed, Packed],
) -> None:
    rows, old, new, picked, found = room
    for puzzle in range(len(puzzles)):
        read_lines(puzzles, puzzle, rows)
        if is_solution(rows):
            set_form(rows, trios, old, new, found, forms, puzzle)
            continue
        for grid in range(2):
            old[grid, 0] = U(grid) | NO_BAND << U(1)
            old[grid, 1] = IN_ORDER
            old[grid, 2] = FRESH_LABELS
        known = 2
        for line in range(9):
            known, form = next_rows(rows, orders, first_keys, old, known, new, picked)
            old, new = new, old
            set_row(forms, puzzle, line, form)


@inner()
def read_lines(puzzles: Grids, puzzle: int, rows: Packed) -> None:
    """The rows of the puzzle and of its transpose."""
    rows[:] = 0
    for i in range(81):
        digit = U(puzzles[puzzle, i])
        if digit:
            row, column = U(i // 9), U(i % 9)
            rows[0, row] |= digit << U(4) * column | U(1) << U(36) + column
            rows[1, column] |= digit << U(4) * row | U(1) << U(36) + row


@inner()
def may_follow(rows: Packed, place: np.uint64, row: int) -> bool:
    """Whether the row is free, in the open band if there is one, and no twin of an earlier row."""
    band, begun = row // 3, place >> U(1) & U(3)
    used = int(place >> U(3))
    if used >> row & 1 or (begun != U(band) if begun != NO_BAND else used >> 3 * band & 7):
        return False
    grid = int(place & U(1))
    return rows[grid, row] > U(0) or not has_twin(rows, grid, used, begun == NO_BAND, row)


@inner()
def has_twin(rows: Packed, grid: int, used: int, at_band: bool, row: int) -> bool:
    """Whether an earlier row, or an earlier band's rows, could replace the empty row."""
    first = row // 3 * 3
    for other in range(first, row):
        if not used >> other & 1 and rows[grid, other] == U(0):
            return True
    if at_band and is_empty_band(rows, grid, first):
        for other in range(0, first, 3):
            if not used >> other & 1 and is_empty_band(rows, grid, other):
                return True
    return False


@inner()
def is_empty_band(rows: Packed, grid: int, first: int) -> bool:
    return bool(rows[grid, first] | rows[grid, first + 1] | rows[grid, first + 2] == U(0))


@inner()
def with_row(place: np.uint64, row: int, line: np.uint64) -> np.uint64:
    """The place with the row used, its band begun or finished, and the columns of its givens."""
    used = place >> U(3) | U(1) << U(row) | line >> U(36) << U(9)
    band = row // 3
    begun = NO_BAND if used >> U(3 * band) & U(7) == U(7) else U(band)
    return place & U(1) | begun << U(1) | used << U(3)


@inner()
def relabelled(
    row: np.uint64, columns: np.uint64, labels: np.uint64, best: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The form of the row, and the labels after it; a form above ``best`` may be incomplete."""
    form = U(0)
    for k in range(9):
        digit = row >> (columns >> U(4 * k) & U(15)) * U(4) & U(15)
        label = labels >> digit * U(4) & U(15)
        if label == U(NEW):
            label = labels >> U(40)
            labels = (labels ^ (label ^ U(NEW)) << digit * U(4)) + U(1 << 40)
        form = form << U(4) | label
        if form > best >> U(32 - 4 * k):
            return WORST + U(1), labels
    return form, labels


@inner()
def next_rows(
    rows: Packed,
    orders: Grids,
    first_keys: Packed,
    old: Packed,
    known: int,
    new: Packed,
    picked: Packed,
) -> tuple[int, np.uint64]:
    """Extend the arrangements by the smallest row, in each order of columns that gives it."""
    count, best = 0, WORST
    for n in range(smallest_rows(rows, first_keys, old, known, picked)):
        place, columns, labels = old[picked[n, 0], 0], old[picked[n, 0], 1], old[picked[n, 0], 2]
        row = picked[n, 1]
        line = rows[place & U(1), row]
        after = with_row(place, int(row), line)
        if line == U(0):
            best = U(0)
            new[count, 0], new[count, 1], new[count, 2] = after, columns, labels
            count += 1
            continue
        count, best = extend(line, place, after, columns, labels, orders, count, best, new)
    return count, best


@inner()
def smallest_rows(rows: Packed, first_keys: Packed, old: Packed, known: int, picked: Packed) -> int:
    """Set ``picked`` to the arrangements and rows whose keys are smallest; their number."""
    count, best = 0, WORST
    for n in range(known):
        place, columns, labels = old[n, 0], old[n, 1], old[n, 2]
        grid, band = np.int64(place & U(1)), np.int64(place >> U(1) & U(3))
        start, stop = (0, 9) if band == 3 else (3 * band, 3 * band + 3)
        for row in range(start, stop):
            if may_follow(rows, place, row):
                line = rows[grid, row]
                if labels == FRESH_LABELS:
                    keys = first_keys[line >> U(36)]
                else:
                    keys = keys_of_row(line, place, columns, labels, best)
                if keys < best:
                    count, best = 0, keys
                if keys == best:
                    picked[count, 0], picked[count, 1] = U(n), U(row)
                    count += 1
    return count


@inner()
def extend(
    line: np.uint64,
    place: np.uint64,
    after: np.uint64,
    columns: np.uint64,
    labels: np.uint64,
    orders: Grids,
    count: int,
    best: np.uint64,
    new: Packed,
) -> tuple[int, np.uint64]:
    """Extend an arrangement by a row, in each order of the open columns that has its keys."""
    if is_settled(place, columns):
        form, known = relabelled(line, columns, labels, best)
        return kept(after, columns, known, form, count, best, new)
    keys_0, ties_0 = keys_of_stack(line, place, columns, labels, 0)
    keys_1, ties_1 = keys_of_stack(line, place, columns, labels, 1)
    keys_2, ties_2 = keys_of_stack(line, place, columns, labels, 2)
    stacks = ties_of_stacks(place, columns, keys_0, keys_1, keys_2)
    for s in range(orders[stacks, 0]):
        x, y, z = stack_order(int(orders[stacks, 1 + s]))
        a = ties_0 if x == 0 else ties_1 if x == 1 else ties_2
        b = ties_0 if y == 0 else ties_1 if y == 1 else ties_2
        c = ties_0 if z == 0 else ties_1 if z == 1 else ties_2
        for i in range(orders[a, 0]):
            left = trio(columns, x, int(orders[a, 1 + i]))
            for j in range(orders[b, 0]):
                middle = left | trio(columns, y, int(orders[b, 1 + j])) << U(12)
                for k in range(orders[c, 0]):
                    order = middle | trio(columns, z, int(orders[c, 1 + k])) << U(24)
                    form, known = relabelled(line, order, labels, best)
                    count, best = kept(after, order, known, form, count, best, new)
    return count, best
