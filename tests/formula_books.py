"""Made-up workbooks whose sheets calculate: mirrors, helper tables, candidates, generators.

Every formula has its stored value, as a spreadsheet program leaves it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import NamedTuple
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.styles import Border, Side
from openpyxl.worksheet.worksheet import Worksheet

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, digits_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import cell_address
from tests.books import bytes_of
from tests.puzzles import random_solution

BOARD = Board.of_size(9)
_CELL = re.compile(r'<c r="([A-Z]+\d+)"([^>]*)><f>(.*?)</f><v ?/?>(?:</v>)?</c>')


class Spot(NamedTuple):
    """The first cell of a block."""

    title: str
    top: int
    left: int


@dataclass
class FormulaBook:
    """A workbook as it is built. ``inputs`` are the places of the puzzles to solve."""

    random: Random
    workbook: Workbook = field(default_factory=Workbook)
    inputs: list[tuple[str, str]] = field(default_factory=list)
    values: dict[str, dict[str, object]] = field(default_factory=dict)

    def sheet(self, title: str) -> Worksheet:
        """A sheet by its title, which may be new."""
        sheets = self.workbook.worksheets
        if sheets[0].title == "Sheet":
            sheets[0].title = title
        for sheet in sheets:
            if sheet.title == title:
                return sheet
        new: Worksheet = self.workbook.create_sheet(title)
        return new

    def put(self, title: str, row: int, column: int, text: str, value: object) -> None:
        """A formula and its value."""
        self.sheet(title).cell(row, column, text)
        self.values.setdefault(title, {})[cell_address(row, column)] = value

    def frame(self, spot: Spot) -> None:
        """Thick lines around the boxes of a 9x9 grid."""
        for r in range(9):
            for c in range(9):
                left, right, top, bottom = (
                    Side(style="medium" if heavy else "thin")
                    for heavy in (c % 3 == 0, c % 3 == 2, r % 3 == 0, r % 3 == 2)
                )
                cell = self.sheet(spot.title).cell(spot.top + r, spot.left + c)
                cell.border = Border(left=left, right=right, top=top, bottom=bottom)

    @property
    def data(self) -> bytes:
        """The file."""
        return calculated(bytes_of(self.workbook), self.values)


def calculated(data: bytes, values: Mapping[str, Mapping[str, object]]) -> bytes:
    """The file with the value of each formula stored."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        titles = re.findall(r'<sheet [^>]*?name="([^"]+)"', old.read("xl/workbook.xml").decode())
        for name in old.namelist():
            part = old.read(name)
            number = re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", name)
            if number is not None:
                stored = partial(_stored, values.get(titles[int(number[1]) - 1], {}))
                part = _CELL.sub(stored, part.decode()).encode()
            new.writestr(name, part, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _stored(values: Mapping[str, object], match: re.Match[str]) -> str:
    address, attributes, formula = match.groups()
    value = values[address]
    kind = ' t="str"' if isinstance(value, str) else ""
    attributes = re.sub(r' t="\w+"', "", attributes) + kind
    return f'<c r="{address}"{attributes}><f>{formula}</f><v>{escape(str(value))}</v></c>'


def random_givens(random: Random) -> tuple[Grid, Grid]:
    """A third to half of the cells of a solution, some in each outer line, and the solution."""
    solution = random_solution(random, BOARD)
    shown = set(random.sample(range(81), random.randint(24, 40))) | {0, 80}
    cells = bytes(d if cell in shown else 0 for cell, d in enumerate(solution.cells))
    return Grid(cells, BOARD), solution


def typed(book: FormulaBook, to: Spot, grid: Grid) -> str:
    """A grid of typed digits; returns its range."""
    title, top, left = to
    for cell, digit in enumerate(grid.cells):
        book.sheet(title).cell(top + cell // 9, left + cell % 9, digit or None)
    return f"{cell_address(top, left)}:{cell_address(top + 8, left + 8)}"


Formula = Callable[[int, str], tuple[str, object]]
"""The formula and the value of a cell of a block, by its number and the cell that it reads."""


def source_cell(source: Spot, cell: int, title: str) -> str:
    """The address of a cell of a block in a formula on a sheet."""
    r, c = divmod(cell, 9)
    here = cell_address(source.top + r, source.left + c)
    return here if source.title == title else f"'{source.title}'!{here}"


def block(book: FormulaBook, to: Spot, source: Spot, what: Formula) -> None:
    """A block of formulas, each of which reads the same cell of another block."""
    for cell in range(81):
        r, c = divmod(cell, 9)
        text, value = what(cell, source_cell(source, cell, to.title))
        book.put(to.title, to.top + r, to.left + c, text, value)


def candidates_of(grid: Grid) -> list[tuple[int, ...]]:
    """The candidates of each cell; a given has itself."""
    marks = Candidates.of(Puzzle(grid)).marks
    return [
        (given,) if given else digits_of(mark)
        for given, mark in zip(grid.cells, marks, strict=True)
    ]


# Blocks that a workbook calculates from a puzzle. Each needs 9x9 cells, but for the candidates.


def mirror(book: FormulaBook, to: Spot, source: Spot, grid: Grid, _: Grid) -> None:
    """The same digits, and nothing or zero for blanks."""
    blank = book.random.choice(("", 0))

    def of(cell: int, read: str) -> tuple[str, object]:
        text = f"={read}" if blank == 0 else f'=IF({read}="","",{read})'
        return text, grid[cell] or blank

    block(book, to, source, of)


def solution(book: FormulaBook, to: Spot, source: Spot, _: Grid, solved: Grid) -> None:
    """The solution."""
    block(book, to, source, lambda cell, read: (f"=SOLVE({read})", solved[cell]))


def partly_solved(book: FormulaBook, to: Spot, source: Spot, grid: Grid, _: Grid) -> None:
    """The givens and the naked singles."""
    marks = candidates_of(grid)
    block(
        book,
        to,
        source,
        lambda cell, read: (
            f'=IF({read}<>"",{read},"")',
            marks[cell][0] if len(marks[cell]) == 1 else "",
        ),
    )


def candidate_texts(book: FormulaBook, to: Spot, source: Spot, grid: Grid, _: Grid) -> None:
    """The candidates of each cell in one text."""
    marks = candidates_of(grid)
    shown = book.random.choice(("all", "without givens"))

    def of(cell: int, read: str) -> tuple[str, object]:
        hidden = grid[cell] and shown != "all"
        return f'={read}&""', "" if hidden else "".join(map(str, marks[cell]))

    block(book, to, source, of)


def counts(book: FormulaBook, to: Spot, source: Spot, grid: Grid, _: Grid) -> None:
    """The number of candidates of each cell."""
    marks = candidates_of(grid)
    block(book, to, source, lambda cell, read: (f"=LEN({read})", len(marks[cell])))


def one_digit(book: FormulaBook, to: Spot, source: Spot, grid: Grid, _: Grid) -> None:
    """The places of one digit, as the digit itself or as 1."""
    digit = book.random.randint(1, 9)
    shown, other = book.random.choice(((digit, ""), (1, 0), (1, ""), (digit, 0)))
    block(
        book,
        to,
        source,
        lambda cell, read: (
            f"=IF({read}={digit},{shown},0)",
            shown if grid[cell] == digit else other,
        ),
    )


def candidates_apart(book: FormulaBook, to: Spot, source: Spot, grid: Grid, _: Grid) -> None:
    """27x27 cells with one candidate each."""
    marks = candidates_of(grid)
    title, top, left = to
    for cell in range(81):
        read = source_cell(source, cell, title)
        r, c = divmod(cell, 9)
        for digit in range(1, 10):
            down, across = divmod(digit - 1, 3)
            value: object = digit if digit in marks[cell] else ""
            text = f'=IF({read}="",{digit},"")'
            book.put(title, top + 3 * r + down, left + 3 * c + across, text, value)


Block = Callable[[FormulaBook, Spot, Spot, Grid, Grid], None]
SMALL: dict[str, Block] = {
    "mirror": mirror,
    "solution": solution,
    "partly solved": partly_solved,
    "candidates": candidate_texts,
    "counts": counts,
    "one digit": one_digit,
}


def random_book(random: Random) -> FormulaBook:
    """Typed puzzles, and blocks that are calculated from them on the same and on other sheets."""
    book = FormulaBook(random)
    for number in range(random.choice((1, 1, 1, 2))):
        grid, solved = random_givens(random)
        title = f"Input {number + 1}"
        spot = Spot(title, random.randint(1, 4), random.randint(1, 4))
        book.inputs.append((title, typed(book, spot, grid)))
        framed = random.random() < 0.7
        if framed:
            book.frame(spot)
        places = [Spot(title, spot.top, spot.left + 11 * at) for at in (1, 2)]
        places += [Spot(title, spot.top + 11 * down, spot.left) for down in (1, 2)]
        places += [
            Spot(f"Work {number + 1}", 2 + 11 * r, 2 + 11 * c) for r in (0, 1) for c in (0, 1)
        ]
        for to in random.sample(places, random.randint(1, 6)):
            random.choice(list(SMALL.values()))(book, to, spot, grid, solved)
            if framed:
                book.frame(to)
        if random.random() < 0.3:
            to = Spot(f"Candidates {number + 1}", 3, 3)
            candidates_apart(book, to, spot, grid, solved)
    return book


def _pair(pairs: Sequence[tuple[str, int]], cell: int, _: str) -> tuple[str, object]:
    return pairs[cell]


def generator(random: Random) -> FormulaBook:
    """A book that makes a puzzle: a pattern, two shuffled grids, and the cells that are shown."""
    book = FormulaBook(random)
    pattern = Grid(bytes((r * 3 + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)), BOARD)
    spot = Spot("Scratch", 2, 2)
    typed(book, spot, pattern)
    before, grid = spot, pattern
    for number in range(1, 3):
        digits = random.sample(range(1, 10), 9)
        grid = Grid(bytes(digits[digit - 1] for digit in grid.cells), BOARD)
        to = Spot("Scratch", 2 + 11 * number, 2)
        texts = [f"=INDEX($P$1:$X$1,{source_cell(before, cell, 'Scratch')})" for cell in range(81)]
        pairs = list(zip(texts, grid.cells, strict=True))
        block(book, to, before, partial(_pair, pairs))
        before = to
    shown = [random.random() < 0.4 for _ in range(81)]
    puzzle = Spot("Puzzle", 2, 2)
    block(
        book,
        puzzle,
        before,
        lambda cell, read: (f'=IF(RAND()<0.4,{read},"")', grid[cell] if shown[cell] else ""),
    )
    if random.random() < 0.5:
        copy = Grid(bytes(d if s else 0 for d, s in zip(grid.cells, shown, strict=True)), BOARD)
        mirror(book, Spot("Print", 2, 2), puzzle, copy, grid)
    for each in (spot, before, puzzle):
        book.frame(each)
    book.inputs.append(("Puzzle", "B2:J10"))
    return book
