"""A grid and its one-line notation."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.grid import SYMBOLS, Grid, symbols_allowed
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import SIZES
from cpsudoku.runtime.errors import BadShape, BadSymbol
from tests.puzzles import SOLVED, WIKIPEDIA, all_boxes, box_name, random_givens

SMALL = Board.of_size(4)

every_board = pytest.mark.parametrize("board", all_boxes(), ids=box_name)


@every_board
def test_a_line_a_table_and_a_repr_lead_back_to_the_grid(board: Board) -> None:
    random = Random(board.size)
    for _ in range(5):
        grid = random_givens(random, board, 0.5, spoiled=True)
        assert Grid.from_line(grid.line, board) == grid
        assert Grid.from_rows(grid.rows(), board) == grid
        assert eval(repr(grid)) == grid
        assert hash(eval(repr(grid))) == hash(grid)
        assert grid.count == sum(symbol != "." for symbol in grid.line)


@pytest.mark.parametrize("size", SIZES)
def test_every_digit_has_a_symbol_of_its_own(size: int) -> None:
    board = Board.of_size(size)
    digits = bytes(range(1, size + 1)) + bytes(size * size - size)
    line = Grid(digits, board).line
    assert line == "123456789ABCDEFGHIJKLMNOP"[:size] + "." * (size * size - size)


@pytest.mark.parametrize(
    ("size", "words"), [(4, "1-4"), (9, "1-9"), (10, "1-9 A"), (16, "1-9 A-G"), (25, "1-9 A-P")]
)
def test_the_digits_of_a_size_in_words(size: int, words: str) -> None:
    assert symbols_allowed(size) == words


def test_facts_of_the_wikipedia_grid() -> None:
    grid = Grid.from_line(WIKIPEDIA)
    assert (grid.count, grid.is_complete, grid[0], grid[2], grid[80]) == (30, False, 5, 0, 9)
    assert grid.line == WIKIPEDIA
    assert Grid.from_line(SOLVED).is_complete
    assert grid.rows()[0] == (5, 3, 0, 0, 7, 0, 0, 0, 0)


def test_a_printed_grid_shows_its_boxes() -> None:
    assert str(Grid.from_line("1....4....3....2")).splitlines() == [
        "+-----+-----+",
        "| 1 . | . . |",
        "| . 4 | . . |",
        "+-----+-----+",
        "| . . | 3 . |",
        "| . . | . 2 |",
        "+-----+-----+",
    ]


@every_board
def test_a_printed_grid_is_read_back(board: Board) -> None:
    grid = random_givens(Random(board.size), board, 0.5, spoiled=True)
    rows, columns = board.box_shape or (0, 0)
    assert Puzzle.parse(str(grid), box=f"{rows}x{columns}").givens == grid


@every_board
def test_a_grid_is_an_array_of_its_rows(board: Board) -> None:
    grid = random_givens(Random(board.size), board, 0.5, spoiled=True)
    array = np.asarray(grid)
    assert array.shape == (board.size, board.size)
    assert array.dtype == np.uint8
    assert tuple(map(tuple, array.tolist())) == grid.rows()
    assert Grid.from_rows(array, board) == grid
    assert np.array_equal(np.asarray(Puzzle(grid)), array)


@pytest.mark.parametrize("value", [Grid.from_line(WIKIPEDIA), Puzzle(Grid.from_line(WIKIPEDIA))])
def test_an_array_never_changes_the_grid(value: Grid | Puzzle) -> None:
    view, copy = np.asarray(value, copy=False), np.array(value)
    assert (view.flags.writeable, copy.flags.writeable) == (False, True)
    copy[0, 0] = 9
    assert np.asarray(value)[0, 0] == 5
    assert np.asarray(value, dtype=np.int64).dtype == np.int64
    with pytest.raises(ValueError, match="copy"):
        np.asarray(value, dtype=np.int64, copy=False)


def test_differing_cells_are_counted_from_0() -> None:
    first, second = (Grid.from_line(line) for line in ("1" + "." * 15, "2" + "." * 14 + "3"))
    assert first.differing(second) == second.differing(first) == (0, 15)
    assert first.differing(first) == ()


def test_a_grid_of_another_box_is_another_grid() -> None:
    line = "123456" + "." * 30
    assert Grid.from_line(line) != Grid.from_line(line, Board.boxes(3, 2))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "0 cells do not make a square grid; sizes are"),
        ("." * 80, "80 cells do not make a square grid"),
        ("." * 50, "50 cells do not make a square grid"),
        ("5" + "." * 15, "'5' is not a digit 1-4 or a blank (.)"),
        ("0" * 16, "'0' is not a digit 1-4 or a blank (.)"),
        ("A" + "." * 80, "'A' is not a digit 1-9 or a blank (.)"),
        ("H" + "." * 255, "'H' is not a digit 1-9 A-G or a blank (.)"),
        ("é" + "." * 80, "'é' is not a digit"),
    ],
    ids=["empty", "80", "50", "5 in a 4x4", "zeros", "A in a 9x9", "H in a 16x16", "not ASCII"],
)
def test_a_bad_line_is_told(line: str, problem: str) -> None:
    with pytest.raises((BadShape, BadSymbol)) as caught:
        Grid.from_line(line)
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([[0] * 4] * 3, "row 1 has 4 cells, needs 3"),
        ([[0] * 4] * 3 + [[0] * 5], "row 4 has 5 cells, needs 4"),
        ([[0] * 4] * 3 + [[0, 0, 5, 0]], "r4c3: 5 is not a digit 1-4 or a blank (0)"),
        ([[-1, 0, 0, 0]] + [[0] * 4] * 3, "r1c1: -1 is not a digit 1-4 or a blank (0)"),
        ([[300, 0, 0, 0]] + [[0] * 4] * 3, "r1c1: 300 is not a digit 1-4"),
        ([], "a 0x0 grid is not supported"),
    ],
    ids=["3 rows", "a long row", "5", "-1", "300", "none"],
)
def test_a_bad_table_is_told(rows: list[list[int]], problem: str) -> None:
    with pytest.raises((BadShape, BadSymbol)) as caught:
        Grid.from_rows(rows)
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (bytes(15), "15 cells, a 4x4 grid needs 16"),
        (bytes(17), "17 cells, a 4x4 grid needs 16"),
        (b"", "0 cells, a 4x4 grid needs 16"),
        (bytes(15) + b"\x05", "5 is not a digit 1-4 or a blank (0)"),
    ],
    ids=["15", "17", "none", "5"],
)
def test_bad_cells_are_told(cells: bytes, problem: str) -> None:
    with pytest.raises((BadShape, BadSymbol)) as caught:
        Grid(cells, SMALL)
    assert str(caught.value) == problem


def test_a_symbol_is_at_the_index_of_its_digit() -> None:
    assert len(set(SYMBOLS)) == 26
    assert SYMBOLS[0] == "."
    assert [SYMBOLS.index(symbol) for symbol in "19AGP"] == [1, 9, 10, 16, 25]
