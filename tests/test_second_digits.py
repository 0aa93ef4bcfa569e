"""Euler squares, Schrödinger cells and digit sets, against counts found by enumeration."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.layers.euler import Euler
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.engines import ENGINES
from cpsudoku.runtime.errors import InputError
from tests.patience import PATIENCE

DIGITS = (1, 2, 3)
LATIN = [
    rows
    for rows in product(permutations(DIGITS), repeat=3)
    if all(len({*c}) == 3 for c in zip(*rows, strict=True))
]


def count(puzzle: Puzzle, engine: str) -> int:
    """The number of solutions."""
    found = ENGINES[engine].search(puzzle, want=1000, limit=Limit(seconds=PATIENCE))
    assert found.exhausted
    assert all(puzzle.is_solved_by(grid) for grid in found.solutions)
    return len(found.solutions)


def pairs_of(cells: Board) -> int:
    """The number of fillings of 2x2 cells in which each row and column holds 1, 2 and 3 once."""
    options = [frozenset(each) for each in ((1,), (2,), (3,), (1, 2), (1, 3), (2, 3))]
    lines = ((0, 1), (2, 3), (0, 2), (1, 3))
    return sum(
        all(filling[a] | filling[b] == {1, 2, 3} and not filling[a] & filling[b] for a, b in lines)
        for filling in product(options, repeat=len(cells))
    )


@pytest.mark.parametrize("engine", ["cpsat", "backtrack"])
def test_euler_squares_of_3_are_pairs_of_orthogonal_latin_squares(engine: str) -> None:
    expected = sum(
        len({(x, y) for a, b in zip(one, other, strict=True) for x, y in zip(a, b, strict=True)})
        == 9
        for one, other in product(LATIN, repeat=2)
    )
    board = Board.without_boxes(3)
    puzzle = Puzzle(Grid(bytes(9), board)).with_rules("euler")
    assert count(puzzle, engine) == expected == 72
    given = Puzzle(Grid(bytes(9), board)).with_rules("euler: 123/.../...")
    assert count(given, engine) == 12


@pytest.mark.parametrize("engine", ["cpsat", "backtrack"])
def test_schroedinger_cells_are_as_many_as_by_enumeration(engine: str) -> None:
    board = Board.rectangle(2, 2, 3)
    puzzle = Puzzle(Grid(bytes(4), board)).with_rules("schroedinger")
    assert count(puzzle, engine) == pairs_of(board) > 1
    total = puzzle.with_rules("schroedinger-sum 5: r1c1")
    assert 0 < count(total, engine) < count(puzzle, engine)


@pytest.mark.parametrize("engine", ["cpsat", "backtrack", "propagate"])
def test_a_digit_set_chooses_the_digits_of_a_latin_square(engine: str) -> None:
    board = Board.rectangle(3, 3, 4)
    puzzle = Puzzle(Grid(bytes(9), board)).with_rules("digit-set")
    assert count(puzzle, engine) == 4 * len(LATIN)


@pytest.mark.parametrize("rule", ["killer 5: r1c1 r1c2", "thermo: r1c1 r1c2", "anti-knight"])
def test_rules_that_take_a_cell_for_one_digit_are_refused_beside_schroedinger(rule: str) -> None:
    board = Board.rectangle(3, 3, 4)
    with pytest.raises(InputError, match="does not know cells with two digits"):
        Puzzle(Grid(bytes(9), board)).with_rules("schroedinger", rule)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["schroedinger-sum 5: r1c1"], "needs the rule schroedinger"),
        (["schroedinger"], "one more digit than a row"),
        (["euler: 1.../...."], "8 second digits; the board has 16 cells"),
        (["euler: 5.../..../..../...."], "'5' is not one of the digits 1-4"),
    ],
)
def test_a_wrong_rule_is_refused(lines: list[str], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        Puzzle(Grid(bytes(16), Board.boxes(2, 2))).with_rules(*lines)


@pytest.mark.parametrize(
    "board", [Board.boxes(3, 3), Board.without_boxes(5), Board.without_boxes(9), Board.boxes(5, 5)]
)
def test_the_search_for_an_euler_square_begins_with_one(board: Board) -> None:
    rule = Euler(board)
    square = rule.known_square()
    assert len(square) == 2 * len(board)
    assert rule.allows([square[cell] for cell in rule.cells])
    digits = Grid(bytes(square[cell] for cell in range(len(board))), board)
    assert all(len({digits[c] for c in house.cells}) == board.size for house in board.houses)


@pytest.mark.parametrize("board", [Board.boxes(2, 2), Board.boxes(2, 3), Board.without_boxes(4)])
def test_no_euler_square_is_known_of_an_even_size(board: Board) -> None:
    assert not Euler(board).known_square()
