"""Region sum line: the digits of the line have the same sum in each box that it crosses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.equal_sums import EqualSums
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class RegionSumLine(EqualSums):
    """The boxes, or regions, divide the line into segments with the same sum.

    If the line enters a box again, it begins another segment.
    """

    name: ClassVar[str] = "region-sum"
    aliases: ClassVar[tuple[str, ...]] = ("region-sum-line", "rsl")
    summary: ClassVar[str] = (
        "The digits on a region sum line (blue) have the same sum in each box that it passes. "
        "Each visit to a box counts by itself."
    )
    example: ClassVar[str] = "region-sum: r1c2 r1c3 r1c4 r2c5"
    named_text: ClassVar[str] = marked("the region sum line from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), "blue", text="=")

    cells: tuple[int, ...] = fields.cells(least=2)

    def __post_init__(self) -> None:
        """Raise InputError if a cell is in no box."""
        for cell in self.cells:
            if self.board.box_of[cell] < 0:
                raise InputError("{cell} is in no box", cell=self.board.cell_name(cell))

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The segments."""
        box_at = [self.board.box_of[cell] for cell in self.cells]
        return tuple(tuple(part) for _, part in groupby(range(len(box_at)), box_at.__getitem__))
