"""Full rank: what it means on every grid of 4x4, and in puzzles of Interactive-Sudoku-Solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest

from cpsudoku import check, explain
from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.core.verdict import Status
from cpsudoku.engines import ENGINES
from cpsudoku.runtime.errors import InputError
from tests.reading import puzzles_of, text_of

FOUR = Board.boxes(2, 2)
LINES = [
    f"{kind} {n}{end}" for kind in ("row", "column") for n in (1, 4) for end in ("", " reversed")
]


def full_grids() -> Iterator[tuple[int, ...]]:
    """All 288 grids of 4x4."""
    rows = list(permutations(range(1, 5)))
    grids: list[tuple[int, ...]] = [()]
    for _ in range(4):
        grids = [(*grid, *row) for grid in grids for row in rows if fits(grid, row)]
    return iter(grids)


def fits(grid: Sequence[int], row: Sequence[int]) -> bool:
    """Whether a row repeats no digit of a column or a box above it."""
    above = grid[len(grid) - len(grid) % 8 :]
    return not any(
        digit in grid[c::4] or digit in above[c - c % 2 :][:2] for c, digit in enumerate(row)
    )


def ranks(grid: Sequence[int], ties: bool) -> dict[str, int]:
    """The rank of each line; without ties, only of those that no other number is equal to."""
    lines = {f"row {n + 1}": grid[4 * n :][:4] for n in range(4)}
    lines |= {f"column {n + 1}": grid[n::4] for n in range(4)}
    numbers = {name: tuple(cells) for name, cells in lines.items()}
    numbers |= {f"{name} reversed": cells[::-1] for name, cells in numbers.items()}
    every = list(numbers.values())
    return {
        name: 1 + sum(other < number for other in every)
        for name, number in numbers.items()
        if ties or every.count(number) == 1
    }


@pytest.mark.parametrize("ties", [False, True])
def test_a_rank_is_the_place_among_all_numbers(ties: bool) -> None:
    grids = [(grid, ranks(grid, ties)) for grid in full_grids()]
    assert len(grids) == 288
    for line in LINES:
        for rank in range(1, 17):
            (rule,) = rules_of(f"full-rank {rank} {'ties' * ties}: {line}", FOUR)
            for grid, own in grids:
                assert rule.allows(grid) == (own.get(line) == rank), (grid, rule)


@pytest.mark.parametrize("name", ["cpsat", "backtrack"])
@pytest.mark.parametrize("ties", [False, True])
def test_engines_find_the_grids_with_a_rank(name: str, ties: bool) -> None:
    known = [(grid, ranks(grid, ties)) for grid in full_grids()]
    for line, rank in (("row 2", 7), ("column 4 reversed", 10), ("row 1 reversed", 1)):
        puzzle = Puzzle(Grid(bytes(16), FOUR)).with_rules(
            f"full-rank {rank} {'ties' * ties}: {line}"
        )
        found = ENGINES[name].search(puzzle, 300)
        assert found.exhausted
        wanted = {bytes(grid) for grid, own in known if own.get(line) == rank}
        assert {grid.cells for grid in found.solutions} == wanted


def test_a_puzzle_is_explained() -> None:
    lines = (
        "full-rank 2: column 3",
        "full-rank 12: column 3 reversed",
        "full-rank 9: row 1 reversed",
    )
    puzzle = Puzzle(Grid(bytes(16), FOUR)).with_rules(*lines)
    verdict = check(puzzle)
    assert verdict.status is Status.UNIQUE
    assert verdict.solutions[0].line == "2413132432414132"
    said = " ".join(each.text for each in explain(puzzle).steps)
    assert "begin with" in said


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("full-rank 17: row 1", "17 is not a rank from 1 to 16"),
        ("full-rank 49: row 1", "49 is not a whole number from 1 to 48"),
        ("full-rank 3: r1c1 r1c2", "the cells are not a whole row or column"),
        ("full-rank: row 1", "RANK is missing"),
    ],
)
def test_a_rank_that_is_wrong(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        rules_of(line, FOUR)
    with pytest.raises(InputError, match="ranks need a square board"):
        rules_of("full-rank 3: row 1", Board.rectangle(3, 4, 6))


def test_ranks_of_interactive_sudoku_solver() -> None:
    puzzle = Puzzle.parse(".Shape~6x6.FullRank~C2~9~.FullRank~R6~~24")
    lines = [
        "full-rank 9: r1c2 r2c2 r3c2 r4c2 r5c2 r6c2",
        "full-rank 24: r6c6 r6c5 r6c4 r6c3 r6c2 r6c1",
    ]
    assert [line_of(rule) for rule in puzzle.constraints] == lines
    assert puzzles_of(text_of([puzzle], "iss"), "iss") == [puzzle]
    (tied,) = Puzzle.parse(".FullRank~C2~9~.FullRankTies~any").constraints
    assert line_of(tied).startswith("full-rank 9 ties: r1c2")
