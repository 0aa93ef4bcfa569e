"""Links of SudokuPad: what their JSON says is read, and everything else is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.lz_string import compressed_base64
from cpsudoku.formats.links.scl import puzzle_of_scl
from cpsudoku.formats.links.sudokupad import puzzle_of_link
from cpsudoku.formats.links.zipped_json import value_of_json
from tests.command import invoke
from tests.puzzles import SOLVED, WIKIPEDIA

BOXES = [
    [[3 * b + r, 3 * s + c] for r in range(3) for c in range(3)] for b in range(3) for s in range(3)
]
CELLS = [
    [{"value": sign} if sign != "." else {} for sign in WIKIPEDIA[9 * r :][:9]] for r in range(9)
]
# Each part, the rules that it becomes, and what is named.
PARTS: dict[str, tuple[dict[str, Any], list[str], tuple[str, ...]]] = {
    "nothing": ({}, [], ()),
    "cage": (
        {"cages": [{"cells": [[0, 0], [0, 1]], "value": "8", "unique": True}]},
        ["killer 8: r1c1 r1c2"],
        (),
    ),
    "cage without a sum": (
        {"cages": [{"cells": [[0, 0], [0, 1]], "unique": True}]},
        ["killer: r1c1 r1c2"],
        (),
    ),
    "sum": ({"cages": [{"cells": [[0, 0], [0, 1]], "sum": 8}]}, ["sum 8: r1c1 r1c2"], ()),
    "drawn cage": ({"cages": [{"cells": [[0, 0]], "value": ""}]}, [], ("1 cage (drawing)",)),
    "a sum that the solution breaks": (
        {"cages": [{"cells": [[0, 0], [0, 1]], "value": 9, "unique": True}]},
        [],
        ("1 cage (drawing)",),
    ),
    "x": (
        {"overlays": [{"center": [0.5, 7], "text": "X"}]},
        ["xv X: r1c7 r1c8"],
        (),
    ),
    "v that the solution breaks": (
        {"overlays": [{"center": [1, 0.5], "text": "V"}]},
        [],
        ("1 text (drawing)",),
    ),
    "drawings": (
        {
            "lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]]}] * 12,
            "overlays": [{"center": [9, 9], "rounded": True, "borderColor": "#f00"}] * 3,
            "underlays": [{"center": [9, 9], "backgroundColor": "#00f"}],
            "arrows": [{"wayPoints": [[1, 1]]}, {}, {"wayPoints": []}],
        },
        [],
        ("12 lines (drawing)", "1 arrow (drawing)", "1 rectangle (drawing)", "3 circles (drawing)"),
    ),
    "unknown keys": ({"torus": [[1, 1]]}, [], ("rule 'torus'",)),
    "what is only for the eye": (
        {
            "fogofwar": [[1, 1]],
            "cages": [
                {"cells": [[0, 0], [0, 1]], "value": "foglight"},
                {"cells": [[0, 0]], "value": "msgcorrect: Well done!"},
            ],
        },
        [],
        (),
    ),
    "rules in words": (
        {"metadata": {"rules": "Normal sudoku rules apply. The grid is a torus."}},
        [],
        ("sentence 'The grid is a torus'",),
    ),
}


def scl(**parts: Any) -> dict[str, Any]:
    """The object of a puzzle."""
    metadata = {"title": "A title", "author": "me", "solution": SOLVED} | parts.pop("metadata", {})
    return {
        "id": "x",
        "cellSize": 50,
        "cells": CELLS,
        "regions": BOXES,
        "metadata": metadata,
    } | parts


def link_of(value: Any, prefix: str = "scl") -> str:
    """The link of an object."""
    return f"https://sudokupad.app/{prefix}{compressed_base64(json.dumps(value))}"


@pytest.mark.parametrize(("parts", "rules", "named"), PARTS.values(), ids=PARTS)
def test_a_part_becomes_a_rule_or_is_named(
    parts: dict[str, Any], rules: list[str], named: tuple[str, ...]
) -> None:
    puzzle = puzzle_of_scl(scl(**parts))
    assert puzzle.givens.line == WIKIPEDIA
    assert puzzle.board.is_classic_9x9
    assert puzzle.answer_ok
    assert puzzle.constraints == Puzzle.parse(WIKIPEDIA).with_rules(*rules).constraints
    assert puzzle.uninterpreted == named
    assert (puzzle.label, puzzle.info[0]) == ("A title", ("author", "me"))


@pytest.mark.parametrize("prefix", ["scl", "ctc"])
def test_a_link_is_read_by_every_command(prefix: str) -> None:
    done = invoke("solve", link_of(scl(), prefix))
    assert (done.code, done.out.split()[0]) == (0, SOLVED)


def test_a_drawing_is_named_in_the_verdict() -> None:
    lines = [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]]}]
    done = invoke("check", link_of(scl(lines=lines)))
    assert done.code == 3
    assert "not interpreted: 1 line (drawing)" in done.out + done.err
    assert invoke("check", link_of(scl(lines=lines)), "--ignore-drawings").code == 0


def test_json_and_its_short_form_are_read(tmp_path: Path) -> None:
    text = json.dumps(scl(), indent=1)
    assert Puzzle.parse(text).givens.line == WIKIPEDIA
    (tmp_path / "x.json").write_text(text)
    assert next(cpsudoku.read(tmp_path / "x.json")).givens.line == WIKIPEDIA
    short = "{id:'x',metadata:{t:'It\\'s',solution:'" + SOLVED + "'},ce:["
    rows = (
        "".join(f",{{v:{d}}}" if d != "." else "," for d in WIKIPEDIA[9 * r :][:9])[1:]
        for r in range(9)
    )
    short += (
        ",".join(f"[{row}]" for row in rows) + "],re:" + json.dumps(BOXES).replace(" ", "") + "}"
    )
    assert Puzzle.parse(short).givens.line == WIKIPEDIA
    assert Puzzle.parse(short).label == "It's"


def test_the_short_form_leaves_out_quotes_and_empty_objects() -> None:
    assert value_of_json("{ce:[[,{v:5},],[,,]],l:[{c:34BBE6,th:2,r:t}],a:'b\\'c'}") == {
        "cells": [[{}, {"value": 5}, {}], [{}, {}, {}]],
        "lines": [{"color": "#34BBE6", "thickness": 2, "rounded": True}],
        "arrows": "b'c",
    }


def test_metadata_says_anti_knight_and_old_files_have_it_in_cages() -> None:
    blank: list[Any] = [[{}] * 9] * 9
    puzzle = puzzle_of_scl({"cells": blank, "regions": BOXES, "metadata": {"antiknight": True}})
    assert [rule.name for rule in puzzle.constraints] == ["anti-knight"]
    cages = [{"value": "title: Old"}, {"value": f"solution: {SOLVED}"}]
    puzzle = puzzle_of_scl({"cells": CELLS, "regions": BOXES, "cages": cages})
    assert (puzzle.label, puzzle.answer_ok, puzzle.uninterpreted) == ("Old", True, ())


def test_clues_outside_the_grid_are_no_cells() -> None:
    cells = [[{}] * 11, *([{}, *row, {}] for row in CELLS), [{}] * 11]
    regions = [[[r + 1, c + 1] for r, c in box] for box in BOXES]
    puzzle = puzzle_of_scl({"cells": cells, "regions": regions})
    assert (puzzle.givens.line, puzzle.board.is_classic_9x9) == (WIKIPEDIA, True)


def test_the_shortest_links_are_read() -> None:
    puzzle = puzzle_of_link("sudokupad.app/scfF3wVl*xtMine**too*aMe")
    assert puzzle.givens.line[:9] == "5.38....."
    assert [rule.name for rule in puzzle.constraints] == ["diagonals"]
    assert (puzzle.label, puzzle.info) == ("Mine*too", (("author", "Me"),))


# Each is packed by its test: some take a second.
WRONG: list[tuple[Callable[[], str], str]] = [
    (
        lambda: "https://sudokupad.app/abcd12",
        r"on the server of SudokuPad; use online .*/api/puzzle/abcd12 and paste",
    ),
    (lambda: "https://sudokupad.app/", "has no puzzle in it"),
    (lambda: link_of(scl())[:-40], "damaged: the compressed text is cut off"),
    (lambda: link_of(scl()).replace("N4Ig", "N4!g"), "is not a letter of a compressed text"),
    (lambda: link_of([1, 2]), "no rows of cells"),
    (lambda: link_of({"cells": [[{}] * 999]}), "at most 60x60"),
    (lambda: link_of(scl(lines=[{}] * 6_000)), "more than 5,000 regions, cages and shapes"),
    (lambda: link_of("a" * 2_000_001), "more than 2,000,000 characters"),
    (
        lambda: f"https://sudokupad.app/scl{compressed_base64('[' * 100_000)}",
        "nested too deeply",
    ),
    (lambda: "https://sudokupad.app/scl" + "A" * 5_000_000, "at most 1,000,000"),
]


@pytest.mark.parametrize(("make", "problem"), WRONG, ids=range(len(WRONG)))
def test_a_bad_link_is_refused(make: Callable[[], str], problem: str) -> None:
    link = make()
    with pytest.raises(cpsudoku.InputError, match=problem):
        puzzle_of_link(link)


# What is too long, how many entries it has by default (200,000 with --exhaustive), and the error.
LONG: dict[str, tuple[Callable[[int], object], int, str]] = {
    "a cage": (
        lambda count: scl(cages=[{}, {"cells": [[0, 0]] * count}]),
        100_001,
        "cages, entry 2: more than 100,000 cells and points",
    ),
    "a line": (
        lambda count: scl(lines=[{"wayPoints": [[0, 0]] * count}]),
        100_001,
        "lines, entry 1: more than 100,000 cells and points",
    ),
    "regions": (
        lambda count: scl(regions=[[]] * count),
        20_000,
        "more than 5,000 regions, cages",
    ),
}


@pytest.mark.parametrize(("make", "count", "problem"), LONG.values(), ids=LONG)
def test_a_link_with_too_many_entries_is_refused(
    make: Callable[[int], object], count: int, problem: str, exhaustive: bool
) -> None:
    link = link_of(make(200_000 if exhaustive else count))
    with pytest.raises(cpsudoku.InputError, match=problem):
        puzzle_of_link(link)


def test_a_long_text_of_rules_is_read_at_once() -> None:
    words = "cage knight move king diagonal digits " * 40_000
    puzzle = puzzle_of_scl(scl(metadata={"rules": words}))
    assert puzzle.uninterpreted[-2].startswith("sentence 'cage knight move king")
    assert puzzle.uninterpreted[-1] == "sentence '(1499999 more characters)'"


def test_many_empty_lines_of_rules_are_read_at_once() -> None:
    before = process_time()
    assert puzzle_of_scl(scl(metadata={"rules": "\n" * 10_000_000})).uninterpreted == ()
    assert process_time() - before < 3  # a quiet machine needs 0.4; 10 line by line


def test_cells_of_another_form_are_named() -> None:
    with pytest.raises(cpsudoku.InputError, match=r"{'r': 1} is not a cell such as \[0, 8\]"):
        puzzle_of_scl(scl(cages=[{"cells": [[0, 0], {"r": 1}], "value": "5"}]))
    empty = scl(cages=[{"cells": [[0, 0], {}, [0, 1]], "value": "8", "unique": True}])
    assert [len(rule.cells) for rule in puzzle_of_scl(empty).constraints] == [2]


@pytest.mark.parametrize(
    ("sentence", "count"),
    [
        ("Cells a knight's move apart cannot contain the same digit.", 1),
        ("Anti-knight", 1),
        ("Cells a knight's move apart must contain the same digit.", 0),
        ("The anti-knight rule does not apply.", 0),
    ],
)
def test_words_say_anti_knight_only_if_their_content_does(sentence: str, count: int) -> None:
    solved = "".join(str((3 * r + r // 3 + c) % 9 + 1) for r in range(9) for c in range(9))
    puzzle = puzzle_of_scl(scl(metadata={"rules": sentence, "solution": solved}))
    named = [part for part in puzzle.uninterpreted if "anti-knight rule (" in part]
    assert len(named) + len(puzzle.constraints) == count
