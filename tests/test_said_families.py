"""Families of rules that only sentences give: of lines, cages, marks, modifiers and the board."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.f_puzzles_reading import puzzle_of_data
from cpsudoku.formats.links.scl import puzzle_of_scl
from cpsudoku.runtime.errors import Source
from cpsudoku.solving.interpreting import interpreted
from tests.puzzles import SOLVED, WIKIPEDIA
from tests.sentences import listed
from tests.test_drawings import (
    WHITE,
    Data,
    assert_is_read,
    assert_no_guess_takes,
    circle,
    disc,
    line,
    puzzle_with,
    ring,
    words,
)
from tests.test_said_drawings import RED, cage, in_r1c1, one_of

CELL_WITH_NINE = {"overlays": [ring("r1c7")]}
AT_R1C1 = {"overlays": [disc([1, 1], WHITE, 0.7, "1")]}
DOUBLERS = "Each row, column and box has exactly one doubler, and each digit is in one doubler. "
NINE_CELLS = {"lines": [line("r9c1", "r9c9", colour=RED)]}
TWO_DOTS = {"overlays": [disc([0.5, 1], RED), disc([0.5, 2], "#40c040")]}
# The sentences, what is drawn, and the rules and the names that this becomes.
SAID: dict[str, tuple[str, Data, list[str], tuple[str, ...]]] = {
    "one of two sums": (
        "All cages sum to 7 or 8.",
        in_r1c1(""),
        ["sums 7/8: r1c1 r1c2"],
        ("1 either-sum cage",),
    ),
    "the same remainders": (
        "Digits on a red line have the same remainder when divided by 4.",
        {"lines": [line("r4c2", "r4c3", colour=RED)]},
        ["pair all a%4=b%4: r4c2 r4c3"],
        ("1 equal-remainder line",),
    ),
    "remainders of dots of two colours": (
        "Cells separated by a red dot sum to a number divisible by 4, green dots have a remainder "
        "of 3 if divided by 4.",
        TWO_DOTS,
        ["pair (a+b)%4=0: r1c1 r1c2", "pair (a+b)%4=3: r1c2 r1c3"],
        ("2 coloured remainder dots",),
    ),
    "listed remainders of dots": (
        "Cells separated by a red/green dot sum to a value with a remainder of 0/3, respectively, "
        "when divided by 4.",
        TWO_DOTS,
        ["pair (a+b)%4=0: r1c1 r1c2", "pair (a+b)%4=3: r1c2 r1c3"],
        ("2 coloured remainder dots",),
    ),
    "a remainder in brackets": (
        "Digits in a cage sum to a value whose remainder (when divided by 5) is in the corner.",
        in_r1c1("[3]"),
        ["sums 3%5: r1c1 r1c2"],
        ("1 remainder cage",),
    ),
    "clones by letters": (
        "Clones: The digits in the caged areas appear in the exact same position in their "
        "counterpart (marked with the same letter). Digits can repeat in those cages.",
        {"cages": [cage("A", "r1c1", "r1c2"), cage("A", "r7c4", "r7c5")]},
        ["clone: r1c1 r1c2 = r7c4 r7c5"],
        ("2 clones",),
    ),
    "one more or less": (
        "Digits in cages sum to either one more or one less than the given total.",
        in_r1c1("9"),
        ["sums 8/10: r1c1 r1c2"],
        ("1 one-off cage",),
    ),
    "a rounded sum": (
        "Digits in cages sum to the given total, which has been rounded to the nearest 5.",
        in_r1c1("10"),
        [one_of(range(8, 13))],
        ("1 rounded cage",),
    ),
    "a last digit": (
        "Digits in cages sum to a number that ends in 8.",
        in_r1c1(""),
        ["sums 8/18: r1c1 r1c2"],
        ("1 last-digit cage",),
    ),
    "a square or a cube": (
        "Digits in cages sum to a perfect square or cube.",
        in_r1c1(""),
        ["sums 4/8/9/16: r1c1 r1c2"],
        ("1 cube or square cage",),
    ),
    "cubes of cages that may not repeat a digit": (
        "Digits may not repeat within a cage. Each cage's sum is a perfect cube.",
        in_r1c1(""),
        ["sum 8: r1c1 r1c2", "region: r1c1 r1c2"],
        ("1 cube cage",),
    ),
    "digits that are in a cage": (
        "The small digits indicated in the top left corner of each cage must appear somewhere "
        "within that cage.",
        in_r1c1("3"),
        ["quadruple 3: r1c1 r1c2"],
        ("1 listed-digits cage",),
    ),
    "neighbours in a cage": (
        "Orthogonally adjacent digits within a cage must differ by at least 2.",
        in_r1c1(""),
        ["pair abs(a-b)>=2: r1c1 r1c2"],
        ("minimum difference in cages",),
    ),
    "digits that are not beside their cage": (
        "Digits in a cage may not appear in any cell orthogonally adjacent to that cage.",
        in_r1c1(""),
        ["pair a!=b: r1c1 r1c3; r1c1 r2c1; r1c1 r2c2; r1c2 r1c3; r1c2 r2c1; r1c2 r2c2"],
        ("1 vault",),
    ),
    "the sum at an end": (
        "The digit on one end of each red line is the sum of the other digits on that line.",
        {"lines": [line("r9c6", "r9c8", colour=RED)]},
        ["any-of: (sum 0: r9c6 -r9c7 -r9c8) | (sum 0: r9c8 -r9c6 -r9c7)"],
        ("1 end-sum line",),
    ),
    "half the sum": (
        "Each red line must contain a digit equal to half the sum of its digits.",
        {"lines": [line("r9c6", "r9c8", colour=RED)]},
        [
            "any-of: (sum 0: r9c6 -r9c7 -r9c8) | (sum 0: r9c7 -r9c6 -r9c8) | "
            "(sum 0: r9c8 -r9c6 -r9c7)"
        ],
        ("1 half-sum line",),
    ),
    "multiples": (
        "On red lines, each set of 3 adjacent digits sums to a multiple of 4.",
        {"lines": [line("r9c1", "r9c3", colour=RED)]},
        ["sums 0%4: r9c1 r9c2 r9c3"],
        ("1 multiple-sum line window",),
    ),
    "up and down": (
        "Along the red line, digits alternately increase or decrease.",
        {"lines": [line("r9c3", "r9c5", colour=RED)]},
        [
            "any-of: (all-of: (pair a>b: r9c3 r9c4) & (pair a>b: r9c5 r9c4)) | "
            "(all-of: (pair a>b: r9c4 r9c3) & (pair a>b: r9c4 r9c5))"
        ],
        ("1 zigzag line",),
    ),
    "low and high": (
        "Digits on the red line alternate between low (1234) and high (6789).",
        {"lines": [line("r9c4", "r9c5", colour=RED)]},
        ["pair (a<5 and b>5) or (a>5 and b<5): r9c4 r9c5"],
        ("1 oscillating line",),
    ),
    "all digits": (
        "Each red line contains the digits 1 to 9 once each, in any order.",
        NINE_CELLS,
        ["region: row 9"],
        ("1 full line",),
    ),
    "far or small": (
        "Neighboring digits on a red line have a difference of at least 5 or a sum of at most 5.",
        {"lines": [line("r9c4", "r9c5", colour=RED)]},
        ["pair abs(a-b)>=5 or a+b<=5: r9c4 r9c5"],
        ("1 far or small line",),
    ),
    "the sum of diagonal neighbours": (
        "Cells with circles contain the sum of all diagonally adjacent digits.",
        CELL_WITH_NINE,
        ["sum 0: r1c7 -r2c8 -r2c6"],
        ("1 diagonal neighbour sum",),
    ),
    "even digits around a corner": (
        "A value in a circle tells you how many of the four cells surrounding that circle contain "
        "even digits.",
        AT_R1C1,
        ["exactly 1: (even: r1c1) | (even: r1c2) | (even: r2c1) | (even: r2c2)"],
        ("1 even count",),
    ),
    "digits that are not around a corner": (
        "A digit in a circle may not appear in the four cells surrounding that circle.",
        AT_R1C1,
        ["only 2,3,4,5,6,7,8,9: r1c1 r1c2 r2c1 r2c2"],
        ("1 absent digits",),
    ),
    "the sum of three": (
        "Three of the four digits touching a circle sum to the fourth digit.",
        {"overlays": [disc([5, 1], WHITE, 0.7)]},
        [
            "any-of: (sum 0: r5c1 -r5c2 -r6c1 -r6c2) | (sum 0: r5c2 -r5c1 -r6c1 -r6c2) | "
            "(sum 0: r6c1 -r5c1 -r5c2 -r6c2) | (sum 0: r6c2 -r5c1 -r5c2 -r6c1)"
        ],
        ("1 three-to-one sum",),
    ),
    "ascending digits": (
        "Ascending Starters: A clue outside the grid is the sum of the first run of ascending "
        "digits from the position of the clue. This may be only a single digit.",
        {"overlays": [words([0.5, -0.5], "5")]},
        ["ascending-starter 5: row 1"],
        ("1 ascending starter",),
    ),
    "a fortress": (
        "Numbers in grey cells must be larger than numbers in any (orthogonally) neighbouring "
        "white cells.",
        {"underlays": [circle("r1c7") | {"rounded": False, "width": 1, "height": 1}]},
        ["maximum: r1c7"],
        ("1 maximum",),
    ),
    "doublers": (
        DOUBLERS + "The value of a doubler is twice its digit. Digits in cages sum to the given "
        "total.",
        in_r1c1("11"),
        ["doubler", "modified: (killer 11: r1c1 r1c2)"],
        ("1 cage", "doubler"),
    ),
    "doublers beside a ratio of triples": (
        DOUBLERS + "The value of a doubler is twice its digit. Digits in cages sum to the given "
        "total. Digits joined by a red dot have a 1:3 ratio.",
        in_r1c1("11") | {"overlays": [disc([5.5, 2], RED)]},
        [
            "doubler",
            "modified: (killer 11: r1c1 r1c2)",
            "modified: (pair max(a,b)=3*min(a,b): r6c2 r6c3)",
        ],
        ("1 ratio dot", "1 cage", "doubler"),
    ),
    "doublers that count on lines": (
        DOUBLERS + "For the purposes of thermometers, doublers count as double their value. Digits "
        "along thermometers increase from the bulb. Digits in cages sum to the given total.",
        in_r1c1("8")
        | {"lines": [line("r1c2", "r1c5", thickness=19)], "underlays": [circle("r1c2")]},
        ["doubler", "killer 8: r1c1 r1c2", "modified: (thermo: r1c2 r1c3 r1c4 r1c5)"],
        ("1 thermometer", "1 cage", "doubler"),
    ),
}


@pytest.mark.parametrize(("text", "parts", "rules", "names"), SAID.values(), ids=SAID)
def test_a_drawing_becomes_what_the_sentences_say(
    text: str, parts: Data, rules: list[str], names: tuple[str, ...]
) -> None:
    assert_is_read(text, parts, rules, names)


@pytest.mark.parametrize("solution", ["", SOLVED])
def test_doublers_change_rules_that_a_link_holds_as_data(solution: str) -> None:
    text = f"{DOUBLERS}The value of a doubler is twice its digit. Cages show their sums."
    data = {
        "size": 9,
        "ruleset": text,
        "grid": [
            [{"value": int(sign), "given": True} if sign != "." else {} for sign in row]
            for row in (WIKIPEDIA[9 * r :][:9] for r in range(9))
        ],
        "killercage": [{"cells": ["R1C1", "R1C2"], "value": "11"}],
    } | ({"solution": [*map(int, solution)]} if solution else {})
    puzzle = interpreted(puzzle_of_data(data, Source("link")))
    assert [*map(line_of, puzzle.constraints)] == ["doubler", "modified: (killer 11: r1c1 r1c2)"]
    assert puzzle.uninterpreted == ()


# Sentences about all of the board, with the rule that they mean and one of its lines.
EVERYWHERE = {
    "Every 2x2 must contain a low (1,2,3), a middle (4,5,6) and a high (7,8,9) digit": (
        "each-third 2x2 square",
        "line .*[456].*: r1c1 r1c2 r2c1 r2c2",
    ),
    "Every 2x2 square of cells must contain at least one digit from (1,4,7), at least one digit "
    "from (2,5,8), and at least one digit from (3,6,9)": (
        "each-remainder 2x2 square",
        "line .*[258].*: r8c8 r8c9 r9c8 r9c9",
    ),
    "There must be at least one even and at least one odd digit in every 2x2": (
        "both-parities 2x2 square",
        "line .*[2468].*: r1c1 r1c2 r2c1 r2c2",
    ),
    "Every 2x2 square has at least one low and one high digit": (
        "both-halves 2x2 square",
        "line .*[6789].*: r1c1 r1c2 r2c1 r2c2",
    ),
    "Each 2x2 area holds at least one odd and one even digit as well as one low and one high": (
        "both-parities 2x2 square and both-halves 2x2 square",
        "line .*[1234].*: r1c1 r1c2 r2c1 r2c2",
    ),
    "Global prime/composite, polarity": (
        "both-halves 2x2 square and prime-and-composite 2x2 square",
        "line .*[4689].*: r1c1 r1c2 r2c1 r2c2",
    ),
    "The digits of any 2x2 block sum to at least 12": (
        "least-sum 2x2 square",
        "sum >= 12: r1c1 r1c2 r2c1 r2c2",
    ),
    "Orth. adj. digits diff. mod 4": (
        "different remainders of neighbours",
        "neighbours edge a%4!=b%4",
    ),
    "Orthogonally adjacent digits are different mod 3 and mod 4": (
        "different remainders of neighbours",
        "neighbours edge a%3!=b%3 and a%4!=b%4",
    ),
    "Cells that are 180° rotational add to 10, the central cell counts twice": (
        "pair sum of opposite cells",
        "only 5: r5c5",
    ),
    "All positive diagonals are Dutch whispers": (
        "minimum difference of rising diagonal neighbours",
        "neighbours rising abs(a-b)>=4",
    ),
    "180 degree rotational symmetry": (
        "equal digits of opposite cells",
        "neighbours half-turn a=b",
    ),
    "Any 5 in the grid must have a 1 directly above it or a 9 directly below it": (
        "five in Dutch flats",
        "line ([^5]|15|59)*: column 3",
    ),
    "No digit can be orthogonally adjacent to one of its divisors (apart from 1)": (
        "forbidden multiple of neighbours",
        "neighbours edge min(a,b)=1 or max(a,b)%min(a,b)!=0",
    ),
    "Every digit must be orthogonally adjacent to at least one consecutive digit": (
        "consecutive of some neighbour",
        "any-of: (pair abs(a-b)=1: r1c1 r1c2) | (pair abs(a-b)=1: r1c1 r2c1)",
    ),
}


@pytest.mark.parametrize("text", EVERYWHERE)
def test_a_sentence_may_be_about_all_of_the_board(text: str) -> None:
    noun, wanted = EVERYWHERE[text]
    guesses = puzzle_with(f"{text}.", {}).guesses
    assert guesses is not None
    (question,) = (each for each in guesses.questions if each[0].rules)
    assert (question[0].noun, question[0].sentences) == (noun, frozenset((1,)))
    (rule,) = Puzzle.parse(WIKIPEDIA).with_rules(wanted).constraints
    assert rule in question[0].rules


def test_a_clause_without_cells_is_about_those_of_the_clause_before_it() -> None:
    text = "Orthogonally adjacent digits have the same parity and differ by at least 2."
    guesses = puzzle_with(text, {}).guesses
    assert guesses is not None
    found = [(each[0].noun, sorted(each[0].sentences)) for each in guesses.questions]
    assert found == [
        ("minimum difference of neighbours", [1]),
        ("equal parity of neighbours", [1]),
    ]
    guesses = puzzle_with(f"{text[:-1]}, while digits on a line are a set.", {}).guesses
    assert guesses is not None
    assert guesses.unexplained()


# Sentences that are not taken for the rule of a row above, beside its own sentences.
CONTRARY = {
    "remainders of dots of two colours": """
        Red dots: divisible by 5, green dots have a remainder of 3 if divided by 4
        Red dots sum to a number divisible by 4, green dots have a remainder of 5
        Red dots do not sum to a number divisible by 4, green dots have a remainder of 3
    """,
    "listed remainders of dots": """
        A red/green dot: sum with a remainder of 0/1/2 when divided by 4
        A red/red dot: sum with a remainder of 0/1 when divided by 4
    """,
    "clones by letters": """
        Cages with the same letter hold no digit twice
        Digits in cages with another letter are the same
    """,
    "the same remainders": """
        Digits on a red line do not have the same remainder when divided by 4
        Digits on a red line have the same remainder when divided by 3
        Digits on a red line have the same quotient when divided by 4
    """,
    "one of two sums": """
        All cages sum to neither 7 nor 8
        No cage sums to 7 or 8
        The largest cage sums to 7 or 8
    """,
    "one more or less": """
        Digits in cages sum to either two more or two less than the given total
        Digits in cages do not sum to either one more or one less than the given total
        Digits along arrows sum to either one more or one less than the circle
    """,
    "a rounded sum": """
        Digits in cages sum to the given total, which has been rounded up to a multiple of 5
        The product of the digits in cages has been rounded to the nearest 5
        Digits along arrows sum to the number in the circle, which has been rounded to the nearest 5
    """,
    "a square or a cube": """
        Digits in cages sum to a perfect square or cube, and these sums may repeat once
        Digits in cages do not sum to a perfect square or cube
    """,
    "digits that are not beside their cage": """
        Digits in a cage must appear in a cell orthogonally adjacent to that cage
        Digits in a cage may not appear in any cell diagonally adjacent to that cage
    """,
    "the sum at an end": """
        The digit on one end of each red line is not the sum of the other digits on that line
        The digit on one end of each red line is the product of the other digits on that line
        The digits on both ends of each red line are the sum of the other digits on that line
    """,
    "multiples": """
        On red lines, each set of 3 adjacent digits does not sum to a multiple of 4
        On red lines, some sets of 3 adjacent digits sum to a multiple of 4
    """,
    "all digits": """
        Digits on a red line are from 1 to 9
        Each red line contains the digits 1 to 8 once each
        Each colour represents a number from 1 to 9
    """,
    "the sum of diagonal neighbours": """
        Cells with circles contain the product of all diagonally adjacent digits
        Cells with circles do not contain the sum of all diagonally adjacent digits
    """,
    "digits that are not around a corner": """
        A digit in a circle may not appear in its row
        A digit in a circle must appear in two of the four cells surrounding that circle
    """,
    "the sum of three": "Two of the four digits touching a circle sum to the fourth digit",
    "doublers": """
        Doublers cannot be in adjacent cells
        Each row has exactly two doublers
        The value of a doubler is not twice its digit
        Doublers are only in grey cells
    """,
}


@pytest.mark.parametrize("name", CONTRARY)
def test_a_sentence_that_says_something_else_is_not_taken(name: str) -> None:
    text, parts, *_ = SAID[name]
    assert_no_guess_takes(listed(CONTRARY[name]), text, parts)


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("Inequality signs point to the smaller digit.", "inequality sign"),
        ("Digits separated by a V sum to 5.", "X or V"),
    ],
)
def test_a_small_v_is_the_sign_that_the_sentences_name(text: str, noun: str) -> None:
    guesses = puzzle_with(text, {"overlays": [words([6, 6.5], "v")]}).guesses
    assert guesses is not None
    first, second = guesses.questions[0]
    assert (first.noun, sorted(first.sentences), sorted(second.sentences)) == (noun, [1], [])


def test_a_modifier_needs_all_that_its_rule_says() -> None:
    """Doublers that may be anywhere, or a second time in a row, are another rule."""
    text = "There is one doubler in each row and column. The value of a doubler is twice its digit."
    puzzle = interpreted(puzzle_with(text, in_r1c1("11")))
    assert not puzzle.constraints
    assert any("doubler" in name for name in puzzle.uninterpreted)


def puzzle_of_four(text: str) -> Puzzle:
    """An empty 4x4 board with boxes and these rules in words."""
    corners = [(r, c) for r in (0, 2) for c in (0, 2)]
    boxes = [[[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]] for r, c in corners]
    cells: list[list[Data]] = [[{} for _ in range(4)] for _ in range(4)]
    return puzzle_of_scl({"cells": cells, "regions": boxes, "metadata": {"rules": text}})


def test_rows_may_have_only_some_of_the_digits() -> None:
    text = (
        "Select four different digits from the set 1-9. Use these four digits only to fill every "
        "cell such that a digit does not repeat in a row, column or box. Any 5 in the grid must "
        "have a 1 directly above it or a 9 directly below it (or both)."
    )
    puzzle = puzzle_of_four(text)
    guesses = puzzle.guesses
    assert guesses is not None
    assert puzzle.board == Board.rectangle(4, 4, 9, (2, 2))
    assert [guess.noun for (guess,) in guesses.questions] == ["digit-set", "five in Dutch flats"]
    assert [len(guess.rules) for (guess,) in guesses.questions] == [1, 4]
    assert [sorted(guess.sentences) for (guess,) in guesses.questions] == [[0, 1], [2]]
    other = text.replace("four different digits from", "five different digits from")
    assert puzzle_of_four(other).uninterpreted


def test_second_symbols_without_names_are_in_order_in_the_first_row() -> None:
    text = (
        "Euler Sudoku rules apply: Place the digits 1-4 and 4 different colors exactly once in "
        "each row, column, and box. Every digit/color combination must appear exactly once."
    )
    guesses = puzzle_of_four(text).guesses
    assert guesses is not None
    ((euler,),) = guesses.questions
    assert list(map(line_of, euler.rules)) == ["euler: 1234/..../..../...."]
    assert sorted(euler.sentences) == [0, 1]
    guesses = puzzle_of_four(text.partition(". ")[0] + ".").guesses
    assert guesses is None or not guesses.questions
