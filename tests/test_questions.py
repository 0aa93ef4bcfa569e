"""Which digits are possible and which parts conflict, on boards of all kinds, by enumeration."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic

import pytest

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.engines import ENGINES, searched_questions
from cpsudoku.engines.cpsat.questions import QuestionModel
from cpsudoku.engines.searched_questions import (
    SearchedPossible,
    SearchedQuestions,
    searched_digits,
)
from cpsudoku.solving.questions import PartQuestions, hitting_set, possible_digits
from tests.patience import PATIENCE
from tests.rules import BOARDS
from tests.test_presolve import random_puzzle

MANY = 100  # solutions that the enumeration lists


def core_of(
    puzzle: Puzzle, asked: Callable[[Puzzle], PartQuestions] = QuestionModel
) -> tuple[int, ...] | None:
    """The givens and rules that contradict each other."""
    rules = range(len(puzzle.board), len(puzzle.board) + len(puzzle.constraints))
    given = (cell for cell, digit in enumerate(puzzle.givens.cells) if digit)
    parts = (*given, *rules)
    return asked(puzzle).core(parts, monotonic() + PATIENCE)


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
        wanted = [{grid[cell] for grid in every} for cell in range(len(board))]
        by_search = SearchedPossible(puzzle, monotonic() + PATIENCE)
        by_search.find()
        until = monotonic() + PATIENCE
        for found in (possible_digits(puzzle, until), searched_digits(puzzle, until), by_search):
            assert found.is_complete
            assert [set(found.digits(cell)) for cell in range(len(board))] == wanted, puzzle
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
        for asked in (QuestionModel, SearchedQuestions):
            core = core_of(puzzle, asked)
            assert core is not None
            alone = puzzle.only(core, [part - len(board) for part in core])
            assert not (core and every)
            if not every:
                assert not solutions(alone), puzzle
        broken += not every
    assert broken > 0


def test_a_given_outside_the_marks_of_its_cell_is_a_conflict() -> None:
    board = BOARDS["4x4"]
    marks = ((2, 3), *(((1, 2, 3, 4),) * 15))
    puzzle = Puzzle(Grid(bytes([1]) + bytes(15), board), marks=marks)
    assert core_of(puzzle) == (0,)


def test_both_searches_for_a_smallest_hitting_set_find_one_of_the_same_size() -> None:
    random = Random(10)
    sizes = set()
    for _ in range(40):
        sets = [
            random.sample(range(14), random.randint(1, 5)) for _ in range(random.randint(0, 12))
        ]
        until = monotonic() + PATIENCE
        by_cpsat, by_search = hitting_set(sets, until), searched_questions.hitting_set(sets, until)
        assert by_cpsat[1]
        assert by_search[1]
        assert len(by_cpsat[0]) == len(by_search[0])
        assert all({*by_search[0]} & {*each} for each in sets)
        sizes.add(len(by_search[0]))
    assert len(sizes) > 4
    hard = [random.sample(range(14), 3) for _ in range(40)]
    late, proved = searched_questions.hitting_set(hard, monotonic() - 1)
    assert not proved
    assert all({*late} & {*each} for each in hard)
