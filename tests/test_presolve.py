"""What the presolve excludes is in no solution, and the sums it derives hold in every solution."""

from __future__ import annotations

from random import Random

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import parsed
from cpsudoku.core.verdict import Limit
from cpsudoku.engines import ENGINES
from cpsudoku.engines.cpsat.digit_sets import digit_sets
from cpsudoku.engines.cpsat.leftovers import LeftoverSum, leftovers
from cpsudoku.engines.cpsat.presolve import presolve
from tests.chance import Chance
from tests.rules import BOARDS, every_rule

KILLER = """
killer 3: r1c1 r1c2
killer 7: r1c3 r1c4
killer 5: r2c1 r3c1
killer 5: r2c2 r3c2
killer 3: r2c3 r2c4
killer 6: r3c3 r4c3
"""


def sums_of(lines: str, board: Board) -> list[LeftoverSum]:
    """The given sums of rules."""
    rules = parsed(lines.strip().splitlines(), board)
    return [LeftoverSum(each.cells, each.total) for rule in rules for each in rule.totals()]


def test_leftover_sums_are_the_innies_and_outies() -> None:
    board = BOARDS["4x4"]
    named = {
        (
            " ".join(map(board.cell_name, each.cells)),
            each.total,
            " ".join(map(board.cell_name, each.minus)),
        )
        for each in leftovers(board, sums_of(KILLER, board))
    }
    assert ("r2c1 r2c2", 7, "") in named  # row 2 without its cage
    assert ("r3c1 r3c2 r3c3 r3c4", 10, "") not in named  # a house, nothing new
    assert ("r4c1 r4c2", 7, "") in named  # box 3 without the outies of box 1
    assert ("r3c4 r4c4", 4, "") in named  # box 4 without its cage
    assert all(len(cells.split()) + len(minus.split()) <= 8 for cells, _, minus in named)


@pytest.mark.parametrize(
    ("count", "total", "sets"),
    [(2, 3, 1), (2, 10, 4), (3, 15, 8), (9, 45, 1), (2, 1, 0), (2, 18, 0)],
)
def test_sets_of_digits_have_the_sum(count: int, total: int, sets: int) -> None:
    listed = digit_sets(9, count, total)
    assert listed is not None
    found, every, common = listed
    assert len(found) == sets
    for digits in found:
        assert sum(d for d in range(1, 10) if digits >> d - 1 & 1) == total
        assert digits & ~every == 0
        assert common & ~digits == 0


def test_sets_too_many_to_list_are_left_out() -> None:
    assert digit_sets(25, 12, 156) is None


def random_puzzle(random: Random, board: Board, most: int) -> Puzzle:
    """Some rules of the examples, and some cages and givens of a random solution of the board."""
    examples = [rule for _, rule in every_rule() if rule.board == board]
    rules: list[Constraint] = random.sample(examples, min(len(examples), random.randint(0, most)))
    base = ENGINES["backtrack"].search(
        Puzzle(Grid(bytes(len(board)), board), tuple(rules)), 1, Limit(nodes=200)
    )
    if base.solutions:
        rules += random_cages(random, base.solutions[0])
    givens = bytearray(len(board))
    for cell in random.sample(range(len(board)), random.randint(0, len(board) // 4)):
        taken = {givens[peer] for peer in board.peers[cell]}
        free = [digit for digit in range(1, board.size + 1) if digit not in taken]
        right = base.solutions and random.random() < 0.8
        givens[cell] = base.solutions[0][cell] if right else random.choice(free or [0])
    return Puzzle(Grid(bytes(givens), board), tuple(rules))


def random_cages(random: Random, grid: Grid) -> tuple[Constraint, ...]:
    """Cages of neighbours with the sums of a grid; some of them share cells."""
    board, lines = grid.board, []
    for one, other in random.sample(board.neighbours, random.randint(0, len(board) // 2)):
        cells = {one, other}
        if random.random() < 0.5:
            cells |= {a if b == other else b for a, b in board.neighbours if other in (a, b)}
        found = random.sample(sorted(cells), min(len(cells), random.randint(2, 4)))
        if len({grid[cell] for cell in found}) == len(found):
            total = sum(grid[cell] + board.lowest - 1 for cell in found)
            lines.append(f"killer {total}: {' '.join(map(board.cell_name, found))}")
    return parsed(lines, board)


@pytest.mark.parametrize("board_name", ["4x4", "latin", "jigsaw", "zero", "wide", "twins", "6x6"])
def test_no_solution_is_lost_and_every_derived_sum_holds(board_name: str, chance: Chance) -> None:
    random = chance.random(7)
    board = BOARDS[board_name]
    solved = none = excluded = derived = 0
    for _ in range(400 if chance.exhaustive else 15):
        puzzle = random_puzzle(random, board, 3)
        evidence = ENGINES["backtrack"].search(puzzle, 50, Limit(nodes=200))
        left = presolve(puzzle)
        if left is None:
            assert not evidence.solutions, puzzle
            none += 1
            continue
        solved += bool(evidence.solutions)
        excluded += sum(board.size - domain.bit_count() for domain in left.domains)
        for grid in evidence.solutions:
            for cell, domain in enumerate(left.domains):
                assert domain >> grid[cell] - 1 & 1, (puzzle, board.cell_name(cell))
            for each in left.sums:
                plus, minus = (sum(grid[c] for c in cells) for cells in (each.cells, each.minus))
                assert plus - minus == each.total, (puzzle, each)
                derived += 1
    assert chance.is_enough(solved > 5)
    assert chance.is_enough(none > 0)
    assert chance.is_enough(excluded > 50)
    assert chance.is_enough(derived > 50 or not board.houses)
