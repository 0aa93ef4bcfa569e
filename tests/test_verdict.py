"""``judge``: what the evidence allows to say, and that a lying engine is caught."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import STATUS_WORDS, Found, Result, Status, judge
from cpsudoku.runtime.errors import EXIT_BUG, EngineError
from tests.puzzles import CLASHING, SEVERAL, SOLVED, WIKIPEDIA, grid_of

EMPTY = "." * 16
FOURS = ("1234341221434321", "1234341223414123", "2134342112434312", "1234341241232341")


def status_of(puzzle: str, solutions: tuple[str, ...], exhausted: bool) -> Status:
    """What ``judge`` makes of it."""
    found = Found(tuple(map(grid_of, solutions)), exhausted)
    return judge(Puzzle(grid_of(puzzle)), found, "test").status


@pytest.mark.parametrize(
    ("count", "exhausted", "status"),
    [
        (0, True, Status.NO_SOLUTION),
        (1, True, Status.UNIQUE),
        (2, True, Status.MULTIPLE),
        (3, True, Status.MULTIPLE),
        (0, False, Status.UNKNOWN),
        (1, False, Status.UNKNOWN),
        (2, False, Status.MULTIPLE),
        (3, False, Status.MULTIPLE),
    ],
    ids=lambda value: (
        {True: "exhausted", False: "open"}.get(value, str(value))
        if isinstance(value, bool)
        else str(value)
    ),
)
def test_the_status_follows_from_the_evidence(count: int, exhausted: bool, status: Status) -> None:
    assert status_of(EMPTY, FOURS[:count], exhausted) == status


@pytest.mark.parametrize(
    ("puzzle", "solutions", "problem"),
    [
        (WIKIPEDIA, ("537" + SOLVED[3:],), "no solution: it repeats a digit in row 1"),
        (WIKIPEDIA, (WIKIPEDIA,), "no solution: it has an empty cell"),
        ("4" + SEVERAL[1:], (SOLVED,), "no solution: it changes the given r1c1"),
        (WIKIPEDIA, (FOURS[0],), "no solution: it is a grid of another shape"),
        (EMPTY, (FOURS[0], FOURS[0]), "engine 'liar' returned a solution twice"),
        (EMPTY, (FOURS[0], FOURS[1], FOURS[0]), "engine 'liar' returned a solution twice"),
        (EMPTY, (FOURS[0], "1" * 16), "no solution: it repeats a digit in row 1"),
        (EMPTY, ("1234341221434312",), "no solution: it repeats a digit in column 3"),
    ],
    ids=[
        *("wrong", "incomplete", "a changed given", "another size", "repeated", "repeated later"),
        *("the second is wrong", "a wrong column"),
    ],
)
@pytest.mark.parametrize("exhausted", [True, False], ids=["exhausted", "open"])
def test_a_lying_engine_is_caught(
    puzzle: str, solutions: tuple[str, ...], problem: str, exhausted: bool
) -> None:
    found = Found(tuple(map(grid_of, solutions)), exhausted)
    with pytest.raises(EngineError) as caught:
        judge(Puzzle(grid_of(puzzle)), found, "liar")
    assert problem in str(caught.value)
    assert "engine 'liar'" in str(caught.value)
    assert str(caught.value).endswith(f"please report it with this puzzle: {puzzle}")
    assert caught.value.line == puzzle
    assert caught.value.exit_code == EXIT_BUG == 70


def test_a_solution_with_the_other_box_is_caught() -> None:
    two_by_three, three_by_two = Board.boxes(2, 3), Board.boxes(3, 2)
    line = "123456456123231564564231312645645312"
    right = Puzzle(Grid(bytes(36), two_by_three))
    assert judge(right, Found((Grid.from_line(line, two_by_three),), True), "test").is_unique
    wrong = Puzzle(Grid(bytes(36), three_by_two))
    with pytest.raises(EngineError, match="it repeats a digit in box 1"):
        judge(wrong, Found((Grid.from_line(line, three_by_two),), True), "liar")


@pytest.mark.parametrize("exhausted", [True, False], ids=["exhausted", "open"])
def test_clashing_givens_are_no_solution_whatever_ran_out(exhausted: bool) -> None:
    verdict = judge(Puzzle(grid_of(CLASHING)), Found((), exhausted), "test")
    assert verdict.status is Status.NO_SOLUTION
    assert verdict.word == "conflict"
    assert [conflict.house for conflict in verdict.conflicts] == ["row 1", "box 1"]


def test_no_solution_fits_givens_that_clash() -> None:
    with pytest.raises(EngineError, match="it changes the given"):
        judge(Puzzle(grid_of(CLASHING)), Found((grid_of(SOLVED),), True), "liar")


def test_a_verdict_shows_where_the_first_two_solutions_differ() -> None:
    solutions = tuple(map(grid_of, FOURS[:2]))
    verdict = judge(Puzzle(grid_of(EMPTY)), Found(solutions, False), "test", 0.5)
    assert verdict.differing == solutions[0].differing(solutions[1])
    assert list(verdict.differing) == [9, 11, 13, 15]
    assert (verdict.engine, verdict.seconds, verdict.solution) == ("test", 0.5, solutions[0])


def test_a_verdict_without_two_solutions_has_none_to_differ() -> None:
    verdict = judge(Puzzle(grid_of(WIKIPEDIA)), Found((grid_of(SOLVED),), True), "test")
    assert verdict.differing == ()
    assert verdict.is_unique


def test_the_words_of_every_output() -> None:
    assert STATUS_WORDS == ("unique", "multiple", "none", "unknown", "conflict", "malformed")


def test_a_result_that_was_only_read_has_no_word() -> None:
    result = Result(Puzzle(grid_of(WIKIPEDIA)))
    assert result.word == ""
    assert result.grid == grid_of(WIKIPEDIA)
    assert Result().grid is None
