"""HoDoKu's search for ALS-XY-Chains when it solves: each set comes after the one before it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from cpsudoku.core.candidates import Candidate, Candidates, bits
from cpsudoku.techniques.almost_locked.als import AlsTable, als_table
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.chains.alternating import preference

Commons = tuple[int, ...]  # the one or two digits that the last link of a chain passes on


def forward_als_chain(candidates: Candidates) -> Step | None:
    """What HoDoKu's best chain removes, or None if it has none.

    Its sets are numbered by houses and cells. Along a chain the numbers rise, so HoDoKu misses many
    chains. A link through two commons passes on both, without the one of the link before it.
    """
    chains = _ChainEnds(als_table(candidates)).find()
    best = min(chains, key=preference, default=None)
    return None if best is None else Step("als-chain", eliminations=best)


class _ChainEnds:
    """Which ends each start reaches by at least three links. An end is a set with its commons."""

    def __init__(self, table: AlsTable) -> None:
        self.table = table
        self.ends: list[tuple[int, Commons]] = []
        self.number_of: dict[tuple[int, Commons], int] = {}
        self.of_set: dict[int, int] = defaultdict(int)  # the ends of each set, as bits
        self.links = [self._links(number) for number in range(len(table.sets))]
        # The ends after one link or more, and two or more, from a set that has lost a digit.
        self.once: dict[tuple[int, int], int] = {}
        self.twice: dict[tuple[int, int], int] = {}
        for number in reversed(range(len(table.sets))):
            for digit in table.sets[number].at:
                self._follow(number, digit)

    def _links(self, number: int) -> list[tuple[int, Commons]]:
        """The later sets without shared cells, and their first and last restricted common."""
        found: dict[int, Commons] = {}
        later = -1 << number + 1 & ~self.table.overlapping[number]
        for digit, sets in sorted(self.table.linked[number].items()):
            for after in bits(sets & later & (1 << len(self.table.sets)) - 1):
                found[after] = (*found.get(after, ())[:1], digit)
        return sorted(found.items())

    def _follow(self, number: int, digit: int) -> None:
        once = twice = 0
        for after, commons in self.links[number]:
            passed = tuple(common for common in commons if common != digit)
            if passed:
                once |= 1 << self._end(after, passed) | self.once[after, passed[0]]
                twice |= self.once[after, passed[0]]
        self.once[number, digit], self.twice[number, digit] = once, twice

    def _end(self, number: int, commons: Commons) -> int:
        end = self.number_of.setdefault((number, commons), len(self.ends))
        if end == len(self.ends):
            self.ends.append((number, commons))
            self.of_set[number] |= 1 << end
        return end

    def find(self) -> Iterator[tuple[Candidate, ...]]:
        """What each chain removes."""
        for start in range(len(self.table.sets)):
            firsts: dict[int, int] = defaultdict(int)
            for after, commons in self.links[start]:
                for common in commons:
                    firsts[common] |= self.twice[after, common]
            for first, ends in firsts.items():
                yield from self._gone(start, first, ends)

    def _gone(self, start: int, first: int, ends: int) -> Iterator[tuple[Candidate, ...]]:
        sharing = self.table.sharing[start]
        hits = 0
        for digit in sharing:
            if digit != first:
                for number in bits(sharing[digit]):
                    hits |= ends & self.of_set.get(number, 0)
        for end in bits(hits):
            number, commons = self.ends[end]
            gone = tuple(
                (cell, digit)
                for digit in self.table.sets[start].at
                if digit != first and digit not in commons and digit in self.table.sets[number].at
                for cell in bits(self.table.gone((start, number), digit))
            )
            if gone:
                yield gone
