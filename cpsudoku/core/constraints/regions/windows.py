"""Windows: more boxes of different digits, as in windoku."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import ClassVar

from cpsudoku.core.constraints.grids import squares_of
from cpsudoku.core.constraints.regions.houses import AddedHouses
from cpsudoku.core.houses import House
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Windows(AddedHouses):
    """Each window holds different digits.

    Windows are squares with one row or column between them and around them. A 9x9 grid has 4
    windows of 3x3 cells, and a 16x16 grid has 9 windows of 4x4 cells. On a board with several
    grids, each grid has its own windows.
    """

    name: ClassVar[str] = "windows"
    aliases: ClassVar[tuple[str, ...]] = ("windoku", "hyper")
    summary: ClassVar[str] = (
        "The digits in each window are different: the squares with one row or column between them."
    )
    example: ClassVar[str] = "windows"
    named_text: ClassVar[str] = marked("the windows")

    def __post_init__(self) -> None:
        side = isqrt(self.board.size)
        sides = {len(rows) for rows in squares_of(self.board)}
        if side * side != self.board.size or sides != {self.board.size} or side < 2:
            raise InputError(
                "windows need a grid of 4x4, 9x9, 16x16 or 25x25 cells with as many digits"
            )

    def houses(self) -> tuple[House, ...]:
        """The windows of each grid, row by row."""
        side = isqrt(self.board.size)
        starts = range(1, self.board.size, side + 1)
        windows = [
            tuple(cell for row in rows[top : top + side] for cell in row[left : left + side])
            for rows in squares_of(self.board)
            for top in starts
            for left in starts
        ]
        names = [f"window {number}" for number in range(1, len(windows) + 1)]
        return tuple(
            House(name, cells, self.name) for name, cells in zip(names, windows, strict=True)
        )

    def describe(self) -> str:
        """The rule for all windows."""
        return self.summary
