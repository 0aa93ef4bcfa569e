"""Puzzles to test with: known ones from ``data/``, and random ones of every size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from random import Random

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.core.grid import SYMBOLS, Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import COMMON_SIZES

ROOT = Path(__file__).parent.parent
DATA = ROOT / "data"

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
INKALA_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
# A forum's puzzle with several solutions, see data/SOURCES.md.
SEVERAL = ".....1...6.8.3...4..9.8....8.564.....1..2.8....2....5.2317..5......5...6..68.3..."
CLASHING = "55" + WIKIPEDIA[2:]  # r1c1 and r1c2: row 1 and box 1
WRONG = SOLVED[:-1] + "8"  # r9c9 is 9


@dataclass(frozen=True)
class Known:
    """A line of ``data/verdicts.txt``; ``count`` stops at 2."""

    puzzle: Puzzle
    count: int
    solution: str
    hard: bool
    name: str


def known_verdicts() -> Iterator[Known]:
    """The lines of ``data/verdicts.txt``."""
    for number, text in enumerate((DATA / "verdicts.txt").read_text().splitlines(), 1):
        if text.startswith("#"):
            continue
        line, _, comment = (part.strip() for part in text.partition("#"))
        cells, count, *solution = line.split(":")
        box = re.search(r"\bbox (\d+x\d+)", comment)
        board = Board.parse_box(box[1]) if box else None
        puzzle = Puzzle(Grid.from_line(cells, board))
        size = puzzle.board.size
        name = f"line {number}, {size}x{size} {comment}".strip()
        yield Known(puzzle, int(count), "".join(solution), "hard" in comment, name)


def all_boxes(largest: int = 25) -> list[Board]:
    """Every board with rectangular boxes up to a size: 2x3 and 3x2 are two."""
    shapes = product(range(2, 13), repeat=2)
    wanted = [shape for shape in shapes if prod(shape) in COMMON_SIZES and prod(shape) <= largest]
    return [Board.boxes(*shape) for shape in wanted]


def box_name(board: Board) -> str:
    """``2x3``, for the id of a row."""
    return "x".join(map(str, board.box_shape or ()))


def random_solution(random: Random, board: Board) -> Grid:
    """A complete grid: the pattern grid with rows, columns, bands, stacks and digits shuffled."""
    size = board.size
    rows, columns = board.box_shape or (1, size)
    row_order = _shuffled_lines(random, rows, columns)
    column_order = _shuffled_lines(random, columns, rows)
    digits = random.sample(range(1, size + 1), size)
    cells = bytes(
        digits[(columns * (r % rows) + r // rows + c) % size]
        for r in row_order
        for c in column_order
    )
    return Grid(cells, board)


def _shuffled_lines(random: Random, in_band: int, bands: int) -> list[int]:
    return [
        band * in_band + line
        for band in random.sample(range(bands), bands)
        for line in random.sample(range(in_band), in_band)
    ]


def random_givens(random: Random, board: Board, share: float, spoiled: bool) -> Grid:
    """About that share of a solution's cells; ``spoiled`` changes one of them."""
    solution = random_solution(random, board)
    cells = bytearray(digit if random.random() < share else 0 for digit in solution.cells)
    given = [cell for cell, digit in enumerate(cells) if digit]
    if spoiled and given:
        cells[random.choice(given)] = random.randint(1, board.size)
    return Grid(bytes(cells), board)


def invented_givens(random: Random, board: Board, count: int) -> Grid:
    """Any digits in any cells, that do not clash."""
    cells = bytearray(board.size**2)
    for cell in random.sample(range(len(cells)), count):
        free = set(range(1, board.size + 1)) - {cells[peer] for peer in board.peers[cell]}
        cells[cell] = random.choice(sorted(free)) if free else 0
    return Grid(bytes(cells), board)


def grid_of(line: str) -> Grid:
    """The grid of a one-line notation."""
    return Grid.from_line(line)


def rows_of(line: str, blank: str = ".") -> list[list[str]]:
    """The symbols of a 9x9 line (or another size) row by row, with another blank symbol."""
    size = round(len(line) ** 0.5)
    symbols = [blank if symbol == "." else symbol for symbol in line]
    return [symbols[at : at + size] for at in range(0, size * size, size)]


def numbers_of(line: str) -> list[list[int]]:
    """The digits of a line row by row, 0 for a blank."""
    return [[SYMBOLS.index(symbol) for symbol in row] for row in rows_of(line)]


def less(random: Random, candidates: Candidates, solution: Grid, part: float) -> Candidates:
    """The candidates without a part of those that are wrong."""
    wrong = [
        (cell, digit)
        for cell in bits(candidates.empty)
        for digit in digits_of(candidates.marks[cell])
        if solution[cell] != digit
    ]
    return candidates.without(random.sample(wrong, int(len(wrong) * part)))
