"""The minlex form of puzzles: the smallest of all grids that the symmetries of Sudoku make of one.

The symmetries are relabelling, rows in bands, bands, columns in stacks, stacks and transposing:
9! * 2 * 6^8. The form is built row by row. A partial arrangement says which grid (as given or
transposed), which rows are used, the order of the columns and the labels so far. Of all
arrangements whose rows so far are smallest, each is extended by each row that may come next, and
those with the smallest new row are kept; at the end they are all equal.

Two things keep them few. The columns stay open while rows are empty, and the first row that is not
empty fixes most of them: boxes with fewer givens go left, blanks before givens. And of lines that
are both empty and would be interchangeable only one order is tried.
"""

from __future__ import annotations

import itertools

import numpy as np

from cpsudoku.engines.lanes_kernel import Grids, compiled

# Fields of an arrangement, a row of uint8
GRID, BAND, USED, COLUMNS, LABELS, NEXT, FIELDS = 0, 1, 2, 11, 20, 30, 31
NO_BAND = 3
SIX = np.array(list(itertools.permutations(range(3))), np.uint8)


def orders_table() -> Grids:
    """table[counts, empty]: how many of SIX to try for three lines, and which.

    counts: givens of the lines in a row, base 4, line 0 lowest; they must not fall along the order.
    empty: bit k set when line k is empty in the whole grid; twins must keep their order.
    """
    table = np.zeros((64, 8, 7), np.uint8)
    for counts, empty, n in itertools.product(range(64), range(8), range(6)):
        givens = [counts >> 2 * k & 3 for k in SIX[n].tolist()]
        twins = [k for k in SIX[n].tolist() if empty >> k & 1]
        if givens == sorted(givens) and twins == sorted(twins):
            table[counts, empty, 0] += 1
            table[counts, empty, table[counts, empty, 0]] = n
    return table


def canonical(cells: Grids) -> Grids:
    """The minlex form of each puzzle: equal for two puzzles just when a symmetry maps one to the other.

    cells: uint8[n, 81], digits 0..9, 0 is blank and comes before 1. Returns uint8[n, 81].
    Where equal givens clash in a house the form may not be the smallest, but is as unique.
    """
    puzzles = np.require(cells, np.uint8, ["C", "W"])
    if puzzles.ndim != 2 or puzzles.shape[1] != 81 or (puzzles.size and puzzles.max() > 9):
        raise ValueError("canonical: cells is not uint8[n, 81] of digits 0 to 9")
    forms = np.zeros(puzzles.shape, np.uint8)
    run(puzzles, SIX, orders_table(), forms)
    return forms


@compiled
def run(puzzles: Grids, six: Grids, orders: Grids, forms: Grids) -> None:
    """Write the form of each puzzle.

    Plain arrays everywhere, and none bound in a hot loop: reference counting cost 0.9 of the time.
    grids[2, row, column] are the puzzle as given and transposed; counts[2, row, 4] the givens of
    each box in a row, and of all; patterns[2, row, box] the same as 2 bits a cell; empty[2, 4] the
    empty columns of each stack, a bit each, and the empty stacks.
    """
    old, new = np.empty((4096, FIELDS), np.uint8), np.empty((4096, FIELDS), np.uint8)
    grids, counts = np.zeros((2, 9, 9), np.uint8), np.zeros((2, 9, 4), np.uint8)
    patterns, empty = np.zeros((2, 9, 3), np.uint8), np.zeros((2, 4), np.uint8)
    best, columns = np.zeros(9, np.uint8), np.zeros(9, np.uint8)
    for puzzle in range(len(puzzles)):
        read_lines(puzzles, puzzle, grids, counts, patterns, empty)
        old[:2] = 0
        old[1, GRID] = 1
        old[:2, BAND] = NO_BAND
        old[:2, NEXT] = 1
        known, is_open = 2, True
        for line in range(9):
            count = 0
            if is_open:
                new = room(new, 9 * known)
                count = empty_rows(counts, old, known, new)
                best[:] = 0
            if count == 0:
                best[:] = 99
                new = room(new, 9 * known * (1296 if is_open else 1) + 1)
                if is_open:
                    count = first_rows(
                        grids, counts, patterns, empty, six, orders, old, known, new, best, columns
                    )
                else:
                    count = next_rows(grids, counts, old, known, new, best, columns)
                is_open = False
            for k in range(9):
                forms[puzzle, 9 * line + k] = best[k]
            known = count
            old, new = new, old


@compiled
def room(arrangements: Grids, size: int) -> Grids:
    """An array for that many; untouched pages cost no memory."""
    if size <= len(arrangements):
        return arrangements
    return np.empty((size, FIELDS), np.uint8)


@compiled
def read_lines(
    puzzles: Grids, puzzle: int, grids: Grids, counts: Grids, patterns: Grids, empty: Grids
) -> None:
    counts[:] = 0
    patterns[:] = 0
    empty[:] = 7
    for i in range(81):
        d = puzzles[puzzle, i]
        for grid, row, column in ((0, i // 9, i % 9), (1, i % 9, i // 9)):
            grids[grid, row, column] = d
            if d:
                box, k = column // 3, column % 3
                counts[grid, row, box] += 1
                counts[grid, row, 3] += 1
                patterns[grid, row, box] |= 1 << 2 * k
                empty[grid, box] &= ~(1 << k)
                empty[grid, 3] &= ~(1 << box)


@compiled
def may_follow(counts: Grids, old: Grids, n: int, row: int) -> bool:
    """Whether the row is free, in the band begun if one is, and not a twin of an earlier one."""
    band, first = row // 3, row // 3 * 3
    if old[n, USED + row]:
        return False
    if old[n, BAND] != band:
        if old[n, BAND] != NO_BAND:
            return False
        if old[n, USED + first] or old[n, USED + first + 1] or old[n, USED + first + 2]:
            return False
    grid = old[n, GRID]
    return counts[grid, row, 3] > 0 or not has_twin(counts, old, n, row)


@compiled
def has_twin(counts: Grids, old: Grids, n: int, row: int) -> bool:
    """Whether an earlier row, or a row of an earlier band, could take the empty row's place."""
    grid, band, first = old[n, GRID], row // 3, row // 3 * 3
    for other in range(first, row):
        if not old[n, USED + other] and counts[grid, other, 3] == 0:
            return True
    if old[n, BAND] == NO_BAND and is_empty_band(counts, grid, band):
        for other in range(band):
            if not old[n, USED + 3 * other] and is_empty_band(counts, grid, other):
                return True
    return False


@compiled
def is_empty_band(counts: Grids, grid: int, band: int) -> bool:
    for row in range(3 * band, 3 * band + 3):
        if counts[grid, row, 3]:
            return False
    return True


@compiled
def use_row(new: Grids, n: int, row: int) -> None:
    """Mark the row used, and its band begun or finished."""
    new[n, USED + row] = 1
    first = row // 3 * 3
    used = new[n, USED + first] + new[n, USED + first + 1] + new[n, USED + first + 2]
    new[n, BAND] = NO_BAND if used == 3 else row // 3


@compiled
def empty_rows(counts: Grids, old: Grids, known: int, new: Grids) -> int:
    """The arrangements that an empty row extends."""
    count = 0
    for n in range(known):
        for row in range(9):
            if counts[old[n, GRID], row, 3] == 0 and may_follow(counts, old, n, row):
                for field in range(FIELDS):
                    new[count, field] = old[n, field]
                use_row(new, count, row)
                count += 1
    return count


@compiled
def first_rows(
    grids: Grids,
    counts: Grids,
    patterns: Grids,
    empty: Grids,
    six: Grids,
    orders: Grids,
    old: Grids,
    known: int,
    new: Grids,
    best: Grids,
    columns: Grids,
) -> int:
    """The arrangements extended by their smallest row that is not empty, in each order of columns.

    That puts boxes and cells with fewer givens first.
    """
    least = 99
    for n in range(known):
        for row in range(9):
            if may_follow(counts, old, n, row):
                least = min(least, shape(counts, old[n, GRID], row))
    count = 0
    for n in range(known):
        for row in range(9):
            grid = old[n, GRID]
            if not may_follow(counts, old, n, row) or shape(counts, grid, row) > least:
                continue
            boxes = counts[grid, row, 0] + 4 * counts[grid, row, 1] + 16 * counts[grid, row, 2]
            stacks_empty = empty[grid, 3]
            for s in range(orders[boxes, stacks_empty, 0]):
                stacks = orders[boxes, stacks_empty, 1 + s]
                x, y, z = six[stacks, 0], six[stacks, 1], six[stacks, 2]
                a, b, c = patterns[grid, row, x], patterns[grid, row, y], patterns[grid, row, z]
                d, e, f = empty[grid, x], empty[grid, y], empty[grid, z]
                for i in range(orders[a, d, 0]):
                    put(columns, 0, x, six, orders[a, d, 1 + i])
                    for j in range(orders[b, e, 0]):
                        put(columns, 3, y, six, orders[b, e, 1 + j])
                        for k in range(orders[c, f, 0]):
                            put(columns, 6, z, six, orders[c, f, 1 + k])
                            count = offer(grids, old, n, row, columns, best, new, count)
    return count


@compiled
def next_rows(
    grids: Grids,
    counts: Grids,
    old: Grids,
    known: int,
    new: Grids,
    best: Grids,
    columns: Grids,
) -> int:
    """The arrangements extended by the smallest row."""
    count = 0
    for n in range(known):
        for k in range(9):
            columns[k] = old[n, COLUMNS + k]
        band = old[n, BAND]
        for row in range(9) if band == NO_BAND else range(3 * band, 3 * band + 3):
            if may_follow(counts, old, n, row):
                count = offer(grids, old, n, row, columns, best, new, count)
    return count


@compiled
def shape(counts: Grids, grid: int, row: int) -> int:
    """Givens a box, fewest first, as a number of three digits to base 4."""
    a, b, c = counts[grid, row, 0], counts[grid, row, 1], counts[grid, row, 2]
    low, high = min(a, b, c), max(a, b, c)
    return low * 16 + (a + b + c - low - high) * 4 + high


@compiled
def put(columns: Grids, place: int, stack: int, six: Grids, order: int) -> None:
    for k in range(3):
        columns[place + k] = 3 * stack + six[order, k]


@compiled
def offer(
    grids: Grids,
    old: Grids,
    n: int,
    row: int,
    columns: Grids,
    best: Grids,
    new: Grids,
    count: int,
) -> int:
    """Append the arrangement if its row equals `best`, begin anew if smaller; how many there are.

    new[count] serves as scratch space.
    """
    for field in range(LABELS, FIELDS):
        new[count, field] = old[n, field]
    grid = old[n, GRID]
    smaller = False
    for k in range(9):
        d = grids[grid, row, columns[k]]
        label = np.uint8(0)
        if d:
            label = new[count, LABELS + d]
            if label == 0:
                label = new[count, NEXT]
                new[count, LABELS + d] = label
                new[count, NEXT] = label + 1
        if not smaller and label > best[k]:
            return count
        smaller = smaller or label < best[k]
        best[k] = label
    for field in range(COLUMNS):
        new[count, field] = old[n, field]
    for k in range(9):
        new[count, COLUMNS + k] = columns[k]
    use_row(new, count, row)
    if smaller:
        for field in range(FIELDS):
            new[0, field] = new[count, field]
        return 1
    return count + 1
