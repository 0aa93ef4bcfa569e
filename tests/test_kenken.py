"""KenKen and Calcudoku: cages whose digits make a number, on Latin squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from random import Random

import pytest

import cpsudoku
from cpsudoku import check, explain
from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.core.verdict import Status
from cpsudoku.formats.links.calculations import calculation_text
from cpsudoku.formats.links.f_puzzles_reading import puzzle_of_data
from cpsudoku.formats.links.scl import puzzle_of_scl
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.solving.interpreting import interpreted

Cage = tuple[str, int, list[int]]  # the rule, its number, the cells

SIX = """
....................................
boxes: none
sum 14: r2c4 r3c3 r3c4 r3c5; r1c1 r1c2 r2c1 r3c1
product 120: r1c5 r1c6 r2c6
sum 11: r1c3 r1c4 r2c3
quotient 6: r5c6 r6c6
product 180: r4c2 r5c2 r5c3
difference 1: r6c1 r6c2; r4c1 r5c1
difference 2: r4c5 r4c6
sum 7: r4c4 r5c4
sum 9: r5c5 r6c5
product 4: r4c3; r2c2 r3c2
product 2: r3c6; r2c5
quotient 2: r6c3 r6c4
"""


def makes(name: str, number: int, values: Sequence[int]) -> bool:
    """What a cage means, with any of its digits as the first."""
    if name == "sum":
        return sum(values) == number
    if name == "product":
        return prod(values) == number
    rests = [(each, [*values[:at], *values[at + 1 :]]) for at, each in enumerate(values)]
    if name == "difference":
        return any(each - sum(rest) == number for each, rest in rests)
    return all(values) and any(each == number * prod(rest) for each, rest in rests)


def one_rule(line: str, board: Board) -> Constraint:
    (rule,) = rules_of(line, board)
    return rule


@pytest.mark.parametrize("name", ["product", "difference", "quotient"])
@pytest.mark.parametrize("board", [Board.of_size(4), Board.rectangle(4, 4, 4, (2, 2), lowest=0)])
def test_a_cage_means_what_its_sign_says(name: str, board: Board) -> None:
    decided = {True: 0, False: 0}
    for cells in ("r1c1 r2c2", "r1c1 r2c2 r3c3", "r1c1 r1c2 r2c1 r4c4"):
        for number in range(name == "quotient", 13):
            rule = one_rule(f"{name} {number}: {cells}", board)
            for values in product(board.values, repeat=len(rule.cells)):
                assert rule.allows(values) == makes(name, number, values), (rule, values)
                decided[rule.allows(values)] += 1
    assert min(decided.values()) > 40


def test_the_number_with_the_most_divisors_has_an_automaton() -> None:
    (rule,) = rules_of("product 735134400: row 1 r2c1-r2c11", Board.of_size(25))
    factors = [17, 16, 15, 14, 13, 11, 9, 10]
    assert prod(factors) == 735134400
    assert rule.allows([*factors, *[1] * 28])
    assert rule.allows([*factors[:4], *[None] * 32])
    assert not rule.allows([*factors, *[1] * 27, 2])
    assert not rule.allows([*[None] * 35, 19])


def test_a_cage_with_0_has_no_quotient() -> None:
    board = Board.rectangle(4, 4, 4, (2, 2), lowest=0)
    rule = one_rule("quotient 1: r1c1 r2c2", board)
    assert rule.allows([3, 3])
    assert not rule.allows([0, 0])
    assert not rule.allows([0, None])


def random_kenken(random: Random, size: int) -> tuple[list[Cage], str]:
    """Cages of a random Latin square that cover it, and the puzzle."""
    orders = [random.sample(range(size), size) for _ in range(3)]
    digits = [
        1 + orders[2][(orders[0][row] + orders[1][column]) % size]
        for row, column in product(range(size), repeat=2)
    ]
    cages = [clue(random, cells, digits) for cells in areas(random, size)]
    board = Board.without_boxes(size)
    lines = [
        f"{name} {number}: {' '.join(map(board.cell_name, cells))}" for name, number, cells in cages
    ]
    return cages, "\n".join(["." * size**2, "boxes: none", *lines])


def areas(random: Random, size: int) -> Iterator[list[int]]:
    """Areas of up to four cells that cover the board."""
    left = set(range(size * size))
    while left:
        area = [random.choice(sorted(left))]
        left -= set(area)
        for _ in range(random.randint(0, 3)):
            near = sorted(cell for cell in left if any(touch(cell, at, size) for at in area))
            if near:
                area.append(random.choice(near))
                left.discard(area[-1])
        yield sorted(area)


def touch(one: int, other: int, size: int) -> bool:
    (r, c), (s, d) = divmod(one, size), divmod(other, size)
    return abs(r - s) + abs(c - d) == 1


def clue(random: Random, cells: list[int], digits: list[int]) -> Cage:
    """A cage over these cells, with a sign that fits its digits."""
    values = [digits[cell] for cell in cells]
    fitting = [
        (name, number, cells)
        for name in (("sum", "product", "difference", "quotient") if len(cells) > 1 else ("sum",))
        for number in {sum(values), prod(values), *range(1, max(digits))}
        if makes(name, number, values)
    ]
    return random.choice(fitting)


def solutions(cages: list[Cage], size: int) -> list[str]:
    """Up to two solutions by trying digits cell by cell."""
    cage_of = {cell: cage for cage in cages for cell in cage[2]}
    found, grid = list[str](), list[int]()

    def go() -> None:
        cell = len(grid)
        if cell == size * size:
            found.append("".join(map(str, grid)))
        for digit in range(1, size + 1) if cell < size * size else ():
            row = grid[cell - cell % size :]
            if len(found) == 2 or digit in row or digit in grid[cell % size :: size]:
                continue
            name, number, cells = cage_of[cell]
            grid.append(digit)
            if max(cells) > cell or makes(name, number, [grid[each] for each in cells]):
                go()
            grid.pop()

    go()
    return found


@pytest.mark.parametrize("engine", ["cpsat", "propagate", "backtrack"])
def test_random_puzzles_have_the_solutions_of_a_brute_force(engine: str) -> None:
    random = Random(28)
    decided = {1: 0, 2: 0}
    for _ in range(15):
        cages, text = random_kenken(random, 4)
        truth = solutions(cages, 4)
        verdict = check(text, engine=engine)
        assert len(verdict.solutions) == len(truth), text
        if len(truth) == 1:
            assert verdict.solutions[0].line == truth[0], text
        decided[len(truth)] += 1
    assert min(decided.values()) > 2


def test_a_kenken_is_solved_and_explained_with_its_arithmetic() -> None:
    puzzle = Puzzle.parse(SIX)
    assert check(puzzle).status is Status.UNIQUE
    said = [each.text for each in explain(puzzle).steps]
    for sentence in (
        "The 4× cage in r4c3 must be 4, so r4c3 is 4.",
        "The 6÷ cage in r5c6-r6c6 must be 6÷1, so r5c6 and r6c6 are 1 or 6.",
        "The 2− cage in r4c5-r4c6 can only be 3−1 or 5−3, so r4c5 and r4c6 are at most 5.",
    ):
        assert any(each.startswith(sentence) for each in said), sentence


@pytest.mark.parametrize(
    ("line", "cell", "value", "reason"),
    [
        ("product 24: r1c1 r1c2 r5c5", 0, 5, "24 is not divisible by 5"),
        ("product 3: r1c1 r1c2 r1c3", 0, 1, "would have to multiply to 3 ÷ 1 = 3, which they"),
        ("product 14: r1c1 r1c2", 0, 1, "no digit makes 14× with 1 in r1c1"),
        ("difference 3: r1c1 r1c2", 0, 5, "with 5 in r1c1, r1c2 would have to be 2 or 8, which"),
        ("difference 7: r1c1 r1c2 r1c3", 0, 4, "be 4 + 7 = 11 more than the rest, which none"),
        ("difference 3: r1c1 r1c2 r5c5", 0, 4, "add up to 4 - 3 = 1, or one of them be 4 + 3 = 7"),
        ("quotient 3: r1c1 r1c2 r5c5", 0, 4, "be 4 × 3 = 12 times the rest, which none can"),
        ("quotient 2: r1c1 r1c2 r5c5", 0, 6, "multiply to 6 ÷ 2 = 3, or one of them be 6 × 2 = 12"),
    ],
)
def test_a_reason_shows_the_arithmetic(line: str, cell: int, value: int, reason: str) -> None:
    assert reason in one_rule(line, Board.of_size(9)).because(cell, value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("product 5000000000: r1c1", "5000000000 is not a whole number from 0 to 1000000000"),
        ("product: r1c1 r1c2", "PRODUCT is missing"),
        ("product 24: everything", "81 cells; 1 to 36 needed"),
        ("difference: r1c1 r1c2", "DIFFERENCE is missing"),
        ("difference 2: r1c1", "1 cell; 2 to 36 needed"),
        ("quotient 0: r1c1 r1c2", "0 is not a whole number from 1 to 10000"),
        ("times 24: r1c1 r1c1", "r1c1 is listed twice"),
    ],
)
def test_a_cage_that_is_wrong(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        rules_of(line, Board.of_size(9))


@pytest.mark.parametrize("name", ["f-puzzles", "sudokupad", "sudokumaker", "iss"])
def test_a_kenken_survives_a_link(name: str) -> None:
    puzzle = Puzzle.parse(SIX)
    found = Puzzle.parse(cpsudoku.write(puzzle, format=name).text.strip())
    assert (found.board, found.uninterpreted) == (puzzle.board, ())
    assert check(found).solutions == check(puzzle).solutions
    if name != "iss":
        assert set(found.constraints) == set(puzzle.constraints)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("24×", "product 24: r1c1 r1c2 r2c1"),
        ("24 x", "product 24: r1c1 r1c2 r2c1"),
        ("3-", "difference 3: r1c1 r1c2 r2c1"),
        ("2/", "quotient 2: r1c1 r1c2 r2c1"),
        ("9+", "sum 9: r1c1 r1c2 r2c1"),
        ("9", ""),
        ("×24", ""),
        ("24×2", ""),
    ],
)
def test_texts_of_cages_are_calculations(text: str, line: str) -> None:
    cells = ["R1C1", "R1C2", "R2C1"]
    grid: list[list[dict[str, object]]] = [[{} for _ in range(9)] for _ in range(9)]
    drawn = {"size": 9, "grid": grid, "cage": [{"cells": cells, "value": text}]}
    puzzle = puzzle_of_data(drawn, Source())
    assert [line_of(rule) for rule in puzzle.constraints] == [line] * bool(line)
    assert bool(puzzle.uninterpreted) == (not line)
    killer = puzzle_of_data({"size": 9, "grid": grid, "killercage": drawn["cage"]}, Source())
    assert [line_of(rule) for rule in killer.constraints][1:] == [line] * bool(line)
    places = [[0, 0], [0, 1], [1, 0]]
    cage = {"cells": places, "value": text, "unique": True}
    pad = puzzle_of_scl({"cells": grid, "cages": [cage]})
    assert [line_of(rule) for rule in pad.constraints][:-1] == [line] * bool(line)
    assert "killer" in {rule.name for rule in pad.constraints}


def test_drawn_cages_of_sudokupad_are_calculations_if_the_solution_agrees() -> None:
    puzzle = Puzzle.parse(SIX)
    solution = check(puzzle).solutions[0]
    cages = [
        {
            "cells": [list(puzzle.board.row_column(cell)) for cell in rule.cells],
            "value": calculation_text(rule),
        }
        for rule in puzzle.constraints
    ]
    rules = "Place 1-6 in each row and column. Digits in cages may repeat."
    scl = {
        "cells": [[{}] * 6] * 6,
        "cages": cages,
        "metadata": {"solution": solution.line, "rules": rules},
    }
    read = interpreted(puzzle_of_scl(scl))
    assert read.interpreted == ("16 calculations",)
    assert set(read.constraints) == set(puzzle.constraints)
