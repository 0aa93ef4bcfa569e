"""What a puzzle is, which givens clash, and what "solved" means."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.conflicts import Conflict
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.words import conflicts_in_words
from cpsudoku.runtime.errors import BadShape, Source
from tests.puzzles import (
    CLASHING,
    SOLVED,
    WIKIPEDIA,
    WRONG,
    all_boxes,
    box_name,
    grid_of,
    random_givens,
    random_solution,
)

FOUR = "1234341221434321"
ANY_4 = (1, 2, 3, 4)


def clash(line: str, **cells: int) -> str:
    """The line with digits put in cells: ``r1c2=5``."""
    changed = list(line)
    size = round(len(line) ** 0.5)
    for name, digit in cells.items():
        row, column = map(int, name[1:].split("c"))
        changed[(row - 1) * size + column - 1] = str(digit)
    return "".join(changed)


BLANK = "." * 81


@pytest.mark.parametrize(
    ("line", "conflicts"),
    [
        (WIKIPEDIA, []),
        (SOLVED, []),
        (BLANK, []),
        (CLASHING, [Conflict(5, "row 1", (0, 1)), Conflict(5, "box 1", (0, 1))]),
        (clash(BLANK, r1c1=7, r1c9=7), [Conflict(7, "row 1", (0, 8))]),
        (clash(BLANK, r1c4=7, r9c4=7), [Conflict(7, "column 4", (3, 75))]),
        (clash(BLANK, r4c4=7, r5c5=7), [Conflict(7, "box 5", (30, 40))]),
        (
            clash(BLANK, r1c1=7, r1c5=7, r1c9=7, r5c5=7),
            [Conflict(7, "row 1", (0, 4, 8)), Conflict(7, "column 5", (4, 40))],
        ),
        (
            clash(BLANK, r2c1=2, r2c9=2, r2c2=1, r2c8=1),
            [Conflict(1, "row 2", (10, 16)), Conflict(2, "row 2", (9, 17))],
        ),
    ],
    ids=["proper", "solved", "empty", "row and box", "row", "column", "box", "three", "two"],
)
def test_clashing_givens_are_told_by_digit_house_and_cells(
    line: str, conflicts: list[Conflict]
) -> None:
    assert list(Puzzle(grid_of(line)).conflicts) == conflicts


def test_a_wrong_full_grid_clashes_where_it_is_wrong() -> None:
    conflicts = Puzzle(grid_of(WRONG)).conflicts
    assert [conflict.house for conflict in conflicts] == ["row 9", "column 9", "box 9"]
    assert all(conflict.digit == 8 and 80 in conflict.cells for conflict in conflicts)


@pytest.mark.parametrize(
    ("givens", "grid", "reason"),
    [
        ("." * 16, FOUR, None),
        (FOUR, FOUR, None),
        ("1" + "." * 15, FOUR, None),
        ("2" + "." * 15, FOUR, "it changes the given r1c1"),
        ("." * 15 + "2", FOUR, "it changes the given r4c4"),
        ("." * 16, "1" + "." * 15, "it has an empty cell"),
        ("." * 16, "1" * 16, "it repeats a digit in row 1"),
        ("." * 16, "1234" * 4, "it repeats a digit in column 1"),
        ("." * 16, "1234234134124123", "it repeats a digit in box 1"),
        ("." * 16, "." * 36, "it is a grid of another shape"),
    ],
)
def test_what_is_wrong_with_a_grid_is_told(givens: str, grid: str, reason: str | None) -> None:
    puzzle, filled = Puzzle(grid_of(givens)), grid_of(grid)
    assert puzzle.broken_by(filled) == reason
    assert puzzle.is_solved_by(filled) is (reason is None)


@pytest.mark.parametrize(
    ("givens", "answer", "solution", "cells"),
    [
        ("." * 16, FOUR, None, ()),
        ("1" + "." * 15, FOUR[1] + FOUR[0] + FOUR[2:], FOUR, (0, 1)),
        ("2" + "." * 15, FOUR, None, (0,)),
        ("." * 16, f"{FOUR[:15]}.", None, (15,)),
        ("." * 16, FOUR[1] + FOUR[1:], None, (0, 1, 8)),
    ],
)
def test_the_wrong_cells_of_a_solution_that_came_with_the_puzzle(
    givens: str, answer: str, solution: str | None, cells: tuple[int, ...]
) -> None:
    puzzle = Puzzle(grid_of(givens), answer=grid_of(answer))
    assert puzzle.wrong_answer(grid_of(solution) if solution else None) == cells
    ruled = replace(puzzle, answer=grid_of(FOUR)).with_rules("killer 3: r1c1 r1c2 r2c1")
    assert ruled.wrong_answer(None)[:3] == (0, 1, 4)


def test_a_grid_of_the_other_box_is_no_solution() -> None:
    random = Random(1)
    two_by_three, three_by_two = Board.boxes(2, 3), Board.boxes(3, 2)
    solution = random_solution(random, two_by_three)
    puzzle = Puzzle(Grid(bytes(36), three_by_two))
    assert puzzle.broken_by(solution) == "it is a grid of another shape"
    assert Puzzle(Grid(bytes(36), two_by_three)).is_solved_by(solution)


@pytest.mark.parametrize("board", all_boxes(), ids=box_name)
def test_a_changed_solution_is_none(board: Board) -> None:
    random = Random(board.size)
    solution = random_solution(random, board)
    puzzle = Puzzle(Grid(bytes(board.size**2), board))
    assert puzzle.is_solved_by(solution)
    decided = 0
    for cell in random.sample(range(board.size**2), 12):
        cells = bytearray(solution.cells)
        cells[cell] = cells[cell] % board.size + 1
        assert not puzzle.is_solved_by(Grid(bytes(cells), board))
        decided += 1
    assert decided == 12


def test_a_variant_is_a_rule_of_the_puzzle() -> None:
    cage = KillerCage(Board.of_size(4), (0, 1), 4)
    puzzle = Puzzle(grid_of("." * 16), (cage,))
    assert puzzle.broken_by(grid_of(FOUR)) == "it breaks the 4 cage at r1c1"
    assert len(puzzle.rules) == 13
    assert puzzle.rules[-1] is cage
    assert Puzzle(grid_of("." * 16)).is_solved_by(grid_of(FOUR))


@pytest.mark.parametrize("board", all_boxes(9), ids=box_name)
def test_conflicts_are_the_houses_whose_rule_forbids_the_givens(board: Board) -> None:
    random = Random(board.size)
    clashing = 0
    for _ in range(200):
        puzzle = Puzzle(random_givens(random, board, 0.4, spoiled=True))
        named = {conflict.house for conflict in puzzle.conflicts}
        pairs = zip(board.houses, puzzle.rules, strict=True)
        forbidden = {
            house.name
            for house, rule in pairs
            if not rule.allows(puzzle.values(puzzle.givens, rule.cells))
        }
        assert named == forbidden
        clashing += bool(named)
    assert 50 < clashing < 200


@pytest.mark.parametrize(
    ("answer", "ok"), [(None, None), (SOLVED, True), (WRONG, False), (WIKIPEDIA, False)]
)
def test_the_answer_that_came_with_a_puzzle_is_checked(answer: str | None, ok: bool | None) -> None:
    puzzle = Puzzle(grid_of(WIKIPEDIA), answer=grid_of(answer) if answer else None)
    assert puzzle.answer_ok is ok


def test_an_answer_of_another_size_is_refused() -> None:
    with pytest.raises(BadShape, match="the solution that came with the puzzle is of another size"):
        Puzzle(grid_of(WIKIPEDIA), answer=grid_of(FOUR))


def test_where_a_puzzle_came_from_does_not_make_it_another() -> None:
    here, there = (Puzzle(grid_of(FOUR), source=Source(name)) for name in ("a.txt", "b.txt"))
    assert here == there
    assert hash(here) == hash(there)


def test_a_puzzle_is_immutable() -> None:
    with pytest.raises(FrozenInstanceError):
        Puzzle(grid_of(FOUR)).label = "x"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (Source(), "puzzle"),
        (Source("a.txt"), "a.txt"),
        (Source("a.txt", row=3), "a.txt, line 3"),
        (Source("a.txt", row=3, column=5), "a.txt, line 3, column 5"),
        (Source("a.xlsx", "Easy"), "a.xlsx, sheet 'Easy'"),
        (Source("a.xlsx", "Easy", 4, 7), "a.xlsx, sheet 'Easy', cell G4"),
        (Source("a.xlsx", "Easy", 10, 28), "a.xlsx, sheet 'Easy', cell AB10"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_source_says_where_counted_as_people_count(source: Source, text: str) -> None:
    assert str(source) == text


SHORT = Grid.from_line("1....4....3....2")
FULL_FOUR = Grid.from_line(FOUR)
EXPRESSIONS = {
    "Puzzle(Grid.from_line('1....4....3....2'))": Puzzle(SHORT, source=Source("a file")),
    "Puzzle(Grid.from_line('1....4....3....2'), label='Ann')": Puzzle(SHORT, label="Ann"),
    f"Puzzle(Grid.from_line('1....4....3....2'), answer=Grid.from_line('{FOUR}'))": Puzzle(
        SHORT, answer=FULL_FOUR
    ),
    f"Puzzle(Grid.from_line('1....4....3....2'), marks={(ANY_4,) * 16!r})": Puzzle(
        SHORT, marks=(ANY_4,) * 16
    ),
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_the_repr_of_a_puzzle_evaluates_to_it_and_leaves_out_what_is_empty(text: str) -> None:
    puzzle = EXPRESSIONS[text]
    assert repr(puzzle) == text
    assert eval(text) == puzzle


def test_a_printed_puzzle_shows_its_label_above_the_givens() -> None:
    assert str(Puzzle(SHORT)) == str(SHORT)
    assert str(Puzzle(SHORT, label="Ann\x1b[31m\n1")).splitlines()[0] == r"# Ann\x1b[31m 1"


def test_the_clash_of_a_rule_is_in_words() -> None:
    board = Board.boxes(2, 2).with_lowest(0)
    puzzle = Puzzle(Grid(bytes([1, 2] + 14 * [0]), board)).with_rules("killer 5: r1c1 r1c2")
    assert "break the 5 cage at r1c1: r1c2" in conflicts_in_words(puzzle, puzzle.conflicts)
    puzzle = Puzzle(Grid(bytes([1, 1] + 14 * [0]), board))
    assert conflicts_in_words(puzzle, puzzle.conflicts[:1]) == "0 twice in row 1: r1c1, r1c2"


def test_a_rule_that_is_written_twice_is_one_rule() -> None:
    line = "offset 1,3"
    twice = Puzzle.parse("." * 81).with_rules(line, "anti-knight", line).with_rules(line)
    assert twice == Puzzle.parse("." * 81).with_rules(line, "anti-knight")
