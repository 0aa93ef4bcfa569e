"""Sentences about groups of cells: lines, thermometers, cages, areas and coloured cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.guesses import _short
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.formats.links.drawn.group_properties import mixed_rules, property_rules
from cpsudoku.formats.links.drawn.sayings import mixes, properties, sayings_about
from cpsudoku.solving.interpreting import interpreted
from tests.sentences import listed
from tests.test_drawings import Data, assert_is_read, circle, line, puzzle_with, square

RED, GREEN = "#e6261f", "#67f067ff"
BOARD = Board.boxes(2, 2)
Values = Sequence[int]
# What each property means for groups of cells; the number of sentences is 4.
MEANS: dict[str, Callable[[Sequence[Values]], bool]] = {
    "fixed-sum": lambda groups: all(sum(each) == 4 for each in groups),
    "least-sum": lambda groups: all(sum(each) >= 4 for each in groups),
    "most-sum": lambda groups: all(sum(each) <= 4 for each in groups),
    "multiple-sum": lambda groups: all(sum(each) % 4 == 0 for each in groups),
    "size-multiple-sum": lambda groups: all(sum(each) % len(each) == 0 for each in groups),
    "size-times-sum": lambda groups: all(sum(each) == 4 * len(each) for each in groups),
    "even-sum": lambda groups: all(sum(each) % 2 == 0 for each in groups),
    "odd-sum": lambda groups: all(sum(each) % 2 == 1 for each in groups),
    "prime-sum": lambda groups: all(sum(each) in (2, 3, 5, 7, 11) for each in groups),
    "square-sum": lambda groups: all(sum(each) in (1, 4, 9) for each in groups),
    "fixed-product": lambda groups: all(_product(each) == 4 for each in groups),
    "consecutive-set": lambda groups: all(
        sorted(each) == list(range(min(each), max(each) + 1)) for each in groups
    ),
    "one-parity": lambda groups: all(len({n % 2 for n in each}) == 1 for each in groups),
    "extreme": lambda groups: all({1, 4} & set(each) for each in groups),
    "exactly-twice": lambda groups: all(n == 2 for each in groups for n in Counter(each).values()),
    "at-least-twice": lambda groups: all(n > 1 for each in groups for n in Counter(each).values()),
    "sum-of-rest": lambda groups: all(2 * max(each) == sum(each) for each in groups),
    "equal-remainder": lambda groups: all(len({n % 4 for n in each}) == 1 for each in groups),
    "equal-sum": lambda groups: len({sum(each) for each in groups}) == 1,
    "different-pairs": lambda groups: len({tuple(sorted(each)) for each in groups}) == len(groups),
    "different-sum": lambda groups: len({sum(each) for each in groups}) == len(groups),
}


def _product(values: Values) -> int:
    return values[0] * _product(values[1:]) if values else 1


def test_each_property_has_a_meaning_and_claims() -> None:
    assert MEANS.keys() == properties().keys()
    assert [name for name in MEANS if not sayings_about(f"property {name}").claims] == []


@pytest.mark.parametrize("name", MEANS)
@pytest.mark.parametrize("groups", [((0, 4), (1, 5)), ((0, 5, 10), (3, 7))])
def test_the_rules_of_a_property_allow_what_it_means(
    name: str, groups: tuple[tuple[int, ...], ...]
) -> None:
    lines = property_rules(properties()[name], BOARD, groups, "4")
    if lines is None:  # no group of so few cells can have it
        assert name in ("size-times-sum", "different-pairs")
        return
    rules = [rule for each in lines for rule in rules_of(each, BOARD)]
    cells = [cell for group in groups for cell in group]
    for values in product(BOARD.values, repeat=len(cells)):
        at = dict(zip(cells, values, strict=True))
        is_allowed = all(rule.allows([at[cell] for cell in rule.cells]) for rule in rules)
        assert is_allowed == MEANS[name]([[at[cell] for cell in group] for group in groups]), at


# The digits of each kind on boards with the digits 0 to 5, and 1 to 9.
KINDS = {
    "odd even": (("135", "024"), ("13579", "2468")),
    "low high": (("012", "345"), ("1234", "6789")),
    "prime composite": (("235", "4"), ("2357", "4689")),
}


@pytest.mark.parametrize("value", KINDS)
def test_a_mix_is_of_digits_of_each_kind(value: str) -> None:
    small, usual = Board.rectangle(6, 6, 6, (2, 3), 0), Board.boxes(3, 3)
    for board, kinds in zip((small, usual), KINDS[value], strict=True):
        wanted = [f"line .*[{digits}].*: r1c1 r1c2" for digits in kinds]
        assert mixed_rules(value, board, [(0, 1)]) == wanted
    assert mixed_rules("odd even", Board.boxes(4, 4), [(0, 1)]) is None
    assert mixed_rules("147 258 369", small, [(0, 1)]) is None


def test_each_mix_has_claims_and_digits() -> None:
    board = Board.boxes(3, 3)
    assert len(mixes()) > 4
    for name, value in mixes().items():
        assert sayings_about(f"mix {name}").claims
        assert mixed_rules(value, board, [(0, 1, 9, 10)]) is not None


@pytest.mark.parametrize("name", ["extreme", "exactly-twice", "at-least-twice"])
def test_patterns_are_for_boards_with_digits_of_one_character(name: str) -> None:
    assert property_rules(properties()[name], Board.boxes(4, 4), ((0, 1),), "") is None


# The sentences, what is drawn, and the rules and the names that this becomes.
SAID: dict[str, tuple[str, Data, list[str], tuple[str, ...]]] = {
    "a multiple": (
        "Along red lines, the total sum of digits must be divisible by 3.",
        {"lines": [line("r9c2", "r9c3", colour=RED)]},
        ["sums 0%3: r9c2 r9c3"],
        ("1 multiple-sum line",),
    ),
    "one of two sums": (
        "Digits on the red line sum to 12 or 13.",
        {"lines": [line("r1c4", "r1c5", colour=RED)]},
        ["any-of: (sum 12: r1c4 r1c5) | (sum 13: r1c4 r1c5)"],
        ("1 fixed-sum line",),
    ),
    "thermometers": (
        "Digits along thermometers increase from the bulb. The sum of digits along a thermometer "
        "must be a multiple of the length of that thermometer.",
        {"lines": [line("r9c7", "r9c8")], "underlays": [circle("r9c7")]},
        [
            "sums 0%2: r9c7 r9c8",
            "thermo: r9c7 r9c8",
        ],
        ("1 thermometer and size-multiple-sum thermometer",),
    ),
    "two rules in one sentence": (
        "Lines are renbans and the digits along each line must sum to the same total.",
        {"lines": [line("r1c2", "r1c3", colour=RED), line("r9c1", "r9c2", colour=RED)]},
        ["renban: r1c2 r1c3", "renban: r9c1 r9c2", "sum 0: r1c2 r1c3 -r9c1 -r9c2"],
        ("2 renban and equal sum lines",),
    ),
    "a rule of all lines and one of a colour": (
        "Digits on red lines are consecutive, in any order. All lines have an odd sum.",
        {
            "lines": [
                line("r1c2", "r1c3", colour=RED),
                line("r9c2", "r9c3", colour=GREEN),
            ]
        },
        [
            "renban: r1c2 r1c3",
            "sums 1%2: r1c2 r1c3",
            "sums 1%2: r9c2 r9c3",
        ],
        ("1 renban and odd-sum line", "1 odd-sum line"),
    ),
    "each digit twice": (
        "Digits along lines must appear exactly twice along the line.",
        {"lines": [line("r6c2", "r7c3", colour=RED)]},
        [f"line [^{d}]*({d}[^{d}]*{d}[^{d}]*)?: r6c2 r7c3" for d in range(1, 10)],
        ("1 exactly-twice line",),
    ),
    "a diagonal": (
        "The digits on the marked diagonal sum to 20.",
        {"lines": [line("r1c1", "r2c2", "r3c3", colour=RED)]},
        ["sum 20: r1c1 r2c2 r3c3"],
        ("1 fixed-sum diagonal",),
    ),
    "the ends of lines": (
        "The endpoints of a red line differ by at least 2. The endpoints of a green line sum to 9.",
        {
            "lines": [
                line("r1c5", "r1c6", "r1c7", colour=RED),
                line("r9c5", "r9c6", "r9c7", colour=GREEN),
            ]
        },
        ["pair abs(a-b)>=2: r1c5 r1c7", "pair a+b=9: r9c5 r9c7"],
        ("1 minimum difference end pair", "1 pair sum end pair"),
    ),
    "cages": (
        "The digits in each cage are either all odd or all even.",
        {"cages": [{"cells": [[0, 0], [0, 1]], "value": ""}]},
        ["any-of: (odd: r1c1 r1c2) | (even: r1c1 r1c2)"],
        ("1 one-parity cage",),
    ),
    "areas": (
        "Digits in each shaded region must form a consecutive set.",
        {"underlays": [square(f"r{cell}", size=1) for cell in ("1c2", "1c3", "9c1", "9c2")]},
        ["renban: r1c2 r1c3", "renban: r9c1 r9c2"],
        ("4 consecutive-set areas",),
    ),
    "cells of a colour": (
        "Digits in red cells sum to 14.",
        {"underlays": [square(cell, RED, 1) for cell in ("r1c2", "r1c3", "r9c1", "r9c2")]},
        ["sum 14: r1c2 r1c3 r9c1 r9c2"],
        ("4 fixed-sum coloured cells",),
    ),
}


@pytest.mark.parametrize(("text", "parts", "rules", "names"), SAID.values(), ids=SAID)
def test_groups_have_what_the_sentences_say(
    text: str, parts: Data, rules: list[str], names: tuple[str, ...]
) -> None:
    assert_is_read(text, parts, rules, names)


OTHERWISE = {
    "each digit twice": """
        Digits along lines must not appear exactly twice along the line
        Digits along lines must appear exactly three times along the line
        One digit must appear exactly twice along each line
        Even digits along lines must appear exactly twice along the line
        Digits along lines must appear exactly twice in their box
    """,
    "a diagonal": """
        The digits on each diagonal sum to 20
        The digits next to the marked diagonal sum to 20
        The digits on the marked diagonal do not sum to 20
        The digits on the marked diagonal in each box sum to 20
    """,
    "a multiple": """
        Along red lines, the total sum of digits must not be divisible by 3
        Along red lines, the sum of two digits is divisible by 3
        The number of red lines is divisible by 3
        One red line has a sum that is divisible by 3
        Digits on red lines are divisible by 3
        Digits on red lines sum to a multiple of 3 or less
        The sum of the digits in the boxes of a red line is divisible by 3
    """,
    "thermometers": """
        The sum of digits along a thermometer is a multiple of the length of another thermometer
        The sum of digits along a thermometer must be the length of that thermometer
        The sum of the odd digits along a thermometer is a multiple of its length
        The length of a thermometer is a multiple of the sum of its digits
        No thermometer has a sum that is a multiple of its length
        Two thermometers have the same sum
    """,
    "two rules in one sentence": """
        Lines are either renbans or the digits along each line sum to the same total
        Lines are not renbans, but their digits sum to the same total
        Digits along each line sum to different totals
        Digits on lines cannot sum to the same total
    """,
    "the ends of lines": """
        The endpoints of a red line differ by exactly 3
        One endpoint of a red line is at least 2
        The endpoints of a red line differ by at least 2 from their neighbours
        The endpoints of different red lines differ by at least 2
        The digits between the endpoints of a red line differ by at least 2
        The endpoints of a red line cannot differ by at least 2
    """,
    "cages": """
        The digits in each cage are neither all odd nor all even
        The digits in one cage are either all odd or all even
        Neighbouring cages are either all odd or all even
        Cages in the same box have the same parity
        The digits in each cage alternate between odd and even
        The digits in each cage are odd or even
    """,
    "areas": """
        Digits in each shaded region must not form a consecutive set
        Two shaded regions form a consecutive set
        Digits in adjacent shaded regions are consecutive
        The sums of the shaded regions form a consecutive set
        Digits in each shaded region include a consecutive pair
    """,
    "cells of a colour": """
        Digits in red cells do not sum to 14
        Two red cells sum to 14
        Digits next to red cells sum to 14
        Digits in red cells and their neighbours sum to 14
        Digits in red cells in each row sum to 14
        The positions of the red cells sum to 14
    """,
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_a_sentence_that_says_something_else_is_left(name: str) -> None:
    text, parts, _, _ = SAID[name]
    for other in listed(OTHERWISE[name]):
        puzzle = interpreted(puzzle_with(f"{text} {other}.", parts))
        assert f"sentence {_short(other)}" in puzzle.uninterpreted, other
