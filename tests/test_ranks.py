"""Full rank of Interactive-Sudoku-Solver: rows and columns in order as numbers."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError

LINES = ("R1", "R3", "C2", "C4")
Square = list[list[int]]


def random_square(random: Random) -> Square:
    """A square with each digit once in each row and column."""
    rows: Square = []
    while len(rows) < 4:
        row = random.sample(range(1, 5), 4)
        if all(one != other for each in rows for one, other in zip(each, row, strict=True)):
            rows.append(row)
        elif random.random() < 0.02:  # perhaps no row fits
            rows = []
    return rows


def numbers_of(square: Square) -> list[list[int]]:
    """The rows and columns, each followed by itself backwards."""
    lines = [*square, *([row[c] for row in square] for c in range(4))]
    return [number for line in lines for number in (line, line[::-1])]


def is_kept(text: str, square: Square) -> bool:
    """Whether a square keeps all rules of a string."""
    values = [digit for row in square for digit in row]
    rules = Puzzle.parse(text).constraints
    return all(rule.allows([values[cell] for cell in rule.cells]) for rule in rules)


@pytest.mark.parametrize("ties", ["", "only-unclued", "any"])
def test_a_rank_counts_the_numbers_that_are_less(ties: str) -> None:
    random = Random(5)
    kept = 0
    for _ in range(24):
        square = random_square(random)
        numbers, line, is_end = numbers_of(square), random.choice(LINES), random.random() < 0.5
        own = numbers[(int(line[1]) - 1 + 4 * (line[0] == "C")) * 2 + is_end]
        rank = 1 + sum(number < own for number in numbers)
        is_tied = numbers.count(own) > 1
        for clue in {rank, random.randint(1, 16)}:
            text = f".Shape~4x4.FullRank~{line}~{'~' * is_end}{clue}{'~' * (not is_end)}"
            found = is_kept(text + f".FullRankTies~{ties}" * bool(ties), square)
            assert found == (clue == rank and (ties == "any" or not is_tied)), (text, square)
            kept += found
    assert kept >= 3


def test_no_two_numbers_are_the_same() -> None:
    random = Random(6)
    different = 0
    for _ in range(40):
        square = random_square(random)
        is_different = all(a != b for a, b in combinations(numbers_of(square), 2))
        assert is_kept(".Shape~4x4.FullRankTies~none", square) == is_different, square
        different += is_different
    assert 0 < different < 40
    assert Puzzle.parse(".Shape~4x4.FullRankTies~any").constraints == ()


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("FullRank~R1~17~", "17 is not a rank from 1 to 16"),
        ("FullRank~R1~x~", "'x' is not a whole number"),
        ("FullRank~C5~3~", "'column 5' is not a house of the board"),
        ("FullRankTies~some", "'some' is not one of none, only-unclued, any"),
    ],
)
def test_a_rank_that_is_wrong_is_refused(token: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Puzzle.parse(f".Shape~4x4.{token}")


def test_ranks_of_other_boards_are_named() -> None:
    assert Puzzle.parse(".Shape~16x16.FullRank~R1~1~").uninterpreted == ("rule 'FullRank'",)
    assert Puzzle.parse(".Shape~4x6.FullRank~R1~1~").uninterpreted == ("rule 'FullRank'",)
