"""Sandwich: the sum of the digits between the lowest and the highest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import ClassVar

from cpsudoku.core.constraints.arithmetic import Supported, narrow_to, supported
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.sets import sets_with_sum
from cpsudoku.core.constraints.encodings.sums import groups_of_terms, post_sum
from cpsudoku.core.constraints.lowered import Accepted, EndsAround, Layers, Lowered, steady_layers
from cpsudoku.core.constraints.outside.clue import OutsideClue
from cpsudoku.core.constraints.sentences import (
    counted_text,
    digit_in_cell,
    limits_text,
    numbers_text,
    sentence_with_reasons,
    values_by_cell,
)
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import listed

FEW_PLACEMENTS = 3  # of the two digits; more are not listed in a sentence
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

    def lower_among(self, constraints: Sequence[Constraint]) -> list[Lowered]:
        """The sets of digits between the two, if the cells hold every digit of the board."""
        values, count = self.board.values, len(self.cells)
        inner = [sets_with_sum(values[1:-1], size, self.clue) for size in range(count - 1)]
        sets = tuple(each for each in inner if each is not None)
        is_house = sum(1 << cell for cell in self.cells) in self.board.house_cells
        if not is_house or count < len(values) or len(sets) < len(inner):
            return []
        return [EndsAround(self.cells, self._crusts, sets)]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that fit none of the placements of the two that allow the sum."""
        inner = self._inner(domains)
        kept: dict[int, set[int]] = {cell: set() for cell in self.cells}
        for (one, other), found in self._placements(domains).items():
            kept[one].add(self._crusts[0])
            kept[other].add(self._crusts[1])
            for cell in self.cells:
                if cell not in (one, other):
                    kept[cell] |= found.get(cell, set(inner[cell]))
        yield from narrow_to(self, domains, kept)

    def _inner(self, domains: Domains) -> dict[int, tuple[int, ...]]:
        """The values of each cell except the lowest and the highest."""
        return {
            cell: tuple(value for value in domains[cell] if value not in self._crusts)
            for cell in self.cells
        }

    def _placements(self, domains: Domains) -> dict[tuple[int, int], Supported]:
        """The cells that the two can have, lowest first, with the values of the cells between."""
        inner, found = self._inner(domains), dict[tuple[int, int], Supported]()
        (low, high), order = self._crusts, self.cells
        for one, other in permutations(order, 2):
            if low in domains[one] and high in domains[other]:
                inside = self._between(one, other)
                outside = {*order} - {*inside, one, other}
                kept = self._supported(inner, inside) if all(map(inner.get, outside)) else None
                if kept is not None:
                    found[one, other] = kept
        return found

    def _between(self, one: int, other: int) -> tuple[int, ...]:
        start, end = sorted(map(self.cells.index, (one, other)))
        return self.cells[start + 1 : end]

    def _supported(self, domains: Domains, cells: Sequence[int]) -> Supported | None:
        """The values of these cells in fillings with the sum; None if there is no such filling.

        On large boards, only the bounds of the sum are checked.
        """
        if self.board.size <= LARGE:
            groups = groups_of_terms(self.board, [(cell, 1) for cell in cells])
            return supported(domains, groups, "=", (self.clue,))
        least, most = (sum(end(domains[cell], default=0) for cell in cells) for end in (min, max))
        return {c: set(domains[c]) for c in cells} if least <= self.clue <= most else None

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``with the sandwich 2 left of row 3, r3c1 is not 9: with 9 in r3c1, ...``."""
        left = limits_text(self.board, domains, excluded)
        said = translated("with {rule}, {left}", rule=self.named, left=left)
        inner = self._inner(domains)
        placements = self._placements(domains)
        reasons = [self._distance()]
        if 0 < len(placements) <= FEW_PLACEMENTS:
            reasons.append(self._places_left(placements))
        for cell, values in values_by_cell(excluded).items():
            for value in sorted(values):
                if value not in self._crusts:
                    reasons += self._misfit(placements, cell, value, inner)
                elif len(placements) > FEW_PLACEMENTS:
                    reasons.append(self._apart(domains, cell, value))
        return sentence_with_reasons(said, reasons)

    def _distance(self) -> str:
        """``15 takes from 2 to 4 digits between 1 and 9``."""
        low, high = map(self.board.value_name, self._crusts)
        counts = self._counts
        text = marked("{clue} takes {counts} digits between {low} and {high}")
        if not counts:
            text = marked("no digits between {low} and {high} make {clue}")
        elif counts == [0]:
            text = marked("0 takes no digit between {low} and {high}")
        elif counts == [1]:
            text = marked("{clue} takes 1 digit between {low} and {high}")
        numbers = numbers_text(counts) if counts else ""
        return translated(text, clue=self.clue, counts=numbers, low=low, high=high)

    @property
    def _counts(self) -> list[int]:
        """How many digits between the two can have the sum."""
        inner, most = self.board.values[1:-1], len(self.cells) - 1
        return [k for k in range(most) if sets_with_sum(inner, k, self.clue) != ()]

    def _places_left(self, placements: Mapping[tuple[int, int], Supported]) -> str:
        """``the only places left for 1 and 9, in this order, are r7c1 and r7c4``."""
        low, high = map(self.board.value_name, self._crusts)
        pairs = (listed(map(self.board.cell_name, pair)) for pair in placements)
        text = marked("the only places left for {low} and {high}, in this order, are {places}")
        return translated(text, low=low, high=high, places=translated(", or ").join(pairs))

    def _misfit(
        self,
        placements: Mapping[tuple[int, int], Supported],
        cell: int,
        value: int,
        inner: Domains,
    ) -> Iterator[str]:
        """Why a digit does not fit the placements of the two that have its cell between them."""
        name = self.board.cell_name(cell)
        digit = counted_text(self.board, value)
        place = translated("{digits} in {cells}", digits=digit, cells=name)
        around = [pair for pair in placements if cell in self._between(*pair)]
        if len(around) > FEW_PLACEMENTS:
            text = marked("with {digit}, no sum between them is {sum}")
            yield translated(text, digit=place, sum=self.clue)
            return
        for pair in around:
            ends = listed(map(self.board.cell_name, pair))
            count, rest = len(self._between(*pair)) - 1, str(self.clue - value)
            text = marked(
                "with {digit}, the other digits between {cells} would have to add up to {rest}, "
                "which they cannot"
            )
            if not count:
                text = marked("{cell} alone, between {cells}, makes {sum}")
            elif count == 1:
                rest = counted_text(self.board, self.clue - value)
                text = marked(
                    "with {digit}, the other digit between {cells} would have to be {rest}, which "
                    "it cannot"
                )
            yield translated(text, digit=place, cell=name, cells=ends, rest=rest, sum=self.clue)

    def _apart(self, domains: Domains, cell: int, value: int) -> str:
        """Why one of the two cannot be in a cell: where the other one would have to be."""
        mate = sum(self._crusts) - value
        name, at = self.board.cell_name, self.cells.index(cell)
        partners = [
            other
            for place, other in enumerate(self.cells)
            if abs(place - at) - 1 in self._counts and mate in domains[other]
        ]
        place, symbol = digit_in_cell(self.board, value, cell), self.board.value_name(mate)
        if not partners:
            text = marked("with {digit}, no cell at the right distance is left for {other}")
            return translated(text, digit=place, other=symbol)
        return translated(
            "with {digit}, {other} would have to be in {cells}, and the digits between cannot add "
            "up to {sum}",
            digit=place,
            other=symbol,
            cells=listed(map(name, partners), "or"),
            sum=self.clue,
        )

    def because(self, cell: int, value: int) -> str:
        """``there is no way to make 12 between 1 and 9 with 5 in r3c4``."""
        low, high = map(self.board.value_name, self._crusts)
        place = digit_in_cell(self.board, value, cell)
        text = marked("there is no way to make {sum} between {low} and {high} with {digit}")
        return translated(text, sum=self.clue, low=low, high=high, digit=place)


@lru_cache(maxsize=1024)
def _layers(clue: int, values: tuple[int, ...], length: int) -> Layers | None:
    low, high = values[0], values[-1]

    def step(state: tuple[int, int, int], value: int) -> tuple[int, int, int] | None:
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

    return steady_layers(length, values, (0, 0, 0), step, lambda state: state == (1, 1, clue))
