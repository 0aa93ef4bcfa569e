"""Finds givens that a puzzle needs, from one of its solutions alone.

If some cells of a solution can be exchanged so that it stays a solution of Sudoku, and exactly one
of them is a given, the puzzle has another solution without that given. Two kinds of such sets are
found in a tenth of a microsecond per given: in two lines of a band, the cells in which both lines
have the same digits; and in the cells of two digits, those that share rows, columns and boxes. With
17 givens they show four of five to be needed. A set is left at its second given.

The tables of one solution have nine numbers for each digit::

    COLUMN     [d, r] -> the column of digit d in row r      IN_COLUMN  [d, c] -> its row, as a bit
    BOX        [d, r] -> its box in row r                    IN_BOX     [d, b] -> its row, as a bit
    ROW        [d, c] -> its row in column c
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpsudoku.engines.lanes import vectors
from cpsudoku.engines.lanes.memory import Flags, Grids
from cpsudoku.engines.lanes.vectors import lowest
from cpsudoku.runtime.compiled.declaring import alone_from, inner

Table = npt.NDArray[np.int64]
# The kinds of numbers in a table of one solution.
COLUMN, ROW, BOX, IN_COLUMN, IN_BOX = range(5)

compiled = alone_from(vectors.__file__)


@inner()
def at(kind: int, digit: int, line: int) -> np.uintp:
    """The place of a number in the tables, which are one array: its strides are constants."""
    return np.uintp(90 * kind + 9 * digit + line)


@compiled
def run(cells: Grids, solutions: Grids, flags: Flags, places: Table, givens: Table) -> None:
    """Set the flags that ``needed`` returns, which are False before."""
    for n in range(len(cells)):
        puzzle, solution = cells[n], solutions[n]
        if solution[0] == 0:
            continue
        read_places(puzzle, solution, places, givens)
        for i in range(81):
            if puzzle[i]:
                flags[n, i] = in_two_lines(puzzle, solution, places, i) or in_two_digits(
                    places, givens, solution[i], i // 9
                )


@inner()
def read_places(puzzle: Grids, solution: Grids, places: Table, givens: Table) -> None:
    """Set the places of each digit, and the rows in which it is given, one bit each."""
    givens[:] = 0
    for row in range(9):
        for column in range(9):
            digit, box = solution[np.uintp(9 * row + column)], row // 3 * 3 + column // 3
            places[at(COLUMN, digit, row)] = column
            places[at(ROW, digit, column)] = row
            places[at(BOX, digit, row)] = box
            places[at(IN_COLUMN, digit, column)] = 1 << row
            places[at(IN_BOX, digit, box)] = 1 << row
            if puzzle[np.uintp(9 * row + column)]:
                givens[digit] |= 1 << row


@inner()
def in_two_lines(puzzle: Grids, solution: Grids, places: Table, cell: int) -> bool:
    """Whether an exchange of two parallel lines of a band has no other given than that cell."""
    for vertical in range(2):
        line, start = (cell % 9, cell // 9) if vertical else (cell // 9, cell % 9)
        ahead, aside = (9, 1) if vertical else (1, 9)
        for other in range(line // 3 * 3, line // 3 * 3 + 3):
            there = np.uintp(other * aside + start * ahead)
            if other == line or puzzle[there]:
                continue
            place = places[at(vertical, solution[there], line)]
            while place != start and not puzzle[np.uintp(line * aside + place * ahead)]:
                there = np.uintp(other * aside + place * ahead)
                if puzzle[there]:
                    break
                place = places[at(vertical, solution[there], line)]
            if place == start:
                return True
    return False


@inner()
def in_two_digits(places: Table, givens: Table, digit: int, row: int) -> bool:
    """Whether an exchange of the digit with another has no other given than the one in that row.

    If the other digit moves in a row, this digit moves in the same column and in the same box.
    """
    for other in range(1, 10):
        fixed = givens[digit] & ~(1 << row) | givens[other]
        if other == digit or fixed >> row & 1:
            continue
        moved, more = 0, 1 << row
        while more and more & fixed == 0:
            each = lowest(np.uint32(more))
            moved |= 1 << each
            column, box = places[at(COLUMN, other, each)], places[at(BOX, other, each)]
            more |= places[at(IN_COLUMN, digit, column)]
            more |= places[at(IN_BOX, digit, box)]
            more &= ~moved
        if more == 0:
            return True
    return False
