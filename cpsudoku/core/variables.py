"""The variables of a board: what its layers add to its cells, numbered after them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from cpsudoku.core.layers import CELLS, EDGES, Layer
from cpsudoku.runtime.errors import BadShape, quoted

Position = tuple[int, int]  # (row, column) on the canvas, from 0


class WithVariables:
    """The part of ``Board`` that is about its layers."""

    if TYPE_CHECKING:
        positions: tuple[Position, ...]
        size: int
        layers: tuple[Layer, ...]

        @cached_property
        def all_digits(self) -> int:
            """The set of all digits."""

        @cached_property
        def cell_at(self) -> dict[Position, int]:
            """The number of the cell at each place."""

        @cached_property
        def neighbours(self) -> tuple[tuple[int, int], ...]:
            """Each pair of cells that touch at an edge."""

        def row_column(self, cell: int) -> Position:
            """The row and the column of a cell or variable."""

    @cached_property
    def variables(self) -> tuple[tuple[Layer, tuple[int, ...]], ...]:
        """The layer of each variable, with the cells that it belongs to: one, two, or none."""
        cells = [(cell,) for cell in range(len(self.positions))]
        found: list[tuple[Layer, tuple[int, ...]]] = []
        for layer in self.layers:
            of_kind = {CELLS: cells, EDGES: self.neighbours}.get(layer.kind, [()] * layer.count)
            found += [(layer, each) for each in of_kind]
        return tuple(found)

    @cached_property
    def total(self) -> int:
        """The number of cells and variables."""
        return len(self.positions) + len(self.variables)

    @cached_property
    def numbers_of(self) -> dict[str, range]:
        """For each layer, by its name, the numbers of its variables."""
        found, start = {}, len(self.positions)
        for layer in self.layers:
            count = sum(each is layer for each, _ in self.variables)
            found[layer.name] = range(start, start + count)
            start += count
        return found

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """The numbers of the cells, and of the variables that distinguish solutions."""
        more = (
            number
            for layer in self.layers
            if layer.is_counted
            for number in self.numbers_of[layer.name]
        )
        return (*range(len(self.positions)), *more)

    @cached_property
    def domains(self) -> tuple[int, ...]:
        """The digits that each cell and each variable can hold at all, as sets."""
        full = self.all_digits
        return (full,) * len(self.positions) + tuple(
            (1 << min(layer.values or self.size, self.size)) - 1 for layer, _ in self.variables
        )

    def beside(self, cell: int, down: int, across: int) -> int | None:
        """The cell, or variable of the same layer, so many rows down and columns across."""
        r, c = self.row_column(cell)
        if cell < len(self.positions):
            return self.cell_at.get((r + down, c + across))
        layer, _ = self.variables[cell - len(self.positions)]
        return self._variable_at[layer.name].get((r + down, c + across))

    @cached_property
    def _variable_at(self) -> dict[str, dict[Position, int]]:
        """The variables of each layer by their places."""
        return {
            name: {self.row_column(number): number for number in numbers}
            for name, numbers in self.numbers_of.items()
        }

    def variable(self, layer: str, number: int) -> int:
        """The variable of a layer with a number, from 1. Raises BadShape."""
        numbers = self.numbers_of[layer]
        if not 1 <= number <= len(numbers):
            raise BadShape(
                "{variable} is not one of {count} of {layer}",
                variable=quoted(f"{layer}{number}"),
                count=len(numbers),
                layer=layer,
            )
        return numbers[number - 1]
