"""The rating of a puzzle on the classic Sudoku Explainer 1.2.1 scale, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from cpsudoku.techniques.compiled.aligned import aligned
from cpsudoku.techniques.compiled.basic import (
    fish,
    hidden_set,
    hidden_single,
    locked,
    naked_set,
    naked_single,
    wing,
)
from cpsudoku.techniques.compiled.compile import entry
from cpsudoku.techniques.compiled.proofs import best_proof
from cpsudoku.techniques.compiled.room import HEAD
from cpsudoku.techniques.compiled.single import best_chain
from cpsudoku.techniques.compiled.state import place, remove
from cpsudoku.techniques.compiled.unique import bug, loops

SOLVED, STUCK = 0, 1


@entry
def easy_step(geo: Any, state: Any, table: Any) -> bool:
    """The first step that needs no chain, in the order of the scale."""
    out = table[0]
    return (
        hidden_single(geo, state, out)
        or locked(geo, state, table, True) > 0
        or hidden_set(geo, state, table, 2, True) > 0
        or naked_single(geo, state, out)
        or hidden_set(geo, state, table, 3, True) > 0
        or locked(geo, state, table, False) > 0
        or naked_set(geo, state, table, 2) > 0
        or fish(geo, state, table, 2) > 0
        or hidden_set(geo, state, table, 2, False) > 0
        or naked_set(geo, state, table, 3) > 0
        or fish(geo, state, table, 3) > 0
        or hidden_set(geo, state, table, 3, False) > 0
        or wing(geo, state, out, 2)
        or wing(geo, state, out, 3)
        or loops(geo, state, out)
        or naked_set(geo, state, table, 4) > 0
        or fish(geo, state, table, 4) > 0
        or hidden_set(geo, state, table, 4, False) > 0
        or bug(geo, state, out)
        or aligned(geo, state, out, 2)
    )


@entry
def hard_step(room: Any, hardest: int) -> int:
    """The turn of the kind of chain that gives the next step, or 0 when none does.

    1 single chains, 2 aligned triplets, 3 Nishio, 4 cells and houses, 5 dynamic, 6 with patterns,
    7 to 9 nested; no further than ``hardest``.
    """
    if hardest >= 1 and best_chain(room):
        return 1
    if hardest >= 2 and aligned(room.geo, room.state, room.table[0], 3):
        return 2
    for turn in range(3, hardest + 1):
        nishio, dynamic, level = turn == 3, turn != 4, max(0, turn - 5)
        if best_proof(room, dynamic, nishio, level):
            return turn
    return 0


@entry
def apply(geo: Any, state: Any, out: Any) -> None:
    """Carry out a step."""
    n = geo.n
    for i in range(out[4]):
        remove(geo, state, out[HEAD + i] // n, out[HEAD + i] % n)
    if out[2] >= 0:
        place(geo, state, out[2], out[3])


@entry
def easy_walk(room: Any, ratings: Any, counts: Any) -> int:
    """Take steps that need no chain; SOLVED or STUCK.

    ratings: in tenths, the highest so far; that up to the first placement, or 0; the first.
    counts[code]: how often each kind of step was taken.
    """
    geo, state, out = room.geo, room.state, room.table[0]
    while np.any(state.values < 0):
        if not easy_step(geo, state, room.table[:1]):
            return STUCK
        note(out, ratings, counts)
        apply(geo, state, out)
    return SOLVED


@entry
def note(out: Any, ratings: Any, counts: Any) -> None:
    """Take a step into the ratings."""
    ratings[0] = max(ratings[0], out[1])
    counts[out[0]] += 1
    if ratings[1] == 0:
        if ratings[2] == 0:
            ratings[2] = ratings[0]
        if out[2] >= 0:
            ratings[1] = ratings[0]
