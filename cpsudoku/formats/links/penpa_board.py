"""The points of Penpa+: how it numbers cells, the corners of cells, and where lines cross.

A board of square cells has two more cells on each side. With so many points in all, these numbers
follow each other: the middles of cells, the crossings below right of them, the middles of edges
(twice as many), and the four corners of each cell, a little inside of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.core.variables import Position

BESIDE = 2  # cells on each side of the board


@dataclass(frozen=True)
class PenpaBoard:
    """The size of a board in Penpa+, and where the board of the puzzle is in it."""

    width: int
    height: int
    top: int = BESIDE
    left: int = BESIDE

    @property
    def across(self) -> int:
        """The number of columns with those beside the board."""
        return self.width + 2 * BESIDE

    @property
    def count(self) -> int:
        """The number of cells with those beside the board."""
        return self.across * (self.height + 2 * BESIDE)

    def point(self, place: Position) -> int:
        """The number of a cell, whose row and column count from 0."""
        return (place[0] + self.top) * self.across + place[1] + self.left

    def place(self, point: int) -> Position:
        """The row and column of a cell."""
        return point // self.across - self.top, point % self.across - self.left

    def crossing(self, place: Position) -> int:
        """The number of the crossing at the upper left corner of a cell."""
        return self.count + self.point((place[0] - 1, place[1] - 1))

    def place_of_crossing(self, point: int) -> Position | None:
        """The cell whose upper left corner is a crossing; None for other points."""
        if not self.count <= point < 2 * self.count:
            return None
        r, c = self.place(point - self.count)
        return r + 1, c + 1

    def corner(self, place: Position, number: int = 0) -> int:
        """The number of a corner of a cell: upper left, upper right, lower left, lower right."""
        return 4 * (self.count + self.point(place)) + number

    def cell_of_corner(self, point: int) -> int | None:
        """The number of the cell that has a corner; None for other points."""
        return (point - 4 * self.count) // 4 if 4 * self.count <= point < 8 * self.count else None
