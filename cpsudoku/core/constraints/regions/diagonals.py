"""Diagonals: the digits on the main diagonals differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.grids import squares_of
from cpsudoku.core.constraints.regions.houses import AddedHouses
from cpsudoku.core.houses import House
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import translated


@dataclass(frozen=True, repr=False)
class Diagonals(AddedHouses):
    """The digits on each main diagonal of each grid differ.

    The rising diagonal begins in the lower left corner, the falling one in the upper left corner.
    """

    name: ClassVar[str] = "diagonals"
    aliases: ClassVar[tuple[str, ...]] = (*("diagonal", "sudoku-x", "dpos rising", "dneg falling"),)
    summary: ClassVar[str] = (
        "The digits on each main diagonal are different. Overlapping grids have two each."
    )
    example: ClassVar[str] = "diagonals"

    which: str = fields.choice("both|rising|falling", ("both", "rising", "falling"), default="both")

    def __post_init__(self) -> None:
        if not squares_of(self.board):
            raise InputError("diagonals need a grid with as many rows as columns")

    def houses(self) -> tuple[House, ...]:
        """One or two diagonals for each grid."""
        found = []
        grids = squares_of(self.board)
        for number, rows in enumerate(grids, 1):
            where = f" of grid {number}" if len(grids) > 1 else ""
            if self.which != "rising":
                falling = tuple(row[i] for i, row in enumerate(rows))
                found.append(House(f"falling diagonal{where}", falling, self.name))
            if self.which != "falling":
                rising = tuple(row[i] for i, row in enumerate(reversed(rows)))
                found.append(House(f"rising diagonal{where}", rising, self.name))
        return tuple(found)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """Thin blue lines."""
        return tuple(shapes.Line(house.cells, "blue", thin=True) for house in self.houses())

    def describe(self) -> str:
        """Which diagonals have different digits."""
        if self.which == "both":
            return "The digits on each main diagonal are different."
        return f"The digits on the {self.which} diagonal are different."

    @property
    def named(self) -> str:
        """``the rising diagonal``."""
        if self.which == "both":
            return translated("the diagonals")
        return translated(f"the {self.which} diagonal")
