"""Where the cells of a board are, and how people name them and the digits."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from cpsudoku.core.variables import Position, WithVariables
from cpsudoku.runtime.errors import BadShape, quoted

NUMBERED = re.compile(r"([a-z][a-z-]*)(\d{1,4})")  # a variable, such as x2
CELL_NAME = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")
_SYMBOLS = "0123456789ABCDEFGHIJKLMNOP"  # the symbols of the values 0 to 25


class WithPlaces(WithVariables):
    """The part of ``Board`` that is about places and names."""

    if TYPE_CHECKING:
        lowest: int

    # Places

    @cached_property
    def height(self) -> int:
        """The number of rows of the canvas."""
        return 1 + max(r for r, _ in self.positions)

    @cached_property
    def width(self) -> int:
        """The number of columns of the canvas."""
        return 1 + max(c for _, c in self.positions)

    @cached_property
    def cell_at(self) -> dict[Position, int]:
        """The number of the cell at each place of the canvas. Places without a cell are omitted."""
        return {position: cell for cell, position in enumerate(self.positions)}

    def row_column(self, cell: int) -> Position:
        """The row and the column of a cell, counted from 0.

        A variable has the place of its cell. Those beside the grid are below it.
        """
        if cell < len(self.positions):
            return self.positions[cell]
        layer, cells = self.variables[cell - len(self.positions)]
        if cells:
            return self.positions[cells[0]]
        start = self.numbers_of[layer.name].start
        r, c = divmod(cell - start, layer.columns or self.width)
        return self.height + 1 + 2 * start + r, c  # far enough apart that no two layers touch

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int], ...]:
        """Each pair of cells that touch at an edge. The left or upper cell comes first."""
        return tuple(
            (cell, self.cell_at[place])
            for cell, (r, c) in enumerate(self.positions)
            for place in ((r, c + 1), (r + 1, c))
            if place in self.cell_at
        )

    def apart(self, down: int, across: int) -> tuple[tuple[int, int], ...]:
        """Each pair of cells in which the second is this many rows down and columns across."""
        at = self.cell_at
        return tuple(
            (cell, at[r + down, c + across])
            for cell, (r, c) in enumerate(self.positions)
            if (r + down, c + across) in at
        )

    # Digits and names

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The values of the digits, ascending: 1 .. size, or from 0."""
        return tuple(range(self.lowest, self.lowest + self.size))

    @cached_property
    def symbols(self) -> str:
        """The symbol of each digit at the digit's index. The symbol of a blank is at index 0."""
        return "." + _SYMBOLS[self.lowest : self.lowest + self.size]

    @cached_property
    def all_digits(self) -> int:
        """The set of all digits. Bit d - 1 represents digit d."""
        return (1 << self.size) - 1

    def value_name(self, value: int) -> str:
        """The symbol of a value: ``7``, and ``A`` for 10. A value that no digit has is a number."""
        has_symbol = self.lowest <= value < self.lowest + self.size
        return self.symbols[value + 1 - self.lowest] if has_symbol else str(value)

    def cell_name(self, cell: int) -> str:
        """The name that people write for a cell. Cell 0 is ``r1c1``.

        A variable is ``shaded.r1c1``, ``loop.r1c1-r1c2``, or ``x1`` if it is beside the grid.
        """
        if cell >= len(self.positions):
            layer, cells = self.variables[cell - len(self.positions)]
            if not cells:
                return f"{layer.name}{cell - self.numbers_of[layer.name].start + 1}"
            return f"{layer.name}.{'-'.join(map(self.cell_name, cells))}"
        r, c = self.positions[cell]
        return f"r{r + 1}c{c + 1}"

    @cached_property
    def named_cells(self) -> dict[str, int]:
        """The cell of each name such as ``r1c1``."""
        return {self.cell_name(cell): cell for cell in range(self.total)}

    def cell_named(self, name: str) -> int:
        """The cell with a name such as ``r1c1``. Raises BadShape if there is no such cell."""
        match = CELL_NAME.fullmatch(name.strip())
        if match is None:
            numbered = NUMBERED.fullmatch(name) if self.layers else None
            if numbered is not None and numbered[1] in self.numbers_of:
                return self.variable(numbered[1], int(numbered[2]))
            if self.layers and name in self.named_cells:
                return self.named_cells[name]
            raise BadShape("{name} is not a cell such as r1c1", name=quoted(name))
        place = int(match[1]) - 1, int(match[2]) - 1
        if place not in self.cell_at:
            last = self.cell_name(len(self.positions) - 1)
            raise BadShape(
                "{name} is not a cell of the board, whose last cell is {last}",
                name=quoted(name),
                last=last,
            )
        return self.cell_at[place]
