"""Sums, cages, clues outside: how they are written, what they mean, what people conclude."""

from __future__ import annotations

import pytest
from ortools.sat.python.cp_model import CpModel

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.constraints.encodings.sets import sets_with_sum
from cpsudoku.core.constraints.lines.region_sum import RegionSumLine
from cpsudoku.core.constraints.outside.frame_sum import FrameSum
from cpsudoku.core.constraints.shapes import cells_of_shape
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.engines.cpsat import Cells
from cpsudoku.runtime.errors import InputError

NINE = Board.of_size(9)
SIX = Board.of_size(6)
SIXTEEN = Board.of_size(16)
LARGEST = Board.of_size(25)


def rule(line: str, board: Board = NINE) -> Constraint:
    (found,) = rules_of(line, board)
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("sum = 23: r1c5 r2c4", "sum 23: r1c5 r2c4"),
        ("sum<=30: r1c1*2 r1c2 -r1c3", "sum <= 30: r1c1*2 r1c2 -r1c3"),
        ("sum ≥ 4: 2*r1c1 + r1c2 - 3 * r1c3", "sum >= 4: r1c1*2 r1c2 -r1c3*3"),
        ("sum == -3: r1c1*-2+r1c2", "sum -3: -r1c1*2 r1c2"),
        ("sum 5: r1c1 r1c1", "sum 5: r1c1 r1c1"),
        ("sum 5: r1-2c1*2", "sum 5: r1c1*2 r2c1*2"),
        ("weighted sum 5: -column 9", f"sum 5: {' '.join(f'-r{r}c9' for r in range(1, 10))}"),
        ("killer12: r1c1 r1c2", "killer 12: r1c1 r1c2"),
        ("cage: r1c1 r1c2", "killer: r1c1 r1c2"),
        ("pill: r1c1 r1c2 = r2c2 r3c3 r4c4", "arrow: r1c1 r1c2 = r2c2 r3c3 r4c4"),
        ("same: r1c1 r1c2 = r5c4 r5c5", "clone: r1c1 r1c2 = r5c4 r5c5"),
        ("rsl: r1c3 r1c4", "region-sum: r1c3 r1c4"),
        ("LK 20: r7c1-r9c3", "little-killer 20: r7c1 r8c2 r9c3"),
        ("x sum 5: r1c1-r1c3", "x-sum 5: r1c1 r1c2 r1c3"),
        ("numbered_rooms 5: r3c9-r3c7", "numbered-room 5: r3c9 r3c8 r3c7"),
        ("frame 5 2: r3c9-r3c7", "frame-sum 5 2: r3c9 r3c8 r3c7"),
    ],
)
def test_lines_in_many_spellings(line: str, expected: str) -> None:
    assert line_of(rule(line)) == expected


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("sum < 5: r1c1", "'<' is not one of =, <=, >="),
        ("sum: r1c1", "TOTAL is missing"),
        ("sum five: r1c1", "'five' is not a whole number"),
        ("sum 5: r1c1*0", "the weight 0 is not allowed; allowed are -1000 to 1000, without 0"),
        ("sum 5: r1c1*x", "'r1c1*x' is not a cell with a weight such as 2*r1c1"),
        ("sum 5: r1c1 r1c10", "'r1c10' is not a cell of the board"),
        ("killer 12: r1c1 r1c1", "r1c1 is listed twice"),
        ("arrow: r5c5", "CELLS is missing"),
        ("arrow: r1c1 r1c2 r1c3 r1c4 = r2c1", "4 cells; 1 to 3 needed"),
        ("clone: r1c1 r1c2 = r2c2", "the groups need the same number of cells, not 1 and 2 cells"),
        ("clone mixed: r1c1 = r2c2", "'mixed' is not one of in-order, any-order"),
        ("little-killer 9: row 1", "r1c1 and r1c2 are not on a diagonal"),
        ("sandwich 9: r1c1 r1c2 r2c2", "r1c2 and r2c2 are not on a straight line"),
        ("frame-sum 9: r1c1 r1c2", "the line has 2 cells; the sum is of 3"),
        ("zipper: r1c1 r1c2", "2 cells; at least 3 needed"),
    ],
)
def test_a_mistake_is_named_with_the_form_of_the_line(line: str, message: str) -> None:
    name = line.split(maxsplit=1)[0].rstrip(":")
    with pytest.raises(InputError, match=f"^{name}: .*; the form is '{name} ?.*'$") as caught:
        rules_of(line, NINE)
    assert message in str(caught.value)


def test_a_region_sum_line_needs_boxes() -> None:
    with pytest.raises(InputError, match="r1c1 is in no box"):
        rules_of("region-sum: r1c1 r1c2", Board.without_boxes(5))
    data = {"cells": ["r1c1", "r1c2"]}
    with pytest.raises(InputError, match=r"^'region-sum': r1c1 is in no box"):
        RegionSumLine.from_data(data, Board.without_boxes(5))


def test_a_region_sum_line_that_enters_a_box_again_begins_a_segment() -> None:
    found = rule("region-sum: r1c2 r1c3 r1c4 r2c3 r3c3 r4c3")
    assert isinstance(found, RegionSumLine)
    assert found.parts == ((0, 1), (2,), (3, 4), (5,))


@pytest.mark.parametrize(
    ("line", "board", "count"),
    [
        ("frame-sum 9: row 1", NINE, 3),
        ("frame-sum 9: row 1", SIX, 3),
        ("frame-sum 9: column 1", SIX, 2),
        ("frame-sum 9: row 1", SIXTEEN, 4),
        ("frame-sum 9: row 1", Board.without_boxes(7), 3),
        ("frame-sum 9 5: row 1", NINE, 5),
        ("frame-sum 9: column 1", SIX.with_lowest(0), 2),
        ("frame-sum 9: row 1", SIX.with_lowest(0), 3),
        ("frame-sum 9: column 1", Board.rectangle(4, 8, box=(2, 4)), 2),
        ("frame-sum 9: r1c1-r8c1", Board.of_grids(((0, 0), (0, 4)), (2, 4)), 2),
        ("frame-sum 9: column 1", Board.jigsaw("AAABBB/AAABBB/CCDDEE/CCDDEE/CCDDEE/FFFFFF"), 3),
    ],
)
def test_a_frame_sum_is_as_deep_as_a_box(line: str, board: Board, count: int) -> None:
    found = rule(line, board)
    assert isinstance(found, FrameSum)
    assert found.count == count
    assert found.totals()[0].cells == found.cells[:count]


@pytest.mark.parametrize(
    ("values", "allowed"),
    [([13, 5, *[15] * 9], True), ([1, 14, 5, 9, *[0] * 7], False), ([5, 13, *[15] * 9], False)],
)
def test_a_pill_reads_its_cells_as_one_decimal_number(values: list[int], allowed: bool) -> None:
    """13 and 5 are 135."""
    pill = rule("arrow: r1c1 r1c2 = r2-10c5", SIXTEEN)
    assert pill.allows(values) is allowed


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("killer 12: r1c1 r1c2", 12),
        ("killer: r1c1 r1c2", None),
        ("sum 12: r1c1 r5c5", 12),
        ("sum <= 12: r1c1 r5c5", None),
        ("sum 12: r1c1 r5c5*2", None),
        ("sum 12: r1c1 r1c1", None),
        ("little-killer 12: r2c1 r1c2", 12),
        ("frame-sum 12: row 1", 12),
        ("x-sum 12: row 1", None),
    ],
)
def test_rules_that_fix_a_sum_offer_it_to_engines(line: str, total: int | None) -> None:
    assert [each.total for each in rule(line).totals()] == ([] if total is None else [total])


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("killer 23: r5c5 r4c5", "the 23 cage at r4c5"),
        ("killer: r5c5 r4c5", "the cage at r4c5"),
        ("sum >= 23: r5c5 r4c5", "the sum of at least 23 at r4c5"),
        ("arrow: r5c5 = r5c6", "the arrow at r5c5"),
        ("clone: r1c1 = r2c3 = r3c5", "the clones at r1c1, r2c3 and r3c5"),
        ("little-killer 28: r2c1-r9c8", "the little killer 28 at r2c1"),
        ("sandwich 12: row 3", "the sandwich 12 left of row 3"),
        ("x-sum 20: row 3 reversed", "the x-sum 20 right of row 3"),
        ("skyscraper 4: column 3", "the skyscraper clue 4 above column 3"),
        ("numbered-room 4: column 3 reversed", "the numbered room 4 below column 3"),
        ("x-sum 20: r5c5-r5c9", "the x-sum 20 at r5c5"),
    ],
)
def test_titles_are_what_people_say(line: str, title: str) -> None:
    assert rule(line).title == title


@pytest.mark.parametrize(
    ("line", "known", "cell", "value", "reason"),
    [
        ("killer 4: r1c1 r1c2", {}, "r1c1", 2, "4 in 2 cells is 1+3"),
        ("killer 12: r1c1 r1c2", {}, "r1c2", 6, "12 in 2 cells is 3+9 or 4+8 or 5+7"),
        ("killer 24: r1-2c1-2", {}, "r1c1", 1, None),
        ("killer 26: r1-2c1-2", {}, "r1c1", 1, "no combination for 26 in 4 cells has 1"),
        ("killer 1: r1c1 r1c2", {}, "r1c1", 5, "there is no way to make 1 in 2 cells"),
        (
            *("killer 10: r1c1 r1c2 r2c1", {"r1c2": [7, 8]}, "r1c1", 4),
            "there is no way to make 10 in the 10 cage at r1c1 with 4 in r1c1",
        ),
        ("killer: r1c1 r1c2", {"r1c2": [7]}, "r1c1", 7, "7 in r1c1 leaves too few digits"),
        ("sum 5: r1c1 r5c5", {}, "r1c1", 5, "5 in r1c1 is too large for the sum of 5 at r1c1"),
        ("sum 16: r1c1 r5c5", {}, "r1c1", 6, "6 in r1c1 is too small for the sum of 16 at r1c1"),
        ("sum 7: r1c1*2 r5c5", {}, "r1c1", 4, "4 in r1c1 is too large for"),
        ("sum 7: r1c1*2 r5c5", {}, "r5c5", 2, "there is no way to make 7 with 2 in r5c5"),
        ("frame-sum 23: row 1", {}, "r1c1", 7, "there is no way to make 23 with 7 in r1c1"),
        ("frame-sum 23: row 1", {}, "r1c1", 4, "4 in r1c1 is too small for the frame sum 23"),
        ("arrow: r5c5 = r5c6 r5c7", {}, "r5c5", 2, "there is no way to complete the arrow at r5c5"),
        ("arrow: r5c5 = r5c6 r6c6", {}, "r5c6", 9, "9 in r5c6 is too large for the arrow at r5c5"),
        (
            *("zipper: r1c1 r2c2 r3c3", {"r2c2": [3]}, "r1c1", 5),
            "with 5 in r1c1 the sums on the zipper line from r1c1 to r3c3 cannot be equal",
        ),
        (
            *("clone: r1c1 r1c2 = r5c5 r6c6", {"r1c2": [1]}, "r6c6", 4),
            "r1c2 r6c6 hold the same digit, and one of them cannot be 4",
        ),
        (
            *("sandwich 35: row 1", {}, "r1c5", 9),
            "there is no way to make 35 between 1 and 9 with 9 in r1c5",
        ),
        ("x-sum 45: row 1", {}, "r1c1", 8, "no sum of 45 begins with 8 in r1c1"),
        (
            *("skyscraper 9: row 1", {}, "r1c1", 2),
            "there is no way to see 9 buildings with 2 in r1c1",
        ),
        (
            *("numbered-room 5: row 1", {"r1c3": [1, 2]}, "r1c1", 3),
            "5 cannot be in r1c3, the 3rd cell",
        ),
        (
            *("numbered-room 5: row 1", {"r1c1": [3]}, "r1c3", 8),
            "r1c1 is 3, so r1c3 is 5",
        ),
    ],
)
def test_an_excluded_digit_has_the_reason_that_a_person_would_give(
    line: str, known: dict[str, list[int]], cell: str, value: int, reason: str | None
) -> None:
    domains = dict.fromkeys(range(81), NINE.values)
    domains |= {NINE.cell_named(name): tuple(values) for name, values in known.items()}
    found = {(each.cell, each.value): each.reason for each in rule(line).narrow(domains)}
    said = found.get((NINE.cell_named(cell), value))
    assert (said is None) == (reason is None)
    assert said is None or said.startswith(str(reason))


def test_a_huge_cage_is_a_sum_and_not_a_list_of_sets() -> None:
    assert sets_with_sum(LARGEST.values, 12, 156) is None
    assert len(sets_with_sum(NINE.values, 4, 20) or ()) == 12
    cage = rule("killer 156: r1-3c1-4", LARGEST)
    model = CpModel()
    x = Cells(model, [LARGEST.all_digits] * len(LARGEST), LARGEST)
    before = len(model.proto.constraints)
    cage.post(model, x)
    assert len(model.proto.constraints) - before < 50
    assert not list(cage.narrow(dict.fromkeys(cage.cells, LARGEST.values)))


def test_a_pill_is_drawn_as_a_frame_with_an_arrow_from_the_nearest_cell() -> None:
    pill, arrow = rule("arrow: r1c1 r1c2 = r2c3 r3c4").drawing()
    assert [NINE.cell_name(cell) for cell in cells_of_shape(pill)] == ["r1c1", "r1c2"]
    assert [NINE.cell_name(cell) for cell in cells_of_shape(arrow)] == ["r1c2", "r2c3", "r3c4"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("sum 5: r1c1*2 -r1c2", "2 × r1c1 - r1c2 is 5."),
        ("sum >= 5: r1c1 r1c2", rule("sum 9: r1c1").summary),
        (
            "clone: r1c1 r1c2 = r2c4 r2c5",
            "r1c1 r1c2 and r2c4 r2c5 hold the same digits, cell by cell.",
        ),
        ("clone any-order: r1c1 = r2c2", "r1c1 and r2c2 hold the same digits, in any order."),
        ("frame-sum 9 2: row 1", "A clue outside is the sum of the first 2 digits that it sees."),
    ],
)
def test_the_rules_text_says_what_the_drawing_does_not(line: str, text: str) -> None:
    assert rule(line).rule_text == text
