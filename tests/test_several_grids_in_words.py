"""Sentences about boards of several grids, and about one of the grids."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.guessing import guesses_for
from cpsudoku.formats.links.drawn.several_grids import grids_of

TWO = Board.of_grids(((0, 0), (0, 5)), (2, 2))
SAMURAI = Board.of_grids("samurai")
ONE = Board.boxes(2, 2)


def left(text: str, board: Board, *lines: str) -> int:
    """How many sentences of a text about these rules are not understood."""
    rules = tuple(rule for line in lines for rule in rules_of(line, board))
    guesses = guesses_for(Drawing(board), (), text, rules, (), looks={})
    return len(guesses.unexplained())


def test_the_grids_of_a_board_have_its_cells() -> None:
    assert [len(grid) for grid in grids_of(TWO)] == [16, 16]
    assert [len(grid) for grid in grids_of(SAMURAI)] == [81] * 5
    assert len(frozenset().union(*grids_of(SAMURAI))) == len(SAMURAI)
    assert grids_of(ONE) == (frozenset(range(16)),)


@pytest.mark.parametrize(
    ("text", "board", "count"),
    [
        ("In both grids, 1-4 must appear in each row, column and box", TWO, 0),
        ("In all two 4x4 grids, 1-4 must appear in each row, column and box", TWO, 0),
        ("The grid consists of two 4x4 sudokus", TWO, 0),
        ("The grid consists of three 4x4 sudokus", TWO, 1),
        ("In both grids, 1-6 must appear in each row, column and box", TWO, 1),
        ("In both grids, digits may repeat in each row", TWO, 1),
        ("The two grids have the same digits", TWO, 1),
        ("The two grids are mirrored", TWO, 1),
        ("The grid consists of two 4x4 sudokus", ONE, 1),
        ("In both grids, 1-4 must appear in each row, column and box", ONE, 1),
        (
            "The grid consists of five 9x9 classic sudokus, with overlapping (yellow) regions",
            SAMURAI,
            0,
        ),
        ("The grid consists of four 9x9 classic sudokus, with overlapping regions", SAMURAI, 1),
    ],
)
def test_a_sentence_about_the_grids_needs_a_board_with_them(
    text: str, board: Board, count: int
) -> None:
    assert left(text, board) == count


@pytest.mark.parametrize(
    ("grid", "count"), [("grid 2", 0), ("grid 1", 1), ("grid 3", 1), ("the second grid", 1)]
)
def test_a_rule_of_one_grid_has_its_cells_there(grid: str, count: int) -> None:
    text = f"In {grid}, digits must increase along thermometers from the bulb end"
    assert left(text, TWO, "thermo: r1c6 r1c7") == count
    assert left(text, TWO, "thermo: r1c6 r1c7", "thermo: r1c1 r1c2") == 1
