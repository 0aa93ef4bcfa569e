"""Locked candidates, and what else the places of a digit in one house exclude outside it.

They are in the order and by the definitions of Sudoku Explainer 1.2.1 and Sukaku Explainer.
"""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.codes import (
    CELL_CASES,
    CLAIMING,
    CLASSIC,
    COMMON_PEERS,
    DIRECT_CLAIMING,
    DIRECT_POINTING,
    LOCKED_NEAR,
    POINTING,
)
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.geometry import BOX, COLUMN, OTHER, ROW
from cpsudoku.techniques.compiled.records import Geometry, Records, State, StepRecord
from cpsudoku.techniques.compiled.state import filled, has, lowest, popcount
from cpsudoku.techniques.compiled.striking import begin, strike, strike_places, strike_seen

MOST_PLACES = 6  # of a digit in a house whose common peers are looked at


@inner
def locked(geo: Geometry, state: State, table: Records[StepRecord], most: int, direct: bool) -> int:
    """Pointing and claiming; if ``direct``, only those that leave a hidden single."""
    many = 0
    for turn in range(geo.turns.shape[0]):
        if geo.turns[turn, 1] == 0:
            break
        # Sudoku Explainer looks at the digits of each pair of houses, Sukaku Explainer at the
        # pairs of houses for each digit.
        for outer in range(1 if geo.style == CLASSIC else geo.n):
            for h1 in range(geo.turns[turn, 0], geo.turns[turn, 1]):
                for h2 in range(geo.turns[turn, 2], geo.turns[turn, 3]):
                    if geo.cross[h1, h2] == 0:
                        continue
                    for d in range(outer, geo.n if geo.style == CLASSIC else outer + 1):
                        if _locked_step(geo, state, table[many], turn, h1, h2, d, direct):
                            many += 1
                            if many == most:
                                return many
    return many


@inner
def _locked_step(
    geo: Geometry,
    state: State,
    out: StepRecord,
    turn: int,
    h1: int,
    h2: int,
    d: int,
    direct: bool,
) -> bool:
    places = state.places[h1, d]
    if places & ~geo.cross[h1, h2] != 0 or popcount(places) < 2:
        return False
    gone = state.places[h2, d] & ~geo.cross[h2, h1]
    if direct:
        if not _locked_single(geo, state, out, turn, h1, h2, d):
            return False
    elif gone != 0:
        begin(out, POINTING if h1 < geo.kinds[COLUMN] else CLAIMING)
    else:
        return False
    out.house, out.cover, out.value = h1, h2, d
    if not direct:
        strike_places(geo, out, h2, gone, d)
    return True


@inner
def _locked_single(
    geo: Geometry, state: State, out: StepRecord, turn: int, h1: int, h2: int, digit: int
) -> bool:
    for h3 in range(geo.turns[turn, 0], geo.turns[turn, 1]):
        if h3 == h1 or geo.cross[h3, h2] == 0:
            continue
        places = state.places[h3, digit]
        left = places & ~geo.cross[h3, h2]
        if popcount(places) > 1 and popcount(left) == 1:
            begin(out, DIRECT_POINTING if h1 < geo.kinds[COLUMN] else DIRECT_CLAIMING)
            out.cell, out.digit = geo.cells[h3, lowest(left)], digit
            return True
    return False


@inner
def common_peers(geo: Geometry, state: State, table: Records[StepRecord], most: int) -> int:
    """A digit of a house is removed from the cells that see all its places there.

    Boxes come first, then rows, columns and the houses of each rule.
    """
    many = 0
    cells = filled(geo.n, 0)
    for turn in range(geo.families.shape[0] - 1):
        family = COLUMN + ROW - turn if turn == COLUMN or turn == ROW else turn
        for d in range(geo.n):
            for h in range(geo.families[family], geo.families[family + 1]):
                places = state.places[h, d]
                count = popcount(places)
                if count < 2 or count > MOST_PLACES:
                    continue
                held = 0
                for i in range(geo.n):
                    if (places >> np.uint32(i)) & np.uint32(1):
                        cells[held] = geo.cells[h, i]
                        held += 1
                out = table[many]
                begin(out, COMMON_PEERS)
                strike_seen(geo, state, out, cells, held, d)
                out.house, out.cover, out.value = h, -1, d
                if out.count > 0:
                    many += 1
                    if many == most:
                        return many
    return many


@inner
def cell_cases(geo: Geometry, state: State, out: StepRecord) -> bool:
    """Two or three consecutive digits, or two with one between, exclude digits of cells nearby."""
    for cell in range(state.marks.shape[0]):
        if geo.near[cell, 0] < 0:
            continue
        marks = state.marks[cell]
        count = popcount(marks)
        if count < 2 or count > 3:
            continue
        first = lowest(marks)
        last = first
        for d in range(geo.n):
            if (marks >> np.uint32(d)) & np.uint32(1):
                last = d
        begin(out, CELL_CASES)
        if last - first == 1:
            _strike_near(geo, state, out, cell, first)
            _strike_near(geo, state, out, cell, last)
        elif last - first == 2:
            _strike_near(geo, state, out, cell, first + 1)
        if out.count > 0:
            return True
    return False


@inner
def _strike_near(geo: Geometry, state: State, out: StepRecord, cell: int, digit: int) -> None:
    for k in range(geo.near.shape[1]):
        other = geo.near[cell, k]
        if other < 0:
            return
        if has(state, other, digit):
            strike(out, other * geo.n + digit)


@inner
def locked_near(geo: Geometry, state: State, out: StepRecord) -> bool:
    """The places of a digit in a house leave no consecutive digit in a cell that touches all.

    Sukaku Explainer looks at windows, columns, rows and boxes, in this order.
    """
    for d in range(geo.n):
        for turn in range(4):
            family = geo.windows if turn == 0 else turn if turn < OTHER else BOX
            if family < 0:
                continue
            last = geo.families[family + 1]
            if turn == 0:
                last = min(last, geo.families[family] + 4)
            most = 3 if family == COLUMN or family == ROW else 5
            for h in range(geo.families[family], last):
                if _locked_near_step(geo, state, out, h, d, most):
                    return True
    return False


@inner
def _locked_near_step(
    geo: Geometry, state: State, out: StepRecord, h: int, d: int, most: int
) -> bool:
    places = state.places[h, d]
    if places == 0 or popcount(places) > most:
        return False
    begin(out, LOCKED_NEAR)
    for cell in range(state.marks.shape[0]):
        if state.marks[cell] == 0:
            continue
        touches = True
        for i in range(geo.n):
            if (places >> np.uint32(i)) & np.uint32(1):
                touches = touches and _is_near(geo, cell, geo.cells[h, i])
        if touches:
            if d > 0 and has(state, cell, d - 1):
                strike(out, cell * geo.n + d - 1)
            if d + 1 < geo.n and has(state, cell, d + 1):
                strike(out, cell * geo.n + d + 1)
    return out.count > 0


@inner
def _is_near(geo: Geometry, cell: int, other: int) -> bool:
    if cell == other:
        return True
    for k in range(geo.near.shape[1]):
        if geo.near[cell, k] == other:
            return True
    return False
