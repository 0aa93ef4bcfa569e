"""Sudoku, Skyscrapers and Rooms of Factors: numbers in cells, beside the grid and in rooms."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.cages.product import ProductCage
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.outside import lines_from_sides, skyscraper_clues
from cpsudoku.formats.links.puzz_link.parts import (
    NAME,
    Content,
    Genre,
    borders_text,
    numbers_of,
    numbers_text,
    refuse_givens,
    refuse_more,
    rooms_and_rest,
    rules_at,
    square_of,
)
from cpsudoku.formats.links.unsaid import refusal, refused_rule, take_cage
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

# Sudoku


def _sudoku_board(size: int) -> Board:
    """The board of a size. Raises InputError if its boxes do not hold every digit."""
    if size != 6 and isqrt(size) ** 2 != size:
        raise InputError(
            "a {size}x{size} grid, whose boxes do not hold every digit there", size=size
        )
    return Board.of_size(size)


def _read_sudoku(columns: int, rows: int, text: str) -> Content:
    board = _sudoku_board(square_of(columns, rows))
    givens, rest = numbers_of(text, len(board), board.size)
    refuse_more(rest)
    return Grid(bytes(givens), board), ()


def _write_sudoku(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    for rule in rules:
        raise refused_rule(puzzle, NAME, rule)
    shape = puzzle.board.box_shape
    if shape is None:
        raise refusal(puzzle, NAME, "regions")
    if shape != (2, 3) and shape[0] != shape[1]:
        raise refusal(
            puzzle, NAME, worded("boxes of {rows}x{columns}", rows=shape[0], columns=shape[1])
        )
    return numbers_text(grid.cells)


# Skyscrapers


def _read_skyscrapers(columns: int, rows: int, text: str) -> Content:
    board = Board.without_boxes(square_of(columns, rows))
    lines = lines_from_sides(board)
    clues, text = numbers_of(text, len(lines), board.size)
    rules = [
        rule
        for clue, line in zip(clues, lines, strict=True)
        if clue
        for rule in rules_at(f"skyscraper {clue}", line, board)
    ]
    givens, rest = numbers_of(text, len(board), board.size) if text else ([0] * len(board), "")
    refuse_more(rest)
    return Grid(bytes(givens), board), rules


def _write_skyscrapers(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    clues = skyscraper_clues(puzzle, NAME, rules)
    return numbers_text(clues) + (numbers_text(grid.cells) if any(grid.cells) else "")


# Rooms of Factors: products


def _read_factors(columns: int, rows: int, text: str) -> Content:
    board = Board.without_boxes(square_of(columns, rows))
    rooms, text = rooms_and_rest(text, board)
    products, rest = numbers_of(text, len(rooms))
    refuse_more(rest)
    rules = list[Constraint]()
    for room, product in zip(rooms, products, strict=True):
        if product:
            rules += rules_at(f"product {product}", room, board)
    return Grid(bytes(len(board)), board), rules


def _write_factors(puzzle: Puzzle, grid: Grid, rules: Sequence[Constraint]) -> str:
    refuse_givens(puzzle, grid, "Rooms of Factors")
    board, rooms = puzzle.board, dict[tuple[int, ...], int]()
    taken: set[int] = set()
    for rule in rules:
        if not isinstance(rule, ProductCage) or not 1 <= rule.product <= 1_126_351:
            raise refused_rule(puzzle, NAME, rule, worded("in a puzzle of Rooms of Factors"))
        take_cage(puzzle, NAME, rule, taken)
        rooms[tuple(sorted(rule.cells))] = rule.product
    rooms |= {(cell,): 0 for cell in range(len(board)) if cell not in taken}
    ordered = sorted(rooms)
    return borders_text(ordered, board) + numbers_text([rooms[room] for room in ordered])


GENRES = {
    "sudoku": Genre(_read_sudoku, _write_sudoku),
    "skyscrapers": Genre(_read_skyscrapers, _write_skyscrapers),
    "factors": Genre(_read_factors, _write_factors),
}
