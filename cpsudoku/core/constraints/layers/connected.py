"""Connected: the cells that hold some values form one area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import Constraint, CpModel, Value, Variables
from cpsudoku.core.constraints.connecting import Graph, area, can_connect, touching
from cpsudoku.core.constraints.digit_names import digits
from cpsudoku.core.constraints.encodings.connected import edge_literals, post_connected
from cpsudoku.core.constraints.lowered import Lowered
from cpsudoku.runtime.language import translated


@dataclass(frozen=True, repr=False)
class Connected(Constraint):
    """All cells that hold one of the ``values`` are connected by their edges.

    ``size`` is the number of these cells, if it is known.
    """

    name: ClassVar[str] = "connected"
    summary: ClassVar[str] = (
        "All cells that hold one of these digits are connected by their edges. A number after the "
        "digits says how many cells there are."
    )
    example: ClassVar[str] = "connected 1,3,5,7,9: everything"
    is_everywhere: ClassVar[bool] = True

    values: tuple[int, ...] = digits()
    cells: tuple[int, ...] = fields.cells()
    size: int | None = fields.number("COUNT", default=None)

    def __post_init__(self) -> None:
        fields.refuse_strange_values(self.values, self.board)

    @cached_property
    def graph(self) -> Graph:
        """The cells that touch."""
        return touching(self.board, self.cells)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the cells that hold these digits can be connected, and be as many."""
        pairs = list(zip(self.cells, values, strict=True))
        inside = {cell for cell, value in pairs if value in self.values}
        possible = inside | {cell for cell, value in pairs if value is None}
        if self.size is not None and not len(inside) <= self.size <= len(possible):
            return False
        return can_connect(inside, possible, self.graph)

    def post(self, model: CpModel, x: Variables) -> None:
        """A tree of the cells, and their number."""
        inside = edge_literals(model, x, self.graph, frozenset(self.values))
        post_connected(model, inside, self.graph)
        if self.size is not None:
            model.add(sum(inside.values()) == self.size)

    def lower(self) -> list[Lowered]:
        """An area."""
        return [area(self.graph, self.values, self.size)]

    def describe(self) -> str:
        """The digits, and the number of cells if it is known."""
        cells = "cells" if len(self.cells) == len(self.board) else f"cells of {self._where}"
        count = "" if self.size is None else f" There are {self.size} of them."
        return f"All {cells} that hold {self._names} are connected by their edges.{count}"

    @property
    def named(self) -> str:
        """``the connected cells with 1 or 2``."""
        names = translated(" or ").join(map(self.board.value_name, self.values))
        return translated("the connected cells with {digits}", digits=names)

    @property
    def _names(self) -> str:
        return " or ".join(map(self.board.value_name, self.values))

    @property
    def _where(self) -> str:
        cells, name = sorted(self.cells), self.board.cell_name
        layer = next((k for k, v in self.board.numbers_of.items() if list(v) == cells), None)
        return layer or f"{name(cells[0])} to {name(cells[-1])}"
