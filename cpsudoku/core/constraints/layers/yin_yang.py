"""Yin-yang: shaded and unshaded cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints.base import Value, Variables
from cpsudoku.core.constraints.connecting import area, can_connect
from cpsudoku.core.constraints.encodings.clauses import post_clause
from cpsudoku.core.constraints.encodings.connected import literals_of, post_connected
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import Counted, Lowered
from cpsudoku.core.layers import SHADED, Layer

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


@dataclass(frozen=True, repr=False)
class YinYang(LayeredRule):
    """All shaded cells are connected, so are all others, and no 2x2 cells are alike."""

    name: ClassVar[str] = "yin-yang"
    summary: ClassVar[str] = (
        "Shade some cells. All shaded cells are connected by their edges, and so are all others. "
        "No 2x2 cells are all shaded or all unshaded."
    )
    example: ClassVar[str] = "yin-yang"
    brings: ClassVar[tuple[Layer, ...]] = (SHADED,)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether both kinds can be connected, and no complete 2x2 cells are alike."""
        of = dict(zip(self.cells, values, strict=True))
        for value in self.board.values[:2]:
            if any(all(of[cell] == value for cell in each) for each in self.blocks):
                return False
            inside = [cell for cell in self.cells if of[cell] == value]
            possible = {cell for cell in self.cells if of[cell] in (value, None)}
            if not can_connect(inside, possible, self.graph):
                return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """Two trees, and a clause for each kind and 2x2 cells."""
        shaded = literals_of(model, x, self.graph, frozenset(self.board.values[1:2]))
        unshaded = literals_of(model, x, self.graph, frozenset(self.board.values[:1]))
        for inside, others in ((shaded, unshaded), (unshaded, shaded)):
            post_connected(model, inside, self.graph)
            for each in self.blocks:
                post_clause(model, [others[cell] for cell in each])

    def lower(self) -> list[Lowered]:
        """Two areas, and a count for each 2x2 cells."""
        values = self.board.values[:2]
        found: list[Lowered] = [area(self.graph, (value,)) for value in values]
        some = frozenset((1, 2, 3))
        found += [Counted(each, (), frozenset(values[1:]), some) for each in self.blocks]
        return found
