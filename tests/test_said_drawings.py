"""Drawings whose rule only sentences tell: cages, lines, arrows and marks."""

from __future__ import annotations

import pytest

from cpsudoku.core.guesses import _short
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.solving.interpreting import interpreted
from tests.puzzles import WIKIPEDIA
from tests.sentences import listed
from tests.test_drawings import WHITE, Data, disc, line, puzzle_with, ring, words

RED = "#ff4040"


def cage(text: str, *cells: str) -> Data:
    """A cage around cells such as r1c2."""
    places = [[int(row) - 1, int(column) - 1] for row, column in (c[1:].split("c") for c in cells)]
    return {"cells": places, "value": text}


def in_r1c1(text: str) -> Data:
    """The cage of r1c1 and r1c2, which hold 5 and 3."""
    return {"cages": [cage(text, "r1c1", "r1c2")]}


def one_of(totals: range) -> str:
    """The line that says that r1c1 and r1c2 have one of these sums."""
    return f"sums {'/'.join(map(str, totals))}: r1c1 r1c2"


ABOUT_FIVE = "sum to a value whose remainder (when divided by 5) is given in its top left corner"
SMALLER = "any-of: " + " | ".join(
    f"(all-of: (only {digit}: r6c3) & (count {','.join(map(str, range(1, digit)))}: "
    "r6c3 = r5c2 r5c3 r5c4 r6c2 r6c4 r7c2 r7c3 r7c4))"
    for digit in range(2, 9)  # it has eight neighbours
)
SAME_PRODUCT = "any-of: " + " | ".join(
    f"(all-of: (product {product}: r1c8 r2c9) & (product {product}: r8c1 r9c2))"
    for product in sorted({one * other for one in range(1, 10) for other in range(1, 10)})
)
LINES = (("r1c1", "r1c3", RED), ("r8c4", "r8c6", "#40c040"))
# The sentence, what is drawn, and the rules and the name that this becomes.
SAID: dict[str, tuple[str, Data, list[str], str]] = {
    "remainder": (
        f"Digits in a cage {ABOUT_FIVE}.",
        in_r1c1("3"),
        ["sums 3%5: r1c1 r1c2"],
        "1 remainder cage",
    ),
    "remainder without repeats": (
        f"Digits in cages cannot repeat and they {ABOUT_FIVE}.",
        in_r1c1("3"),
        ["sums 3%5: r1c1 r1c2", "region: r1c1 r1c2"],
        "1 remainder cage",
    ),
    "multiple": (
        "Modular cages: Digits in a cage sum to a multiple of the clue in the top left corner.",
        in_r1c1("4"),
        ["sums 0%4: r1c1 r1c2"],
        "1 multiple cage",
    ),
    "product": (
        "The product of the digits in a cage is given in the top left corner.",
        in_r1c1("15"),
        ["product 15: r1c1 r1c2"],
        "1 product cage",
    ),
    "difference": (
        "Cages show the difference between the two digits.",
        in_r1c1("2"),
        ["difference 2: r1c1 r1c2"],
        "1 difference cage",
    ),
    "different primes": (
        "Digits in a cage sum to a prime number but no two cages sum to the same prime.",
        {"cages": [cage("", "r1c1", "r2c1"), cage("", "r1c8", "r1c9")]},
        [
            *(f"sums 2/3/5/7/11/13/17: {cells}" for cells in ("r1c1 r2c1", "r1c8 r1c9")),
            "any-of: (sum <= -1: r1c1 r2c1 -r1c8 -r1c9) | (sum >= 1: r1c1 r2c1 -r1c8 -r1c9)",
        ],
        "2 different prime cages",
    ),
    "bounds": (
        'Digits in cages cannot repeat ("<" means less than). A "?" means a single digit total.',
        {"cages": [cage("<9", "r1c1", "r1c2"), cage("?", "r1c8", "r1c9")]},
        [
            *("region: r1c1 r1c2", "sum <= 8: r1c1 r1c2"),
            *("region: r1c8 r1c9", "sum >= 1: r1c8 r1c9", "sum <= 9: r1c8 r1c9"),
        ],
        "2 bounded cages",
    ),
    "Fibonacci": (
        "Fibonacci Lines: Red lines strictly increase from one end to the other where any digit "
        "on the line beyond the lowest 2 digits is the sum of the previous 2 digits.",
        {"lines": [line("r2c4", "r3c4", "r3c5", colour=RED)]},
        [
            "any-of: (all-of: (thermo: r2c4 r3c4 r3c5) & (sum 0: r2c4 r3c4 -r3c5)) | "
            "(all-of: (thermo: r3c5 r3c4 r2c4) & (sum 0: r3c5 r3c4 -r2c4))"
        ],
        "1 Fibonacci line",
    ),
    "two sums": (
        "In each red line of four cells the sum of the first two digits equals the sum of the "
        "last two digits.",
        {"lines": [line("r5c1", "r8c1", colour=RED)]},
        ["sum 0: r5c1 r6c1 -r7c1 -r8c1"],
        "1 two-sum line",
    ),
    "run-on renban": (
        "Any sequence of 3 cells along a red line must contain a run of 3 consecutive digits in "
        "any order.",
        {"lines": [line("r1c4", "r1c7", colour=RED)]},
        ["renban: r1c4 r1c5 r1c6", "renban: r1c5 r1c6 r1c7"],
        "1 run-on renban",
    ),
    "average": (
        "The digit in a circle is the arithmetic mean of the digits along its arrow.",
        {
            "arrows": [{"wayPoints": [[2.5, 2.1], [2.5, 1.5], [1.5, 1.5]], "color": "#aaaf"}],
            "overlays": [ring("r3c3")],
        },
        ["sum 0: r3c2 r2c2 -r3c3*2"],
        "1 average arrow",
    ),
    "XVXV": (
        "Cells connected by a V sum to either 5 or 15.",
        {"overlays": [words([0.5, 5], "V")]},
        ["pair a+b=5 or a+b=15: r1c5 r1c6"],
        "1 XVXV sign",
    ),
    "smaller digits": (
        "A digit on a sun indicates how many surrounding cells (orthogonally or diagonally "
        "adjacent cells) contain smaller digits.",
        {"overlays": [words([5.5, 2.5], "☀")]},
        [SMALLER],
        "1 smaller-digit counter",
    ),
    "odd digits": (
        "A digit in a circle is the same as the number of the surrounding cells with odd numbers.",
        {"overlays": [ring("r2c6")]},
        ["count 1,3,5,7,9: r2c6 = r1c5 r1c6 r1c7 r2c5 r2c7 r3c5 r3c6 r3c7"],
        "1 odd-digit counter",
    ),
    "different digits in circles": (
        "All circles contain different digits.",
        {"overlays": [ring("r1c1"), ring("r1c2")]},
        ["region: r1c1 r1c2"],
        "2 different cells",
    ),
    "the four cells around a corner": (
        "Numbers in circles show the sum of the four surrounding cells.",
        {"overlays": [disc([1, 1], WHITE, 0.7, "21")]},
        ["sum 21: r1c1 r1c2 r2c1 r2c2"],
        "1 corner sum",
    ),
    "a difference between cells": (
        "The circled number between two cells is the difference between the two digits.",
        {"overlays": [disc([1, 0.5], WHITE, 0.4, "1")]},
        ["white 1: r1c1 r2c1"],
        "1 difference dot",
    ),
    "digits among the first cells": (
        "Digits outside the grid must appear in the first three cells in that direction.",
        {"overlays": [words([0.5, -0.5], "43")]},
        ["quadruple 4,3: r1c1 r1c2 r1c3"],
        "1 first-cells clue",
    ),
    "digits of one parity": (
        "Along a red line, digits have the same parity.",
        {"lines": [line("r1c1", "r1c2", colour=RED)]},
        ["pair (a+b)%2=0: r1c1 r1c2"],
        "1 one-parity line",
    ),
    "several sums": (
        "Adjacent digits on a red line must sum to 7, 8 or 9.",
        {"lines": [line("r1c1", "r1c2", colour=RED)]},
        ["pair a+b=7 or a+b=8 or a+b=9: r1c1 r1c2"],
        "1 pair sum line",
    ),
    "several differences": (
        "Adjacent digits on a red line have a difference of 1 or 2.",
        {"lines": [line("r1c1", "r1c2", colour=RED)]},
        ["pair abs(a-b)=1 or abs(a-b)=2: r1c1 r1c2"],
        "1 difference line",
    ),
    "a name for dots of a colour": (
        "If digits are separated by a red cherry, they sum to 7.",
        {"overlays": [disc([1, 3.5], RED)]},
        ["pair a+b=7: r1c4 r2c4"],
        "1 pair sum dot",
    ),
    "a condition and its meaning": (
        "If two digits are adjacent on a red line, then they are consecutive.",
        {"lines": [line("r1c4", "r1c6", colour=RED)]},
        ["pair abs(a-b)=1: r1c4 r1c5; r1c5 r1c6"],
        "1 consecutive line",
    ),
    "diagonals of one product": (
        "Every indicated diagonal has the same product.",
        {
            "arrows": [
                {"wayPoints": [[-0.266, 6.734], [-0.068, 6.932]], "color": "#000000"},
                {"wayPoints": [[6.734, -0.266], [6.932, -0.068]], "color": "#000000"},
            ]
        },
        [SAME_PRODUCT],
        "2 equal product diagonals",
    ),
    "a stated sum that cages have, too": (
        "In each cage, digits cannot repeat and must sum to 8.",
        in_r1c1("8"),
        ["sum 8: r1c1 r1c2", "region: r1c1 r1c2"],
        "1 sum cage",
    ),
}


@pytest.mark.parametrize(("text", "parts", "rules", "name"), SAID.values(), ids=SAID)
def test_a_drawing_becomes_what_the_sentence_says(
    text: str, parts: Data, rules: list[str], name: str
) -> None:
    puzzle = interpreted(puzzle_with(text, parts))
    wanted = Puzzle.parse(WIKIPEDIA).with_rules(*rules)
    assert puzzle.uninterpreted == ()
    assert set(puzzle.constraints) == set(wanted.constraints)
    assert puzzle.interpreted == (name,)


def test_a_difference_may_be_the_number_of_pairs_that_have_it() -> None:
    text = "The difference between two adjacent digits on a red line indicates exactly how many "
    text += "pairs of adjacent digits along that line have that exact difference."
    puzzle = interpreted(puzzle_with(text, {"lines": [line("r1c1", "r1c4", colour=RED)]}))
    assert (puzzle.interpreted, puzzle.uninterpreted) == (("1 difference-count line",), ())
    (rule,) = puzzle.constraints
    accepted = [(5, 3, 4, 6), (1, 4, 7, 4), (9, 8, 6, 4)]
    assert all(map(rule.allows, accepted))
    assert not any(map(rule.allows, [(1, 2, 3, 5), (1, 1, 2, 4), (1, 4, 7, 8), (1, 3, 5, 7)]))


def test_the_central_box_may_be_a_magic_square_and_cages_may_have_different_sums() -> None:
    text = "The central 3x3 box is a magic square. All cages have different sums."
    guesses = puzzle_with(text, {"cages": [cage("", "r1c1", "r1c2"), cage("", "r5c5")]}).guesses
    assert guesses is not None
    magic, different = (question[0] for question in guesses.questions[-2:])
    assert (different.name, sorted(different.sentences)) == ("magic square", [1])
    assert Puzzle.parse("." * 81).with_rules("sum 15: r4c6 r5c5 r6c4").constraints[0] in (
        different.rules
    )
    assert (magic.name, len(magic.rules), sorted(magic.sentences)) == ("different sums", 1, [2])


def test_a_line_without_a_bulb_branches_where_it_crosses_a_thermometer() -> None:
    branch = line("r2c2", "r2c4", colour="#c0c0c0")
    branch |= {"wayPoints": [[1.5, 1.5], [0.5, 2.5], [1.5, 3.5]]}
    lines = [line("r1c1", "r1c5", colour="#c0c0c0"), branch]
    text = "Digits along thermometers increase from the bulb."
    found = puzzle_with(text, {"lines": lines, "underlays": [ring("r1c1")]}).guesses
    assert found is not None
    ways = ("r1c1 r1c2 r1c3 r1c4 r1c5", "r1c3 r2c2", "r1c3 r2c4")
    wanted = Puzzle.parse(WIKIPEDIA).with_rules(*(f"thermo: {way}" for way in ways))
    assert set(found.questions[0][0].rules) == set(wanted.constraints)


OTHER: dict[str, tuple[str, Data]] = {
    "a remainder that is too large": (f"Digits in a cage {ABOUT_FIVE}.", in_r1c1("5")),
    "a remainder without its divisor": ("Cages show the remainder of their sum.", in_r1c1("3")),
    "a number that is a power": (
        "The product of the digits in a cage is given in the top left corner.",
        in_r1c1("²"),
    ),
    "a multiple of zero": ("Digits in a cage sum to a multiple of the clue.", in_r1c1("0")),
    "a sign without a sentence": ("", {"cages": [cage("?", "r1c1", "r1c2")]}),
    "three cells of two sums": (
        "On a red line of four cells the sum of the first two digits equals the sum of the last "
        "two digits.",
        {"lines": [line("r5c1", "r7c1", colour=RED)]},
    ),
    "an average in a pill": (
        "Digits along an arrow average to the digit in the attached circle.",
        {
            "arrows": [{"wayPoints": [[2.5, 2.1], [2.5, 1.5]], "color": "#aaaf"}],
            "overlays": [ring("r3c3") | {"center": [2.5, 3], "width": 1.8}],
        },
    ),
}


@pytest.mark.parametrize(("text", "parts"), OTHER.values(), ids=OTHER)
def test_a_drawing_that_the_sentence_does_not_fit_is_named(text: str, parts: Data) -> None:
    puzzle = interpreted(puzzle_with(text, parts))
    assert puzzle.constraints == ()
    assert puzzle.uninterpreted != ()


def test_a_sentence_about_all_coloured_lines_is_about_each_of_them() -> None:
    lines = [line("r1c1", "r1c3", colour=RED), line("r8c4", "r8c6", colour="#40c040")]
    green = "Adjacent digits on a green line differ by 4 or more"
    puzzle = interpreted(puzzle_with(f"A coloured line has no repeat. {green}.", {"lines": lines}))
    assert puzzle.interpreted == ("2 no-repeat lines",)
    assert puzzle.uninterpreted == (f"sentence {_short(green)}",)


@pytest.mark.parametrize(
    "more",
    [
        "All digits on lines are at least 2",
        "Consecutive digits must be adjacent",
        "Every line is also a palindrome",
    ],
)
def test_a_sentence_that_says_something_else_does_not_continue_one_about_lines(more: str) -> None:
    red, green = (line(*cells, colour=colour) for *cells, colour in LINES)
    text = f"Adjacent digits on a coloured line differ by at least 4.\n{more}."
    puzzle = puzzle_with(text, {"lines": [red, green]})
    assert interpreted(puzzle).uninterpreted != ()


def test_two_sentences_about_the_only_lines_both_hold() -> None:
    lines = {"lines": [line("r8c4", "r8c6", colour="#888888")]}
    text = "Digits along a line cannot repeat. The digits on a line are all odd or all even."
    puzzle = puzzle_with(text, lines)
    assert puzzle.guesses is not None
    assert puzzle.guesses.questions[0][0].name == "1 no-repeat line and one-parity line"
    others = puzzle_with(
        "A line has no repeat. Adjacent digits differ by at most 8.", lines
    ).guesses
    assert others is not None
    assert not any(" and " in guess.name for guess in others.questions[0])


# For each of the sentences above, some that say something else about the same things.
CONTRARY = {
    "remainder": """
        Digits in a cage sum to a value whose remainder (when divided by 4) is not given
        The remainder of the largest digit in a cage is given in the top left corner
        Digits in a cage have different remainders when divided by 5
    """,
    "multiple": """
        Digits in a cage do not sum to a multiple of the clue
        Digits in a cage are a multiple of the clue
    """,
    "product": """
        The product of the digits in a cage is less than the clue
        Two cages show a wrong product
    """,
    "difference": """
        Cages show the difference between the sums of two rows
        The difference of the digits in a cage is even
    """,
    "different primes": """
        Exactly two cages sum to the same prime
        No digit in a cage is prime
    """,
    "bounds": """
        A double digit total is odd
        In every cage one digit repeats
    """,
    "Fibonacci": """
        Fibonacci lines strictly decrease from one end to the other
        Any digit on the line is the sum of the next 2 digits
    """,
    "two sums": """
        The sum of the first two digits is less than the sum of the last two digits
        The first digit equals the last digit
    """,
    "run-on renban": """
        Any sequence of 4 cells along a red line must contain a run of 4 consecutive digits
        No sequence of 3 cells along a red line contains a run of 3 consecutive digits
    """,
    "average": """
        Digits along an arrow average to less than the digit in the attached circle
        Digits along an arrow do not average to the digit in the attached circle
    """,
    "XVXV": """
        Cells connected by a V sum to either 5 or 10
        Cells connected by a V do not sum to 5 or 15
    """,
    "smaller digits": """
        A digit on a sun indicates how many surrounding cells contain no smaller digits
        A digit on a sun indicates how many surrounding cells contain digits twice as large
        A digit on a sun indicates how many cells in its row contain smaller digits
        A digit on a sun indicates the sum of the surrounding cells that contain smaller digits
    """,
    "odd digits": """
        A digit in a circle is the number of cells in its row with odd numbers
        A digit in a circle is one less than the number of the surrounding cells with odd numbers
    """,
}


@pytest.mark.parametrize("name", CONTRARY)
def test_a_sentence_that_says_something_else_is_not_taken(name: str) -> None:
    text, parts, *_ = SAID[name]
    for other in listed(CONTRARY[name]):
        guesses = puzzle_with(f"{text}\n{other}.", parts).guesses
        assert guesses is not None
        number = guesses.sentences.index(other)
        takers = [
            guess.noun
            for guess in (guesses.plain, *(guess for each in guesses.questions for guess in each))
            if number in guess.sentences
        ]
        assert takers == [], other


V_SIGN = {"overlays": [words([0.5, 5], "V")]}
WHITE_DOT = {"overlays": [disc([0.5, 4], WHITE)]}
NEGATIVES: dict[str, tuple[str, Data, list[str]]] = {
    "both signs": ("All Xs and Vs are given.", V_SIGN, ["negative xv"]),
    "one sign": ("All Vs are given.", V_SIGN, ["negative V"]),
    "dots of both colours": (
        "All white and black dots are given.",
        WHITE_DOT,
        ["negative white and black"],
    ),
    "dots": (
        "All dots are given.",
        WHITE_DOT,
        ["negative white and black", "negative white", "negative black"],
    ),
    "circles that are no dots": ("All circles are given.", {"overlays": [ring("r2c6")]}, []),
    "dots of one colour": (
        "Cells separated by a blue dot have a 1:3 ratio. All blue dots are given.",
        {"overlays": [disc([0.5, 4], "#3377ff")]},
        ["negative marks"],
    ),
    "dots of another colour": ("All blue dots are given.", WHITE_DOT, []),
    "dots and a sign": ("All white dots and Vs are given.", V_SIGN, ["negative white and V"]),
}


@pytest.mark.parametrize(("text", "parts", "nouns"), NEGATIVES.values(), ids=NEGATIVES)
def test_all_marks_of_a_kind_are_those_that_the_sentence_names(
    text: str, parts: Data, nouns: list[str]
) -> None:
    guesses = puzzle_with(text, parts).guesses
    assert guesses is not None
    found = [guess.noun for each in guesses.questions for guess in each]
    assert [noun for noun in found if noun.startswith("negative")] == nouns
