"""Lunchbox: the sum of the digits between the lowest and the highest digit of the cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from operator import lt
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.arithmetic import narrow_to, supported
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.sums import groups_of_terms, post_sum
from cpsudoku.core.constraints.lowered import (
    MOST_ALTERNATIVES,
    Accepted,
    Different,
    Either,
    Lowered,
    RelatedPair,
    weighted,
)
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.core.houses import House
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class Lunchbox(Constraint):
    """The cells hold different digits. Those between the lowest and the highest add up to a sum."""

    name: ClassVar[str] = "lunchbox"
    aliases: ClassVar[tuple[str, ...]] = ("lunch",)
    summary: ClassVar[str] = (
        "The digits in a green outline are different. Those between the lowest and the highest of "
        "them, along the line, add up to its number."
    )
    example: ClassVar[str] = "lunchbox 7: r1c1 r1c2 r2c2 r3c2"
    reasoning: ClassVar[str] = "sums"

    cells: tuple[int, ...] = fields.cells(least=2)
    sum: int = fields.number("SUM")

    def houses(self) -> tuple[House, ...]:
        """The cells hold different digits."""
        return (House(self.title.removeprefix("the "), self.cells, self.name),)

    def _ends(self) -> Iterator[tuple[int, int]]:
        """The places that the lowest and the highest digit can have."""
        for low, high in permutations(range(len(self.cells)), 2):
            if abs(low - high) > 1 or self.sum == 0:
                yield low, high

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the digits differ, and some places of the two ends allow the sum."""
        filled = [value for value in values if value is not None]
        if len(set(filled)) < len(filled):
            return False
        return any(self._fits(values, low, high) for low, high in self._ends())

    def _fits(self, values: Sequence[Value], low: int, high: int) -> bool:
        """Whether the digits can have the sum with the lowest and the highest at these places."""
        least, most = self.board.values[0], self.board.values[-1]
        one, other = values[low], values[high]
        first, last = least if one is None else one, most if other is None else other
        if any(
            value is not None and not first < value < last
            for at, value in enumerate(values)
            if at not in (low, high)
        ):
            return False
        inside = values[min(low, high) + 1 : max(low, high)]
        total = sum(value for value in inside if value is not None)
        empty = inside.count(None)
        rest = self.sum - total
        return first < last and empty * (first + 1) <= rest <= empty * (last - 1)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each cell has a literal for the lowest and one for the highest digit."""
        cells = self.cells
        for value in self.board.values:
            model.add_at_most_one([x[cell][value] for cell in cells if value in x[cell]])
        lows, highs = ([model.new_bool_var("") for _ in cells] for _ in range(2))
        for flags, step in ((lows, 1), (highs, -1)):
            model.add_exactly_one(flags)
            for flag, cell in zip(flags, cells, strict=True):
                for other in cells:
                    if other != cell:
                        gap = x.total([(other, step), (cell, -step)])
                        model.add(gap >= 1).only_enforce_if(flag)
        possible = set(self._ends())
        for low, high in permutations(range(len(cells)), 2):
            if (low, high) not in possible:
                model.add_bool_or([~lows[low], ~highs[high]])
                continue
            inside = [(cell, 1) for cell in cells[min(low, high) + 1 : max(low, high)]]
            post_sum(model, x, inside, "=", self.sum, [lows[low], highs[high]])

    def lower(self) -> Sequence[Lowered] | None:
        """An alternative for each pair of places of the lowest and the highest digit."""
        ends = list(self._ends())
        if not ends:
            return [Accepted(self.cells, None)]
        if len(ends) > MOST_ALTERNATIVES:
            return None
        return [Different(self.cells), Either(tuple(self._case(*each) for each in ends))]

    def _case(self, low: int, high: int) -> tuple[Lowered, ...]:
        one, other = self.cells[low], self.cells[high]
        inside = self.cells[min(low, high) + 1 : max(low, high)]
        rest = [cell for cell in self.cells if cell not in (one, other)]
        pairs = [RelatedPair(one, cell, lt) for cell in rest]
        pairs += [RelatedPair(cell, other, lt) for cell in rest]
        sums = weighted([(cell, 1) for cell in inside], "=", self.sum) if inside else []
        return (RelatedPair(one, other, lt), *pairs, *sums)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that fit no places of the lowest and the highest digit."""
        kept: dict[int, set[int]] = {cell: set() for cell in self.cells}
        for low, high in self._ends():
            for cell, values in self._case_left(domains, low, high).items():
                kept[cell] |= values
        yield from narrow_to(self, domains, kept)

    def _case_left(self, domains: Domains, low: int, high: int) -> dict[int, set[int]]:
        """The digits that are left with the ends at these places; empty if they cannot be there."""
        one, other = self.cells[low], self.cells[high]
        rest = [cell for cell in self.cells if cell not in (one, other)]
        first, last = domains[one][0], domains[other][-1]
        left = {c: tuple(v for v in domains[c] if first < v < last) for c in rest}
        if not all(left.values()) or first >= last:
            return {}
        inside = self.cells[min(low, high) + 1 : max(low, high)]
        groups = groups_of_terms(self.board, [(cell, 1) for cell in inside])
        found = supported(left, groups, "=", (self.sum,)) if inside else {}
        if found is None:
            return {}
        kept = {cell: found.get(cell, set(left[cell])) for cell in rest}
        most = min((max(values) for values in kept.values()), default=last)
        least = max((min(values) for values in kept.values()), default=first)
        kept[one] = {v for v in domains[one] if v < most or (not rest and v < last)}
        kept[other] = {v for v in domains[other] if v > least or (not rest and v > first)}
        return kept if kept[one] and kept[other] else {}

    def because(self, cell: int, value: int) -> str:
        """``with 5 in r1c1, the digits between the ends cannot add up to 7``."""
        place = digit_in_cell(self.board, value, cell)
        text = marked(
            "with {digit}, the digits between the lowest and the highest digit cannot add up to "
            "{sum}"
        )
        return translated(text, digit=place, sum=self.sum)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A green outline with the sum, and a thin line that shows the order of the cells."""
        line = shapes.Line(self.cells, "green", thin=True)
        return (shapes.Outline(self.cells, str(self.sum), "green"), line)

    @property
    def named(self) -> str:
        """``the lunchbox 7 at r1c1``."""
        cell = self.board.cell_name(self.cells[0])
        return translated("the lunchbox {sum} at {cell}", sum=self.sum, cell=cell)
