"""Links and JSON of SudokuMaker: every type is a rule, or is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.lz_string import compressed_uri
from cpsudoku.formats.links.sudokumaker import puzzle_of_link
from cpsudoku.formats.links.sudokumaker_clues import CLUES
from cpsudoku.formats.links.sudokumaker_reading import puzzle_of_sudokumaker
from cpsudoku.runtime.errors import quoted
from cpsudoku.runtime.remarks import heard_by
from cpsudoku.solving.interpreting import interpreted
from tests.command import invoke
from tests.puzzles import SOLVED, WIKIPEDIA

SYMBOLS = [
    {"type": "ellipse", "rx": 0.3, "ry": 0.3, "stroke": "#000000", "fill": "#ffffff00"},
    {"type": "text", "text": "5", "size": 0.5},
    {"type": "arrow", "length": 1, "angle": 90, "stroke": "#000000", "strokeWidth": 0.1},
]

LINK = "https://sudokumaker.app/?puzzle="
REGIONS = [3 * (r // 3) + c // 3 for r in range(9) for c in range(9)]
CELLS = [{"given": True, "value": int(sign)} if sign != "." else {} for sign in WIKIPEDIA]
LINES = [[0, 1, 2], [10, 20]]
# Each constraint, the rules that it becomes, and what is named.
BY_LENGTH = (
    "not ((a=1 or a=2 or a=6) and (b=1 or b=2 or b=6) or "
    "(a=4 or a=5 or a=9) and (b=4 or b=5 or b=9) or "
    "(a=3 or a=7 or a=8) and (b=3 or b=7 or b=8))"
)
NEAR = ("r1c1 r1c2", "r1c2 r1c3", "r1c3 r1c4", "r1c1 r1c3", "r1c2 r1c4")
CONSTRAINTS: list[tuple[dict[str, Any], list[str], tuple[str, ...]]] = [
    ({"type": 10}, ["diagonals falling"], ()),
    ({"type": 11}, ["diagonals rising"], ()),
    ({"type": 12}, ["anti-king"], ()),
    ({"type": 13}, ["anti-knight"], ()),
    ({"type": 13, "disabled": True}, [], ()),
    ({"type": 14}, ["disjoint-groups"], ()),
    ({"type": 15}, ["non-consecutive"], ()),
    ({"type": 16, "groups": [1]}, [], ("groups of digits in every 2x2 square",)),
    ({"type": 100, "cells": [0, 80]}, ["even: r1c1 r9c9"], ()),
    ({"type": 101, "cells": [0]}, ["odd: r1c1"], ()),
    ({"type": 102, "cells": [0]}, ["maximum: r1c1"], ()),
    ({"type": 103, "cells": [0]}, ["minimum: r1c1"], ()),
    ({"type": 200, "clues": [{"value": 1, "edge": 1}]}, ["white: r1c1 r1c2"], ()),
    ({"type": 200, "clues": [{"value": 3, "edge": 9}]}, ["white 3: r1c1 r2c1"], ()),
    ({"type": 200, "clues": [], "negative": [1]}, ["negative white"], ()),
    ({"type": 200, "clues": [], "negative": [2]}, [], ("negative differences 2",)),
    ({"type": 201, "clues": [{"value": 2, "edge": 19}]}, ["black: r2c1 r2c2"], ()),
    ({"type": 202, "clues": [{"value": 5, "edge": 27}]}, ["xv V: r2c1 r3c1"], ()),
    ({"type": 202, "clues": [], "negative": [5, 10]}, ["negative xv"], ()),
    ({"type": 202, "clues": [], "negative": [5]}, [], ("negative sums 5",)),
    ({"type": 300, "thermometers": [[0, 1]]}, ["thermo: r1c1 r1c2"], ()),
    ({"type": 300, "thermometers": [[0, 1]], "slow": True}, ["slow-thermo: r1c1 r1c2"], ()),
    (
        {"type": 301, "cages": [{"cells": [0, 1], "value": 8}, {"cells": [3], "value": 0}]},
        ["killer 8: r1c1 r1c2", "killer: r1c4"],
        (),
    ),
    # Each group is a cell of one clone and its twins in the others.
    ({"type": 302, "groups": [[0, 40], [1, 41]]}, ["clone: r1c1 r1c2 = r5c5 r5c6"], ()),
    (
        {"type": 302, "groups": [[0, 40, 60], [1, 41]]},
        ["clone: r1c1 = r5c5 = r7c7", "clone: r1c2 = r5c6"],
        (),
    ),
    ({"type": 302, "groups": [[0, 40], [0, 41]]}, ["clone: r1c1 = r5c5", "clone: r1c1 = r5c6"], ()),
    (
        {"type": 303, "clues": [{"corner": 11, "digits": [1, 2, 2]}]},
        ["quadruple 1,2,2: r1c1 r1c2 r2c1 r2c2"],
        (),
    ),
    (
        {"type": 304, "cages": [{"cells": [0, 1, 2], "value": "1522"}]},
        ["line [^5]*5[^5]*: r1c1 r1c2 r1c3", "line [^2]*2[^2]*2[^2]*: r1c1 r1c2 r1c3"],
        (),
    ),
    ({"type": 304, "cages": [{"cells": [0], "value": "?"}]}, [], ("look-and-say cage '?'",)),
    (
        {"type": 304, "cages": [{"cells": [0], "value": "11" * 50}]},
        [],
        (f"look-and-say cage {quoted('11' * 50)}",),
    ),
    (
        {"type": 16, "groups": [0b101010100, 0b1010101010]},
        [
            f"line .*[{digits}].*: r{r}c{c} r{r}c{c + 1} r{r + 1}c{c} r{r + 1}c{c + 1}"
            for r in range(1, 9)
            for c in range(1, 9)
            for digits in ("2468", "13579")
        ],
        (),
    ),
    ({"type": 16, "groups": [1]}, [], ("groups of digits in every 2x2 square",)),
    ({"type": 305, "cells": [0, 40]}, ["region: r1c1 r5c5"], ()),
    ({"type": 306, "cells": [0, 40]}, ["counting-circles: r1c1 r5c5"], ()),
    ({"type": 400, "lines": LINES}, ["renban: r1c1 r1c2 r1c3", "renban: r2c2 r3c3"], ()),
    ({"type": 401, "lines": [[0, 1]], "minDifference": 4}, ["whispers 4: r1c1 r1c2"], ()),
    ({"type": 402, "lines": [[0, 1]]}, ["palindrome: r1c1 r1c2"], ()),
    ({"type": 403, "lines": [[0, 1, 2]]}, ["between: r1c1 r1c2 r1c3"], ()),
    ({"type": 404, "lines": [[2, 3]]}, ["region-sum: r1c3 r1c4"], ()),
    (
        {"type": 404, "lines": [[2, 3]], "singleRegionTotals": True},
        [],
        ("region sum lines with one total for each region",),
    ),
    ({"type": 405, "lines": [[0, 1, 2]]}, ["sequence: r1c1 r1c2 r1c3"], ()),
    (
        {"type": 406, "lines": [[0, 1]], "groups": [0b1110, 0b1110000, 0b1110000000]},
        ["entropic: r1c1 r1c2"],
        (),
    ),
    (
        {"type": 406, "lines": [[0, 1]], "groups": [0b101010100, 0b1010101010]},
        ["modular 2: r1c1 r1c2"],
        (),
    ),
    (
        {"type": 406, "lines": [[0, 1]], "groups": [0b0100100010, 0b1000010000, 0b1001000]},
        [],
        ("lines of groups of digits",),
    ),
    (
        {"type": 406, "lines": [[0, 1]], "groups": [0b1001001000, 0b0010010010, 0b0100100100]},
        ["modular 3: r1c1 r1c2"],
        (),
    ),
    ({"type": 406, "lines": [[0, 1]], "groups": [2]}, [], ("lines of groups of digits",)),
    # 1, 2, 6 and 4, 5, 9 and 3, 7, 8 take turns: any three cells in a row have one of each.
    (
        {"type": 406, "lines": [[0, 1, 2, 3]], "groups": [0b1000110, 0b1000110000, 0b110001000]},
        [f"pair {BY_LENGTH}: {cells}" for cells in NEAR],
        (),
    ),
    (
        {"type": 406, "lines": [[0, 1, 0]], "groups": [0b1000110, 0b1000110000, 0b110001000]},
        [],
        ("lines of groups of digits",),
    ),
    ({"type": 407, "lines": [[0, 1, 2]]}, ["lockout 4: r1c1 r1c2 r1c3"], ()),
    (
        {"type": 408, "bulbsWithArrows": [{"bulbCells": [1, 0], "arrows": [[1, 11], [18, 19]]}]},
        ["arrow: r1c1 r1c2 = r2c3", "arrow: r1c1 r1c2 = r3c1 r3c2"],
        (),
    ),
    ({"type": 409, "lines": [[0, 1, 2]]}, ["double-arrow: r1c1 r1c2 r1c3"], ()),
    (
        {"type": 500, "clues": [{"value": 9, "outerCell": 3, "diagonal": 1}]},
        ["little-killer 9: r1c2 r2c1"],
        (),
    ),
    (
        {"type": 500, "clues": [{"value": 9, "outerCell": 8, "diagonal": -1}]},
        ["little-killer 9: r1c9"],
        (),
    ),
    ({"type": 501, "clues": [{"value": 9, "outerCell": 11}]}, ["sandwich 9: row 1"], ()),
    ({"type": 502, "clues": [{"value": 9, "outerCell": 1}]}, ["x-sum 9: column 1"], ()),
    ({"type": 503, "clues": [{"value": 3, "outerCell": 21}]}, ["skyscraper 3: row 1 reversed"], ()),
    (
        {"type": 504, "clues": [{"value": 3, "outerCell": 111}]},
        ["numbered-room 3: column 1 reversed"],
        (),
    ),
    ({"type": 600, "cells": [0]}, ["row-indexer: r1c1"], ()),
    ({"type": 601, "cells": [0]}, ["column-indexer: r1c1"], ()),
    (
        {"type": 1000, "definition": {"name": "Snake", "backend": {"code": "while(1);"}}},
        [],
        ("custom rule 'Snake' (JavaScript)",),
    ),
    ({"type": 2000, "lines": []}, [], ()),
    (
        {"type": 2000, "lines": [[{"x": 0.5, "y": 0.5}, {"x": 1.5, "y": 0.5}]]},
        [],
        ("1 line (drawing)",),
    ),
    (
        {"type": 2001, "cages": [{"value": "x", "cells": [0, 1]}, {"cells": [2, "?"]}]},
        [],
        ("1 cage with the text 'x' (drawing)", "1 cage (drawing)"),
    ),
    (
        {"type": 2002, "params": SYMBOLS, "symbols": [[0.5, 0.5], [1, 1.5, 1], [2, 2, 2], [4]]},
        [],
        ("2 circles (drawing)", "1 text (drawing)", "1 arrow (drawing)"),
    ),
    ({"type": 4000, "lightCells": [1]}, [], ()),
    ({"type": 4001, "triggers": [{}]}, [], ()),
    ({"type": 9999}, [], ("rule of type 9999",)),
]


def document(*constraints: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The object of a puzzle."""
    board = [{"type": 0}, {"type": 1, "regions": REGIONS}]
    puzzle = {
        "name": "A title",
        "author": "me",
        "cells": CELLS,
        "constraints": [*board, *constraints],
    }
    return {"formatVersion": "1.5.0", "puzzle": puzzle | more}


def link_of(value: Any) -> str:
    """The link of an object."""
    return LINK + compressed_uri(json.dumps(value))


def test_every_known_type_is_tried() -> None:
    tried = {constraint["type"] for constraint, _, _ in CONSTRAINTS}
    assert CLUES.clues.keys() <= tried


@pytest.mark.parametrize(("constraint", "rules", "named"), CONSTRAINTS)
def test_a_constraint_becomes_rules_or_is_named(
    constraint: dict[str, Any], rules: list[str], named: tuple[str, ...]
) -> None:
    puzzle = puzzle_of_sudokumaker(document(constraint))
    assert puzzle.givens.line == WIKIPEDIA
    assert puzzle.board.is_classic_9x9
    assert puzzle.constraints == Puzzle.parse(WIKIPEDIA).with_rules(*rules).constraints
    assert puzzle.uninterpreted == named


def test_a_link_and_its_json_are_read(tmp_path: Path) -> None:
    done = invoke("solve", link_of(document()))
    assert (done.code, done.out.split()[0]) == (0, SOLVED)
    assert invoke("check", link_of(document({"type": 1000}))).code == 3
    path = tmp_path / "x.json"
    path.write_text(json.dumps(document()))
    puzzle = next(cpsudoku.read(path))
    assert (puzzle.label, puzzle.info) == ("A title", (("author", "me"),))


def test_a_link_says_its_board() -> None:
    cells: list[Any] = [{}] * 24
    value = document(cells=cells, width=6, minDigit=0, maxDigit=5, constraints=[])
    board = puzzle_of_link(link_of(value)).board
    assert (board.height, board.width, board.values) == (4, 6, (0, 1, 2, 3, 4, 5))
    value = document(cells=[{}] * 16, maxDigit=4, constraints=[])
    assert puzzle_of_link(link_of(value)).board == cpsudoku.Board.without_boxes(4)


def test_entries_are_the_solution_if_they_are_complete() -> None:
    cells = [{**cell, "value": int(sign)} for cell, sign in zip(CELLS, SOLVED, strict=True)]
    puzzle = puzzle_of_sudokumaker(document(cells=cells))
    assert (puzzle.givens.line, puzzle.answer) == (WIKIPEDIA, cpsudoku.Grid.from_line(SOLVED))
    remarks: list[str] = []
    with heard_by(remarks.append):
        assert puzzle_of_sudokumaker(document(cells=[{"value": 5}, *CELLS[1:]])).answer is None
    assert ["entries that are not given, in" in each for each in remarks] == [True]


def test_the_difference_of_lockout_lines_depends_on_the_digits() -> None:
    lines = [{"type": 407, "lines": [[0, 1, 2]]}]
    value = document(cells=[None] * 36, size=6, constraints=lines)
    (rule,) = puzzle_of_sudokumaker(value).constraints
    assert line_of(rule) == "lockout 3: r1c1 r1c2 r1c3"


# Each is packed by its test: some take a second.
WRONG: list[tuple[Callable[[], str], str]] = [
    (lambda: "https://sudokumaker.app/", "no puzzle in it; paste the long link"),
    (lambda: link_of(document())[:-60], "damaged: the compressed text is cut off"),
    (lambda: link_of([]), "the JSON: .* is not an object"),
    (
        lambda: link_of(document({"type": 100, "cells": [0, 81]})),
        r"constraints\[2\].cells\[1\]: 81 is not a cell, which are numbered 0-80",
    ),
    (
        lambda: link_of(document({"type": 303, "clues": [{"corner": 0, "digits": [1]}]})),
        r"clues\[0\].corner: 0 is not a corner at",
    ),
    (
        lambda: link_of(document({"type": 301, "cages": [{"value": 3}]})),
        r"puzzle.constraints\[2\].cages\[0\].cells: a list is missing",
    ),
    (
        lambda: link_of(document({"type": 501, "clues": [{"value": 3, "outerCell": 12}]})),
        "outerCell: 12 is not a",
    ),
    (lambda: link_of(document(cells=[{}] * 7)), "7 cells do not make rows of 3"),
    (lambda: link_of(document(maxDigit=2**70)), "digits are not supported; allowed are 1-25"),
    (lambda: link_of(document(maxDigit=-(2**70))), "digits are not supported; allowed are 1-25"),
    (lambda: link_of(document(*[{"type": 0}] * 6_000)), "more than 5,000 constraints"),
    (lambda: link_of("a" * 2_000_001), "more than 2,000,000 characters"),
    (lambda: LINK + compressed_uri("[" * 500_000), "nested too deeply"),
    (lambda: f"{LINK}N4Ig!", "'!' is not a letter of a compressed text"),
    (lambda: LINK + "A" * 2_000_000, "at most|too long"),
]


@pytest.mark.parametrize(("make", "problem"), WRONG, ids=range(len(WRONG)))
def test_a_bad_link_is_refused(make: Callable[[], str], problem: str) -> None:
    link = make()
    with pytest.raises(cpsudoku.InputError, match=problem):
        puzzle_of_link(link)


@pytest.mark.parametrize(
    ("kind", "key", "clue"), [(301, "cages", {"cells": [0]}), (302, "groups", [0, 1])]
)
def test_too_many_clues_are_refused(kind: int, key: str, clue: object, exhaustive: bool) -> None:
    link = link_of(document({"type": kind, key: [clue] * (50_000 if exhaustive else 5_000)}))
    with pytest.raises(cpsudoku.InputError, match="more than 405 clues"):
        puzzle_of_link(link)


def test_drawings_become_rules_with_the_sentences_about_them() -> None:
    points = [{"x": c + 0.5, "y": 0.5} for c in (0, 1)]
    drawn = {"type": 2000, "lines": [points], "style": {"color": "#67f067ff", "thickness": 0.2}}
    comment = "Digits along a green line differ by at least 2."
    puzzle = interpreted(puzzle_of_sudokumaker(document(drawn, comment=comment)))
    assert puzzle.interpreted == ("1 whispers line",)
    assert (
        puzzle.constraints
        == Puzzle.parse(WIKIPEDIA).with_rules("whispers 2: r1c1 r1c2").constraints
    )
    assert puzzle.uninterpreted == ()


@pytest.mark.parametrize(("colour", "is_left"), [("green", False), ("purple", True)])
def test_a_sentence_about_clues_of_another_colour_is_left(colour: str, is_left: bool) -> None:
    clue = {"type": 401, "lines": [[0, 1]], "minDifference": 2, "style": {"color": "#67f067"}}
    comment = f"Adjacent digits on a {colour} line differ by at least 2."
    assert bool(puzzle_of_sudokumaker(document(clue, comment=comment)).uninterpreted) is is_left
