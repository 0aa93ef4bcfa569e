"""Zipper line: digits at the same distance from the middle have the same sum."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.equal_sums import EqualSums
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Zipper(EqualSums):
    """Every pair of cells at the same distance from the middle has the same sum.

    If there is a cell in the middle, it holds that sum.
    """

    name: ClassVar[str] = "zipper"
    aliases: ClassVar[tuple[str, ...]] = ("zipper-line",)
    summary: ClassVar[str] = (
        "Digits at the same distance from the middle of a zipper line (orange) add up to the same "
        "sum. A digit in the middle is that sum."
    )
    example: ClassVar[str] = "zipper: r1c1 r1c2 r1c3 r2c3 r3c3"
    named_text: ClassVar[str] = marked("the zipper line from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), "orange")

    cells: tuple[int, ...] = fields.cells(least=3)

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The pairs of cells from the ends inwards, then the middle cell."""
        last = len(self.cells) - 1
        pairs = [(at, last - at) for at in range(len(self.cells) // 2)]
        return (*pairs, (last // 2,)) if last % 2 == 0 else tuple(pairs)
