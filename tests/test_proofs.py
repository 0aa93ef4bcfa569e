"""Proofs: what they say, who accepts them, and why a wrong one is refused."""

from __future__ import annotations

import ast
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations, product
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.proving import refuting, verify, verifying
from cpsudoku.proving.description import rules_text
from cpsudoku.proving.proof import Proof, clauses_of, dimacs, formula_of
from cpsudoku.proving.refuting import NotRefuted, refuting_clauses
from cpsudoku.runtime.errors import CpsudokuError, InputError, Unsupported
from tests.chance import Chance
from tests.command import invoke
from tests.puzzles import INKALA, ROOT, SEVERAL, WIKIPEDIA
from tests.rules import every_rule

PROGRAM = Path(str(verify.__file__))
SMALL = "1..4..1.2......3"  # a proper 4x4
NONE = "24.....1....4.1."
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
FOUR = Board.of_size(4)


def blank(board: Board) -> Grid:
    return Grid(bytes(len(board)), board)


@cache
def every_grid() -> tuple[Grid, ...]:
    """Every complete 4x4 grid: two rows whose boxes are right, above two such rows."""
    rows = list(permutations(range(1, 5)))
    bands = [
        (*one, *other)
        for one, other in product(rows, rows)
        if len({*one[:2], *other[:2]}) == len({*one[2:], *other[2:]}) == 4
    ]
    found = (bytes(upper + lower) for upper, lower in product(bands, bands))
    columns = [house for house in FOUR.houses if house.kind == "column"]
    return tuple(
        Grid(cells, FOUR)
        for cells in found
        if all(len(set(house.digits_of(cells))) == 4 for house in columns)
    )


def models(rules: str) -> int:
    """The number of 4x4 grids that satisfy the clauses: tries each digit in one cell after another.

    Unit propagation finds what is contradictory. When all cells are filled, it misses nothing.
    """
    clauses, variables = clauses_of(rules)
    search = refuting._RefutationSearch(variables, clauses)
    return 0 if search.is_refuted or search.propagate() else count(search, 0)


def count(search: refuting._RefutationSearch, cell: int) -> int:
    """The number of ways to fill the cells from this one on."""
    if cell == 16:
        return 1
    found, level = 0, len(search.ends)
    for literal in range(cell * 4 + 1, cell * 4 + 5):
        if not search.true[-literal]:
            search.ends.append(len(search.trail))
            if not search.true[literal]:
                search.put(literal, None)
            if search.propagate() is None:
                found += count(search, cell + 1)
            search._back_to(level)
    return found


def test_there_are_288_grids_of_4x4() -> None:
    assert len(every_grid()) == 288
    text = rules_text(Puzzle(blank(FOUR)))
    assert models(text) == 288


@pytest.mark.parametrize(
    ("line", "count"),
    [("diagonals", 48), ("anti-king", 0), ("killer 3: r1c1 r1c2", 48), ("renban: r1c1 r2c2", None)],
)
def test_the_clauses_of_a_rule_have_as_many_models_as_the_rule_has_grids(
    line: str, count: int | None
) -> None:
    puzzle = Puzzle(blank(FOUR), rules_of(line, FOUR))
    expected = sum(puzzle.is_solved_by(grid) for grid in every_grid())
    assert models(rules_text(puzzle)) == expected
    assert count in (None, expected)


def test_a_puzzle_with_many_solutions_has_as_many_models() -> None:
    givens = Puzzle.parse("1....4....3....2")
    every = cpsudoku.check(givens, count=99)
    clauses, variables = formula_of(rules_text(givens), givens.givens, every.solutions)
    assert refuting_clauses(variables, clauses)[-1] == ()
    clauses, variables = formula_of(rules_text(givens), givens.givens, every.solutions[1:])
    with pytest.raises(NotRefuted):
        refuting_clauses(variables, clauses)


RULES = [(line, rule) for line, rule in every_rule() if len(rule.board) <= 36]


def test_the_statements_mean_the_same_as_the_rules(chance: Chance) -> None:
    """Random fillings of the cells of each rule, and of its clauses."""
    random, decided, refused = chance.random(1), {True: 0, False: 0}, set()
    for line, rule in RULES:
        puzzle = Puzzle(blank(rule.board), (rule,))
        try:
            data = json.loads(rules_text(puzzle))
        except Unsupported:
            refused.add(rule.name)
            continue
        for _ in range(300 if chance.exhaustive else 40):
            filling = _filling(rule, random)
            expected = rule.allows([filling[cell] for cell in rule.cells])
            assert _is_said(data, rule, filling) == expected, (line, filling)
            decided[expected] += 1
    assert min(decided.values()) > (500 if chance.exhaustive else 200)
    with_layers = {rule.name for _, rule in RULES if rule.board.layers}
    assert refused <= MAY_BE_REFUSED | with_layers


MAY_BE_REFUSED = {
    *("any-of", "arrow", "between", "clone", "counting-circles", "double-arrow", "frame-sum"),
    *("line", "little-killer", "lockout", "region-sum", "sandwich", "skyscraper"),
    *("sum", "x-sum", "zipper", "all-of", "full-rank", "yin-yang", "connected", "digit-set"),
    *("exactly", "ascending-series"),
}


def _filling(rule: Constraint, random: Random) -> dict[int, int]:
    """Values of the cells, different ones more often than chance."""
    values, cells = rule.board.values, list(dict.fromkeys(rule.cells))
    if len(cells) <= len(values) and random.random() < 0.5:
        return dict(zip(cells, random.sample(values, len(cells)), strict=True))
    return {cell: random.choice(values) for cell in cells}


def _is_said(data: dict[str, Any], rule: Constraint, filling: dict[int, int]) -> bool:
    at = {rule.board.cell_name(cell): value - rule.board.lowest for cell, value in filling.items()}
    said = [each for each in data["statements"] if each["rule"] == line_of(rule)]
    return all(verify.holds(each, data, [at[cell] for cell in each["cells"]]) for each in said)


@pytest.mark.parametrize("text", [WIKIPEDIA, INKALA, SMALL, NONE, SEVERAL, ESCARGOT])
def test_a_proof_is_accepted_by_both_checkers(text: str, tmp_path: Path) -> None:
    proof = cpsudoku.prove(text)
    assert proof.claim == cpsudoku.check(text).status
    assert cpsudoku.write_proofs([proof], tmp_path / "proofs") == 1
    found = cpsudoku.verify(tmp_path / "proofs")
    assert [each.claim for each in found.proofs] == [proof.claim]
    done = run_program(tmp_path / "proofs")
    assert (done.returncode, done.stdout) == (0, f"puzzle-1.json: {proof.claim}\n")


def run_program(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the verify.py of a folder, without any installed package."""
    command = [sys.executable, "-I", "-S", str(folder / "verify.py"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_program_is_short_and_plain() -> None:
    text = PROGRAM.read_text()
    texts = [
        ast.get_docstring(node) or ""
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.FunctionDef)
    ]
    about = sum(len(each.splitlines()) for each in texts)
    assert sum(line.strip() != "" for line in text.splitlines()) - about < 150
    assert max(map(len, text.splitlines())) <= 100
    imported = {
        name.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(text)))
    assert "eval(" not in text


def variant(board: Board, *lines: str) -> Puzzle:
    """A puzzle with these rules whose givens are one of its solutions, but for some cells."""
    rules = tuple(rule for line in lines for rule in rules_of(line, board))
    empty = Puzzle(blank(board), rules)
    solution = cpsudoku.check(empty, count=1).solution
    assert solution is not None
    random = Random(2)
    kept = list(range(len(board)))
    random.shuffle(kept)
    cells = bytearray(solution.cells)
    for cell in kept[: len(board) * 5 // 8]:
        digit, cells[cell] = cells[cell], 0
        trial = Puzzle(Grid(bytes(cells), board), rules)
        if not cpsudoku.check(trial).is_unique:
            cells[cell] = digit
    return Puzzle(Grid(bytes(cells), board), rules)


BOARDS: dict[str, tuple[Board, tuple[str, ...]]] = {
    "jigsaw": (Board.jigsaw("AAAB/CABB/CCDB/CDDD"), ()),
    "6x6": (Board.of_size(6), ("thermo: r1c1 r1c2 r1c3",)),
    "latin": (Board.without_boxes(5), ("white: r1c1 r1c2",)),
    "zero": (Board.rectangle(4, 4, 4, (2, 2), lowest=0), ("killer 3: r1c1 r1c2 r2c1",)),
    "wide": (Board.rectangle(3, 4, 6), ("whispers 3: r1c1 r1c2 r2c2",)),
    "twins": (Board.of_grids([(0, 0), (2, 2)], (2, 2)), ("thermo: r1c1 r2c2 r3c3",)),
    "9x9": (
        Board.of_size(9),
        (
            *("thermo: r1c1 r1c2 r2c3", "whispers: r5c5 r5c6 r6c6", "renban: r9c1 r9c2 r8c2"),
            *("killer 20: r1c7 r1c8 r1c9 r2c9", "black: r4c1 r4c2", "xv X: r7c7 r7c8", "diagonals"),
            *("palindrome: r3c1 r4c4 r5c9", "odd: r2c2", "between: r8c8 r8c9 r9c9 r9c8"),
            *("arrow: r6c1 = r5c2 r4c3 r3c4 r2c5", "sequence: r3c5 r3c6 r3c7 r3c8 r3c9"),
        ),
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_other_boards_and_rules_are_proved(name: str, tmp_path: Path) -> None:
    board, lines = BOARDS[name]
    proof = cpsudoku.prove(variant(board, *lines))
    assert proof.claim == "unique"
    cpsudoku.write_proofs([proof], tmp_path / "p")
    assert cpsudoku.verify(tmp_path / "p").is_accepted
    data = json.loads(proof.rules)
    assert bool(data["grids"]) == (name not in ("latin", "wide"))


def test_marks_are_part_of_the_claim(tmp_path: Path) -> None:
    marks = (*[(1, 2, 3, 4)] * 15, (2, 3))
    puzzle = Puzzle(blank(FOUR), marks=((1, 2), *marks[1:]))
    assert cpsudoku.prove(puzzle).claim == "multiple"
    wrong = Puzzle(Grid.from_line("1" + "." * 15), marks=((2, 3), *marks[1:]))
    proof = cpsudoku.prove(wrong)
    cpsudoku.write_proofs([proof], tmp_path / "p")
    assert proof.claim == "none"
    assert cpsudoku.verify(tmp_path / "p").is_accepted


# Wrong proofs


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs") / "proofs"
    cpsudoku.write_proofs(map(cpsudoku.prove, [INKALA, SMALL, NONE, SEVERAL]), folder)
    return folder


def mutated(data: bytes, random: Random) -> bytes:
    """The data with one byte changed, removed, added or moved."""
    at = random.randrange(len(data))
    kind = random.randrange(4)
    if kind == 0:
        return data[:at] + bytes([data[at] ^ 1 << random.randrange(7)]) + data[at + 1 :]
    if kind == 1:
        return data[:at] + data[at + 1 :]
    if kind == 2:
        return data[:at] + random.choice([b"1", b"-", b" ", b"\n", b"0"]) + data[at:]
    lines = data.splitlines(keepends=True)
    lines.pop(random.randrange(len(lines)))
    return b"".join(lines)


def cases(folder: Path, random: Random, count: int) -> Iterator[tuple[str, bytes]]:
    """A file of the folder and its changed content."""
    names = sorted(
        path.name for path in folder.iterdir() if path.name.startswith(("puzzle", "proof"))
    )
    while count:
        name = random.choice(names)
        data = (folder / name).read_bytes()
        new = mutated(data, random)
        if new != data:
            yield name, new
            count -= 1


def puzzle_of(name: str) -> str:
    """The file of the puzzle that a file belongs to."""
    return f"puzzle-{name.split('-')[1].split('.', maxsplit=1)[0]}.json"


def test_changed_files_are_refused(proofs: Path, tmp_path: Path, chance: Chance) -> None:
    folder = shutil.copytree(proofs, tmp_path / "proofs")
    for name, data in cases(proofs, chance.random(3), 1000 if chance.exhaustive else 100):
        (folder / name).write_bytes(data)
        _, read = verify.opened(folder)
        with pytest.raises(ValueError, match=f"{name} changed"):
            verify.check(puzzle_of(name), read)
        shutil.copy(proofs / name, folder / name)


def test_nothing_false_is_accepted_even_with_new_hashes(proofs: Path, chance: Chance) -> None:
    """A changed proof may still be correct, but what it proves is true then."""
    _, read = verify.opened(proofs)
    accepted = refused = 0
    for name, data in cases(proofs, chance.random(4), 1000 if chance.exhaustive else 30):

        def changed(asked: str, name: str = name, data: bytes = data) -> str:
            return data.decode() if asked == name else str(read(asked))

        try:
            claim = verify.check(puzzle_of(name), changed)
        except verify.FAULTS:
            refused += 1
            continue
        accepted += 1
        puzzle = json.loads(data if name.startswith("puzzle") else read(puzzle_of(name)))
        verdict = cpsudoku.check(puzzle["givens"])
        assert verdict.status == claim, data
        if claim == "unique":
            assert [each.line for each in verdict.solutions] == puzzle["solutions"]
    assert chance.is_enough(min(accepted, refused) > 5)


REASONS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "another digit": (lambda p: p.update(solutions=["9" + p["solutions"][0][1:]]), "given"),
    "a repeated digit": (
        lambda p: p.update(solutions=["82" + p["solutions"][0][2:]]),
        "breaks row 1",
    ),
    "a missing cell": (lambda p: p.update(givens=p["givens"][1:]), "about 81 cells: the wrong"),
    "another claim": (lambda p: p.update(claim="none"), "none, but"),
    "two equal solutions": (
        lambda p: p.update(claim="multiple", solutions=p["solutions"] * 2),
        "multiple, but",
    ),
    "fewer givens": (lambda p: p.update(givens="." * 81), "does not follow"),
}


@pytest.mark.parametrize("case", REASONS)
def test_a_refusal_says_why(case: str, proofs: Path) -> None:
    change, reason = REASONS[case]
    _, read = verify.opened(proofs)
    puzzle = json.loads(read("puzzle-1.json"))
    change(puzzle)
    with pytest.raises(ValueError, match=reason):
        verify.check("p", lambda name: json.dumps(puzzle) if name == "p" else read(name))


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("1 2 0\n", "clause 1 of the proof does not follow"),
        ("", "does not end"),
        ("x 0", "invalid"),
        ("1 2 -\n0\n", "invalid"),
        ("1 2 3\n0\n", "not a clause"),
        ("1 0 2 0\n0\n", "not a clause"),
        ("99999 0\n0\n", "not a clause"),
        ("0\n\n", "not a clause"),
    ],
)
def test_a_wrong_refutation_is_refused(proof: str, reason: str, proofs: Path) -> None:
    _, read = verify.opened(proofs)
    with pytest.raises(ValueError, match=reason):
        verify.check("puzzle-1.json", lambda name: proof if name == "proof-1.drat" else read(name))


# Forged files. Whoever writes them also writes fitting clauses, a refutation and hashes.


def forged(rules: dict[str, Any], puzzle: dict[str, Any]) -> str:
    """What the program says about a puzzle whose files were all made to fit together."""
    files = {"puzzle-1.json": json.dumps(puzzle), "rules-1.json": json.dumps(rules)}
    with suppress(Exception):
        clauses, variables = verify.clauses_of(rules)
        files["rules-1.cnf"] = dimacs(clauses, variables)
        n = len(rules["digits"])
        grids = [
            [c * n + rules["digits"].index(d) + 1 for c, d in enumerate(text) if d in "1234" and d]
            for text in (puzzle["givens"], *puzzle["solutions"])
        ]
        others = [[-literal for literal in grid] for grid in grids[1:]]
        found = refuting.refuting_clauses(
            variables, [*clauses, *([v] for v in grids[0]), *others], None
        )
        files["proof-1.drat"] = "".join(" ".join(map(str, [*each, 0])) + "\n" for each in found)
    return str(verify.check("puzzle-1.json", lambda name: files[name]))


def true_files() -> tuple[dict[str, Any], dict[str, Any]]:
    """Rules and a puzzle of 4x4 that has no solution."""
    rules = json.loads(cpsudoku.prove(NONE).rules)
    given = {"rules": "rules-1", "givens": "12....34" + "." * 8, "proof": "proof-1.drat"}
    return rules, {**given, "claim": "none", "solutions": []}


def test_the_files_that_are_forged_are_accepted_unchanged() -> None:
    assert forged(*true_files()) == "none"
    rules, puzzle = true_files()
    grids = [grid.line for grid in every_grid()[:2]]
    several = {**puzzle, "claim": "multiple", "givens": "." * 16, "solutions": grids}
    assert forged(rules, several) == "multiple"


def law(**fields: Any) -> dict[str, Any]:
    """Rules with one more statement."""
    statement = {"rule": "x", "kind": "fillings", "cells": ["r1c1", "r1c2"], **fields}
    return {"statements": [statement]}


HOSTILE = "rules-1\x1b[31m\npuzzle-9.json: unique"
FORGED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a cell twice": ({"cells": ["r1c1", *(f"r{n // 4 + 1}c{n % 4 + 1}" for n in range(16))]}, {}),
    "an unknown name of a cell": ({"cells": [HOSTILE] * 16}, {}),
    "cells that are a text": ({"cells": "r1c1"}, {}),
    "a digit twice": ({"digits": "1223"}, {}),
    "digits in a list": ({"digits": ["1", "2", "3", "4"]}, {}),
    "a blank among the digits": ({"digits": "12.4"}, {}),
    "another lowest digit": ({"lowest": True}, {}),
    "a lowest digit between digits": ({"lowest": 1.5}, {}),
    "a grid twice": ({"grids": ["r1c1", "r1c1"]}, {}),
    "a grid elsewhere": ({"grids": ["r3c1"]}, {}),
    "a region too few": ({"regions": ["AABB", "AABB", "CCDD"]}, {}),
    "a region too many": ({"regions": ["AABB", "AABB", "CCDD", "CCDD", "CCDD"]}, {}),
    "a short region": ({"regions": ["AABB", "AABB", "CCDD", "CCD"]}, {}),
    "regions in lists": ({"regions": [list("AABB")] * 4}, {}),
    "a cell of a rule twice": (law(cells=["r1c1", "r1c1"], relation="sum = 2"), {}),
    "a rule for no cell": (law(cells=[], allowed=[]), {}),
    "a rule for an unknown cell": (law(cells=["r9c9"], allowed=["1"]), {}),
    "an unknown kind": (law(kind="same", allowed=["11"]), {}),
    "two meanings": (law(relation="sum = 3", allowed=["11"]), {}),
    "no meaning": (law(), {}),
    "a meaning that is ignored": (law(kind="different", allowed=["12"]), {}),
    "an unknown relation": (law(relation="product = 3"), {}),
    "a relation with more": (law(relation="sum = 3 or 4"), {}),
    "too few digits": (law(allowed=["1"]), {}),
    "an unknown digit": (law(allowed=["15"]), {}),
    "a set in no order": (law(kind="set", allowed=["21"]), {}),
    "a set with equal digits": (law(kind="set", allowed=["11"]), {}),
    "statements in an object": ({"statements": {}}, {}),
    "givens in a list": ({}, {"givens": [*"12....34........"]}),
    "a given of two digits": ({}, {"givens": ["12", *"...34..........."]}),
    "an empty given": ({}, {"givens": ["", *"12....34......."]}),
    "an unknown given": ({}, {"givens": "x2....34........"}),
    "a given too many": ({}, {"givens": "12....34........."}),
    "an unknown claim": ({}, {"claim": "solved"}),
    "a claim in a list": ({}, {"claim": ["none"]}),
    "solutions in a text": ({}, {"solutions": ""}),
    "a solution with a blank": ({}, {"claim": "unique", "solutions": ["12....34........"]}),
    "parts in a text": ({}, {"not_interpreted": "unique"}),
    "rules elsewhere": ({}, {"rules": "../rules-1"}),
    "rules with an escape": ({}, {"rules": HOSTILE}),
    "a proof elsewhere": ({}, {"proof": "/dev/stdin"}),
    "no claim": ({}, {"claim": None}),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_field_is_refused(name: str) -> None:
    rules, puzzle = true_files()
    with pytest.raises(verify.FAULTS):
        forged({**rules, **FORGED[name][0]}, {**puzzle, **FORGED[name][1]})


GRIDS = [grid.line for grid in every_grid()]
CELLS = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]


def test_rules_of_too_many_clauses_are_refused_before_they_are_made() -> None:
    for change in (law(cells=CELLS, relation="sum = 40"), {"grids": ["r1c1"] * 1_000_000}):
        with pytest.raises(ValueError, match="too large"):
            verify.checked({**true_files()[0], **change})


SOME_CELLS = st.lists(st.sampled_from(CELLS), min_size=1, max_size=3)
KINDS = ["different", "set", "fillings", "list"]
RELATIONS = st.builds(
    "{} {} {}".format,
    st.sampled_from(["sum", "span", "rise"]),
    st.sampled_from(["=", "!=", "<=", ">="]),
    st.integers(-3, 9),
)
CLEAR = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["set", "fillings"]),
        "cells": st.lists(st.sampled_from(CELLS), min_size=2, max_size=3, unique=True),
        "relation": RELATIONS,
    }
)
STATEMENTS = CLEAR | st.fixed_dictionaries(
    {"kind": st.sampled_from(KINDS), "cells": SOME_CELLS},
    optional={
        "allowed": st.lists(st.text("1234", min_size=1, max_size=3), max_size=4),
        "relation": RELATIONS,
    },
)


def is_true_of(statement: dict[str, Any], grid: str) -> bool:
    """What a statement says, written once more."""
    digits = [int(grid[CELLS.index(cell)]) for cell in statement["cells"]]
    if statement["kind"] in ("different", "set"):
        digits.sort()
        if any(one == other for one, other in pairwise(digits)):
            return False
    if statement["kind"] == "different":
        return True
    if "allowed" in statement:
        return "".join(map(str, digits)) in statement["allowed"]
    name, sign, number = statement["relation"].split()
    measured = {
        "sum": sum(digits),
        "span": max(digits) - min(digits),
        "rise": digits[-1] - digits[0],
    }[name]
    bound = int(number)
    return {
        "=": measured == bound,
        "!=": measured != bound,
        "<=": measured <= bound,
        ">=": measured >= bound,
    }[sign]


def test_what_is_accepted_is_true_of_all_grids(exhaustive: bool) -> None:
    """Random rules and claims are refused, or true of the 288 grids of 4x4."""
    results: Counter[str] = Counter()
    base, puzzle = true_files()

    @settings(max_examples=3000 if exhaustive else 80, deadline=None, derandomize=True)
    @given(
        st.lists(STATEMENTS, max_size=2),
        st.sampled_from(GRIDS),
        st.sets(st.integers(0, 15), max_size=12),
        st.sampled_from(["", "", "", *verify.SOLUTIONS]),
        st.sampled_from([CELLS, CELLS, CELLS[::-1], [*CELLS, "r1c1"]]),
    )
    def ask(statements: list[Any], grid: str, kept: set[int], claim: str, cells: list[str]) -> None:
        shown = "".join(digit if at in kept else "." for at, digit in enumerate(grid))
        rules = {**base, "cells": cells, "statements": statements}
        places = [CELLS.index(cell) for cell in cells]
        fitting = []
        with suppress(KeyError):  # a statement without a meaning
            fitting = [
                other
                for other in GRIDS
                if all(a in (".", b) for a, b in zip(shown, other, strict=True))
                if all(is_true_of(each, other) for each in statements)
            ]
        claim = claim or ["none", "unique", "multiple"][min(len(fitting), 2)]
        claimed = (fitting or [grid, grid])[: verify.SOLUTIONS[claim]]
        ordered = ["".join(text[at] for at in places) for text in (shown, *claimed)]
        asked = {**puzzle, "claim": claim, "givens": ordered[0], "solutions": ordered[1:]}
        try:
            forged(rules, asked)
        except verify.FAULTS:
            results["refused"] += 1
            return
        results[claim] += 1
        assert min(len(fitting), 2) == verify.SOLUTIONS[claim]

    ask()
    assert min(results[each] for each in ("refused", *verify.SOLUTIONS)) > 3, results


def test_nothing_of_the_files_reaches_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    hostile = "x\x1b[31m\npuzzle-9.json: unique"
    proof = cpsudoku.prove(replace(Puzzle.parse(SMALL), uninterpreted=(hostile,)))
    cpsudoku.write_proofs([proof, InputError(hostile)], folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    puzzle = json.loads((folder / "puzzle-1.json").read_text())
    for change in ({}, {"claim": hostile}, {"rules": hostile}, {"givens": hostile}):
        text = json.dumps({**puzzle, "not_interpreted": [hostile], **change})
        (folder / "puzzle-1.json").write_text(text)
        manifest["sha256"]["puzzle-1.json"] = hashlib.sha256(text.encode()).hexdigest()
        (folder / "manifest.json").write_text(json.dumps({**manifest, "without_proof": [hostile]}))
        done, found = run_program(folder), invoke("verify", folder)
        assert "\x1b" not in done.stdout + done.stderr + found.out + found.err
        for lines in (done.stdout.splitlines(), found.lines):
            names = [line.partition(":")[0] for line in lines]
            assert [name for name in names if name.startswith("puzzle-")] == ["puzzle-1.json"]
    manifest["sha256"][f"puzzle-7.json{hostile}"] = ""
    (folder / "manifest.json").write_text(json.dumps(manifest))
    done = run_program(folder)
    assert (done.returncode, done.stdout, "\x1b" in done.stderr) == (1, "", False)


@pytest.mark.parametrize("name", ["manifest.json", "puzzle-1.json", "rules-1.json"])
def test_deeply_nested_json_is_refused(name: str, proofs: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(proofs, tmp_path / "p")
    text = "[" * 100_000
    (folder / name).write_text(text)
    manifest = json.loads((proofs / "manifest.json").read_text())
    manifest["sha256"][name] = hashlib.sha256(text.encode()).hexdigest()
    if name != "manifest.json":
        (folder / "manifest.json").write_text(json.dumps(manifest))
    done, found = run_program(folder), invoke("verify", folder)
    assert (done.returncode, found.code) == (1, 2 if name == "manifest.json" else 1)
    said = found.err if name == "manifest.json" else found.out
    assert "the JSON is nested too deeply\n" in said


@pytest.mark.parametrize(
    "change",
    [
        {"sha256": {}},
        {"sha256": {"verify.py": ""}},
        {"without_proof": 5},
        {"without_proof": "puzzle-2"},
        {"without_proof": None},
    ],
)
def test_a_manifest_without_its_lists_is_refused(
    change: dict[str, Any], proofs: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(proofs, tmp_path / "p")
    manifest = json.loads((proofs / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, **change}))
    done, found = run_program(folder), invoke("verify", folder)
    assert (done.returncode, done.stdout, found.code, found.out) == (1, "", 2, "")
    assert done.stderr.startswith("refused: ")
    assert f"{folder}: it holds no proofs: " in found.err


@pytest.mark.parametrize("name", ["puzzle-9.cnf", "puzzle-9.drat", "proof-9.json", "verify_py"])
def test_both_checkers_refuse_names_that_are_never_written(
    name: str, proofs: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(proofs, tmp_path / "p")
    manifest = json.loads((proofs / "manifest.json").read_text())
    manifest["sha256"][name] = ""
    (folder / "manifest.json").write_text(json.dumps(manifest))
    done, found = run_program(folder), invoke("verify", folder)
    assert (done.returncode, done.stdout, found.code, found.out) == (1, "", 2, "")


def test_files_that_the_manifest_does_not_name_are_not_read(proofs: Path) -> None:
    _, read = verify.opened(proofs)
    for name in ("manifest.json", "/dev/zero", "../proofs/puzzle-1.json"):
        with pytest.raises(KeyError):
            read(name)


def test_other_clauses_than_those_of_the_rules_are_refused(proofs: Path) -> None:
    _, read = verify.opened(proofs)
    text = read("rules-1.cnf").replace("1 2 3 4 5 6 7 8 9 0", "1 2 3 4 5 6 7 8 0", 1)
    with pytest.raises(ValueError, match=r"rules-1.cnf is not what rules-1.json says"):
        verify.check("puzzle-1.json", lambda name: text if name == "rules-1.cnf" else read(name))


# The command line


def test_check_writes_a_folder_once(tmp_path: Path) -> None:
    done = invoke("check", SMALL, "--proof", "p", folder=tmp_path)
    assert (done.code, done.err) == (0, "cpsudoku: wrote 1 proof to p\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p"]
    again = invoke("check", SMALL, "--proof", "p", folder=tmp_path)
    assert (again.code, again.err) == (2, "cpsudoku: p exists; use --force to replace it\n")
    assert invoke("check", NONE, "--proof", "p", "--force", folder=tmp_path).code == 1
    found = invoke("verify", "p", folder=tmp_path)
    assert (found.code, found.out) == (0, "puzzle-1.json: none\n")
    assert run_program(tmp_path / "p").returncode == 0


def test_proofs_are_not_written_to_standard_output(tmp_path: Path) -> None:
    done = invoke("check", SMALL, "--proof", "-", folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "name a folder" in done.err


def test_force_replaces_nothing_but_proofs(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "thesis.txt").write_text("years of work")
    (tmp_path / "p.zip").write_text("no archive")
    for name in ("p", "p.zip"):
        done = invoke("check", SMALL, "--proof", name, "--force", folder=tmp_path)
        assert done.code == 2
        assert "it is not replaced" in done.err
    assert (tmp_path / "p" / "thesis.txt").read_text() == "years of work"


def test_many_puzzles_share_their_rules_in_a_zip_file(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("\n".join([INKALA, WIKIPEDIA, "12x", SEVERAL]))
    done = invoke("check", "list.txt", "--proof", "p.zip", "--jobs", "2", folder=tmp_path)
    assert done.code == 2  # one line is malformed
    assert "wrote 3 proofs to p.zip" in done.err
    with zipfile.ZipFile(tmp_path / "p.zip") as archive:
        names = set(archive.namelist())
        manifest = json.loads(archive.read("manifest.json"))
    assert {"rules-1.json", "rules-1.cnf", "verify.py", "puzzle-4.json"} <= names
    assert "rules-2.json" not in names
    assert names == {*manifest["sha256"], "manifest.json"}
    assert len(manifest["without_proof"]) == 1
    found = invoke("verify", "p.zip", "--json", folder=tmp_path)
    assert found.code == 3  # a puzzle has no proof
    assert [json.loads(line)["claim"] for line in found.lines] == ["unique", "unique", "multiple"]
    assert "no proof: list.txt, line 3" in found.err


def test_each_process_reads_a_zip_file_of_its_own(tmp_path: Path) -> None:
    """Those that share an open file move its position under each other."""
    path = str(tmp_path / "p.zip")
    cpsudoku.write_proofs([cpsudoku.prove(SMALL)], path)
    state = verifying._state(path)
    read = verifying._opened(path, state)
    assert verifying._opened(path, state) is read
    with patch("os.getpid", return_value=-1):  # in a process that was forked
        assert verifying._opened(path, state) is not read


def test_a_rule_without_short_clauses_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\nsandwich 10: row 1\n\n{SMALL}\n")
    done = invoke("check", "p.txt", "--proof", "p", folder=tmp_path)
    assert done.code == 3
    assert done.lines[0].startswith("none\t")  # the verdict does not need a proof
    assert "; no proof: the rule 'sandwich 10: r1c1" in done.lines[0]
    assert done.lines[1].startswith("unique\t")
    found = invoke("verify", "p", folder=tmp_path)
    assert (found.code, found.out) == (3, "puzzle-2.json: unique\n")
    assert "no proof: p.txt, line 1: the rule 'sandwich 10: r1c1" in found.err


def test_a_puzzle_without_short_clauses_has_a_verdict_but_no_proof() -> None:
    puzzle = Puzzle.parse(WIKIPEDIA)
    rules = tuple(rules_of("sandwich 10: row 1", puzzle.board))
    sandwich = replace(puzzle, constraints=(*puzzle.constraints, *rules))
    with pytest.raises(Unsupported, match="no proof: the rule 'sandwich 10"):
        cpsudoku.prove(sandwich)
    plain, refused = cpsudoku.prove_many([puzzle, sandwich])
    assert isinstance(plain, Proof)
    assert isinstance(refused, Proof)
    assert (plain.claim, refused.claim) == ("unique", None)
    assert refused.verdict.word == "none"


def test_a_long_rule_is_named_by_its_beginning(tmp_path: Path) -> None:
    pattern = "|".join(f"{digit}.*" for digit in "123456789" * 9)
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\nline {pattern}: row 1\n")
    done = invoke("check", "p.txt", "--proof", "p", folder=tmp_path)
    assert done.code == 3
    assert "no proof: the rule 'line 1.*|2.*|" in done.out
    assert "...' can't be written" in done.out
    assert not (tmp_path / "p").exists()


def test_both_checkers_name_parts_that_were_not_interpreted(tmp_path: Path) -> None:
    parts = ("1 line (drawing)", "1 text (drawing)")
    proof = cpsudoku.prove(replace(Puzzle.parse(SMALL), uninterpreted=parts))
    cpsudoku.write_proofs([proof], tmp_path / "p")
    found, done = invoke("verify", "p", folder=tmp_path), run_program(tmp_path / "p")
    assert found.code == done.returncode == 3
    assert found.out == done.stdout
    assert "unique; parts that were not interpreted: 2\n" in done.stdout


@pytest.mark.parametrize("name", ["p", "p.zip"])
def test_verify_reads_proofs_again_that_were_replaced(tmp_path: Path, name: str) -> None:
    for puzzle, claim in ((SMALL, "unique"), (NONE, "none"), (SMALL, "unique")):
        cpsudoku.write_proofs([cpsudoku.prove(puzzle)], tmp_path / name, force=True)
        assert [each.claim for each in cpsudoku.verify(tmp_path / name, jobs=1).proofs] == [claim]


def test_verify_names_the_file_that_is_missing(tmp_path: Path) -> None:
    done = invoke("verify", ".", folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "it holds no proofs: manifest.json: no such file" in done.err


def test_a_limit_that_runs_out_gives_no_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object) -> None:
        raise refuting.RefutingOutOfTime

    monkeypatch.setattr("cpsudoku.proving.proof.refuting_clauses", late)
    done = invoke("check", INKALA, "--proof", "p", "--limit", "5", folder=tmp_path)
    assert done.code == 3
    assert "no proof" in done.out
    assert not list(tmp_path.iterdir())


def test_an_interrupted_run_leaves_nothing(tmp_path: Path) -> None:
    def entries() -> Iterator[cpsudoku.Proof]:
        yield cpsudoku.prove(SMALL)
        raise KeyboardInterrupt

    for name in ("p", "p.zip"):
        with pytest.raises(KeyboardInterrupt):
            cpsudoku.write_proofs(entries(), tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [["--why"], ["--minimal"], ["-o", "x.csv"], ["--cross-check"]])
def test_what_can_not_be_used_with_proof_is_refused(options: list[str], tmp_path: Path) -> None:
    done = invoke("check", SMALL, "--proof", "p", *options, folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "--proof works only with" in done.err
    assert invoke("check", SMALL, "--force", folder=tmp_path).code == 2


def test_verify_names_what_is_not_a_folder_of_proofs(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.zip").write_text("x")
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "manifest.json").write_text("[1]")
    for name in ("none", "empty", "text.zip", "odd"):
        done = invoke("verify", name, folder=tmp_path)
        assert done.code == 2
        assert done.err.startswith(f"cpsudoku: {name}: ")


def test_the_formula_of_a_proof_is_for_other_checkers(proofs: Path) -> None:
    done = invoke("verify", proofs, "--cnf", "2")
    head, *clauses = done.out.splitlines()
    assert head == f"p cnf 64 {len(clauses)}"
    assert clauses[-1].count("-") == 16
    assert invoke("verify", proofs, "--cnf", "4").code == 2  # it has two solutions
    assert invoke("verify", proofs, "--cnf", "9").code == 2


def test_a_solution_that_an_engine_missed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = cpsudoku.solve(SMALL)
    monkeypatch.setattr("cpsudoku.proving.proof.settle", lambda *_: verdict)
    with pytest.raises(CpsudokuError, match="missed a solution"):
        cpsudoku.prove(Puzzle(blank(FOUR)))


def test_errors_among_many_puzzles_take_the_place_of_proofs() -> None:
    found = list(cpsudoku.prove_many([SMALL, "12x", InputError("a bad row")]))
    assert [isinstance(each, InputError) for each in found] == [False, True, True]
    assert (ROOT / "cpsudoku" / "proving" / "verify.py").exists()
