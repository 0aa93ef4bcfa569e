"""Rules that few links have: letters, cells with arrows, second rules of arrows, and others."""

from __future__ import annotations

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.solving.interpreting import interpreted
from tests.puzzles import WIKIPEDIA
from tests.sentences import listed
from tests.test_drawings import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    RED,
    WHITE,
    Data,
    assert_is_read,
    assert_no_guess_takes,
    centre,
    circle,
    disc,
    line,
    puzzle_with,
    ring,
    square,
    words,
)
from tests.test_said_drawings import cage


def arrow(*points: list[float]) -> Data:
    """An arrow through points."""
    return {"wayPoints": [*points], "color": GREY, "thickness": 5, "headLength": 0.3}


def short(cell: str, down: float, across: float) -> Data:
    """A short arrow in a cell."""
    r, c = centre(cell)
    return {"arrows": [arrow([r, c], [r + down, c + across])]}


ARROW: Data = {
    "arrows": [arrow(*map(centre, ("r3c2", "r4c2", "r5c1")))],
    "underlays": [ring("r3c2")],
}
LETTERS: Data = {
    "overlays": [words(centre(cell), text) for cell, text in (("r1c1", "K"), ("r5c5", "K"))]
    + [words(centre("r1c2"), "M")]
}
SUM = "Digits along an arrow sum to the digit in its circle."
EIGHT = ("r1c2", "r1c3", "r1c4", "r1c5", "r1c6", "r1c7", "r1c8", "r1c9")
SIX = [f"r2c{column}" for column in range(4, 10)]


def any_of(ways: list[str]) -> str:
    """The line that one of these holds."""
    return "any-of: " + " | ".join(f"({way})" for way in ways)


# The sentences, what is drawn, its rules and names, and sentences that are not taken for them.
SAID: dict[str, tuple[str, Data, list[str], tuple[str, ...], str]] = {
    "an arrow that is a thermometer": (
        f"{SUM} Digits on an arrow increase from the tip.",
        ARROW,
        ["arrow: r3c2 = r4c2 r5c1", "thermo: r5c1 r4c2"],
        ("1 arrow and increasing arrow",),
        """
        Digits on an arrow decrease from the tip
        Digits on an arrow increase from the circle
        Digits on an arrow do not increase from the tip
        Digits on an arrow increase by 2 from the tip
        Arrows are not thermometers: digits increase from the tip
        """,
    ),
    "both in one sentence": (
        "Cells along an arrow strictly increase towards the circle and sum to its digit.",
        ARROW,
        ["arrow: r3c2 = r4c2 r5c1", "thermo: r5c1 r4c2"],
        ("1 arrow and increasing arrow",),
        """
        Cells along an arrow strictly increase towards the tip and sum to its circle
        """,
    ),
    "an arrow of consecutive digits": (
        f"{SUM} Those digits along an arrow form a consecutive non-repeating set in any order.",
        ARROW,
        ["arrow: r3c2 = r4c2 r5c1", "renban: r4c2 r5c1"],
        ("1 arrow and consecutive arrow",),
        """
        Digits along an arrow are not a consecutive set
        Digits along an arrow are a consecutive set of odd digits
        """,
    ),
    "letters for digits": (
        "Each digit is represented by a different letter.",
        LETTERS,
        ["clone: r1c1 = r5c5", "pair a!=b: r1c1 r1c2"],
        ("2 letters",),
        """
        Each cell has a different letter
        Different letters may be the same digit
        Each letter is a different odd digit
        """,
    ),
    "the same letter": (
        "If two cells have the same letter written in them, those cells contain the same digit.",
        LETTERS,
        ["clone: r1c1 = r5c5"],
        ("2 equal letters",),
        """
        Cells with the same letter contain different digits
        Cells with the same letter may contain the same digit
        """,
    ),
    "listed digits of a cell that is named": (
        "The digit in the red cell (r1c1) is low [5, 4, 3 or 2]. "
        "The digit in the blue cell in row 1 column 4 is high (6 or higher).",
        {"underlays": [square("r1c1", RED, 1), square("r1c4", BLUE, 1)]},
        ["only 2,3,4,5: r1c1", "only 6,7,8,9: r1c4"],
        ("2 listed-digits cells",),
        """
        The digit in the red cell (r1c2) is low [5, 4, 3 or 2]
        The digit in the red cell (r1c1) is not 5, 4, 3 or 2
        Adjacent digits in red cells are 1 or 2 apart
        """,
    ),
    "an even cell that is named": (
        "The grey square in row 1 column 4 marks an even digit.",
        {"underlays": [square("r1c4", GREY, 0.8)]},
        ["even: r1c4"],
        ("1 even cell",),
        """
        The grey square in row 1 column 5 marks an even digit
        """,
    ),
    "a friendly cell": (
        "Green cells are friendly: they contain their row, column or box number.",
        {"underlays": [square("r1c8", GREEN, 1)]},
        ["only 1,3,8: r1c8"],
        ("1 friendly cell",),
        """
        Green cells contain their row number
        Friendly cells contain their row number
        Friendly cells do not contain their row, column or box number
        """,
    ),
    "one ratio": (
        "Cells separated by a black dot have the same ratio, which must be discovered.",
        {"overlays": [disc([1, 2.5], BLACK), disc([2.5, 5], BLACK)]},
        [
            any_of(
                [f"all-of: (black {n}: r1c3 r2c3) & (black {n}: r3c5 r3c6)" for n in range(2, 10)]
            )
        ],
        ("2 one-ratio dots",),
        """
        Cells separated by a black dot do not have the same ratio
        """,
    ),
    "one difference": (
        "Cells separated by a white dot have the same difference, which must be discovered.",
        {"overlays": [disc([0.5, 4], WHITE), disc([8.5, 1], WHITE)]},
        [any_of([f"all-of: (white {n}: r1c4 r1c5) & (white {n}: r9c1 r9c2)" for n in range(1, 9)])],
        ("2 one-difference dots",),
        """
        Cells separated by a white dot have the same difference of at least 3
        """,
    ),
    "clockwise": (
        "Around a white dot digits ascend clockwise from a point to be determined.",
        {"overlays": [disc([1, 3], WHITE)]},
        [
            any_of(
                [
                    "thermo: r1c3 r1c4 r2c4 r2c3",
                    "thermo: r1c4 r2c4 r2c3 r1c3",
                    "thermo: r2c4 r2c3 r1c3 r1c4",
                    "thermo: r2c3 r1c3 r1c4 r2c4",
                ]
            )
        ],
        ("1 clockwise corner",),
        """
        Around a white dot digits descend clockwise
        Around a white dot even digits ascend clockwise
        """,
    ),
    "anticlockwise": (
        "Around a black dot digits ascend anti-clockwise.",
        {"overlays": [disc([1, 1], BLACK)]},
        [
            any_of(
                [
                    "thermo: r2c1 r2c2 r1c2 r1c1",
                    "thermo: r2c2 r1c2 r1c1 r2c1",
                    "thermo: r1c2 r1c1 r2c1 r2c2",
                    "thermo: r1c1 r2c1 r2c2 r1c2",
                ]
            )
        ],
        ("1 anticlockwise corner",),
        """
        Around a black dot digits do not ascend anti-clockwise
        """,
    ),
    "a sum between two cells": (
        "Digits in a green cell and the next green cell in the same row or column sum to a digit "
        "in one of the cells between them.",
        {"underlays": [square("r1c3", GREEN, 1), square("r1c9", GREEN, 1)]},
        [any_of([f"sum 0: r1c3 r1c9 -r1c{column}" for column in range(4, 9)])],
        ("2 sum-between cells",),
        """
        Digits in a green cell and the next green cell in the same row sum to 10
        Digits in a green cell and the next green cell do not sum to a digit between them
        """,
    ),
    "how far it is to a digit": (
        "Digits in arrow cells tell you how far it is to the digit 9 in that direction.",
        short("r1c3", 0, 0.4),
        [
            any_of(
                [
                    f"all-of: (only {n}: r1c3) & (only 9: {cell})"
                    for n, cell in enumerate(EIGHT[2:], 1)
                ]
            )
        ],
        ("1 distance arrow",),
        """
        Digits in arrow cells tell you how many 9s are in that direction
        Digits in arrow cells tell you how far it is to the digit 8 in that direction
        Digits in arrow cells do not tell you how far it is to the digit 9
        """,
    ),
    "skyscrapers that are seen from a cell": (
        "Inner skyscrapers: each digit is the height of a building. Taller buildings hide smaller "
        "ones behind them. Arrows show the directions in which the number of visible buildings "
        "equals the digit in that cell.",
        short("r2c3", 0, 0.4),
        [
            any_of(
                [
                    f"all-of: (only {n}: r2c3) & (skyscraper {n}: {' '.join(SIX)})"
                    for n in range(1, 7)
                ]
            )
        ],
        ("1 visible arrow",),
        """
        Arrows show the directions in which the number of hidden buildings equals the digit
        Arrows show the directions in which the number of visible buildings is less than the digit
        Smaller buildings hide taller ones
        """,
    ),
    "the next higher digit": (
        "An arrow points to the next higher digit. So if 8 is in such a cell, a 9 is ahead.",
        short("r1c1", 0, 0.4),
        [any_of([f"pair b=a+1: r1c1 {cell}" for cell in EIGHT])],
        ("1 next-higher arrow",),
        """
        An arrow points to the next lower digit
        An arrow never points to the next higher digit
        """,
    ),
    "letters in clues": (
        "Clues outside the grid show the sum of the first X digits in that row, where X is the "
        "first digit. In these clues, odd digits have been replaced by O. Multi-digit clues may "
        "not start with zero.",
        {"overlays": [words([0.5, -0.5], "2O")]},
        [any_of([f"x-sum {n}: row 1" for n in (21, 23, 25, 27, 29)])],
        ("1 masked x-sum",),
        """
        In these clues, prime digits have been replaced by P
        In these clues, odd digits have been doubled
        Multi-digit clues must start with zero
        """,
    ),
    "results of diagonal pairs": (
        "Some circles contain a maths operator (+,-,x,/). If you apply that operation to each pair "
        "of diagonal digits touching the circle, the result is the number in the circle.",
        {
            "overlays": [
                disc([1, 8], WHITE, 0.6, "8x"),
                disc([2, 7], WHITE, 0.6, "9+"),
                disc([3, 4], WHITE, 0.6, "3-"),
            ]
        },
        [
            *("product 8: r1c8 r2c9", "product 8: r1c9 r2c8"),
            *("sum 9: r2c7 r3c8", "sum 9: r2c8 r3c7"),
            *("difference 3: r3c4 r4c5", "difference 3: r3c5 r4c4"),
        ],
        ("3 diagonal results",),
        """
        When that operation is applied to the orthogonally adjacent pairs, it is the number
        The result is twice the number in the circle
        """,
    ),
    "a sum on lines": (
        "Clues outside the grid give the sum of the digits in that row that are on lines. "
        "Digits may not repeat along red lines.",
        {
            "lines": [line("r1c1", "r1c3", "r2c3", colour=RED)],
            "overlays": [words([0.5, -0.5], "12")],
        },
        ["sum 12: r1c1 r1c2 r1c3", "region: r1c1 r1c2 r1c3 r2c3"],
        ("1 no-repeat line", "1 sum on lines"),
        """
        Clues outside the grid give the sum of the digits in that row
        Clues outside the grid give the sum of the digits in that row that are not on lines
        """,
    ),
    "a count of a digit": (
        "The digit in a highlighted cell is the number of 9s in adjacent cells (including "
        "diagonally).",
        {"underlays": [square("r2c4", GREEN, 1)]},
        ["count 9: r2c4 = r1c3 r1c4 r1c5 r2c3 r2c5 r3c3 r3c4 r3c5"],
        ("1 given-digit counter",),
        """
        The digit in a highlighted cell is the number of 8s in adjacent cells
        The digit in a highlighted cell is not the number of 9s in adjacent cells
        """,
    ),
    "sums of cages by their size": (
        "Cages with the same size have the same sum and cages with different sizes have different "
        "sums.",
        {
            "cages": [
                cage("", "r1c1", "r1c2"),
                cage("", "r9c1", "r9c3"),
                cage("", "r2c1", "r2c2", "r2c3"),
            ]
        },
        [
            "sum 0: r1c1 r1c2 -r9c1 -r9c3",
            "any-of: (sum <= -1: r1c1 r1c2 -r2c1 -r2c2 -r2c3) | "
            "(sum >= 1: r1c1 r1c2 -r2c1 -r2c2 -r2c3)",
        ],
        ("equal sums by size and different sums by size",),
        """
        Cages with the same size have different sums
        Cages with different sizes have the same sum
        """,
    ),
    "a line of one parity that has another rule": (
        "Red lines are palindromes with only odd digits. Blue lines have only even digits with no "
        "repeats.",
        {"lines": [line("r2c5", "r3c4", "r4c3", colour=RED), line("r1c3", "r2c3", colour=BLUE)]},
        [
            *("palindrome: r2c5 r3c4 r4c3", "odd: r2c5 r3c4 r4c3"),
            *("even: r1c3 r2c3", "region: r1c3 r2c3"),
        ],
        ("1 palindrome and odd line", "1 even line and no-repeat line"),
        """
        Red lines are palindromes with only odd digits and repeats
        Red lines are palindromes with only odd sums
        Red lines are not palindromes with only odd digits
        """,
    ),
    "neighbours that are not far apart": (
        "Neighbouring digits along the red line cannot be further apart in value than two steps "
        "(so a 5 would have to be next to 3, 4, 5, 6 or 7).",
        {"lines": [line("r1c5", "r1c7", colour=RED)]},
        ["pair abs(a-b)<=2: r1c5 r1c6", "pair abs(a-b)<=2: r1c6 r1c7"],
        ("1 maximum difference line",),
        """
        Neighbouring digits not along the red line cannot be further apart in value than two steps
        Neighbouring digits along the red line cannot be further apart in value than three steps
        Neighbouring digits along the red line must be further apart in value than two steps
        """,
    ),
    "a digit that is ahead again": (
        "Digits on an arrow must repeat at least once in the direction of the arrow.",
        short("r1c1", 0.3, 0.3),
        [any_of([f"pair a=b: r1c1 r{n}c{n}" for n in range(2, 10)])],
        ("1 repeating arrow",),
        """
        Digits on an arrow must not repeat in the direction of the arrow
        Digits on an arrow must repeat at least twice in the direction of the arrow
        """,
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_a_drawing_becomes_what_the_sentences_say(name: str) -> None:
    text, parts, rules, names, _ = SAID[name]
    assert_is_read(text, parts, rules, names)


@pytest.mark.parametrize("name", SAID)
def test_a_sentence_that_says_something_else_is_not_taken(name: str) -> None:
    text, parts, _, _, others = SAID[name]
    assert_no_guess_takes(listed(others), text, parts)


def test_a_circle_that_a_sentence_does_not_name_has_not_its_digits() -> None:
    parts: Data = {"underlays": [circle("r1c1", RED), circle("r1c3", RED)]}
    guesses = puzzle_with("The digit in the red circle (r1c1) is 4, 5 or 6.", parts).guesses
    assert guesses is not None
    assert all(1 not in guess.sentences for each in guesses.questions for guess in each)


# The noun of the only rule that a sentence gives for the board, how many lines it has, and one.
EVERYWHERE = {
    "Cells a 'camel move' apart may not contain the same digit": ("anti-camel", 1, "offset 1,3"),
    "Cells a zebra's move apart cannot contain the same digit": ("anti-zebra", 1, "offset 2,3"),
    "Every even digit must see at least one identical digit via a knight's move": (
        *("seen even digit", 81),
        any_of(["odd: r1c1", "pair a=b: r1c1 r2c3", "pair a=b: r1c1 r3c2"]),
    ),
    "Every digit must see at least one identical digit via a knight's move": (
        *("seen digit", 81),
        any_of(["pair a=b: r1c1 r2c3", "pair a=b: r1c1 r3c2"]),
    ),
    "For every digit X in a cell in box Y, there is a digit Y in the same position in box X": (
        *("exchanged digits", 36),
        "pair (a!=2 or b=1) and (b!=1 or a=2): r1c1 r1c4; r1c2 r1c5; r1c3 r1c6; r2c1 r2c4; "
        "r2c2 r2c5; r2c3 r2c6; r3c1 r3c4; r3c2 r3c5; r3c3 r3c6",
    ),
    "The taxicab distance between two identical digits must not equal that digit": (
        *("anti-taxicab", 9),
        "pair a!=9 or b!=9: r1c1 r2c9",
    ),
    "A pair of orthogonally neighbouring cells cannot be read as a square number": (
        *("forbidden square number of neighbours", 1),
        "",
    ),
    "Exactly one 3x3 box is a magic square, in which each row, column and diagonal has the same "
    "sum": ("one magic box", 1, ""),
    "Box 9 is a magic square": ("numbered magic box", 8, "sum 15: r7c7 r8c8 r9c9"),
    "Odd digits (1, 3, 5, 7, 9) can appear for more than two cells vertically, but not more than "
    "two cells horizontally": (
        *("few odd digits in rows", 9),
        "line ([2468]|[13579][2468]|[13579][13579][2468])*[13579]?[13579]?: row 1",
    ),
    "Even digits can appear consecutively for more than two cells horizontally but never more than "
    "two cells vertically": (
        *("few even digits in columns", 9),
        "line ([13579]|[2468][13579]|[2468][2468][13579])*[2468]?[2468]?: column 1",
    ),
}


@pytest.mark.parametrize("text", EVERYWHERE)
def test_a_sentence_may_be_about_all_of_the_board(text: str) -> None:
    noun, count, one = EVERYWHERE[text]
    guesses = puzzle_with(f"{text}.", {}).guesses
    assert guesses is not None
    (guess,) = (each for found in guesses.questions for each in found if each.sentences & {1})
    assert guess.noun == noun
    assert len(guess.rules) >= count
    if one:
        wanted = Puzzle.parse(WIKIPEDIA).with_rules(one).constraints
        assert set(map(line_of, wanted)) <= set(map(line_of, guess.rules))


def test_a_battlefield_clue_is_the_sum_of_what_is_shared_or_left() -> None:
    text = (
        "Battlefield rules apply: Consider the first X cells and the last Y cells of a row where X "
        "is the number in the first cell and Y is the number in the last cell. A clue outside the "
        "grid gives the sum of the digits where these groups overlap, or the sum of the digits in "
        "the gap between the groups if they don't overlap."
    )
    puzzle = interpreted(puzzle_with(text, {"overlays": [words([0.5, -0.5], "17")]}))
    assert (puzzle.uninterpreted, puzzle.interpreted) == ((), ("1 battlefield clue",))
    found = line_of(puzzle.constraints[0])
    assert found.count("all-of") == 81 - 8  # all but the ends that leave no gap
    assert "(all-of: (only 5: r1c1) & (only 2: r1c9) & (sum 17: r1c6 r1c7))" in found
    assert "(all-of: (only 6: r1c1) & (only 5: r1c9) & (sum 17: r1c5 r1c6))" in found


def test_a_path_to_be_drawn_may_end_in_marked_cells() -> None:
    text = (
        "Find an orthogonally connected path that starts and ends in the green cells. The path "
        "does not touch itself orthogonally or diagonally."
    )
    parts: Data = {"underlays": [square("r1c1", GREEN, 1), square("r9c9", GREEN, 1)]}
    found = rules_by_noun(text, parts)
    assert found["snake"] == ["snake far-apart"]
    assert found["snake end"] == [
        "exactly 1: (only 2: snake.r1c1-r1c2) | (only 2: snake.r1c1-r2c1)",
        "exactly 1: (only 2: snake.r9c8-r9c9) | (only 2: snake.r8c9-r9c9)",
    ]
    assert "snake end" not in rules_by_noun(text.replace("ends in", "has"), parts)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("All possible differences of 4 and 8 are given.", True),
        ("All possible differences of 4 are given.", False),
        ("All instances of a difference of 4 or 8 are shown.", True),
        ("Not all possible differences of 4 and 8 are given.", False),
        ("If there is no circle between adjacent cells, neither of these properties holds.", True),
        ("If there is no circle between adjacent cells, both of these properties hold.", False),
    ],
)
def test_neighbours_without_a_dot_have_none_of_its_numbers(text: str, found: bool) -> None:
    dots = [disc([0.5, 4], WHITE, 0.4, "4"), disc([8.5, 1], WHITE, 0.4, "8")]
    own = "Numbers in circles show the difference between the cells that they join. "
    read = rules_by_noun(f"{own} {text}", {"overlays": dots})
    negative = [lines for noun, lines in read.items() if noun.startswith("negative")]
    assert any(each == ["negative white"] for each in negative) == found, read


def test_a_loop_that_the_grid_contains_is_to_be_drawn() -> None:
    text = "The grid contains a 1-cell wide loop of orthogonally connected cells. The loop may "
    found = rules_by_noun(f"{text} touch itself diagonally but not orthogonally.", {})
    assert found["loop"] == ["loop apart"]
    assert "loop" not in rules_by_noun("The grid contains no loop of odd cells.", {})


def rules_by_noun(text: str, parts: Data) -> dict[str, list[str]]:
    """The lines of each guess that has a sentence, by its noun."""
    guesses = puzzle_with(text, parts).guesses
    assert guesses is not None
    every = (guess for each in guesses.questions for guess in each if guess.sentences)
    return {guess.noun: [*map(line_of, guess.rules)] for guess in every}


def test_shaded_boxes_may_be_magic_squares() -> None:
    boxes = [square(f"r{r}c{c}", GREY, 1) for r in (4, 5, 6) for c in (4, 5, 6)]
    text = "The grey 3x3 boxes are magic squares: each row, column and diagonal has the same sum."
    assert len(rules_by_noun(text, {"underlays": boxes})["magic box"]) == 8
    assert "magic box" not in rules_by_noun(text, {"underlays": boxes[1:]})


OTHERWISE = """
    Cells a camel move apart contain the same digit
    Cells a camel move apart may not be consecutive
    A camel move is a {1,4} jump
    Every prime digit must see at least one identical digit via a knight's move
    No even digit must see at least one identical digit via a knight's move
    For every digit X in box Y, there is a digit X in the same position in box Y
    Odd digits can appear for more than two cells horizontally
    Odd digits must appear for more than two cells horizontally
    The taxicab distance between two identical digits must equal that digit
    The taxicab distance between two different digits must not equal that digit
    A pair of orthogonally neighbouring cells must be read as a square number
    A pair of orthogonally neighbouring cells cannot be read as a prime number
    No 3x3 box is a magic square
    Exactly two of the 3x3 boxes are magic squares
    Box 9 is not a magic square
    Each 3x3 box is a magic square
"""


@pytest.mark.parametrize("other", listed(OTHERWISE))
def test_a_sentence_that_says_something_else_of_the_board_is_not_taken(other: str) -> None:
    guesses = puzzle_with(f"{other}.", {}).guesses
    assert guesses is not None
    questions = (guess for each in guesses.questions for guess in each)
    assert [each.noun for each in (guesses.plain, *questions) if 1 in each.sentences] == []
