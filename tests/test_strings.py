"""Constraint strings, SumoCue and other notations of whole puzzles in one line."""

from __future__ import annotations

import re

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.remarks import heard_by
from tests.reading import entries_of, puzzles_of, text_of

STRINGS = {
    ".Cage~9~R1C1~R1C2.~R5C5_3": ["killer 9: r1c1 r1c2"],
    ".Diagonal~1.AntiKnight": ["diagonals rising", "anti-knight"],
    ".Thermo~R1C1~R2C2.Whisper~5~R3C3~R3C4": ["thermo: r1c1 r2c2", "whispers 5: r3c3 r3c4"],
    "https://a.b/?q=.Renban~R1C1~R1C2": ["renban: r1c1 r1c2"],
}


@pytest.mark.parametrize("text", STRINGS)
def test_a_string_is_read_and_written_back(text: str) -> None:
    puzzle = Puzzle.parse(text)
    assert [line_of(rule) for rule in puzzle.constraints] == STRINGS[text]
    assert puzzles_of(text_of([puzzle], "iss"), "iss") == [puzzle]


TABLE = ".Pair~QIEEIIQCAIg~"  # of ten allowed pairs
RESTRICTS_NOTHING = (".Modular~1~R1C1~R1C2", ".Thermo~R1C1", ".Renban~R1C1", f"{TABLE}_~R1C1")
# What Interactive-Sudoku-Solver accepts, and the rules that it becomes.
ACCEPTED = {
    ".Cage~~R1C1~R1C2": ["killer: r1c1 r1c2"],
    f"{TABLE}_~R1C1~R1C2~R2C2~R1C1": ["r1c1 r1c2 r2c2", "r2c2 r1c1"],
    f"{TABLE}_a~R1C1~R1C2~_b~R3C1~R3C2~~R5C1~R5C2": ["r1c1 r1c2", "r3c1 r3c2", "r5c1 r5c2"],
    ".Shape~4x4.HiddenSkyscraper~R1~3~": ["line (1?2?3?4)3.*: r1c1 r1c2 r1c3 r1c4"],
    **{text: [] for text in RESTRICTS_NOTHING},
}


@pytest.mark.parametrize("text", ACCEPTED)
def test_a_string_means_what_it_means_there(text: str) -> None:
    puzzle = Puzzle.parse(text)
    lines = [line_of(rule) for rule in puzzle.constraints]
    if text.startswith(TABLE):
        lines = [line.partition(": ")[2] for line in lines]
    assert lines == ACCEPTED[text]
    assert puzzle.uninterpreted == ()


@pytest.mark.parametrize("where", ["R1~4~", "C2~~4"])
def test_the_highest_digit_is_never_hidden(where: str) -> None:
    assert cpsudoku.check(f".Shape~4x4.HiddenSkyscraper~{where}").status.value == "none"
    assert cpsudoku.check(f".Shape~4x4.HiddenSkyscraper~{where.replace('4', '3')}").solution


def test_a_relation_of_a_cell_with_itself_is_named() -> None:
    assert Puzzle.parse(f"{TABLE}_~R1C1~R1C1").uninterpreted == ("rule 'Pair'",)


def test_unknown_types_are_named() -> None:
    puzzle = Puzzle.parse(".Foo~1~R1C1.Foo~2~R1C1.~R1C1_5")
    assert puzzle.uninterpreted == ("2 rules 'Foo'",)


def test_types_that_mean_something_else_here_are_named() -> None:
    jigsaw = ".Shape~4x4.NoBoxes.Jigsaw~AAABCABBCCDBCDDD"
    assert Puzzle.parse(f"{jigsaw}.DisjointSets").uninterpreted == ("rule 'DisjointSets'",)
    assert Puzzle.parse(".Shape~4x4.DisjointSets").uninterpreted == ()
    zero = Puzzle.parse(".Shape~4x4~0-3.Indexing~R~R1C1")
    assert zero.uninterpreted == ("rule 'Indexing'",)


@pytest.mark.parametrize(
    "text",
    [".Cage~9~R1C1~RzC2", ".Shape~99x99", ".~R1C1_12", ".AntiTaxicab" * 3, ".Or.~R1C1_1"],
)
def test_malformed_strings_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        puzzles_of(text, "iss")


def test_sumocue_keeps_cages_and_diagonals() -> None:
    puzzle = Puzzle.parse("." * 81).with_rules("diagonals", "killer 9: r1c1 r1c2")
    assert puzzles_of(text_of([puzzle], "sumocue"), "sumocue") == [puzzle]


def test_lines_that_are_joined_are_said_to_be_one_puzzle() -> None:
    remarks: list[str] = []
    with heard_by(remarks.append):
        puzzle = Puzzle.parse(".Cage~10~R1C1~R1C2~R2C1\n.Cage~12~R5C1~R5C2\n")
    assert len(puzzle.constraints) == 2
    assert ["2 lines are read as one puzzle" in each for each in remarks] == [True]


# Files with the lines of several programs

W = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MIXED = {
    "f-puzzles": text_of([Puzzle.parse(W)], "f-puzzles").decode().strip(),
    "sudokupad": "https://sudokupad.app/scf" + W.replace(".", "0"),
    "sudokumaker": text_of([Puzzle.parse(W)], "sudokumaker").decode().strip(),
    "iss": "https://a.b/?q=.Cage~9~R1C1~R1C2",
    "sumocue": "SumoCueV1" + "=0" * 81,
    "solo": "2x2:1o",
}


@pytest.mark.parametrize("first", MIXED)
def test_each_line_of_a_file_is_read_by_its_own_format(first: str) -> None:
    lines = [MIXED[first], *MIXED.values()]
    alone = [puzzles_of(line)[0] for line in lines]
    assert entries_of("\n".join(lines)) == alone


@pytest.mark.parametrize(
    ("token", "problem"),
    [
        (".LittleKiller~9", "it has too few arguments"),
        (".SameValues~5~R1C1~R1C2", "5 sets of 2 cells"),
        (".Sum~9_=_1~R1C1~R1C2", "1 weights of 2 cells"),
        (".Sum~9_=_x~R1C1", "'x' is not a whole number"),
        (".XSum~R1C1~5~", "'R1C1' is not a row or column such as R1 or C9"),
        (".Indexing~X~R1C1", "'X' is not C or R"),
        (".Pair~!~_~R1C1~R1C2", "'!' is not a symbol of a table"),
        (".Regex~é~R1C1~R1C2", "is not a pattern in base64"),
        (".LookAndSay~152~R1C1", "'152' is not counts and digits such as 1522"),
        (".ContainExact~12~R1C1", "12 is not a digit 1-9"),
        (f".Jigsaw~{'A' * 82}", "a layout of 82 cells; the board has 81"),
    ],
)
def test_the_argument_that_is_wrong_is_named(token: str, problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        Puzzle.parse(token)
