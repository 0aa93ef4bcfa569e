"""Custom rules of SudokuMaker: their programs are interpreted, or their rules are named."""

from __future__ import annotations

from typing import Any

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.sudokumaker_reading import puzzle_of_sudokumaker
from tests.puzzles import WIKIPEDIA
from tests.test_sudokumaker import document


def custom(code: str, name: str = "mine", **more: Any) -> dict[str, Any]:
    """A custom rule with this program."""
    return {"type": 1000, "definition": {"name": name, "backend": {"code": code}}, **more}


def adding(kind: str, *values: str) -> str:
    """The statement that adds a component."""
    return f"puzzle.addConstraintComponent(new {kind}Component('x', {', '.join(values)}));"


MODULO = "[[1, 4, 7], [2, 5, 8], [3, 6, 9]].map(each => DigitSet.from(each))"
# A program, and the rules that it becomes.
PROGRAMS = {
    "a sum": (adding("Sum", "10", "[0, 80]"), ["sum 10: r1c1 r9c9"]),
    "one of several sums": (
        f"let sums = []; for (var n = 0; n < 3; n++) sums.push(5 * n + 5); "
        f"{adding('Sum', 'sums', '[0, 1, 2]')}",
        ["sums 5/10/15: r1c1 r1c2 r1c3"],
    ),
    "forbidden sums": (
        "// the ends of the first row\nconst w = puzzle.spec.size.width;"
        + adding("NegativeSum", "[5, 10]", "[w - 1, 0]"),
        ["pair a+b!=5 and a+b!=10: r1c1 r1c9"],
    ),
    "forbidden differences": (
        adding("NegativeDifference", "[1]", "0", "8"),
        ["pair abs(a-b)!=1: r1c1 r1c9"],
    ),
    "bounds of a difference": (
        adding("MaximumDifference", "6", "0", "10") + adding("MinimumDifference", "2", "[1, 11]"),
        ["pair abs(a-b)<=6: r1c1 r2c2", "pair abs(a-b)>=2: r1c2 r2c3"],
    ),
    "groups of remainders": (
        adding("DifferentGroups", MODULO, "[0, 1]"),
        ["pair a%3!=b%3: r1c1 r1c2"],
    ),
    "different digits": (adding("DifferentDigits", "[0, 10, 20]"), ["region: r1c1 r2c2 r3c3"]),
    "a house": (
        "const column = Array(9).fill().map((_, i) => i * 9); " + adding("House", "column"),
        ["region: column 1"],
    ),
    "different sets": (
        adding("DifferentCombinations", "[[0, 1], [12, 13]]"),
        [
            "any-of: (all-of: (pair a!=b: r1c1 r2c4) & (pair a!=b: r1c1 r2c5)) | "
            "(all-of: (pair a!=b: r1c2 r2c4) & (pair a!=b: r1c2 r2c5))"
        ],
    ),
    "neighbours of a cell": (
        "for (const cell of helpers.geometry.getOrthogonallyAdjacentCells(0)) {"
        + adding("NegativeSum", "[5]", "0", "cell")
        + "}",
        ["pair a+b!=5: r1c1 r1c2; r1c1 r2c1"],
    ),
    "methods of numbers, functions and conditions": (
        """
        Number.prototype.mod = function (n) { "use strict"; return ((this % n) + n) % n; };
        function wrapped(x) {
          const { x: c, y } = { x, y: 0 };
          if (c < 0 && !(y > 0)) return c.mod(9); else return c ** 1;
        }
        """.replace("{ x: c, y }", "[c, y]").replace("{ x, y: 0 }", "[x, 0]")
        + adding("DifferentDigits", "[0, wrapped(-1) + 9]"),
        ["pair a!=b: r1c1 r2c9"],
    ),
    "texts, breaks and what is printed": (
        "for (let i = 0; ; i += 1) { console.log('R' + i); if (i === 2) break; else continue; }"
        + adding("Sum", "true ? 3 : 4", "[...[0, 1]]"),
        ["sum 3: r1c1 r1c2"],
    ),
}


@pytest.mark.parametrize(("code", "rules"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_becomes_rules(code: str, rules: list[str]) -> None:
    puzzle = puzzle_of_sudokumaker(document(custom(code)))
    assert puzzle.constraints == Puzzle.parse(WIKIPEDIA).with_rules(*rules).constraints
    assert puzzle.uninterpreted == ()


def test_a_program_may_use_the_cells_that_a_person_drew() -> None:
    code = "for (const group of input.groups) " + adding("Sum", "9", "group.cells")
    drawn = {"groups": [{"cells": [0, 1]}, {"cells": [80, 79]}]}
    puzzle = puzzle_of_sudokumaker(document(custom(code, input=drawn)))
    rules = ["sum 9: r1c1 r1c2", "sum 9: r9c9 r9c8"]
    assert puzzle.constraints == Puzzle.parse(WIKIPEDIA).with_rules(*rules).constraints


REFUSED = {
    "nothing": "",
    "a component of its own": adding("Snake", "[0]"),
    "an unknown function": "puzzle.forbid(0); " + adding("Sum", "1", "[0]"),
    "an unknown name": adding("Sum", "1", "cells"),
    "a cell that does not exist": adding("Sum", "1", "[81]"),
    "a cell twice": adding("DifferentDigits", "[0, 0]"),
    "a group with too few digits": adding("DifferentGroups", "[[1], [2]]", "[0, 1]"),
    "a house of three cells": adding("House", "[0, 1, 2]"),
    "sets of digits that may repeat": adding("DifferentCombinations", "[[0, 40], [1, 41]]"),
    "one good component and a bad one": adding("Sum", "9", "[0]") + adding("Sum", "'9'", "[0]"),
    "an endless loop": "while (true) {}",
    "an endless list": "let a = [1]; for (;;) a = [...a, ...a];",
    "lists of lists": "let a = []; for (;;) a.push([...a]);",
    "an endless search": "let a = Array(20000).fill(0); for (;;) a.includes(1);",
    "an endless text": "let a = 'a'; for (;;) a += a;",
    "a huge number": "let a = 9; for (;;) a = a * a;",
    "a division by nothing": adding("Sum", "1 / 0", "[0]"),
    "an endless function": "function f() { return f(); } f();",
    "brackets": "(" * 9_000,
    "blocks": "{" * 9_000,
    "signs": "!" * 9_000,
    "a long program": ";" * 50_000,
    "what is not known": "class A {}",
    "an unfinished program": "if (1",
    "Python": "().__class__",
    "a field of Python": "const a = Math.floor.__globals__;",
}


@pytest.mark.parametrize("code", REFUSED.values(), ids=REFUSED)
def test_a_program_that_is_not_known_whole_is_named(code: str) -> None:
    puzzle = puzzle_of_sudokumaker(document(custom(code)))
    assert puzzle.constraints == ()
    assert puzzle.uninterpreted == ("custom rule 'mine' (JavaScript)",)


def test_the_name_of_a_custom_rule_is_said_by_it() -> None:
    rule = custom(adding("DifferentDigits", "[0, 13]"), "wrapped antiknight")
    text = "• Anti-knight with wraparound"
    assert puzzle_of_sudokumaker(document(rule, comment=text)).uninterpreted == ()
    strange = puzzle_of_sudokumaker(document(rule, comment=f"{text} and reflection"))
    assert len(strange.uninterpreted) == 1
