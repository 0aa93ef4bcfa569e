"""Figures that are drawn in several strokes, and lines with two rules at once."""

from __future__ import annotations

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.drawn.spelling import mended
from cpsudoku.solving.interpreting import interpreted
from tests.puzzles import WIKIPEDIA
from tests.test_drawings import BLUE, GREY, Data, circle, line, puzzle_with, ring

THERMO = "Digits on a thermometer increase from the bulb."
ARROW = "Digits along an arrow sum to the digit in its circle."
LOCKOUT = "Lockout: the diamonds differ by at least 4, other digits are not between them."
BOTH = "Lines are renbans. Lines are region sum lines. All lines must satisfy both rules."


def stroke(*points: tuple[float, float], colour: str = GREY) -> Data:
    """A thin line through points."""
    return {"wayPoints": [list(each) for each in points], "color": colour, "thickness": 2}


def diamond(row: float, column: float) -> Data:
    """The outline of a diamond in a cell, as a line."""
    corners = ((-0.3, 0.0), (0.0, 0.3), (0.3, 0.0), (0.0, -0.3), (-0.3, 0.0))
    return stroke(*((row + r, column + c) for r, c in corners), colour="#9b86ec")


# The rules in words, what is drawn, the rules that this becomes, and their name.
FIGURES: dict[str, tuple[str, Data, list[str], str]] = {
    "a bulb inside a line": (
        THERMO,
        {"lines": [line("r1c1", "r1c5")], "underlays": [circle("r1c2")]},
        ["thermo: r1c2 r1c1", "thermo: r1c2 r1c3 r1c4 r1c5"],
        "1 thermometer",
    ),
    "a thermometer in one stroke": (
        THERMO,
        {
            "lines": [line("r1c1", "r1c2", "r1c3", "r1c2", "r2c2")],
            "underlays": [circle("r1c2")],
        },
        ["thermo: r1c2 r1c1", "thermo: r1c2 r1c3", "thermo: r1c2 r2c2"],
        "1 thermometer",
    ),
    "an arrow of plain lines": (
        ARROW,
        {
            "lines": [
                line("r2c2", "r1c2", "r1c3", thickness=2),
                stroke((0.3, 2.3), (0.5, 2.5), (0.7, 2.3)),
            ],
            "overlays": [ring("r2c2")],
        },
        ["arrow: r2c2 = r1c2 r1c3"],
        "1 arrow",
    ),
    "an arrow with a branch": (
        ARROW,
        {
            "arrows": [line("r1c4", "r2c3", "r1c3"), line("r2c3", "r2c4", "r3c4")],
            "overlays": [ring("r1c4")],
        },
        ["arrow: r1c4 = r2c3 r1c3", "arrow: r1c4 = r2c3 r2c4 r3c4"],
        "2 arrows",
    ),
    "diamonds of lines": (
        LOCKOUT,
        {
            "lines": [
                line("r7c7", "r8c6", "r9c5", colour="#9b86ec"),
                diamond(6.5, 6.5),
                diamond(8.5, 4.5),
            ],
        },
        ["lockout 4: r7c7 r8c6 r9c5"],
        "1 lockout line",
    ),
    "two rules at once": (
        BOTH,
        {"lines": [line("r1c2", "r2c3", "r2c4", "r3c5", colour=BLUE)]},
        ["region-sum: r1c2 r2c3 r2c4 r3c5", "renban: r1c2 r2c3 r2c4 r3c5"],
        "1 region sum line and renban",
    ),
}


@pytest.mark.parametrize(("text", "parts", "rules", "name"), FIGURES.values(), ids=FIGURES)
def test_figures_of_several_strokes_are_read(
    text: str, parts: Data, rules: list[str], name: str
) -> None:
    puzzle = interpreted(puzzle_with(text, parts))
    assert puzzle.uninterpreted == ()
    assert set(puzzle.constraints) == set(Puzzle.parse(WIKIPEDIA).with_rules(*rules).constraints)
    assert puzzle.interpreted == (name,)


def test_one_rule_of_two_is_not_what_both_says() -> None:
    text = "All lines are both renbans and palindromes. Lines are renbans."
    guesses = puzzle_with(text, {"lines": [line("r1c1", "r1c3", colour=BLUE)]}).guesses
    assert guesses is not None
    found = {guess.noun: guess for each in guesses.questions for guess in each}
    taken = guesses.reading(found["renban"]).sentences
    assert [each.partition(": ")[2] for each in taken] == ["Lines are renbans"]
    assert len(found["renban and palindrome"].sentences) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("consecuitive digits", "consecutive digits"),
        ("a sage green wire", "a  green "),
        ("a red unequal line", "a red unequal line"),
        ("the blue mirror", "the blue mirror"),
        ("listed", "listed"),
    ],
)
def test_only_slips_and_names_of_drawings_are_mended(text: str, words: str) -> None:
    assert mended(text) == words
