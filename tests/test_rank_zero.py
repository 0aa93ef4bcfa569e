"""SK loops and multi-sector locked sets: every house gives what it can give to the cells."""

from __future__ import annotations

import pytest

from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.solving import as_puzzle, settle
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.almost_locked.covers import Shares, covered_step
from cpsudoku.techniques.base import Step

EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
FORUM = "9876.....65....8............4..9..3...65..9.......2..1..59..7......3..49.....1..2"
STEPS = [
    ("sk-loop", EASTER_MONSTER, 16, 13),
    ("multi-sector-locked-set", EASTER_MONSTER, 16, 16),
    ("multi-sector-locked-set", INKALA, 20, 23),
    ("multi-sector-locked-set", FORUM, 16, 18),
]


def first_step(name: str, line: str) -> tuple[Candidates, Step]:
    """The first step of a technique at the start of a puzzle."""
    candidates = Candidates.of(as_puzzle(line))
    return candidates, next(TECHNIQUES[name].find(candidates))


def pattern_of(step: Step) -> set[int]:
    """The cells of a step."""
    return {cell for role in step.roles for cell, _ in role.candidates}


@pytest.mark.parametrize(("name", "line", "cells", "removed"), STEPS)
def test_each_house_gives_each_of_its_digits_to_one_of_the_cells(
    name: str, line: str, cells: int, removed: int
) -> None:
    candidates, step = first_step(name, line)
    solution = settle(candidates.puzzle, "lanes").solution
    assert solution is not None
    pattern = pattern_of(step)
    assert isinstance(step.detail, Shares)
    assert (len(pattern), len(step.detail.every)) == (cells, cells)
    assert len(step.eliminations) == removed
    for digit, house in step.detail.every:
        at = {cell for cell in bits(candidates.board.house_cells[house]) if solution[cell] == digit}
        assert len(at & pattern) == 1
    shown = [at for role in step.roles for at in role.candidates]
    assert len(shown) == len(set(shown))
    assert set(shown) == {at for cell in pattern for at in candidates.among(1 << cell, 511)}


@pytest.mark.parametrize(("name", "line"), sorted({(name, line) for name, line, _, _ in STEPS}))
def test_one_more_candidate_spoils_the_cells(name: str, line: str) -> None:
    candidates, step = first_step(name, line)
    pattern = pattern_of(step)
    assert isinstance(step.detail, Shares)
    covered = {
        (cell, digit)
        for digit, house in step.detail.every
        for cell in bits(candidates.board.house_cells[house])
    }
    cell, digit = min({(cell, digit) for cell in pattern for digit in range(1, 10)} - covered)
    marks = list(candidates.marks)
    marks[cell] |= 1 << (digit - 1)
    spoiled = Candidates(candidates.puzzle, candidates.cells, tuple(marks))
    assert all(pattern_of(other) != pattern for other in TECHNIQUES[name].find(spoiled))


def test_a_candidate_that_would_count_twice_is_removed() -> None:
    candidates = Candidates.of(as_puzzle(EASTER_MONSTER))
    cells = [cell for cell in bits(candidates.board.house_cells[0]) if candidates.has(cell, 3)]
    row_and_box = [(3, 0), (3, 18)]
    step = covered_step("sk-loop", candidates, sum(1 << cell for cell in cells), row_and_box)
    twice = [cell for cell in cells if candidates.board.house_cells[18] >> cell & 1]
    assert twice
    assert {(cell, 3) for cell in twice} <= set(step.eliminations)
