"""What is wrong with a variant: rules that contradict each other, wrong values, unneeded clues."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.core.verdict import Limit, Status
from cpsudoku.diagnosing import Diagnosis
from cpsudoku.drawing.diagnosis import data_of_diagnosis
from cpsudoku.drawing.diagnosis_words import in_words
from cpsudoku.engines import ENGINES
from tests.chance import Chance
from tests.command import invoke
from tests.rules import BOARDS, EXAMPLES, every_rule, rules
from tests.test_presolve import random_puzzle

NODES = 3000
BLANK = "\n".join([". . . ."] * 4)
FEW = 11  # parts; brute force tries every set of them


def count(puzzle: Puzzle) -> int | None:
    """The number of solutions, up to 2, by the plain search; None if that takes long."""
    found = ENGINES["backtrack"].search(puzzle, 2, Limit(nodes=NODES))
    return len(found.solutions) if found.exhausted or len(found.solutions) == 2 else None


def parts_of(puzzle: Puzzle) -> list[tuple[str, int]]:
    """The givens and the rules of a puzzle."""
    given = [("given", cell) for cell, digit in enumerate(puzzle.givens.cells) if digit]
    return given + [("rule", number) for number in range(len(puzzle.constraints))]


def only(puzzle: Puzzle, parts: tuple[tuple[str, int], ...]) -> Puzzle:
    """The puzzle with only these parts."""
    cells = [number for kind, number in parts if kind == "given"]
    return puzzle.only(cells, [number for kind, number in parts if kind == "rule"])


def without(puzzle: Puzzle, parts: list[tuple[str, int]]) -> Puzzle:
    """The puzzle as it is if these parts are never written down."""
    cells = bytearray(puzzle.givens.cells)
    for kind, number in parts:
        if kind == "given":
            cells[number] = 0
    kept = [n for n in range(len(puzzle.constraints)) if ("rule", n) not in parts]
    constraints = tuple(puzzle.constraints[number] for number in kept)
    return replace(puzzle, givens=Grid(bytes(cells), puzzle.board), constraints=constraints)


def cases(solutions: int, boards: list[str], random: Random) -> Iterator[Puzzle]:
    """Random puzzles with few parts and with this number of solutions."""
    while True:
        puzzle = random_puzzle(random, BOARDS[random.choice(boards)], 3)
        if 1 < len(parts_of(puzzle)) <= FEW and puzzle.constraints and count(puzzle) == solutions:
            yield puzzle


def smallest_size(puzzle: Puzzle) -> int | None:
    """The size of the smallest set of parts without a solution, by trying all."""
    parts = parts_of(puzzle)
    for size in range(len(parts) + 1):
        counts = [count(only(puzzle, some)) for some in combinations(parts, size)]
        if None in counts:
            return None
        if 0 in counts:
            return size
    return None


@pytest.mark.parametrize("smallest", [True, False])
def test_contradictions_are_those_of_brute_force(smallest: bool, chance: Chance) -> None:
    decided = 0
    for puzzle in cases(0, ["4x4", "jigsaw", "zero", "wide"], chance.random(1 + smallest)):
        size = smallest_size(puzzle)
        if size is None:
            continue
        found = cpsudoku.diagnose(puzzle, smallest=smallest, suggestions=0)
        parts = [("given", cell) for cell in found.conflict]
        parts += [("rule", number) for number in found.conflict_rules]
        assert found.irreducible
        assert count(only(puzzle, tuple(parts))) == 0, puzzle
        for part in parts:
            rest = tuple(other for other in parts if other != part)
            assert count(only(puzzle, rest)) != 0, puzzle
        assert found.smallest >= smallest
        assert not found.smallest or len(parts) == size, puzzle
        decided += 1
        if decided == (6 if chance.exhaustive else 3):
            break


@pytest.mark.parametrize("line", ["1100.0000.0020", "1212.1212.0000", "1120.0000.3000"])
def test_typing_mistakes_are_looked_for_on_rectangles(line: str) -> None:
    board = Board.rectangle(3, 4, 6)
    givens = Grid(bytes(map(int, line.replace(".", ""))), board)
    found = cpsudoku.diagnose(Puzzle(givens))
    assert found.conflict
    for repair in found.repairs:
        assert {edit.cell for edit in repair.edits} <= set(range(12))
        assert count(repair.applied(found.puzzle)) == 1


def test_what_is_unnecessary_is_what_brute_force_says(chance: Chance) -> None:
    decided = 0
    for puzzle in cases(1, ["4x4", "jigsaw", "zero", "wide"], chance.random(4)):
        found = cpsudoku.diagnose(puzzle, unnecessary=True).unnecessary
        assert found is not None
        alone = [("given", cell) for cell in found.cells] + [("rule", n) for n in found.rules]
        assert alone == [part for part in parts_of(puzzle) if count(without(puzzle, [part])) == 1]
        gone = [("given", cell) for cell in found.together_cells]
        gone += [("rule", number) for number in found.together_rules]
        assert set(gone) <= set(alone) or any(each.among(()) != each for each in puzzle.constraints)
        assert count(without(puzzle, gone)) == 1, puzzle
        for part in parts_of(puzzle):
            assert part in gone or count(without(puzzle, [*gone, part])) != 1, puzzle
        decided += bool(alone)
        if decided == (8 if chance.exhaustive else 3):
            break


def variant(*lines: str, grid: str = BLANK) -> Puzzle:
    return Puzzle.parse("\n".join([grid, "", *lines]))


def proper_killers() -> Iterator[Puzzle]:
    """Proper 4x4 and 6x6 puzzles with cages and givens of one solution."""
    for puzzle in cases(1, ["4x4", "6x6"], Random(9)):
        if any(rule.name == "killer" for rule in puzzle.constraints):
            yield puzzle


def test_a_wrong_sum_is_found_among_the_first_five() -> None:
    random, decided, right = Random(2), 0, 0
    for puzzle in proper_killers():
        cages = [n for n, rule in enumerate(puzzle.constraints) if rule.name == "killer"]
        number = random.choice(cages)
        meant = puzzle.constraints[number]
        wrong = next(other for _, other in meant.others())
        changed = [wrong if n == number else each for n, each in enumerate(puzzle.constraints)]
        found = cpsudoku.diagnose(replace(puzzle, constraints=tuple(changed)))
        if found.verdict.status is Status.NO_SOLUTION:
            decided += 1
            clues = [repair.clue for repair in found.repairs]
            right += (number, meant) in [(clue.number, clue.after) for clue in clues if clue]
            for repair in found.repairs:
                assert count(repair.applied(found.puzzle)) == (1 if repair.proper else 2)
        if decided == 6:
            break
    assert right == 6


def words_of(*lines: str, grid: str = BLANK) -> str:
    return "\n".join(in_words(cpsudoku.diagnose(variant(*lines, grid=grid), limit=20)))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ["killer 4: r1c1 r1c2", "killer 4: r2c1 r2c2", "anti-knight"],
            "2 rules can't stand together, and each is needed for that; no smaller set "
            "conflicts:\n  the 4 cage at r1c1 with r1c1 r1c2\n  the 4 cage at r2c1 with r2c1 r2c2",
        ),
        (
            ["killer 2: r1c1 r1c2", "diagonals"],
            "this rule is impossible by itself: the 2 cage at r1c1 with r1c1 r1c2",
        ),
        (["thermo: r1c1 r1c2 r1c3 r1c4 r2c4"], "the thermometer from r1c1 to r2c4"),
        (["white: r1c1 r1c2", "black 4: r1c1 r1c2"], "the white dot between r1c1 and r1c2"),
        (
            ["killer 4: r1c1 r1c2", "killer 4: r2c1 r2c2"],
            "4 should be 6; that leaves several solutions",
        ),
        (["x-sum 11: row 1", "thermo: r1c1 r1c2"], "the x-sum 11 left of row 1"),
        (["anti-king", "anti-knight"], "the anti-king rule"),
    ],
)
def test_what_contradicts_each_other_is_named_as_people_say_it(lines: list[str], said: str) -> None:
    assert said in words_of(*lines)


def test_digits_from_zero_are_shown_as_they_are_on_the_board() -> None:
    grid = "0 . . .\n. . . .\n. . . .\n. . . ."
    several = cpsudoku.diagnose(variant("digits: 0-3", grid=grid))
    data = data_of_diagnosis(several)
    assert data["varying"]["r1c2"] == [1, 2, 3]
    assert "r1c2=1/2/3" in "\n".join(in_words(several))


def test_a_rule_that_givens_break_is_repaired() -> None:
    words = words_of("killer 5: r1c1 r1c2", grid="1 2 . .\n. . . .\n. . . .\n. . . .")
    assert words.startswith("the givens break the 5 cage at r1c1: r1c1 r1c2\n")
    assert (
        "the 5 cage at r1c1 with r1c1 r1c2: 5 should be 3; that leaves several solutions" in words
    )


def test_a_board_without_any_filling_is_no_fault_of_the_givens() -> None:
    puzzle = replace(variant("anti-knight"), marks=((),) * 16)
    found = cpsudoku.diagnose(puzzle)
    assert (found.conflict, found.conflict_rules, found.irreducible) == ((), (), True)
    assert in_words(found)[0] == "the board has no filling, even without any given and any rule"


def test_dots_that_are_all_given_are_left_out_as_they_would_be_on_paper() -> None:
    """Without a dot, the rule that all dots are given excludes its pair, so each dot is needed."""
    puzzle = next(cases(1, ["4x4"], Random(5)))
    solution = cpsudoku.solve(puzzle).solution
    assert solution is not None
    board = puzzle.board
    pairs = [pair for pair in board.neighbours if abs(solution[pair[0]] - solution[pair[1]]) == 1]
    dots = [f"white: {' '.join(map(board.cell_name, pair))}" for pair in pairs]
    dotted = Puzzle(Grid(solution.cells[:4] + bytes(12), board)).with_rules(*dots, "negative white")
    found = cpsudoku.diagnose(dotted, unnecessary=True)
    assert found.unnecessary is not None
    assert dots
    assert not set(found.unnecessary.rules) & set(range(len(dots)))


def test_a_limit_that_runs_out_is_said() -> None:
    lines = [f"killer 45: row {n}" for n in range(1, 10)] + ["killer 44: column 1"]
    puzzle = Puzzle(Grid(bytes(81), BOARDS["9x9"])).with_rules(*lines)
    found = cpsudoku.diagnose(puzzle, limit=0)
    assert found.irreducible or found.notes or found.verdict.status is Status.UNKNOWN


# The faces of rules


@pytest.mark.parametrize("name", EXAMPLES)
def test_another_value_of_a_rule_is_a_rule_that_can_be_written(name: str) -> None:
    for _, rule in rules(name):
        others = [other for _, other in rule.others()]
        assert rule not in others
        for other in others[:30]:
            assert rules_of(line_of(other), rule.board) == (other,)


def test_rules_with_a_number_have_other_values() -> None:
    named = {rule.name for _, rule in every_rule() if any(rule.others())}
    expected = "killer sum xv little-killer sandwich x-sum skyscraper numbered-room frame-sum"
    assert set(expected.split()) <= named
    assert not named & {"thermo", "anti-knight", "renban", "odd", "negative"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_full_title_of_a_rule_begins_with_its_title(name: str) -> None:
    for _, rule in rules(name):
        assert rule.full_title.split(" with ")[0] in rule.title


# The command


def diagnosed(*arguments: str | Path, code: int) -> str:
    done = invoke("diagnose", *arguments)
    assert done.code == code, done
    return done.out


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.txt"
    lines = ["killer 4: r1c1 r1c2", "killer 4: r2c1 r2c2", "thermo: r3c1 r3c2 r3c3"]
    path.write_text("\n".join([BLANK, "", *lines, "sandwich 2: row 4", ""]))
    return path


def test_the_command_names_marks_and_repairs(broken: Path, tmp_path: Path) -> None:
    svg, fixed = tmp_path / "a.svg", tmp_path / "fixed.json"
    out = diagnosed(broken, "--svg", svg, "--fix", fixed, code=1)
    assert "|[.|.]| . . |" in out
    assert "\nsandwich 2: r4c1 r4c2 r4c3 r4c4\n! killer 4: r1c1 r1c2; r2c1 r2c2\n" in out
    assert "the 4 cage at r1c1 with r1c1 r1c2: 4 should be 6" in out
    assert "s-eliminated" in svg.read_text()
    assert cpsudoku.check(str(fixed)).is_unique


def test_an_svg_output_is_a_drawing(broken: Path, tmp_path: Path) -> None:
    by_name, by_option = tmp_path / "a.svg", tmp_path / "b.SVG"
    text = diagnosed(broken, "--svg", by_name, code=1)
    assert diagnosed(broken, "-o", by_option, code=1) == text
    assert by_option.read_text() == by_name.read_text()
    refused = invoke("diagnose", broken, "-o", by_option, "--svg", by_name)
    assert (refused.code, refused.out) == (2, "")
    assert "use only one of them" in refused.err


def test_the_json_has_the_rules_by_number(broken: Path) -> None:
    data = json.loads(diagnosed(broken, "--json", code=1))["diagnosis"]
    assert [rule["number"] for rule in data["conflict"]["rules"]] == [0, 1]
    assert (data["conflict"]["irreducible"], data["conflict"]["smallest"]) == (True, True)
    repair = data["repairs"][0]
    assert (repair["kind"], repair["rule"]["from"], repair["rule"]["to"]) == ("clue", "4", "6")
    assert data["mended_rules"][repair["rule"]["number"]]["sum"] == 6


def test_unnecessary_clues_are_listed_in_both_meanings(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    solved = "1 2 3 4\n3 4 1 2\n2 . 4 .\n4 3 . ."
    path.write_text(f"{solved}\n\nkiller 3: r1c1 r1c2\n")
    out = diagnosed(path, "--unnecessary", code=0)
    assert "unnecessary, each by itself: the puzzle stays unique without any one of these" in out
    assert "  the 3 cage at r1c1 with r1c1 r1c2" in out
    assert "it stays unique without all of these; then everything else is needed" in out
    data = json.loads(diagnosed(path, "--unnecessary", "--json", code=0))["diagnosis"]
    assert data["unnecessary"]["alone"]["rules"][0]["number"] == 0
    assert data["unnecessary"]["undecided"] == {"cells": [], "rules": []}


def test_a_minimal_classic_needs_every_given() -> None:
    line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    assert "minimal: every given is needed" in diagnosed(line, "--unnecessary", code=0)
    classic: Diagnosis = cpsudoku.diagnose(line, unnecessary=True)
    assert classic.redundant == ()


def test_another_value_of_a_rule_may_concern_other_cells() -> None:
    found = cpsudoku.diagnose("...1\n....\n....\n1...\ndiagonals rising")
    assert found.conflict_rules == (0,)
