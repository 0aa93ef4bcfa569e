"""Rules that only add houses: which houses they add, and on which boards they have a meaning."""

from __future__ import annotations

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.runtime.errors import InputError

NINE = Board.of_size(9)
BIG = Board.rectangle(6, 6, 9, (2, 3))  # 36 cells for 9 digits


def houses(line: str, board: Board = NINE) -> list[str]:
    """Each house that the rule adds: its name, its first and its last cell, their number."""
    (rule,) = rules_of(line, board)
    return [
        f"{house.name}: {board.cell_name(house.cells[0])} {board.cell_name(house.cells[-1])} "
        f"{len(house.cells)}"
        for house in rule.houses()
    ]


@pytest.mark.parametrize(
    ("line", "board", "expected"),
    [
        ("diagonals", NINE, ["falling diagonal: r1c1 r9c9 9", "rising diagonal: r9c1 r1c9 9"]),
        ("diagonals falling", NINE, ["falling diagonal: r1c1 r9c9 9"]),
        ("diagonals rising", Board.of_size(7), ["rising diagonal: r7c1 r1c7 7"]),
        ("diagonals rising", BIG, ["rising diagonal: r6c1 r1c6 6"]),
        ("windows", Board.of_size(4), ["window 1: r2c2 r3c3 4"]),
        (
            "windows",
            NINE,
            [
                *("window 1: r2c2 r4c4 9", "window 2: r2c6 r4c8 9"),
                *("window 3: r6c2 r8c4 9", "window 4: r6c6 r8c8 9"),
            ],
        ),
    ],
)
def test_the_houses_of_a_rule(line: str, board: Board, expected: list[str]) -> None:
    assert houses(line, board) == expected


def test_a_large_grid_has_nine_windows() -> None:
    assert houses("windows", Board.of_size(16))[-1] == "window 9: r12c12 r15c15 16"


@pytest.mark.parametrize("name", ["butterfly", "samurai", "gattai-3"])
@pytest.mark.parametrize(
    ("line", "each"), [("diagonals", 2), ("windows", 4), ("disjoint-groups", 9)]
)
def test_each_grid_of_a_board_has_its_own(name: str, line: str, each: int) -> None:
    board = Board.of_grids(name)
    grids = {"butterfly": 4, "samurai": 5, "gattai-3": 3}[name]
    (rule,) = rules_of(line, board)
    added = rule.houses()
    assert len(added) == grids * each
    assert len({house.name for house in added}) == grids * each
    assert {len(house.cells) for house in added} == {9}
    for house in added:
        places = [board.row_column(cell) for cell in house.cells]
        for axis in zip(*places, strict=True):
            assert max(axis) - min(axis) < 9, house


def test_disjoint_groups_of_irregular_regions_count_in_reading_order() -> None:
    board = Board.jigsaw("aaab/acbb/ccbd/cddd")
    (rule,) = rules_of("disjoint-groups", board)
    first = rule.houses()[0]
    assert [board.cell_name(cell) for cell in first.cells] == ["r1c1", "r1c4", "r2c2", "r3c4"]


def test_disjoint_groups_with_more_digits_than_boxes_are_smaller_groups() -> None:
    (rule,) = rules_of("disjoint-groups", BIG)
    assert {len(house.cells) for house in rule.houses()} == {6}


@pytest.mark.parametrize(
    ("line", "board", "message"),
    [
        ("diagonals", Board.rectangle(4, 6), "as many rows as columns"),
        ("diagonals up", NINE, "'up' is not one of both, rising, falling"),
        ("windows", Board.of_size(6), "4x4, 9x9, 16x16 or 25x25"),
        ("windows", BIG, "4x4, 9x9, 16x16 or 25x25"),
        ("disjoint-groups", Board.of_size(7), "boxes or regions"),
        ("disjoint-groups", Board.rectangle(6, 4, 4 + 2, (1, 2)), "12 boxes need as many digits"),
    ],
)
def test_a_board_on_which_a_rule_has_no_meaning(line: str, board: Board, message: str) -> None:
    with pytest.raises(InputError, match=message):
        rules_of(line, board)
