"""Forcing chains of several branches: Nishio, cell, region, contradiction, double; nested too.

All are read off the runs of the candidates, in the order and with the counts of Sudoku Explainer
1.2.1: the proof with the fewest nodes wins, counted in each branch, plus the chains nested in it.
"""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.arrays import Bits
from cpsudoku.techniques.compiled.chains import IN_CELL, length_rating, link
from cpsudoku.techniques.compiled.codes import (
    CELL,
    CONTRADICTION,
    DOUBLE,
    DYNAMIC,
    HOUSE,
    MULTIPLE,
    NISHIO,
    RATINGS,
)
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.proof_nodes import queue_end, queue_parents, write_proof
from cpsudoku.techniques.compiled.records import (
    ChainRoom,
    Hunt,
    LinkRecords,
    RunRecords,
    State,
)
from cpsudoku.techniques.compiled.runs import (
    NEW,
    NONE,
    add_patterns,
    add_pool,
    begin_run,
    run_all,
    spread,
)
from cpsudoku.techniques.compiled.single import (
    add_gone,
    add_parents_of,
    all_chains,
    candidate_of,
    conclude,
    open_row,
    scrambled,
)
from cpsudoku.techniques.compiled.state import (
    copy_candidates,
    copy_state,
    lowest,
    popcount,
)
from cpsudoku.techniques.compiled.striking import begin

DOUBLE_KEY, CELL_KEY, HOUSE_KEY, CONTRADICTION_KEY = 1, 5, 6, 7


@inner
def count_nodes(runs: RunRecords, hunt: Hunt, branches: int, limit: int) -> int:
    """The nodes of a proof: each branch's own, and those of each different nested chain once.

    The branches are ``hunt.branches``. Counts no further than the limit.
    """
    total, nested = 0, 0
    for b in range(branches):
        r, node = hunt.branches[b].run, hunt.branches[b].node
        many = queue_end(runs, hunt, r, node)
        if node < 0:
            total += 1
        done = 0
        while done < many:
            v = hunt.queue[done]
            done += 1
            if runs.nested[r, v] >= 0:
                added = _count_nested(hunt, runs.nested[r, v], nested)
                if added > 0:
                    nested += 1
                    total += added
            many = queue_parents(runs, hunt, runs.parents_at[r, v], runs.parents_n[r, v], many)
            if total + done > limit:
                return total + done
        total += many
    return total


@inner
def _count_nested(hunt: Hunt, chain: int, nested: int) -> int:
    for i in range(nested):
        if hunt.counted[i] == hunt.nest_chain[chain]:
            return 0
    hunt.counted[nested] = hunt.nest_chain[chain]
    return int(hunt.nest_nodes[chain])


@inner
def search_runs(
    room: ChainRoom, now: State, links: LinkRecords, runs: RunRecords, dynamic: bool, nishio: bool
) -> None:
    """Every step that the runs of the candidates ``now`` prove, cell by cell, digits ascending."""
    geo = room.geo
    for c in range(now.marks.shape[0]):
        if runs.stop:
            return
        size = popcount(now.marks[c])
        if not (size > 2 or (size > 1 and dynamic)):
            continue
        for d in range(geo.n):
            a = links.number[c, d]
            if a < 0:
                continue
            if dynamic:
                _contradictions(room, links, runs, a)
                if size >= 3 and not nishio:
                    _doubles(room, links, runs, a)
            if not nishio:
                for k in range(geo.of.shape[1]):
                    h = geo.of[c, k]
                    if h >= 0:
                        places = now.places[h, d]
                        if popcount(places) >= 2 and geo.cells[h, lowest(places)] == c:
                            _house(room, links, runs, places, h, k, d)
        if not nishio:
            _cell(room, links, runs, c)


@inner
def _contradictions(room: ChainRoom, links: LinkRecords, runs: RunRecords, a: int) -> None:
    hunt = room.hunt
    for true in (True, False):
        r = 2 * a + true
        clash = runs.clash[r]
        if clash.found:
            first, second = hunt.branches[0], hunt.branches[1]
            first.run, second.run = r, r
            first.node, second.node = -1, clash.other
            if clash.node & 1 == 0:  # the true branch comes first
                first.node, second.node = clash.other, -1
            _offer(
                room, links, runs, 2, CONTRADICTION, CONTRADICTION_KEY,
                2 * a + (not true), -1, -1,
            )  # fmt: skip


@inner
def _doubles(room: ChainRoom, links: LinkRecords, runs: RunRecords, a: int) -> None:
    hunt, on, off = room.hunt, 2 * a + 1, 2 * a
    for true in (True, False):
        count = runs.true_n[on] if true else runs.false_n[on]
        for i in range(count):
            node = 2 * runs.trues[on, i] + 1 if true else 2 * runs.falses[on, i]
            if runs.known[off, node]:
                hunt.branches[0].run, hunt.branches[0].node = on, node
                hunt.branches[1].run, hunt.branches[1].node = off, node
                _offer(room, links, runs, 2, DOUBLE, DOUBLE_KEY, node, -1, -1)


@inner
def _house(
    room: ChainRoom, links: LinkRecords, runs: RunRecords, places: Bits, h: int, k: int, digit: int
) -> None:
    geo, hunt, branches = room.geo, room.hunt, 0
    for i in range(geo.n):
        if (places >> np.uint32(i)) & np.uint32(1):
            hunt.branches[branches].run = 2 * links.number[geo.cells[h, i], digit] + 1
            branches += 1
    _agree(room, links, runs, branches, HOUSE, HOUSE_KEY, h, 1 + k)


@inner
def _cell(room: ChainRoom, links: LinkRecords, runs: RunRecords, c: int) -> None:
    hunt, branches = room.hunt, 0
    for d in range(room.geo.n):
        if links.number[c, d] >= 0:
            hunt.branches[branches].run = 2 * links.number[c, d] + 1
            branches += 1
    _agree(room, links, runs, branches, CELL, CELL_KEY, c, IN_CELL)


@inner
def _agree(
    room: ChainRoom,
    links: LinkRecords,
    runs: RunRecords,
    branches: int,
    kind: int,
    key: int,
    where: int,
    cause: int,
) -> None:
    """What all branches imply, in the order of the first."""
    hunt = room.hunt
    r = hunt.branches[0].run
    for true in (True, False):
        count = runs.true_n[r] if true else runs.false_n[r]
        for i in range(count):
            node = 2 * runs.trues[r, i] + 1 if true else 2 * runs.falses[r, i]
            every = True
            for b in range(1, branches):
                if not runs.known[hunt.branches[b].run, node]:
                    every = False
                    break
            if every:
                for b in range(branches):
                    hunt.branches[b].node = node
                _offer(room, links, runs, branches, kind, key, node, where, cause)


@inner
def _offer(
    room: ChainRoom,
    links: LinkRecords,
    runs: RunRecords,
    branches: int,
    kind: int,
    key: int,
    node: int,
    where: int,
    cause: int,
) -> None:
    """Keep a proof of a node if it changes something and all are wanted, or it is the best."""
    hunt, a = room.hunt, node >> 1
    if node & 1 and links.weak_in_cell[a] == 0:
        return
    limit = hunt.best_nodes
    nodes = count_nodes(runs, hunt, branches, limit)
    if nodes > limit or (nodes == limit and key >= hunt.best_key):
        return
    if hunt.collect:
        _collect(room, links, runs, branches, key, node, nodes, cause)
        return
    hunt.best_nodes, hunt.best_key = nodes, key
    out, proof = room.table[0], room.proof
    begin(out, hunt.technique)
    out.rating = int((hunt.lowest + length_rating(nodes)) * 10.0 + 0.5)
    out.kind, out.house, out.branches, out.nodes = kind, where, branches, nodes
    conclude(room.geo, links, out, a, node & 1 == 1)
    for b in range(branches):
        proof[2 * b], proof[2 * b + 1] = hunt.branches[b].run, hunt.branches[b].node


@inner
def _collect(
    room: ChainRoom,
    links: LinkRecords,
    runs: RunRecords,
    branches: int,
    key: int,
    node: int,
    nodes: int,
    cause: int,
) -> None:
    """Add a proof to the pool."""
    geo, pool, a = room.geo, room.pool, node >> 1
    row = open_row(pool, room.hunt.lowest + length_rating(nodes), nodes, key)
    if row < 0:
        return
    if node & 1:
        for w in range(links.weak_in_cell[a]):
            add_gone(pool, row, candidate_of(geo, links, links.weak[a, w]))
    else:
        add_gone(pool, row, candidate_of(geo, links, a))
    for b in range(branches):
        _branch_parents(room, links, runs, row, b, cause)


@inner
def _branch_parents(
    room: ChainRoom, links: LinkRecords, runs: RunRecords, row: int, b: int, cause: int
) -> None:
    """What a branch of a nested proof needs gone, and its part of the mark of the proof.

    A true node rests on the cell or house of its link; the node that a branch of a cell or a
    house assumes rests on that cell or house.
    """
    geo, hunt, pool = room.geo, room.hunt, room.pool
    r, node = hunt.branches[b].run, hunt.branches[b].node
    mark = np.uint64(0)
    fresh = node < 0
    if fresh:
        node = runs.clash[r].node
    many = queue_end(runs, hunt, r, node)
    done = 0
    while done < many:
        v = hunt.queue[done]
        done += 1
        a = v >> 1
        mark += scrambled(2 * candidate_of(geo, links, a) + (v & 1))
        at, count = runs.parents_at[r, v], runs.parents_n[r, v]
        if fresh and done == 1:
            at, count = runs.clash[r].at, runs.clash[r].count
        if v & 1:
            how = runs.clash[r].how if fresh and done == 1 else int(runs.known[r, v])
            why = cause if count == 0 else how - 2
            if why >= 0:
                cell, digit = links.cell[a], links.digit[a]
                add_parents_of(geo, room.now, room.state, pool, row, cell, digit, why)
        many = queue_parents(runs, hunt, at, count, many)
    pool.chain[row] = pool.chain[row] * np.uint64(31) + mark


@inner
def best_proof(room: ChainRoom, technique: int, level: int) -> bool:
    """Find the easiest proof of several branches, for the first row of the table and ``proof``.

    NISHIO looks for contradictions of one digit, MULTIPLE for cells and houses, the others for all
    kinds of proof. Their runs can use patterns at level 1, forcing chains at level 2, and those of
    cells and houses at level 3, dynamic ones at level 4.
    """
    geo, links, runs, hunt = room.geo, room.links, room.runs, room.hunt
    nishio, dynamic = technique == NISHIO, technique != MULTIPLE
    link(geo, room.state, links)
    hunt.nest_top = 0
    if level >= 2:
        run_nested(room, level)
    else:
        run_all(geo, room.state, room.now, links, runs, room.table, dynamic, nishio, level)
    hunt.best_nodes, hunt.best_key = 1 << 40, 1 << 40
    hunt.collect = 0
    hunt.technique = technique
    hunt.lowest = RATINGS[technique] / 10.0 + (0.5 * (level - 2) if level > 2 else 0.0)
    search_runs(room, room.state, links, runs, dynamic, nishio)
    if hunt.best_nodes >= 1 << 40:
        return False
    write_proof(geo, links, runs, room.proof, room.table[0].branches, hunt)
    return True


@inner
def run_nested(room: ChainRoom, level: int) -> None:
    """Dynamic runs of every candidate true and false that add whole chains where they are stuck."""
    geo, start, now, links, runs = room.geo, room.state, room.now, room.links, room.runs
    copy_state(start, now)
    runs.top = 0
    for a in range(links.many):
        for true in (True, False):
            r = 2 * a + true
            begin_run(runs, r)
            copy_candidates(start, now)
            while not spread(geo, start, now, links, runs, r, True, False):
                if runs.stop:
                    return
                added = add_patterns(geo, start, now, links, runs, r, room.table)
                if added == NONE and level < 4:
                    all_chains(room)
                    added = add_pool(geo, links, runs, r, room.pool, room.hunt)
                if added == NONE and level >= 3:
                    collect_proofs(room, level >= 4)
                    added = add_pool(geo, links, runs, r, room.pool, room.hunt)
                if added != NEW:
                    break


@inner
def collect_proofs(room: ChainRoom, dynamic: bool) -> None:
    """Fill the pool with what cells and houses, or all dynamic chains, prove in ``room.now``."""
    geo, links, runs, hunt = room.geo, room.sublinks, room.subruns, room.hunt
    link(geo, room.now, links)
    run_all(geo, room.now, room.deep, links, runs, room.table, dynamic, False, 0)
    hunt.best_nodes, hunt.best_key = 1 << 40, 1 << 40
    hunt.collect = 1
    hunt.lowest = RATINGS[DYNAMIC if dynamic else MULTIPLE] / 10.0
    room.pool.top[0], room.pool.top[1], room.pool.top[2] = 0, 0, 0
    search_runs(room, room.now, links, runs, dynamic, False)
