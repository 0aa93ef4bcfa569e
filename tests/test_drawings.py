"""Drawings become rules if the stored solution satisfies them and is then the only one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.guesses import Guesses
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.drawn.colours import colour_of, words_in
from cpsudoku.formats.links.drawn.paths import paths_of
from cpsudoku.formats.links.drawn.sentences import RuleWords, sentences_of
from cpsudoku.formats.links.f_puzzles_reading import puzzle_of_data
from cpsudoku.formats.links.scl import puzzle_of_scl
from cpsudoku.solving import interpreting
from cpsudoku.solving.interpreting import interpreted
from tests.command import invoke
from tests.puzzles import SOLVED, WIKIPEDIA
from tests.test_sudokupad import link_of, scl

Data = dict[str, Any]
BOARD = Board.boxes(3, 3)
GREY, GREEN, PURPLE, BLUE = "#cccf", "#67f067ff", "#f067f0", "#34BBE6"
RED = "#e6261f"
WHITE, BLACK, PEACH, TEAL = "#FFFFFF", "#000000", "#ffcc99", "#33bbaa"


def line(*cells: str, colour: str = GREY, thickness: float = 10) -> Data:
    """A line through the centres of cells."""
    return {"wayPoints": [centre(cell) for cell in cells], "color": colour, "thickness": thickness}


def centre(cell: str) -> list[float]:
    """The centre of a cell such as r1c2."""
    row, column = cell[1:].split("c")
    return [int(row) - 0.5, int(column) - 0.5]


def circle(cell: str, colour: str = GREY, size: float = 0.8, border: str | None = None) -> Data:
    """A disc in a cell."""
    more = {"borderColor": border} if border else {}
    return disc(centre(cell), colour, size) | more


def disc(at: Sequence[float], colour: str, size: float = 0.34, text: str = "") -> Data:
    """A disc anywhere, perhaps with a text."""
    return {
        "center": list(at),
        "width": size,
        "height": size,
        "rounded": True,
        "backgroundColor": colour,
        "text": text,
    } | ({"borderColor": BLACK} if colour == WHITE else {})


def square(cell: str, colour: str = GREY, size: float = 0.8, angle: int = 0) -> Data:
    """A square or a diamond in a cell."""
    return {
        "center": centre(cell),
        "width": size,
        "height": size,
        "angle": angle,
        "backgroundColor": colour,
    }


def words(at: Sequence[float], text: object) -> Data:
    """A text without a shape."""
    return {"center": list(at), "width": 0, "height": 1, "text": text, "color": BLACK}


def ring(cell: str) -> Data:
    """A white circle with a grey border."""
    return circle(cell, WHITE, 0.82, "#aaaf")


# The rules in words, what is drawn, the rules that this becomes, and their names.
READ: dict[str, tuple[str, Data, list[str], list[str]]] = {
    "thermometer": (
        "Digits on a thermometer increase from the bulb.",
        {"lines": [line("r1c5", "r1c2", thickness=19)], "underlays": [circle("r1c2")]},
        ["thermo: r1c2 r1c3 r1c4 r1c5"],
        ["1 thermometer"],
    ),
    "thermometer without words": (
        "",
        {"lines": [line("r1c2", "r1c5", thickness=19)], "underlays": [circle("r1c2")]},
        ["thermo: r1c2 r1c3 r1c4 r1c5"],
        ["1 thermometer"],
    ),
    "branch of a thermometer": (
        "Thermo: digits increase from the bulb.",
        {
            "lines": [line("r1c2", "r1c4"), line("r1c3", "r1c4", "r1c5")],
            "underlays": [circle("r1c2")],
        },
        ["thermo: r1c2 r1c3 r1c4", "thermo: r1c3 r1c4 r1c5"],
        ["2 thermometers"],
    ),
    "slow thermometer": (
        "Slow thermo: digits increase or stay the same from the bulb.",
        {"lines": [line("r1c2", "r1c5")], "underlays": [circle("r1c2")]},
        ["slow-thermo: r1c2 r1c3 r1c4 r1c5"],
        ["1 slow thermometer"],
    ),
    "whispers": (
        "Adjacent digits on a green line differ by at least 5.",
        {"lines": [line("r7c2", "r7c3", "r8c3", colour=GREEN)]},
        ["whispers 5: r7c2 r7c3 r8c3"],
        ["1 whispers line"],
    ),
    "dutch whispers": (
        "Neighbouring digits on the orange Dutch whispers have a difference of 4 or more.",
        {"lines": [line("r7c2", "r7c3", "r8c3", colour="#ff9504fc")]},
        ["whispers 4: r7c2 r7c3 r8c3"],
        ["1 whispers line"],
    ),
    "whispers without words": (
        "",
        {"lines": [line("r7c2", "r7c3", "r8c3", colour=GREEN)]},
        ["whispers: r7c2 r7c3 r8c3"],
        ["1 whispers line"],
    ),
    "renban": (
        "Purple lines contain a set of consecutive, non-repeating digits in any order.",
        {"lines": [line("r1c1", "r1c3", colour=PURPLE)]},
        ["renban: r1c1 r1c2 r1c3"],
        ["1 renban"],
    ),
    "renban of two lines": (
        "The purple shape is a renban.",
        {"lines": [line("r1c6", "r1c7", colour=PURPLE), line("r1c5", "r1c6", colour=PURPLE)]},
        ["renban: r1c6 r1c7", "renban: r1c5 r1c6"],
        ["2 renbans"],
    ),
    "yin-yang": (
        "Yin Yang: Shade some cells so that all shaded cells are orthogonally connected, and all "
        "unshaded cells are orthogonally connected. No 2x2 area may be fully shaded or unshaded.",
        {},
        ["yin-yang"],
        ["yin-yang"],
    ),
    "star battle": (
        "Place two stars in every row, column and box. Stars may not touch, not even diagonally.",
        {},
        ["star-battle 2"],
        ["star-battle"],
    ),
    "palindrome": (
        "Grey lines are palindromes, reading the same each way.",
        {"lines": [line("r1c2", "r3c4")]},
        ["palindrome: r1c2 r2c3 r3c4"],
        ["1 palindrome"],
    ),
    "between line": (
        "Digits on lines between two circles have values between those in the circles.",
        {
            "lines": [line("r1c2", "r1c6", thickness=2)],
            "underlays": [ring("r1c2"), ring("r1c6")],
        },
        ["between: r1c2 r1c3 r1c4 r1c5 r1c6"],
        ["1 between line"],
    ),
    "between lines that share a circle": (
        "Digits on lines between two circles have values between those in the circles.",
        {
            "lines": [line("r1c2", "r1c6", thickness=2)],
            "underlays": [ring("r1c2"), ring("r1c4"), ring("r1c6")],
        },
        ["between: r1c2 r1c3 r1c4", "between: r1c4 r1c5 r1c6"],
        ["1 between line"],
    ),
    "double arrow": (
        "Double arrow: the sum of the digits on the line is that of the digits in the circles.",
        {
            "lines": [line("r1c2", "r1c5")],
            "underlays": [ring("r1c2"), ring("r1c5")],
        },
        ["double-arrow: r1c2 r1c3 r1c4 r1c5"],
        ["1 double arrow"],
    ),
    "lockout line": (
        "Lockout: the diamonds differ by at least 4, other digits are not between them.",
        {
            "lines": [line("r7c7", "r8c6", "r9c5", colour="#9b86ec")],
            "overlays": [square("r7c7", angle=45), square("r9c5", angle=45)],
        },
        ["lockout 4: r7c7 r8c6 r9c5"],
        ["1 lockout line"],
    ),
    "zipper line": (
        "Digits at an equal distance from the centre of a lavender line sum to the centre.",
        {
            "lines": [line("r9c4", "r9c6", colour="#DFC5FE")],
            "underlays": [circle("r9c5", "#DFC5FEFF", 0.44)],
        },
        ["zipper: r9c4 r9c5 r9c6"],
        ["1 zipper line"],
    ),
    "region sum line": (
        "Box borders divide blue lines into segments with the same sum.",
        {"lines": [line("r4c2", "r4c6", colour=BLUE)]},
        ["region-sum: r4c2 r4c3 r4c4 r4c5 r4c6"],
        ["1 region sum line"],
    ),
    "entropic line": (
        "Entropic lines: any three digits in a row are low, middle and high.",
        {"lines": [line("r7c7", "r7c9", colour=PEACH)]},
        ["entropic: r7c7 r7c8 r7c9"],
        ["1 entropic line"],
    ),
    "modular line": (
        "Teal lines are modular: one digit from 147, one from 258 and one from 369.",
        {"lines": [line("r1c1", "r1c3", colour=TEAL)]},
        ["modular: r1c1 r1c2 r1c3"],
        ["1 modular line"],
    ),
    "parity line": (
        "Digits on a red line alternate between odd and even.",
        {"lines": [line("r9c1", "r9c4", colour="#ff4040")]},
        ["modular 2: r9c1 r9c2 r9c3 r9c4"],
        ["1 parity line"],
    ),
    "nabner line": (
        "Nabner: no two digits on a yellow line are consecutive.",
        {"lines": [line("r4c1", "r4c2", "r5c2", colour="#ffe119")]},
        ["nabner: r4c1 r4c2 r5c2"],
        ["1 nabner line"],
    ),
    "sequence line": (
        "Grey sequence lines have the same difference between each pair of neighbours.",
        {"lines": [line("r9c1", "r9c3")]},
        ["sequence: r9c1 r9c2 r9c3"],
        ["1 sequence line"],
    ),
    "index line": (
        "Index lines: the digit in the nth cell from the diamond indicates the position of n.",
        {
            "lines": [line("r1c8", "r1c9", colour="#71ded2")],
            "underlays": [square("r1c8", size=0.4, angle=45)],
        },
        [
            "pair a<=2 and b<=2: r1c8 r1c9",
            "pair (a!=2 or b=1) and (b!=1 or a=2): r1c8 r1c9",
        ],
        ["1 index line"],
    ),
    "consecutive neighbours": (
        "Neighbouring digits along the red line are consecutive.",
        {"lines": [line("r9c1", "r9c3", colour="#ff4040")]},
        ["pair abs(a-b)=1: r9c1 r9c2; r9c2 r9c3"],
        ["1 consecutive line"],
    ),
    "two families of one colour by their ends": (
        "Grey lines with a bulb are thermometers, others are palindromes.",
        {
            "lines": [line("r1c2", "r3c4"), line("r1c3", "r1c5")],
            "underlays": [circle("r1c3")],
        },
        ["palindrome: r1c2 r2c3 r3c4", "thermo: r1c3 r1c4 r1c5"],
        ["1 palindrome", "1 thermometer"],
    ),
    "two lines on the same cells": (
        "Purple lines are renbans. Grey lines between two circles: digits are between theirs.",
        {
            "lines": [
                line("r9c1", "r9c3", colour=PURPLE, thickness=8),
                line("r9c1", "r9c3", thickness=2),
            ],
            "overlays": [ring("r9c1"), ring("r9c3")],
        },
        ["renban: r9c1 r9c2 r9c3", "between: r9c1 r9c2 r9c3"],
        ["1 renban", "1 between line"],
    ),
    "an outline beneath a line": (
        "Green lines: adjacent digits differ by at least 5.",
        {
            "lines": [
                line("r7c2", "r7c3", "r8c3", colour=BLACK, thickness=14),
                line("r8c3", "r7c3", "r7c2", colour=GREEN),
            ]
        },
        ["whispers 5: r8c3 r7c3 r7c2"],
        ["1 whispers line"],
    ),
    "arrow": (
        "Digits along an arrow sum to the digit in the circle.",
        {
            "arrows": [{"wayPoints": [[4.5, 6.1], [4.5, 5.5], [5.5, 5.5]], "color": "#aaaf"}],
            "overlays": [ring("r5c7")],
        },
        ["arrow: r5c7 = r5c6 r6c6"],
        ["1 arrow"],
    ),
    "an arrow whose shaft is drawn again": (
        "Digits along an arrow sum to the digit in the circle.",
        {
            "lines": [line("r5c6", "r6c6", colour="#aaaf")],
            "arrows": [{"wayPoints": [[4.5, 6.1], [4.5, 5.5], [5.5, 5.5]], "color": "#aaaf"}],
            "overlays": [ring("r5c7")],
        },
        ["arrow: r5c7 = r5c6 r6c6"],
        ["1 arrow"],
    ),
    "diagonal sum": (
        "Clues outside the grid give the sum of the digits along the indicated diagonal.",
        {
            "arrows": [{"wayPoints": [[-0.266, 6.734], [-0.068, 6.932]], "color": BLACK}],
            "overlays": [words([-0.5, 6.5], 9)],
        },
        ["little-killer 9: r1c8 r2c9"],
        ["1 diagonal sum"],
    ),
    "diagonal sum with a sign": (
        "Clues outside show the sum of the marked diagonal.",
        {"overlays": [words([-0.5, 6.5], "9↘")]},
        ["little-killer 9: r1c8 r2c9"],
        ["1 diagonal sum"],
    ),
    "dots": (
        "White dots join consecutive digits; black dots join digits with a 1:2 ratio.",
        {"overlays": [disc([0.5, 2], WHITE), disc([4.5, 1], BLACK)]},
        ["white: r1c2 r1c3", "black: r5c1 r5c2"],
        ["1 white dot", "1 black dot"],
    ),
    "dot with a number": (
        "The number in a white dot is the difference of the digits.",
        {"overlays": [disc([0.5, 3], WHITE, text="2")]},
        ["white 2: r1c3 r1c4"],
        ["1 white dot"],
    ),
    "dot of either kind": (
        "Grey dots: digits are either consecutive or in a 1:2 ratio.",
        {"overlays": [disc([4.5, 1], "#888888")]},
        ["any-of: (white: r5c1 r5c2) | (black: r5c1 r5c2)"],
        ["1 white or black dot"],
    ),
    "inequality signs": (
        "Inequality signs point to the lower digit.",
        {"overlays": [words([0.5, 1], ">"), words([1, 0.5], "<") | {"angle": 90}]},
        ["greater: r1c1 r1c2", "greater: r2c1 r1c1"],
        ["2 inequality signs"],
    ),
    "inequality signs of lines": (
        "The inequality signs point to the lower digit.",
        {
            "lines": [
                {"wayPoints": [[0.4, 0.9], [0.5, 1.1], [0.6, 0.9]], "color": BLACK},
                {"wayPoints": [[1.1, 0.4], [0.9, 0.5], [1.1, 0.6]], "color": BLACK},
            ]
        },
        ["greater: r1c1 r1c2", "greater: r2c1 r1c1"],
        ["2 inequality signs"],
    ),
    "V is a sign": (
        "The inequality signs point to the lower digit.",
        {"overlays": [words([2, 0.5], "v")]},
        ["greater: r2c1 r3c1"],
        ["1 inequality sign"],
    ),
    "a cage whose digits repeat": (
        "Digits in cages sum to the number.",
        {"cages": [{"cells": [[0, 0], [1, 5]], "value": 10, "unique": True}]},
        ["sum 10: r1c1 r2c6"],
        ["1 cage"],
    ),
    "quadruple": (
        "Digits in a circle appear in the four surrounding cells.",
        {"overlays": [disc([1, 1], WHITE, 0.6), words([1, 1], "3 7")]},
        ["quadruple 3,7: r1c1 r1c2 r2c1 r2c2"],
        ["1 quadruple"],
    ),
    "quadruple of single digits": (
        "Quadruples: the digits appear around the circle.",
        {"overlays": [disc([1, 1], WHITE, 0.6), words([0.9, 0.9], "3"), words([1.1, 1.1], 7)]},
        ["quadruple 3,7: r1c1 r1c2 r2c1 r2c2"],
        ["1 quadruple"],
    ),
    "odd and even without words": (
        "",
        {"underlays": [circle("r1c1", size=0.7), square("r1c3", size=0.7)]},
        ["odd: r1c1", "even: r1c3"],
        ["1 odd cell", "1 even cell"],
    ),
    "odd and even": (
        "Grey circles are odd and grey squares are even.",
        {"underlays": [circle("r1c1", size=0.7), square("r1c3", size=0.7)]},
        ["odd: r1c1", "even: r1c3"],
        ["1 odd cell", "1 even cell"],
    ),
    "counting circles": (
        "A digit in a circle indicates exactly how many circles contain that digit.",
        {"underlays": [ring(cell) for cell in ("r1c8", "r1c9", "r2c3")]},
        ["counting-circles: r1c8 r1c9 r2c3"],
        ["3 counting circles"],
    ),
    "extra region": (
        "The blue cells contain each digit once.",
        {"underlays": [square(f"r{n}c1", "#a0c0ff", 1.0) for n in range(1, 10)]},
        ["region: column 1"],
        ["9 extra region cells"],
    ),
    "minimum with arrowheads": (
        "Digits in grey cells are lower than their orthogonal neighbours.",
        {
            "underlays": [square("r1c8", "#ccc", 1.0)],
            "lines": [
                {"wayPoints": [[0.4, 7.1], [0.5, 7.2], [0.6, 7.1]], "color": BLACK},
                {"wayPoints": [[0.9, 7.4], [0.8, 7.5], [0.9, 7.6]], "color": BLACK},
            ],
        },
        ["minimum: r1c8"],
        ["1 minimum"],
    ),
    "clone": (
        "The grey areas are clones of each other.",
        {"underlays": [square(cell, "#ccc", 1.0) for cell in ("r1c1", "r1c2", "r7c4", "r7c5")]},
        ["clone: r1c1 r1c2 = r7c4 r7c5"],
        ["4 clones"],
    ),
    "region in a cage": (
        "The grey cells contain each digit once.",
        {
            "underlays": [
                square(f"r{n}c1", "rgba(207, 207, 207, 0.95)", 1.0) for n in range(1, 10)
            ],
            "cages": [{"cells": [[n, 0] for n in range(9)]}],
        },
        ["region: column 1"],
        ["9 extra region cells"],
    ),
    "sandwich": (
        "Clues outside show the sum of the digits sandwiched between the 1 and the 9.",
        {"overlays": [words([5.5, -0.5], "3")]},
        ["sandwich 3: row 6"],
        ["1 sandwich sum"],
    ),
    "skyscraper": (
        "Clues outside are the number of visible skyscrapers.",
        {"overlays": [words([0.5, -0.5], "5"), words([9.5, 0.5], "2")]},
        ["skyscraper 5: row 1", "skyscraper 2: column 1 reversed"],
        ["2 skyscraper clues"],
    ),
    "x-sum": (
        "X-sums: a clue is the sum of the first X digits.",
        {"overlays": [words([0.5, -0.5], "25")]},
        ["x-sum 25: row 1"],
        ["1 x-sum"],
    ),
    "numbered room": (
        "Numbered rooms: the clue is the digit in the Nth cell.",
        {"overlays": [words([0.5, -0.5], "7")]},
        ["numbered-room 7: row 1"],
        ["1 numbered room"],
    ),
    "drawn cage": (
        "Digits in a cage sum to its number and do not repeat.",
        {"cages": [{"cells": [[0, 0], [0, 1]], "value": "8"}]},
        ["killer 8: r1c1 r1c2"],
        ["1 cage"],
    ),
    "lines of equal sums": (
        "Each red line can be divided into segments whose digits sum to 10.",
        {"lines": [line("r1c3", "r1c4", "r2c5", "r2c4", colour="#ff4040")]},
        ["sum-line 10: r1c3 r1c4 r2c5 r2c4"],
        ["1 divided line"],
    ),
    "a number that is not the sum": (
        "Each red line consists of one or more contiguous groups, each of which sums to 10.",
        {"lines": [line("r1c3", "r1c4", "r2c5", "r2c4", colour="#ff4040")]},
        ["sum-line 10: r1c3 r1c4 r2c5 r2c4"],
        ["1 divided line"],
    ),
    "an arrow without a head": (
        "Digits along an arrow sum to the digit in the circle.",
        {"lines": [line("r1c3", "r1c2", "r2c2")], "overlays": [ring("r2c2")]},
        ["arrow: r2c2 = r1c2 r1c3"],
        ["1 arrow"],
    ),
    "a line that increases": (
        "Digits on a red line strictly increase from one end to the other.",
        {"lines": [line("r1c4", "r1c6", colour="#ff4040")]},
        ["any-of: (thermo: r1c4 r1c5 r1c6) | (thermo: r1c6 r1c5 r1c4)"],
        ["1 increasing line"],
    ),
    "a line of even digits": (
        "Digits on a red line are even.",
        {"lines": [line("r1c3", "r1c4", colour="#ff4040")]},
        ["even: r1c3 r1c4"],
        ["1 even line"],
    ),
    "lines with one sum": (
        "All red lines sum to the same total.",
        {
            "lines": [
                line("r1c1", "r1c2", colour="#ff4040"),
                line("r6c1", "r6c2", colour="#ff4040"),
            ]
        },
        ["sum 0: r1c1 r1c2 -r6c1 -r6c2"],
        ["2 equal sum lines"],
    ),
    "cages with one sum": (
        "Digits in each cage sum to the same total, which must be deduced, and do not repeat.",
        {"cages": [{"cells": [[0, 0], [0, 1]]}, {"cells": [[5, 0], [5, 1]]}]},
        ["sum 0: r1c1 r1c2 -r6c1 -r6c2", "region: r1c1 r1c2", "region: r6c1 r6c2"],
        ["2 equal cages"],
    ),
    "diagonals with one sum": (
        "Both indicated diagonals have the same sum.",
        {
            "arrows": [
                {"wayPoints": [[-0.266, 6.734], [-0.068, 6.932]], "color": BLACK},
                {"wayPoints": [[-0.266, 2.266], [-0.068, 2.068]], "color": BLACK},
            ]
        },
        ["sum 0: r1c8 r2c9 -r1c2 -r2c1"],
        ["2 equal diagonals"],
    ),
    "a quadruple without digits beside another": (
        "Digits in circles appear in the four surrounding cells.",
        {"overlays": [disc([1, 1], WHITE, 0.7, "5 7"), disc([2, 2], WHITE, 0.7)]},
        ["quadruple 5,7: r1c1 r1c2 r2c1 r2c2"],
        ["2 quadruples"],
    ),
    "a quadruple whose digits are two texts": (
        "Digits in a black circle appear in the four surrounding cells.",
        {
            "overlays": [
                disc([1, 1], WHITE, 0.7),
                words([0.85, 1], "5\u20093"),
                words([1.15, 1], "7"),
            ]
        },
        ["quadruple 5,3,7: r1c1 r1c2 r2c1 r2c2"],
        ["1 quadruple"],
    ),
    "a red line that may be called pink": (
        "Adjacent digits on a red line differ by at least 2. Adjacent digits on a pink line "
        "differ by at least 3.",
        {"lines": [line("r1c1", "r1c2", colour=RED), line("r3c1", "r3c2", colour="#f9d")]},
        ["whispers 2: r1c1 r1c2", "whispers 3: r3c1 r3c2"],
        ["2 whispers lines"],
    ),
    "a line that is a path": (
        "Digits on a purple line are consecutive in any order.",
        {"lines": [{"d": "M224 32L288 32Q352 32 352 96", "color": PURPLE, "thickness": 10}]},
        ["renban: r1c4 r1c5 r2c6"],
        ["1 renban"],
    ),
    "a short diagonal": (
        "Digits cannot repeat on the marked purple diagonals.",
        {"lines": [{"wayPoints": [[4, 0], [0, 4]], "color": PURPLE, "thickness": 2}]},
        ["region: r4c1 r3c2 r2c3 r1c4"],
        ["1 no-repeat line"],
    ),
}


def puzzle_with(text: str, parts: Data, givens: str = WIKIPEDIA, **metadata: Any) -> Puzzle:
    """A puzzle of SudokuPad with these rules in words and these drawings."""
    cells = [
        [{"value": sign} if sign != "." else {} for sign in givens[9 * r :][:9]] for r in range(9)
    ]
    value = scl(**parts, metadata={"rules": f"Normal sudoku rules apply. {text}"} | metadata)
    return puzzle_of_scl(value | {"cells": cells})


def assert_is_read(text: str, parts: Data, rules: list[str], names: tuple[str, ...]) -> None:
    """All of the words and drawings are read, as these rules with these names."""
    puzzle = interpreted(puzzle_with(text, parts))
    wanted = Puzzle.parse(WIKIPEDIA).with_rules(*rules)
    assert puzzle.uninterpreted == ()
    assert sorted(map(line_of, puzzle.constraints)) == sorted(map(line_of, wanted.constraints))
    assert puzzle.interpreted == names


def assert_no_guess_takes(others: Iterable[str], text: str, parts: Data) -> None:
    """Each of these sentences, behind a text that is read, stays without an explanation."""
    for other in others:
        guesses = puzzle_with(f"{text} {other}.", parts).guesses
        assert guesses is not None
        number = guesses.sentences.index(other)
        questions = (guess for each in guesses.questions for guess in each)
        takers = [guess.noun for guess in (guesses.plain, *questions) if number in guess.sentences]
        assert takers == [], other


@pytest.mark.parametrize(("text", "parts", "rules", "names"), READ.values(), ids=READ)
def test_a_drawing_is_read_as_rules(
    text: str, parts: Data, rules: list[str], names: list[str]
) -> None:
    puzzle = interpreted(puzzle_with(text, parts))
    wanted = Puzzle.parse(WIKIPEDIA).with_rules(*rules)
    assert set(puzzle.constraints) == set(wanted.constraints)
    assert sorted(puzzle.interpreted) == sorted(names)
    assert puzzle.uninterpreted == ()


def pairs_of(grid: str) -> list[tuple[int, int]]:
    """The cells of a grid that touch at an edge."""
    return [
        (cell, other)
        for cell in range(len(grid))
        for other in (cell + 1, cell + 9)
        if other < len(grid) and (other == cell + 9 or other % 9)
    ]


def edge(one: int, other: int) -> list[float]:
    """The middle of the edge between two cells."""
    return [(one // 9 + other // 9 + 1) / 2, (one % 9 + other % 9 + 1) / 2]


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("All possible dots are given.", "negative white"),
        ("All white dots are shown.", "negative white"),
        ("Not all dots are given.", ""),
    ],
)
def test_all_dots_may_be_given(sentence: str, name: str) -> None:
    near = [pair for pair in pairs_of(SOLVED) if abs(_difference(pair)) == 1]
    parts = {"overlays": [disc(edge(*pair), WHITE) for pair in near]}
    text = f"White dots join consecutive digits. {sentence}"
    puzzle = interpreted(puzzle_with(text, parts))
    assert puzzle.uninterpreted == ()
    assert puzzle.interpreted == (f"{len(near)} white dots", *([name] if name else []))
    fewer = interpreted(puzzle_with(text, {"overlays": parts["overlays"][1:]}))
    assert fewer.interpreted == (f"{len(near) - 1} white dots",)
    assert bool(fewer.uninterpreted) is bool(name)


def _difference(pair: tuple[int, int]) -> int:
    return int(SOLVED[pair[0]]) - int(SOLVED[pair[1]])


def test_all_v_may_be_given() -> None:
    signed = [pair for pair in pairs_of(SOLVED) if sum(int(SOLVED[cell]) for cell in pair) == 5]
    parts = {"overlays": [words(edge(*pair), "V") for pair in signed]}
    puzzle = interpreted(puzzle_with("A V joins digits that sum to 5. All Vs are given.", parts))
    read = (f"{len(signed)} X or Vs", "negative V")
    assert (puzzle.interpreted, puzzle.uninterpreted) == (read, ())
    assert sum(rule.name == "pair" for rule in puzzle.constraints) > 10


GIVEN_UP: dict[str, tuple[str, Data, str, dict[str, Any], str]] = {
    "the solution breaks the guess": (
        "Purple lines are renbans.",
        {"lines": [line("r1c4", "r1c8", colour=PURPLE)]},
        WIKIPEDIA,
        {},
        "guess 1 renban (the stored solution breaks it)",
    ),
    "several solutions": (
        "Purple lines are renbans.",
        {"lines": [line("r1c1", "r1c3", colour=PURPLE)]},
        "." * 81,
        {},
        "guess 1 renban (then it has several solutions)",
    ),
}


@pytest.mark.parametrize(
    ("text", "parts", "givens", "metadata", "remark"), GIVEN_UP.values(), ids=GIVEN_UP
)
def test_a_guess_that_failed_is_named(
    text: str, parts: Data, givens: str, metadata: dict[str, Any], remark: str
) -> None:
    puzzle = interpreted(puzzle_with(text, parts, givens, **metadata))
    assert (puzzle.constraints, puzzle.interpreted) == ((), ())
    assert puzzle.uninterpreted[:2] == ("1 line (drawing)", remark)


def test_an_undecided_guess_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreting, "_result", lambda reading, deadline: interpreting.UNDECIDED)
    drawn = puzzle_with(*READ["palindrome"][:2])
    puzzle = interpreted(drawn)
    assert "guess 1 palindrome (undecided after 30 s)" in puzzle.uninterpreted
    puzzle = interpreted(drawn, accept_guesses=True)
    assert [rule.name for rule in puzzle.constraints] == ["palindrome"]
    assert puzzle.uninterpreted == ("guess 1 palindrome (accepted without proof)",)
    cages = {"cages": [{"cells": [[0, 0], [0, 1]], "value": 8, "unique": True}]}
    puzzle = interpreted(puzzle_with("Cages show their sums. Cells in fog are odd.", cages))
    assert puzzle.uninterpreted == ("sentence 'Cells in fog are odd'",)


# Rules in words that no rule of ours expresses: they stay named although the puzzle is unique.
DEMANDS = [
    "Draw a loop of cells that are connected diagonally.",
    "The cells in fog are odd.",
    "Each region contains a doubler whose value counts double.",
    "One of the lines is wrong.",
    "The digits of the loop have the same sum in each box.",
    "Shade some cells so that no two shaded cells touch.",
    "All shaded cells are connected.",
    "Place two stars in each row.",
    "Divide the grid into cages of orthogonally connected cells.",
    "Every cage has another sum, to be determined by the solver.",
    "Digits in green cells are prime.",
]


@pytest.mark.parametrize("sentence", DEMANDS)
def test_a_sentence_that_demands_more_stays_named(sentence: str) -> None:
    text, parts, _, names = READ["palindrome"]
    puzzle = interpreted(puzzle_with(f"{text} {sentence}", parts))
    assert list(puzzle.interpreted) == names
    (named,) = puzzle.uninterpreted
    assert named.startswith(f"sentence '{sentence[:-1][:30]}")


# Sentences that are no rules, or that only explain one.
PLAIN = [
    "Have fun!",
    "Thanks to Ada for testing.",
    "I was so terrible with numbers!",
    "Not all possible lines are given.",
    "Digits may repeat on a line if allowed by other rules.",
    "Place the digits 1-9 once each in every row, column and 3x3 box.",
    "For example, 1-2-1 would be such a line.",
    "They may have any length.",
]


@pytest.mark.parametrize("sentence", PLAIN)
def test_a_sentence_that_demands_nothing_is_not_named(sentence: str) -> None:
    text, parts, _, _ = READ["palindrome"]
    assert interpreted(puzzle_with(f"{text} {sentence}", parts)).uninterpreted == ()


# Drawings that cannot be rules.
DECORATION: dict[str, Data] = {
    "white shapes": {"underlays": [square("r1c1", "#fff3"), square("r2c2", "#ffffff")]},
    "a shape without colours": {"overlays": [{"center": [0.5, 0.5], "width": 1, "height": 1}]},
    "a background": {
        "underlays": [{"center": [4.5, 4.5], "width": 9.2, "height": 9.2, "backgroundColor": BLUE}]
    },
    "an outline of the boxes": {"lines": [{"wayPoints": [[0, 3], [9, 3], [9, 0]], "color": BLACK}]},
    "a line from edge to edge": {
        "lines": [{"wayPoints": [[0, 2.5], [4.5, 2.5], [4.5, 9]], "color": BLUE, "thickness": 4}]
    },
    "a title": {"overlays": [words([-0.5, 4.5], "My puzzle")]},
}


@pytest.mark.parametrize("parts", DECORATION.values(), ids=DECORATION)
def test_decoration_is_left_out(parts: Data) -> None:
    assert puzzle_with("", parts).uninterpreted == ()


def test_an_arrow_of_another_colour_does_not_spoil_the_others() -> None:
    text, parts, _, names = READ["arrow"]
    red = {"wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "#f00"}
    puzzle = interpreted(puzzle_with(text, {**parts, "arrows": [*parts["arrows"], red]}))
    assert (list(puzzle.interpreted), puzzle.uninterpreted) == (names, ("1 arrow (drawing)",))


def test_digits_from_0_are_those_that_a_sentence_names() -> None:
    rules = "Place the digits 0-8 in each row, column and box."
    value = scl(metadata={"rules": rules, "solution": ""})
    assert puzzle_of_scl(value | {"cells": [[{}] * 9] * 9}).board.values == tuple(range(9))
    value = scl(metadata={"rules": "The digits 0-7 are in each row.", "solution": ""})
    assert puzzle_of_scl(value | {"cells": [[{}] * 9] * 9}).board.values == tuple(range(1, 10))


def test_orthogonal_and_diagonal_neighbours_are_all_neighbours() -> None:
    text = "Pairs of adjacent digits (orthogonal and diagonal) do not sum to 13."
    cage = {"cells": [[row, row] for row in range(9)]}
    guesses = puzzle_with(text, {"cages": [cage]}).guesses
    assert guesses is not None
    found = {each.name: sorted(each.sentences) for each, *_ in guesses.questions}
    assert found["forbidden sum of all neighbours"] == [1]
    puzzle = puzzle_with("Adjacent digits (orthogonal and diagonal) do not form loops.", {})
    assert len(puzzle.uninterpreted) == 1


def test_digits_of_every_column_may_be_indexes() -> None:
    text = "Digits in the Nth column indicate in which column the digit N is placed in that row. "
    text += "Eg if r3c2 is a 5, r3c5 must contain a 2."
    guesses = puzzle_with(text, {}).guesses
    assert guesses is not None
    assert [(each.name, sorted(each.sentences)) for each, *_ in guesses.questions] == [
        ("9 indexed columns", [1, 2])
    ]


@pytest.mark.parametrize("key", ["lines", "arrows"])
def test_a_line_between_two_corners_of_cells_is_named(key: str) -> None:
    parts = {key: [{"wayPoints": [[1, 1], [1, 2]], "color": BLACK}]}
    assert interpreted(puzzle_with("", parts)).uninterpreted == (f"1 {key[:-1]} (drawing)",)


def test_other_drawings_are_not_decoration() -> None:
    inside = {"lines": [{"wayPoints": [[0, 2], [9, 2]], "color": BLACK}]}
    assert interpreted(puzzle_with("", inside)).uninterpreted == ("1 line (drawing)",)
    sun = {"underlays": [words([1.5, 1.5], "\N{BLACK SUN WITH RAYS}")]}
    assert interpreted(puzzle_with("", sun)).uninterpreted == ("1 text (drawing)",)


def test_cells_that_are_only_coloured_are_decoration() -> None:
    cells = [square("r1c1", BLUE, 1), square("r5c5", BLUE, 1), square("r1c2", RED, 1)]
    puzzle = interpreted(puzzle_with("", {"underlays": cells}))
    assert (puzzle.interpreted, puzzle.constraints) == (("3 decorative cells",), ())
    assert puzzle.uninterpreted == ()


ABOUT_CELLS = (
    "Digits in blue cells are prime to each other.",
    "Shaded cells are special.",
    "A cell in blue is special.",
)


@pytest.mark.parametrize("sentence", ABOUT_CELLS)
def test_coloured_cells_are_no_decoration_if_a_sentence_speaks_of_them(sentence: str) -> None:
    puzzle = interpreted(puzzle_with(sentence, {"underlays": [square("r1c1", BLUE, 1)]}))
    assert puzzle.interpreted == ()
    assert puzzle.uninterpreted[0] == "1 rectangle (drawing)"


@pytest.mark.parametrize(
    ("path", "strokes"),
    [
        ("M64 0h64v64z", [[(0, 1), (0, 2), (1, 2), (0, 1)]]),
        ("m64 64 64 0m0 0l0 64", [[(1, 1), (1, 2), (2, 2)]]),
        ("M0 0L64 64M128 128L64 128", [[(0, 0), (1, 1)], [(2, 2), (2, 1)]]),
        ("M0 0A1 1 0 0 0 1 1", []),
        ("L64 64", []),
        ("M0", []),
        ("Z9", []),
        ("M0 0z9", []),
    ],
)
def test_a_path_has_strokes(path: str, strokes: list[list[tuple[float, float]]]) -> None:
    assert paths_of(path) == strokes


def test_a_path_that_is_not_understood_is_named() -> None:
    parts = {"lines": [{"d": "M0 0A1 1 0 0 0 64 64", "color": PURPLE}]}
    assert interpreted(puzzle_with("", parts)).uninterpreted == ("1 line (drawing)",)


def test_every_way_of_reading_interprets_and_says_so() -> None:
    parts = READ["thermometer"][1]
    link = link_of(scl(**parts))
    assert cpsudoku.check(link).puzzle.interpreted == ("1 thermometer",)
    done = invoke("check", link)
    assert (done.code, done.out.split()[0]) == (0, "unique")
    assert "read from 2 drawn parts: 1 thermometer" in done.out
    assert "read from 2 drawn parts: 1 thermometer" in invoke("solve", link).out
    data = json.loads(invoke("convert", link, "--to", "json").out)
    assert data["interpreted"] == ["1 thermometer"]
    assert data["rules"] == [{"rule": "thermo", "cells": ["r1c2", "r1c3", "r1c4", "r1c5"]}]
    assert "uninterpreted" not in data
    assert next(cpsudoku.read(json.dumps(data))).interpreted == ("1 thermometer",)
    again = Puzzle.parse(invoke("convert", link, "--to", "f-puzzles").out)
    assert [rule.name for rule in again.constraints] == ["thermo"]


def test_drawings_of_f_puzzles_are_read_too() -> None:
    data = {
        "size": 9,
        "ruleset": "Purple lines are renbans.",
        "solution": [int(digit) for digit in SOLVED],
        "grid": [
            [{"value": int(sign), "given": True} if sign != "." else {} for sign in row]
            for row in (WIKIPEDIA[9 * r :][:9] for r in range(9))
        ],
        "line": [{"lines": [["R1C1", "R1C2", "R1C3"]], "outlineC": PURPLE, "width": 0.3}],
        "circle": [{"cells": ["R1C2", "R1C3"], "baseC": WHITE, "outlineC": BLACK, "width": 0.3}],
        "text": [{"cells": ["R6C0"], "value": "3"}],
        "cage": [{"cells": ["R1C1", "R1C2"], "value": "8"}],
    }
    puzzle = puzzle_of_data(data, Puzzle.parse(WIKIPEDIA).source)
    assert puzzle.uninterpreted[:2] == ("1 line (drawing)", "1 circle (drawing)")
    puzzle = interpreted(puzzle)
    assert puzzle.interpreted == ("1 renban", "1 white dot", "1 cage")
    assert puzzle.uninterpreted == ("1 text (drawing)",)


def test_a_puzzle_keeps_no_guesses_once_they_are_decided() -> None:
    puzzle = puzzle_with(*READ["palindrome"][:2])
    assert isinstance(puzzle.guesses, Guesses)
    assert interpreted(puzzle).guesses is None
    assert interpreted(replace(puzzle, guesses=None)).uninterpreted == puzzle.uninterpreted


COLOURS = {
    "#67F067": {"green", "lime"},
    "#F067F0": {"purple", "pink", "magenta"},
    "#CFCFCF": {"grey", "silver"},
    "#34BBE6": {"blue", "cyan"},
    "#000": {"black"},
    "#FFFFFF": {"white"},
    "#FFA500": {"orange"},
    "rgba(207, 207, 207, 0.95)": {"grey"},
    "#0003": {"grey"},
}


@pytest.mark.parametrize(("code", "names"), COLOURS.items(), ids=COLOURS)
def test_a_colour_has_the_names_that_people_give_it(code: str, names: set[str]) -> None:
    colour = colour_of(code)
    assert all(map(colour.is_called, names))
    others = {"green", "red", "blue", "grey", "white", "black", "purple"} - names
    assert not any(map(colour.is_called, others))


def test_what_is_no_colour_is_not_seen() -> None:
    assert not any(colour_of(code).is_seen for code in ("", None, "none", "#12", "#0000", 7))
    assert words_in("light green and gray lines, mauve cells") == {"green", "gray", "purple"}


def test_sentences_end_where_people_end_them() -> None:
    text = "Normal rules apply. Digits, e.g. 1 - 9, differ!\\n- Thermo: they increase\n\nHave fun"
    assert sentences_of(text) == (
        "Normal rules apply",
        "Digits, e.g. 1 - 9, differ",
        "Thermo: they increase",
        "Have fun",
    )


def test_many_words_are_read_at_once() -> None:
    text = "digits in rows and columns repeat not all given line circle sum same " * 20_000
    assert RuleWords(sentences_of(text), BOARD).about("thermo") == frozenset()
