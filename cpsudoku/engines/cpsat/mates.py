"""Relations of two digits, as tables of the digits that each digit allows."""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.core.constraints.lowered import Relation

MANY = 4096  # sets of digits whose mates a table caches


class Mates:
    """For each digit of one cell, the digits of another cell that it allows, as bits."""

    def __init__(self, mates: tuple[int, ...]) -> None:
        self.mates = mates
        self.is_sparse = 2 * sum(map(int.bit_count, mates)) < len(mates) ** 2
        self.known: dict[int, int] = {}  # the results of ``support``

    def support(self, domain: int) -> int:
        """The digits that have a mate in this set."""
        found = self.known.get(domain)
        if found is None:
            if len(self.known) >= MANY:
                self.known.clear()
            found = 0
            for digit, mates in enumerate(self.mates):
                if domain >> digit & 1:
                    found |= mates
            self.known[domain] = found
        return found


BothWays = tuple[Mates, Mates]  # from the first cell to the second, and the reverse


@lru_cache(maxsize=1024)
def both_ways(holds: Relation, values: tuple[int, ...], differ: bool) -> BothWays:
    """The tables of a relation; ``differ``: its cells hold different digits."""
    numbered = list(enumerate(values))
    return _both_ways(
        tuple(
            sum(1 << j for j, b in numbered if holds(a, b) and not (differ and i == j))
            for i, a in numbered
        )
    )


@lru_cache(maxsize=4096)
def joined(one: Mates, other: Mates) -> BothWays | None:
    """The relation of two different cells that follows from their tables with the same third cell.

    None if the only conclusion is that the two cells differ.
    """
    size = len(one.mates)
    found = [0] * size
    for ours, theirs in zip(one.mates, other.mates, strict=True):
        for digit in range(size):
            if ours >> digit & 1:
                found[digit] |= theirs & ~(1 << digit)
    if sum(map(int.bit_count, found)) == size * (size - 1):
        return None
    return _both_ways(tuple(found))


def _both_ways(mates: tuple[int, ...]) -> BothWays:
    size = len(mates)
    reverse = (sum(1 << i for i in range(size) if mates[i] >> j & 1) for j in range(size))
    return Mates(mates), Mates(tuple(reverse))
