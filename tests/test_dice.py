"""Cages that fold into dice."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.dice import opposite_cells
from tests.test_drawings import puzzle_with
from tests.test_said_drawings import cage

BOARD = Board.boxes(3, 3)
SAID = "Each cage folds into a valid die, where opposite faces sum to 7."
CROSS = ("r1c2", "r2c1", "r2c2", "r2c3", "r3c2", "r4c2")


def pairs_of(rows: str) -> set[frozenset[str]]:
    """The pairs of cells of a drawn shape that become opposite faces."""
    at = [
        BOARD.cell_at[r, c]
        for r, row in enumerate(rows.split("/"))
        for c, sign in enumerate(row)
        if sign == "#"
    ]
    return {frozenset(map(BOARD.cell_name, pair)) for pair in opposite_cells(BOARD, at)}


@pytest.mark.parametrize(
    "rows",
    [
        "#.../####/#...",
        "#.../####/.#..",
        "#.../####/..#.",
        "#.../####/...#",
        ".#../####/.#..",
        ".#../####/..#.",
        "###../..###",
        "##.../.###./...#.",
        "##.../.###./..#..",
        "##.../.###./.#...",
        "##../.##./..##",
    ],
)
def test_all_nets_of_a_cube_fold(rows: str) -> None:
    found = pairs_of(rows)
    assert len(found) == 3
    assert len(frozenset().union(*found)) == 6
    mirrored = "/".join(row[::-1] for row in rows.split("/"))
    assert len(pairs_of(mirrored)) == 3


@pytest.mark.parametrize(
    "rows", ["###/###", "######", "##/##/.#/.#", "####/##..", "###/#.#/#..", "#####"]
)
def test_other_shapes_do_not(rows: str) -> None:
    assert pairs_of(rows) == set()


def test_cells_two_apart_in_a_row_are_opposite() -> None:
    assert pairs_of(".#../####/.#..") == {
        frozenset(("r1c2", "r3c2")),
        frozenset(("r2c1", "r2c3")),
        frozenset(("r2c2", "r2c4")),
    }


@pytest.mark.parametrize(
    ("said", "text", "is_read"),
    [
        (SAID, "", True),
        (SAID, "21", True),
        (SAID, "20", False),
        (SAID.replace("7", "8"), "", False),
        (SAID.replace("opposite", "neighbouring"), "", False),
    ],
)
def test_a_cage_is_a_die_if_the_sentence_says_so(said: str, text: str, is_read: bool) -> None:
    guesses = puzzle_with(said, {"cages": [cage(text, *CROSS)]}, solution="").guesses
    found = [guess for each in guesses.questions for guess in each] if guesses else []
    dice = [guess for guess in found if guess.noun == "dice cage" and guess.sentences]
    assert bool(dice) == is_read
    for guess in dice:
        assert list(map(line_of, guess.rules)) == [
            f"region: {' '.join(CROSS)}",
            f"only 1,2,3,4,5,6: {' '.join(CROSS)}",
            "sum 7: r1c2 r3c2",
            "sum 7: r2c1 r2c3",
            "sum 7: r2c2 r4c2",
        ]
