"""Killer cage: different digits, with a sum or without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.board import House
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.arithmetic import narrow_to, supported
from cpsudoku.core.constraints.base import (
    Constraint,
    Domains,
    Elimination,
    Total,
    Value,
    Variables,
    are_filled,
)
from cpsudoku.core.constraints.encodings.different import post_different
from cpsudoku.core.constraints.encodings.sets import sets_with_sum
from cpsudoku.core.constraints.encodings.sums import post_cage
from cpsudoku.core.constraints.lowered import CageSum, Different, Lowered
from cpsudoku.core.constraints.sentences import limits_text, place_text
from cpsudoku.runtime.plural import listed, plural

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

MANY_COMBINATIONS = 4  # more combinations are not listed in a sentence


@dataclass(frozen=True, repr=False)
class KillerCage(Constraint):
    """The cells hold different digits, which add up to ``sum`` if it is given."""

    name: ClassVar[str] = "killer"
    aliases: ClassVar[tuple[str, ...]] = ("cage", "killer-cage")
    summary: ClassVar[str] = (
        "The digits in a cage are different and add up to its sum, if it has one."
    )
    example: ClassVar[str] = "killer 12: r1c1 r1c2 r2c1"
    reasoning: ClassVar[str] = "cage-combinations"

    cells: tuple[int, ...] = fields.cells(least=1)
    sum: int | None = fields.number("SUM", default=None)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the digits differ and can still add up to the sum."""
        if are_filled(values):
            return len(set(values)) == len(values) and self.sum in (None, sum(values))
        filled = [value for value in values if value is not None]
        if len(set(filled)) < len(filled):
            return False
        if self.sum is None:
            return True
        rest = [value for value in self.board.values if value not in filled]
        free = len(values) - len(filled)
        least, most = sum(rest[:free]), sum(rest[len(rest) - free :])
        return free <= len(rest) and sum(filled) + least <= self.sum <= sum(filled) + most

    def post(self, model: CpModel, x: Variables) -> None:
        """The cells hold one of the sets of digits with this sum. If there is none, they differ."""
        if self.sum is None:
            post_different(model, x, self.cells)
        else:
            post_cage(model, x, self.cells, self.sum)

    def houses(self) -> tuple[House, ...]:
        """The cells themselves."""
        return (House(self.title.removeprefix("the "), self.cells, self.name),)

    def totals(self) -> tuple[Total, ...]:
        """The sum of the cells."""
        return () if self.sum is None else (Total(self.cells, self.sum),)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that are in no filling of the cage."""
        relation, total = (">=", 0) if self.sum is None else ("=", self.sum)
        kept = supported(domains, [(self.cells, 1)], relation, (total,))
        yield from narrow_to(self, domains, kept or {})

    def because(self, cell: int, value: int) -> str:
        """The possible combinations: ``12 in 2 cells is 3+9 or 4+8 or 5+7``."""
        place, symbol = self.board.cell_name(cell), self.board.value_name(value)
        if self.sum is None:
            return f"{symbol} in {place} leaves too few digits for {self.title}"
        count = plural(len(self.cells), "cell")
        sets = sets_with_sum(self.board.values, len(self.cells), self.sum)
        if sets is not None and not sets:
            return f"there is no way to make {self.sum} in {count}"
        if sets is None or any(value in each for each in sets):
            return f"there is no way to make {self.sum} in {self.title} with {symbol} in {place}"
        if len(sets) > 3:
            return f"no combination for {self.sum} in {count} has {symbol}"
        ways = " or ".join("+".join(map(self.board.value_name, sorted(each))) for each in sets)
        return f"{self.sum} in {count} is {ways}"

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``the 23 cage in r1c1-r1c3 must hold 6, 8 and 9``, or the combinations that are left."""
        sets = self.combinations(domains)
        if self.sum is None or not sets:
            return super().conclusion(domains, excluded)
        if len(sets) > MANY_COMBINATIONS:
            left = limits_text(self.board, domains, excluded)
            return f"{len(sets)} combinations of {self.title} are left, and in all of them {left}"
        cage = f"the {self.sum} cage {place_text(self.board, self.cells)}"
        if len(sets) == 1:
            said = f"{cage} must hold {listed(map(self.board.value_name, sorted(sets[0])))}"
        else:
            ways = ["+".join(map(self.board.value_name, sorted(each))) for each in sets]
            said = f"{cage} can hold only {listed(ways, 'or')}"
        left, unfit = limits_text(self.board, domains, excluded), self._unfit(sets, excluded)
        return f"{said}. {'; '.join(unfit)}. So {left}" if unfit else said

    def _unfit(
        self, sets: Sequence[frozenset[int]], excluded: Sequence[Elimination]
    ) -> Sequence[str]:
        """Why digits of these sets are excluded: what the other cells would have to hold."""
        name, found = self.board.value_name, list[str]()
        for each in excluded:
            rests = [sorted(digits - {each.value}) for digits in sets if each.value in digits]
            others = [self.board.cell_name(cell) for cell in self.cells if cell != each.cell]
            if rests:
                ways = listed(("+".join(map(name, rest)) for rest in rests), "or")
                cannot = "it cannot be" if len(others) == 1 else "they cannot hold"
                holds = "be" if len(others) == 1 else "hold"
                found.append(
                    f"{'with' if found else 'With'} {name(each.value)} in "
                    f"{self.board.cell_name(each.cell)}, {listed(others)} would have to {holds} "
                    f"{ways}, which {cannot}"
                )
        return found

    def needed(self, domains: Domains) -> tuple[int, ...]:
        """The digits that all combinations have."""
        sets = self.combinations(domains)
        return tuple(sorted(frozenset.intersection(*sets))) if sets else ()

    def combinations(self, domains: Domains) -> tuple[frozenset[int], ...]:
        """The sets of digits with the sum of the cage that its cells can still hold."""
        if self.sum is None:
            return ()
        every = sets_with_sum(self.board.values, len(self.cells), self.sum) or ()
        return tuple(each for each in every if self._can_hold(each, domains))

    def _can_hold(self, digits: frozenset[int], domains: Domains) -> bool:
        """Whether the cells can hold exactly these digits in some order."""
        left = {cell: [value for value in domains[cell] if value in digits] for cell in self.cells}
        return all(left.values()) and supported(left, [(self.cells, 1)], ">=", (0,)) is not None

    def lower(self) -> Sequence[Lowered]:
        """A cage, or different digits."""
        return [Different(self.cells) if self.sum is None else CageSum(self.cells, self.sum)]

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A dashed outline with the sum in its first cell."""
        return (shapes.Outline(self.cells, "" if self.sum is None else str(self.sum)),)

    @property
    def title(self) -> str:
        """``the 23 cage at r4c5``."""
        kind = "cage" if self.sum is None else f"{self.sum} cage"
        return f"the {kind} at {self.board.cell_name(min(self.cells))}"
