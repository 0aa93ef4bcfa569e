"""``sudoku-puzzle``: what it holds is kept, it is read strictly, and other rules are named.

The documents that cpsudoku writes were read by pencilmark 1.0.0rc1, which wrote them again.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError, Unsupported
from tests.puzzles import SOLVED, WIKIPEDIA
from tests.reading import entries_of, puzzles_of, text_of

EMPTY = "." * 81
KEPT = {
    "classic": WIKIPEDIA,
    "other boxes": "......\n......\n......\n......\n......\n.....1\nboxes: 3x2",
    "no boxes": "....\n....\n....\n...1\nboxes: none",
    "jigsaw": ".2..\n....\n....\n...1\nregions: AABB/ABBA/CCDD/CDDC",
    "diagonals": f"{EMPTY}\ndiagonals",
    "one diagonal": f"{EMPTY}\ndiagonals rising",
    "windows": f"{EMPTY}\nwindows\nanti-knight\nanti-king\ndisjoint-groups",
    "cages": f"{EMPTY}\nkiller 7: r1c3 r1c4\nkiller: r2c2 r2c3\nsum = 9: r5c5 r6c6",
    "lines": f"{EMPTY}\nthermo: r1c1 r1c2\nslow-thermo: r2c1 r2c2\nrenban: r3c1 r4c1\n"
    "palindrome: r5c1 r5c2\nregion-sum: r6c3 r6c4\nzipper: r7c1 r7c2 r7c3\n"
    "between: r8c1 r8c2 r8c3\nwhispers 4: r9c1 r9c2\nlockout 3: r9c4 r9c5 r9c6\n"
    "modular 4: r1c7 r1c8 r1c9\ndouble-arrow: r2c6 r2c7 r2c8",
    "arrow": f"{EMPTY}\narrow: r1c1 r1c2 = r2c2 r3c3",
    "dots": f"{EMPTY}\nwhite: r1c1 r1c2\nblack: r1c3 r1c4\nwhite 3: r2c1 r2c2\nblack 4: r2c3 r2c4\n"
    "xv X: r3c1 r3c2\nxv V: r3c3 r3c4\nxv 8: r4c1 r4c2\ngreater: r5c1 r5c2",
    "all dots": f"{EMPTY}\nwhite: r1c1 r1c2\nnegative white black\nnegative xv",
    "outside": f"{EMPTY}\nsandwich 12: row 3\nx-sum 20: column 1\nskyscraper 4: row 5 reversed\n"
    "little-killer 28: r2c1-r9c8",
    "cells": f"{EMPTY}\nodd: r1c1\neven: r2c2\nonly 2,5: r3c3\nquadruple 3,4: r3c3 r3c4 r4c3 r4c4\n"
    "counting-circles: r1c1 r5c5\nclone: r1c1 r1c2 = r5c4 r5c5\nregion: r6c1 r7c2 r8c3",
    "everywhere": f"{EMPTY}\nnon-consecutive everywhere",
}
DOCUMENT: dict[str, Any] = {
    "format": "sudoku-puzzle",
    "format_version": 1,
    "board": {"rows": 4, "cols": 4},
    "digits": 4,
    "givens": [0] * 16,
    "rules": [{"type": "box_grid", "origin": "r1c1", "box": [2, 2]}],
}


@pytest.mark.parametrize("name", KEPT)
def test_what_the_format_holds_is_kept(name: str) -> None:
    puzzle = Puzzle.parse(KEPT[name].replace(" reversed", ""))
    (found,) = puzzles_of(text_of([puzzle], "sudoku-puzzle"))
    assert found.givens.line == puzzle.givens.line
    assert sorted(map(str, found.constraints)) == sorted(map(str, puzzle.constraints))
    assert found.board == puzzle.board
    assert found.uninterpreted == ()


def test_overlapping_grids_are_kept() -> None:
    rows = [line.replace("3", ".") for line in ["." * 21] * 21]
    puzzle = Puzzle.parse("\n".join(rows) + "\ngrids: samurai")
    (found,) = puzzles_of(text_of([puzzle], "sudoku-puzzle"))
    assert found.board == puzzle.board


def test_several_puzzles_are_one_per_line_with_what_is_known_of_each() -> None:
    one = Puzzle.parse(WIKIPEDIA)
    full = Puzzle(
        one.givens,
        label="A title",
        info=(("author", "me"), ("rules", "Normal rules.")),
        answer=Puzzle.parse(SOLVED).givens,
    )
    text = text_of([full, one], "sudoku-puzzle")
    assert len(text.splitlines()) == 2
    first, second = puzzles_of(text)
    assert (first.label, first.info, first.answer) == (full.label, full.info, full.answer)
    assert second.givens == one.givens


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("numbered-room 1: column 1", "the rule numbered-room"),
        ("white: r1c1 r1c2\nnon-consecutive", "beside dots"),
        ("white 3: r1c1 r1c2\nnegative white", "beside dots with numbers"),
        ("sum <= 9: r1c1 r1c2", "with weights or a limit"),
        ("thermo: r1c1 r5c5", "whose cells do not touch"),
        ("clone any-order: r1c1 r1c2 = r5c4 r5c5", "in any order"),
    ],
)
def test_what_the_format_does_not_have_is_refused_by_name(rules: str, reason: str) -> None:
    with pytest.raises(Unsupported, match=f"can't hold .*{reason}"):
        cpsudoku.write(f"{EMPTY}\n{rules}", format="sudoku-puzzle")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"format_version": 2}, "format_version: 2 is not 1, the version that is read"),
        ({"variant": "X"}, "variant: version 1 has no such key"),
        ({"givens": [0] * 15}, "givens: 15 values; needed are 4x4"),
        ({"givens": [5] + [0] * 15}, r"givens\[0\]: 5 is not a digit 1-4"),
        ({"rules": [{"type": "custom"}]}, r"rules\[0\].type: 'custom' is not a type of rule"),
        ({"rules": [{"type": "box_grid", "origin": "r1c1"}]}, r"rules\[0\].box: it is missing"),
        ({"board": {"rows": 5, "cols": 4}}, "givens: 16 values; needed are 5x4"),
        ({"rules": []}, "rules: a board without a grid or box_grid is not supported"),
    ],
)
def test_it_is_read_strictly(change: dict[str, Any], problem: str) -> None:
    (entry,) = entries_of(json.dumps(DOCUMENT | change))
    assert isinstance(entry, InputError)
    with pytest.raises(InputError, match=problem):
        raise entry


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ({"type": "cage", "cells": ["r1c1"], "total": 3}, r"a rule of type cage has no such key"),
        ({"type": "line", "kind": "wave", "cells": ["r1c1", "r1c2"]}, "'wave' is not one of"),
        ({"type": "cage", "cells": ["r9c9"]}, r"rules\[1\]: .*r9c9"),
        ({"type": "edge", "kind": "kropki", "color": "red", "cells": ["r1c1", "r1c2"]}, "white or"),
    ],
)
def test_a_wrong_rule_is_an_error_with_its_place(rule: dict[str, Any], problem: str) -> None:
    (entry,) = entries_of(json.dumps(DOCUMENT | {"rules": [*DOCUMENT["rules"], rule]}))
    assert isinstance(entry, InputError)
    with pytest.raises(InputError, match=problem):
        raise entry


@pytest.mark.parametrize("text", ['"424"', "x y z", "[1]"])
def test_what_is_not_an_object_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not an object of sudoku-puzzle in JSON"):
        puzzles_of(text, "sudoku-puzzle")


def test_rules_that_cpsudoku_does_not_have_are_named() -> None:
    others = [
        {"type": "vudoku", "cells": ["r1c1", "r1c2", "r2c1"]},
        {"type": "neighbours", "kind": "antiknight", "within": "box"},
    ]
    document = DOCUMENT | {"rules": [*DOCUMENT["rules"], *others], "ext": {"a": 1}}
    (puzzle,) = puzzles_of(json.dumps(document))
    assert puzzle.uninterpreted == ("rule 'vudoku'", "rule 'neighbours antiknight'", "ext")


def test_candidates_become_rules() -> None:
    (puzzle,) = puzzles_of(json.dumps(DOCUMENT | {"candidates": {"r1c1": [1, 2]}}))
    assert [rule.name for rule in puzzle.constraints] == ["only"]
