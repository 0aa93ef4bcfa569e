"""Kakuro: the sums of runs, in black cells and beside the grid."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.outside.kakuro import Kakuro
from cpsudoku.core.grid import Grid
from cpsudoku.core.holes import CELL, HOLE, MOST_SIDE, of_runs, rows_with_holes
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.variables import Position
from cpsudoku.formats.links.puzz_link.parts import (
    NAME,
    Content,
    Genre,
    refuse_givens,
    refuse_more,
    rules_at,
)
from cpsudoku.formats.links.unsaid import refusal, refused_rule
from cpsudoku.formats.symbols import shorten
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

_SUMS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"  # 0 to 45
_LONGEST_GAP = 16  # white cells: the letter z
DOWN, RIGHT = (1, 0), (0, 1)
Clues = dict[tuple[Position, Position], int]  # where a clue is, and where to


def _read(columns: int, rows: int, text: str) -> Content:
    """The board, and the sums of its runs. A run of one cell is a given."""
    if not (1 <= columns <= MOST_SIDE and 1 <= rows <= MOST_SIDE):
        raise InputError(
            "a grid of {rows} rows and {columns} columns; {most} are possible",
            rows=rows,
            columns=columns,
            most=MOST_SIDE,
        )
    count, clues, white = columns * rows, Clues(), list[bool]()
    while len(white) < count and text:
        symbol, place = text[0], divmod(len(white), columns)
        if "k" <= symbol <= "z":
            white += [True] * (ord(symbol) - ord("j"))
        else:
            white.append(False)
            text = text[1:] if symbol == "." else _clues_at(place, text, (DOWN, RIGHT), clues)
            continue
        text = text[1:]
    if len(white) != count:
        amount = (
            worded("more than") if len(white) > count else worded("{count} of", count=len(white))
        )
        raise InputError(
            "black and white cells for {amount} {count} places", amount=amount, count=count
        )
    for column in range(columns):
        text = _clues_at((-1, column), text, (DOWN,), clues) if white[column] else text
    for row in range(rows):
        text = _clues_at((row, -1), text, (RIGHT,), clues) if white[row * columns] else text
    refuse_more(text)
    symbols = "".join(CELL if each else HOLE for each in white)
    return _content("/".join(symbols[at : at + columns] for at in range(0, count, columns)), clues)


def _clues_at(place: Position, text: str, steps: Sequence[Position], clues: Clues) -> str:
    """Add the clue of each step, unless there is a minus sign, and return the text after them."""
    for step in steps:
        if not text or (text[0] != "-" and text[0] not in _SUMS):
            raise InputError("{text} is not a sum 0-9, a-j or A-Z, or -", text=shorten(text[:1]))
        if text[0] not in "-0":
            clues[place, step] = _SUMS.index(text[0])
        text = text[1:]
    return text


def _content(rows: str, clues: Clues) -> Content:
    board = of_runs(rows)
    givens, rules = bytearray(len(board)), list[Constraint]()
    for ((row, column), (down, across)), total in clues.items():
        cells = list[int]()
        while (row := row + down, column := column + across) in board.cell_at:
            cells.append(board.cell_at[row, column])
        if len(cells) > 1:
            rules += rules_at(f"kakuro {total}", cells, board)
        elif not cells or total > 9 or givens[cells[0]] not in (0, total):
            raise InputError(
                "the sum {total} before r{row}c{column} has no cells for it",
                total=total,
                row=row + 1,
                column=column + 1,
            )
        else:
            givens[cells[0]] = total
    return Grid(bytes(givens), board), rules


def _write(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    board = puzzle.board
    houses = (*board.houses, *board.groups)
    if board.size != 9 or board.lowest != 1 or {house.kind for house in houses} != {"run"}:
        raise refusal(puzzle, NAME, worded("a board of this shape"))
    refuse_givens(puzzle, grid, "Kakuro")
    runs = {house.cells for house in houses}
    clues = Clues()
    for rule in rules:
        if not isinstance(rule, Kakuro) or not 1 <= rule.sum <= 45 or rule.cells not in runs:
            raise refused_rule(puzzle, NAME, rule, worded("in a puzzle of Kakuro"))
        (row, column), (r, c) = map(board.row_column, rule.cells[:2])
        step = r - row, c - column
        if clues.setdefault(((row - step[0], column - step[1]), step), rule.sum) != rule.sum:
            raise refused_rule(puzzle, NAME, rule, worded("beside another sum there"))
    return _inside(rows_with_holes(board).split("/"), clues)


def _inside(rows: Sequence[str], clues: Clues) -> str:
    """The cells and the sums in the grid, then those above and to the left of white cells."""

    def sums(place: Position, *steps: Position) -> str:
        return "".join(
            _SUMS[clues[place, step]] if (place, step) in clues else "-" for step in steps
        )

    text, gap = "", 0
    for row, line in enumerate(rows):
        for column, symbol in enumerate(line):
            if symbol == CELL:
                gap += 1
                continue
            here = sums((row, column), DOWN, RIGHT)
            text += _gap(gap) + ("." if here == "--" else here)
            gap = 0
    text += _gap(gap)
    above = (sums((-1, c), DOWN) for c, symbol in enumerate(rows[0]) if symbol == CELL)
    left = (sums((r, -1), RIGHT) for r, line in enumerate(rows) if line[0] == CELL)
    return text + "".join((*above, *left))


def _gap(length: int) -> str:
    whole, left = divmod(length, _LONGEST_GAP)
    return "z" * whole + (chr(ord("j") + left) if left else "")


GENRES = {"kakuro": Genre(_read, _write)}
