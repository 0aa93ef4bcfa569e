"""The minlex form of a puzzle: the smallest grid that the symmetries of Sudoku can make of it.

The symmetries are relabelling, permuting rows in a band, bands, columns in a stack and stacks, and
transposing: 9! * 2 * 6^8. The form is built row by row. A partial arrangement holds the grid (as
given or transposed), the rows used, the order of the columns and the labels so far. Every
arrangement whose rows so far are smallest is extended by each row that may come next. Those with
the smallest new row are kept; at the end all of them are equal.

Two rules keep the number of arrangements small. The columns stay open while rows are empty, and the
first row that is not empty fixes most of them: boxes with fewer givens are further left, and blanks
come before givens. Two empty lines are interchangeable, so only one order of them is tried.

An arrangement is three uint64, a row is one, with four bits per cell. With arrays of cells instead,
Numba's reference counts and copies took most of the time: 6,000 puzzles/s on the 17-clue list.

    place    bit 0: the grid; bits 1-2: the band begun, or NO_BAND; bits 3-11: the rows used
    columns  nibble k: the column at place k
    labels   nibble d: the label of digit d, 0 if none yet; nibble 10: the next label
    row      nibble c: the digit in column c
    form     a row of the result, first cell in the highest of nine nibbles
"""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from cpsudoku.core.compiling import compiled_from, inner
from cpsudoku.engines.lanes import full_grids
from cpsudoku.engines.lanes.full_grids import columns_of, is_solution, shared_digits
from cpsudoku.engines.lanes.kernel import Grids

Packed = npt.NDArray[np.uint64]

compiled = compiled_from(full_grids.__file__)

U = np.uint64
NO_BAND = U(3)
FRESH_LABELS = U(1 << 40)
WORST = U((1 << 36) - 1)
SIX = list(itertools.permutations(range(3)))


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
    run(np.require(cells, np.uint8, ["C", "W"]), ORDERS, TRIOS, forms)
    return forms


def compile_forms() -> None:
    """Call the compiled functions once."""
    canonical(np.zeros((1, 81), np.uint8))


def orders_table() -> Grids:
    """table[counts, empty]: how many of SIX to try for three lines, followed by those.

    counts: givens of the lines in the row, 2 bits each; they must not decrease in the order.
    empty: bit k is set if line k is empty in the whole grid; such twins must keep their order.
    """
    table = np.zeros((64, 8, 7), np.uint8)
    for counts, empty, (n, order) in itertools.product(range(64), range(8), enumerate(SIX)):
        givens = [counts >> 2 * k & 3 for k in order]
        twins = [k for k in order if empty >> k & 1]
        if givens == sorted(givens) and twins == sorted(twins):
            table[counts, empty, 0] += 1
            table[counts, empty, table[counts, empty, 0]] = n
    return table


ORDERS = orders_table()
# TRIOS[stack, n]: three nibbles, the columns of the stack in the order SIX[n]
TRIOS = np.array(
    [[sum(3 * s + k << 4 * i for i, k in enumerate(o)) for o in SIX] for s in range(3)], np.uint64
)


@compiled
def run(puzzles: Grids, orders: Grids, trios: Packed, forms: Grids) -> None:
    rows, counts, empty = (
        np.zeros((2, 9), U),
        np.zeros((2, 9), np.int64),
        np.zeros((2, 4), np.int64),
    )
    patterns = np.zeros((2, 9, 3), np.int64)
    old, new = np.zeros((4096, 3), U), np.zeros((4096, 3), U)
    for puzzle in range(len(puzzles)):
        read_lines(puzzles, puzzle, rows, counts, patterns, empty)
        for grid in range(2):
            old[grid, 0] = U(grid) | NO_BAND << U(1)
            old[grid, 1] = U(0)
            old[grid, 2] = FRESH_LABELS
        known, is_open = 2, True
        for line in range(9):
            new = room(new, 9 * known * (1296 if is_open else 1) + 1)
            count, best = 0, U(0)
            if is_open:
                count = empty_rows(rows, old, known, new)
            if count == 0 and is_open:
                if line == 0 and is_solution(rows):
                    count, best = first_rows_of_full(rows, trios, new)
                else:
                    count, best = first_rows(
                        rows, counts, patterns, empty, orders, trios, old, known, new
                    )
                is_open = False
            elif count == 0:
                count, best = next_rows(rows, old, known, new)
            for k in range(9):
                forms[puzzle, 9 * line + k] = best >> U(32 - 4 * k) & U(15)
            known = count
            old, new = new, old


@inner()
def read_lines(
    puzzles: Grids,
    puzzle: int,
    rows: Packed,
    counts: npt.NDArray[np.int64],
    patterns: npt.NDArray[np.int64],
    empty: npt.NDArray[np.int64],
) -> None:
    """The rows of the puzzle and of its transpose, with counts of their givens.

    counts[grid, row]: givens of each box, 2 bits per box; patterns[grid, row, box]: the same for
    each cell; empty[grid, stack]: its empty columns, one bit each; empty[grid, 3]: empty stacks.
    """
    rows[:] = 0
    counts[:] = 0
    patterns[:] = 0
    empty[:] = 7
    for i in range(81):
        digit = puzzles[puzzle, i]
        if digit:
            for grid in range(2):
                row, column = (i // 9, i % 9) if grid == 0 else (i % 9, i // 9)
                rows[grid, row] |= U(digit) << U(4 * column)
                counts[grid, row] += 1 << 2 * (column // 3)
                patterns[grid, row, column // 3] |= 1 << 2 * (column % 3)
                empty[grid, column // 3] &= ~(1 << column % 3)
                empty[grid, 3] &= ~(1 << column // 3)


@inner()
def room(arrangements: Packed, size: int) -> Packed:
    """An array for so many arrangements; untouched pages cost no memory."""
    return arrangements if size <= len(arrangements) else np.empty((size, 3), U)


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
def with_row(place: np.uint64, row: int) -> np.uint64:
    """The place with the row used, and its band begun or finished."""
    used = place >> U(3) | U(1) << U(row)
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
        if digit != U(0) and label == U(0):
            label = labels >> U(40)
            labels += FRESH_LABELS | label << digit * U(4)
        form = form << U(4) | label
        if form > best >> U(32 - 4 * k):
            return WORST + U(1), labels
    return form, labels


@inner()
def empty_rows(rows: Packed, old: Packed, known: int, new: Packed) -> int:
    """Extend the arrangements by an empty row."""
    count = 0
    for n in range(known):
        grid = np.int64(old[n, 0] & U(1))
        for row in range(9):
            if rows[grid, row] == U(0) and may_follow(rows, old[n, 0], row):
                new[count, 0] = with_row(old[n, 0], row)
                new[count, 1] = old[n, 1]
                new[count, 2] = old[n, 2]
                count += 1
    return count


@inner()
def shape(counts: int) -> int:
    """The givens of each box, fewest first, as a number of three digits to base 4."""
    a, b, c = counts & 3, counts >> 2 & 3, counts >> 4
    low, high = min(a, b, c), max(a, b, c)
    return low * 16 + (a + b + c - low - high) * 4 + high


@inner()
def first_rows(
    rows: Packed,
    counts: npt.NDArray[np.int64],
    patterns: npt.NDArray[np.int64],
    empty: npt.NDArray[np.int64],
    orders: Grids,
    trios: Packed,
    old: Packed,
    known: int,
    new: Packed,
) -> tuple[int, np.uint64]:
    """Extend the arrangements by their smallest row that is not empty, in each order of columns.

    That puts boxes and cells with fewer givens first.
    """
    least = 64
    for n in range(known):
        for row in range(9):
            if may_follow(rows, old[n, 0], row):
                least = min(least, shape(counts[old[n, 0] & U(1), row]))
    count, best = 0, WORST
    for n in range(known):
        grid = np.int64(old[n, 0] & U(1))
        for row in range(9):
            if shape(counts[grid, row]) != least or not may_follow(rows, old[n, 0], row):
                continue
            place, line = with_row(old[n, 0], row), rows[grid, row]
            boxes, stacks = counts[grid, row], empty[grid, 3]
            for s in range(orders[boxes, stacks, 0]):
                x, y, z = stack_order(int(orders[boxes, stacks, 1 + s]))
                a, d = patterns[grid, row, x], empty[grid, x]
                b, e = patterns[grid, row, y], empty[grid, y]
                c, f = patterns[grid, row, z], empty[grid, z]
                for i in range(orders[a, d, 0]):
                    left = trios[x, orders[a, d, 1 + i]]
                    for j in range(orders[b, e, 0]):
                        middle = left | trios[y, orders[b, e, 1 + j]] << U(12)
                        for k in range(orders[c, f, 0]):
                            columns = middle | trios[z, orders[c, f, 1 + k]] << U(24)
                            form, labels = relabelled(line, columns, FRESH_LABELS, best)
                            if form < best:
                                count, best = 0, form
                            if form == best:
                                new[count, 0] = place
                                new[count, 1] = columns
                                new[count, 2] = labels
                                count += 1
    return count, best


@inner()
def first_rows_of_full(rows: Packed, trios: Packed, new: Packed) -> tuple[int, np.uint64]:
    """The arrangements of the first row of a full grid that may have the smallest second row."""
    count, most, best = 0, 0, WORST
    found = np.empty(36, U)
    for grid in range(2):
        for row in range(9):
            for other in range(row // 3 * 3, row // 3 * 3 + 3):
                for s in range(6):
                    x, y, z = stack_order(s)
                    line, second = rows[grid, row], rows[grid, other]
                    shared = shared_digits(line, second, x, y)
                    if other == row or shared < most:
                        continue
                    if shared > most:
                        count, most = 0, shared
                    for n in range(columns_of(line, second, (x, y, z), shared, trios, found)):
                        best, labels = relabelled(line, found[n], FRESH_LABELS, WORST)
                        new[count, 0] = with_row(U(grid) | NO_BAND << U(1), row)
                        new[count, 1] = found[n]
                        new[count, 2] = labels
                        count += 1
    return count, best


@inner()
def stack_order(n: int) -> tuple[int, int, int]:
    """SIX[n]."""
    first, swapped = n // 2, n % 2
    second, third = (0 if first else 1), (2 if first < 2 else 1)
    return (first, third, second) if swapped else (first, second, third)


@inner()
def next_rows(rows: Packed, old: Packed, known: int, new: Packed) -> tuple[int, np.uint64]:
    """Extend the arrangements by the smallest row."""
    count, best = 0, WORST
    for n in range(known):
        place, columns, before = old[n, 0], old[n, 1], old[n, 2]
        grid, band = np.int64(place & U(1)), np.int64(place >> U(1) & U(3))
        start, stop = (0, 9) if band == 3 else (3 * band, 3 * band + 3)
        for row in range(start, stop):
            if may_follow(rows, place, row):
                form, labels = relabelled(rows[grid, row], columns, before, best)
                if form < best:
                    count, best = 0, form
                if form == best:
                    new[count, 0] = with_row(place, row)
                    new[count, 1] = columns
                    new[count, 2] = labels
                    count += 1
    return count, best
