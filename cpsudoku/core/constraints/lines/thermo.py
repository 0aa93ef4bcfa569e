"""Thermometer: digits increase from the bulb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import lt
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint, Domains, Elimination, Pair, Value, Variables
from cpsudoku.core.constraints.encodings.pairs import post_pairs

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


@dataclass(frozen=True, repr=False)
class Thermometer(Constraint):
    """Digits increase along the line, from the bulb at its first cell."""

    name: ClassVar[str] = "thermo"
    aliases: ClassVar[tuple[str, ...]] = ("thermometer",)
    summary: ClassVar[str] = "Digits increase along a thermometer, from its bulb to its tip."
    example: ClassVar[str] = "thermo: r3c3 r3c4 r4c4"

    cells: tuple[int, ...] = fields.cells(least=2)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the digits rise, with room for the empty cells between them."""
        last, room = self.board.lowest - 1, 0
        for value in values:
            room += 1
            if value is not None:
                if value < last + room:
                    return False
                last, room = value, 0
        return last + room <= self.board.values[-1]

    def post(self, model: CpModel, x: Variables) -> None:
        """Each cell is less than the next."""
        post_pairs(model, x, self.pairs())

    def pairs(self) -> tuple[Pair, ...]:
        """Each cell and the next."""
        return tuple(Pair(one, other, lt) for one, other in pairwise(self.cells))

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Digits that leave no smaller one below them or no larger one above them."""
        name = self.board.cell_name
        least = self.board.lowest - 1
        for cell in self.cells:
            for value in domains[cell]:
                if value <= least:
                    reason = f"{name(cell)} is above {least} on {self.title}"
                    yield Elimination(cell, value, reason)
            least = min((value for value in domains[cell] if value > least), default=least + 1)
        most = self.board.values[-1] + 1
        for cell in reversed(self.cells):
            for value in domains[cell]:
                if value >= most:
                    reason = f"{name(cell)} is below {most} on {self.title}"
                    yield Elimination(cell, value, reason)
            most = max((value for value in domains[cell] if value < most), default=most - 1)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A thick grey line with a bulb."""
        return (shapes.Line(self.cells, start="bulb"),)

    @property
    def title(self) -> str:
        """``the thermometer from r3c3``."""
        return f"the thermometer from {self.board.cell_name(self.cells[0])}"
