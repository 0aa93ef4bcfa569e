"""Figures that are drawn in several strokes, and lines with two rules at once."""

from __future__ import annotations

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.spelling import mended
from cpsudoku.solving.interpreting import interpreted
from tests.puzzles import WIKIPEDIA
from tests.test_drawings import BLUE, GREEN, GREY, Data, circle, line, puzzle_with, ring

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
    "a loop of whispers": (
        "Neighbours on the green line differ by at least 3.",
        {"lines": [line("r4c2", "r4c3", "r5c3", "r5c2", "r4c2", colour=GREEN)]},
        ["whispers 3: r4c2 r4c3 r5c3 r5c2", "whispers 3: r5c2 r4c2"],
        "1 whispers line",
    ),
    "a region sum line that closes": (
        "Box borders divide the blue line into segments with the same sum.",
        {"lines": [line("r4c3", "r4c4", "r5c4", "r5c3", "r4c3", colour=BLUE)]},
        ["sum 0: r4c3 r5c3 -r4c4 -r5c4"],
        "1 region sum line",
    ),
    "primes": (
        "Grey cells contain a prime (1 is by definition not prime!).",
        {"underlays": [circle("r1c1"), circle("r1c2")]},
        ["only primes: r1c1 r1c2"],
        "2 prime cells",
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


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Digits in column 2 indicate the position of the 2 in that row.", ["2"]),
        ("1-5: Each digit in column 1 indexes the 1 in its row. The same is true of column 5.", []),
        ("Digits in the first column indicate in which column the digit 1 is in that row.", ["1"]),
        (
            "Digits in columns 1 and 9 are the positions of the 1 and the 9 in their row.",
            ["1", "9"],
        ),
        ("Digits in column 1 indicate the position of the 5 in that row.", []),
        ("Digits in column 1 indicate the row in which the 1 appears.", []),
        ("Digits in column 1 are not the position of the 1 in that row.", []),
    ],
)
def test_columns_are_indexed_by_their_own_digits(text: str, columns: list[str]) -> None:
    guesses = puzzle_with(text, {}).guesses
    assert guesses is not None
    whole = not guesses.unexplained(each for some in guesses.questions for each in some)
    found = [rule for some in guesses.questions for each in some for rule in each.rules]
    assert [line_of(rule) for rule in found if whole] == [
        f"column-indexer: {' '.join(f'r{row}c{column}' for row in range(1, 10))}"
        for column in columns
    ]


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
