"""Killer cage: different digits, with a sum or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.board import House
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint, Total, Value, Variables
from cpsudoku.core.constraints.encodings.different import post_different
from cpsudoku.core.constraints.encodings.sums import post_cage

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


@dataclass(frozen=True, repr=False)
class KillerCage(Constraint):
    """The cells hold different digits, which add up to ``sum`` if it is given."""

    name: ClassVar[str] = "killer"
    aliases: ClassVar[tuple[str, ...]] = ("cage", "killer-cage")
    summary: ClassVar[str] = (
        "The digits in a cage are different and add up to its sum, if it has one."
    )
    example: ClassVar[str] = "killer 12: r1c1 r1c2 r2c1"

    cells: tuple[int, ...] = fields.cells(least=1)
    sum: int | None = fields.number("SUM", default=None)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the digits differ and can still add up to the sum."""
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
        """One of the sets of digits with that sum, if there is one."""
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

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A dashed outline with the sum in its first cell."""
        return (shapes.Outline(self.cells, "" if self.sum is None else str(self.sum)),)

    @property
    def title(self) -> str:
        """``the 23 cage at r4c5``."""
        kind = "cage" if self.sum is None else f"{self.sum} cage"
        return f"the {kind} at {self.board.cell_name(min(self.cells))}"
