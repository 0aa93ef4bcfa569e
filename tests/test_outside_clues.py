"""Clues outside the grid whose rule only a sentence gives."""

from __future__ import annotations

import pytest

from cpsudoku.solving.interpreting import interpreted
from tests.test_drawings import assert_is_read, puzzle_with, words

ROW = " ".join(f"r1c{column}" for column in range(1, 10))  # 5 3 4 6 7 8 9 1 2
RUNS = " | ".join(
    f"(sum 21: r1c{column} r1c{column + 1} r1c{column + 2})" for column in range(1, 8)
)
LAST = " | ".join(
    f"(all-of: (only {count}: r1c1) & "
    f"(sum 27: {' '.join(f'r1c{column}' for column in range(10 - count, 10))}))"
    for count in range(1, 10)
)
# The sentence, the text left of row 1, and the rule and the name that this becomes.
CLUES = {
    "a pair of neighbours": (
        "Clues outside the grid show pairs of digits that are adjacent in that row or column.",
        "35",
        f"line .*(35|53).*: {ROW}",
        "1 neighbours clue",
    ),
    "the neighbours of a digit": (
        "Outside clues give all digits that are next to the 9 in that row or column.",
        "1 8",
        f"line .*(198|891).*: {ROW}",
        "1 beside clue",
    ),
    "the first digit of a parity": (
        "A clue outside gives either the first odd or the first even digit seen in that row or "
        "column.",
        "4",
        f"line [13579]*4.*: {ROW}",
        "1 first-of-parity clue",
    ),
    "an x-sum of the other end": (
        "A clue outside shows the total of X cells, starting from the opposite side, where X is "
        "the first digit.",
        "27",
        f"any-of: {LAST}",
        "1 reverse x-sum",
    ),
    "a sum of cells in a row": (
        "If a clue is given outside the grid, three consecutive cells somewhere in that row or "
        "column sum to the clue.",
        "21",
        f"any-of: {RUNS}",
        "1 run-sum clue",
    ),
}


@pytest.mark.parametrize(("said", "text", "rule", "name"), CLUES.values(), ids=CLUES)
def test_a_clue_outside_is_read_as_its_sentence_says(
    said: str, text: str, rule: str, name: str
) -> None:
    assert_is_read(said, {"overlays": [words([0.5, -0.5], text)]}, [rule], (name,))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Outside clues give a digit that is next to the 9 in that row or column.", "8"),
        ("Outside clues give all digits that are next to the 9 in that row or column.", "189"),
        ("Clues outside the grid show pairs of digits that are not adjacent.", "39"),
        ("Clues outside the grid show pairs of digits that are adjacent.", "534"),
        ("Outside clues give the first odd digit that is not 5.", "3"),
        ("A clue outside gives the last odd or the last even digit seen.", "2"),
        ("Three consecutive cells somewhere outside differ from the clue.", "21"),
    ],
)
def test_other_clues_are_named(said: str, text: str) -> None:
    puzzle = interpreted(puzzle_with(said, {"overlays": [words([0.5, -0.5], text)]}))
    assert puzzle.uninterpreted != ()
