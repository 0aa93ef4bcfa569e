"""Double arrow: the circles at the ends add up to the sum of the digits between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.equal_sums import EqualSums
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class DoubleArrow(EqualSums):
    """The first and the last digit add up to the sum of the digits between them."""

    name: ClassVar[str] = "double-arrow"
    aliases: ClassVar[tuple[str, ...]] = ("double-arrow-line",)
    summary: ClassVar[str] = (
        "The two digits in the circles of a double arrow add up to the sum of those between them."
    )
    example: ClassVar[str] = "double-arrow: r1c1 r1c2 r2c3 r2c4"
    named_text: ClassVar[str] = marked("the double arrow from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), thin=True, start="target", end="target")

    cells: tuple[int, ...] = fields.cells(least=3)

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The two ends, and the cells between them."""
        last = len(self.cells) - 1
        return (0, last), tuple(range(1, last))
