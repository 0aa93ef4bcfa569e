"""Techniques for rules beyond houses: what they say, how far they come, and that they are right."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest

from cpsudoku import explain, hint, rate
from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.solving import settle
from cpsudoku.techniques import LEVELS, RULE_TABLE, TABLE, TECHNIQUES
from cpsudoku.techniques.rules.examples import DIAGONAL, JIGSAW, PUZZLES, examples_of
from cpsudoku.techniques.rules.leftovers import leftovers
from cpsudoku.techniques.walk import check_sound, turns, walk
from tests.chance import Chance
from tests.command import run
from tests.patience import PATIENCE
from tests.rules import BOARDS, random_rules
from tests.sum_prover import sum_faults

NINE = "." * 81
MOST_STEPS = 60
COMPILED = {name for name, row in TABLE.items() if "forcing_chain" in row.module}  # slow to load
# A puzzle, a technique, and what its first step says.
SAID = {
    "two black dots": (
        (NINE, "black: r2c5 r2c6", "black: r2c6 r2c7"),
        "rule-chain",
        "Suppose that r2c5 is 3. By row 2 and the black dot between r2c5 and r2c6, r2c6 is 6. By "
        "row 2 and the black dot between r2c6 and r2c7, r2c7 is 3. But then r2c5 sees the 3 of "
        "r2c7 in row 2. Remove 3 from r2c5.",
    ),
    "a sign and a dot": (
        ("...12.345" + "." * 72, "greater: r1c1 r2c1", "white: r2c1 r3c1"),
        "rule-chain",
        "Suppose that r3c1 is 9. By column 1 and the white dot between r2c1 and r3c1, r2c1 is 8. "
        "By column 1 and the sign r1c1 > r2c1, r1c1 is 9. But then r3c1 sees the 9 of r1c1 in "
        "column 1. Remove 9 from r3c1.",
    ),
    "one combination": (
        (NINE, "killer 23: r1c1 r1c2 r1c3"),
        "cage-combinations",
        "The 23 cage in r1c1-r1c3 must hold 6, 8 and 9. Remove 1, 2, 3, 4, 5 and 7 from r1c123.",
    ),
    "several combinations": (
        (NINE, "killer 6: r1c1 r2c1"),
        "cage-combinations",
        "The 6 cage in r1c1-r2c1 can hold only 1+5 or 2+4. Remove 3, 6, 7, 8 and 9 from r12c1.",
    ),
    "innies": (
        (NINE, "killer 20: r1c1 r1c2 r1c3 r2c1", "killer 22: r2c3 r3c1 r3c2 r3c3"),
        "innies",
        "Box 1 adds up to 45. The cages inside it add up to 20 + 22 = 42, so r2c2 is 45 - 42 = 3.",
    ),
    "outies": (
        (NINE, "killer 20: r1c1 r1c2 r1c3 r2c1", "killer 32: r2c2 r2c3 r2c4 r3c1 r3c2 r3c3"),
        "outies",
        "Box 1 adds up to 45. The cages that cover it add up to 20 + 32 = 52, so their cell "
        "outside, r2c4, is 52 - 45 = 7.",
    ),
    "innies of sums that are no cages": (
        (NINE, "frame-sum 6: row 1", "killer 17: r1c8 r1c9", "killer 9: r1c4 r1c5"),
        "innies",
        "Row 1 adds up to 45. The cages inside it and the frame sum 6 left of row 1 add up to 6"
        " + 17 + 9 = 32, so r1c67 add up to 45 - 32 = 13. Therefore r1c6 and r1c7 are at least "
        "4: r1c7 is at most 9, and 13 - 9 = 4. Remove 1, 2 and 3 from r1c67.",
    ),
    "innies and outies": (
        (
            NINE,
            "killer 20: r1c1 r1c2 r1c3 r2c1",
            "killer 19: r2c3 r3c1 r3c2 r4c2",
            "killer 9: r2c2",
        ),
        "innies-and-outies",
        "Box 1 adds up to 45. The cages there, without r3c3 but with r4c2 outside, add up to 20"
        " + 9 + 19 = 48. So r4c2 is 48 - 45 = 3 more than r3c3. Therefore"
        " r3c3 is at most 6 and r4c2 is at least 4: r4c2 is at most 9, and 9 - 3 = 6; r3c3 is at "
        "least 1, and 3 + 1 = 4. Remove 1, 2 and 3 from r4c2; 7, 8 and 9 "
        "from r3c3.",
    ),
    "combinations that a candidate rules out": (
        ("." * 9 + "3" + "." * 71, "killer 7: r1c1 r1c9"),
        "cage-combinations",
        "The 7 cage in r1c1 and r1c9 can hold only 1+6, 2+5 or 3+4. With 4 in r1c9, the other "
        "cell would have to be 3, which it cannot. So r1c1 is at most 6 and r1c9 is not 4, 7, 8 or "
        "9. Remove 4 from r1c9; 7, 8 and 9 from r1c19.",
    ),
    "cases of a cell": (
        (
            "....1.2.." + "." * 27 + "6" + "." * 17 + "7" + "." * 26,
            "killer 8: r1c1 r1c9",
            "non-consecutive",
        ),
        "cell-cases",
        "r1c1 is 3 or 5. If it is 3, the non-consecutive rule rules out 4 in r1c2 and r2c1; if "
        "it is 5, the non-consecutive rule rules out 4 in r1c2 and r2c1. Remove 4 from r1c2 and"
        " r2c1.",
    ),
    "a thermometer": (
        (NINE, "thermo: r1c1 r1c2 r1c3"),
        "bounds",
        "The digits rise along the thermometer from r1c1 to r1c3, so r1c1 is at most 7, r1c2 is "
        "from 2 to 8 and r1c3 is at least 3. Remove 1 from r1c23, 2 from r1c3, 8 from r1c1 and 9 "
        "from r1c12.",
    ),
    "an arrow": (
        (NINE, "arrow: r5c5 = r5c6 r5c7"),
        "sums",
        "The digits along the arrow at r5c5 add up to the circle, so r5c5 is at least 3 and r5c6 "
        "and r5c7 are at most 8: r5c6 and r5c7 add up to at least 3; r5c5 is at most 9 and r5c7 is "
        "at least 1, and 9 - 1 = 8. Remove 1 and 2 from r5c5; 9 from r5c67.",
    ),
    "a little killer": (
        (NINE, "little-killer 5: r1c8 r2c9"),
        "sums",
        "With the little killer 5 at r1c8, r1c8 and r2c9 are at most 4: r2c9 is at least 1, and "
        "5 - 1 = 4. Remove 5, 6, 7, 8 and 9 "
        "from r1c8 and r2c9.",
    ),
    "an x-sum": (
        (NINE, "x-sum 8: column 5"),
        "sums",
        "With the x-sum 8 above column 5, r1c5 is 2 or 3 and r2c5 is 1, 4 or 6: with 1 in r1c5, "
        "the sum would be at most 1; with 4, 5, 6, 7, 8 or 9 in r1c5, the sum would be at least "
        "10; with 2 in r1c5, r2c5 is 6; with 3 in r1c5, the sum of r2c5 and r3c5 is 5. Remove 1, 4 "
        "and 6 from r1c5; 2 and 3 from r2c5; 5, 7, 8 and 9 from r12c5.",
    ),
    "runs of a renban": (
        ("....5" + "." * 76, "renban: r1c5 r2c5 r2c6"),
        "rule-cells",
        "The renban from r1c5 to r2c6 can hold only 3-5, 4-6 or 5-7, so r2c5 and r2c6 are from 3 "
        "to 7. Remove 1, 2, 8 and 9 from r2c56.",
    ),
    "clones": (
        ("....5" + "." * 76, "clone: r1c1 = r4c7"),
        "rule-cells",
        "r1c1 and r4c7 hold the same digit: r1c1 is not 5, so r4c7 is not 5. Remove 5 from r4c7.",
    ),
    "one of two rules": (
        (NINE, "any-of: (killer 4: r1c1 r1c2) | (killer 3: r1c1 r2c1)"),
        "rule-cells",
        "If the 4 cage at r1c1 holds, the 4 cage in r1c1-r1c2 must hold 1 and 3. If the 3 cage at "
        "r1c1 holds, the 3 cage in r1c1-r2c1 must hold 1 and 2. Remove 4, 5, 6, 7, 8 and 9 from "
        "r1c1.",
    ),
    "a black dot": (
        (NINE, "black: r1c1 r1c2"),
        "related-cells",
        "r1c1 and r1c2 must be in the ratio 1:2: r1c1 is not 5, 7 or 9; r1c2 is not 5, 7 or 9. "
        "Remove 5, 7 and 9 from r1c12.",
    ),
    "a black dot beside known digits": (
        ("...." + "6" + "." * 76, "black: r1c1 r1c2"),
        "related-cells",
        "r1c1 and r1c2 must be in the ratio 1:2: r1c2 is not 6, so r1c1 is 1, 2, 4 or 8; r1c1 is 1,"
        " 2, 4 or 8, so r1c2 is 1, 2, 4 or 8. Remove 3, 5, 7 and 9 from r1c12.",
    ),
    "whispers": (
        (NINE, "whispers: r1c1 r2c2"),
        "related-cells",
        "r1c1 and r2c2 must differ by at least 5: r1c1 is not 5; r2c2 is not 5. Remove 5 from "
        "r1c1 and r2c2.",
    ),
    "a marked cell": (
        ("." * 72 + "12.3..4..", "odd: r7c3"),
        "rule-cells",
        "r7c3 is odd. Remove 4, 6 and 8 from r7c3.",
    ),
    "a digit that a cage needs": (
        (NINE, "killer 3: r1c1 r1c2"),
        "needed-digit",
        "The 3 cage at r1c1 must hold 1 and 2, so it holds 1, in r1c1 or r1c2. No cell that sees "
        "both of them can hold 1. Remove 1 from r1c3456789 and r23c123.",
    ),
}


@pytest.mark.parametrize(("lines", "technique", "said"), SAID.values(), ids=SAID.keys())
def test_a_step_says_why(lines: tuple[str, ...], technique: str, said: str) -> None:
    candidates = Candidates.of(Puzzle.parse(lines[0]).with_rules(*lines[1:]))
    if technique in ("needed-digit", "cell-cases"):
        cages = next(TECHNIQUES["cage-combinations"].find(candidates))
        candidates = cages.apply(candidates)
    step = next(TECHNIQUES[technique].find(candidates))
    assert TECHNIQUES[technique].explain(step, candidates) == said


def test_leftovers_need_regions_that_are_no_boxes() -> None:
    board = Puzzle.parse(DIAGONAL).with_rules("diagonals").board_with_rules
    assert all(set(board.extras) & set(each.second_houses) for each in leftovers(board))
    assert leftovers(Puzzle.parse(NINE).board) == ()
    assert leftovers(Puzzle.parse(NINE).with_rules(JIGSAW).board_with_rules)


def test_sentences_use_the_symbols_of_large_boards() -> None:
    board = Board.of_size(16)
    rules = (
        *("greater: r9c1 r9c2", "black: r9c4 r9c5", "killer 45: r5c5 r5c6 r5c7"),
        *("thermo: r1c1 r1c2 r1c3 r2c3 r2c4", "renban: r12c1 r12c2 r12c3", "odd: r12c1"),
        *("whispers 8: r16c1 r16c2 r16c3", "arrow: r14c1 = r14c2 r14c3", "sandwich 40: row 7"),
    )
    candidates = Candidates.of(Puzzle(Grid(bytes(256), board)).with_rules(*rules))
    found = 0
    for name in ("related-cells", "bounds", "cage-combinations", "sums", "rule-cells"):
        for step in islice(TECHNIQUES[name].find(candidates), 5):
            text = TECHNIQUES[name].explain(step, candidates).replace("45 cage", "cage")
            text = re.sub(r"add up to at (most|least) \d+", "", text)
            assert not re.search(r"\b(is|least|most|from|to|or|not|hold) 1[0-6]\b", text), text
            assert re.search(r"\b[A-G]\b", text)
            found += 1
    assert found > 5


def random_position(puzzle: Puzzle, solution: Grid, chance: Random) -> Candidates:
    """The position with some digits of a solution."""
    kept = bytes(digit if chance.random() < 0.25 else 0 for digit in solution.cells)
    return Candidates.of(Puzzle(Grid(kept, puzzle.board), puzzle.constraints))


@pytest.mark.parametrize("name", list(CONSTRAINTS))
def test_no_step_removes_a_digit_of_a_solution(name: str, chance: Chance) -> None:
    random, steps = chance.random(name), 0
    for line, rule in random_rules(random, name, 40 if chance.exhaustive else 1):
        puzzle = Puzzle(Grid(bytes(len(rule.board)), rule.board), (rule,))
        solutions = settle(puzzle, want=5, limit=Limit(seconds=PATIENCE)).solutions
        for solution in solutions if chance.exhaustive else solutions[:1]:
            candidates = random_position(puzzle, solution, random)
            names = [each for each in turns(puzzle, "human") if each not in COMPILED]
            for before, step in islice(walk(candidates, names), MOST_STEPS):
                check_sound(step, before, solution)
                assert TECHNIQUES[step.technique].explain(step, before), line
                steps += 1
    assert chance.is_enough(steps > 0)


SUMS = {
    "killer 26: r6c1 r7c1 r8c1 r9c1": "cage-combinations",
    "killer 15: r4c6 r5c6 r5c7": "cage-combinations",
    "frame-sum 18: column 8": "sums",
    "little-killer 33: r1c2-r8c9": "sums",
    "sum <= 9: r3c7 r4c7 r4c8 -r5c8": "sums",
    "arrow: r1c1 = r2c1 r2c2 r3c3": "sums",
    "x-sum 25: row 7": "sums",
    "sandwich 17: column 1": "sums",
    "double-arrow: r3c4 r4c4 r4c5 r4c3": "sums",
    "zipper: r1c9 r1c8 r2c8 r1c7": "sums",
    "region-sum: r3c3 r4c3 r5c3 r4c4": "sums",
}


@pytest.mark.parametrize("size", [9, 16])
def test_the_arithmetic_of_sums_is_shown_and_right(size: int) -> None:
    board, chance, count = Board.of_size(size), Random(1), dict.fromkeys(SUMS, 0)
    for line, name in SUMS.items():
        puzzle = Puzzle(Grid(bytes(len(board)), board)).with_rules(line)
        cells = sum(1 << cell for cell in puzzle.constraints[0].cells)
        for _ in range(60):
            candidates = Candidates.of(puzzle)
            gone = [at for at in candidates.among(cells, -1) if chance.random() < 1 - 3.6 / size]
            candidates = candidates.without(tuple(gone))
            if not all(candidates.marks):
                continue
            for step in TECHNIQUES[name].find(candidates):
                text = TECHNIQUES[name].explain(step, candidates)
                claims, faults = sum_faults(text, candidates)
                assert faults == [], text
                count[line] += claims
                shown, _, _ = text.partition(": ")[2].rpartition("Remove")
                assert re.search(r"\d", shown) or " hold " in text, text
    assert sum(map(bool, count.values())) >= len(SUMS) - 1  # not those of sandwiches
    assert sum(count.values()) > 200, count


def test_a_killer_is_explained_hinted_and_rated() -> None:
    rules = (
        *("killer 9: r1c1 r1c2 r2c1", "killer 8: r1c3 r2c3 r3c3", "killer 3: r1c4 r2c4"),
        *("killer 7: r2c2 r3c2 r4c2", "killer 4: r3c1 r4c1", "killer 9: r3c4 r4c3 r4c4"),
    )
    puzzle = Puzzle.parse("." * 16).with_rules(*rules)
    assert explain(puzzle).is_solved
    assert hint(puzzle).levels[0].startswith("Look at ")
    rating = rate(puzzle)
    assert (rating.status, rating.er, rating.score) == ("unique", None, None)
    assert rating.level in ("easy", "medium")
    assert str(rating) == f"{rating.level}, effort {rating.effort:.2f}"


def test_a_board_of_several_grids_is_explained() -> None:
    board = BOARDS["twins"]
    solution = settle(Puzzle(Grid(bytes(len(board)), board)), want=1).solution
    assert solution is not None
    chance = Random(1)
    kept = bytes(digit if chance.random() < 0.7 else 0 for digit in solution.cells)
    found = explain(Puzzle(Grid(kept, board)))
    assert found.outcome in ("solved", "stuck")
    assert found.steps


def test_every_technique_that_fits_works_without_boxes() -> None:
    board = Board.without_boxes(5)
    solution = Grid.from_line("1234523451345124512351234", board)
    chance, found = Random(5), 0
    for rules in ((), ("diagonals",)):
        empty = Puzzle(Grid(bytes(25), board)).with_rules(*rules)
        names = [name for name in turns(empty, "human") if name not in COMPILED]
        names = [name for name in names if not TECHNIQUES[name].assumes_unique]
        for _ in range(6):
            candidates = random_position(empty, solution, chance)
            for name in names:
                for step in islice(TECHNIQUES[name].find(candidates), 3):
                    check_sound(step, candidates, None if rules else solution)
                    found += 1
    assert found > 20


def test_techniques_for_rules_have_facts() -> None:
    assert not RULE_TABLE.keys() & TABLE.keys()
    levels = [LEVELS.index(row.level) for row in RULE_TABLE.values()]
    assert levels == sorted(levels)
    for name in RULE_TABLE:
        assert TECHNIQUES[name].name == name
        assert TECHNIQUES[name].definition.endswith(".") or "(" in TECHNIQUES[name].definition


@pytest.mark.parametrize("name", list(RULE_TABLE))
def test_a_technique_finds_its_own_example(name: str) -> None:
    found = examples_of(name)
    assert len(found) == len(PUZZLES[name]) == 2
    for candidates, step in found:
        assert step.technique == name
        assert TECHNIQUES[name].explain(step, candidates).endswith(".")
        assert settle(candidates.puzzle).solution is not None
        check_sound(step, candidates, None)


def test_a_classic_puzzle_is_tried_with_classic_techniques_only() -> None:
    assert turns(Puzzle.parse(NINE), "human") == tuple(TABLE)


def test_the_commands_take_rules() -> None:
    rules = ("--rules", "killer 3: r1c1 r1c2", "--rules", "killer 7: r1c3 r1c4")
    done = run("hint", ".............1..", *rules)
    assert done.code == 1
    assert "Look at " in done.out
    rated = run("rate", ".............1..", *rules)
    assert (rated.code, rated.lines[0].split()[1:]) == (1, ["multiple"])


def test_digits_from_0_are_named_as_they_are_on_the_board() -> None:
    board, line = BOARDS["zero"], "2103032110323210"
    blank = (0, 5, 7, 8, 10)
    digits = (0 if at in blank else board.symbols.index(c) for at, c in enumerate(line))
    told = explain(Puzzle(Grid(bytes(digits), board))).steps
    assert len(told) == len(blank)
    for each in told:
        ((cell, _),) = each.step.placements
        assert each.effect.endswith(f"= {line[cell]}")
        assert f"only {line[cell]} is missing" in each.text
