"""Sandwich: the sum of the digits between the lowest and the highest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints.arithmetic import Supported, narrow_to, supported
from cpsudoku.core.constraints.base import Domains, Elimination, Value, Variables
from cpsudoku.core.constraints.encodings.sums import groups_of, post_sum
from cpsudoku.core.constraints.lowered import Accepted, Layers, Lowered, path_layers
from cpsudoku.core.constraints.outside.clue import OutsideClue

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

LARGE = 12  # on larger boards, trying every sum takes a second per clue


@dataclass(frozen=True, repr=False)
class Sandwich(OutsideClue):
    """The digits strictly between the lowest and the highest value add up to the clue.

    The line holds each of these two exactly once.
    """

    name: ClassVar[str] = "sandwich"
    aliases: ClassVar[tuple[str, ...]] = ("sandwich-sum",)
    summary: ClassVar[str] = (
        "A clue outside is the sum of the digits between the lowest and the highest digit, "
        "usually 1 and 9."
    )
    example: ClassVar[str] = "sandwich 12: row 3"
    reasoning: ClassVar[str] = "sums"

    @property
    def _crusts(self) -> tuple[int, int]:
        return self.board.values[0], self.board.values[-1]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the sum is right or can still be right for some places of the two digits."""
        ends = [
            [at for at, value in enumerate(values) if value == crust]
            or [at for at, value in enumerate(values) if value is None]
            for crust in self._crusts
        ]
        if any(values.count(crust) > 1 for crust in self._crusts):
            return False
        return any(self._fits(values, *sorted(pair)) for pair in product(*ends))

    def _fits(self, values: Sequence[Value], start: int, end: int) -> bool:
        """Whether the digits between two places can have the sum."""
        if start == end:
            return False
        low, high = self._crusts
        inside = values[start + 1 : end]
        filled = [value for value in inside if value is not None]
        empty = len(inside) - len(filled)
        rest = self.clue - sum(filled)
        return empty * (low + 1) <= rest <= empty * (high - 1)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each pair of places of the lowest and the highest digit implies the sum between them."""
        places = [
            [(at, x[cell][crust]) for at, cell in enumerate(self.cells) if crust in x[cell]]
            for crust in self._crusts
        ]
        for found in places:
            model.add_exactly_one([literal for _, literal in found])
        for (start, one), (end, other) in product(*places):
            cells = self.cells[min(start, end) + 1 : max(start, end)]
            low, high = (sum(end) for end in self._bounds(x, cells))
            if start == end or not low <= self.clue <= high:
                model.add_bool_or([~each for each in (one, other) if each is not True])
            else:
                post_sum(model, x, [(cell, 1) for cell in cells], "=", self.clue, [one, other])

    def _bounds(self, x: Variables, cells: Sequence[int]) -> tuple[list[int], list[int]]:
        """The least and the greatest amount that each cell adds to the sum."""
        inside = [[value for value in x[cell] if value not in self._crusts] for cell in cells]
        if not all(inside):
            return [self.clue + 1], [0]
        return [min(values) for values in inside], [max(values) for values in inside]

    def lower(self) -> Sequence[Lowered]:
        """An automaton that adds up what is after the first of the two digits."""
        return [Accepted(self.cells, _layers(self.clue, self.board.values, len(self.cells)))]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that fit none of the placements of the two that allow the sum."""
        low, high = self._crusts
        inner = {
            cell: tuple(value for value in domains[cell] if value not in (low, high))
            for cell in self.cells
        }
        kept: dict[int, set[int]] = {cell: set() for cell in self.cells}
        for start, end in product(range(len(self.cells)), repeat=2):
            one, other = self.cells[start], self.cells[end]
            if start == end or low not in domains[one] or high not in domains[other]:
                continue
            inside = self.cells[min(start, end) + 1 : max(start, end)]
            outside = [c for c in self.cells if c not in inside and c not in (one, other)]
            found = self._supported(inner, inside)
            if found is None or not all(inner[cell] for cell in outside):
                continue
            kept[one].add(low)
            kept[other].add(high)
            for cell in inside:
                kept[cell] |= found[cell]
            for cell in outside:
                kept[cell] |= set(inner[cell])
        yield from narrow_to(self, domains, kept)

    def _supported(self, domains: Domains, cells: Sequence[int]) -> Supported | None:
        """The values of these cells in fillings with the sum; None if there is no such filling.

        On large boards, only the bounds of the sum are checked.
        """
        if self.board.size <= LARGE:
            groups = groups_of(self.board, [(cell, 1) for cell in cells])
            return supported(domains, groups, "=", (self.clue,))
        least, most = (sum(end(domains[cell], default=0) for cell in cells) for end in (min, max))
        return {c: set(domains[c]) for c in cells} if least <= self.clue <= most else None

    def because(self, cell: int, value: int) -> str:
        """``there is no way to make 12 between 1 and 9 with 5 in r3c4``."""
        low, high = map(self.board.value_name, self._crusts)
        place = f"{self.board.value_name(value)} in {self.board.cell_name(cell)}"
        return f"there is no way to make {self.clue} between {low} and {high} with {place}"


@lru_cache(maxsize=1024)
def _layers(clue: int, values: tuple[int, ...], length: int) -> Layers | None:
    low, high = values[0], values[-1]

    def step(place: int, state: tuple[int, int, int], value: int) -> tuple[int, int, int] | None:
        """Whether the lowest and the highest digit were seen, and the sum between them."""
        seen_low, seen_high, total = state
        seen_low, seen_high = seen_low + (value == low), seen_high + (value == high)
        if seen_low > 1 or seen_high > 1:
            return None
        if value not in (low, high) and seen_low + seen_high == 1:
            total += value
        if total > clue or (seen_low and seen_high and total < clue):
            return None
        return seen_low, seen_high, total

    return path_layers(length, values, (0, 0, 0), step, lambda state: state == (1, 1, clue))
