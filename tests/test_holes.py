"""Boards with holes, and the rules that need them: Str8ts and Kakuro."""

from __future__ import annotations

import pytest

from cpsudoku import check, explain
from cpsudoku.core.board import Board
from cpsudoku.core.board_words import words_of
from cpsudoku.core.grid import Grid
from cpsudoku.core.holes import of_runs, rows_with_holes, with_holes
from cpsudoku.core.houses import House
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import board_of_line, rules_of
from cpsudoku.core.verdict import Limit, Status
from cpsudoku.engines import ENGINES
from cpsudoku.runtime.errors import InputError
from tests.patience import PATIENCE
from tests.reading import puzzles_of, text_of

KAKURO = """
runs: XXXXX/XX.../X..../X..../X...X
kakuro 10: r2c3 r2c4 r2c5
kakuro 11: r3c2 r3c3 r3c4 r3c5
kakuro 18: r4c2 r4c3 r4c4 r4c5
kakuro 8: r5c2 r5c3 r5c4
kakuro 7: r3c2 r4c2 r5c2
kakuro 16: r2c3 r3c3 r4c3 r5c3
kakuro 11: r2c4 r3c4 r4c4 r5c4
kakuro 13: r2c5 r3c5 r4c5
"""
STR8TS = """
+-------------+
| .   .   . . |
|   +---+     |
| . | 1 | . . |
|   +---+     |
| .   .   . . |
+---+         |
    | .   . 2 |
    +---------+
holes: ..../..../..../X...
straights: r2c2
"""


def test_rows_and_columns_of_a_board_with_holes_are_groups() -> None:
    board = with_holes("..X/.../X..")
    assert len(board) == 7
    assert [house.name for house in board.houses] == ["row 2", "column 2"]
    assert [(group.name, group.cells) for group in board.groups] == [
        ("row 1", (0, 1)),
        ("row 3", (5, 6)),
        ("column 1", (0, 2)),
        ("column 3", (4, 6)),
    ]


def test_runs_end_at_holes() -> None:
    board = of_runs("XX.../..X../...X.")
    assert [group.name for group in (*board.houses, *board.groups)] == [
        *("run r1c3-r1c5", "run r2c1-r2c2", "run r2c4-r2c5", "run r3c1-r3c3"),
        *("run r2c1-r3c1", "run r2c2-r3c2", "run r1c4-r2c4", "run r1c5-r3c5"),
    ]
    assert board.size == 9


@pytest.mark.parametrize(
    "board",
    [
        *(with_holes("..X/.../X.."), with_holes("..X/.../X..", 5), of_runs("XXX/X../X..")),
        *(of_runs("..X/.../X..", 5), of_runs("..../....", 6), with_holes("....X/.....", 7)),
        with_holes("..X/.../X..").with_lowest(0),
    ],
    ids=str,
)
def test_a_board_with_holes_survives_every_text(board: Board) -> None:
    words = words_of(board)
    assert words is not None
    assert words.board() == board
    puzzle = Puzzle(Grid(bytes((*range(2), *bytes(len(board) - 2))), board))
    for name in ("grid", "json"):
        assert puzzles_of(text_of([puzzle], name).decode(), name) == [puzzle]
    names = {"Board": Board, "House": House, "Grid": Grid, "Puzzle": Puzzle}
    assert eval(repr(puzzle), names) == puzzle


def test_rows_of_a_board_make_it_again() -> None:
    assert rows_with_holes(with_holes("..X/.../X..")) == "..X/.../X.."


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("holes: ..X/..", "row 2 has 2 places, and row 1 has 3"),
        ("holes: ..X/..Y", "'Y' is not . for a cell or X for a hole"),
        ("holes: ..X/..X/XX.X", "row 3 has 4 places, and row 1 has 3"),
        ("holes: ../XX/..", "row 2 has no cells"),
        ("holes: X./X.", "column 1 has no cells"),
        ("holes:", "no rows of . for cells and X for holes"),
        ("runs: XX/XX", "the cells of a board are different places"),
        (f"holes: {'.' * 101}", "at most 100 rows and columns"),
        (f"runs: {'.' * 10}", "has 10 cells for 9 different digits"),
    ],
)
def test_a_wrong_line_is_refused(line: str, problem: str) -> None:
    with pytest.raises(InputError) as error:
        board_of_line(line)
    assert problem in str(error.value)


def test_holes_and_boxes_contradict_each_other() -> None:
    with pytest.raises(InputError, match="holes and boxes contradict each other"):
        Puzzle.parse("holes: ..X/.../X..\nboxes: 2x2\nstr8ts\n")


@pytest.mark.parametrize("text", [KAKURO, STR8TS], ids=["kakuro", "str8ts"])
def test_engines_agree_and_steps_lead_to_the_solution(text: str) -> None:
    puzzle = Puzzle.parse(text)
    verdict = check(puzzle)
    found = [
        set(ENGINES[name].search(puzzle, want=500, limit=Limit(seconds=PATIENCE)).solutions)
        for name in ("cpsat", "backtrack", "propagate")
    ]
    assert found[0] == found[1] == found[2] != set()
    assert len(found[0]) < 500
    assert (verdict.status is Status.UNIQUE) == (len(found[0]) == 1)
    assert explain(puzzle).steps


def test_a_black_cell_with_a_digit_ends_runs_but_is_in_its_row() -> None:
    puzzle = Puzzle.parse(STR8TS)
    (rule,) = puzzle.constraints
    assert [run.cells for run in rule.runs] == [  # type: ignore[attr-defined]
        *((0, 1, 2, 3), (6, 7), (8, 9, 10, 11), (12, 13, 14)),
        *((0, 4, 8), (9, 12), (2, 6, 10, 13), (3, 7, 11, 14)),
    ]
    assert any(5 in house.cells for house in puzzle.board.houses)


def test_a_run_does_not_go_on_in_the_next_row() -> None:
    # r1c2, the last cell of its row, is above r2c2, the first cell of its own.
    (rule,) = Puzzle.parse("holes: ..XX/X..X/..../....\nstr8ts\n").constraints
    assert [run.cells for run in rule.runs] == [  # type: ignore[attr-defined]
        *((0, 1), (2, 3), (4, 5, 6, 7), (8, 9, 10, 11)),
        *((4, 8), (1, 2, 5, 9), (3, 6, 10), (7, 11)),
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("kakuro 9: r1c1 r2c2", "follow each other"),
        ("kakuro 9: r1c2 r1c1", "follow each other"),
        ("kakuro 9: r1c1 r1c3", "follow each other"),
        ("kakuro: r1c1 r1c2", "SUM is missing"),
        ("str8ts: everything", "no run of white cells"),
    ],
)
def test_a_wrong_rule_is_refused(line: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        rules_of(line, Board.boxes(2, 2))
