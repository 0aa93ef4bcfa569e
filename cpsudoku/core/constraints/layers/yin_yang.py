"""Yin-yang: shaded and unshaded cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar

from cpsudoku.core.constraints.base import CpModel, Domains, Elimination, Value, Variables
from cpsudoku.core.constraints.connecting import area, can_connect
from cpsudoku.core.constraints.encodings.clauses import post_clause
from cpsudoku.core.constraints.encodings.connected import edge_literals, post_connected
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import Accepted, Layers, Lowered, table_layers
from cpsudoku.core.layers import SHADED, Layer
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import phrases


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
    is_of_cells: ClassVar[bool] = True
    knows_little: ClassVar[bool] = True  # narrow does not know what is connected

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
        """Two trees, and two clauses for each kind and 2x2 cells; ``_mixed`` says why."""
        shaded = edge_literals(model, x, self.graph, frozenset(self.board.values[1:2]))
        unshaded = edge_literals(model, x, self.graph, frozenset(self.board.values[:1]))
        for inside, others in ((shaded, unshaded), (unshaded, shaded)):
            post_connected(model, inside, self.graph)
            for each in self.blocks:
                post_clause(model, [others[cell] for cell in each])
                top_left, top_right, left, right = each
                post_clause(
                    model, [others[top_left], others[right], inside[top_right], inside[left]]
                )

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude what completes 2x2 cells that are alike, or alike in both diagonals."""
        name = self.board.cell_name
        for each in self.blocks:
            for cell in each:
                others = [other for other in each if other != cell]
                known = [set(domains[other]) for other in others]
                if any(len(values) != 1 for values in known):
                    continue
                filled = [value for values in known for value in values]
                names = phrases([name(other) for other in others])
                for value in domains[cell]:
                    of = dict(zip(others, filled, strict=True)) | {cell: value}
                    one, two, three, four = (of[other] for other in each)
                    text = ""
                    if one == two == three == four:
                        text = marked("{cell} would be like {others}, which makes four alike")
                    elif one == four != two == three:
                        text = marked("{cell} would make a chessboard with {others}")
                    if text:
                        reason = translated(text, cell=name(cell), others=names)
                        yield Elimination(cell, value, reason, tuple(others))

    def lower(self) -> list[Lowered]:
        """Two areas, and an automaton for each 2x2 cells."""
        values = self.board.values[:2]
        found: list[Lowered] = [area(self.graph, (value,)) for value in values]
        return [*found, *(Accepted(each, _mixed(values)) for each in self.blocks)]


@lru_cache(maxsize=8)
def _mixed(values: tuple[int, ...]) -> Layers | None:
    """The automaton of 2x2 cells: not all alike, and not alike only in both diagonals.

    Two diagonals would cut each other: what connects the cells of one parts those of the other.
    """
    fillings = product(values, repeat=4)
    return table_layers(
        each
        for each in fillings
        if len(set(each)) > 1 and not each[0] == each[3] != each[1] == each[2]
    )
