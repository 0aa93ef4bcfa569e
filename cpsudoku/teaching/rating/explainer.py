"""The classic Sudoku Explainer scale, by the compiled search."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from cpsudoku.core.candidates import Board, Candidates
from cpsudoku.core.errors import EngineError
from cpsudoku.core.grid import Grid
from cpsudoku.techniques.compiled.codes import TURNS
from cpsudoku.techniques.compiled.rater import SOLVED, apply, chain_step, easy_walk, note
from cpsudoku.techniques.compiled.records import Room, Way
from cpsudoku.techniques.compiled.room import large_room, new_way, small_room
from cpsudoku.techniques.compiled.state import load
from cpsudoku.techniques.table import NAME_OF_CODE, TABLE

EASIEST_CHAIN, HARDEST = TABLE["forcing-chain"].rating, 200  # in tenths


@dataclass(frozen=True)
class Explained:
    """The way through a puzzle on this scale; ratings in tenths."""

    solved: bool
    er: int
    ep: int
    ed: int
    hardest: str
    counts: Counter[str]


def explained(candidates: Candidates, solution: Grid, most: int = HARDEST) -> Explained:
    """The ratings of a puzzle; raises EngineError when the end is not its solution.

    It goes no further than needed to know that the rating is above ``most``; then it is not solved.
    """
    small = small_state(candidates)
    way = new_way()
    solved = True
    while easy_walk(small, way) != SOLVED:
        above = way.er > most or most < EASIEST_CHAIN
        if above or not _chain(candidates.board, small, way):
            solved = False
            break
    if solved and bytes((small.state.values + 1).astype(np.uint8)) != solution.cells:
        raise EngineError("the steps led to a wrong end", candidates.puzzle.givens.line)
    steps = [way.steps[row] for row in range(way.used)]
    hardest = max(steps, key=lambda step: step.rating, default=None)
    return Explained(
        solved,
        int(way.er),
        int(way.ep),
        int(way.ed),
        NAME_OF_CODE[hardest.technique] if hardest is not None else "",
        Counter(NAME_OF_CODE[step.technique] for step in steps),
    )


def small_state(candidates: Candidates) -> Room:
    """A small room with these candidates in it."""
    small = small_room(candidates.board)
    load(small, candidates)
    return small


def _chain(board: Board, small: Room, way: Way) -> bool:
    """Take the easiest chain; whether there is one."""
    with large_room(board) as large:
        large.state = small.state
        found = any(chain_step(large, *turn) for turn in TURNS)
        if found:
            note(large.table[0], way)
            apply(small.geo, small.state, large.table[0])
    return found
