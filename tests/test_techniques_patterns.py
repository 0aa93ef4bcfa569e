"""Patterns of many cells: exocets are as published, and everything they infer is right."""

from __future__ import annotations

from itertools import combinations
from random import Random

from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.solving import settle
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.patterns.exocet import Found
from cpsudoku.techniques.patterns.exocet_inferences import Why
from cpsudoku.techniques.patterns.exocet_search import three_lines, without_three
from cpsudoku.techniques.walk import check_sound

# Of the lists forum_hardest_1905_11+ and forum_hardest_1106 of tdoku.
HARD = [
    "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2",
    "98.7..6..5...9..7...7..4...4...327....65...9.......3.11...8.5...2.........54...8.",
    "98.7..6..75..6......6..8...5......4...9.8.7.....3....24....1.....7.9.5.3..587.4..",
    "98.7..6..7...5......6....7.67.4....3..2.9..6.......4..36.8...4...1...8.......93..",
    "98.7.....6...8.7....7..5...4......3...89..5.......2..1.3...4..5..65..9......1..2.",
    "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
]


def less(random: Random, candidates: Candidates, solution: bytes, part: float) -> Candidates:
    """The candidates without a part of those that are wrong."""
    wrong = [
        (cell, digit)
        for cell in bits(candidates.empty)
        for digit in digits_of(candidates.marks[cell])
        if solution[cell] != digit
    ]
    return candidates.without(random.sample(wrong, int(len(wrong) * part)))


def test_an_exocet_has_the_eliminations_that_were_published() -> None:
    # The eliminations that David P Bird gives for example 2 of his compendium.
    published = {(12, 2), (12, 5), (12, 9), (26, 3), (26, 9)}
    candidates, found = examples()["junior-exocet"].position.candidates, set()
    while step := next(TECHNIQUES["junior-exocet"].find(candidates), None):
        candidates = step.apply(candidates)
        found |= set(step.eliminations)
    assert published <= found


def test_every_inference_of_an_exocet_is_right() -> None:
    random, reasons = Random(19), set[Why]()
    for puzzle in map(Puzzle.parse, HARD):
        solution = settle(puzzle, "lanes").solution
        assert solution is not None
        for part in (0.1, 0.2, 0.3, 0.4, 0.5, 0.5):
            candidates = less(random, Candidates.of(puzzle), solution.cells, part)
            for name in ("junior-exocet", "senior-exocet"):
                for step in TECHNIQUES[name].find(candidates):
                    check_sound(step, candidates, solution)
                    assert_base_and_targets_agree(step, solution.cells)
                    assert TECHNIQUES[name].explain(step, candidates).count(". ") == 3
                    assert isinstance(step.detail, Found)
                    reasons.add(step.detail.inference.why)
    assert reasons == set(Why)


def assert_base_and_targets_agree(step: Step, solution: bytes) -> None:
    """Both hold the same digits, and the base twice in lines that cover all other places."""
    assert isinstance(step.detail, Found)
    exocet = step.detail.exocet
    held = {solution[cell] for cell in exocet.base.cells}
    assert held == {solution[cell] for cell in exocet.target_cells}
    for digit in held:
        places = [cell for cell in bits(exocet.places(digit)) if solution[cell] == digit]
        assert len(places) == 2


def test_two_cells_that_spoil_the_rule_of_two_lines_are_those_that_trying_all_finds() -> None:
    random, found = Random(2), 0
    for _ in range(150):
        lines = [sum(1 << random.randrange(9) for _ in range(2)) & 511 for _ in range(3)]
        places = lines[0] | lines[1] << 9 | lines[2] << 18
        cells = [1 << cell for cell in bits(places)]
        tried = {one | two for one, two in combinations(cells, 2) if _is_covered(places, one | two)}
        minimal = without_three(*lines)
        assert all(_is_covered(places, each) for each in minimal)
        assert all(any(not each & ~pair for each in minimal) for pair in tried)
        found += len(tried)
    assert found > 300


def _is_covered(places: int, without: int) -> bool:
    left = places & ~without
    return not three_lines(left & 511, left >> 9 & 511, left >> 18)
