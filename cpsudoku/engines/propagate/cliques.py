"""The sets of digits of cells with the same relation between any two, as on nabner lines.

Pairs alone do not show which digits these cells need together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from cpsudoku.core.constraints.lowered import Lowered, RelatedPair, Relation, Sets

MOST_SETS = 60  # more of them take longer than they help


def sets_of_cliques(members: Sequence[Lowered], values: tuple[int, ...]) -> Iterator[Sets]:
    """The digit sets of the cells of a rule, if all its pairs have one relation."""
    if len(members) < 3:
        return
    first = members[0]
    if type(first) is not RelatedPair:
        return
    pairs: set[tuple[int, int]] = set()
    for each in members:
        if type(each) is not RelatedPair or each.holds is not first.holds:
            return
        pairs.add((min(each[:2]), max(each[:2])))
    cells = tuple(sorted({cell for pair in pairs for cell in pair}))
    if pairs == {*combinations(cells, 2)}:
        sets = _sets(first.holds, values, len(cells))
        if sets is not None:
            yield Sets(cells, sets)


@lru_cache(maxsize=256)
def _sets(holds: Relation, values: tuple[int, ...], size: int) -> tuple[frozenset[int], ...] | None:
    """The sets of ``size`` digits that fit each other; None if they exclude little."""
    if any(holds(value, value) for value in values):
        return None
    if any(holds(one, other) != holds(other, one) for one, other in combinations(values, 2)):
        return None
    found: list[tuple[int, ...]] = [()]
    for _ in range(size):
        found = [
            (*chosen, value)
            for chosen in found
            for value in values
            if all(other < value and holds(other, value) for other in chosen)
        ]
        if len(found) > MOST_SETS * size:
            return None
    if len(found) > MOST_SETS or len(found) == comb(len(values), size):
        return None
    return tuple(map(frozenset, found))
