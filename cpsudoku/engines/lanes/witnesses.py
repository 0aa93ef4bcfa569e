"""Finds givens that a puzzle needs, from one of its solutions alone.

If some cells of a solution can be exchanged so that it stays a solution of Sudoku, and exactly one
of them is a given, the puzzle has another solution without that given. Two kinds of such sets are
found in a microsecond: in the cells of two digits, those that share rows, columns and boxes; and
in two lines of a band, the cells in which both lines have the same digits. With 17 givens they
show four of five to be needed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.core.compiling import compiled_from, inner
from cpsudoku.engines.lanes.kernel import Flags, Grids

Table = npt.NDArray[np.int64]
# Of one solution. Digit d is in column [COLUMN, d, r] of row r, in row [ROW, d, c] of column c, and
# in row [BOX, d, b] of box b.
COLUMN, ROW, BOX = range(3)
NINE = 0x1FF

compiled = compiled_from()
LOWEST = np.array([(n & -n).bit_length() - 1 for n in range(512)], np.int64)


@compiled
def needed(cells: Grids, solutions: Grids) -> Flags:
    """Whether an exchange shows that each given is needed; False for a blank cell.

    cells, solutions: uint8[n, 81]. If a solution is zeros, nothing is known about its puzzle.
    """
    flags = np.zeros(cells.shape, np.bool_)
    places, givens = np.zeros((3, 10, 9), np.int64), np.zeros(10, np.int64)
    for n in range(len(cells)):
        if solutions[n, 0] == 0:
            continue
        read_places(cells[n], solutions[n], places, givens)
        exchange_digits(places, givens, givens.copy(), flags[n])
        exchange_lines(cells[n], solutions[n], places, flags[n])
    return flags


@inner()
def read_places(puzzle: Grids, solution: Grids, places: Table, givens: Table) -> None:
    """Set the places of each digit, and the rows in which it is given, one bit each."""
    givens[:] = 0
    for row in range(9):
        for column in range(9):
            digit = solution[np.uintp(9 * row + column)]
            places[COLUMN, digit, row] = column
            places[ROW, digit, column] = row
            places[BOX, digit, row // 3 * 3 + column // 3] = row
            if puzzle[np.uintp(9 * row + column)]:
                givens[digit] |= 1 << row


@inner()
def exchange_digits(places: Table, givens: Table, left: Table, flags: Flags) -> None:
    """Exchange two digits in some rows. ``left``: the givens that are not known to be needed."""
    joined = np.zeros(9, np.int64)
    for a in range(1, 9):
        for b in range(a + 1, 10):
            if left[a] | left[b] == 0:
                continue
            for row in range(9):  # the rows in which digit a moves if digit b moves in this row
                column = places[COLUMN, b, row]
                in_box = places[BOX, a, row // 3 * 3 + column // 3]
                joined[row] = 1 << places[ROW, a, column] | 1 << in_box
            rows = NINE
            while rows:
                moved, more = 0, rows & -rows
                while more:
                    row = LOWEST[more]
                    moved |= 1 << row
                    more = (more | joined[row]) & ~moved
                rows &= ~moved
                one, other = givens[a] & moved, givens[b] & moved
                both = one | other
                if (one == 0) != (other == 0) and both & (both - 1) == 0:
                    digit, row = a if one else b, LOWEST[both]
                    left[digit] &= ~both
                    flags[9 * row + places[COLUMN, digit, row]] = True


@inner()
def exchange_lines(puzzle: Grids, solution: Grids, places: Table, flags: Flags) -> None:
    """Exchange the cells of two parallel lines of a band where both have the same digits."""
    for vertical in range(2):
        ahead, aside = (9, 1) if vertical else (1, 9)
        for line in range(9):
            for other in range(line + 1, line // 3 * 3 + 3):
                left = NINE
                while left:
                    place, count, given = LOWEST[left], 0, 0
                    while left >> place & 1:
                        left ^= 1 << place
                        here, there = line * aside + place * ahead, other * aside + place * ahead
                        if puzzle[here]:
                            count, given = count + 1, here
                        if puzzle[there]:
                            count, given = count + 1, there
                        place = places[vertical, solution[there], line]
                    if count == 1:
                        flags[given] = True
