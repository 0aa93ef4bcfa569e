"""Custom rules of SudokuMaker: their programs are interpreted, or their rules are named."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.sudokumaker_reading import puzzle_of_sudokumaker
from tests.puzzles import WIKIPEDIA
from tests.test_sudokumaker import BY_LENGTH, document


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
    "ends of a row": (
        adding("NegativeDifference", "[2]", "0", "puzzle.spec.digitCount - 1"),
        ["pair abs(a-b)!=2: r1c1 r1c9"],
    ),
    "bounds of a difference": (
        adding("MaximumDifference", "6", "0", "10") + adding("MinimumDifference", "2", "[1, 11]"),
        ["pair abs(a-b)<=6: r1c1 r2c2", "pair abs(a-b)>=2: r1c2 r2c3"],
    ),
    "groups of remainders": (
        adding("DifferentGroups", MODULO, "[0, 1]"),
        ["pair a%3!=b%3: r1c1 r1c2"],
    ),
    "other groups": (
        adding("DifferentGroups", "[[1, 2, 6], [4, 5, 9], [3, 7, 8]]", "[0, 1]"),
        [f"pair {BY_LENGTH}: r1c1 r1c2"],
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
    "cases": (
        "let sums = 0; switch ('b') { default: sums = 9; case 'a': sums = 1; break; "
        "case 'b': case 'c': sums = 3; case 'd': sums += 4; break; case 'e': sums = 8; }"
        + adding("Sum", "sums", "[0, 1]"),
        ["sum 7: r1c1 r1c2"],
    ),
    "another case": (
        "let sums = 0; switch (5) { case 4: sums = 9; break; "
        "default: sums += 2; case 6: sums += 1 }" + adding("Sum", "sums", "[0, 1]"),
        ["sum 3: r1c1 r1c2"],
    ),
    "lists of numbers": (
        "let cells = [0].concat(1, [2]); if (cells[0][1] === undefined)"
        + adding("Sum", "9", "cells"),
        ["sum 9: r1c1 r1c2 r1c3"],
    ),
    "no group of cells": ("for (const group of input.groups) " + adding("Sum", "9", "group"), []),
    "texts with values": (
        "const one = `${1 + 1}`; if (one === '2' && `a${one}b` === 'a2b') "
        + adding("Sum", "3", "[0, 1]"),
        ["sum 3: r1c1 r1c2"],
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


def own(*functions: str, values: str = "[0, 1]", name: str = "mine") -> dict[str, Any]:
    """A custom rule with one component, whose program is in the link."""
    rule = custom(adding("Own", values), name)
    component = {"type": "code", "name": "OwnComponent", "code": "\n".join(functions)}
    rule["definition"]["components"] = [component]
    return rule


FILLED = "const { cells } = instance; if (!puzzle.getCellsAreFilled(cells)) return true;"
VALUES = "const digits = cells.map(cell => puzzle.getValue(cell));"
VALIDATE = f"function validate(instance, puzzle) {{ {FILLED} {VALUES} return %s; }}"
# The functions of a component, its values, and the pattern that it becomes.
VALIDATED = {
    "two digits": ((VALIDATE % "digits[0] < 3 && digits[1] === 9",), "[0, 1]", "19|29"),
    "a cell that is not always read": (
        (VALIDATE.replace("%s", "digits[0] > 1").replace("cells.map", "[cells[0]].map"),),
        "[0, 1, 2]",
        "2..|3..|4..|5..|6..|7..|8..|9..".replace("2..", "[23456789]..", 1).split("|")[0],
    ),
    "the place of a digit in another cell": (
        (
            "function setParams(instance, one, at, others) {"
            "instance.one = one; instance.at = at; instance.all = [one].concat(others); }",
            "function validate(instance, puzzle) { const { one, at, all } = instance;"
            "const n = puzzle.getValue(at); if (typeof n === 'undefined' || n > 2) return false;"
            "return puzzle.getValue(one) == puzzle.getValue(all[n]); }",
            "function* update(instance, puzzle) { yield puzzle.stop(`no ${1} {`); }",
        ),
        "0, 1, [1, 2]",
        "11.|" + "|".join(f"{n}2{n}" for n in range(1, 10)),
    ),
}


@pytest.mark.parametrize(("functions", "values", "pattern"), VALIDATED.values(), ids=VALIDATED)
def test_a_component_allows_what_its_program_validates(
    functions: tuple[str, ...], values: str, pattern: str
) -> None:
    puzzle = puzzle_of_sudokumaker(document(own(*functions, values=values)))
    cells = "r1c1 r1c2" + " r1c3" * ("2" in values)
    assert puzzle.uninterpreted == ()
    (rule,) = puzzle.constraints
    (wanted,) = Puzzle.parse(WIKIPEDIA).with_rules(f"line {pattern}: {cells}").constraints
    assert rule.cells == wanted.cells
    for digits in product(range(1, 10), repeat=len(rule.cells)):
        assert rule.allows(digits) == wanted.allows(digits), digits


def test_a_component_without_functions_does_nothing() -> None:
    puzzle = puzzle_of_sudokumaker(document(own("const more = 1;")))
    assert (puzzle.constraints, puzzle.uninterpreted) == ((), ())


NOT_VALIDATED = {
    "only what is eliminated": "function* update(instance, puzzle) { yield 1; }",
    "what is eliminated first": VALIDATE % "true" + "function* initialize(i, p) { yield 1; }",
    "a number of a cell": VALIDATE % "cells[0] + 1 > 0",
    "a cell of another component": VALIDATE % "puzzle.getValue(7) > 0",
    "nothing": VALIDATE % "false",
    "an endless loop": VALIDATE.replace("return %s", "while (true) {}"),
    "an unfinished generator": "function* update() { {",
    "an endless call": "function validate(i, p) { return validate(i, p); }",
}


@pytest.mark.parametrize("code", NOT_VALIDATED.values(), ids=NOT_VALIDATED)
def test_a_component_that_is_not_known_whole_is_named(code: str) -> None:
    puzzle = puzzle_of_sudokumaker(document(own(code)))
    assert puzzle.constraints == ()
    assert puzzle.uninterpreted == ("custom rule 'mine' (JavaScript)",)


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
    "an unfinished switch": "switch (1) { case 1: ",
    "a switch without cases": "switch (1) { 1; }",
    "no component": "const w = 1;",
    "a text in a text": "const a = `${`a`}`;",
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


@pytest.mark.parametrize(("more", "left"), [("Anti-knight with wraparound", 0), ("Wrap it", 1)])
def test_one_sentence_may_say_that_all_rules_wrap(more: str, left: int) -> None:
    sums = custom(adding("NegativeSum", "[5]", "[0, 8]"), "corners not 5 with wraparound")
    knight = custom(adding("DifferentDigits", "[0, 13]"), more)
    puzzle = puzzle_of_sudokumaker(document(sums, knight, comment=f"Corners not 5\n{more}"))
    assert len(puzzle.uninterpreted) == left
