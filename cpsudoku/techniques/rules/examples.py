"""Two positions for each technique for rules, an easy one and a hard one, with a step."""

from __future__ import annotations

from functools import cache

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import UnknownName
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.rules.single_rule import SingleRule

NINE = "." * 81
JIGSAW = (
    "regions: AAAABBCCC/AAABBBCCC/AABBBBCCC/DDDEEEFFF/DDDEEEFFF/DDDEEEFFF/GGGHHHIII/GGGHHHIII/"
    "GGGHHHIII"
)
WIDER_JIGSAW = (
    "regions: AAAAABCCC/AAAABBCCC/BBBBBBCCC/DDDEEEFFF/DDDEEEFFF/DDDEEEFFF/GGGHHHIII/GGGHHHIII/"
    "GGGHHHIII"
)
DIAGONAL = "".join(digit.ljust(10, ".") for digit in "23.456.78")[:81]
# The givens and the rules, the easy puzzle first. Cages first lose the digits without combinations.
PUZZLES: dict[str, tuple[tuple[str, ...], ...]] = {
    "related-cells": (
        (NINE, "black: r1c1 r1c2", "white: r1c2 r1c3"),
        ("......9.." + "." * 72, "whispers: r1c1 r1c2 r2c3"),
    ),
    "bounds": (
        (NINE, "thermo: r1c1 r1c2 r2c2 r3c2"),
        ("...3.....4" + "." * 71, "thermo: r2c2 r1c2 r1c3 r2c4 r3c5"),
    ),
    "cage-combinations": (
        (NINE, "killer 23: r1c1 r1c2 r1c3"),
        ("......3.." + "." * 72, "killer 13: r1c1 r1c2 r1c3 r1c4"),
    ),
    "sums": (
        (NINE, "arrow: r5c5 = r5c6 r6c6"),
        ("." * 18 + "1" + "." * 62, "little-killer 8: r1c2-r2c1", "arrow: r2c5 = r3c4 r3c5 r3c6"),
    ),
    "rule-cells": (
        (NINE, "renban: r1c1 r1c2 r1c3", "odd: r1c1"),
        ("........4" + "." * 72, "renban: r1c1 r1c2 r1c3 r1c4"),
    ),
    "innies": (
        (
            NINE,
            "killer 23: r1c1 r1c2 r1c3 r2c3",
            "killer 22: r1c4 r1c5 r1c6 r1c7",
            "killer 15: r3c1 r3c2 r2c1 r2c2",
        ),
        (NINE, "killer 20: r1c1 r1c2 r1c3 r2c1", "killer 14: r2c3 r3c1 r3c2"),
    ),
    "outies": (
        (NINE, "killer 20: r1c1 r1c2 r1c3 r2c1", "killer 32: r2c2 r2c3 r2c4 r3c1 r3c2 r3c3"),
        (
            NINE,
            "killer 26: r1c1 r1c2 r1c3 r1c4 r2c1",
            "killer 23: r2c2 r2c3 r3c3 r4c3",
            "killer 10: r3c1 r3c2",
        ),
    ),
    "needed-digit": (
        (NINE, "killer 3: r1c1 r1c2"),
        (NINE, "killer 8: r1c3 r1c4 r2c4"),
    ),
    "leftovers": (
        ("5" + "." * 80, JIGSAW),
        ("." * 39 + "5" + "." * 27 + "5" + "." * 13, WIDER_JIGSAW),
    ),
    "common-peers": (
        ("234......567.......8" + "." * 61, "anti-knight"),
        (DIAGONAL, "diagonals"),
    ),
    "innies-and-outies": (
        (
            NINE,
            "killer 20: r1c1 r1c2 r1c3 r2c1",
            "killer 19: r2c3 r3c1 r3c2 r4c2",
            "killer 9: r2c2",
        ),
        (
            NINE,
            "killer 24: r1c1 r1c2 r1c3 r1c4 r2c1",
            "killer 24: r1c5 r1c6 r1c7 r2c5",
            "killer 12: r1c8 r1c9",
            "killer 18: r2c2 r2c3 r2c4",
            "killer 14: r2c6 r2c7 r3c6",
        ),
    ),
    "cell-cases": (
        (NINE, "killer 17: r1c1 r1c9", "white: r1c1 r2c1", "white: r1c1 r1c2"),
        (
            "....1.2.." + "." * 27 + "6" + "." * 17 + "7" + "." * 26,
            "killer 8: r1c1 r1c9",
            "non-consecutive",
        ),
    ),
    "rule-chain": (
        (NINE, "black: r2c5 r2c6", "black: r2c6 r2c7"),
        ("...12.345" + "." * 72, "greater: r1c1 r2c1", "white: r2c1 r3c1", "black: r1c2 r2c2"),
    ),
    "trial": (
        (NINE, "killer 4: r1c1 r1c2", "killer 3: r2c1 r4c1"),
        (
            NINE,
            "killer 3: r1c1 r1c9",
            "killer 4: r9c1 r9c9",
            "killer 5: r5c1 r5c9",
            "even: r5c1",
        ),
    ),
}


@cache
def examples_of(name: str) -> tuple[tuple[Candidates, Step], ...]:
    """Positions with the first step of the technique there, the easy one first."""
    return tuple(_example(name, lines) for lines in PUZZLES[name])


def _example(name: str, lines: tuple[str, ...]) -> tuple[Candidates, Step]:
    """A position and the first step of the technique there. Raises UnknownName."""
    givens, *rules = lines
    candidates = Candidates.of(Puzzle(Grid.from_line(givens, Board.of_size(9))).with_rules(*rules))
    technique = TECHNIQUES[name]
    while not isinstance(technique, SingleRule):
        step = next(TECHNIQUES["cage-combinations"].find(candidates), None)
        if step is None:
            break
        candidates = step.apply(candidates)
    found = next(technique.find(candidates), None)
    if found is None:
        raise UnknownName("{name} does not find its own example", name=name)
    return candidates, found
