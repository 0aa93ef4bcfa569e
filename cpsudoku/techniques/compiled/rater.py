"""The rating of a puzzle on the classic Sudoku Explainer 1.2.1 scale, step by step."""

from __future__ import annotations

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
from cpsudoku.techniques.compiled.codes import (
    ALIGNED_PAIR,
    ALIGNED_TRIPLET,
    BUG_1,
    DIRECT_HIDDEN,
    DIRECT_POINTING,
    EASY,
    FISH,
    FORCING_CHAIN,
    FULL_HOUSE,
    HIDDEN,
    HIDDEN_SINGLE,
    NAKED,
    NAKED_SINGLE,
    POINTING,
    RECTANGLE,
    XY_WING,
    XYZ_WING,
)
from cpsudoku.techniques.compiled.compile import entry
from cpsudoku.techniques.compiled.proofs import best_proof
from cpsudoku.techniques.compiled.records import (
    ChainRoom,
    Found,
    Geometry,
    Int64s,
    Room,
    State,
    Way,
)
from cpsudoku.techniques.compiled.single import best_chain
from cpsudoku.techniques.compiled.state import place, remove
from cpsudoku.techniques.compiled.unique import bug, loops

SOLVED, STUCK = 0, 1


@entry
def easy_step(room: Room) -> bool:
    """Find the first step that needs no chain, in the order of the scale, for ``room.table``."""
    for technique in EASY:
        if search(room, technique):
            return True
    return False


@entry
def search(room: Room, technique: int) -> bool:
    """Find the first step of one place in the order; ``technique`` is one of EASY."""
    geo, state, table, out = room.geo, room.state, room.table, room.table[0]
    if technique == FULL_HOUSE:
        return hidden_single(geo, state, out)
    if technique == NAKED_SINGLE:
        return naked_single(geo, state, out)
    if technique in (DIRECT_POINTING, POINTING):
        return locked(geo, state, table, technique == DIRECT_POINTING) > 0
    for size in range(2, 5):
        if technique == DIRECT_HIDDEN[size] or technique == HIDDEN[size]:
            return hidden_set(geo, state, table, size, technique != HIDDEN[size]) > 0
        if technique == NAKED[size]:
            return naked_set(geo, state, table, size) > 0
        if technique == FISH[size]:
            return fish(geo, state, table, size) > 0
    if technique in (XY_WING, XYZ_WING):
        return wing(geo, state, out, 2 if technique == XY_WING else 3)
    if technique == RECTANGLE[1]:
        return loops(geo, state, out, room.trial)
    if technique == BUG_1:
        return bug(geo, state, out)
    return technique == ALIGNED_PAIR and aligned(geo, state, out, 2)


@entry
def chain_step(room: ChainRoom, technique: int, level: int) -> bool:
    """Find the easiest step of a row of TURNS, for the candidates in ``room.state``.

    Leaves it in the first row of ``room.table``, and its proof in ``room.proof``.
    """
    if technique == FORCING_CHAIN:
        return best_chain(room)
    if technique == ALIGNED_TRIPLET:
        return aligned(room.geo, room.state, room.table[0], 3)
    return best_proof(room, technique, level)


@entry
def apply(geo: Geometry, state: State, out: Found) -> None:
    """Carry out a step."""
    n = geo.n
    for i in range(out.count):
        remove(geo, state, out.gone[i] // n, out.gone[i] % n)
    if out.cell >= 0:
        place(geo, state, out.cell, out.digit)


@entry
def easy_walk(room: Room, way: Way) -> int:
    """Take steps that need no chain, and note them; SOLVED or STUCK."""
    geo, state, out = room.geo, room.state, room.table[0]
    while np.any(state.values < 0):
        if not easy_step(room):
            return STUCK
        note(out, way)
        apply(geo, state, out)
    return SOLVED


@entry
def singles_walk(room: Room, counts: Int64s) -> int:
    """Fill cells by singles in HoDoKu's order while there are any; SOLVED or STUCK.

    counts: how many steps of each technique it took, by code.
    """
    geo, state, out = room.geo, room.state, room.table[0]
    while np.any(state.values < 0):
        if last_cell(geo, state, out):
            counts[FULL_HOUSE] += 1
        elif naked_single(geo, state, out):
            counts[NAKED_SINGLE] += 1
        elif hidden_single(geo, state, out):
            counts[HIDDEN_SINGLE] += 1
        else:
            return STUCK
        apply(geo, state, out)
    return SOLVED


@entry
def note(out: Found, way: Way) -> None:
    """Add a step to the way."""
    way.er = max(way.er, out.rating)
    if way.used < way.steps.shape[0]:
        row = way.steps[way.used]
        row.technique, row.rating = out.technique, out.rating
        way.used += 1
    if way.ep == 0:
        if way.ed == 0:
            way.ed = way.er
        if out.cell >= 0:
            way.ep = way.er
