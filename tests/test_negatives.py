"""What the absence of a mark means, and which marks exempt a pair from it."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Value
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of, parsed, rules_of

BOARD = Board.boxes(3, 3)
EMPTY = Grid(bytes(81), BOARD)


def allows(lines: list[str], **digits: int) -> bool:
    """Whether the first of these rules allows digits, such as ``r1c1=5``, in a puzzle of all."""
    rule = Puzzle(EMPTY, parsed(lines, BOARD)).constraints[0]
    values: dict[int, Value] = {BOARD.cell_named(name): digit for name, digit in digits.items()}
    return rule.allows([values.get(cell) for cell in rule.cells])


KROPKI = "negative white black"
PAIR = {"r1c1": 4, "r1c2": 5}
DOUBLE = {"r1c1": 3, "r1c2": 6}


@pytest.mark.parametrize(
    ("lines", "digits", "expected"),
    [
        (["negative white"], PAIR, False),
        (["negative white"], DOUBLE, True),
        (["negative black"], DOUBLE, False),
        (["negative black"], PAIR, True),
        ([KROPKI], PAIR, False),
        ([KROPKI], DOUBLE, False),
        ([KROPKI, "white: r1c1 r1c2"], PAIR, True),
        # a dot of either colour exempts its pair from the negatives of both
        (["negative white", "black: r1c2 r1c1"], {"r1c1": 1, "r1c2": 2}, True),
        (["negative black", "white: r1c1 r1c2"], {"r1c1": 1, "r1c2": 2}, True),
        ([KROPKI, "white: r1c2 r1c3"], PAIR, False),
        # the numbers of the dots are what is excluded
        (["negative black", "black 3: r8c1 r9c1"], DOUBLE, True),
        (["negative black", "black 3: r8c1 r9c1"], {"r1c1": 3, "r1c2": 9}, False),
        (["negative black", "black 3: r8c1 r9c1", "black: r8c5 r9c5"], DOUBLE, False),
        (["negative white", "white 2: r8c1 r9c1"], PAIR, True),
        (["negative white", "white 2: r8c1 r9c1"], {"r1c1": 3, "r2c1": 5}, False),
        # a sign exempts its pair from the negative of signs only
        (["negative xv"], {"r1c1": 4, "r1c2": 6}, False),
        (["negative xv"], {"r1c1": 4, "r1c2": 1}, False),
        (["negative xv", "x: r8c1 r9c1"], {"r1c1": 4, "r1c2": 1}, False),
        (["negative xv", "xv 8: r8c1 r9c1"], {"r1c1": 7, "r1c2": 1}, False),
        (["negative xv", "xv X: r1c1 r1c2"], {"r1c1": 4, "r1c2": 1}, True),
        (["negative xv", "white: r1c1 r1c2"], {"r1c1": 2, "r1c2": 3}, False),
        (["negative white", "xv V: r1c1 r1c2"], {"r1c1": 2, "r1c2": 3}, False),
        (["negative white xv", "xv V: r1c1 r1c2"], {"r1c1": 2, "r1c2": 3}, False),
        (["negative white xv", "xv V: r1c1 r1c2"], {"r1c1": 4, "r1c2": 1}, True),
        # cells that do not touch at an edge
        ([KROPKI], {"r1c1": 4, "r2c2": 5}, True),
        (["non-consecutive"], PAIR, False),
        (["non-consecutive"], DOUBLE, True),
        (["non-consecutive", "white: r1c1 r1c2"], PAIR, True),
        (["non-consecutive", "black: r1c1 r1c2"], {"r1c1": 2, "r1c2": 1}, True),
        (["non-consecutive", "white 3: r5c1 r5c2"], PAIR, False),
        (["non-consecutive everywhere", "black: r1c1 r1c2"], {"r1c1": 2, "r1c2": 1}, False),
        (["minimum: r1c1"], {"r1c1": 5, "r1c2": 4}, False),
        (["minimum: r1c1", "minimum: r1c2"], {"r1c1": 5, "r1c2": 4}, True),
        (["minimum: r1c1", "maximum: r1c2"], {"r1c1": 5, "r1c2": 4}, False),
        (["maximum: r1c1 r1c2"], {"r1c1": 5, "r1c2": 6}, True),
        (["maximum: r1c1 r1c2"], {"r1c1": 5, "r2c1": 6}, False),
    ],
    ids=str,
)
def test_what_a_missing_mark_excludes(
    lines: list[str], digits: dict[str, int], expected: bool
) -> None:
    assert allows(lines, **digits) is expected


def test_a_negative_knows_marks_that_are_listed_after_it_and_survives_its_line() -> None:
    puzzle = Puzzle(EMPTY, parsed([KROPKI, "black: r1c1 r1c2"], BOARD))
    rule = puzzle.constraints[0]
    again = rules_of(line_of(rule), BOARD)[0]
    assert again != rule
    assert Puzzle(EMPTY, (again, puzzle.constraints[1])) == puzzle


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("x: r1c1 r1c2", "xv X: r1c1 r1c2"),
        ("v: r1c1 r1c2", "xv 5: r1c1 r1c2"),
        ("strict-kropki", KROPKI),
        ("negative black white black", KROPKI),
        ("strict xv", "negative xv"),
        ("anti-consecutive", "non-consecutive everywhere"),
        ("dutch whispers: r1c1 r1c2", "whispers 4: r1c1 r1c2"),
    ],
)
def test_an_alias_may_stand_for_a_name_and_its_first_words(line: str, same: str) -> None:
    assert rules_of(line, BOARD) == rules_of(same, BOARD)


@pytest.mark.parametrize(
    ("line", "digits", "reason"),
    [
        ("white: r1c1 r1c2", {"r1c1": (5,), "r1c2": (1, 3)}, "r1c1 and r1c2 must differ by 1"),
        ("black: r1c1 r1c2", {"r1c1": (7,), "r1c2": (1, 4)}, "must be in the ratio 1:2"),
        ("x: r1c1 r1c2", {"r1c1": (5,), "r1c2": (5, 6)}, "must add up to 10"),
        ("whispers: r1c1 r1c2", {"r1c1": (5,), "r1c2": (1, 9)}, "must differ by at least 5"),
        ("palindrome: r1c1 r5c5", {"r1c1": (5,), "r5c5": (4, 6)}, "r1c1 and r5c5 must be the same"),
        ("renban: r1c1 r2c2", {"r1c1": (5,), "r2c2": (1, 7)}, "2 consecutive digits"),
        ("thermo: r1c1 r1c2", {"r1c1": (9,), "r1c2": (1, 9)}, "r1c1 is at most 8"),
        ("slow-thermo: r1c1 r1c2", {"r1c1": (9,), "r1c2": (1, 9)}, "r1c1 is at most 8"),
        (
            "renban: r1c1 r2c1 r3c1",
            {"r1c1": (4, 5, 6), "r2c1": (3, 4, 6, 7), "r3c1": (3, 4, 6, 7)},
            "the renban from r1c1 to r3c1 needs 5, and only r1c1 can have it",
        ),
        (
            "whispers: r1c2 r1c1 r2c1",
            {"r1c1": (4,)},
            "4 in r1c1 leaves only 9 for both r1c2 and r2c1",
        ),
        ("negative xv", {"r1c1": (4,), "r1c2": (6,)}, "have no such mark, so they must not add up"),
    ],
)
def test_an_elimination_has_a_reason_in_words(
    line: str, digits: dict[str, tuple[int, ...]], reason: str
) -> None:
    (rule,) = rules_of(line, BOARD)
    domains = dict.fromkeys(range(81), BOARD.values)
    domains |= {BOARD.cell_named(name): values for name, values in digits.items()}
    reasons = [each.reason for each in rule.narrow(domains) if each.cell == 0]
    assert reasons
    assert reason in reasons[0]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("whispers: r1c1 r1c2", "On a green line digits next to each other differ by at least 5."),
        (
            "whispers 4: r1c1 r1c2",
            "On a green line marked 4 digits next to each other differ by at least",
        ),
        ("lockout: r1c1 r1c2", "differ by at least 4."),
        ("modular 5: r1c1 r1c2", "have different remainders when divided by 5."),
        ("renban: r1c1 r1c2", "consecutive numbers in any order"),
        ("white: r1c1 r1c2", "a white dot differ by 1."),
        ("white 3: r1c1 r1c2", "a white dot with a number differ by that number."),
        ("black: r1c1 r1c2", "one is twice the other."),
        ("black 3: r1c1 r1c2", "one is that many times the other."),
        ("v: r1c1 r1c2", "Digits joined by a V add up to 5."),
        ("xv 7: r1c1 r1c2", "Digits joined by a number add up to it."),
    ],
)
def test_the_rules_text_has_the_numbers_of_the_rule(line: str, text: str) -> None:
    (rule,) = rules_of(line, BOARD)
    assert text in rule.rule_text
    assert rule.rule_text in rule.describe()


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("offset 3,1", "Cells that are 1 row and 3 columns or 3 rows and 1 column apart hold"),
        ("offset 2,2", "Cells that are 2 rows and 2 columns apart hold different digits."),
        ("negative white", "must not differ by 1."),
        ("non-consecutive", "consecutive digits unless a dot marks them."),
        ("non-consecutive everywhere", "do not hold consecutive digits."),
    ],
)
def test_a_rule_of_the_whole_board_is_a_sentence(line: str, text: str) -> None:
    (rule,) = rules_of(line, BOARD)
    assert text in rule.describe()


def test_a_rule_that_knows_the_others_is_not_made_anew() -> None:
    lines = [KROPKI, "non-consecutive", "minimum: r1c1", "white: r5c5 r5c6", "minimum: r2c2"]
    puzzle = Puzzle(EMPTY, parsed(lines, BOARD))
    again = Puzzle(EMPTY, puzzle.constraints)
    assert all(a is b for a, b in zip(puzzle.constraints, again.constraints, strict=True))
