"""The easiest forcing chain or cycle, and all of them as steps that a larger proof can use."""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.arrays import Int16s, Int32s
from cpsudoku.techniques.compiled.chains import (
    IN_CELL,
    chain_nodes,
    cycle_eliminations,
    cycle_nodes,
    find_contradiction,
    find_cycles,
    length_rating,
    link,
    next_limit,
)
from cpsudoku.techniques.compiled.codes import (
    FORCING_CHAIN,
    RATINGS,
    X_CHAIN,
    X_CYCLE,
    XY_CHAIN,
    XY_CYCLE,
    Y_CYCLE,
)
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.records import (
    ChainRoom,
    Geometry,
    LinkRecords,
    Pool,
    State,
    StepRecord,
)
from cpsudoku.techniques.compiled.state import has
from cpsudoku.techniques.compiled.striking import begin, strike

# By the turn of the search: X, Y, then XY. There are no Y-chains.
CYCLES = (X_CYCLE, Y_CYCLE, XY_CYCLE)
CHAINS = (X_CHAIN, X_CHAIN, XY_CHAIN)
LOWEST = RATINGS[FORCING_CHAIN] / 10  # 6.5
CYCLE_BASES = (LOWEST, LOWEST, 7.0)
CHAIN_BASES = (6.6, 6.6, 7.0)
KEYS = (2, 3, 4)  # of equal ratings and lengths the lower key wins
NO_RATING = 1e9


@inner
def longest_useful(base: float, key: int, out: StepRecord, limit: int) -> int:
    """The most nodes with which a chain is easier than the best so far: rating, nodes, key."""
    longest, added, most, odd = 0, 0.0, 4, False
    while longest < limit and base + added < out.exact:
        longest = most + 2
        added += 0.1
        most, odd = next_limit(most, odd), not odd
    if base + added == out.exact:
        equal = out.nodes - 1 if key >= KEYS[out.turn] else out.nodes
        longest = max(longest, min(most + 2, equal))
    return min(longest, limit)


@inner
def _better(out: StepRecord, kind: int, turn: int, base: float, many: int) -> None:
    """Start the record of a chain that is easier than the best so far."""
    begin(out, FORCING_CHAIN)
    out.kind, out.turn, out.nodes = kind, turn, many
    out.exact = base + length_rating(many)
    out.rating = int(out.exact * 10.0 + 0.5)


@inner
def best_chain(room: ChainRoom) -> bool:
    """The easiest forcing chain or cycle: rating, nodes, then X before Y before XY."""
    geo, links, search, proof, out = room.geo, room.links, room.search, room.proof, room.table[0]
    nodes, gone = search.nodes, search.gone
    link(geo, room.state, links)
    out.exact = NO_RATING
    for turn in range(3):
        key = KEYS[turn]
        use_y, use_x = turn > 0, turn != 1
        for a in range(links.many):
            in_cell = links.weak_in_cell[a]
            if in_cell == 0 or (not use_x and in_cell != 1):
                continue
            base = CYCLE_BASES[turn]
            longest = longest_useful(base, key, out, 2 * links.many)
            for e in range(find_cycles(links, search, a, use_y, use_x, longest)):
                many = cycle_nodes(search, search.ends[e], nodes)
                count = cycle_eliminations(links, search, nodes, many)
                if count > 0:
                    _better(out, CYCLES[turn], turn, base, many)
                    for i in range(count):
                        strike(out, links.cell[gone[i]] * geo.n + links.digit[gone[i]])
                    _keep_proof(geo, links, proof, nodes, many)
                    break
            if not use_x:
                continue
            for true in (True, False):
                base = CHAIN_BASES[turn]
                longest = longest_useful(base, key, out, 2 * links.many)
                if find_contradiction(links, search, a, true, use_y, longest) > 0:
                    many = chain_nodes(search, a, true, nodes)
                    _better(out, CHAINS[turn], turn, base, many)
                    conclude(geo, links, out, a, not true)
                    _keep_proof(geo, links, proof, nodes, many)
    return out.exact < NO_RATING


@inner
def conclude(geo: Geometry, links: LinkRecords, out: StepRecord, a: int, true: bool) -> None:
    """Record what follows if a candidate is true, or false."""
    c, d = links.cell[a], links.digit[a]
    if not true:
        strike(out, c * geo.n + d)
        return
    out.cell, out.digit = c, d
    for e in range(geo.n):
        if e != d and links.number[c, e] >= 0:
            strike(out, c * geo.n + e)


@inner
def _keep_proof(geo: Geometry, links: LinkRecords, proof: Int32s, nodes: Int16s, many: int) -> None:
    """Write a chain as a proof of one branch: the nodes, first to last, each after its parent."""
    proof[0], proof[1] = 1, many
    at = 2
    for i in range(many - 1, -1, -1):
        a = nodes[i] >> 1
        candidate = links.cell[a] * geo.n + links.digit[a]
        first = i == many - 1
        proof[at], proof[at + 1], proof[at + 2] = 2 * candidate + (nodes[i] & 1), -1, not first
        at += 3
        if not first:
            proof[at] = many - 2 - i
            at += 1


@inner
def scrambled(x: int) -> np.uint64:
    """A number scattered over 64 bits (splitmix64), so that different sets have different sums."""
    z = np.uint64(x) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inner
def open_row(pool: Pool, rating: float, nodes: int, key: int) -> int:
    """Start a row of a pool; its lists are filled next. Returns its number, -1 when full."""
    row, flat = pool.top[0], pool.gone.shape[0] - 2000
    if row >= pool.rating.shape[0] or pool.top[1] > flat or pool.top[2] > flat:
        return -1
    pool.top[0] += 1
    pool.rating[row], pool.nodes[row], pool.key[row] = rating, nodes, key
    pool.gone_at[row], pool.gone_n[row] = pool.top[1], 0
    pool.parents_at[row], pool.parents_n[row] = pool.top[2], 0
    pool.same[row], pool.chain[row] = np.uint64(0), np.uint64(0)
    return int(row)


@inner
def add_gone(pool: Pool, row: int, candidate: int) -> None:
    """Add a candidate that the newest row eliminates."""
    pool.gone[pool.top[1]] = candidate
    pool.top[1] += 1
    pool.gone_n[row] += 1
    pool.same[row] += scrambled(candidate)


@inner
def add_parent(pool: Pool, row: int, candidate: int) -> None:
    """Add a candidate that must be gone for the newest row to hold; each once."""
    start = pool.parents_at[row]
    for i in range(start, pool.top[2]):
        if pool.parents[i] == candidate:
            return
    pool.parents[pool.top[2]] = candidate
    pool.top[2] += 1
    pool.parents_n[row] += 1


@inner
def add_parents_of(
    geo: Geometry, now: State, start: State, pool: Pool, row: int, cell: int, digit: int, cause: int
) -> None:
    """Add what is gone since ``start`` and makes a true node follow in a cell or a house."""
    if cause == IN_CELL:
        for d in range(geo.n):
            if has(start, cell, d) and not has(now, cell, d):
                add_parent(pool, row, cell * geo.n + d)
        return
    h = geo.of[cell, cause - 1]
    went = start.places[h, digit] & ~now.places[h, digit]
    for i in range(geo.n):
        if (went >> np.uint32(i)) & np.uint32(1):
            add_parent(pool, row, geo.cells[h, i] * geo.n + digit)


@inner
def _strong_cause(links: LinkRecords, q: int, r: int) -> int:
    for s in range(links.strong_n[q]):
        if links.strong[q, s] == r:
            return int(links.strong_cause[q, s])
    return -1


@inner
def _weak_cause(links: LinkRecords, p: int, q: int) -> int:
    for w in range(links.weak_n[p]):
        if links.weak[p, w] == q:
            return int(links.weak_cause[p, w])
    return -1


@inner
def all_chains(room: ChainRoom) -> None:
    """Fill the pool with every forcing chain and cycle of the candidates ``room.now``.

    ``room.state`` are those before the assumption that the larger proof begins with.
    """
    geo, now, start, pool = room.geo, room.now, room.state, room.pool
    links, search = room.sublinks, room.search
    nodes, gone = search.nodes, search.gone
    pool.top[0], pool.top[1], pool.top[2] = 0, 0, 0
    link(geo, now, links)
    for turn in range(3):
        use_y, use_x = turn > 0, turn != 1
        for a in range(links.many):
            in_cell = links.weak_in_cell[a]
            if in_cell == 0 or (not use_x and in_cell != 1):
                continue
            for e in range(find_cycles(links, search, a, use_y, use_x, 1 << 20)):
                many = cycle_nodes(search, search.ends[e], nodes)
                count = cycle_eliminations(links, search, nodes, many)
                if count > 0:
                    rating = CYCLE_BASES[turn] + length_rating(many)
                    row = open_row(pool, rating, many, KEYS[turn])
                    if row < 0:
                        return
                    for i in range(count):
                        add_gone(pool, row, candidate_of(geo, links, gone[i]))
                    _chain_parents(geo, now, start, links, pool, row, nodes, many, True)
            if not use_x:
                continue
            for true in (True, False):
                if find_contradiction(links, search, a, true, use_y, 1 << 20) > 0:
                    many = chain_nodes(search, a, true, nodes)
                    rating = CHAIN_BASES[turn] + length_rating(many)
                    row = open_row(pool, rating, many, KEYS[turn])
                    if row < 0:
                        return
                    if true:
                        add_gone(pool, row, candidate_of(geo, links, a))
                    else:
                        for w in range(links.weak_in_cell[a]):
                            add_gone(pool, row, candidate_of(geo, links, links.weak[a, w]))
                    _chain_parents(geo, now, start, links, pool, row, nodes, many, False)


@inner
def candidate_of(geo: Geometry, links: LinkRecords, a: int) -> int:
    """The number of a candidate outside the search: cell * n + digit."""
    return int(np.int64(links.cell[a]) * geo.n + links.digit[a])


@inner
def _chain_parents(
    geo: Geometry,
    now: State,
    start: State,
    links: LinkRecords,
    pool: Pool,
    row: int,
    nodes: Int16s,
    many: int,
    cyclic: bool,
) -> None:
    """Add what must be gone for the links of a chain, and its mark; a cycle is read both ways."""
    for i in range(many):
        a, true = nodes[i] >> 1, nodes[i] & 1
        pool.chain[row] += scrambled(2 * candidate_of(geo, links, a) + true)
        if cyclic:
            pool.chain[row] += scrambled(2 * candidate_of(geo, links, a) + 1 - true) * np.uint64(31)
        if i + 1 == many and not cyclic:
            break
        before = nodes[(i + 1) % many] >> 1
        if true:
            cause = _strong_cause(links, before, a)
            add_parents_of(geo, now, start, pool, row, links.cell[a], links.digit[a], cause)
        elif cyclic:
            cause = _weak_cause(links, before, a)
            add_parents_of(geo, now, start, pool, row, links.cell[a], links.digit[a], cause)
