"""Positions as lines to listen to: every cell, no frames, in every language."""

from __future__ import annotations

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.drawing.spoken import spoken_position
from cpsudoku.runtime.language import speaking
from cpsudoku.techniques import TECHNIQUES
from tests.command import invoke
from tests.puzzles import WIKIPEDIA

SMALL = "1..4..1.2......3"


def test_a_position_is_read_row_by_row() -> None:
    position = Candidates.of(Puzzle.parse(SMALL))
    assert list(spoken_position(position)) == [
        "Row 1: 1, blank 2 3, blank 2 3, 4.",
        "Row 2: blank 3 4, blank 2 3 4, 1, blank 2.",
        "Row 3: 2, blank 1 3 4, blank 4, blank 1.",
        "Row 4: blank 4, blank 1 4, blank 2 4, 3.",
    ]
    with speaking("de"):
        assert next(spoken_position(position)) == "Zeile 1: 1, leer 2 3, leer 2 3, 4."


def test_the_parts_of_a_step_are_named() -> None:
    position = Candidates.of(Puzzle.parse(SMALL))
    step = next(TECHNIQUES["naked-single"].find(position))
    last = list(spoken_position(position, step, written=[]))[-1]
    assert last.startswith("the ")
    assert "r2c4 2" in last


def test_cells_beside_holes_have_names() -> None:
    board = Board.of_grids([(0, 0), (2, 2)], (2, 2))
    first = next(spoken_position(Candidates.of(Puzzle(Grid(bytes(len(board)), board)))))
    assert first.startswith("Row 1: r1c1 blank 1 2 3 4, r1c2 blank 1 2 3 4")


def test_commands_print_no_frames_with_plain() -> None:
    for command in (
        ("explain", WIKIPEDIA, "--plain", "--step", "1"),
        ("hint", WIKIPEDIA, "--plain", "--level", "4"),
    ):
        out = invoke(*command).out
        assert "Row 1: 5, 3, blank" in out, command
        assert not set("│┃─━┌┏|+") & set(out), command
