"""Fast rules that exclude digits, on sets of digits and sets of cells as bits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations

from cpsudoku.core.constraints.lowered import RelatedPair, Relation
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.engines.cpsat.digit_sets import DigitSets, digit_sets
from cpsudoku.engines.cpsat.leftovers import LeftoverSum
from cpsudoku.engines.cpsat.mates import BothWays, Mates, both_ways, joined

Domains = list[int]  # for each cell, bit d - 1 is set if digit d is still possible


class DeadEnd(Exception):
    """A cell has no digit left, or a digit has no cell."""


class Narrowing:
    """The digits of each cell and the cells of each digit, which rules reduce."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.board
        self.board = board
        self.domains = _given(puzzle)
        self.changed = [cell for cell, domain in enumerate(self.domains) if not domain & domain - 1]
        self.stale = board.all_digits  # digits whose places have changed
        self.places = _places(self.domains, board.size)
        self.seen: Sequence[int] = board.peer_cells
        self.houses: Sequence[int] = board.house_cells
        self.queued = bytearray(len(self.domains))  # 1 for each cell of ``changed``
        self.pairs: dict[int, list[tuple[int, Mates]]] = {}
        self.cages: list[DigitSets] = []
        self.cages_of: dict[int, list[int]] = {}
        self.stale_cages: set[int] = set()
        self.sums: list[LeftoverSum] = []
        self.sums_of: dict[int, list[int]] = {}
        self.stale_sums: set[int] = set()
        self.given: list[LeftoverSum] = []
        if puzzle.constraints:
            self._add_houses(puzzle)
            self._add_pairs(pair for rule in puzzle.constraints for pair in rule.pairs())
            self.given = given_sums(puzzle)
            for each in self.given:
                self.add_sum(each)
        # for each digit, the houses in which its cell is not settled
        self.open: list[Sequence[int]] = [self.houses] * (board.size + 1)

    def _add_houses(self, puzzle: Puzzle) -> None:
        seen, houses = list(self.seen), list(self.houses)
        for rule in puzzle.constraints:
            for house in rule.houses():
                cells = sum(1 << cell for cell in house.cells)
                if len(house.cells) == self.board.size:
                    houses.append(cells)
                for cell in house.cells:
                    seen[cell] |= cells & ~(1 << cell)
        self.seen, self.houses = seen, houses

    def _add_pairs(self, pairs: Iterable[RelatedPair]) -> None:
        values, seen = self.board.values, self.seen
        for pair in pairs:
            differ = bool(seen[pair.one] >> pair.other & 1)
            self._add_pair(pair.one, pair.other, both_ways(pair.holds, values, differ))

    def join_pairs(self) -> None:
        """Join two relations with a common cell into one, if the two other cells see each other."""
        seen, found = self.seen, []
        for relations in self.pairs.values():
            for (one, ours), (other, theirs) in combinations(relations, 2):
                if seen[one] >> other & 1 and (ours.is_sparse or theirs.is_sparse):
                    tables = joined(ours, theirs)
                    if tables is not None:
                        found.append((one, other, tables))
        for one, other, tables in found:
            self._add_pair(one, other, tables)

    def _add_pair(self, one: int, other: int, tables: BothWays) -> None:
        forward, backward = tables
        self.pairs.setdefault(one, []).append((other, forward))
        self.pairs.setdefault(other, []).append((one, backward))
        self.keep(other, forward.support(self.domains[one]))
        self.keep(one, backward.support(self.domains[other]))

    def add_sum(self, each: LeftoverSum) -> None:
        """Narrow with a sum, in the strongest way that is possible for it."""
        size, count = self.board.size, len(each.cells)
        digits = tuple(range(1, size + 1))
        differ = not each.minus and self._differ(each.cells)
        if count == 2 and not each.minus:
            tables = both_ways(_adds_to(each.total), digits, differ)
            self._add_pair(each.cells[0], each.cells[1], tables)
        elif differ and (sets := digit_sets(size, count, each.total)) is not None:
            self._add_cage(each.cells, *sets)
        elif count == len(each.minus) == 1:
            tables = both_ways(_exceeds_by(each.total), digits, False)
            self._add_pair(each.cells[0], each.minus[0], tables)
        else:
            number = len(self.sums)
            for cell in (*each.cells, *each.minus):
                self.sums_of.setdefault(cell, []).append(number)
            self.sums.append(each)
            self.stale_sums.add(number)

    def _differ(self, cells: tuple[int, ...]) -> bool:
        """Whether all of these cells see each other."""
        every = sum(1 << cell for cell in cells)
        return all(not every & ~self.seen[cell] & ~(1 << cell) for cell in cells)

    def _add_cage(
        self, cells: tuple[int, ...], sets: tuple[int, ...], every: int, common: int
    ) -> None:
        if not sets:
            raise DeadEnd
        number = len(self.cages)
        self.cages.append(DigitSets(cells, sets))
        for cell in cells:
            self.cages_of.setdefault(cell, []).append(number)
            if self.domains[cell] != self.board.all_digits:
                self.stale_cages.add(number)
            self.keep(cell, every)
        if common:
            self._lock(cells, common)

    def copy(self) -> Narrowing:
        """A copy with separate digits and the same rules."""
        other = Narrowing.__new__(Narrowing)
        other.__dict__.update(self.__dict__)
        other.domains, other.places = list(self.domains), list(self.places)
        other.changed, other.queued = list(self.changed), self.queued[:]
        other.open = list(self.open)
        other.stale_cages, other.stale_sums = set(self.stale_cages), set(self.stale_sums)
        other.cages = [DigitSets(cage.cells, cage.sets) for cage in self.cages]
        return other

    @property
    def is_settled(self) -> bool:
        """Whether each cell has one digit."""
        return not any(domain & domain - 1 for domain in self.domains)

    def narrow(self) -> None:
        """Apply the rules until none excludes another digit; raises Contradiction."""
        while True:
            self._spread()
            if self.stale_cages:
                self._narrow_cages()
            elif self.stale_sums:
                self._narrow_sums()
            elif self.stale:
                self._narrow_houses()
            else:
                return

    def keep(self, cell: int, digits: int) -> None:
        """Keep only these digits of a cell; raises Contradiction if none is left."""
        old = self.domains[cell]
        new = old & digits
        if new == old:
            return
        if not new:
            raise DeadEnd
        self.domains[cell] = new
        gone, place = old ^ new, 1 << cell
        self.stale |= gone
        while gone:
            low = gone & -gone
            self.places[low.bit_length()] ^= place
            gone ^= low
        if not self.queued[cell]:
            self.queued[cell] = 1
            self.changed.append(cell)

    def keep_all(self, domains: Domains) -> None:
        """Keep only these digits of each cell."""
        for cell, digits in enumerate(domains):
            self.keep(cell, digits)

    def remove(self, digit: int, cells: int) -> None:
        """Remove a digit from the cells of a set that have it."""
        cells &= self.places[digit]
        bit = 1 << digit - 1
        if not cells:
            return
        self.places[digit] ^= cells
        self.stale |= bit
        domains, changed, queued = self.domains, self.changed, self.queued
        while cells:
            low = cells & -cells
            cells ^= low
            cell = low.bit_length() - 1
            domains[cell] ^= bit
            if not domains[cell]:
                raise DeadEnd
            if not queued[cell]:
                queued[cell] = 1
                changed.append(cell)

    def _spread(self) -> None:
        """Remove settled digits from their peers, and digits that relations of cells exclude."""
        domains, seen, pairs, cages_of = self.domains, self.seen, self.pairs, self.cages_of
        changed, queued = self.changed, self.queued
        for cell in changed:  # the loop itself appends more
            queued[cell] = 0
            domain = domains[cell]
            if not domain & domain - 1:
                self.remove(domain.bit_length(), seen[cell])
            if cell in pairs:
                for other, table in pairs[cell]:
                    digits = table.known.get(domain) or table.support(domain)
                    if domains[other] & ~digits:
                        self.keep(other, digits)
            if cell in cages_of:
                self.stale_cages.update(cages_of[cell])
            if cell in self.sums_of:
                self.stale_sums.update(self.sums_of[cell])
        changed.clear()

    def _narrow_houses(self) -> None:
        """Hidden singles, and digits whose places in a house all see another cell."""
        stale, self.stale = self.stale, 0
        for digit in _digits_of(stale):
            at, left = self.places[digit], []
            for house in self.open[digit]:
                places = at & house
                rest = places & places - 1
                if rest:
                    left.append(house)
                    more = rest & rest - 1
                    if more & more - 1:
                        continue
                    common = self._seen_by(places) & at
                    if common:
                        self.remove(digit, common)
                        at = self.places[digit]
                elif places:
                    self.keep(places.bit_length() - 1, 1 << digit - 1)
                else:
                    raise DeadEnd
            self.open[digit] = left
            if self.changed:
                self._spread()

    def _seen_by(self, places: int) -> int:
        """The cells that see all of two or three cells."""
        first = places & -places
        common = self.seen[first.bit_length() - 1] & self.seen[places.bit_length() - 1]
        places ^= first
        middle = places & -places
        return common if middle == places else common & self.seen[middle.bit_length() - 1]

    def _narrow_sums(self) -> None:
        """Exclude digits that are too small or too large for a sum with any digits elsewhere."""
        stale, self.stale_sums = self.stale_sums, set()
        domains, full = self.domains, self.board.all_digits
        for number in stale:
            each = self.sums[number]
            least = [(domains[cell] & -domains[cell]).bit_length() for cell in each.cells]
            most = [domains[cell].bit_length() for cell in each.cells]
            under = [(domains[cell] & -domains[cell]).bit_length() for cell in each.minus]
            over = [domains[cell].bit_length() for cell in each.minus]
            above = each.total - sum(least) + sum(over)  # the most to add to the least sum
            below = sum(most) - sum(under) - each.total
            if above < 0 or below < 0:
                raise DeadEnd
            for cell, low, high in zip(each.cells, least, most, strict=True):
                if low + above < high or high - below > low:
                    self.keep(cell, _between(high - below, low + above) & full)
            for cell, low, high in zip(each.minus, under, over, strict=True):
                if high - above > low or low + below < high:
                    self.keep(cell, _between(high - above, low + below) & full)

    def _narrow_cages(self) -> None:
        stale, self.stale_cages = self.stale_cages, set()
        for number in stale:
            self._narrow_cage(self.cages[number])

    def _narrow_cage(self, cage: DigitSets) -> None:
        """Drop the sets of digits that no longer fit, and the digits that are in no set."""
        kept, certain = cage.fit([self.domains[cell] for cell in cage.cells])
        if not cage.sets:
            raise DeadEnd
        for cell, digits in zip(cage.cells, kept, strict=True):
            self.keep(cell, digits)
        self._lock(cage.cells, certain)

    def _lock(self, cells: tuple[int, ...], certain: int) -> None:
        """Exclude digits that these cells certainly hold from cells that see all their places."""
        inside = sum(1 << cell for cell in cells)
        for digit in _digits_of(certain):
            places = self.places[digit] & inside
            if not places & places - 1:
                if not places:
                    raise DeadEnd
                self.keep(places.bit_length() - 1, 1 << digit - 1)
                continue
            common = self.places[digit]
            while places and common:
                low = places & -places
                common &= self.seen[low.bit_length() - 1]
                places ^= low
            if common:
                self.remove(digit, common)


@cache
def _adds_to(total: int) -> Relation:
    return lambda one, other: one + other == total


@cache
def _exceeds_by(total: int) -> Relation:
    return lambda one, other: one - other == total


def _between(least: int, most: int) -> int:
    """The digits from ``least`` to ``most``, as bits."""
    return (1 << most) - (1 << max(0, least - 1)) if most > 0 else 0


def given_sums(puzzle: Puzzle) -> list[LeftoverSum]:
    """The sums of digits that rules of a puzzle fix."""
    above = puzzle.board.lowest - 1
    return [
        LeftoverSum(total.cells, total.total - above * len(total.cells))
        for rule in puzzle.constraints
        for total in rule.totals()
    ]


def _given(puzzle: Puzzle) -> Domains:
    domains = list(puzzle.board.domains)
    for cell, digit in enumerate(puzzle.givens.every):
        if digit:
            domains[cell] = 1 << digit - 1
    for cell, marks in enumerate(puzzle.marks or ()):
        domains[cell] &= sum(1 << digit - 1 for digit in marks)
    if 0 in domains:
        raise DeadEnd
    return domains


def _places(domains: Domains, size: int) -> list[int]:
    """For each digit, the set of cells that can have it; index 0 is unused."""
    found = [(1 << len(domains)) - 1] * (size + 1)
    full = (1 << size) - 1
    for cell, domain in enumerate(domains):
        for digit in _digits_of(full ^ domain):
            found[digit] ^= 1 << cell
    return found


@lru_cache(maxsize=4096)
def _digits_of(domain: int) -> tuple[int, ...]:
    return tuple(d for d in range(1, domain.bit_length() + 1) if domain >> d - 1 & 1)
