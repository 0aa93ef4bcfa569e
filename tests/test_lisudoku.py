"""Links of lisudoku.xyz: every field is read as its rule, and what is wrong is named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.lz_string import compressed_uri
from cpsudoku.runtime.errors import InputError
from tests.reading import entries_of, puzzles_of

A, B, C = ({"row": 0, "col": 0}, {"row": 0, "col": 1}, {"row": 0, "col": 2})
QUARTERS = [
    [{"row": r, "col": c} for r in rows for c in columns]
    for rows, columns in (((0, 1), (0, 1)), ((0, 1), (2, 3)), ((2, 3), (0, 1)), ((2, 3), (2, 3)))
]

FIELDS: dict[str, tuple[dict[str, Any], str]] = {
    "anti-knight": ({"antiKnight": True}, "anti-knight"),
    "a rule that is off": ({"antiKing": False}, ""),
    "one diagonal": ({"primaryDiagonal": True}, "diagonals falling"),
    "the other diagonal": ({"secondaryDiagonal": True}, "diagonals rising"),
    "all dots": ({"kropkiNegative": True}, "negative white black"),
    "a thermometer": ({"thermos": [[A, B]]}, "thermo: r1c1 r1c2"),
    "an odd cell": ({"oddCells": [C]}, "odd: r1c3"),
    "a cage": ({"killerCages": [{"region": [A, B], "sum": 5}]}, "killer 5: r1c1 r1c2"),
    "a cage without a sum": ({"killerCages": [{"region": [A, B]}]}, "killer: r1c1 r1c2"),
    "an oval, read from the left": (
        {"arrows": [{"circleCells": [B, A], "arrowCells": [C]}]},
        "arrow: r1c1 r1c2 = r1c3",
    ),
    "a dot": (
        {"kropkiDots": [{"dotType": "Double", "cell1": A, "cell2": B}]},
        "black: r1c1 r1c2",
    ),
    "boxes": ({"regions": QUARTERS}, ""),
}

PROBLEMS: dict[str, tuple[dict[str, Any], str]] = {
    "another size": ({"gridSize": 5}, "gridSize: 5 is not 4, 6 or 9"),
    "a cell outside": ({"oddCells": [{"row": 4, "col": 0}]}, "row 4 and column 0 are not from 0"),
    "a digit": (
        {"fixedNumbers": [{"position": A, "value": 5}]},
        r"fixedNumbers\[0\].value: 5 is not a digit from 1 to 4",
    ),
    "a dot": ({"kropkiDots": [{"dotType": "Any", "cell1": A, "cell2": B}]}, "'Any' is not Cons"),
    "a line": ({"thermos": [7]}, r"thermos\[0\]: 7 is not a list"),
}


def link_of(data: dict[str, Any]) -> str:
    return f"https://lisudoku.xyz/e?import={compressed_uri(json.dumps({'gridSize': 4, **data}))}"


@pytest.mark.parametrize(("data", "line"), FIELDS.values(), ids=FIELDS)
def test_a_field_is_a_rule(data: dict[str, Any], line: str) -> None:
    data["fixedNumbers"] = [{"position": B, "value": 4}]
    (puzzle,) = puzzles_of(link_of(data))
    assert (puzzle.givens.cells[1], puzzle.board.box_shape) == (4, (2, 2))
    assert list(map(line_of, puzzle.constraints)) == [line] * bool(line)
    assert puzzle.uninterpreted == ()
    assert puzzles_of(json.dumps({"gridSize": 4, **data})) == [puzzle]


def test_a_rule_that_is_not_known_is_named() -> None:
    (puzzle,) = puzzles_of(link_of({"topBottom": True}))
    assert puzzle.uninterpreted == ("rule 'topBottom'",)


@pytest.mark.parametrize(("data", "problem"), PROBLEMS.values(), ids=PROBLEMS)
def test_what_is_wrong_is_named(data: dict[str, Any], problem: str) -> None:
    (entry,) = entries_of(link_of(data))
    assert isinstance(entry, InputError)
    with pytest.raises(InputError, match=problem):
        raise entry


def test_a_link_may_hold_the_json_of_f_puzzles() -> None:
    grid = [[{"value": 3, "given": True}, {}, {}, {}], *([[{}] * 4] * 3)]
    (puzzle,) = puzzles_of(
        f"lisudoku.xyz/solver?import={compressed_uri(json.dumps({'size': 4, 'grid': grid}))}"
    )
    assert puzzle.givens.cells[0] == 3


def test_a_damaged_link_is_named() -> None:
    (entry,) = entries_of("https://lisudoku.xyz/e?import=N4Ig")
    assert isinstance(entry, InputError)
    assert "the link is damaged" in entry.problem
