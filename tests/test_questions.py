"""Which digits are possible and which parts conflict, on boards of all kinds, by enumeration."""

from __future__ import annotations

from random import Random
from time import monotonic

import pytest

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.engines import ENGINES
from cpsudoku.engines.cpsat.possible import CpsatPossible
from cpsudoku.engines.cpsat.questions import QuestionModel
from tests.patience import PATIENCE
from tests.rules import BOARDS
from tests.test_presolve import random_puzzle

MANY = 100  # solutions that the enumeration lists


def core_of(puzzle: Puzzle) -> tuple[int, ...] | None:
    """The givens and rules that contradict each other."""
    rules = range(len(puzzle.board), len(puzzle.board) + len(puzzle.constraints))
    given = (cell for cell, digit in enumerate(puzzle.givens.cells) if digit)
    return QuestionModel(puzzle).core((*given, *rules), monotonic() + PATIENCE)


def solutions(puzzle: Puzzle) -> tuple[Grid, ...] | None:
    """Every solution; None if there are many."""
    found = ENGINES["backtrack"].search(puzzle, MANY, Limit(nodes=400))
    return found.solutions if found.exhausted else None


@pytest.mark.parametrize("board_name", ["4x4", "jigsaw", "zero", "latin", "wide", "twins"])
def test_possible_digits_are_those_of_all_solutions(board_name: str) -> None:
    random = Random(8)
    board = BOARDS[board_name]
    decided = 0
    for _ in range(12):
        puzzle = random_puzzle(random, board, 2)
        every = solutions(puzzle)
        if every is None:
            continue
        found = CpsatPossible(puzzle, monotonic() + PATIENCE)
        found.find()
        assert found.is_complete
        digits = [set(found.digits(cell)) for cell in range(len(board))]
        assert digits == [{grid[cell] for grid in every} for cell in range(len(board))], puzzle
        decided += 1
    assert decided > 1


@pytest.mark.parametrize("board_name", ["4x4", "jigsaw", "zero", "latin", "wide", "twins"])
def test_conflicting_parts_exclude_every_solution_by_themselves(board_name: str) -> None:
    random = Random(9)
    board = BOARDS[board_name]
    broken = 0
    for _ in range(20):
        puzzle = random_puzzle(random, board, 2)
        every = solutions(puzzle)
        if every is None:
            continue
        core = core_of(puzzle)
        assert core is not None
        alone = puzzle.only(core, [part - len(board) for part in core])
        assert not (core and every)
        if not every:
            assert not solutions(alone), puzzle
            broken += 1
    assert broken > 0


def test_a_given_outside_the_marks_of_its_cell_is_a_conflict() -> None:
    board = BOARDS["4x4"]
    marks = ((2, 3), *(((1, 2, 3, 4),) * 15))
    puzzle = Puzzle(Grid(bytes([1]) + bytes(15), board), marks=marks)
    assert core_of(puzzle) == (0,)
