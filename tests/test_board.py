"""Facts of the board."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.houses import House
from cpsudoku.core.sizes import BOXES, SIZE_OF_CELLS, SIZES
from cpsudoku.runtime.errors import BadShape
from tests.puzzles import all_boxes, box_name

NINE = Board.of_size(9)
JIGSAW = Board.jigsaw([(0, 0, 0, 1), (0, 2, 1, 1), (2, 2, 3, 1), (2, 3, 3, 3)])
BOARDS = [*all_boxes(), JIGSAW]
NAMES = [*(box_name(board) for board in all_boxes()), "jigsaw"]

every_board = pytest.mark.parametrize("board", BOARDS, ids=NAMES)


def test_the_usual_board_has_81_cells_27_houses_and_20_peers_each() -> None:
    assert len(NINE.box_of) == 81
    assert len(NINE.houses) == 27
    assert [len(peers) for peers in NINE.peers] == [20] * 81


def test_the_sizes_are_those_of_the_readme() -> None:
    assert tuple(range(4, 26)) == SIZES
    assert {cells: size * size for cells, size in SIZE_OF_CELLS.items()} == {
        size * size: size * size for size in SIZES
    }


@every_board
def test_a_board_has_three_houses_a_digit_and_each_cell_is_in_three(board: Board) -> None:
    size = board.size
    assert len(board.houses) == 3 * size
    assert all(len(set(house.cells)) == size for house in board.houses)
    counts = Counter(cell for house in board.houses for cell in house.cells)
    assert counts == dict.fromkeys(range(size * size), 3)


@every_board
def test_peers_are_mutual_in_order_and_never_the_cell_itself(board: Board) -> None:
    decided = 0
    for cell, peers in enumerate(board.peers):
        assert list(peers) == sorted(set(peers) - {cell})
        assert all(cell in board.peers[peer] for peer in peers)
        decided += len(peers)
    assert decided >= board.size**2 * (2 * board.size - 2)


@pytest.mark.parametrize("board", all_boxes(), ids=box_name)
def test_the_number_of_peers_follows_from_the_box(board: Board) -> None:
    rows, columns = board.box_shape or (0, 0)
    expected = 3 * (board.size - 1) - (rows - 1) - (columns - 1)
    assert {len(peers) for peers in board.peers} == {expected}


@every_board
def test_a_repr_evaluates_back(board: Board) -> None:
    assert eval(repr(board)) == board
    assert hash(eval(repr(board))) == hash(board)


@pytest.mark.parametrize("lowest", [(0,), (0, 1)], ids=str)
@pytest.mark.parametrize(
    "board",
    [
        Board.boxes(3, 3),
        Board.without_boxes(6),
        Board.jigsaw(["aaab", "acbb", "ccdb", "cddd"]),
        Board(((0, 0), (0, 1)), 2, (House("pair", (0, 1), "region"),), ()),
    ],
    ids=repr,
)
def test_boards_with_another_lowest_digit_are_one_object_after_pickling(
    board: Board, lowest: tuple[int, ...]
) -> None:
    for each in lowest:
        board = board.with_lowest(each)
    one, other = (pickle.loads(pickle.dumps(board)) for _ in range(2))
    assert one == board
    assert one is other
    assert eval(repr(board)) == board


@pytest.mark.parametrize("size", BOXES)
def test_a_size_means_the_box_of_the_table(size: int) -> None:
    assert Board.of_size(size) == Board.boxes(*BOXES[size])
    assert Board.of_size(size).box_shape == BOXES[size]


@pytest.mark.parametrize(
    ("box", "shape", "first_box"),
    [
        ("2x3", (2, 3), (0, 1, 2, 6, 7, 8)),
        ("3x2", (3, 2), (0, 1, 6, 7, 12, 13)),
        ("3X2", (3, 2), (0, 1, 6, 7, 12, 13)),
        ("3 × 2", (3, 2), (0, 1, 6, 7, 12, 13)),
        ("3*3", (3, 3), (0, 1, 2, 9, 10, 11, 18, 19, 20)),
        ("4x2", (4, 2), (0, 1, 8, 9, 16, 17, 24, 25)),
    ],
)
def test_a_box_is_rows_by_columns(
    box: str, shape: tuple[int, int], first_box: tuple[int, ...]
) -> None:
    board = Board.parse_box(box)
    assert board.box_shape == shape
    assert board.houses[2 * board.size].cells == first_box


@pytest.mark.parametrize(
    ("cell", "name", "row_column"),
    [(0, "r1c1", (0, 0)), (8, "r1c9", (0, 8)), (9, "r2c1", (1, 0)), (80, "r9c9", (8, 8))],
)
def test_cells_are_named_from_1(cell: int, name: str, row_column: tuple[int, int]) -> None:
    assert NINE.cell_name(cell) == name
    assert NINE.row_column(cell) == row_column


@every_board
def test_a_cell_name_leads_back_to_its_cell(board: Board) -> None:
    names = [board.cell_name(cell) for cell in range(board.size**2)]
    for cell, name in enumerate(names):
        row, column = map(int, name[1:].split("c"))
        assert (row - 1) * board.size + column - 1 == cell
    assert len(set(names)) == board.size**2


def test_houses_are_named_from_1() -> None:
    names = [house.name for house in NINE.houses]
    assert names == [
        f"{kind} {number}" for kind in ("row", "column", "box") for number in range(1, 10)
    ]
    houses = {house.name: house.cells for house in NINE.houses}
    assert houses["row 2"] == tuple(range(9, 18))
    assert houses["column 3"] == tuple(range(2, 81, 9))
    assert houses["box 6"] == (33, 34, 35, 42, 43, 44, 51, 52, 53)


@pytest.mark.parametrize(
    ("box", "problem"),
    [
        ("3x4x5", "box '3x4x5' is not of the form ROWSxCOLUMNS, such as 3x3 or 2x3"),
        ("nine", "box 'nine' is not of the form"),
        ("", "box '' is not of the form"),
        ("-3x3", "box '-3x3' is not of the form"),
        ("7x7", "boxes of 7x7 make a 49x49 grid; sizes are 1-25"),
        ("0x9", "boxes of 0x9 make a 0x0 grid; sizes are"),
        ("99x99", "boxes of 99x99 make a 9801x9801 grid; sizes are"),
    ],
)
def test_a_bad_box_is_told(box: str, problem: str) -> None:
    with pytest.raises(BadShape) as caught:
        Board.parse_box(box)
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize("size", [0, 26, -9])
def test_other_sizes_are_told(size: int) -> None:
    with pytest.raises(BadShape, match=f"^a {size}x{size} grid is not supported; sizes are 1-25"):
        Board.of_size(size)


@pytest.mark.parametrize(
    ("regions", "problem"),
    [
        ("AAAA" * 4, "region 'A' has 16 cells; each needs 4"),
        ("AABB/AABB/AABB/AABB", "region 'A' has 8 cells; each needs 4"),
        ("AABB/AABB/CCDD", "row 1 of the regions has 4 cells, needs 3"),
        ("AABB/AABB/CCDD/CCD", "row 4 of the regions has 3 cells, needs 4"),
        ("AABBAABBCCDDCC", "14 symbols do not make a square of regions"),
        ("ABCD/EFGH/IJKL/MNOP", "region 'A' has 1 cell; each needs 4"),
    ],
    ids=["one", "two", "3 rows", "a short row", "14 cells", "16"],
)
def test_each_region_needs_as_many_cells_as_digits(regions: str, problem: str) -> None:
    with pytest.raises(BadShape) as caught:
        Board.jigsaw(regions)
    assert str(caught.value) == problem


def test_regions_that_are_boxes_make_the_board_of_these_boxes() -> None:
    assert Board.jigsaw("AAABBB/AAABBB/CCCDDD/CCCDDD/EEEFFF/EEEFFF") is Board.boxes(2, 3)
    assert Board.jigsaw("xxyyxxyyzzwwzzww") == Board.boxes(2, 2)


def test_a_jigsaw_has_no_box_shape() -> None:
    assert JIGSAW.box_shape is None
    assert JIGSAW.houses[8].cells == (0, 1, 2, 4)
