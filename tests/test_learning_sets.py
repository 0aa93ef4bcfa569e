"""For those who train on puzzles: sets without overlap, and scores of answers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cpsudoku
from cpsudoku.engines.lanes.canonical import canonical
from cpsudoku.road.kernels.likeness import likeness
from cpsudoku.runtime.errors import InputError
from tests.command import run
from tests.puzzles import INKALA, SEVERAL, SOLVED, WIKIPEDIA

SMALL, ANSWER = "1..4..1.2......3", "1234341223414123"
NINE = [WIKIPEDIA, INKALA, SEVERAL, SOLVED, "." * 81, "1" + "." * 80]


def image(line: str, seed: int) -> str:
    """The puzzle after a random symmetry."""
    chance = np.random.default_rng(seed)
    size = 9 if len(line) == 81 else 4
    box = {9: 3, 4: 2}[size]
    cells = np.array([int(symbol) if symbol.isdigit() else 0 for symbol in line], np.uint8)

    def order() -> list[int]:
        bands = chance.permutation(box)
        return [int(band * box + at) for band in bands for at in chance.permutation(box)]

    grid = cells.reshape(size, size)[order()][:, order()]
    grid = grid.T if chance.integers(2) else grid
    names = np.array([0, *chance.permutation(size) + 1])
    return "".join(str(digit) if digit else "." for digit in names[grid].flatten())


def cells_of(*lines: str) -> np.ndarray:
    """The cells of 9x9 puzzles."""
    return np.array([[int(s) if s.isdigit() else 0 for s in line] for line in lines], np.uint8)


@given(st.sampled_from(NINE), st.integers(0, 2**32))
def test_no_symmetry_changes_the_likeness(line: str, seed: int) -> None:
    first, second = likeness(cells_of(line, image(line, seed)))
    assert first == second != 0


def test_puzzles_that_are_not_equivalent_differ_in_likeness() -> None:
    puzzles = [puzzle.givens.line for puzzle in cpsudoku.generate_many(40, seed=5)]
    solutions = [cpsudoku.solve(line).solution for line in puzzles]
    lines = puzzles + [grid.line for grid in solutions if grid is not None]
    forms = {form.tobytes() for form in canonical(cells_of(*lines))}
    assert len(set(likeness(cells_of(*lines)).tolist())) == len(forms) == 80


def test_overlap_is_found_up_to_symmetry_with_both_places(tmp_path: Path) -> None:
    train, test = tmp_path / "train.csv", tmp_path / "test.txt"
    rows = [WIKIPEDIA, INKALA, SMALL, image(SEVERAL, 3), SOLVED]
    train.write_text("quizzes\n" + "\n".join(rows) + "\n")
    others = ["9" * 8 + "." * 73, image(INKALA, 1), WIKIPEDIA, image(SMALL, 2), SEVERAL]
    test.write_text("\n".join(others) + "\n")
    found = cpsudoku.overlap(train, test)
    assert (found.rows, found.others, found.malformed) == (5, 5, 0)
    pairs = [(pair.place.row, pair.other.row, pair.same) for pair in found.shared]
    assert pairs == [(2, 3, True), (3, 2, False), (4, 4, False), (5, 5, False)]
    done = run("check", train, "--against", test)
    assert done.code == 1
    assert [line.split("\t")[0].split()[-1] for line in done.lines] == ["2", "3", "4", "5"]
    assert "4 of 5 rows" in done.err
    answer = [json.loads(line) for line in run("check", train, "--against", test, "--json").lines]
    assert answer[-1]["shared"] == 4
    assert cpsudoku.overlap(SOLVED, [WIKIPEDIA]).is_disjoint


def test_rows_that_are_not_puzzles_are_counted_and_decide_the_exit_code(tmp_path: Path) -> None:
    train = tmp_path / "train.txt"
    train.write_text(f"{WIKIPEDIA}\n{WIKIPEDIA[:-1]}A\n")
    done = run("check", train, "--against", INKALA)
    assert done.code == 2
    assert "line 2" in done.err
    assert run("check", INKALA, "--against", tmp_path / "missing.txt").code == 2
    refused = run("check", INKALA, "--against", WIKIPEDIA, "--minimal")
    assert refused.code == 2
    assert "--against works only with" in refused.err


def test_parts_that_were_not_interpreted_are_not_compared_in_silence(tmp_path: Path) -> None:
    rows = [[{"value": 5, "given": True}, *[{}] * 8], *[[{}] * 9] * 8]
    drawn = {"size": 9, "grid": rows, "text": [{"cells": ["R1C1"], "value": "x"}]}
    (tmp_path / "drawn.json").write_text(json.dumps(drawn))
    found = cpsudoku.overlap(tmp_path / "drawn.json", INKALA)
    assert (found.uninterpreted, found.is_disjoint, found.exit_code()) == (1, False, 3)
    done = run("check", tmp_path / "drawn.json", "--against", INKALA)
    assert (done.code, "1 row with parts that were not interpreted" in done.err) == (3, True)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (ANSWER, (1, 1, 1, 1)),
        ("1 2 3 4\n3 4 1 2\n2 3 4 1\n4 1 2 3", (1, 1, 1, 1)),
        ("12|34\n34|12\n--+--\n23|41\n41|23", (1, 1, 1, 1)),
        ([[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]], (1, 1, 1, 1)),
        (np.array([int(symbol) for symbol in ANSWER]), (1, 1, 1, 1)),
        (ANSWER[:-1] + "1", (1, 0.8, 1, 0)),
        ("." * 16, (1, 0, 0, 0)),
        ("1" * 16, (1, 0.4, 2 / 11, 0)),
        (ANSWER + "1", (0, 0, 0, 0)),
        ("the answer is 12", (0, 0, 0, 0)),
        ("", (0, 0, 0, 0)),
        (None, (0, 0, 0, 0)),
        (7, (0, 0, 0, 0)),
        ([[9] * 4] * 4, (0, 0, 0, 0)),
        ([[1.5] * 4] * 4, (0, 0, 0, 0)),
    ],
)
def test_an_answer_is_scored(answer: object, expected: tuple[float, ...]) -> None:
    found = cpsudoku.reward(SMALL, answer)
    parts = (found.format, found.givens, found.cells, found.solved)
    assert parts == pytest.approx(expected)
    assert (found.total == 1) == bool(found.solved)


def test_an_answer_to_a_puzzle_with_several_solutions_may_be_any_of_them() -> None:
    puzzle = "1....4....3....2"
    for solution in cpsudoku.check(puzzle, count=99).solutions:
        assert cpsudoku.reward(puzzle, solution).solved
    assert cpsudoku.reward(puzzle, ANSWER).cells is None
    with pytest.raises(InputError):
        cpsudoku.reward("nonsense", ANSWER)
