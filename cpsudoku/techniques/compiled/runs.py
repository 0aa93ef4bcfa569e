"""What follows when a candidate is assumed true or false: implications to the end, with parents.

A run starts from one node (see chains) and adds true and false nodes breadth first, until nothing
follows or a candidate is both. In a dynamic run the false candidates leave the grid, so that
several of them together make a link; those are the further parents of what follows. Level 1 adds
locked candidates, pairs and X-Wings where the rest is stuck, levels 2 to 4 whole chains.
"""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.arrays import Bits
from cpsudoku.techniques.compiled.basic import fish, hidden_set, naked_set
from cpsudoku.techniques.compiled.codes import GENERAL
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.locked import common_peers, locked
from cpsudoku.techniques.compiled.pools import pool_order
from cpsudoku.techniques.compiled.records import (
    Geometry,
    Hunt,
    LinkRecords,
    Pool,
    Records,
    RunRecords,
    State,
    StepRecord,
)
from cpsudoku.techniques.compiled.state import (
    copy_candidates,
    copy_state,
    filled,
    has,
    lowest,
    popcount,
    remove,
)

NONE, OLD, NEW = range(3)  # what a search eliminates: nothing, only what is known, something new


@inner
def begin_run(runs: RunRecords, first: int) -> None:
    """Start the run of a node."""
    for node in range(runs.known.shape[1]):
        runs.known[first, node] = 0
    runs.true_n[first], runs.false_n[first] = 0, 0
    runs.true_done, runs.false_done = 0, 0
    runs.clash[first].found = 0
    _know(runs, first, first, runs.top, 0, -1, 1)


@inner
def _know(runs: RunRecords, r: int, node: int, at: int, count: int, nested: int, how: int) -> None:
    runs.known[r, node] = how
    runs.parents_at[r, node], runs.parents_n[r, node] = at, count
    runs.nested[r, node] = nested
    if node & 1:
        runs.trues[r, runs.true_n[r]] = node >> 1
        runs.true_n[r] += 1
    else:
        runs.falses[r, runs.false_n[r]] = node >> 1
        runs.false_n[r] += 1


@inner
def _push(runs: RunRecords, parent: int) -> None:
    if runs.top >= runs.arena.shape[0]:
        runs.full = 1
        return
    runs.arena[runs.top] = parent
    runs.top += 1


@inner
def _meet(runs: RunRecords, r: int, node: int, at: int, how: int) -> bool:
    """Add a node whose parents are the end of the arena; whether it contradicts what is known."""
    count = runs.top - at
    if runs.known[r, node ^ 1]:
        clash = runs.clash[r]
        clash.found, clash.node, clash.other = 1, node, node ^ 1
        clash.at, clash.count, clash.how = at, count, how
        return True
    if runs.known[r, node]:
        runs.top = at
    else:
        _know(runs, r, node, at, count, -1, how)
    return False


@inner
def spread(
    geo: Geometry,
    start: State,
    now: State,
    links: LinkRecords,
    runs: RunRecords,
    r: int,
    dynamic: bool,
    nishio: bool,
) -> bool:
    """Follow all implications of a run; whether it ended in a contradiction.

    start: the candidates before the assumption; now: those left in the run.
    """
    while runs.true_done < runs.true_n[r] or runs.false_done < runs.false_n[r]:
        if runs.true_done < runs.true_n[r]:
            p = runs.trues[r, runs.true_done]
            runs.true_done += 1
            for w in range(links.weak_in_cell[p] if nishio else 0, links.weak_n[p]):
                q = links.weak[p, w]
                if has(now, links.cell[q], links.digit[q]):
                    at = runs.top
                    _push(runs, 2 * p + 1)
                    if _meet(runs, r, 2 * q, at, 1):
                        return True
        else:
            p = runs.falses[r, runs.false_done]
            runs.false_done += 1
            if _follow_false(geo, start, now, links, runs, r, p, dynamic, nishio):
                return True
    return False


@inner
def _follow_false(
    geo: Geometry,
    start: State,
    now: State,
    links: LinkRecords,
    runs: RunRecords,
    r: int,
    p: int,
    dynamic: bool,
    nishio: bool,
) -> bool:
    """What is true when a candidate is false: the other of two in its cell or a house."""
    cell, digit = int(links.cell[p]), int(links.digit[p])
    houses = geo.of.shape[1]
    fresh = runs.fresh  # what the cell, then each house, makes true; -1 for nothing
    for turn in range(houses + 1):
        fresh[turn] = -1
    # Links are looked for in the grid that still holds this candidate; then it leaves.
    if not nishio and popcount(now.marks[cell]) == 2:
        other = lowest(now.marks[cell] & ~(np.uint32(1) << np.uint32(digit)))
        fresh[0] = links.number[cell, other]
    for k in range(houses):
        h = geo.of[cell, k]
        if h >= 0 and popcount(now.places[h, digit]) == 2:
            own = np.uint32(1) << np.uint32(geo.at[cell, k])
            other = links.number[geo.cells[h, lowest(now.places[h, digit] & ~own)], digit]
            is_fresh = True
            for turn in range(k + 1):
                is_fresh = is_fresh and fresh[turn] != other
            if is_fresh:
                fresh[k + 1] = other
    for turn in range(houses + 1):
        if fresh[turn] < 0:
            continue
        at = runs.top
        _push(runs, 2 * p)
        if dynamic:
            _push_removed(geo, start, now, links, runs, cell, digit, turn)
        if _meet(runs, r, 2 * fresh[turn] + 1, at, 2 + turn):
            if dynamic:
                remove(geo, now, cell, digit)
            return True
    if dynamic:
        remove(geo, now, cell, digit)
    return False


@inner
def _push_removed(
    geo: Geometry,
    start: State,
    now: State,
    links: LinkRecords,
    runs: RunRecords,
    cell: int,
    digit: int,
    turn: int,
) -> None:
    """Push the false candidates whose absence makes a link in the cell (turn 0) or a house."""
    if turn == 0:
        for d in range(geo.n):
            if has(start, cell, d) and not has(now, cell, d):
                _push(runs, 2 * links.number[cell, d])
        return
    h = geo.of[cell, turn - 1]
    went = start.places[h, digit] & ~now.places[h, digit]
    for i in range(geo.n):
        if (went >> np.uint32(i)) & np.uint32(1):
            _push(runs, 2 * links.number[geo.cells[h, i], digit])


@inner
def add_patterns(
    geo: Geometry,
    start: State,
    now: State,
    links: LinkRecords,
    runs: RunRecords,
    r: int,
    table: Records[StepRecord],
) -> int:
    """Add what locked candidates, pairs and X-Wings eliminate now.

    They are tried in this order, up to the first kind that rests on what the run deleted. Returns
    NONE, OLD if everything that they eliminate was known, or NEW.
    """
    before = runs.false_n[r]
    some = False
    most = table.shape[0]
    for kind in range(4):
        if kind == 0 and geo.style == GENERAL:
            count = common_peers(geo, now, table, most)
        elif kind == 0:
            count = locked(geo, now, table, most, False)
        elif kind == 1:
            count = hidden_set(geo, now, table, most, 2, False)
        elif kind == 2:
            count = naked_set(geo, now, table, most, 2)
        else:
            count = fish(geo, now, table, most, 2)
        for row in range(count):
            record = table[row]
            at = runs.top
            _push_pattern(geo, start, now, links, runs, kind, record)
            parents = runs.top - at
            if parents == 0:
                continue
            some = True
            for i in range(record.count):
                gone = record.gone[i]
                a = links.number[gone // geo.n, gone % geo.n]
                if not runs.known[r, 2 * a]:
                    _know(runs, r, 2 * a, at, parents, -1, 1)
        if some:
            return NEW if runs.false_n[r] > before else OLD
    return NONE


@inner
def _push_pattern(
    geo: Geometry,
    start: State,
    now: State,
    links: LinkRecords,
    runs: RunRecords,
    kind: int,
    record: StepRecord,
) -> None:
    """Push the false candidates without which a pattern would not exist."""
    if kind == 0:
        h, other, d = record.house, record.cover, record.value
        went = start.places[h, d] & ~now.places[h, d]
        if other >= 0:
            went &= ~geo.cross[h, other]
        _push_places(geo, links, runs, h, went, d)
    elif kind == 1:
        h, members, union = record.house, record.members, np.uint32(record.union)
        for i in range(geo.n):
            if not (union >> np.uint32(i)) & np.uint32(1):
                for d in range(geo.n):
                    if members >> d & 1 and has(start, geo.cells[h, i], d):
                        _push(runs, 2 * links.number[geo.cells[h, i], d])
    elif kind == 2:
        h, members, union = record.house, record.members, np.uint32(record.union)
        for i in range(geo.n):
            if members >> i & 1:
                cell = geo.cells[h, i]
                for d in range(geo.n):
                    if has(start, cell, d) and not (union >> np.uint32(d)) & np.uint32(1):
                        _push(runs, 2 * links.number[cell, d])
    else:
        h, members, d = record.house, record.members, record.value
        union = np.uint32(record.union)
        for i in range(geo.n):
            if members >> i & 1:
                went = start.places[h + i, d] & ~now.places[h + i, d] & ~union
                _push_places(geo, links, runs, h + i, went, d)


@inner
def _push_places(
    geo: Geometry, links: LinkRecords, runs: RunRecords, h: int, places: Bits, digit: int
) -> None:
    for i in range(geo.n):
        if (places >> np.uint32(i)) & np.uint32(1):
            _push(runs, 2 * links.number[geo.cells[h, i], digit])


@inner
def add_pool(
    geo: Geometry, links: LinkRecords, runs: RunRecords, r: int, pool: Pool, hunt: Hunt
) -> int:
    """Add what the chains of a pool eliminate, easiest first: NONE, OLD or NEW."""
    some, before = False, runs.false_n[r]
    order = filled(pool.top[0], 0)
    for place in range(pool_order(pool, order)):
        row = order[place]
        if pool.parents_n[row] == 0:
            continue
        some = True
        at = runs.top
        used = False
        for i in range(pool.gone_at[row], pool.gone_at[row] + pool.gone_n[row]):
            a = links.number[pool.gone[i] // geo.n, pool.gone[i] % geo.n]
            if runs.known[r, 2 * a]:
                continue
            if not used:
                used = True
                for j in range(pool.parents_at[row], pool.parents_at[row] + pool.parents_n[row]):
                    parent = pool.parents[j]
                    _push(runs, 2 * links.number[parent // geo.n, parent % geo.n])
                hunt.nest_nodes[hunt.nest_top] = pool.nodes[row]
                hunt.nest_chain[hunt.nest_top] = pool.chain[row]
                hunt.nest_top += 1
            _know(runs, r, 2 * a, at, runs.top - at, hunt.nest_top - 1, 1)
    if not some:
        return NONE
    return NEW if runs.false_n[r] > before else OLD


@inner
def run_all(
    geo: Geometry,
    start: State,
    now: State,
    links: LinkRecords,
    runs: RunRecords,
    table: Records[StepRecord],
    dynamic: bool,
    nishio: bool,
    level: int,
) -> None:
    """The runs of every candidate true, and false too when dynamic; level 0 or 1.

    start: the candidates; now: a state to work on; table: room for patterns.
    """
    copy_state(start, now)
    runs.top = 0
    for a in range(links.many):
        if runs.stop:
            return
        for true in (True, False):
            if not (true or dynamic):
                continue
            r = 2 * a + true
            begin_run(runs, r)
            if dynamic:
                copy_candidates(start, now)
            while not spread(geo, start, now, links, runs, r, dynamic, nishio):
                if level == 0:
                    break
                if add_patterns(geo, start, now, links, runs, r, table) != NEW:
                    break
