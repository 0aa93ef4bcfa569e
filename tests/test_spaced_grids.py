"""Grids whose blank cells are spaces are read, and lists of numbers are not taken for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import pytest

from cpsudoku.core.board import Board
from tests.puzzles import INKALA, SEVERAL, WIKIPEDIA, random_givens, rows_of
from tests.reading import lines_of, problem_of

LAYOUTS: dict[str, Callable[[Iterable[str]], str]] = {
    "one character for each cell": "".join,
    "without spaces at the end": lambda row: "".join(row).rstrip(),
    "a space between cells": lambda row: " ".join(row).rstrip(),
    "quoted in a mail": lambda row: "> " + "".join(row).rstrip(),
    "lines of Windows": lambda row: "".join(row) + "\r",
}


def spaced(line: str, layout: str) -> str:
    """A puzzle with spaces for its blank cells."""
    return "\n".join(
        LAYOUTS[layout](" " if cell == "." else cell for cell in row) for row in rows_of(line)
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_spaces_are_blank_cells(layout: str) -> None:
    three = [WIKIPEDIA, INKALA, SEVERAL]
    for line in three:
        assert lines_of(spaced(line, layout)) == [line]
        assert lines_of("Easy one\n" + spaced(line, layout) + "\n\n") == [line]
    assert lines_of("\n\n".join(spaced(line, layout) for line in three)) == three


@pytest.mark.parametrize("size", [6, 8, 9])
def test_any_grid_with_something_in_its_last_columns_is_read(size: int) -> None:
    decided = 0
    for seed in range(60):
        grid = random_givens(Random(seed), Board.of_size(size), 0.35, spoiled=False)
        texts = ["".join(row).replace(".", " ") for row in rows_of(grid.line)]
        if (
            not texts[0].strip()
            or not texts[-1].strip()
            or not any(text[-1].strip() for text in texts)
        ):
            continue
        assert lines_of("\n".join(text.rstrip() for text in texts)) == [grid.line]
        decided += 1
    assert decided > 30


def test_a_blank_row_in_the_middle_is_a_row() -> None:
    line = WIKIPEDIA[:36] + "." * 9 + WIKIPEDIA[45:]
    assert lines_of(spaced(line, "without spaces at the end")) == [line]


LISTS = {
    "rows of four": "1 2 3 4\n" * 9,
    "single digits": "5\n3\n7\n1\n9\n5\n9\n8\n6\n",
    "pairs": "1 2\n" * 9,
    "too short": "53\n6 9\n 98\n8  6\n4  8\n7  2\n 6\n   4\n    8\n",
}


@pytest.mark.parametrize("name", LISTS)
def test_other_lists_are_no_grid(name: str) -> None:
    assert problem_of(LISTS[name])


WRONG_LENGTHS = {
    "50 among 9x9": (
        [WIKIPEDIA, "5" * 50, INKALA],
        "line 2: 50 cells (row 6 has 5); a 9x9 puzzle needs 81",
    ),
    "65 among 9x9": (
        [WIKIPEDIA, "." * 65],
        "line 2: 65 cells (row 8 has 2); a 9x9 puzzle needs 81",
    ),
    "82 among 9x9": ([WIKIPEDIA, "." * 82], "line 2: 82 cells; a 9x9 puzzle needs 81"),
    "80 among 8x8": (["1" + "." * 63, "." * 80], "line 2: 80 cells; an 8x8 puzzle needs 64"),
    "50 alone": (["." * 50], "line 1: 50 cells (row 6 has 5); a 9x9 puzzle needs 81"),
    "63 alone": (["." * 63], "line 1: 63 cells (row 8 has 7); an 8x8 puzzle needs 64"),
}


@pytest.mark.parametrize("name", WRONG_LENGTHS)
def test_a_wrong_number_of_cells_is_measured_by_its_neighbours(name: str) -> None:
    lines, said = WRONG_LENGTHS[name]
    assert problem_of("\n".join(lines)) == f"file, {said}"
