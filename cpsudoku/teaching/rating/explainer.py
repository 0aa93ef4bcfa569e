"""The classic Sudoku Explainer scale, by the compiled search."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import cast

import numpy as np

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates
from cpsudoku.core.errors import EngineError
from cpsudoku.core.grid import Grid
from cpsudoku.techniques.compiled.codes import TURNS
from cpsudoku.techniques.compiled.rater import SOLVED, WALK, chain_step, easy, take
from cpsudoku.techniques.compiled.records import Geometry, Room, State, Way
from cpsudoku.techniques.compiled.room import large_room, new_way, small_room
from cpsudoku.techniques.compiled.state import load
from cpsudoku.techniques.table import NAME_OF_CODE, TABLE

EASIEST_CHAIN, HARDEST = TABLE["forcing-chain"].rating, 200  # in tenths


@dataclass(frozen=True)
class Explained:
    """The steps through a puzzle on this scale, with ratings in tenths."""

    solved: bool
    er: int
    ep: int
    ed: int
    hardest: str
    counts: Counter[str]


def explained(candidates: Candidates, solution: Grid, most: int = HARDEST) -> Explained:
    """The ratings of a puzzle; raises EngineError if the steps do not lead to its solution.

    It stops unsolved as soon as the rating is above ``most``.
    """
    small = small_state(candidates)
    geo, state, way = small.geo, small.state, new_way()  # each look into a record takes 10 µs
    solved = True
    while easy(small, way, WALK) != SOLVED:
        above = way.er > most or most < EASIEST_CHAIN
        if above or not _chain(candidates.board, geo, state, way):
            solved = False
            break
    if solved and bytes((state.values + 1).astype(np.uint8)) != solution.cells:
        raise EngineError("the steps lead to a wrong solution", candidates.puzzle.givens.line)
    # One list for all steps: reading the fields of each record took 0.7 ms per puzzle.
    steps = [(NAME_OF_CODE[code], rating) for code, rating in _steps_of(way)]
    hardest, _ = max(steps, key=lambda step: step[1], default=("", 0))
    counts = Counter(name for name, _ in steps)
    return Explained(solved, int(way.er), int(way.ep), int(way.ed), hardest, counts)


def _steps_of(way: Way) -> list[tuple[int, int]]:
    """The code of the technique and the rating of each step."""
    steps = cast("np.ndarray[tuple[int], np.dtype[np.void]]", way.steps)
    return [(code, rating) for code, rating in steps[: way.used].tolist()]


def small_state(candidates: Candidates) -> Room:
    """A small room with these candidates in it."""
    small = small_room(candidates.board)
    load(small, candidates)
    return small


def _chain(board: Board, geo: Geometry, state: State, way: Way) -> bool:
    """Apply the easiest chain, and return whether there is one."""
    with large_room(board) as large:
        large.state = state
        if not any(chain_step(large, *turn) for turn in TURNS):
            return False
        take(geo, state, large.table[0], way)
    return True
