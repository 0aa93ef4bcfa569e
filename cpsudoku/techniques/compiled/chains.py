"""Forcing chains and cycles of single implications, as Sudoku Explainer 1.2.1 finds and rates them.

A node is 2 * a + 1 for "candidate a is true" and 2 * a for "false", where candidates are numbered
cell by cell, digits ascending. An implication true => false (weak) holds between
two digits of a cell or two cells of a house; false => true (strong) where only two are left.
X-chains use houses alone, Y-cycles strong links of cells alone, XY both.

Every search is breadth first, so that the first chain to a node is a shortest one. A chain rates
base + 0.1 for each threshold that its number of nodes less 2 exceeds: 4, 6, 8, 12, 16, 24, ...
"""

from __future__ import annotations

import numpy as np

from cpsudoku.techniques.compiled.arrays import Int16s, Int64s
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.records import (
    CycleEnd,
    Geometry,
    LinkRecords,
    SearchRecord,
    State,
)
from cpsudoku.techniques.compiled.state import filled, has, lowest, popcount

IN_CELL = 0  # the cause of a link inside a cell; 1 + k is that of a link in house k of the cell


@inner
def link(geo: Geometry, state: State, links: LinkRecords) -> None:
    """Fill in the links of a state."""
    cells, n = state.marks.shape[0], geo.n
    number, weak, weak_cause = links.number, links.weak, links.weak_cause
    strong, strong_cause = links.strong, links.strong_cause
    many = 0
    for c in range(cells):
        for d in range(n):
            number[c, d] = -1
            if has(state, c, d):
                number[c, d] = many
                many += 1
    links.many = many
    houses = geo.of.shape[1]
    mark = filled(many, -1)
    for c in range(cells):
        for d in range(n):
            a = number[c, d]
            if a < 0:
                continue
            links.cell[a], links.digit[a] = c, d
            count = 0
            for e in range(n):
                if e != d and number[c, e] >= 0:
                    weak[a, count] = number[c, e]
                    weak_cause[a, count] = IN_CELL
                    count += 1
            links.weak_in_cell[a] = count
            others = 0
            if count == 1:
                strong[a, 0] = weak[a, 0]
                others = 1
            links.strong_in_cell[a] = others
            strong_cause[a, 0] = 0
            for k in range(houses):
                h = geo.of[c, k]
                if h < 0:
                    continue
                places = state.places[h, d]
                if popcount(places) == 2:
                    i = lowest(places & ~(np.uint32(1) << np.uint32(geo.at[c, k])))
                    other = number[geo.cells[h, i], d]
                    fresh = True
                    for seen in range(others):
                        fresh = fresh and strong[a, seen] != other
                    if fresh:
                        strong[a, others] = other
                        strong_cause[a, others] = 1 + k
                        others += 1
                for i in range(n):
                    if (places >> np.uint32(i)) & np.uint32(1):
                        b = number[geo.cells[h, i], d]
                        if b != a and mark[b] != a:
                            mark[b] = a
                            weak[a, count] = b
                            weak_cause[a, count] = 1 + k
                            count += 1
            count = _link_beyond(geo, links, a, count, mark)
            links.weak_n[a], links.strong_n[a] = count, others


@inner
def _link_beyond(geo: Geometry, links: LinkRecords, a: int, count: int, mark: Int64s) -> int:
    """Add the weak links of a candidate outside its houses; the number of all its weak links."""
    number, weak, weak_cause = links.number, links.weak, links.weak_cause
    c, d = links.cell[a], links.digit[a]
    for k in range(geo.linked[c]):
        b = number[geo.jumps[c, k], d]
        if b >= 0 and mark[b] != a:
            mark[b] = a
            weak[a, count] = b
            weak_cause[a, count] = IN_CELL
            count += 1
    for k in range(geo.near.shape[1]):
        if geo.near[c, k] < 0:
            break
        for turn in range(2):
            e = d + 1 - 2 * turn
            if 0 <= e < geo.n and number[geo.near[c, k], e] >= 0:
                weak[a, count] = number[geo.near[c, k], e]
                weak_cause[a, count] = IN_CELL
                count += 1
    return count


@inner
def length_rating(complexity: int) -> float:
    """What a proof of that many nodes adds to its base, as a sum of tenths."""
    added, limit, odd = 0.0, 4, False
    while complexity - 2 > limit:
        added += 0.1
        limit, odd = next_limit(limit, odd), not odd
    return added


@inner
def next_limit(limit: int, odd: bool) -> int:
    """The next threshold of the number of nodes less 2."""
    return limit * 4 // 3 if odd else limit * 3 // 2


@inner
def find_cycles(
    links: LinkRecords, search: SearchRecord, start: int, use_y: bool, use_x: bool, longest: int
) -> int:
    """Find the cycles that return to a candidate, shortest first; the number of ``ends``."""
    first = 0 if use_y else links.strong_in_cell[start]
    last = links.strong_n[start] if use_x else links.strong_in_cell[start]
    if first == last:  # no link leads back to it
        return 0
    search.clock += 1
    clock = search.clock
    found, length = 0, 0
    search.queue[0] = start
    search.seen_true[start] = clock
    search.before[start] = -1
    waiting = 1
    while waiting > 0 and length + 2 <= longest:
        pairs = 0
        length += 2
        for i in range(waiting):
            p = search.queue[i]
            _mark_ancestors(search, p)
            stamp = search.clock
            first = 0 if use_y else links.weak_in_cell[p]
            for w in range(first, links.weak_n[p]):
                q = links.weak[p, w]
                if search.ancestor[q] != stamp:
                    search.pairs[pairs].off, search.pairs[pairs].on = q, p
                    pairs += 1
        waiting = 0
        for i in range(pairs):
            q = search.pairs[i].off
            first = 0 if use_y else links.strong_in_cell[q]
            last = links.strong_n[q] if use_x else links.strong_in_cell[q]
            for s in range(first, last):
                r = links.strong[q, s]
                if r == start and length >= 4:
                    end = search.ends[found]
                    end.off, end.on, end.length = q, search.pairs[i].on, length
                    found += 1
                if search.seen_true[r] < clock:
                    search.seen_true[r] = clock
                    search.via[r], search.before[r] = q, search.pairs[i].on
                    search.queue[waiting] = r
                    waiting += 1
    return found


@inner
def _mark_ancestors(search: SearchRecord, p: int) -> None:
    """Stamp the false candidates on the way to a true one; the stamp is the clock's new time."""
    search.clock += 1
    while search.before[p] >= 0:
        search.ancestor[search.via[p]] = search.clock
        p = search.before[p]


@inner
def find_contradiction(
    links: LinkRecords, search: SearchRecord, start: int, true: bool, use_y: bool, longest: int
) -> int:
    """The number of nodes of the shortest chain from a candidate to its opposite, or 0.

    The chain is read backwards from ``source`` (of a false node) and ``via`` (of a true one).
    """
    search.clock += 1
    clock = search.clock
    length = 1
    trues, falses = 0, 0
    if true:
        search.queue[0] = start
        search.seen_true[start] = clock
        trues = 1
    else:
        search.pairs[0].off = start
        search.seen_false[start] = clock
        falses = 1
    while (trues > 0 or falses > 0) and length < longest:
        if trues > 0:
            length += 1
            falses = 0
            for i in range(trues):
                p = search.queue[i]
                for w in range(0 if use_y else links.weak_in_cell[p], links.weak_n[p]):
                    q = links.weak[p, w]
                    if search.seen_false[q] < clock:
                        search.seen_false[q] = clock
                        search.source[q] = p
                        search.pairs[falses].off = q
                        falses += 1
                        if true and q == start:
                            return length
            trues = 0
        if falses > 0 and length < longest:
            length += 1
            for i in range(falses):
                q = search.pairs[i].off
                for s in range(0 if use_y else links.strong_in_cell[q], links.strong_n[q]):
                    r = links.strong[q, s]
                    if search.seen_true[r] < clock:
                        search.seen_true[r] = clock
                        search.via[r] = q
                        search.queue[trues] = r
                        trues += 1
                        if not true and r == start:
                            return length
            falses = 0
    return 0


@inner
def cycle_nodes(search: SearchRecord, end: CycleEnd, nodes: Int16s) -> int:
    """The nodes of a cycle, last first: false, true, ..., the start last. Their number."""
    q, p, many = end.off, end.on, 0
    while True:
        nodes[many], nodes[many + 1] = 2 * q, 2 * p + 1
        many += 2
        if search.before[p] < 0:
            return many
        q, p = search.via[p], search.before[p]


@inner
def chain_nodes(search: SearchRecord, start: int, true: bool, nodes: Int16s) -> int:
    """The nodes of a contradiction, last first: the opposite of the start, ..., the start."""
    many, a, is_true = 0, start, not true
    while True:
        nodes[many] = 2 * a + is_true
        many += 1
        if many > 1 and a == start and is_true == true:
            return many
        a = search.via[a] if is_true else search.source[a]
        is_true = not is_true


@inner
def cycle_eliminations(links: LinkRecords, search: SearchRecord, nodes: Int16s, many: int) -> int:
    """Find the candidates outside the cells of a cycle that see a true and a false node.

    Leaves them in ``search.gone`` and returns their number.
    """
    count = 0
    met, gone = search.met, search.gone
    for a in range(links.many):
        met[a] = 0
    for i in range(many):
        for w in range(links.weak_in_cell[nodes[i] >> 1], links.weak_n[nodes[i] >> 1]):
            b = links.weak[nodes[i] >> 1, w]
            if links.digit[b] == links.digit[nodes[i] >> 1]:
                met[b] |= 1 << (nodes[i] & 1)
    for i in range(many):
        a = nodes[i] >> 1
        c = links.cell[a]
        for d in range(links.number.shape[1]):
            if links.number[c, d] >= 0:
                met[links.number[c, d]] = 0
    for i in range(many):
        for w in range(links.weak_in_cell[nodes[i] >> 1], links.weak_n[nodes[i] >> 1]):
            b = links.weak[nodes[i] >> 1, w]
            if met[b] == 3:
                gone[count] = b
                count += 1
            met[b] = 0
    return count
