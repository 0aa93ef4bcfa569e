"""Boards fit the columns of a terminal, whatever their size and rules."""

from __future__ import annotations

import pytest
from rich.text import Text

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.drawing.framed import ASCII, Piece, text_width
from cpsudoku.drawing.terminal_grid import boxed
from cpsudoku.drawing.terminal_steps import pencilmarks
from cpsudoku.solving import as_puzzle

EMPTY = "." * 81
NAMES = ["killer", "outside", "16x16", "samurai", "sumo"]
WIDTHS = [60, 80, 120, 250]


def puzzle(name: str) -> Puzzle:
    if name in ("samurai", "sumo"):
        board = Board.of_grids(name)
        return Puzzle(Grid(bytes(len(board)), board))
    return as_puzzle(
        {
            "killer": f"{EMPTY}\nkiller 10: r1c1 r1c2\nkiller 15: r1c3 r2c3 r3c3",
            "outside": f"{EMPTY}\nlittle-killer 20: r1c2 r2c1\nsandwich 10: row 1",
            "16x16": "." * 256,
        }[name]
    )


def position(name: str) -> Candidates:
    """An empty board with all candidates."""
    empty = puzzle(name)
    board = empty.board
    every = (1 << board.size) - 1
    return Candidates(empty, bytes(len(board)), (every,) * len(board))


def marks(candidates: Candidates, sign: str) -> dict[Candidate, list[Piece]]:
    """The same sign behind two candidates of each third cell."""
    cells = range(0, len(candidates.board), 3)
    return {(cell, digit): [(sign, "")] for cell in cells for digit in (2, 5)}


def shown(text: Text, candidates: Candidates) -> int:
    """How many digits the text shows."""
    symbols = candidates.board.symbols[1:]
    return sum(text.plain.count(symbol) for symbol in symbols)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "sumo"])
@pytest.mark.parametrize("sign", ["", "*"])
def test_candidates_fit_a_terminal(name: str, width: int, sign: str) -> None:
    candidates = position(name)
    signs = marks(candidates, sign) if sign else {}
    text = pencilmarks(candidates, None, ASCII, width, signs)
    assert text_width(text) <= width
    if "Left out" in text.plain:
        assert (width, name, sign) in {(60, "16x16", "*"), (60, "samurai", "*")}
        assert text.plain.splitlines()[-1].startswith("Left out: candidates and marks, which need ")
    else:
        board = candidates.board
        assert shown(text, candidates) == len(board) * board.size
        assert text.plain.count("*") == len(signs)


@pytest.mark.parametrize("name", NAMES)
def test_a_wider_terminal_never_needs_more_lines(name: str) -> None:
    candidates = position(name)
    texts = [pencilmarks(candidates, None, ASCII, width) for width in range(40, 260, 20)]
    lines = [text.plain.count("\n") for text in texts if "Left out" not in text.plain]
    assert lines == sorted(lines, reverse=True)


def test_a_board_without_a_width_has_a_line_for_each_row() -> None:
    candidates = position("16x16")
    text = pencilmarks(candidates, None, ASCII)
    assert (text_width(text), text.plain.count("\n")) == (281, 20)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("marked", [(), (1, 2)])
def test_digits_fit_a_terminal(name: str, width: int, marked: tuple[int, ...]) -> None:
    givens = puzzle(name).givens
    text = boxed(givens, givens, marked, lines=ASCII, width=width)
    assert text_width(text) <= width
    full = boxed(givens, givens, marked, lines=ASCII)
    if text_width(full) <= width:
        assert text.plain == full.plain
    else:
        need = f"Left out: brackets of marked cells, which need {text_width(full)} columns."
        assert (need in text.plain) == bool(marked)


def test_a_board_that_fits_in_no_form_says_what_it_needs() -> None:
    candidates = position("samurai")
    text = pencilmarks(candidates, None, ASCII, 20)
    board, left, need = text.plain.rsplit("\n", 2)
    columns = max(map(len, board.split("\n")))
    assert need.startswith("Left out: candidates and marks, which need ")
    assert left == f"The board needs {columns} columns."


def test_wrapped_candidates_of_two_rows_are_apart() -> None:
    candidates = position("16x16")
    lines = pencilmarks(candidates, None, ASCII, 80).plain.splitlines()
    assert lines[1].split()[1] == "123"
    assert lines[7].replace("|", "").strip() == ""
    assert lines[8] == lines[1]
