"""Made-up sheets to find grids on: puzzles in every layout people use, and decoys."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from random import Random

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.formats.sheets.reading.sheet_picture import Cell, Place, SheetPicture
from tests.puzzles import random_solution

BLANKS: tuple[object, ...] = (None, None, None, 0, ".", " ", "")


@dataclass
class Sheet:
    """A sheet as it is built; ``grids`` has the first cell of each grid and what is in it."""

    cells: dict[Place, Cell] = field(default_factory=dict)
    grids: dict[Place, tuple[tuple[int, ...], tuple[int, ...], Grid]] = field(default_factory=dict)

    def put(self, row: int, column: int, value: object) -> None:
        """A value without lines."""
        self.cells[row, column] = Cell(value)

    @property
    def picture(self) -> SheetPicture:
        """The sheet as the finder sees it."""
        return SheetPicture("Sheet1", dict(self.cells))


def lines_of(board: Board, cell: int, style: str) -> tuple[int, int, int, int]:
    """The lines at the left, right, top and bottom of a cell."""
    if style == "none":
        return (0, 0, 0, 0)
    if style == "thin":
        return (1, 1, 1, 1)
    size, box = board.size, board.box_of
    r, c = divmod(cell, size)
    inner = 1 if style == "boxes" else 0
    return (
        2 if c == 0 or box[cell - 1] != box[cell] else inner,
        2 if c == size - 1 or box[cell + 1] != box[cell] else inner,
        2 if r == 0 or box[cell - size] != box[cell] else inner,
        2 if r == size - 1 or box[cell + size] != box[cell] else inner,
    )


def place_grid(
    sheet: Sheet,
    random: Random,
    grid: Grid,
    top: int,
    left: int,
    *,
    spaced: bool = False,
    blank: object = None,
    lines: str = "none",
    heading: str = "none",
) -> tuple[int, int]:
    """Put a grid on a sheet; returns how many rows and columns it took, headings included."""
    board, size = grid.board, grid.board.size
    box_rows, box_columns = board.box_shape or (size, size)
    extra = int(heading != "none")
    rows = tuple(top + extra + r + (r // box_rows if spaced else 0) for r in range(size))
    columns = tuple(left + extra + c + (c // box_columns if spaced else 0) for c in range(size))
    as_type = random.choice((int, int, float, str, lambda digit: f" {digit} "))
    for cell, digit in enumerate(grid.cells):
        r, c = divmod(cell, size)
        value = as_type(digit) if digit else blank
        here = rows[r], columns[c]
        drawn = lines_of(board, cell, lines)
        if value is not None or any(drawn):
            sheet.cells[here] = Cell(value, lines=drawn)
    for at in range(size if extra else 0):
        label: object = {"0": at, "1": at + 1, "C": f"C{at + 1}"}[heading]
        sheet.put(top, columns[at], label)
        sheet.put(rows[at], left, f"R{at + 1}" if heading == "C" else label)
    sheet.grids[rows[0], columns[0]] = (rows, columns, grid)
    return rows[-1] - top + 1, columns[-1] - left + 1


def random_puzzle(random: Random, board: Board, full_edges: bool = True) -> Grid:
    """Some cells of a solution; ``full_edges``: with a digit in each outer row and column."""
    solution = random_solution(random, board)
    size, share = board.size, random.uniform(0.3, 0.6)
    cells = bytearray(digit if random.random() < share else 0 for digit in solution.cells)
    for edge in (0, size - 1) if full_edges else ():
        for cell in (edge * size + random.randrange(size), random.randrange(size) * size + edge):
            cells[cell] = solution.cells[cell]
    return Grid(bytes(cells), board)


def multiplication_table(sheet: Sheet, random: Random, top: int, left: int) -> None:
    """1x1 to 10x10, with or without headings."""
    size = random.choice((4, 9, 10, 12))
    for r in range(size):
        for c in range(size):
            sheet.put(top + r, left + c, (r + 1) * (c + 1))


def calendar(sheet: Sheet, random: Random, top: int, left: int) -> None:
    """A month: names of days, then numbers 1-31 in weeks."""
    first = random.randrange(7)
    for at, name in enumerate(("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")):
        sheet.put(top, left + at, name)
    for day in range(1, 32):
        week, weekday = divmod(day - 1 + first, 7)
        sheet.put(top + 1 + week, left + weekday, day)


def ledger(sheet: Sheet, random: Random, top: int, left: int) -> None:
    """Dates, words and amounts."""
    for r in range(random.randint(5, 12)):
        sheet.put(top + r, left, datetime.datetime(2026, 1, 1 + r))
        sheet.put(top + r, left + 1, random.choice(("rent", "food", "cinema")))
        sheet.put(top + r, left + 2, round(random.uniform(1, 500), 2))
        sheet.put(top + r, left + 3, random.randint(1, 9))


def scores(sheet: Sheet, random: Random, top: int, left: int) -> None:
    """A square of marks 1 to n that is no Sudoku."""
    size = random.choice((4, 6, 8, 9))
    for r in range(size):
        for c in range(size):
            sheet.put(top + r, left + c, random.randint(1, size))


def checks(sheet: Sheet, random: Random, top: int, left: int) -> None:
    """A table of ones, as a check by COUNTIF shows it."""
    for r in range(9):
        for c in range(9):
            sheet.put(top + r, left + c, 1 if random.random() < 0.9 else 2)


DECOYS = (multiplication_table, calendar, ledger, scores, checks)


def random_sheet(random: Random, decoys: bool = True, full_edges: bool = True) -> Sheet:
    """Grids of one size in an array, in one layout, and perhaps a decoy below."""
    sheet = Sheet()
    size = random.choice((4, 6, 8, 9, 9, 9, 9, 9, 10, 12, 16))
    board = Board.of_size(size)
    layout: dict[str, object] = {
        "spaced": random.random() < 0.25 and size >= 6,
        "blank": random.choice(BLANKS),
        "lines": random.choice(("none", "none", "boxes", "outline", "thin")),
        "heading": random.choice(("none", "none", "none", "0", "1", "C")),
    }
    top, left = random.randint(1, 5), random.randint(1, 5)
    if random.random() < 0.3:
        sheet.put(top, left, random.choice(("Sudoku", "PUZZLE 1", "easy", "week 12")))
        top += random.randint(1, 2)
    row, gap = top, random.randint(1, 3) if not layout["spaced"] else random.randint(2, 3)
    for _ in range(random.randint(1, 3)):
        column, height = left, 0
        for _ in range(random.randint(1, 3)):
            puzzle = random_puzzle(random, board, full_edges)
            height, width = place_grid(sheet, random, puzzle, row, column, **layout)  # type: ignore[arg-type]
            column += width + gap
        row += height + gap
    if decoys and random.random() < 0.6:
        random.choice(DECOYS)(sheet, random, row + random.randint(0, 2), left)
    return sheet
