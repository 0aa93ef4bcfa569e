"""The classic Sudoku Explainer scale, by the compiled search."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from cpsudoku.core.candidates import Board, Candidates
from cpsudoku.core.errors import EngineError
from cpsudoku.core.grid import Grid
from cpsudoku.techniques.compiled.names import technique_of
from cpsudoku.techniques.compiled.rater import SOLVED, apply, chain_step, easy_walk, note
from cpsudoku.techniques.compiled.room import TRACE_ROWS, large_room, small_room
from cpsudoku.techniques.compiled.state import load

TURNS = range(1, 10)  # the kinds of chain, easiest first
EASIEST_CHAIN, HARDEST = 65, 200  # in tenths


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
    ratings, trace = np.zeros(3, np.int64), np.zeros((TRACE_ROWS, 3), np.int16)
    used = np.zeros(1, np.int64)
    solved = True
    while easy_walk(small, ratings, trace, used) != SOLVED:
        above = ratings[0] > most or most < EASIEST_CHAIN
        if above or not _chain(candidates.board, small, ratings, trace, used):
            solved = False
            break
    if solved and bytes((small["state"]["values"] + 1).astype(np.uint8)) != solution.cells:
        raise EngineError("the steps led to a wrong end", candidates.puzzle.givens.line)
    rows = trace[: used[0]].tolist()
    names = [technique_of(*row) for row in rows]
    hardest = max(zip(rows, names, strict=True), key=lambda pair: pair[0][1], default=None)
    er, ep, ed = map(int, ratings)
    return Explained(solved, er, ep, ed, hardest[1] if hardest else "", Counter(names))


def small_state(candidates: Candidates) -> Any:
    """A small room with these candidates in it."""
    small = small_room(candidates.board)
    load(small, candidates)
    return small


def _chain(board: Board, small: Any, ratings: Any, trace: Any, used: Any) -> bool:
    """Take the easiest chain; whether there is one."""
    with large_room(board) as large:
        large["state"] = small["state"]
        found = any(chain_step(large, turn) for turn in TURNS)
        if found:
            note(large["table"][0], ratings, trace, used)
            apply(small["geo"], small["state"], large["table"][0])
    return found
