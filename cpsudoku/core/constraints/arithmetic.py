"""What people conclude from sums, in plain Python."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import comb

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Constraint, Domains, Elimination, Value
from cpsudoku.core.constraints.encodings.sums import RELATIONS, Group, groups_of_terms
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.language import marked, translated

Supported = dict[int, set[int]]  # for each cell, the values that it has in some filling
MANY = 600  # the most sets of values to try for one group; larger groups are cut


def can_hold(
    board: Board, values: Sequence[Value], weights: Iterable[int], relation: str, total: int
) -> bool:
    """Whether the sum of weight x value holds, or can hold when the empty cells are filled."""
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


def supported(
    domains: Domains, groups: Iterable[Group], relation: str, totals: Collection[int]
) -> Supported | None:
    """The values of the cells in fillings whose sum has the relation to one of ``totals``.

    None if there is no such filling. The result is exact for short groups. Long groups are cut, so
    values may repeat between the parts.
    """
    parts = [_Fillings(cells, weight, domains) for cells, weight in _cut(groups, domains)]
    before, after = [{0}], [{0}]
    for part in parts:
        before.append({a + b for a in before[-1] for b in part.sums})
    for part in reversed(parts):
        after.append({a + b for a in after[-1] for b in part.sums})
    found: Supported = {}
    for number, part in enumerate(parts):
        rest = before[number], after[len(parts) - 1 - number]
        fit = {each for each in part.sums if _completes(each, *rest, relation, totals)}
        if not fit:
            return None
        found.update(part.supported(fit))
    return found if parts or any(RELATIONS[relation](0, total) for total in totals) else None


def sums_of(domains: Domains, groups: Iterable[Group]) -> set[int]:
    """Every sum that the groups can have together."""
    found = {0}
    for cells, weight in _cut(groups, domains):
        found = {a + b for a in found for b in _Fillings(cells, weight, domains).sums}
    return found


def _cut(groups: Iterable[Group], domains: Domains) -> Iterator[Group]:
    """The groups, with long ones cut into pieces."""
    for cells, weight in groups:
        count = len({value for cell in cells for value in domains[cell]})
        length = len(cells)
        while length > 1 and max(comb(count, k) for k in range(length + 1)) > MANY:
            length -= 1
        for start in range(0, len(cells), length):
            yield cells[start : start + length], weight


class _Fillings:
    """The ways to fill cells with different values: after each cell, the sets of values so far.

    A set of values is an int in which bit v represents the value v. ``layers`` map it to its sum.
    """

    def __init__(self, cells: Sequence[int], weight: int, domains: Domains) -> None:
        self.cells, self.weight, self.domains = cells, weight, domains
        self.layers = [{0: 0}]
        for cell in cells:
            self.layers.append(
                {
                    mask | 1 << value: total + value
                    for mask, total in self.layers[-1].items()
                    for value in domains[cell]
                    if not mask >> value & 1
                }
            )
        self.sums = {weight * total for total in self.layers[-1].values()}

    def supported(self, sums: set[int]) -> Supported:
        """The values in fillings with one of these sums, from the last cell back to the first."""
        found: Supported = {}
        live = {m for m, total in self.layers[-1].items() if self.weight * total in sums}
        for cell, layer in zip(reversed(self.cells), reversed(self.layers[:-1]), strict=True):
            steps = [
                (value, mask ^ 1 << value)
                for mask in live
                for value in self.domains[cell]
                if mask >> value & 1 and mask ^ 1 << value in layer
            ]
            found[cell] = {value for value, _ in steps}
            live = {mask for _, mask in steps}
        return found


def _completes(
    part: int, before: set[int], after: set[int], relation: str, totals: Collection[int]
) -> bool:
    """Whether a sum of one part and the parts on both sides of it has the relation to a total."""
    if not before or not after:
        return False
    if relation == "=":
        few, many = sorted((before, after), key=len)
        return any(total - part - each in many for total in totals for each in few)
    end = min if relation == "<=" else max
    whole = part + end(before) + end(after)
    return any(RELATIONS[relation](whole, total) for total in totals)


def narrow_sum(
    rule: Constraint, domains: Domains, groups: Sequence[Group], relation: str, total: int
) -> Iterator[Elimination]:
    """The values that the sum excludes: all of them if no filling is left."""
    kept = supported(domains, groups, relation, (total,)) or {}
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
    """The least and the greatest amount that a cell adds to a sum."""
    if not values:
        return 0, 0
    low, high = sorted((values[0] * weight, values[-1] * weight))
    return low, high


def _reason(rule: Constraint, cell: int, value: int, weight: int, over: bool, under: bool) -> str:
    if over == under:
        return rule.because(cell, value)
    text = marked("{digit} is too small for {rule}")
    if over == (weight > 0):
        text = marked("{digit} is too large for {rule}")
    return translated(text, digit=digit_in_cell(rule.board, value, cell), rule=rule.named)


def narrow_to(
    rule: Constraint, domains: Domains, kept: Mapping[int, Iterable[int]]
) -> Iterator[Elimination]:
    """Exclude the values outside ``kept``. A cell that is missing in ``kept`` keeps none."""
    for cell in dict.fromkeys(rule.cells):
        for value in domains[cell]:
            if value not in kept.get(cell, ()):
                yield Elimination(cell, value, rule.because(cell, value))


# Lists of cells with equal sums


def can_be_equal(board: Board, lists: Iterable[Sequence[Value]]) -> bool:
    """Whether the sums of these lists are equal, or can be equal when all cells are filled."""
    lowest, highest = board.values[0], board.values[-1]
    least, most = [], []
    for values in lists:
        filled = [value for value in values if value is not None]
        empty = len(values) - len(filled)
        least.append(sum(filled) + empty * lowest)
        most.append(sum(filled) + empty * highest)
    return max(least) <= min(most)


def narrow_equal(
    rule: Constraint, domains: Domains, lists: Sequence[Sequence[int]]
) -> Iterator[Elimination]:
    """Exclude the values that fit none of the sums that all these lists of cells can have."""
    groups = [groups_of_terms(rule.board, [(cell, 1) for cell in cells]) for cells in lists]
    common = set.intersection(*(sums_of(domains, each) for each in groups))
    kept: Supported = {}
    for each in groups:
        kept.update(supported(domains, each, "=", common) or {})
    yield from narrow_to(rule, domains, kept)
