"""Connected cells for CP-SAT: a tree that is rooted in the first of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cpsudoku.core.constraints.connecting import Graph
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.modelling import CpModel, IntVar, Variables

Literal = IntVar | bool


def edge_literals(
    model: CpModel, x: Variables, cells: Graph, values: frozenset[int]
) -> dict[int, Literal]:
    """For each cell, a literal that is true if it holds one of the values."""
    found: dict[int, Literal] = {}
    for cell in cells:
        fits = [literal for value, literal in x[cell].items() if value in values]
        if len(fits) == len(x[cell]):
            found[cell] = True
        elif len(fits) < 2:
            found[cell] = fits[0] if fits else False
        else:
            found[cell] = inside = model.new_bool_var("")
            model.add(sum(fits) == inside)
    return found


def post_connected(model: CpModel, inside: Mapping[int, Literal], graph: Graph) -> None:
    """The cells whose literals are true are connected.

    Each of them except the first has a neighbour that is one step nearer to the first.
    """
    cells = [cell for cell in inside if inside[cell] is not False]
    steps = {cell: model.new_int_var(0, len(cells) - 1, "") for cell in cells}
    before: Literal = False  # whether an earlier cell is inside
    for cell in cells:
        literal = inside[cell]
        arcs = []
        for other in graph[cell]:
            if inside.get(other, False) is not False:
                arc = model.new_bool_var("")
                model.add_implication(arc, inside[other])
                model.add(steps[cell] == steps[other] + 1).only_enforce_if(arc)
                arcs.append(arc)
        first = model.new_bool_var("")
        model.add(sum(arcs) + first == literal)
        model.add_bool_or([~first, negated(before)])
        model.add(steps[cell] == 0).only_enforce_if(first)
        model.add(steps[cell] == 0).only_enforce_if(negated(literal))
        now = model.new_bool_var("")
        model.add_max_equality(now, [before, literal])
        before = now


def post_rooted(
    model: CpModel, inside: Mapping[int, Literal], root: int, most: int, graph: Graph
) -> None:
    """The cells whose literals are true are connected with a root, and at most ``most``.

    Each of them except the root has a neighbour that is one step nearer to it.
    """
    steps = {cell: model.new_int_var(0, max(most - 1, 0), "") for cell in inside}
    model.add(steps[root] == 0)
    for cell, literal in inside.items():
        arcs = []
        for other in graph[cell] if cell != root else ():
            if other in inside:
                arc = model.new_bool_var("")
                post_clause(model, [~arc, inside[other]])
                model.add(steps[cell] == steps[other] + 1).only_enforce_if(arc)
                arcs.append(arc)
        if cell != root:
            model.add(sum(arcs) == literal)
            model.add(steps[cell] == 0).only_enforce_if(negated(literal))


def reachable_within(start: int, size: int, graph: Graph) -> list[int]:
    """The cells that a connected area of ``size`` cells can contain together with one of them."""
    found = last = dict.fromkeys([start])
    for _ in range(size - 1):
        around = (other for cell in last for other in graph[cell])
        last = dict.fromkeys(other for other in around if other not in found)
        found |= last
    return list(found)


def post_partition(
    model: CpModel,
    region: Sequence[Mapping[int, Literal]],
    labels: Sequence[int],
    sizes: range,
    graph: Graph,
) -> None:
    """Each cell, which is its index in ``region``, belongs to one of the regions.

    Each region is connected and has one of the ``sizes``. Regions are numbered in the order of
    their first cells.
    """
    if not sizes:
        model.add_bool_or([])
        return
    most = sizes[-1]
    for label in labels:
        count = sum(marks.get(label, False) for marks in region)
        model.add_linear_constraint(count, sizes[0], most)
    for one, other in far_apart(graph, most):
        for label in labels:
            here, there = region[one].get(label, False), region[other].get(label, False)
            post_clause(model, [negated(here), negated(there)])
    firsts = _post_order(model, region, labels)
    steps = [model.new_int_var(0, most - 1, "") for _ in region]
    for cell, marks in enumerate(region):
        arcs = []
        for other in graph[cell]:
            arc = model.new_bool_var("")
            for label in labels:
                here, there = marks.get(label, False), region[other].get(label, False)
                post_clause(model, [~arc, negated(here), there])
            model.add(steps[cell] == steps[other] + 1).only_enforce_if(arc)
            arcs.append(arc)
        model.add(sum(arcs) + firsts[cell] == 1)
        model.add(steps[cell] == 0).only_enforce_if(firsts[cell])


def _post_order(
    model: CpModel, region: Sequence[Mapping[int, Literal]], labels: Sequence[int]
) -> list[IntVar]:
    """A region begins only after the one before it. Returns whether each cell begins a region."""
    begun: list[Literal] = [False] * len(labels)
    firsts = []
    for marks in region:
        before = list(begun)
        starts = []
        for place, label in enumerate(labels):
            literal = marks.get(label, False)
            if place:
                post_clause(model, [negated(literal), before[place - 1]])
            start = model.new_bool_var("")
            model.add_bool_and([literal, negated(before[place])]).only_enforce_if(start)
            post_clause(model, [start, negated(literal), before[place]])
            starts.append(start)
            now = model.new_bool_var("")
            model.add_max_equality(now, [before[place], literal])
            begun[place] = now
        first = model.new_bool_var("")
        model.add(sum(starts) == first)
        firsts.append(first)
    return firsts


def far_apart(graph: Graph, size: int) -> Iterator[tuple[int, int]]:
    """The pairs of cells that no connected area of ``size`` cells contains."""
    for start in graph:
        near = set(reachable_within(start, size, graph))
        yield from ((start, other) for other in graph if other > start and other not in near)
