"""Marked cells that count others, and loops, snakes and shadings that the solver has to find."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.guesses import _short
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.formats.links.drawn.counters import _count
from tests.sentences import listed
from tests.test_drawings import Data, puzzle_with, ring
from tests.test_found_regions import EMPTY, read

BOARD = Board.boxes(2, 2)
CIRCLE: Data = {"overlays": [ring("r1c1")]}
LOOP = (
    "Draw a one-cell-wide loop of orthogonally connected cells. "
    "The loop may not touch itself, not even diagonally. "
)
YIN_YANG = (
    "Yin-Yang: Shade some cells such that all shaded cells are orthogonally connected, all "
    "unshaded cells are orthogonally connected and no 2x2 area is entirely shaded or unshaded. "
)
# What cells count, as a relation and as a function of the marked digit a and a counted digit b.
COUNTED: dict[str, Callable[[int, int], bool]] = {
    "b%2=1": lambda a, b: b % 2 == 1,
    "b<a": lambda a, b: b < a,
    "(a+b)%2=0": lambda a, b: (a + b) % 2 == 0,
    "abs(a-b)=1": lambda a, b: abs(a - b) == 1,
}
# The sentences, what is drawn, and the rules that they become.
SAID: dict[str, tuple[str, Data, list[str]]] = {
    "odd digits beside": (
        "A digit in a circle is the number of odd digits in its orthogonally adjacent cells.",
        CIRCLE,
        ["count 1,3,5,7,9: r1c1 = r1c2 r2c1"],
    ),
    "neighbours": (
        "A digit in a circle must differ by at least 5 from every orthogonally adjacent digit.",
        CIRCLE,
        ["pair abs(a-b)>=5: r1c1 r1c2", "pair abs(a-b)>=5: r1c1 r2c1"],
    ),
    "cells on a loop": (
        f"{LOOP}A digit in a circle counts the surrounding cells that are on the loop.",
        CIRCLE,
        ["count 2: r1c1 = on-loop.r1c2 on-loop.r2c1 on-loop.r2c2", "loop far-apart"],
    ),
    "circles on a loop": (
        f"{LOOP}The loop must pass through every circle.",
        CIRCLE,
        ["loop far-apart", "only 2: on-loop.r1c1"],
    ),
    "two sentences": (
        f"{YIN_YANG}Circles are unshaded. Digits in circles show the number of surrounding cells "
        "that are shaded.",
        CIRCLE,
        ["count 2: r1c1 = shaded.r1c2 shaded.r2c1 shaded.r2c2", "only 1: shaded.r1c1", "yin-yang"],
    ),
    "a loop that may touch itself at corners": (
        "Draw a loop of orthogonally connected cells. It may touch itself diagonally, but not "
        "orthogonally.".replace("It", "The loop"),
        {},
        ["loop apart"],
    ),
    "a snake": (
        "Draw a one-cell-wide snake of orthogonally connected cells that does not touch itself, "
        "not even diagonally.",
        {},
        ["snake far-apart"],
    ),
}
# Sentences that say something else, after those of SAID.
OTHERS = {
    "odd digits beside": """
        A digit in a circle is the number of odd digits on its line
        A digit in a circle is one more than the number of odd orthogonally adjacent digits
        A digit in a circle is not the number of odd digits in its orthogonally adjacent cells
        A digit in a circle is the sum of odd digits in its surrounding cells
        A digit in a circle is the number of different digits in its surrounding cells
        A digit in a circle is the number of odd digits in its row or column
    """,
    "neighbours": """
        A digit in a circle must differ by at least 5 from some orthogonally adjacent digit
        A digit in a circle must be larger than every digit in its cage
        A digit in a circle is a multiple of an orthogonally adjacent digit
        A digit in a circle differs by at least 3 from any two orthogonally adjacent digits
    """,
    "two sentences": """
        Shaded cells are even
        Shaded circles are odd
    """,
    "circles on a loop": """
        Circles lie inside the loop
        The loop passes through all cells
        The loop moves orthogonally along the grid lines
        Circles lie outside the loop
        The loop turns in every circle
        The loop goes straight through every circle
        The loop passes through every box
        The digits on the loop sum to 100
        Adjacent digits on the loop sometimes differ by 5
        Box borders divide the loop into segments with the same sum
    """,
}


@pytest.mark.parametrize("relation", COUNTED)
@pytest.mark.parametrize("with_itself", [False, True])
def test_a_rule_counts_what_its_relation_says(relation: str, with_itself: bool) -> None:
    cell, near = 0, (1, 4)
    (rule,) = rules_of(_count(BOARD, cell, near, relation, with_itself), BOARD)
    for values in product(BOARD.values, repeat=3):
        at = dict(zip((cell, *near), values, strict=True))
        counted = [at[each] for each in (near, (cell, *near))[with_itself]]
        count = sum(COUNTED[relation](at[cell], each) for each in counted)
        assert rule.allows([at[each] for each in rule.cells]) == (at[cell] == count), at


@pytest.mark.parametrize(("text", "parts", "lines"), SAID.values(), ids=SAID)
def test_the_sentences_become_rules(text: str, parts: Data, lines: list[str]) -> None:
    assert read(text, parts) == (lines, ())


def test_neighbours_along_a_loop_have_the_relation_that_is_said() -> None:
    lines, left = read(f"{LOOP}Adjacent digits along the loop differ by at least 5.", {})
    assert left == ()
    assert lines[0] == "any-of: (only 1: loop.r1c1-r1c2) | (pair abs(a-b)>=5: r1c1 r1c2)"
    assert len(lines) == 1 + 2 * 8 * 9


def test_a_cell_that_may_count_itself_is_read_in_both_ways() -> None:
    text = "A digit in a circle is the number of even digits in its 3x3 box."
    puzzle = puzzle_with(text, CIRCLE, EMPTY, solution="")
    assert puzzle.guesses is not None
    found = [line_of(guess.rules[0])[:6] for each in puzzle.guesses.questions for guess in each]
    assert found[:2] == ["any-of", "count "]


@pytest.mark.parametrize("name", OTHERS)
def test_a_sentence_that_says_something_else_is_left(name: str) -> None:
    text, parts, _ = SAID[name]
    for other in listed(OTHERS[name]):
        _, left = read(f"{text} {other}.", parts)
        assert f"sentence {_short(other)}" in left, other


def test_without_a_loop_or_a_shading_nothing_counts_their_cells() -> None:
    for text in (
        "A digit in a circle counts the surrounding cells that are on the loop.",
        "The number in a circle is the number of surrounding shaded cells.",
        "Adjacent digits within the shaded region differ by at least 5.",
    ):
        _, left = read(text, CIRCLE)
        assert any(each.startswith("sentence") for each in left), text
