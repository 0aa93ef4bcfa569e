"""Plain Python makes the same puzzles as the compiled generator, and needs no compiler."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.engines.lanes import search
from cpsudoku.generating import Wish, generation
from cpsudoku.generating.classic import classic_block
from cpsudoku.generating.draws import keys_of, numbers
from cpsudoku.generating.full import full_grids
from cpsudoku.generating.mix import FULL, key_of, number_of
from cpsudoku.generating.plain_full import full_grid
from cpsudoku.generating.removing import plain_candidate, solutions
from cpsudoku.runtime.compiled import compiling, door
from tests.command import ENVIRONMENT
from tests.puzzles import INKALA, SEVERAL, SOLVED, WIKIPEDIA

NINE = Board.of_size(9)
WISHES: list[dict[str, Any]] = [
    {},
    {"symmetry": "180"},
    {"symmetry": "full", "minimal": True},
    {"symmetry": "diagonal", "clues": (24, 28)},
    {"clues": (30, 30)},
    {"solution": Grid.from_line(SOLVED)},
]


@pytest.mark.parametrize("asked", WISHES, ids=range(len(WISHES)))
def test_both_make_the_same_of_every_candidate(asked: dict[str, Any]) -> None:
    wish = Wish(NINE, **asked)
    numbers, puzzles, grids = classic_block(wish, 5, 0, 8)
    rows = zip(numbers.tolist(), puzzles, grids, strict=True)
    expected = {n: (bytes(puzzle), bytes(grid)) for n, puzzle, grid in rows}
    for candidate in range(8):
        made = plain_candidate(wish, 5, candidate)
        cells = None if made is None else (made[0].cells, made[1].cells)
        assert cells == expected.get(candidate)


def test_grids_and_random_numbers_are_the_same() -> None:
    keys = keys_of(3, 0, 6, FULL)
    assert [bytes(grid) for grid in full_grids(keys)] == [
        full_grid(key_of(3, FULL, n)) for n in range(6)
    ]
    key = key_of(3, FULL, 4)
    assert numbers(keys[4:5], 0, 9)[0].tolist() == [number_of(key, n) for n in range(9)]


LINES = [WIKIPEDIA, INKALA, SEVERAL, SOLVED, "." * 81, "11" + "." * 79, "1" * 81]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_solutions_are_counted(line: str) -> None:
    cells = Grid.from_line(line).cells
    kernel = search(np.frombuffer(cells, np.uint8).reshape(1, 81), 5)
    assert solutions(cells, 5) == kernel[0][0]


@pytest.mark.parametrize("patience", [0.0, 0.05, float("inf")])
@pytest.mark.parametrize("difficulty", [None, "medium"])
def test_the_form_does_not_change_the_puzzles(
    patience: float, difficulty: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = cpsudoku.generate_many(6, seed=2, difficulty=difficulty, jobs=1)
    lines = [made.givens.line for made in expected]
    monkeypatch.setattr(compiling, "_loaded", set())
    monkeypatch.setattr(generation._WORK, "spent", 0.0)
    monkeypatch.setattr(door, "loading_of", lambda names: patience)
    again = cpsudoku.generate_many(6, seed=2, difficulty=difficulty, jobs=1)
    assert [made.givens.line for made in again] == lines


def test_one_puzzle_loads_neither_a_compiler_nor_cp_sat() -> None:
    code = (
        "import sys, cpsudoku; cpsudoku.generate(seed=1); "
        "print(*({'numba', 'ortools'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
