"""Drawings whose meaning depends on a detail: bulbs below marks, lines in pieces, signs, labels."""

from __future__ import annotations

from typing import Any

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.guesses import Guess
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.sentences import sentences_of
from cpsudoku.formats.links.scl_hidden import is_partition, region_lines
from cpsudoku.solving.interpreting import interpreted
from tests.test_drawings import (
    GREEN,
    GREY,
    WHITE,
    Data,
    assert_is_read,
    circle,
    disc,
    line,
    puzzle_with,
    words,
)

DARK, SKY = "#a0a0a0", "#00b0e0"
BULB = "Digits along a thermometer increase from the bulb."
UNDER = [circle("r1c2", DARK), *(circle(cell, SKY, 0.5) for cell in ("r1c2", "r1c5", "r1c1"))]
SUM_OF_TWO = "In each cage, one digit equals the sum of the other two digits."
ONE_IS_REST = (
    "any-of: (sum 0: r1c2 -r1c3 -r2c2) | (sum 0: r1c3 -r1c2 -r2c2) | (sum 0: r2c2 -r1c2 -r1c3)"
)
INEQUALITY = "The inequality sign points to the smaller of two digits."
SUMS_OF_8 = "Digits separated by a circle sum to 8."


def cage(*cells: str, **more: Any) -> Data:
    """A cage around cells such as r1c2."""
    places = [[int(row) - 1, int(column) - 1] for row, column in (c[1:].split("c") for c in cells)]
    return {"cells": places} | more


PIXELS = [disc([row / 16, 3.3], "#40a040", 0.2) for row in range(200)]
CORNERS = [[1.7, 1.7], [1.7, 2.3], [2.3, 2.3], [2.3, 1.7], [1.7, 1.7]]


def square_line(colour: str) -> Data:
    """A closed line around a corner of cells, which passes no centre."""
    return {"wayPoints": CORNERS, "color": colour, "thickness": 10}


# The sentences, what is drawn, and the rules and names that this becomes.
DETAILS: dict[str, tuple[str, Data, list[str], tuple[str, ...]]] = {
    "a bulb of another grey below marks that are elsewhere, too": (
        f"{BULB} Cells with a blue circle contain odd digits.",
        {"lines": [line("r1c2", "r1c5")], "underlays": UNDER[:1], "overlays": UNDER[1:]},
        ["thermo: r1c2 r1c3 r1c4 r1c5", "odd: r1c1 r1c2 r1c5"],
        ("1 thermometer", "3 odd cells"),
    ),
    "a branch with both ends on the same thermometer": (
        BULB,
        {
            "lines": [line("r1c3", "r1c5", "r2c5"), line("r2c5", "r1c4")],
            "underlays": [circle("r1c3")],
        },
        ["thermo: r1c3 r1c4 r1c5 r2c5", "thermo: r1c4 r2c5"],
        ("2 thermometers",),
    ),
    "a line that ends at the borders of its circles": (
        "Digits on a line are strictly between the digits in the circles at its ends.",
        {
            "lines": [{"wayPoints": [[0.5, 2.0], [0.5, 4.0]], "color": GREY, "thickness": 5}],
            "overlays": [circle(cell, WHITE, 0.85) for cell in ("r1c2", "r1c5")],
        },
        ["between: r1c2 r1c3 r1c4 r1c5"],
        ("1 between line",),
    ),
    "a label that repeats the number of a sentence": (
        SUMS_OF_8,
        {"overlays": [disc([0.5, 1.0], SKY, text="8")]},
        ["pair a+b=8: r1c1 r1c2"],
        ("1 pair sum dot",),
    ),
    "two rules in one sentence": (
        "On a green line, adjacent digits differ by at least 2 and digits do not repeat.",
        {"lines": [line("r1c3", "r1c4", "r2c4", colour=GREEN)]},
        ["whispers 2: r1c3 r1c4 r2c4", "region: r1c3 r1c4 r2c4"],
        ("1 whispers line and no-repeat line",),
    ),
    "one digit of three": (
        SUM_OF_TWO,
        {"cages": [cage("r1c2", "r1c3", "r2c2")]},
        [ONE_IS_REST],
        ("1 half-sum cage",),
    ),
    "a large V that points down": (
        INEQUALITY,
        {"overlays": [words([1.0, 3.5], "V")]},
        ["greater: r1c4 r2c4"],
        ("1 inequality sign",),
    ),
}


@pytest.mark.parametrize(("text", "parts", "rules", "names"), DETAILS.values(), ids=DETAILS)
def test_a_detail_decides(text: str, parts: Data, rules: list[str], names: tuple[str, ...]) -> None:
    assert_is_read(text, parts, rules, names)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (SUMS_OF_8, {"overlays": [disc([0.5, 1.0], SKY, text="7")]}),
        (SUM_OF_TWO, {"cages": [cage("r1c1", "r1c2", "r1c3", "r2c2")]}),
        (
            "On a green line, adjacent digits differ by at least 2 and digits repeat.",
            {"lines": [line("r1c3", "r1c4", "r2c4", colour=GREEN)]},
        ),
        (
            f"{BULB} Cells with a green circle are special.",
            {
                "lines": [line("r1c2", "r1c4")],
                "underlays": [circle("r1c2", GREEN), circle("r5c5", GREEN)],
            },
        ),
    ],
)
def test_what_does_not_fit_is_named(text: str, parts: Data) -> None:
    assert interpreted(puzzle_with(text, parts)).uninterpreted != ()


def test_a_large_v_is_a_sum_where_sentences_say_so() -> None:
    text = f"{INEQUALITY} Digits separated by V sum to 5."
    puzzle = puzzle_with(text, {"overlays": [words([0.5, 8.0], "V")]}, solution="")
    assert [*map(line_of, puzzle.constraints)] == ["xv V: r1c8 r1c9"]


@pytest.mark.parametrize("said", ["Digits may repeat in cages.", "In cages, digits can repeat."])
def test_cages_with_repeats_are_sums(said: str) -> None:
    parts = {"cages": [cage("r1c1", "r1c2", sum=8, unique=True)]}
    assert [*map(line_of, puzzle_with(said, parts).constraints)] == ["sum 8: r1c1 r1c2"]


def test_regions_without_outlines_are_rules_beside_the_boxes() -> None:
    parts = {"cages": [cage("r1c1", "r2c2", "r4c1", hidden=True, unique=True)]}
    puzzle = puzzle_with("", parts)
    assert puzzle.board.is_classic_9x9
    assert [*map(line_of, puzzle.constraints)] == ["region: r1c1 r2c2 r4c1"]


def test_disjoint_groups_are_one_rule() -> None:
    board = Board.boxes(2, 3)
    boxes = [house.cells for house in board.houses if house.kind == "box"]
    groups = [*map(frozenset, zip(*boxes, strict=True)), frozenset((0, 7))]
    assert [*region_lines(groups, board)] == ["disjoint-groups", "region: r1c1 r2c2"]
    assert next(region_lines(groups[1:], board)).startswith("region: ")


def test_boxes_fill_their_rectangle() -> None:
    assert is_partition([[(0, 0), (0, 1)], [(1, 0), (1, 1)]], [[(0, 0), (1, 1)]])
    assert not is_partition([[(0, 0), (0, 1)], [(1, 0)]])
    assert not is_partition([[(0, 0), (0, 1)], [(0, 1), (1, 1)]])
    assert not is_partition([[(0, 0), (0, 1)]], [[(1, 1)]])
    assert not is_partition([])


def test_an_example_is_one_sentence() -> None:
    text = (
        "Eg: 3214 is right; the first digit is 3; it points at 1. Cages show sums; no digit repeats"
    )
    assert sentences_of(text) == (
        "Eg: 3214 is right; the first digit is 3; it points at 1",
        "Cages show sums",
        "no digit repeats",
    )


WHISPERS = "Adjacent digits on a green line differ by at least 2."
RISING = [line("r1c3", "r1c4", "r2c4", colour=GREEN)]


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (f"Hat Trick: {WHISPERS}", {"overlays": [words([-0.5, 3.2], "HT")]}),
        (f"Steps (S): {WHISPERS}", {"overlays": [words([0.3, 3.2], "S")]}),
        (WHISPERS, {"overlays": PIXELS}),
        (WHISPERS, {"lines": [*RISING, square_line(GREEN)]}),
    ],
)
def test_labels_pictures_and_ornaments_are_decoration(text: str, more: Data) -> None:
    assert_is_read(
        text, {"lines": RISING} | more, ["whispers 2: r1c3 r1c4 r2c4"], ("1 whispers line",)
    )


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (f"Hat Trick: {WHISPERS}", {"overlays": [words([4.5, 4.5], "HT")]}),
        (f"V: {WHISPERS}", {"overlays": [words([0.3, 3.2], "V")]}),
        (WHISPERS, {"overlays": [words([0.3, 3.2], "S")]}),
        (WHISPERS, {"overlays": PIXELS[:50]}),
        (WHISPERS, {"lines": [*RISING, square_line("#2040e0")]}),
    ],
)
def test_other_drawings_that_no_sentence_names_are_named(text: str, more: Data) -> None:
    assert interpreted(puzzle_with(text, {"lines": RISING} | more)).uninterpreted != ()


NONE_DRAWN = (
    "White dots join consecutive digits. Black dots join digits in a ratio of 1:2. "
    "All dots are given."
)


def guesses_about(text: str) -> list[Guess]:
    """The guesses for sentences without any drawing."""
    guesses = puzzle_with(text, {}, solution="").guesses
    return [guess for each in guesses.questions for guess in each] if guesses else []


def test_all_dots_are_given_where_none_is_drawn() -> None:
    (found,) = guesses_about(NONE_DRAWN)
    assert [*map(line_of, found.rules)] == ["negative white black"]
    assert found.sentences == {1, 2, 3}


def test_the_ratio_of_dots_that_are_not_drawn_is_the_usual_one() -> None:
    found = guesses_about(NONE_DRAWN.replace("1:2", "1:3"))
    assert all(2 not in guess.sentences for guess in found)


BLUE_LINES = "Digits on the blue line are between the digits at either end of the line."


def test_the_ends_of_a_between_line_need_no_circles_where_no_sentence_names_them() -> None:
    parts = {"lines": [line("r1c2", "r1c5", colour="#34BBE6")]}
    assert_is_read(BLUE_LINES, parts, ["between: r1c2 r1c3 r1c4 r1c5"], ("1 between line",))
    said = BLUE_LINES.replace("digits at", "digits in the circles at")
    assert interpreted(puzzle_with(said, parts)).uninterpreted != ()


@pytest.mark.parametrize("sign", ["<=", "≤"])
def test_a_bound_of_a_cage_has_either_sign(sign: str) -> None:
    said = "Digits in a cage do not repeat, and sum to that number, or less."
    cages = [cage("r1c1", "r1c2", value=f"{sign}12"), cage("r9c9", value=f"{sign}9")]
    rules = ["region: r1c1 r1c2", "sum <= 12: r1c1 r1c2", "sum <= 9: r9c9"]
    assert_is_read(said, {"cages": cages}, rules, ("2 bounded cages",))


TYPES = [line("r1c3", "r1c4", "r2c4", colour=GREEN), line("r9c1", "r9c2", "r8c2", colour=GREEN)]
NO_REPEATS = "No digit may appear more than once on a particular clue type."


def test_no_digit_repeats_on_a_type_of_clues() -> None:
    dots = [disc([4.5, 1.0], "#000000"), disc([7.5, 4.0], "#000000")]
    said = f"{WHISPERS} Digits joined by a black dot are in a ratio of 1:2. {NO_REPEATS}"
    guesses = puzzle_with(said, {"lines": TYPES, "overlays": dots}).guesses
    last = guesses.questions[-1][0] if guesses else None
    assert last is not None
    assert last.noun == "clue types without repeats"
    assert list(map(line_of, last.rules)) == [
        "region: r1c3 r1c4 r2c4 r8c2 r9c1 r9c2",
        "region: r5c1 r5c2 r8c4 r8c5",
    ]


@pytest.mark.parametrize(
    "said",
    [
        "No digit may appear more than twice on a particular clue type.",
        "Digits may appear more than once on a particular clue type.",
        "No digit may appear more than once on two clue types.",
    ],
)
def test_other_sentences_about_types_of_clues_are_named(said: str) -> None:
    puzzle = puzzle_with(f"{WHISPERS} {said}", {"lines": TYPES}, solution="")
    assert puzzle.guesses is not None
    every = [guess for each in puzzle.guesses.questions for guess in each]
    assert all(2 not in guess.sentences for guess in (*every, puzzle.guesses.plain))
