"""Look-and-say cages, cages with different pairs, and other sentences about cages and boards."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.figures import Drawing
from cpsudoku.formats.links.drawn.guessing import guesses_for
from tests.sentences import listed
from tests.test_drawings import Data, assert_is_read, assert_no_guess_takes, puzzle_with
from tests.test_said_drawings import cage, in_r1c1
from tests.test_sentences import left_over

SAID: dict[str, tuple[str, Data, list[str], str]] = {
    "how often": (
        "Cages are look-and-say cages.",
        in_r1c1("15"),
        ["look-and-say 15: r1c1 r1c2"],
        "1 look-and-say cage",
    ),
    "how often, or beside": (
        "Look-and-say clues hold either in the cage or for cells orthogonally adjacent to it.",
        in_r1c1("14"),
        ["any-of: (look-and-say 14: r1c1 r1c2) | (look-and-say 14: r1c3 r2c1 r2c2)"],
        "1 look-and-say cage or border",
    ),
    "different pairs": (
        "No two cages contain the same pair of digits.",
        {"cages": [cage("", "r1c1", "r1c2"), cage("", "r9c1", "r9c2")]},
        [
            "any-of: (pair a!=b: r1c1 r9c1) | (pair a!=b: r1c2 r9c2)",
            "any-of: (pair a!=b: r1c1 r9c2) | (pair a!=b: r1c2 r9c1)",
        ],
        "2 different-pairs cages",
    ),
}
CONTRARY = {
    "how often": """
        One of the cages is no look-and-say cage
        Cages are look-and-say cages, but each number is too large by one
    """,
    "how often, or beside": "Look-and-say clues hold in the cage and beside the cage",
    "different pairs": """
        All cages contain the same pair of digits
        All cages are given
        No two cages contain the same pair of digits next to each other
    """,
}


@pytest.mark.parametrize("name", SAID)
def test_cages_are_what_the_sentences_say(name: str) -> None:
    text, parts, rules, noun = SAID[name]
    assert_is_read(text, parts, rules, (noun,))


@pytest.mark.parametrize("name", CONTRARY)
def test_a_sentence_that_says_something_else_stays_named(name: str) -> None:
    text, parts, *_ = SAID[name]
    assert_no_guess_takes(listed(CONTRARY[name]), text, parts)


def test_all_pairs_of_digits_are_all_cages() -> None:
    board = Board.boxes(2, 2)
    rules = [f"killer: r{row}c{column} r{row}c{column + 1}" for row in (1, 2) for column in (1, 3)]
    rules += ["killer: r3c1 r3c2", "killer: r4c3 r4c4"]
    text = "No two cages contain the same pair of digits.\nAll possible cages are given."
    for some, is_all in ((rules, True), (rules[:-1], False)):
        puzzle = Puzzle.parse("." * 16).with_rules(*some)
        guesses = guesses_for(Drawing(board), (), text, puzzle.constraints, (), looks={})
        (pairs,) = (each[0] for each in guesses.questions if each[0].rules)
        assert pairs.sentences == (frozenset({0, 1}) if is_all else frozenset({0}))


def test_rows_may_have_two_of_three_remainders() -> None:
    guesses = puzzle_with(
        "Each row and column has digits of two of the three modulo 3 groups.", {}
    ).guesses
    assert guesses is not None
    (guess,) = (each[0] for each in guesses.questions if each[0].rules)
    assert guess.noun == "two thirds of remainders"
    assert line_of(guess.rules[0]).startswith("line [147258]*|[147369]*|[258369]*: ")
    assert len(guess.rules) == 18


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("9x9 sudoku with 9 regions", True),
        ("9x9 sudoku with 8 regions", False),
        ("Digits 1-9 in each region", True),
        ("Digits 1-8 in each region", False),
    ],
)
def test_a_sentence_may_say_how_many_regions_there_are(text: str, is_right: bool) -> None:
    assert (left_over(text) == []) == is_right
