"""The rating of a puzzle on the classic Sudoku Explainer 1.2.1 scale, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from cpsudoku.techniques.compiled.aligned import aligned
from cpsudoku.techniques.compiled.basic import (
    fish,
    hidden_set,
    hidden_single,
    last_cell,
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
def chain_step(room: Any, turn: int) -> bool:
    """The easiest step of one kind of chain, for the candidates in ``room.state``.

    turn: 1 single chains, 2 aligned triplets, 3 Nishio, 4 cells and houses, 5 dynamic, 6 with
    patterns, 7 to 9 nested. It is left in ``room.table[0]``, its proof in ``room.proof``.
    """
    if turn == 1:
        found = best_chain(room)
    elif turn == 2:
        found = aligned(room.geo, room.state, room.table[0], 3)
    else:
        found = best_proof(room, turn != 4, turn == 3, max(0, turn - 5))
    room.table[0, 8] = turn
    return found


@entry
def apply(geo: Any, state: Any, out: Any) -> None:
    """Carry out a step."""
    n = geo.n
    for i in range(out[4]):
        remove(geo, state, out[HEAD + i] // n, out[HEAD + i] % n)
    if out[2] >= 0:
        place(geo, state, out[2], out[3])


@entry
def easy_walk(room: Any, ratings: Any, trace: Any, used: Any) -> int:
    """Take steps that need no chain; SOLVED or STUCK.

    ratings: in tenths, the highest so far; that up to the first placement, or 0; the first.
    trace: a row a step, code, rating and ``record[8]``; used: how many rows.
    """
    geo, state, out = room.geo, room.state, room.table[0]
    while np.any(state.values < 0):
        if not easy_step(geo, state, room.table[:1]):
            return STUCK
        note(out, ratings, trace, used)
        apply(geo, state, out)
    return SOLVED


@entry
def singles_walk(room: Any, counts: Any) -> int:
    """Fill cells by singles in HoDoKu's order while there are any; SOLVED or STUCK.

    counts: how many full houses, naked singles and hidden singles it took.
    """
    geo, state, out = room.geo, room.state, room.table[0]
    while np.any(state.values < 0):
        if last_cell(geo, state, out):
            counts[0] += 1
        elif naked_single(geo, state, out):
            counts[1] += 1
        elif hidden_single(geo, state, out):
            counts[2] += 1
        else:
            return STUCK
        apply(geo, state, out)
    return SOLVED


@entry
def note(out: Any, ratings: Any, trace: Any, used: Any) -> None:
    """Take a step into the ratings and the trace."""
    ratings[0] = max(ratings[0], out[1])
    if used[0] < trace.shape[0]:
        trace[used[0], 0], trace[used[0], 1], trace[used[0], 2] = out[0], out[1], out[8]
        used[0] += 1
    if ratings[1] == 0:
        if ratings[2] == 0:
            ratings[2] = ratings[0]
        if out[2] >= 0:
            ratings[1] = ratings[0]
