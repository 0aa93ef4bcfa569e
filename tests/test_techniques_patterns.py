"""Patterns of many cells: exocets are as published, and everything they infer is right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.solving import settle
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.examples import examples
from cpsudoku.techniques.patterns.exocet import FoundExocet
from cpsudoku.techniques.patterns.exocet_inferences import Why
from cpsudoku.techniques.patterns.exocet_search import three_lines, without_three
from cpsudoku.techniques.patterns.fireworks import fireworks
from cpsudoku.techniques.patterns.tridagon import diagonals_of
from cpsudoku.techniques.walk import check_sound
from tests.puzzles import WIKIPEDIA, less

NINE = Board.of_size(9)

# Of the lists forum_hardest_1905_11+ and forum_hardest_1106 of tdoku.
HARD = [
    "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2",
    "98.7..6..5...9..7...7..4...4...327....65...9.......3.11...8.5...2.........54...8.",
    "98.7..6..75..6......6..8...5......4...9.8.7.....3....24....1.....7.9.5.3..587.4..",
    "98.7..6..7...5......6....7.67.4....3..2.9..6.......4..36.8...4...1...8.......93..",
    "98.7.....6...8.7....7..5...4......3...89..5.......2..1.3...4..5..65..9......1..2.",
    "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
]
# By mith and others, in Denis Berthier's CSP-Rules-Examples.
TRIDAGONS = [
    "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
    "...45...9.....92.6..97.....2.1..786..78..19.296...8.17.928..6..7.6.....881.......",
    ".23.5.7.9.5.....327.923....23...4.75.4.....9.9.....3.4....45..7.92.67....7412....",
    "1...56....57..9..6...72...52.9.651...7........16.7.5.....5.2.4.......9.1...6.7.58",
    "1.3.56..9.571.9..669.73......9.71...53.......7..3.569..1....82....51.9...7....4..",
]


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
        for part in (0.1, 0.3, 0.5):
            candidates = less(random, Candidates.of(puzzle), solution, part)
            for name in ("junior-exocet", "senior-exocet"):
                for step in TECHNIQUES[name].find(candidates):
                    check_sound(step, candidates, solution)
                    assert_base_and_targets_agree(step, solution.cells)
                    assert TECHNIQUES[name].explain(step, candidates).count(". ") == 3
                    assert isinstance(step.detail, FoundExocet)
                    reasons.add(step.detail.inference.why)
    assert reasons == set(Why)


def assert_base_and_targets_agree(step: Step, solution: bytes) -> None:
    """Both hold the same digits, and the base twice in lines that cover all other places."""
    assert isinstance(step.detail, FoundExocet)
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


def test_three_digits_fill_twelve_cells_exactly_if_an_even_number_of_boxes_fall() -> None:
    peers, boxes = NINE.peer_cells, list(diagonals_of(NINE).values())
    first = boxes[0][0]  # the others are the same with rows and columns exchanged
    for three in product(boxes[1][:6], boxes[3], boxes[4]):
        chosen = (first, *three)
        cells = [cell for diagonal in chosen for cell in bits(diagonal.cells)]
        even = sum(diagonal.falls for diagonal in chosen) % 2 == 0
        assert _can_be_filled(cells, peers) == even


def _can_be_filled(cells: list[int], peers: Sequence[int]) -> bool:
    """Whether three digits fill the cells so that no two peers are equal."""
    ways: list[tuple[int, ...]] = [(0, 0, 0)]
    for cell in cells:
        ways = [
            tuple(held | (1 << cell) * (digit == new) for digit, held in enumerate(way))
            for way in ways
            for new in range(3)
            if not way[new] & peers[cell]
        ]
    return bool(ways)


def test_every_inference_of_a_tridagon_is_right() -> None:
    random, found = Random(3), 0
    for line in TRIDAGONS:
        puzzle = Puzzle.parse(line)
        solution = settle(puzzle, "lanes").solution
        assert solution is not None
        for part in (0.1, 0.3, 0.5):
            candidates = less(random, Candidates.of(puzzle), solution, part)
            for step in TECHNIQUES["tridagon"].find(candidates):
                check_sound(step, candidates, solution)
                text = TECHNIQUES["tridagon"].explain(step, candidates)
                assert text.count(" → ") == len(step.links)
                found += 1
    assert found > 20


def test_a_firework_is_in_its_three_cells() -> None:
    random, found = Random(11), 0
    for puzzle in map(Puzzle.parse, HARD):
        solution = settle(puzzle, "lanes").solution
        assert solution is not None
        candidates = less(random, Candidates.of(puzzle), solution, 0.5)
        for crossing, here in fireworks(candidates).items():
            for digit, firework in here:
                cells = 1 << crossing | firework.row_wing | firework.column_wing
                assert any(solution[cell] == digit for cell in bits(cells))
                found += 1
    assert found > 100


@pytest.mark.parametrize("name", ["junior-exocet", "senior-exocet"])
@pytest.mark.parametrize("board", [Board.of_size(16), Board.of_size(6)], ids=["16x16", "6x6"])
def test_no_exocet_is_looked_for_outside_nine_boxes(name: str, board: Board) -> None:
    position = Candidates.of(Puzzle(Grid(bytes(len(board)), board)))
    assert not list(TECHNIQUES[name].find(position))


def test_a_cell_without_candidates_makes_no_death_blossom() -> None:
    position = Candidates.of(Puzzle.parse(WIKIPEDIA)).without((2, digit) for digit in range(1, 10))
    for step in TECHNIQUES["death-blossom"].find(position):
        assert all(position.has(cell, digit) for cell, digit in step.eliminations)
