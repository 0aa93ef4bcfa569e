"""Killer cage: different digits, with a sum or without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.arithmetic import narrow_to, supported
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Total,
    Value,
    Variables,
    are_filled,
)
from cpsudoku.core.constraints.bounds import with_arithmetic
from cpsudoku.core.constraints.combinations import (
    MANY_COMBINATIONS,
    Sets,
    combinations_of,
    combinations_text,
    misfits,
)
from cpsudoku.core.constraints.encodings.different import post_different
from cpsudoku.core.constraints.encodings.sets import sets_with_sum
from cpsudoku.core.constraints.encodings.sums import post_cage
from cpsudoku.core.constraints.lowered import CageSum, Different, Lowered
from cpsudoku.core.constraints.sentences import (
    digit_in_cell,
    limits_text,
    place_text,
    reasons_text,
)
from cpsudoku.core.houses import House
from cpsudoku.runtime.language import counted, marked, translated
from cpsudoku.runtime.lists import capital


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
    where_text: ClassVar[str] = marked("the {sum} cage {place}")

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
        place, symbol = digit_in_cell(self.board, value, cell), self.board.value_name(value)
        if self.sum is None:
            text = marked("{digit} leaves too few digits for {rule}")
            return translated(text, digit=place, rule=self.named)
        count = counted("{count} cell", "{count} cells", len(self.cells))
        sets = sets_with_sum(self.board.values, len(self.cells), self.sum)
        if sets is not None and not sets:
            return translated("there is no way to make {sum} in {cells}", sum=self.sum, cells=count)
        if sets is None or any(value in each for each in sets):
            text = marked("there is no way to make {sum} in {rule} with {digit}")
            return translated(text, sum=self.sum, rule=self.named, digit=place)
        if len(sets) > 3:
            text = marked("no combination for {sum} in {cells} has {digit}")
            return translated(text, sum=self.sum, cells=count, digit=symbol)
        ways = ["+".join(map(self.board.value_name, sorted(each))) for each in sets]
        joined = translated(" or ").join(ways)
        return translated("{sum} in {cells} is {ways}", sum=self.sum, cells=count, ways=joined)

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``the 23 cage in r1c1-r1c3 must hold 6, 8 and 9``, or why digits do not fit the sum."""
        sets = self.sets_left(domains)
        if self.sum is None or not sets:
            return super().conclusion(domains, excluded)
        left = limits_text(self.board, domains, excluded)
        if len(sets) > MANY_COMBINATIONS:
            said = translated("in {rule}, {left}", rule=self.named, left=left)
            groups = [(self.cells, 1)]
            return with_arithmetic(said, self.board, domains, groups, self.sum, excluded)
        place = place_text(self.board, self.cells)
        cage = translated(self.where_text, sum=self.sum, place=place)
        held = combinations_text(self.board, sets)
        said = translated("{cage} {sets}", cage=cage, sets=held)
        unfit = reasons_text(list(misfits(self.board, self.cells, sets, excluded)))
        if not unfit:
            return said
        unfit = capital(unfit)
        return translated(
            "{sentence}. {reasons}. So {left}", sentence=said, reasons=unfit, left=left
        )

    def sets_text(self, domains: Domains) -> str:
        """The combinations that are left, or empty if there are many."""
        sets = self.sets_left(domains)
        few = 0 < len(sets) <= MANY_COMBINATIONS
        return combinations_text(self.board, sets) if few else ""

    def sets_left(self, domains: Domains) -> Sets:
        """The sets of digits with the sum of the cage that its cells can still hold."""
        return (
            () if self.sum is None else combinations_of(self.board, domains, self.cells, self.sum)
        )

    def lower(self) -> Sequence[Lowered]:
        """A cage, or different digits."""
        return [Different(self.cells) if self.sum is None else CageSum(self.cells, self.sum)]

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A dashed outline with the sum in its first cell."""
        return (shapes.Outline(self.cells, "" if self.sum is None else str(self.sum)),)

    @property
    def named(self) -> str:
        """``the 23 cage at r4c5``."""
        cell = self.board.cell_name(min(self.cells))
        if self.sum is None:
            return translated("the cage at {cell}", cell=cell)
        return translated("the {sum} cage at {cell}", sum=self.sum, cell=cell)
