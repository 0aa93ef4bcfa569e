"""Sentences about two digits become pairs: a relation of neighbours on lines, at dots, anywhere."""

from __future__ import annotations

import pytest

from cpsudoku.core.guesses import Guess
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.sayings import relations, rules_with_sayings, sayings_about
from cpsudoku.solving.interpreting import interpreted
from tests.puzzles import WIKIPEDIA
from tests.test_drawings import Data, line, puzzle_with

RED, BLUE = "#ff4040", "#4040ff"


def dots(*pairs: tuple[float, float], colour: str = RED) -> list[Data]:
    """Small dots at these places: rows and columns from 0."""
    look = {"width": 0.3, "height": 0.3, "rounded": True, "backgroundColor": colour}
    return [{"center": list(pair), **look} for pair in pairs]


DRAWN: dict[str, tuple[str, Data, list[str]]] = {
    "a sum at dots": (
        "Digits separated by a red dot sum to 8.",
        {"overlays": dots((0.5, 1))},
        ["pair a+b=8: r1c1 r1c2"],
    ),
    "two numbers": (
        "Digits separated by a red dot sum to 8. Digits separated by a blue dot sum to 13.",
        {"overlays": [*dots((0.5, 1)), *dots((0.5, 4), colour=BLUE)]},
        ["pair a+b=8: r1c1 r1c2", "pair a+b=13: r1c4 r1c5"],
    ),
    "a parity at dots": (
        "If two digits are joined by a red dot, one is odd and the other is even.",
        {"overlays": dots((0.5, 4))},
        ["pair (a+b)%2=1: r1c4 r1c5"],
    ),
    "close digits on a line": (
        "Neighbouring digits along a red line differ by no more than 3.",
        {"lines": [line("r1c4", "r1c6", colour=RED)]},
        ["pair abs(a-b)<=3: r1c4 r1c5; r1c5 r1c6"],
    ),
    "remainders on a line": (
        "Adjacent digits on a red line have different remainders when divided by 4.",
        {"lines": [line("r1c4", "r1c6", colour=RED)]},
        ["pair a%4!=b%4: r1c4 r1c5; r1c5 r1c6"],
    ),
}


@pytest.mark.parametrize(("text", "parts", "rules"), DRAWN.values(), ids=DRAWN)
def test_a_relation_that_is_drawn_is_read(text: str, parts: Data, rules: list[str]) -> None:
    puzzle = interpreted(puzzle_with(text, parts, WIKIPEDIA, solution=""))
    assert set(puzzle.constraints) == set(Puzzle.parse(WIKIPEDIA).with_rules(*rules).constraints)
    assert puzzle.uninterpreted == ()


# The line of each rule.
EVERYWHERE = {
    "No two orthogonally adjacent digits sum to 18 or 19": "neighbours a+b!=18 and a+b!=19",
    "Cells separated by a knight's move may not sum to 19": "neighbours knight a+b!=19",
    "Diagonally adjacent digits cannot sum to 19": "neighbours corner a+b!=19",
}


@pytest.mark.parametrize("text", EVERYWHERE)
def test_a_relation_everywhere_is_read(text: str) -> None:
    puzzle = interpreted(puzzle_with(text, {}, WIKIPEDIA, solution=""))
    assert list(map(line_of, puzzle.constraints)) == [EVERYWHERE[text]]
    assert puzzle.uninterpreted == ()


OTHER = (
    "Digits separated by a blue dot sum to 8",
    "Digits separated by a red dot do not sum to 8",
    "Digits separated by a red dot sum to 9",
    "Digits separated by a red dot sum to at least 8",
    "Some digits separated by a red dot sum to 8",
    "Digits separated by a red dot have a ratio of 1:8",
    "Adjacent digits sum to 8",
    "Adjacent digits on a red line sum to 8",
)


@pytest.mark.parametrize("other", OTHER)
def test_another_relation_is_not_taken(other: str) -> None:
    text, parts, _ = DRAWN["a sum at dots"]
    puzzle = interpreted(puzzle_with(f"{text} {other}.", parts, WIKIPEDIA, solution=""))
    assert puzzle.uninterpreted


def test_every_relation_is_a_rule_for_digits_of_every_board() -> None:
    for relation in relations().values():
        for board in ("", "digits: 0-8"):
            puzzle = Puzzle.parse(f"{'.' * 81}\n{board}")
            assert puzzle.with_rules(f"pair {relation.replace('{n}', '2')}: r1c1 r1c2").constraints


def test_relations_are_named_by_their_pairs() -> None:
    named = sayings_about("equal parity line")
    assert "equal parity line" in rules_with_sayings()
    assert named.names.isdisjoint(named.claims)


def test_no_three_neighbours_of_a_parity_is_read() -> None:
    text = "In every row and column, strings of 3 digits are never all even nor all odd."
    guesses = puzzle_with(text, {}, "." * 81, solution="").guesses
    assert guesses is not None
    ((guess,),) = guesses.questions
    assert len(guess.rules) == 18
    assert guess.rules[0].allows([1, 3, 2, 4, 5, 7, 6, 8, 9])
    assert not guess.rules[0].allows([1, 3, 5, 2, 4, 7, 6, 8, 9])
    assert not guess.rules[0].allows([1, 3, 2, 4, 5, 7, 9, 8, 6])


def offers_for(text: str, parts: Data) -> list[Guess]:
    """The guesses about a text on an empty board."""
    guesses = puzzle_with(text, parts, "." * 81, solution="").guesses
    assert guesses is not None
    return [guess for each in guesses.questions for guess in each if guess.sentences]


# The relation of two cells, and the rows and columns that one of them is further than the other.
SOME_PAIRS: dict[str, tuple[str, tuple[int, int]] | None] = {
    "Adjacent digits in each row have a difference of at least 4": ("abs(a-b)>=4", (0, 1)),
    "Vertically adjacent digits cannot sum to 10": ("a+b!=10", (1, 0)),
    "Along every positive diagonal (ie from south-west to north-east) the difference between "
    "neighbouring digits is at least 2": ("abs(a-b)>=2", (1, -1)),
    "In the positive diagonals (ie diagonals sloping from SW to NE), the sum of neighbours is at "
    "most 11": ("a+b<=11", (1, -1)),
    "Along all negative diagonals, adjacent digits are consecutive or differ by at least 3": None,
    "Adjacent digits in each row and column have a difference of at least 4": None,
    "Adjacent digits in some row have a difference of at least 4": None,
    "Along the positive diagonal, adjacent digits differ by at least 2": None,
    "Along every positive diagonal (from top left to bottom right) neighbours differ by at least "
    "2": None,
    "Horizontally and vertically adjacent digits may not sum to 10": None,
}


@pytest.mark.parametrize("text", SOME_PAIRS)
def test_a_relation_of_neighbours_in_one_direction_is_no_relation_of_all(text: str) -> None:
    offered = offers_for(text, {})
    expected = SOME_PAIRS[text]
    if expected is None:
        assert offered == []
        return
    relation, step = expected
    for rule in (rule for guess in offered for rule in guess.rules):
        assert line_of(rule).endswith(f" {relation}")
        places = [map(rule.board.row_column, (each.one, each.other)) for each in rule.pairs()]
        assert {(r2 - r1, c2 - c1) for (r1, c1), (r2, c2) in places} == {step}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Cells in 180° rotationally symmetric positions sum to 10", 1),
        ("90° rotationally symmetric cells sum to 10", 0),
        ("Cells in mirror symmetric positions sum to 10", 0),
    ],
)
def test_cells_that_half_a_turn_exchanges_have_a_relation(text: str, count: int) -> None:
    rules = [rule for guess in offers_for(text, {}) for rule in guess.rules]
    assert len(rules) == count
    for rule in rules:
        assert len(rule.pairs()) == 40
        assert all(pair.one + pair.other == 80 for pair in rule.pairs())


def test_a_difference_is_no_greatest_difference() -> None:
    text = "Adjacent digits on a red line differ by 2."
    offered = offers_for(text, {"lines": [line("r1c4", "r1c6", colour=RED)]})
    lines = [line_of(rule) for guess in offered for rule in guess.rules]
    assert {each.partition(":")[0] for each in lines} == {"pair abs(a-b)=2"}
