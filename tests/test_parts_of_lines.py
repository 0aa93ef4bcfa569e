"""Rules for parts of lines, remainders around marks, and ranks outside, from sentences."""

from __future__ import annotations

import pytest

from tests.sentences import listed
from tests.test_drawings import (
    WHITE,
    Data,
    assert_is_read,
    assert_no_guess_takes,
    disc,
    line,
    puzzle_with,
    ring,
    words,
)
from tests.test_said_drawings import RED

FROM_R5C2 = {"lines": [line("r5c2", "r5c4", colour=RED)]}
FROM_R1C5 = {"lines": [line("r1c5", "r1c7", colour=RED)]}
FIVE_CELLS = {"lines": [line("r9c1", "r9c5", colour=RED)]}
TWO_CELLS = {"lines": [line("r6c3", "r6c4", colour=RED)]}
WEAKLY_EQUAL = "(a+b)%2=0 and ((a<5 and b<5) or (a>4 and b>4))"
SAME_KIND = "match in odd (13579) vs even (2468) and in high (56789) vs low (1234)"
IN_BOX_4 = {"lines": [line("r4c2", "r4c3", colour=RED)], "overlays": [ring("r5c2")]}
REST_IN_BOX_4 = "any-of: " + " | ".join(
    f"(all-of: (only {rest},{rest + 3},{rest + 6}: r5c2) & (sums {rest % 3}%3: r4c2 r4c3))"
    for rest in (3, 1, 2)
)
# The sentence, what is drawn, and the rules and the name that this becomes.
SAID: dict[str, tuple[str, Data, list[str], str]] = {
    "pairs with a sum": (
        "Equidistant digits on red lines sum to 10.",
        FROM_R5C2,
        ["pair a+b=10: r5c2 r5c4"],
        "1 pair sum mirrored pair",
    ),
    "pairs of a kind": (
        f"Digits at the same distance from the middle of a red line {SAME_KIND}.",
        FROM_R1C5,
        [f"pair {WEAKLY_EQUAL}: r1c5 r1c7"],
        "1 weakly equal mirrored pair",
    ),
    "three in a row": (
        "Any three adjacent digits on red lines sum to at most 15.",
        FIVE_CELLS,
        [f"sum <= 15: r9c{n} r9c{n + 1} r9c{n + 2}" for n in (1, 2, 3)],
        "1 most-sum line window",
    ),
    "sums on both sides of a border": (
        "Region borders divide red lines into segments, where one sum is triple the other.",
        TWO_CELLS,
        ["any-of: (sum 0: r6c3 -r6c4*3) | (sum 0: r6c4 -r6c3*3)"],
        "1 multiple segment",
    ),
    "remainders of the digit in a box": (
        "The circle in the middle of a 3x3 box has the same remainder when divided by 3 as the sum "
        "of any two cells in that box that are connected by a red line.",
        IN_BOX_4,
        [REST_IN_BOX_4],
        "1 box-remainder line",
    ),
    "remainders": (
        "A circle shows the remainder of the sum of the surrounding cells when divided by 5.",
        {"overlays": [disc([1, 1], WHITE, 0.6, "1")]},
        ["sums 1%5: r1c1 r1c2 r2c1 r2c2"],
        "1 remainder mark",
    ),
    "ranks": (
        "Full rank clues are outside the grid.",
        {"overlays": [words([0.5, -0.5], "17"), words([-0.5, 8.5], "7")]},
        ["full-rank 17: row 1", "full-rank 7: column 9"],
        "2 full ranks",
    ),
}
CONTRARY = {
    "remainders of the digit in a box": """
        The circle in the middle of a 3x3 box has another remainder than the sum on the red line
        The circle in the middle of a 3x3 box is the sum of any two cells connected by a red line
    """,
    "pairs with a sum": """
        Equidistant digits on red lines sum to 10 or differ by 5
        Equidistant digits on blue lines sum to 12
    """,
    "pairs of a kind": "Digits at the same distance from the middle match in high or in low",
    "three in a row": """
        Any four adjacent digits on red lines sum to at least 9 or to 5
        Some three adjacent digits on red lines sum to at most 12
    """,
    "sums on both sides of a border": """
        Region borders divide red lines into three segments
        Region borders divide red lines into segments, where one sum is not triple the other
    """,
    "remainders": """
        A circle shows the remainder of the product of the surrounding cells when divided by 5
        A circle shows the remainder of the sum of the surrounding cells when divided by 4
    """,
    "ranks": "Full rank clues outside the grid are too large by one",
}


@pytest.mark.parametrize("name", SAID)
def test_parts_of_lines_and_marks_have_rules(name: str) -> None:
    text, parts, rules, noun = SAID[name]
    assert_is_read(text, parts, rules, (noun,))


@pytest.mark.parametrize("name", CONTRARY)
def test_a_sentence_that_says_something_else_stays_named(name: str) -> None:
    text, parts, *_ = SAID[name]
    assert_no_guess_takes(listed(CONTRARY[name]), text, parts)


def test_a_loop_has_a_segment_that_begins_before_its_first_cell() -> None:
    loop = line("r6c3", "r6c4", "r7c4", "r7c3", "r6c3", colour=RED)
    guesses = puzzle_with(SAID["sums on both sides of a border"][0], {"lines": [loop]}).guesses
    assert guesses is not None
    (guess,) = (each for some in guesses.questions for each in some if each.sentences)
    assert len(guess.rules) == 4  # of four boxes
