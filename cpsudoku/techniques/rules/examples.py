"""A puzzle for each technique for rules, with a step of the technique."""

from __future__ import annotations

from functools import cache

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.errors import UnknownName
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.techniques import TECHNIQUES
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.rules.single_rule import SingleRule

NINE = "." * 81
JIGSAW = (
    "regions: AAAABBCCC/AAABBBCCC/AABBBBCCC/DDDEEEFFF/DDDEEEFFF/DDDEEEFFF/GGGHHHIII/GGGHHHIII/"
    "GGGHHHIII"
)
# The givens and the rules. Cages first lose the digits without combinations.
PUZZLES: dict[str, tuple[str, ...]] = {
    "related-cells": (NINE, "black: r1c1 r1c2", "white: r1c2 r1c3"),
    "bounds": (NINE, "thermo: r1c1 r1c2 r2c2 r3c2"),
    "cage-combinations": (NINE, "killer 23: r1c1 r1c2 r1c3"),
    "sums": (NINE, "arrow: r5c5 = r5c6 r6c6"),
    "rule-cells": (NINE, "renban: r1c1 r1c2 r1c3", "odd: r1c1"),
    "innies": (NINE, "killer 20: r1c1 r1c2 r1c3 r2c1", "killer 14: r2c3 r3c1 r3c2"),
    "outies": (NINE, "killer 20: r1c1 r1c2 r1c3 r2c1", "killer 32: r2c2 r2c3 r2c4 r3c1 r3c2 r3c3"),
    "needed-digit": (NINE, "killer 3: r1c1 r1c2"),
    "leftovers": ("5" + "." * 80, JIGSAW),
    "common-peers": ("234......567.......8" + "." * 61, "anti-knight"),
    "innies-and-outies": (
        NINE,
        "killer 20: r1c1 r1c2 r1c3 r2c1",
        "killer 19: r2c3 r3c1 r3c2 r4c2",
        "killer 9: r2c2",
    ),
    "cell-cases": (NINE, "killer 17: r1c1 r1c9", "white: r1c1 r2c1", "white: r1c1 r1c2"),
    "trial": (NINE, "killer 4: r1c1 r1c2", "killer 3: r2c1 r3c1"),
}


@cache
def example_of(name: str) -> tuple[Candidates, Step]:
    """A position and the first step of the technique there. Raises UnknownName."""
    givens, *rules = PUZZLES[name]
    candidates = Candidates.of(Puzzle(Grid.from_line(givens, Board.of_size(9))).with_rules(*rules))
    technique = TECHNIQUES[name]
    while not isinstance(technique, SingleRule):
        step = next(TECHNIQUES["cage-combinations"].find(candidates), None)
        if step is None:
            break
        candidates = step.apply(candidates)
    found = next(technique.find(candidates), None)
    if found is None:
        raise UnknownName(f"{name} does not find its own example")
    return candidates, found
