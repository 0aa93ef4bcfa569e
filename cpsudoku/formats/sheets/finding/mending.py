"""Cages whose lines are hidden by those of the boxes: parts without a sum belong to a neighbour."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from cpsudoku.formats.sheets.finding.regions import Pair

_MOST_STEPS = 2_000
Parts = frozenset[frozenset[int]]


def mended(
    groups: Sequence[int], doubtful: Collection[Pair], sums: Mapping[int, int], size: int
) -> Iterator[tuple[int, ...]]:
    """The groups of cells in the one way to join those without a sum to one that has a sum.

    ``doubtful`` are the neighbours that may belong together. Nothing if there are several ways.
    """
    parts: dict[int, set[int]] = {}
    for cell, group in enumerate(groups):
        parts.setdefault(group, set()).add(cell)
    search = _CageJoining(doubtful, sums, size)
    search.join(frozenset(map(frozenset, parts.values())))
    if search.steps and len(search.found) == 1:
        numbers = {cell: min(part) for part in search.found.pop() for cell in part}
        yield tuple(numbers[cell] for cell in range(len(groups)))


class _CageJoining:
    """Joins parts until each has one sum, which is in its first cell and can be reached."""

    def __init__(self, doubtful: Collection[Pair], sums: Mapping[int, int], size: int) -> None:
        self.near: dict[int, set[int]] = {}
        for a, b in doubtful:
            self.near.setdefault(a, set()).add(b)
            self.near.setdefault(b, set()).add(a)
        self.sums, self.size = sums, size
        self.found: set[Parts] = set()
        self.seen: set[Parts] = set()
        self.steps = _MOST_STEPS

    def join(self, parts: Parts) -> None:
        """Collect the ways to join these parts, up to two."""
        if len(self.found) > 1 or not self.steps or parts in self.seen:
            return
        self.seen.add(parts)
        self.steps -= 1
        without = [part for part in parts if not part & self.sums.keys()]
        if not without:
            if all(map(self._is_cage, parts)):
                self.found.add(parts)
            return
        ways = {part: self._ways(part, parts) for part in without}
        part = min(ways, key=lambda part: (len(ways[part]), sorted(part)))
        for other in ways[part]:
            self.join(parts - {part, other} | {part | other})

    def _ways(self, part: frozenset[int], parts: Parts) -> list[frozenset[int]]:
        """The parts that a part without a sum may belong to."""
        near = {cell for own in part for cell in self.near.get(own, ())} - part
        return [other for other in parts if other & near and self._may_be_cage(part | other)]

    def _may_be_cage(self, cells: frozenset[int]) -> bool:
        """Whether cells may be a cage, or a part of one."""
        told = [cell for cell in cells if cell in self.sums]
        if not told:
            return len(cells) < self.size
        least = len(cells) * (len(cells) + 1) // 2
        return min(told) == min(cells) and len(cells) <= self.size and least <= self.sums[min(told)]

    def _is_cage(self, cells: frozenset[int]) -> bool:
        """Whether the sum of a cage can be reached."""
        count, total = len(cells), self.sums[min(cell for cell in cells if cell in self.sums)]
        most = count * (2 * self.size + 1 - count) // 2
        return count <= self.size and count * (count + 1) // 2 <= total <= most
