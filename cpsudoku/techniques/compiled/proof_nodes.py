"""The nodes of a proof of several branches, in the order in which an explanation names them."""

from __future__ import annotations

from cpsudoku.techniques.compiled.arrays import Int32s, Int64s
from cpsudoku.techniques.compiled.compile import inner
from cpsudoku.techniques.compiled.records import (
    Geometry,
    Hunt,
    LinkRecords,
    RunRecords,
)
from cpsudoku.techniques.compiled.single import (
    candidate_of,
)
from cpsudoku.techniques.compiled.state import (
    filled,
)


@inner
def write_proof(
    geo: Geometry, links: LinkRecords, runs: RunRecords, proof: Int32s, branches: int, hunt: Hunt
) -> None:
    """Turn the ends of the branches into the whole proof, parents before children.

    proof: the number of branches; for each its number of nodes; for each node its number (2 *
    candidate + true), the nested chain or -1, the number of its parents, and their places in the
    branch.
    """
    ends = filled(2 * branches, 0)
    for i in range(2 * branches):
        ends[i] = proof[i]
    proof[0] = branches
    at = 1
    place = filled(2 * links.many + 1, 0)
    first = filled(2 * links.many + 1, 0)
    for b in range(branches):
        r, node = ends[2 * b], ends[2 * b + 1]
        many = _closure(runs, hunt, r, node)
        _by_age(runs, hunt, r, many, first)
        for i in range(many):
            place[first[i]] = i
        total = many + 1 if node < 0 else many
        proof[at] = total
        at += 1
        for i in range(total):
            clash = runs.clash[r]
            v, start, parents = clash.node, clash.at, clash.count
            proof[at + 1] = -1
            if i < many:
                v = first[i]
                start, parents = runs.parents_at[r, v], runs.parents_n[r, v]
                proof[at + 1] = runs.nested[r, v]
            proof[at] = 2 * candidate_of(geo, links, v >> 1) + (v & 1)
            proof[at + 2] = parents
            for j in range(parents):
                proof[at + 3 + j] = place[runs.arena[start + j]]
            at += 3 + parents


@inner
def _by_age(runs: RunRecords, hunt: Hunt, r: int, many: int, first: Int64s) -> None:
    """Put the nodes of ``hunt.queue`` in the order in which they were found.

    Parents of a run are always older. The assumption has no parents, and comes first.
    """
    for i in range(many):
        node = hunt.queue[i]
        at = i
        while at > 0 and _is_older(runs, r, node, first[at - 1]):
            first[at] = first[at - 1]
            at -= 1
        first[at] = node


@inner
def _is_older(runs: RunRecords, r: int, one: int, other: int) -> bool:
    if runs.parents_n[r, one] == 0 or runs.parents_n[r, other] == 0:
        if runs.parents_n[r, one] != runs.parents_n[r, other]:
            return bool(runs.parents_n[r, one] == 0)
    return bool(runs.parents_at[r, one] < runs.parents_at[r, other])


@inner
def _closure(runs: RunRecords, hunt: Hunt, r: int, node: int) -> int:
    """The node and all that it rests on, in ``hunt.queue``; of -1 all that the clash rests on."""
    many = queue_end(runs, hunt, r, node)
    done = 0
    while done < many:
        v = hunt.queue[done]
        done += 1
        many = queue_parents(runs, hunt, runs.parents_at[r, v], runs.parents_n[r, v], many)
    return many


@inner
def queue_end(runs: RunRecords, hunt: Hunt, r: int, node: int) -> int:
    """Begin ``hunt.queue`` with the node that ends a branch, or for -1 with what clashes there."""
    hunt.clock += 1
    if node < 0:
        return queue_parents(runs, hunt, runs.clash[r].at, runs.clash[r].count, 0)
    hunt.queue[0] = node
    hunt.marks[node] = hunt.clock
    return 1


@inner
def queue_parents(runs: RunRecords, hunt: Hunt, at: int, count: int, many: int) -> int:
    """Add the parents listed from ``at`` that ``hunt.queue`` lacks; returns its length then."""
    clock = hunt.clock
    for i in range(at, at + count):
        parent = runs.arena[i]
        if hunt.marks[parent] != clock:
            hunt.marks[parent] = clock
            hunt.queue[many] = parent
            many += 1
    return many
