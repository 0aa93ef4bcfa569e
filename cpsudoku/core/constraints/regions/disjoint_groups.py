"""Disjoint groups: cells at the same place in their boxes differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints.grids import grids_of
from cpsudoku.core.constraints.regions.houses import AddedHouses
from cpsudoku.core.houses import House
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class DisjointGroups(AddedHouses):
    """Cells at the same place in their boxes hold different digits.

    The place of a cell is its number in its box or region, in reading order. On a board with
    several grids, the rule holds in each grid separately.
    """

    name: ClassVar[str] = "disjoint-groups"
    aliases: ClassVar[tuple[str, ...]] = ("disjoint", "disjoint-sets", "djg")
    summary: ClassVar[str] = "Cells at the same place of their boxes hold different digits."
    example: ClassVar[str] = "disjoint-groups"
    named_text: ClassVar[str] = marked("the disjoint groups")
    is_everywhere: ClassVar[bool] = True

    def __post_init__(self) -> None:
        found = [len(boxes) for boxes in self._boxes()]
        if not found or min(found) < 2:
            raise InputError("disjoint groups need a board with boxes or regions")
        if max(found) > self.board.size:
            raise InputError(
                "disjoint groups of {most} boxes need as many digits; the board has {size}",
                most=max(found),
                size=self.board.size,
            )

    def houses(self) -> tuple[House, ...]:
        """The first cells of all boxes, the second ones, and so on, in each grid."""
        found = []
        several = len(self._boxes()) > 1
        for number, boxes in enumerate(self._boxes(), 1):
            where = f" of grid {number}" if several else ""
            for place in range(max(map(len, boxes))):
                cells = tuple(sorted(box[place] for box in boxes if place < len(box)))
                found.append(House(f"disjoint group {place + 1}{where}", cells, self.name))
        return tuple(found)

    def _boxes(self) -> list[list[list[int]]]:
        """For each grid, the cells of its boxes in reading order."""
        every = [
            sorted(house.cells)
            for house in (*self.board.houses, *self.board.groups)
            if house.kind == "box"
        ]
        grids = [{cell for row in rows for cell in row} for rows in grids_of(self.board)]
        return [[box for box in every if grid.issuperset(box)] for grid in grids]
