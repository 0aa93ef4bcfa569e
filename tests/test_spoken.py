"""Positions as lines to listen to: every cell, no frames, in every language."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.drawing.spoken import spoken_position
from cpsudoku.runtime.language import speaking
from cpsudoku.runtime.listening import are_boards_in_words, boards_in_words
from cpsudoku.techniques import TECHNIQUES
from tests.command import invoke
from tests.puzzles import WIKIPEDIA

SMALL, SEVERAL, CLASH = "1..4..1.2......3", "1....4....3....2", "11.............."


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
    assert last.endswith(": 2 in r2c4.")
    with speaking("ja"):
        assert "r2c4\u306e2" in list(spoken_position(position, step, written=[]))[-1]


def test_cells_beside_holes_have_names() -> None:
    board = Board.of_grids([(0, 0), (2, 2)], (2, 2))
    first = next(spoken_position(Candidates.of(Puzzle(Grid(bytes(len(board)), board)))))
    assert first.startswith("Row 1: r1c1: blank 1 2 3 4, r1c2: blank 1 2 3 4")


def test_commands_print_no_frames_with_plain() -> None:
    for command in (
        ("explain", WIKIPEDIA, "--plain", "--step", "1"),
        ("hint", WIKIPEDIA, "--plain", "--level", "4"),
    ):
        out = invoke(*command).out
        assert "Row 1: 5, 3, blank" in out, command
        assert not set("│┃─━┌┏|+") & set(out), command


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("solve", SMALL), "Row 1: 1, 2, 3, 4."),
        (("solve", SEVERAL, "--lang", "de"), "Zeile 2: 2, 4, 1, 3."),
        (("check", SEVERAL), "Marked cells: r1c2, r1c3, "),
        (("check", CLASH), "Row 1: 1, 1, blank, blank."),
        (("diagnose", CLASH), "Marked cells: r1c1, r1c2."),
        (("candidates", SEVERAL), "Row 1: 1, blank 2 3, blank 2 4, blank 3 4."),
        (("generate", "--size", "4", "--seed", "1"), "Row 2: blank, blank, "),
        (("explain", SMALL), "Row 1: 1, blank, blank 3, 4."),
        (("techniques", "full-house"), "Row 1: "),
        (("rules", "diagonals"), "Row 1: "),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_every_board_is_read_in_words(command: tuple[str, ...], said: str) -> None:
    out = invoke(*command, "--plain").out
    assert said in out
    assert not set("│┃─━┌┏") & set(out)
    assert "+---" not in out


def test_boards_have_frames_without_plain() -> None:
    assert "+---" in invoke("diagnose", CLASH).out
    with boards_in_words():
        assert are_boards_in_words()
    assert not are_boards_in_words()
