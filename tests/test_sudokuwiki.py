"""Strings of sudokuwiki.org: what they hold is kept, and everything else is refused by name."""

from __future__ import annotations

import pytest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.runtime.errors import InputError, Unsupported
from tests.puzzles import WIKIPEDIA
from tests.reading import puzzles_of, text_of

EMPTY = "." * 81
JIGSAW = "AAABBBCCC/AAABBBCCC/AABABBCCC" + "/DDDEEEFFF" * 3 + "/GGGHHHIII" * 3
LARGE_6 = "." * 36 + "\nkiller 5: r1c1 r1c2"

KEPT = {
    "S9B": WIKIPEDIA,
    "X9B": f"{WIKIPEDIA}\ndiagonals",
    "W9B": f"{EMPTY}\nwindows",
    "C9B": f"{EMPTY}\ndisjoint-groups",
    "J9B": f"{WIKIPEDIA}\nregions: {JIGSAW}",
    "L9B": f"{WIKIPEDIA}\nkiller 7: r1c3 r1c4\nkiller: r1c5 r2c5\nkiller 5: r9c9",
    "M9B": f"{EMPTY}\nregions: {JIGSAW}\nkiller 7: r1c3 r1c4\nkiller 17: r2c3 r2c4 r3c4",
    "S6B": "1" + "." * 34 + "6",
}


@pytest.mark.parametrize("kind", KEPT)
def test_a_kind_of_string_is_written_and_read(kind: str) -> None:
    puzzle = Puzzle.parse(KEPT[kind])
    text = text_of([puzzle], "sudokuwiki").decode().strip()
    assert text.startswith(kind)
    (found,) = puzzles_of(text)
    assert (found.board, found.givens) == (puzzle.board, puzzle.givens)
    assert sorted(map(line_of, found.constraints)) == sorted(map(line_of, puzzle.constraints))
    assert Puzzle.parse(f"https://www.sudokuwiki.org/x.htm?bd={text}") == found


def test_cells_are_numbers_in_base_36() -> None:
    empty, given, placed, candidates = "ep", "05", "0e", "0l"
    text = "S9B" + given + placed + candidates + empty * 78
    (puzzle,) = puzzles_of(f"{text} A label")
    assert puzzle.givens.line == "5" + "." * 80
    assert puzzle.marks is not None
    assert puzzle.marks[:4] == ((5,), (5,), (1, 2), tuple(range(1, 10)))
    assert puzzle.label == "A label"
    given_in_killer = "L9B" + "0005000e" + "00ep" * 79
    assert puzzles_of(given_in_killer)[0].givens.line == "55" + "." * 79


def test_a_link_may_hold_81_digits() -> None:
    digits = WIKIPEDIA.replace(".", "0")
    found = Puzzle.parse(f"https://www.sudokuwiki.org/Sudoku.htm?a=b&bd={digits}")
    assert found.givens.line == WIKIPEDIA


BAD = {
    "the older form": ("https://sudokuwiki.org/sudoku.htm?bd=" + "04" * 81, "162 symbols is ambig"),
    "another kind": (
        "https://sudokuwiki.org/a.htm?bd=Q9B" + "ep" * 81,
        "strings of the kind Q9B are not known; S9B, ",
    ),
    "6x6 killers": ("L6C" + "0023" * 36, "strings of the kind L6C are not known"),
    "a missing symbol": ("S9B" + "ep" * 80 + "e", "161 symbols after S9B; 162 are needed"),
    "the number 0": ("S9B00" + "ep" * 80, "0 in r1c1 is neither a digit nor candidates"),
    "a large number": ("S9Bzz" + "ep" * 80, "1295 in r1c1 is neither a digit nor candidates"),
    "a sum inside": (
        "L9B" + "00ep" + "04cx" + "00ep" * 79,
        "in r1c2 is not in the first cell of a cage",
    ),
    "regions": ("J9B" + "0ep" * 81, "region .* has 81 cells"),
}


@pytest.mark.parametrize(("text", "problem"), BAD.values(), ids=BAD)
def test_a_damaged_string_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        puzzles_of(text)


REFUSED = {
    "another rule": (f"{EMPTY}\nthermo: r1c1 r1c2", "the rule thermo"),
    "no boxes": ((("." * 9 + "\n") * 9) + "boxes: none", "a board without boxes"),
    "one diagonal": (f"{EMPTY}\ndiagonals rising", "the rule diagonals"),
    "a jigsaw with diagonals": (f"{EMPTY}\nregions: {JIGSAW}\ndiagonals", "the rule diagonals"),
    "two cages": (f"{EMPTY}\nkiller 7: r1c1 r1c2; r1c2 r1c3", "that overlaps another cage"),
    "a cage in pieces": (f"{EMPTY}\nkiller 7: r1c1 r5c5", "whose cells do not touch"),
    "cages of 6x6": (LARGE_6, "the rule killer .* on a 6x6 board"),
    "diagonals of 6x6": ("." * 36 + "\ndiagonals", "the rule diagonals .* on a 6x6 board"),
}


@pytest.mark.parametrize(("text", "problem"), REFUSED.values(), ids=REFUSED)
def test_what_no_string_holds_is_refused_by_name(text: str, problem: str) -> None:
    with pytest.raises(Unsupported, match=f"format 'sudokuwiki' can't hold .*{problem}"):
        text_of([Puzzle.parse(text)], "sudokuwiki")
