"""The rule "all marks are given" does not hold where not all marks were read."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.f_puzzles_reading import puzzle_of_data
from cpsudoku.runtime.errors import Source
from cpsudoku.solving.interpreting import interpreted
from tests.puzzles import SOLVED, WIKIPEDIA
from tests.test_drawings import Data

PLACES = [divmod(cell, 9) for cell in range(81)]
NEIGHBOURS = [
    ((r, c), (r + down, c + across))
    for (r, c), (down, across) in product(PLACES, ((0, 1), (1, 0)))
    if r + down < 9 and c + across < 9
]
SIGNS = {5: "V", 10: "X"}
MARKS = [
    (one, other, SIGNS[total])
    for one, other in NEIGHBOURS
    if (total := sum(int(SOLVED[9 * r + c]) for r, c in (one, other))) in SIGNS
]


def clues(start: int, end: int | None, value: Callable[[str], object] = str) -> list[Data]:
    """Some of the X and V of the solution, as f-puzzles has them."""
    return [
        {"cells": [f"R{r + 1}C{c + 1}" for r, c in (one, other)], "value": value(sign)}
        for one, other, sign in MARKS[start:end]
    ]


def read(**more: object) -> Puzzle:
    """The puzzle with all X and V given, and with more keys of f-puzzles."""
    grid: list[list[Data]] = [
        [
            {"value": int(sign), "given": True} if sign != "." else {}
            for sign in WIKIPEDIA[9 * r : 9 * r + 9]
        ]
        for r in range(9)
    ]
    data = {"size": 9, "grid": grid, "solution": list(map(int, SOLVED)), "negative": ["xv"]}
    return interpreted(puzzle_of_data({**data, **more}, Source("test")))


UNREAD = {
    "no mark at all": {},
    "marks without a sign": {"xv": clues(0, None, lambda _: "")},
    "marks with other values": {"xv": clues(0, None, {"X": "ten", "V": "V"}.__getitem__)},
    "one mark is not understood": {"xv": [*clues(1, None), *clues(0, 1, lambda _: "Q")]},
    "some are pictures": {
        "xv": clues(4, None),
        "circle": [{"cells": each["cells"], "baseC": "#0f0"} for each in clues(0, 4)],
    },
}
READ = {
    "marks": {"xv": clues(0, None)},
    "texts": {"text": clues(0, None)},
    "marks and texts": {"xv": clues(4, None), "text": clues(0, 4)},
}


@pytest.mark.parametrize("data", UNREAD.values(), ids=UNREAD)
def test_it_is_named_and_not_applied_where_a_mark_was_not_read(data: Data) -> None:
    puzzle = read(**data)
    assert "negative" not in {rule.name for rule in puzzle.constraints}
    assert puzzle.uninterpreted[-1] == "negative xv (not all of its marks were read)"
    assert puzzle.answer_ok


@pytest.mark.parametrize("data", READ.values(), ids=READ)
def test_it_is_applied_where_all_were_read(data: Data) -> None:
    puzzle = read(**data)
    names = [rule.name for rule in puzzle.constraints]
    assert (names.count("xv"), names.count("negative")) == (len(MARKS), 1)
    assert (puzzle.uninterpreted, puzzle.answer_ok) == ((), True)


def test_a_stored_solution_that_breaks_it_is_still_wrong() -> None:
    assert read(xv=clues(1, None)).answer_ok is False


def test_the_other_marks_of_the_rule_stay_excluded() -> None:
    puzzle = read(negative=["xv", "ratio"], xv=clues(0, 3, lambda _: "Q"), solution=None)
    assert [rule.title for rule in puzzle.constraints] == ["the rule that all black dots are given"]
    assert puzzle.uninterpreted[-1].startswith("negative xv")
