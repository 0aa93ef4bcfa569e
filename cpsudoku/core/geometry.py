"""The board: rows, columns, boxes, the houses they form, and the names of cells."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter

from cpsudoku.core.errors import BadShape, quoted

# Size of the grid to the (rows, columns) of its box; the first is what a size means by itself.
BOXES = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    15: (3, 5),
    16: (4, 4),
    20: (4, 5),
    25: (5, 5),
}
SIZES = tuple(BOXES)
SIZE_OF_CELLS = {size * size: size for size in SIZES}


@dataclass(frozen=True)
class House:
    """A row, a column or a box: as many cells as there are digits, each digit once."""

    name: str
    cells: tuple[int, ...]

    @cached_property
    def digits_of(self) -> Callable[[bytes], tuple[int, ...]]:
        """Picks the digits of this house from the cells of a grid."""
        return itemgetter(*self.cells)


@dataclass(frozen=True)
class Geometry:
    """A square board of ``size`` rows and the region (box) that each cell belongs to.

    ``box_of`` has one entry a cell, row by row: the number of its box, 0 .. size-1. Boxes of
    other shapes (jigsaw) are other data, not another class. Raises BadShape unless each box has
    ``size`` cells.
    """

    size: int
    box_of: tuple[int, ...]

    def __post_init__(self) -> None:
        expected = sorted(box for box in range(self.size) for _ in range(self.size))
        if sorted(self.box_of) != expected:
            raise BadShape(f"each of the {self.size} boxes needs {self.size} cells")

    @staticmethod
    @cache
    def boxes(rows: int, columns: int) -> Geometry:
        """The board whose boxes have that many rows and columns: ``boxes(2, 3)`` is a 6x6."""
        size = rows * columns
        if size not in BOXES:
            raise BadShape(
                f"boxes of {rows}x{columns} make a {size}x{size} grid; {sizes_allowed()}"
            )
        cells = ((r, c) for r in range(size) for c in range(size))
        return Geometry(size, tuple(r // rows * rows + c // columns for r, c in cells))

    @staticmethod
    def of_size(size: int) -> Geometry:
        """The usual board of a size: 9 has 3x3 boxes, 6 has 2x3 (2 rows, 3 columns)."""
        if size not in BOXES:
            raise BadShape(f"a {size}x{size} grid is not supported; {sizes_allowed()}")
        return Geometry.boxes(*BOXES[size])

    @staticmethod
    def parse_box(text: str) -> Geometry:
        """The board of a box such as ``3x2`` (rows x columns)."""
        shape = r"\s*(\d{1,2})\s*[xX*×]\s*(\d{1,2})\s*"
        match = re.fullmatch(shape, text) if isinstance(text, str) else None
        if match is None:
            found = quoted(text)
            raise BadShape(f"box {found} is not of the form ROWSxCOLUMNS, such as 3x3 or 2x3")
        return Geometry.boxes(int(match[1]), int(match[2]))

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """The (rows, columns) of the boxes, or None if they are not equal rectangles."""
        for rows in range(1, self.size + 1):
            if self.size % rows == 0:
                columns = self.size // rows
                if rows * columns in BOXES and Geometry.boxes(rows, columns) == self:
                    return rows, columns
        return None

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """Rows, then columns, then boxes, each from 1 in its name: ``row 1``, ``box 9``."""
        n = self.size
        cells = range(n * n)
        rows = [House(f"row {r + 1}", tuple(range(r * n, r * n + n))) for r in range(n)]
        columns = [House(f"column {c + 1}", tuple(range(c, n * n, n))) for c in range(n)]
        boxes = [
            House(f"box {b + 1}", tuple(cell for cell in cells if self.box_of[cell] == b))
            for b in range(n)
        ]
        return (*rows, *columns, *boxes)

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the other cells that share a house with it, in order."""
        seen: list[set[int]] = [set() for _ in range(self.size**2)]
        for house in self.houses:
            for cell in house.cells:
                seen[cell].update(house.cells)
        return tuple(tuple(sorted(peers - {cell})) for cell, peers in enumerate(seen))

    def row_column(self, cell: int) -> tuple[int, int]:
        """The row and the column of a cell, counted from 0."""
        return divmod(cell, self.size)

    def cell_name(self, cell: int) -> str:
        """The name people write: cell 0 is ``r1c1``."""
        r, c = self.row_column(cell)
        return f"r{r + 1}c{c + 1}"

    def __repr__(self) -> str:
        if self.box_shape is None:
            return f"Geometry(size={self.size}, box_of={self.box_of})"
        rows, columns = self.box_shape
        return f"Geometry.boxes({rows}, {columns})"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.size, self.box_of))


def sizes_allowed() -> str:
    """The sentence that ends every message about a size."""
    return "sizes are " + ", ".join(map(str, SIZES))
