"""The arithmetic of sums in words: why the other cells exclude values of a cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.arithmetic import sums_of
from cpsudoku.core.constraints.combinations import (
    MANY_COMBINATIONS,
    combinations_of,
    combinations_text,
    misfits,
)
from cpsudoku.core.constraints.encodings.sums import Group, groups_of_terms
from cpsudoku.core.constraints.sentences import (
    LISTED,
    Domains,
    Elimination,
    at_least_text,
    at_most_text,
    counted_text,
    sentence_with_reasons,
    values_by_cell,
)
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import listed, phrases

LONG = 5  # cells whose combinations are listed; more digits are hard to compare
FLIPPED = {"=": "=", "<=": ">=", ">=": "<="}


def with_arithmetic(
    said: str,
    board: Board,
    domains: Domains,
    groups: Sequence[Group],
    total: int,
    excluded: Sequence[Elimination],
    relation: str = "=",
) -> str:
    """A sentence about what a sum leaves for cells, followed by the arithmetic.

    ``r1c1 is at least 5`` becomes ``r1c1 is at least 5: r2c2 and r3c3 add up to at most 18, and
    23 - 18 = 5``.
    """
    return sentence_with_reasons(said, numbers(board, domains, groups, total, excluded, relation))


def numbers(
    board: Board,
    domains: Domains,
    groups: Sequence[Group],
    total: int,
    excluded: Sequence[Elimination],
    relation: str = "=",
) -> Sequence[str]:
    """Why a sum excludes values: limits, combinations, and what the other cells would need.

    ``groups``, each with its weight, have the relation to ``total``.
    """
    found, misfit = dict[tuple[int, bool, int], str](), dict[int, list[int]]()
    rests = {
        cell: _Rest.of(board, domains, groups, total, relation, cell)
        for cell in values_by_cell(excluded)
    }
    for cell, values in values_by_cell(excluded).items():
        rest, left = rests[cell], values
        for is_lower in rest.bounded:
            limit = rest.limit(is_lower)
            beyond = {value for value in values if value != limit and (value < limit) is is_lower}
            if beyond:
                found.setdefault((rest.own, is_lower, limit), rest.limit_text(is_lower))
                left = left - beyond
        if left:
            misfit[cell] = sorted(left)
    if misfit and relation == "=" and len(groups) == 1 and groups[0][1] == 1:
        cells = groups[0][0]
        sets = combinations_of(board, domains, cells, total)
        few = MANY_COMBINATIONS if len(cells) <= LONG else 1
        if 0 < len(sets) <= few:
            held = translated("the cells {sets}", sets=combinations_text(board, sets))
            return [held, *misfits(board, cells, sets, excluded)]
    needs = (words for cell, values in misfit.items() for words in rests[cell].needs(values))
    return [*filter(None, found.values()), *needs]


@dataclass(frozen=True)
class _Rest:
    """A sum from the point of view of one cell.

    ``own`` times its value, plus the groups ``same``, minus the groups ``opposed``, has the
    relation to ``total``. All weights of the groups are positive; ``own`` is, too. ``mates`` are
    the cells that differ from it because they are in its group.
    """

    board: Board
    domains: Domains
    cell: int
    own: int
    same: tuple[Group, ...]
    opposed: tuple[Group, ...]
    relation: str
    total: int
    mates: tuple[int, ...]

    @classmethod
    def of(
        cls,
        board: Board,
        domains: Domains,
        groups: Sequence[Group],
        total: int,
        relation: str,
        cell: int,
    ) -> _Rest:
        """The sum for one of its cells."""
        group, own = next(each for each in groups if cell in each[0])
        others = [(tuple(at for at in cells if at != cell), weight) for cells, weight in groups]
        if len(groups) > 1:  # without the cell, larger groups are possible
            others = groups_of_terms(
                board, [(at, weight) for cells, weight in others for at in cells]
            )
        same = tuple(each for each in others if each[0] and each[1] * own > 0)
        opposed = tuple(each for each in others if each[0] and each[1] * own < 0)
        if own < 0:
            own, total, relation = -own, -total, FLIPPED[relation]
        mates = tuple(sorted(set(group) - {cell}))
        return cls(board, domains, cell, own, _plain(same), _plain(opposed), relation, total, mates)

    @property
    def bounded(self) -> Sequence[bool]:
        """The limits that the sum sets: True is a lower one. None if others cannot be filled."""
        if not (sums_of(self.domains, self.same) and sums_of(self.domains, self.opposed)):
            return ()
        return {"=": (True, False), "<=": (False,), ">=": (True,)}[self.relation]

    def _end(self, side: Sequence[Group], at_least: bool) -> int:
        return (min if at_least else max)(sums_of(self.domains, side))

    def _left(self, is_lower: bool) -> int:
        """The least or the greatest amount that the others leave for the cell with its weight."""
        taken = self._end(self.same, not is_lower)
        return self.total - taken + self._end(self.opposed, is_lower)

    def limit(self, is_lower: bool) -> int:
        """The least or the greatest value that the others leave for the cell."""
        left = self._left(is_lower)
        return -(-left // self.own) if is_lower else left // self.own

    def limit_text(self, is_lower: bool) -> str:
        """How a limit is found; empty if there are no other cells."""
        terms, parts = [self.total], list[str]()
        for side, sign, is_least in ((self.opposed, 1, is_lower), (self.same, -1, not is_lower)):
            if side:
                end = self._end(side, is_least)
                text = marked("{cells} add up to {bound}")
                if _count(side) == 1:
                    text = marked("{cells} is {bound}")
                bound = (at_least_text if is_least else at_most_text)(self._number(end, side))
                parts.append(translated(text, cells=self._named(side), bound=bound))
                terms.append(sign * end)
        terms, left = sorted(filter(None, terms), reverse=True), self._left(is_lower)
        if not parts or (len(terms) < 2 and self.own == 1):
            return phrases(parts) if parts else ""
        added = " ".join(f"{'+' if term > 0 else '-'} {abs(term)}" for term in terms)
        made = f"{added.removeprefix('+ ')} = {left}" if len(terms) > 1 else str(left)
        symbol, own = self.board.value_name(left), [((self.cell,), self.own)]
        if self.own == 1 and symbol != str(left):
            made += f" ({symbol})"
        text = marked("{bounds}, and {sum}")
        if self.own > 1:
            text = marked("{bounds}, and {sum} for {cells}")
        return translated(text, bounds=phrases(parts), sum=made, cells=self._named(own))

    def needs(self, values: Sequence[int]) -> Iterator[str]:
        """What the other cells would have to add up to if the cell held one of these values."""
        reached = sums_of(self.domains, [*self.same, *((cells, -w) for cells, w in self.opposed)])
        ways: dict[tuple[int, bool], list[int]] = {}
        for value in values:
            rest = self.total - self.own * value
            sign = (rest > 0) - (rest < 0) if self.same and self.opposed else 0
            ways.setdefault((sign, rest in reached), []).append(value)
        for (_, again), some in ways.items():
            digits = listed((counted_text(self.board, value) for value in some), "or")
            text, mates = marked("with {digits} in {cell}"), ""
            if again and self.mates:
                text = marked("with {digits} in {cell}, and so not in {cells}")
                mates = listed(map(self.board.cell_name, self.mates), "or")
            name = self.board.cell_name(self.cell)
            start = translated(text, digits=digits, cell=name, cells=mates)
            yield translated("{case}, {needed}", case=start, needed=self._needed(some))

    def _needed(self, values: Sequence[int]) -> str:
        """``r1c2 would have to be 5, which it cannot``; or a sum, or a difference."""
        rests = [self.total - self.own * value for value in values]
        first, second, relation = self.same, self.opposed, self.relation
        if not first or (second and rests[0] < 0):
            first, second, relation = second, first, FLIPPED[relation]
            rests = [-rest for rest in rests]
        name = str if second else partial(self._number, side=first)
        amount = listed(map(name, rests), "or")
        amount = limited(relation, amount)
        text = marked("{sum} would have to be {amount}, which it cannot")
        if second:
            text = marked("{sum} would have to be {amount} more than {other}, which it cannot")
        other = self._sum_of(second) if second else ""
        return translated(text, sum=self._sum_of(first), amount=amount, other=other)

    def _number(self, number: int, side: Sequence[Group]) -> str:
        """A number with which cells are compared: ``12``; ``C (12)`` if it is a value of one."""
        is_value = _count(side) == 1 and side[0][1] == 1
        return counted_text(self.board, number) if is_value else str(number)

    def _sum_of(self, side: Sequence[Group]) -> str:
        if _count(side) <= LISTED:
            named = self._named(side)
            return translated("the sum of {cells}", cells=named) if _count(side) > 1 else named
        text = marked("the sum of {count} other cells")
        if self._are_others():
            text = marked("the sum of the other {count} cells")
        return translated(text, count=_count(side))

    def _are_others(self) -> bool:
        """Whether all other cells are on one side."""
        return not (self.same and self.opposed)

    def _named(self, side: Sequence[Group]) -> str:
        """``r1c1 and r2c2``, ``2 × r1c1``, ``the other 6 cells``."""
        if _count(side) > LISTED:
            text = marked("{count} other cells")
            if self._are_others():
                text = marked("the other {count} cells")
            return translated(text, count=_count(side))
        names = {
            cell: f"{weight} × " * (weight > 1) + self.board.cell_name(cell)
            for cells, weight in side
            for cell in cells
        }
        return listed(names[cell] for cell in sorted(names))


def limited(relation: str, number: str) -> str:
    """A number, or a limit such as ``at most 5``, by the relation."""
    limits = {"<=": at_most_text, ">=": at_least_text}
    return limits[relation](number) if relation in limits else number


def _plain(side: Iterable[Group]) -> tuple[Group, ...]:
    """The groups without the signs of their weights."""
    return tuple((cells, abs(weight)) for cells, weight in side)


def _count(side: Iterable[Group]) -> int:
    return sum(len(cells) for cells, _ in side)
