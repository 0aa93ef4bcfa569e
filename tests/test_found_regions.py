"""Sentences about regions that the solver has to find, and clues about them."""

from __future__ import annotations

import pytest

from cpsudoku.core.guesses import _short
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from tests.sentences import listed
from tests.test_drawings import BLACK, Data, puzzle_with, ring

EMPTY = "." * 81
CHAOS = (
    "Divide the grid into 9 additional regions of 9 orthogonally connected cells. "
    "Regions cannot overlap. "
)
UP_AND_LEFT: Data = {
    "arrows": [
        {"wayPoints": [[1.4, 1.5], [1.1, 1.5]], "color": BLACK},
        {"wayPoints": [[1.5, 1.4], [1.5, 1.1]], "color": BLACK},
    ]
}
# The sentences, what is drawn, and the rules beside chaos construction.
SAID: dict[str, tuple[str, Data, str]] = {
    "arrows": (
        "In cells with arrows, the digit equals the number of cells in its own region (including "
        "itself) visible in the arrow directions. Sight is blocked by region borders.",
        UP_AND_LEFT,
        "region-arrow: r2c2 = r2c2 r1c2 = r2c2 r2c1",
    ),
    "circles": (
        "A digit in a circle indicates how many of the surrounding cells, including itself, belong "
        "to the same region.",
        {"overlays": [ring("r1c1")]},
        "region-count: r1c1 = r1c1 r1c2 r2c1 r2c2",
    ),
    "circles and boxes": (
        "A digit in a circle indicates how many cells (including itself) overlap between its 3x3 "
        "box and its additional region.",
        {"overlays": [ring("r1c2")]},
        "region-count: r1c2 = r1c2 r1c1 r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3",
    ),
}


def read(text: str, parts: Data) -> tuple[list[str], tuple[str, ...]]:
    """The lines of the most likely rules, and what they leave over."""
    puzzle: Puzzle = puzzle_with(text, parts, EMPTY, solution="")
    assert puzzle.guesses is not None
    chosen = [question[0] for question in puzzle.guesses.questions]
    lines = [line_of(rule) for guess in chosen for rule in guess.rules]
    return sorted(lines), puzzle.guesses.unexplained(chosen)


@pytest.mark.parametrize(("text", "parts", "line"), SAID.values(), ids=SAID)
def test_regions_to_be_found_are_read_with_their_clues(text: str, parts: Data, line: str) -> None:
    assert read(CHAOS + text, parts) == (["chaos-construction", line], ())


@pytest.mark.parametrize(
    "text",
    [
        CHAOS.replace(" additional", ""),  # the board has boxes
        CHAOS.replace("of 9", "of 8"),
        CHAOS.replace(" orthogonally connected", ""),
    ],
)
def test_other_regions_are_not_read(text: str) -> None:
    lines, left = read(text, {})
    assert "chaos-construction" not in lines
    assert left != ()


def test_a_sentence_that_says_something_else_of_regions_is_left() -> None:
    for other in listed("""
        Two regions overlap
        Regions of the same shape may not touch
        Each region sums to 45
        Digits may repeat in a region
        Regions are not connected
        In cells with arrows, the digit equals the number of cells in other regions
        In cells with arrows, the digit equals the number of odd cells in its own region
        In cells with arrows, the digit equals the number of its own region
    """):
        _, left = read(f"{CHAOS}{SAID['arrows'][0]} {other}.", UP_AND_LEFT)
        assert f"sentence {_short(other)}" in left, other
