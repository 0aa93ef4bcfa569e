"""Boards whose digits may be repeated: star battles and yin-yang without digits."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from cpsudoku import check, explain
from cpsudoku.core.board_words import words_of
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.repeating import with_repeats
from cpsudoku.core.verdict import Status
from cpsudoku.engines import ENGINES
from cpsudoku.runtime.errors import InputError
from tests.reading import puzzles_of, text_of

REGIONS = "ABBBB/ABBBB/CCBBB/DDDDD/DEEED"
STARS = f"digits: 0-1 repeated\nregions: {REGIONS}\nstar-battle 1\n"
SIGNS = "1...\n....\n...2\n....\nboxes: none\ndigits: 1-2 repeated\nyin-yang\n"


def star_battles() -> list[str]:
    """The solutions of ``STARS``, by trying every column in each row."""
    found = []
    rows = REGIONS.split("/")
    for columns in product(range(5), repeat=5):
        apart = all(abs(a - b) > 1 for a, b in pairwise(columns))
        regions = {row[column] for row, column in zip(rows, columns, strict=True)}
        if apart and len(set(columns)) == len(regions) == 5:
            found.append("".join("01"[c == column] for column in columns for c in range(5)))
    return found


@pytest.mark.parametrize("engine", ["cpsat", "propagate", "backtrack"])
def test_a_star_battle_without_digits_has_the_solutions_that_trying_finds(engine: str) -> None:
    found = ENGINES[engine].search(Puzzle.parse(STARS), want=100)
    assert found.exhausted
    assert sorted(solution.line for solution in found.solutions) == star_battles()


def test_engines_agree_about_shaded_cells_without_a_layer() -> None:
    puzzle = Puzzle.parse(SIGNS)
    every = [
        {grid.line for grid in ENGINES[name].search(puzzle, want=1000).solutions}
        for name in ("cpsat", "propagate", "backtrack")
    ]
    assert every[0] == every[1] == every[2]
    assert len(every[0]) > 3
    assert not puzzle.board_with_rules.layers


@pytest.mark.parametrize("text", [STARS, SIGNS])
@pytest.mark.parametrize("format", ["grid", "line", "json", "svg"])
def test_boards_with_repeated_digits_are_written_and_read(text: str, format: str) -> None:
    puzzle = Puzzle.parse(text)
    written = text_of([puzzle], format)
    if format != "svg":
        (again,) = puzzles_of(written, format)
        assert (again.board, again.givens, again.constraints) == (
            puzzle.board,
            puzzle.givens,
            puzzle.constraints,
        )


def test_a_star_battle_is_explained_in_sentences() -> None:
    puzzle = Puzzle.parse(STARS)
    assert check(puzzle).status is Status.UNIQUE
    said = " ".join(step.text for step in explain(puzzle).steps)
    assert "touches the star in" in said
    assert "has all of its stars" in said or "has no other places for its stars" in said


@pytest.mark.parametrize("box", [None, (2, 2)])
def test_a_board_is_described_by_its_words(box: tuple[int, int] | None) -> None:
    board = with_repeats((4, 6), (0, 2), box=box)
    words = words_of(board)
    assert words is not None
    assert words.board() == board
    assert [house.name for house in board.loose][:5] == [
        "row 1",
        "row 2",
        "row 3",
        "row 4",
        "column 1",
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("digits: 0-1 repeated\nregions: AAB/CC", "line 2, column 1: regions need 2 rows of 3"),
        ("digits: 0-1 repeated\ngrids: samurai", "has regions or boxes, and nothing else"),
        ("regions: AAB/CCC", "line 1, column 1"),
        ("digits: 0-1 repeatedly", "not a range of digits"),
    ],
)
def test_boards_that_make_no_sense(lines: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Puzzle.parse(f"{lines}\n")


def test_yin_yang_is_explained_by_its_2x2_cells() -> None:
    puzzle = Puzzle.parse("11..\n1...\n...2\n....\nboxes: none\ndigits: 1-2 repeated\nyin-yang\n")
    said = " ".join(step.text for step in explain(puzzle).steps)
    assert "r2c2 would be like r1c1, r1c2 and r2c1, which makes four alike" in said
