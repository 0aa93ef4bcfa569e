"""Houses, and the houses of a board as sets of cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from cpsudoku.core.copying import Lean
from cpsudoku.core.variables import Position

KINDS = ("row", "column", "box")


@dataclass(frozen=True)
class House(Lean):
    """A set of cells that hold different digits.

    ``kind`` is ``row``, ``column``, ``box``, or the name of the rule that adds the house.
    """

    name: str
    cells: tuple[int, ...]
    kind: str = "house"

    @cached_property
    def digits_of(self) -> Callable[[bytes], tuple[int, ...]]:
        """A function that picks the digits of this house from the cells of a grid."""
        if len(self.cells) == 1:
            only = self.cells[0]
            return lambda cells: (cells[only],)
        return itemgetter(*self.cells)


class WithHouses:
    """The part of ``Board`` that is about its houses. Bit c of a set of cells represents cell c."""

    if TYPE_CHECKING:
        positions: tuple[Position, ...]
        houses: tuple[House, ...]
        groups: tuple[House, ...]

        @cached_property
        def total(self) -> int:
            """The number of cells and variables."""

        def row_column(self, cell: int) -> Position:
            """The row and the column of a cell or variable."""

    @cached_property
    def house_cells(self) -> tuple[int, ...]:
        """The cells of each house."""
        return tuple(sum(1 << cell for cell in house.cells) for house in self.houses)

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the houses of each cell, ascending: row, column, box, then any others."""
        found: list[list[int]] = [[] for _ in range(self.total)]
        for number, house in enumerate(self.houses):
            for cell in house.cells:
                found[cell].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the other cells that share a house or group with it, in order."""
        seen: list[set[int]] = [set() for _ in range(self.total)]
        for house in (*self.houses, *self.groups):
            for cell in house.cells:
                seen[cell].update(house.cells)
        return tuple(tuple(sorted(peers - {cell})) for cell, peers in enumerate(seen))

    @cached_property
    def peer_cells(self) -> tuple[int, ...]:
        """The peers of each cell, as a set of cells."""
        seen = [0] * self.total
        for house in (*self.houses, *self.groups):
            cells = 0
            for cell in house.cells:
                cells |= 1 << cell
            for cell in house.cells:
                seen[cell] |= cells
        return tuple(peers & ~(1 << cell) for cell, peers in enumerate(seen))

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The numbers of the houses that are rows."""
        return self._of_kind("row")

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The numbers of the houses that are columns."""
        return self._of_kind("column")

    @cached_property
    def regions(self) -> tuple[int, ...]:
        """The numbers of the houses that are boxes or regions."""
        return self._of_kind("box")

    @cached_property
    def extras(self) -> tuple[int, ...]:
        """The numbers of the houses that constraints add."""
        return tuple(h for h, house in enumerate(self.houses) if house.kind not in KINDS)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The numbers of the houses that are rows or columns."""
        return self.rows + self.columns

    @cached_property
    def areas(self) -> tuple[int, ...]:
        """The numbers of all houses except lines: the boxes and the houses that constraints add."""
        return self.regions + self.extras

    @cached_property
    def search_order(self) -> tuple[int, ...]:
        """The houses in the order that people search them: boxes, rows, columns, added ones."""
        return self.regions + self.rows + self.columns + self.extras

    @cached_property
    def box_sides(self) -> tuple[int, int] | None:
        """The (rows, columns) of every box on a board of any shape; None if the boxes differ."""
        found = {
            self._sides_of(house) for house in (*self.houses, *self.groups) if house.kind == "box"
        }
        return found.pop() if len(found) == 1 else None

    def _sides_of(self, house: House) -> tuple[int, int] | None:
        """The (rows, columns) of a house that fills a rectangle."""
        rows, columns = (set(each) for each in zip(*map(self.row_column, house.cells), strict=True))
        return (len(rows), len(columns)) if len(rows) * len(columns) == len(house.cells) else None

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """For each cell, the number of its first box, from 0, or -1 if the cell is in no box."""
        found = [-1] * len(self.positions)
        boxes = [house for house in (*self.houses, *self.groups) if house.kind == "box"]
        for number, house in enumerate(boxes):
            for cell in house.cells:
                if found[cell] < 0:
                    found[cell] = number
        return tuple(found)

    def seen_by_all(self, cells: int) -> int:
        """The cells that are peers of all these cells."""
        seen = -1
        for cell, peers in enumerate(self.peer_cells):
            if cells >> cell & 1:
                seen &= peers
        return seen

    def common_houses(self, cells: int) -> tuple[int, ...]:
        """The numbers of the houses that hold all of these cells."""
        return tuple(h for h, house in enumerate(self.house_cells) if not cells & ~house)

    def _of_kind(self, kind: str) -> tuple[int, ...]:
        return tuple(h for h, house in enumerate(self.houses) if house.kind == kind)
