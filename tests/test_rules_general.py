"""The languages of the general rules: expressions of pairs, patterns of lines, rules of rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from ortools.sat.python import cp_model

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.constraints.encodings import alternatives
from cpsudoku.core.constraints.expressions import table_of
from cpsudoku.core.constraints.machines import StateMachine, machine_of
from cpsudoku.core.constraints.patterns import pattern_layers
from cpsudoku.core.grid import Grid
from cpsudoku.core.layers import DOUBLED
from cpsudoku.core.puzzle import Puzzle, house_rules
from cpsudoku.core.rule_lines import line_of, parsed, rules_of
from cpsudoku.engines.cpsat import Cells
from cpsudoku.runtime.errors import CpsudokuError, InputError
from tests import test_constraints
from tests.chance import Chance
from tests.rules import every_rule, rules
from tests.test_constraints import RELY_ON_HOUSES, allowed, possible, posted, some_domains

FOUR = Board.of_size(4)
NINE = Board.of_size(9)
SIXTEEN = Board.of_size(16)
DIGITS = range(1, 10)
CELLS = ("r1c1", "r1c2", "r2c2", "r2c1")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("a+b<10", lambda a, b: a + b < 10),
        ("a + b = 10", lambda a, b: a + b == 10),
        ("a!=b", lambda a, b: a != b),
        ("a < b <= 7", lambda a, b: a < b <= 7),
        ("abs(a-b) >= 5 or a == b", lambda a, b: abs(a - b) >= 5 or a == b),
        ("not (a%2 == b%2 and a>b)", lambda a, b: not (a % 2 == b % 2 and a > b)),
        ("max(a, b, 3) - min(a, b) > 2", lambda a, b: max(a, b, 3) - min(a, b) > 2),
        ("10*a+b > 3*-b+40", lambda a, b: 10 * a + b > -3 * b + 40),
        ("a//(b-1) >= 2", lambda a, b: b != 1 and a // (b - 1) >= 2),
        ("a%(b-2) = 0", lambda a, b: b != 2 and a % (b - 2) == 0),
    ],
)
def test_an_expression_means_what_python_means(text: str, meaning: Any) -> None:
    expected = {(a, b) for a, b in product(DIGITS, DIGITS) if meaning(a, b)}
    assert table_of(text, tuple(DIGITS)) == expected
    assert 0 < len(expected) < 81


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not an expression"),
        ("a+b", "'a \\+ b' is not a comparison"),
        ("a<5", "does not compare a and b"),
        ("a<c", "'c' cannot be part of a pair"),
        ("a**b<9", "'a \\*\\* b' cannot be part"),
        ("9**9**9**9<a-b", "cannot be part"),
        ("a<<b>1", "cannot be part"),
        ("a/b=2", "cannot be part"),
        ("a<b if a else b", "is not a comparison"),
        ("(a<b)+1 < 2", "cannot be part"),
        ("a and b", "'a' is not a comparison"),
        ("a<99999-b", "numbers up to 10000"),
        ("a.real<b", "is not an expression"),
        ("a<'b'", "is not an expression"),
        ("a<b[0]", "is not an expression"),
        ("__import__('os')<a-b", "is not an expression"),
        ("exit(a)<b", "'exit\\(a\\)' cannot be part"),
        ("abs(a,b)<1", "cannot be part"),
        ("max(*a)<b", "cannot be part"),
        ("max(a)<b", "cannot be part"),
        ("a<1e5-b", "is not an expression"),
        ("lambda a<b", "is not an expression"),
        ("a in b", "is not a comparison"),
        ("a is b", "is not a comparison"),
        ("a<" + "(" * 150 + "b", "is not an expression"),
        ("a<b" + " and a<b" * 30, "at most 200"),
        ("a<" + "-" * 150 + "b<", "is not an expression"),
    ],
)
def test_what_an_expression_may_not_have(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        table_of(text, tuple(DIGITS))


def test_the_deepest_expression_is_computed() -> None:
    assert table_of("a<" + "-" * 150 + "b", (1, 2)) == {(1, 2)}
    assert table_of("a<" + "(" * 90 + "b" + ")" * 90, (1, 2)) == {(1, 2)}


@pytest.mark.parametrize(
    "data",
    [
        [],
        [[1]],
        [[1, 10]],
        [[0, 1]],
        [["1", 2]],
        [[True, 2]],
        [1, 2],
        {"a": 1},
        5,
    ],
    ids=str,
)
def test_a_table_of_another_form_is_refused(data: Any) -> None:
    with pytest.raises(InputError, match=r"^'pair', relation: "):
        CONSTRAINTS["pair"].from_data({"relation": data, "cells": ["r1c1", "r1c2"]}, NINE)


def random_pattern(random: Random, depth: int = 0) -> str:
    """A pattern of digits 1 to 4 that Python's ``re`` reads in the same way."""
    parts = []
    for _ in range(random.randint(0 if depth else 1, 3)):
        choice = random.random()
        if choice < 0.3 and depth < 2:
            inside = "|".join(
                random_pattern(random, depth + 1) for _ in range(random.randint(1, 3))
            )
            part = f"({inside})"
        elif choice < 0.5:
            part = random.choice([".", "[1-3]", "[^12]", "[24]", "[^1-3]"])
        else:
            part = str(random.randint(1, 4))
        parts.append(
            part + random.choice(["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}"])
        )
    return "".join(parts)


def test_a_pattern_means_what_python_means() -> None:
    random = Random(7)
    decided = {True: 0, False: 0}
    for _ in range(400):
        pattern, length = random_pattern(random), random.randint(1, 4)
        layers = pattern_layers(pattern, FOUR, length)
        for _ in range(20):
            line = [random.randint(1, 4) for _ in range(length)]
            state: int | None = None if layers is None else 0
            for value, layer in zip(line, layers or (), strict=False):
                state = None if state is None else layer[state].get(value)
            matches = re.fullmatch(pattern, "".join(map(str, line))) is not None
            assert (state is not None) == matches, (pattern, line)
            decided[matches] += 1
    assert min(decided.values()) > 1000


def test_a_pattern_of_a_large_board_has_letters() -> None:
    (rule,) = rules_of("line [a-c]G?g: r1c1 r1c2", SIXTEEN)
    assert rule.allows([10, 16])
    assert rule.allows([12, 16])
    assert not rule.allows([13, 16])


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("1(2", "the end is not expected"),
        ("1)2", "'\\)' is not expected"),
        ("*1", "'\\*' is not expected"),
        ("12**", "'\\*' is not expected"),
        ("0", "'0' is not expected .* the digits are 1-9"),
        ("1A", "'A' is not expected"),
        ("[1-", "the end is not expected"),
        ("[]", "brackets without digits"),
        ("1{3,2}", "larger number first"),
        ("1{100}", "'{' is not expected"),
        ("(?=1)", "is not expected"),
        ("\\d", "is not expected"),
        ("1" * 5001, "at most 5000"),
        ("(" * 31 + "1" + ")" * 31, "more than 30 parentheses"),
        ("((((1{99}){99}){99}){99}){99}", "more than 10000 parts"),
        ("((((){99}){99}){99}){99}", "more than 10000 parts"),
        ("(.*1.{20})*(.*2.{20})*", "too complicated"),
        ("(.?){99}" * 15, "too complicated"),
    ],
)
def test_a_pattern_that_is_wrong_or_too_large(pattern: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        rules_of(f"line {pattern}: everything", NINE)


def random_machine(random: Random) -> StateMachine:
    """A machine of up to five states, each of which a line may pass."""
    while True:
        names = "abcde"[: random.randint(1, 5)]
        steps = [
            (random.choice(names), random.choice([".", "13", "^12", "2-4", "4"]), other)
            for other in names * 2
        ]
        ends = random.sample(names, random.randint(1, len(names)))
        machine = StateMachine(steps, [steps[0][0]], random.choice([None, ends]))
        try:
            return machine_of(machine.text)
        except InputError:  # a state is of no use
            continue


def accepts(machine: StateMachine, line: Sequence[int]) -> bool:
    """Whether a machine accepts a line, step by step."""
    means = {".": {1, 2, 3, 4}, "13": {1, 3}, "^12": {3, 4}, "2-4": {2, 3, 4}, "4": {4}}
    states = set(machine.starts)
    for value in line:
        states = {b for a, digits, b in machine.steps if a in states and value in means[digits]}
    return bool(states if machine.ends is None else states & set(machine.ends))


def test_a_machine_means_what_its_steps_say() -> None:
    random = Random(8)
    decided = {True: 0, False: 0}
    for _ in range(300):
        machine, length = random_machine(random), random.randint(1, 4)
        (rule,) = rules_of(f"machine {machine.text}: {' '.join(CELLS[:length])}", FOUR)
        for _ in range(20):
            line = [random.randint(1, 4) for _ in range(length)]
            assert rule.allows(line) == accepts(machine, line), (machine.text, line)
            decided[rule.allows(line)] += 1
    assert min(decided.values()) > 1000


# What the values of three cells of a modified line satisfy.
COUNTED: dict[str, Any] = {
    "whispers 3": lambda a, b, c: abs(a - b) > 2 < abs(b - c),
    "renban": lambda a, b, c: len({a, b, c}) == 3 and max(a, b, c) - min(a, b, c) == 2,
    "nabner": lambda a, b, c: min(abs(a - b), abs(b - c), abs(a - c)) > 1,
    "palindrome": lambda a, b, c: a == c,
    "between": lambda a, b, c: a < b < c or a > b > c,
    "lockout 2": lambda a, b, c: abs(a - c) > 1 and not min(a, c) <= b <= max(a, c),
    "sequence": lambda a, b, c: b - a == c - b,
    "modular 3": lambda a, b, c: len({a % 3, b % 3, c % 3}) == 3,
    "thermo": lambda a, b, c: a < b < c,
    "slow-thermo": lambda a, b, c: a <= b <= c,
    "zipper": lambda a, b, c: a + c == b,
    "double-arrow": lambda a, b, c: a + c == b,
}


@pytest.mark.parametrize("line", COUNTED)
def test_a_modified_line_means_what_its_values_say(line: str) -> None:
    board = FOUR.with_layers(DOUBLED)
    (rule,) = rules_of(f"modified: ({line}: r1c1 r2c3 r4c2)", board)
    at = [
        rule.cells.index(board.cell_named(f"{mark}{cell}"))
        for mark in ("", "doubled.")
        for cell in ("r1c1", "r2c3", "r4c2")
    ]
    decided = set()
    for filling in product(range(1, 5), range(1, 5), range(1, 5), *[(1, 2)] * 3):
        values = [0] * 6
        for place, value in zip(at, filling, strict=True):
            values[place] = value
        counts = [digit * mark for digit, mark in zip(filling[:3], filling[3:], strict=True)]
        assert rule.allows(values) == COUNTED[line](*counts), (line, filling)
        decided.add(rule.allows(values))
    assert len(decided) == 2


CHAIN = ", ".join(f"s{n} . s{n + 1}" for n in range(20))
TOO_MANY = ", ".join(f"s{n} . s{n + 1}" for n in range(10_000))


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("", "machine"),
        ("a 1", "'a 1' is not a step of a machine; a step is a state, digits and a state"),
        ("a 1 b 2 c", "'a 1 b 2 c' is not a step"),
        ("a 1 b,", "'' is not a step"),
        ("end a", "a machine needs a step"),
        ("a 0 b", "'0' are not digits of a step; allowed are digits 1-9, such as 13, 1-4"),
        ("a 1- b", "'1-' are not digits"),
        ("a ^ b", "'\\^' are not digits"),
        ("a 1.2 b", "'1.2' are not digits"),
        ("a ^1-9 b", "'\\^1-9' leaves no digit"),
        ("a 3-1 b", "'3-1' leaves no digit"),
        ("a! 1 b", "'a!' is not the name of a state"),
        ("a 1 end", "'end' is not the name of a state"),
        ("a 1 b, end c", "no step of the machine has the state 'c'"),
        ("a 1 b, b 2 a, a 1 b", "'a 1 b' is listed 2 times in the machine"),
        ("a 1 b, end b b", "'b' is listed 2 times in the machine"),
        ("a 1 b, start a, start a", "'a' is listed 2 times in the machine"),
        ("a 1 b, start c", "no step of the machine has the state 'c'"),
        ("a 1 b, c 2 b", "no step leads to the state 'c'"),
        ("a 1 b, a 2 c, end c", "the state 'b' of the machine leads to no end"),
        (", ".join(f"s{n} . s{n + 1}" for n in range(1000)), "1001 states; at most 1000"),
        (TOO_MANY, "at most 50000 are allowed|at most 100,000"),
        (f"a . a, a 1 s0, {CHAIN}, end s20", "machine with 22 states is too complicated"),
    ],
)
def test_a_machine_that_is_wrong_or_too_large(steps: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        rules_of(f"machine {steps}: everything", NINE)


CAGES = "(killer 10: r1c1 r1c2) | (killer 12: r1c1 r1c2)"


@pytest.mark.parametrize(
    "line",
    [
        "any-of: killer 10: r1c1 r1c2 | killer 12: r1c1 r1c2",
        "or: (killer 10: r1c1 r1c2)|(killer 12: r1c1 r1c2)  # one of two",
        f"any of: {CAGES}",
    ],
)
def test_parentheses_are_needed_only_where_rules_are_inside_rules(line: str) -> None:
    (rule,) = rules_of(line, NINE)
    assert line_of(rule) == f"any-of: {CAGES}"
    assert rule.title == "the 10 cage at r1c1 or the 12 cage at r1c1"


def test_rules_of_one_line_inside_another_rule_hold_together() -> None:
    (rule,) = rules_of("any-of: (killer 3: r1c1 r1c2; r2c1 r2c2) | (diagonals)", NINE)
    cages = "(all-of: (killer 3: r1c1 r1c2) & (killer 3: r2c1 r2c2))"
    assert line_of(rule) == f"any-of: {cages} | (diagonals)"


def test_several_rules_of_rules_can_be_on_one_line() -> None:
    first, second = rules_of("any-of: (killer 3: r1c1 r1c2; r2c1 r2c2); (diagonals)", NINE)
    assert line_of(second) == "any-of: (diagonals)"
    assert first.cells == tuple(NINE.cell_named(name) for name in ("r1c1", "r1c2", "r2c1", "r2c2"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("any-of:", "is missing"),
        ("any-of: killer 3: r1c1 r1c2 |", "'' is not a rule"),
        ("any-of: (killer 3: r1c1 r1c2", r"has a '\(' without its '\)'"),
        ("any-of: killer 3: r1c1 r1c2)", r"has a '\)' without its '\('"),
        ("any-of: all-of: diagonals", "'all-of: diagonals' needs parentheses around it"),
        ("any-of: (kiler 3: r1c1)", "did you mean killer"),
        ("any-of: (killer x: r1c1)", "any-of: killer: .*'killer .SUM.: CELLS'.*form is"),
        ("any-of: " + "(any-of: " * 10 + "diagonals" + ")" * 10, "at most 10 rules"),
        ("any-of: " + "(any-of: " * 999 + "diagonals" + ")" * 999, "at most 40 parentheses"),
    ],
    ids=range(9),
)
def test_a_rule_of_rules_that_is_wrong(line: str, message: str) -> None:
    with pytest.raises(CpsudokuError, match=message):
        rules_of(line, NINE)


def deep(levels: int) -> dict[str, Any]:
    data: dict[str, Any] = {"rule": "diagonals"}
    for _ in range(levels):
        data = {"rule": "any-of", "rules": [data]}
    return data


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([], "not a list of rules"),
        ("diagonals", "not a list of rules"),
        (["diagonals"], "'diagonals' is not a rule such as"),
        ([{"rule": "diagonally"}], "'diagonally' is not a rule; choose one of region, "),
        ([{"rule": 5}], "is not a rule such as"),
        ([{"rule": "killer"}], "'killer' needs 'cells'"),
        ([deep(10)], "at most 10 rules can be inside each other"),
        ([deep(5000)], "at most 10 rules can be inside each other"),
    ],
    ids=range(8),
)
def test_data_of_rules_inside_rules_that_is_wrong(rules: Any, message: str) -> None:
    with pytest.raises(CpsudokuError, match=message):
        CONSTRAINTS["any-of"].from_data({"rules": rules}, NINE)


def test_data_of_a_rule_inside_another_may_have_an_alias() -> None:
    rule = CONSTRAINTS["any-of"].from_data({"rules": [{"rule": "diagonal"}]}, NINE)
    assert rule.to_data() == {"rules": [{"rule": "diagonals"}]}


def test_the_deepest_rule_is_read_and_written() -> None:
    rule = CONSTRAINTS["any-of"].from_data({"rules": [deep(9)]}, NINE)
    assert rules_of(line_of(rule), NINE) == (rule,)


class _Count(cp_model.CpSolverSolutionCallback):
    """The fillings of the whole board in the order in which they are found."""

    def __init__(self, x: Cells) -> None:
        super().__init__()
        self.x, self.found = x, list[bytes]()

    def on_solution_callback(self) -> None:
        self.found.append(self.x.grid(list(self.response_proto.solution)).cells)
        if len(self.found) > 10_000:
            self.stop_search()


@pytest.mark.parametrize(
    "line",
    [
        "any-of: killer 3: r1c1 r1c2 | killer 6: r1c2 r2c2 | thermo: r1c1 r1c2",
        "any-of: (all-of: killer 5: r1c1 r1c2 & thermo: r1c1 r1c2) | (killer: r1c1 r2c2 r3c3)",
        "any-of: (any-of: white: r1c1 r1c2 | white: r1c1 r2c1) | line 1(2|3)4: r1c1 r1c2 r1c3",
        "any-of: diagonals | killer 3: r1c1 r1c2",
        "line .*(12|21).*: row 1",
        "pair a+b<6: row 1",
        "counting-circles: r1c1 r2c2 r3c3 r4c4 r1c4",
    ],
)
def test_no_filling_is_found_twice(line: str) -> None:
    model = cp_model.CpModel()
    x = Cells(model, [15] * 16, FOUR)
    (rule,) = rules_of(line, FOUR)
    for each in (*house_rules(FOUR), rule):
        each.post(model, x)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    count = _Count(x)
    assert solver.solve(model, count) == cp_model.OPTIMAL
    assert len(set(count.found)) == len(count.found)
    assert 0 < len(count.found) < 288


def test_any_of_says_why_all_its_rules_exclude_a_digit() -> None:
    (rule,) = rules_of("any-of: killer 3: r1c1 r1c2 | thermo: r1c1 r1c2 r1c3", FOUR)
    domains = dict.fromkeys(range(3), (1, 2, 3, 4))
    reasons = {(each.cell, each.value): each.reason for each in rule.narrow(domains)}
    assert (0, 4) in reasons
    assert (0, 2) not in reasons
    assert reasons[0, 4].count("; or else ") == 1


@pytest.mark.parametrize("name", list(CONSTRAINTS))
def test_every_rule_can_be_inside_any_of(
    name: str, chance: Chance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alternatives, "FEW", 0)  # each alternative is one with many fillings
    monkeypatch.setattr(test_constraints, "FILLINGS", 300)
    random = chance.random(8)
    others = [rule for _, rule in every_rule() if rule.cells]
    make: Any = CONSTRAINTS["any-of"]
    taken = 0
    every = list(rules(name))[:5]
    for _, rule in chance.some(every, min(2, len(every))):
        plain = rule.board.without_layers
        other = random.choice([each for each in others if each.board.without_layers == plain])
        either = make(plain, (rule, other))
        for _ in range(3):
            domains = some_domains(either, random)
            fillings, found = set(allowed(either, domains)), posted(either, domains)
            if {name, other.name} & {*RELY_ON_HOUSES, "any-of", "all-of"}:
                fillings, found = (possible(either, domains, each) for each in (fillings, found))
            assert found == fillings, (either, domains)
            taken += len(fillings)
    assert chance.is_enough(taken > 0)


@pytest.mark.parametrize(
    ("lines", "allowed_sum"),
    [
        (("all-of: (xv X: r1c1 r1c2) & (thermo: r2c1 r2c2)", "negative xv"), True),
        (("all-of: (xv X: r1c1 r1c2) & (negative xv)",), True),
        (("any-of: (all-of: (xv X: r1c1 r1c2) & (negative xv)) | (xv X: r5c5 r5c6)",), True),
        (("any-of: (xv X: r1c1 r1c2) | (thermo: r1c1 r1c2)", "negative xv"), False),
    ],
)
def test_a_negative_rule_knows_the_marks_that_hold(
    lines: tuple[str, ...], allowed_sum: bool
) -> None:
    """4 and 6 add up to 10; the mark exempts them exactly if it is sure to hold."""
    puzzle = Puzzle(Grid(bytes([4, 6] + [0] * 79), NINE), parsed(lines, NINE))
    fits = [each.allows(puzzle.values(puzzle.givens, each.cells)) for each in puzzle.constraints]
    assert all(fits) == allowed_sum
