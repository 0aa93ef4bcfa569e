"""What the rules of single cells mean, by examples."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.shapes import Dot, Outline
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.runtime.errors import InputError

BOARDS = {
    "9x9": Board.of_size(9),
    "6x6": Board.of_size(6),
    "zero": Board.rectangle(4, 4, 4, (2, 2), lowest=0),
    "wide": Board.rectangle(3, 4, 6),
    "twins": Board.of_grids([(0, 0), (2, 2)], (2, 2)),
}
CIRCLES = "counting-circles: r1c1 r1c2 r1c3 r2c1"


@pytest.mark.parametrize(
    ("board", "line", "filled", "fits"),
    [
        ("9x9", "quadruple 3,4: r1c1 r1c2 r2c1 r2c2", "r1c1=3 r1c2=4 r2c1=8 r2c2=9", True),
        ("9x9", "quadruple 3,4: r1c1 r1c2 r2c1 r2c2", "r1c1=3 r1c2=5 r2c1=8 r2c2=3", False),
        ("9x9", "quadruple 3,4: r1c1 r1c2 r2c1 r2c2", "r1c1=3 r1c2=5 r2c1=8", True),
        ("9x9", "quadruple 3,4: r1c1 r1c2 r2c1 r2c2", "r1c1=5 r1c2=6 r2c1=8", False),
        ("9x9", "quadruple 3,3: r1c1 r1c2 r2c1 r2c2", "r1c1=3 r1c2=5 r2c1=8 r2c2=3", True),
        ("9x9", "quadruple 3,3: r1c1 r1c2 r2c1 r2c2", "r1c1=3 r1c2=5 r2c1=8 r2c2=4", False),
        ("9x9", "column-indexer: column 1", "r4c1=7 r4c7=1", True),
        ("9x9", "column-indexer: column 1", "r4c1=7 r4c7=2", False),
        ("9x9", "column-indexer: r4c5", "r4c5=7 r4c7=5", True),
        ("9x9", "column-indexer: r4c5", "r4c5=5", True),
        ("9x9", "row-indexer: r5c3", "r5c3=8 r8c3=5", True),
        ("9x9", "row-indexer: r5c3", "r5c3=8 r8c3=3", False),
        ("9x9", "box-indexer: r2c5", "r2c5=9 r3c6=5", True),  # r2c5 is the 5th cell of its box
        ("9x9", "box-indexer: r2c5", "r2c5=9 r3c6=2", False),
        ("6x6", "box-indexer: r2c1", "r2c1=2 r1c2=4", True),
        ("zero", "column-indexer: r1c1", "r1c1=3 r1c4=0", True),  # the first column is 0
        ("zero", "column-indexer: r1c1", "r1c1=3 r1c4=1", False),
        ("wide", "column-indexer: r1c1", "r1c1=5", False),  # there are four columns
        ("twins", "column-indexer: r3c3", "r3c3=3 r3c5=1", True),  # columns 3 and 1 of two grids
        ("twins", "column-indexer: r3c3", "r3c3=3 r3c5=2", False),
        ("twins", "column-indexer: r3c5", "r3c5=1 r3c3=3", True),  # columns of its own grid
        ("twins", "column-indexer: r3c5", "r3c5=1 r3c3=4", False),
        ("9x9", CIRCLES, "r1c1=1 r1c2=3 r1c3=3 r2c1=3", True),
        ("9x9", CIRCLES, "r1c1=4 r1c2=4 r1c3=4 r2c1=4", True),
        ("9x9", CIRCLES, "r1c1=2 r1c2=2 r1c3=1 r2c1=1", False),
        ("9x9", CIRCLES, "r1c1=2 r1c2=2", False),  # the other two would be 2 as well, or 1 and 1
        ("9x9", CIRCLES, "r1c1=5", False),
        ("9x9", CIRCLES, "r1c1=3", True),
        ("zero", CIRCLES, "r1c1=0", False),
    ],
)
def test_a_filling_of_some_cells_fits_a_rule(
    board: str, line: str, filled: str, fits: bool
) -> None:
    place = BOARDS[board]
    (rule,) = rules_of(line, place)
    pairs = [each.split("=") for each in filled.split()]
    values = {place.cell_named(name): int(value) for name, value in pairs}
    assert set(values) <= set(rule.cells)
    assert rule.allows([values.get(cell) for cell in rule.cells]) == fits


@pytest.mark.parametrize(
    ("board", "line", "message"),
    [
        ("9x9", "quadruple 0,1: r1c1 r1c2", "0 is not a digit of the board; they are 1-9"),
        ("zero", "quadruple 4: r1c1 r1c2", "4 is not a digit of the board; they are 0-3"),
        ("9x9", "quadruple 1,2,3: r1c1 r1c2", "3 digits do not fit 2 cells"),
        ("wide", "box-indexer: r1c1", "r1c1 is not in a box of the board"),
        ("9x9", "counting-circles: r1c1 r1c1", "r1c1 is listed twice"),
    ],
)
def test_a_rule_without_meaning_is_refused(board: str, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        rules_of(line, BOARDS[board])


def test_a_quadruple_is_a_dot_where_four_cells_meet() -> None:
    square, row = rules_of("quadruple 2,1: r4c4 r3c3 r3c4 r4c3; r1c1 r1c2 r1c3 r1c4", BOARDS["9x9"])
    assert square.drawing() == (Dot(tuple(square.cells), "white", "2 1"),)
    assert isinstance(row.drawing()[0], Outline)
