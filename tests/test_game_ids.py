"""Game ids of Simon Tatham's collection: what they hold is kept, the rest is refused by name."""

from __future__ import annotations

import re
from random import Random

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.formats.links.game_ids.parts import (
    groups_text,
    lettered_groups,
    numbers_by_runs,
    numbers_text,
)
from cpsudoku.runtime.errors import InputError, Unsupported
from tests.reading import puzzles_of, text_of

NO_BOXES = "....\n....\n....\n....\nboxes: none\n"
BOXES = "1...\n....\n....\n...2\n"

# Ids that the original programs made, with the solution that they gave, and a rule of each.
MADE = {
    "keen": (
        "4dn:a_a_3aa__a_b_aa,a5a5s1d2s1m48m2",
        "4123123434122341",
        "product 48: r3c2 r4c2 r4c3",
    ),
    "keen, a cage alone": (
        "4dn:_a_a__a_ba_a__a__,a5s2a5d2m4s1m12d2",
        "2134342112434312",
        "quotient 2: r2c2 r2c3",
    ),
    "towers": ("4dh:2////////4///////3", "1234431221433421", "skyscraper 4: r1c1 r1c2 r1c3 r1c4"),
    "towers, givens": (
        "5dx:3//3//1/3///2///3///////3/,k2h2d",
        "1423531452523144352125143",
        "skyscraper 2: r5c4 r4c4 r3c4 r2c4 r1c4",
    ),
    "unequal": ("4dt:1,0,0,4,0,0,0,0,0,0,4,0,0,1,0,2,", "1324241332414132", None),
    "unequal, adjacent": (
        "5adt:5,0,3RD,0L,0,0,3R,0URL,0L,2D,0R,0DL,2R,0L,0U,0D,0UR,5L,0,3,0UR,0RL,0L,4R,0L,",
        "5132413452452312451332145",
        "white: r1c3 r2c3",
    ),
    "solo, a jigsaw": (
        "6jx:a1d6_2e4b5b3b6e4_1d3a,g_abbacdbba___a_aabababa",
        "315426624513146352532164253641461235",
        "diagonals",
    ),
    "solo, a killer": (
        "2x3k:zj,a__a__a_a__________aaaaaaa_aa_aaa___a__aa_,9a8_6_9a5d10a7a8_8a11_5_10b4c5b7a6a8a",
        "263145415326152634634251526413341562",
        "killer 9: r1c1 r1c2 r2c2",
    ),
}


@pytest.mark.parametrize(("text", "solution", "rule"), MADE.values(), ids=MADE)
def test_an_id_that_the_game_made_is_read_and_written(
    text: str, solution: str, rule: str | None
) -> None:
    puzzle = Puzzle.parse(text)
    found = cpsudoku.solve(puzzle).solution
    assert found is not None
    assert found.line == solution
    assert rule is None or rule in map(line_of, puzzle.constraints)
    again = text_of([puzzle], "tatham").decode().strip()
    without_difficulty = re.sub(r"^(\d+a?)d\w", r"\1", text).removesuffix(",")
    assert again == without_difficulty


# Other forms of ids, and the lines of their puzzles.
READ = {
    "a page": ("https://a.b/js/towers.html#3:1///////////", "skyscraper 1: r1c1 r2c1 r3c1"),
    "the app for Android": ("sgtpuzzles:keen:3:f_6,a6a6a6", "sum 6: r1c1 r1c2 r1c3"),
    "signs": ("3:a0R,0,e0L", "greater: r1c2 r1c3\ngreater: r3c3 r3c2"),
    "a chain": ("3:0RD,0,0,0,0,0,0,0,0", "greater: r1c1 r1c2\ngreater: r1c1 r2c1"),
    "no dots": ("3a:0,0,0,0,0,0,0,0,0", "negative white"),
    "repeated borders": ("3:_13,a1a2a3a2a3a1a3a1a2", ""),
}


@pytest.mark.parametrize(("text", "lines"), READ.values(), ids=READ)
def test_other_forms_of_ids_are_read(text: str, lines: str) -> None:
    puzzle = Puzzle.parse(text)
    rules = list(map(line_of, puzzle.constraints))
    assert not puzzle.board.regions
    assert rules[: lines.count("\n") + 1] == lines.splitlines()


BAD = {
    "keen, borders end": ("3:bb,a6a6", "borders of regions end at edge 6 of 12"),
    "keen, no letter": ("3:5b,a6a6", "'5' in the borders follows no letter"),
    "keen, many repeats": ("3:_999,a6a6", "'_999' does not repeat a letter 1 to 145 times"),
    "keen, a number more": ("3:f_6,a6a6a6a6", "4 numbers of 3 cages"),
    "keen, a quotient": ("3:f_6,d2a6a6", "quotient of the cage at r1c1 needs 2 cells, not 3"),
    "keen, alone": ("3:_13,a4" + "a1" * 8, "'a4' for the cage of r1c1 alone is not a1-a3"),
    "keen, too large": ("10:_,a6", "a 10x10 grid; at most 9x9 is possible"),
    "towers, a clue": ("3:4///////////", "'4' is not a clue 1-3"),
    "towers, 11 clues": ("3:1//////////", "11 clues; a grid of this size has 12"),
    "towers, givens": ("3:1///////////,a4g", "'4' is not a number 1-3"),
    "towers, too small": ("2:1///////", "a 2x2 grid; at least 3x3 is possible"),
    "unequal, a digit": ("3:4,0,0,0,0,0,0,0,0", "'4' is not a digit 0-3 and letters of URDL"),
    "unequal, off the grid": ("3:0U,0,0,0,0,0,0,0,0", "U of r1c1 points off the grid"),
    "unequal, 10 cells": ("3:0,0,0,0,0,0,0,0,0,0", "more than 9 cells"),
    "unequal, 9 of 16": ("4:0,0,0,0,0,0,0,0,0", "9 of 16 cells"),
    "unequal, one side": (
        "3a:0R,0,0,0,0,0,0,0,0",
        "only one of r1c1 and r1c2 is marked as adjacent",
    ),
    "another game": ("https://a.b/solo.html#3:0,0,0,0,0,0,0,0,0", "is a game id of Unequal, not"),
    "a seed": ("keen:6dn#12345", "names a random seed and not a puzzle"),
}


@pytest.mark.parametrize(("text", "problem"), BAD.values(), ids=BAD)
def test_a_damaged_id_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        puzzles_of(text)


REFUSED = {
    "a line": (BOXES + "thermo: r1c1 r1c2", "the rule thermo"),
    "one diagonal": (BOXES + "diagonals rising", "the rule diagonals"),
    "a cage in two pieces": (BOXES + "killer 5: r1c1 r2c2", "cells do not touch"),
    "two cages": (BOXES + "killer 5: r1c1 r1c2; r1c2 r1c3", "that overlaps another cage"),
    "the sum 0": (BOXES + "killer 0: r1c1 r1c2", "the rule killer"),
    "a large killer": ("." * 144 + "\nkiller 5: r1c1 r1c2", "cages on a 12x12 board"),
    "regions in pieces": (
        "....\n....\n....\n....\nregions: ABBA/CABD/CDBC/DACD",
        "regions whose cells do not touch",
    ),
    "killers without boxes": (NO_BOXES + "killer 5: r1c1 r1c2", "the rule killer"),
    "no cage": (NO_BOXES + "product 6: r1c1 r1c2", "r1c3 without a cage"),
    "three cells": (NO_BOXES + "difference 1: r1c1 r1c2 r1c3", "of more than 2 cells"),
    "weights": (NO_BOXES + "sum 6: r1c1*2 r1c2", "the rule sum"),
    "a clue inside": (NO_BOXES + "skyscraper 2: r1c2 r1c3 r1c4", "in a puzzle of skyscrapers"),
    "two clues": (NO_BOXES + "skyscraper 2: row 1\nskyscraper 3: row 1", "beside another clue"),
    "signs in Towers": (
        NO_BOXES + "skyscraper 2: row 1\ngreater: r1c1 r1c2",
        "the rule greater",
    ),
    "dots alone": (NO_BOXES + "white: r1c1 r1c2", "unless all white dots are given"),
    "signs and dots": (NO_BOXES + "negative white\ngreater: r1c1 r1c2", "the rule greater"),
    "large Towers": (
        ("." * 10 + "\n") * 10 + "boxes: none\nskyscraper 2: row 1",
        "Towers of 10x10",
    ),
}


@pytest.mark.parametrize(("text", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_no_id_holds_is_refused_by_name(text: str, problem: str) -> None:
    with pytest.raises(Unsupported, match=f"format 'tatham' can't hold .*{problem}"):
        text_of([Puzzle.parse(text)], "tatham")


@pytest.mark.parametrize("longest", ["z", "y"])
def test_borders_and_numbers_are_kept_for_all_lengths_of_runs(longest: str) -> None:
    random = Random(1)
    for size in (2, 5, 9):
        for _ in range(20):
            cells = list(range(size**2))
            cuts = sorted({0, *random.sample(cells, random.randint(0, 3))})
            groups = [cells[a:b] for a, b in zip(cuts, [*cuts[1:], size**2], strict=True)]
            text = groups_text(groups, size, longest)
            assert groups_text(lettered_groups(text, size, longest), size, longest) == text
            numbers = [random.choice((0,) * 30 + (1, 12)) for _ in cells]
            assert numbers_by_runs(numbers_text(numbers), size**2, 12) == numbers
