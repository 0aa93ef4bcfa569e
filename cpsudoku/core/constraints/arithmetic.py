"""What people conclude from sums, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Constraint, Domains, Elimination, Value
from cpsudoku.core.constraints.encodings.sums import RELATIONS, Terms, merged

Group = tuple[tuple[int, ...], int]  # cells that hold different values, and their weight
Supported = dict[int, set[int]]  # for each cell the values that some filling has
MANY = 2000  # sets of values of one group that are tried; larger groups are cut


def can_hold(
    board: Board, values: Sequence[Value], weights: Iterable[int], relation: str, total: int
) -> bool:
    """Whether the sum of weight x value holds, or can when the empty cells are filled."""
    lowest, highest = board.values[0], board.values[-1]
    least = most = 0
    for value, weight in zip(values, weights, strict=True):
        if value is None:
            low, high = weight * lowest, weight * highest
            least += min(low, high)
            most += max(low, high)
        else:
            least += weight * value
            most += weight * value
    return (relation == ">=" or least <= total) and (relation == "<=" or most >= total)


def groups_of(board: Board, terms: Terms) -> list[Group]:
    """The terms of a sum as groups of cells with one weight whose values the board keeps apart."""
    found: list[tuple[list[int], int, int]] = []  # cells, weight, the cells that may join them
    for cell, weight in merged(terms).items():
        for number, (cells, of_group, joins) in enumerate(found):
            if of_group == weight and joins >> cell & 1:
                cells.append(cell)
                found[number] = cells, weight, joins & board.peer_cells[cell]
                break
        else:
            found.append(([cell], weight, board.peer_cells[cell]))
    return [(tuple(cells), weight) for cells, weight, _ in found]


def supported(
    domains: Domains, groups: Iterable[Group], relation: str, total: int
) -> Supported | None:
    """The values of the cells in fillings with this sum; None if there is no such filling.

    It is exact, except that long groups are cut, so that values may repeat between the parts.
    """
    parts = [part for group in groups for part in _cut(group, domains)]
    layers = [_layers(cells, domains) for cells, _ in parts]
    reach = [
        {weight * total for total in layer[-1].values()}
        for layer, (_, weight) in zip(layers, parts, strict=True)
    ]
    before, after = [{0}], [{0}]
    for sums in reach:
        before.append({a + b for a in before[-1] for b in sums})
    for sums in reversed(reach):
        after.append({a + b for a in after[-1] for b in sums})
    found: Supported = {}
    for number, (cells, weight) in enumerate(parts):
        rest = before[number], after[len(parts) - 1 - number]
        fit = {each for each in reach[number] if _completes(each, *rest, relation, total)}
        if not fit:
            return None
        found.update(_supported_in(cells, domains, layers[number], {s // weight for s in fit}))
    return found if parts or RELATIONS[relation](0, total) else None


def _cut(group: Group, domains: Domains) -> Iterator[Group]:
    cells, weight = group
    count = len({value for cell in cells for value in domains[cell]})
    length = len(cells)
    while length > 1 and max(comb(count, k) for k in range(length + 1)) > MANY:
        length -= 1
    for start in range(0, len(cells), length):
        yield cells[start : start + length], weight


def _layers(cells: Sequence[int], domains: Domains) -> list[dict[int, int]]:
    """For each number of cells filled, the sets of their values (bit v for value v) and the sum."""
    layers = [{0: 0}]
    for cell in cells:
        layers.append(
            {
                mask | 1 << value: total + value
                for mask, total in layers[-1].items()
                for value in domains[cell]
                if not mask >> value & 1
            }
        )
    return layers


def _completes(part: int, before: set[int], after: set[int], relation: str, total: int) -> bool:
    if not before or not after:
        return False
    if relation == "=":
        few, many = sorted((before, after), key=len)
        return any(total - part - each in many for each in few)
    end = min if relation == "<=" else max
    return RELATIONS[relation](part + end(before) + end(after), total)


def _supported_in(
    cells: Sequence[int], domains: Domains, layers: list[dict[int, int]], totals: set[int]
) -> Supported:
    """Follow the sets of values with a fitting sum back to the first cell."""
    found: Supported = {}
    live = {mask for mask, total in layers[-1].items() if total in totals}
    for number in range(len(cells) - 1, -1, -1):
        values: set[int] = set()
        earlier: set[int] = set()
        for mask in live:
            for value in domains[cells[number]]:
                if mask >> value & 1 and mask ^ 1 << value in layers[number]:
                    values.add(value)
                    earlier.add(mask ^ 1 << value)
        found[cells[number]] = values
        live = earlier
    return found


def narrow_sum(
    rule: Constraint, domains: Domains, groups: Sequence[Group], relation: str, total: int
) -> Iterator[Elimination]:
    """The values that the sum excludes; when nothing is left, the sum excludes them all."""
    kept = supported(domains, groups, relation, total) or {}
    least = sum(_ends(domains[cell], weight)[0] for cells, weight in groups for cell in cells)
    most = sum(_ends(domains[cell], weight)[1] for cells, weight in groups for cell in cells)
    for cells, weight in groups:
        for cell in cells:
            low, high = _ends(domains[cell], weight)
            for value in domains[cell]:
                if value in kept.get(cell, ()):
                    continue
                over = relation != ">=" and least - low + weight * value > total
                under = relation != "<=" and most - high + weight * value < total
                yield Elimination(cell, value, _reason(rule, cell, value, weight, over, under))


def _ends(values: Sequence[int], weight: int) -> tuple[int, int]:
    """The least and the most that a cell adds to a sum."""
    if not values:
        return 0, 0
    low, high = sorted((values[0] * weight, values[-1] * weight))
    return low, high


def _reason(rule: Constraint, cell: int, value: int, weight: int, over: bool, under: bool) -> str:
    if over == under:
        return rule.because(cell, value)
    size = "large" if over == (weight > 0) else "small"
    return f"{value} in {rule.board.cell_name(cell)} is too {size} for {rule.title}"


def narrow_to(
    rule: Constraint, domains: Domains, kept: Mapping[int, Iterable[int]]
) -> Iterator[Elimination]:
    """The values outside ``kept``; a cell that is not in it keeps nothing."""
    for cell in dict.fromkeys(rule.cells):
        for value in domains[cell]:
            if value not in kept.get(cell, ()):
                yield Elimination(cell, value, rule.because(cell, value))
