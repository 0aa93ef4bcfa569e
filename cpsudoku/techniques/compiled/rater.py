"""The rating of a puzzle on the classic Sudoku Explainer 1.2.1 scale, step by step."""

from __future__ import annotations

from cpsudoku.techniques.compiled.aligned import aligned
from cpsudoku.techniques.compiled.basic import (
    fish,
    hidden_set,
    hidden_single,
    naked_set,
    naked_single,
    wing,
)
from cpsudoku.techniques.compiled.codes import (
    ALIGNED_PAIR,
    ALIGNED_TRIPLET,
    BUG_1,
    CELL_CASES,
    CLASSIC,
    DIRECT_HIDDEN,
    DIRECT_POINTING,
    EASY_WITH_RULES,
    FISH,
    FORCING_CHAIN,
    FOUND,
    FULL_HOUSE,
    GENERAL,
    HIDDEN,
    LOCKED_NEAR,
    NAKED,
    NAKED_SINGLE,
    POINTING,
    RECTANGLE,
    SOLVED,
    STEP,
    STUCK,
    XY_WING,
    XYZ_WING,
)
from cpsudoku.techniques.compiled.compile import entry, inner
from cpsudoku.techniques.compiled.graves import bug
from cpsudoku.techniques.compiled.locked import cell_cases, common_peers, locked, locked_near
from cpsudoku.techniques.compiled.proofs import best_proof
from cpsudoku.techniques.compiled.records import (
    ChainRoom,
    Geometry,
    Room,
    State,
    StepRecord,
    Way,
)
from cpsudoku.techniques.compiled.single import best_chain
from cpsudoku.techniques.compiled.state import complete, is_full, place, remove
from cpsudoku.techniques.compiled.unique import loops


@entry
def easy(room: Room, way: Way, task: int) -> int:
    """Work on the candidates of a room by steps that need no chain: FOUND, SOLVED or STUCK.

    WALK takes and notes all steps, STEP finds the first one in the order of the scale, and a
    technique of EASY finds the first step at its place in the order. A step that is only found is
    in ``room.table``. This is one function, because each function that Python calls contains the
    machine code of all that it calls.
    """
    complete(room.geo, room.state)
    if task > 0:
        return FOUND if _search(room, task) else STUCK
    while not is_full(room.state):
        if not _first(room):
            return STUCK
        if task == STEP:
            return FOUND
        _take(room.geo, room.state, room.table[0], way)
    return SOLVED


@inner
def _first(room: Room) -> bool:
    for technique in EASY_WITH_RULES:
        if _search(room, technique):
            return True
    return False


@inner
def _search(room: Room, technique: int) -> bool:
    """Find the first step of one place in the order."""
    geo, state, table, out = room.geo, room.state, room.table, room.table[0]
    if technique == FULL_HOUSE:
        return hidden_single(geo, state, out)
    if technique == NAKED_SINGLE:
        return naked_single(state, out)
    if technique == CELL_CASES:
        return geo.style > CLASSIC and cell_cases(geo, state, out)
    if technique == LOCKED_NEAR:
        return geo.style > CLASSIC and locked_near(geo, state, out)
    if technique == POINTING and geo.style == GENERAL:
        return common_peers(geo, state, table, 1) > 0
    if technique == DIRECT_POINTING or technique == POINTING:
        return locked(geo, state, table, 1, technique == DIRECT_POINTING) > 0
    for size in range(2, 5):
        if technique == DIRECT_HIDDEN[size] or technique == HIDDEN[size]:
            return hidden_set(geo, state, table, 1, size, technique != HIDDEN[size]) > 0
        if technique == NAKED[size]:
            return naked_set(geo, state, table, 1, size) > 0
        if technique == FISH[size]:
            return fish(geo, state, table, 1, size) > 0
    if technique == XY_WING:
        return wing(geo, state, out, 2)
    if technique == XYZ_WING:
        return wing(geo, state, out, 3)
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
    complete(room.geo, room.state)
    if technique == FORCING_CHAIN:
        return best_chain(room)
    if technique == ALIGNED_TRIPLET:
        return aligned(room.geo, room.state, room.table[0], 3)
    return best_proof(room, technique, level)


@entry
def take(geo: Geometry, state: State, out: StepRecord, way: Way) -> None:
    """Add a step to the way, and carry it out."""
    _take(geo, state, out, way)


@inner
def _take(geo: Geometry, state: State, out: StepRecord, way: Way) -> None:
    _note(out, way)
    _apply(geo, state, out)


@inner
def _apply(geo: Geometry, state: State, out: StepRecord) -> None:
    n = geo.n
    for i in range(out.count):
        remove(geo, state, out.gone[i] // n, out.gone[i] % n)
    if out.cell >= 0:
        place(geo, state, out.cell, out.digit)


@inner
def _note(out: StepRecord, way: Way) -> None:
    if out.rating > way.er:
        way.er = out.rating
    if way.used < way.steps.shape[0]:
        row = way.steps[way.used]
        row.technique, row.rating = out.technique, out.rating
        way.used += 1
    if way.ep == 0:
        if way.ed == 0:
            way.ed = way.er
        if out.cell >= 0:
            way.ep = way.er
