"""Chaos construction: the regions are to be found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import CpModel, IntVar, Value, Variables
from cpsudoku.core.constraints.connecting import Graph, area, can_connect, touching
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.encodings.connected import post_partition
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import Accepted, Layers, Lowered, Marked, steady_layers
from cpsudoku.core.layers import REGION, Layer
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class RegionRule(LayeredRule):
    """A rule that divides the board into regions.

    Regions are connected, and numbered in the order of their first cells.
    """

    brings: ClassVar[tuple[Layer, ...]] = (REGION,)

    if TYPE_CHECKING:  # a property of each rule

        @cached_property
        def labels(self) -> range:
            """The values of the regions."""

        @cached_property
        def sizes(self) -> range:
            """The numbers of cells that a region can have."""

    @cached_property
    def cells(self) -> Sequence[int]:
        """All cells, and then their regions."""
        return (*range(len(self.board)), *self.board.numbers_of[REGION.name])

    @cached_property
    def graph(self) -> Graph:
        """The cells that touch."""
        return touching(self.board, range(len(self.board)))

    def are_in_order(self, regions: Sequence[Value]) -> bool:
        """Whether each known region can be the next new one, or one that began before."""
        begun, unknown = self.board.lowest - 1, 0
        for region in regions:
            if region is None:
                unknown += 1
            elif region not in self.labels or region > begun + unknown + 1:
                return False
            elif region > begun:
                begun, unknown = region, unknown - (region - begun - 1)
        return True

    def post_regions(
        self, model: CpModel, x: Variables, sizes: range
    ) -> list[Mapping[int, IntVar | bool]]:
        """A tree in each region of so many cells. Returns the literals of each cell's regions."""
        region = [x[cell] for cell in self.board.numbers_of[REGION.name]]
        for marks in region:
            for label, literal in marks.items():
                if label not in self.labels:
                    post_clause(model, [negated(literal)])
        post_partition(model, region, self.labels, sizes, self.graph)
        return region


@dataclass(frozen=True, repr=False)
class ChaosConstruction(RegionRule):
    """The board consists of connected regions of ``size`` different digits.

    Regions are numbered in the order of their first cells.
    """

    name: ClassVar[str] = "chaos-construction"
    aliases: ClassVar[tuple[str, ...]] = ("chaos",)
    summary: ClassVar[str] = (
        "Divide the board into regions. The cells of a region are connected by their edges and "
        "hold different digits. A region has as many cells as there are digits, or as a number "
        "says."
    )
    example: ClassVar[str] = "chaos-construction"
    named_text: ClassVar[str] = marked("the chaos construction")

    size: int | None = fields.number("CELLS", default=None, least=2)

    def __post_init__(self) -> None:
        super().__post_init__()
        cells, size = len(self.board), self.cells_each
        if size > self.board.size or cells % size or cells // size > self.board.size:
            raise InputError(
                "{cells} cells can't be divided into regions of {size} digits",
                cells=cells,
                size=size,
            )

    @property
    def cells_each(self) -> int:
        """The number of cells of a region."""
        return self.size or self.board.size

    @cached_property
    def labels(self) -> range:
        """The values of the regions."""
        first = self.board.lowest
        return range(first, first + len(self.board) // self.cells_each)

    @cached_property
    def sizes(self) -> range:
        """The number of cells of a region, as a range."""
        return range(self.cells_each, self.cells_each + 1)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether each region can be connected, is not too large, and holds no digit twice."""
        count = len(self.board)
        digits, regions = values[:count], values[count:]
        if not self.are_in_order(regions):
            return False
        for label in self.labels:
            inside = [cell for cell, region in enumerate(regions) if region == label]
            possible = {cell for cell, region in enumerate(regions) if region in (label, None)}
            held = [digits[cell] for cell in inside if digits[cell] is not None]
            if len(set(held)) < len(held) or not can_connect(inside, possible, self.graph):
                return False
            if not len(inside) <= self.cells_each <= len(possible):
                return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """A tree in each region. Each digit is in a region at most once."""
        region = self.post_regions(model, x, self.sizes)
        held: dict[tuple[int, int], list[IntVar | bool]] = {}  # the cells with a label and value
        for cell, marks in enumerate(region):
            both = {
                (label, value): model.new_bool_var("") for label in self.labels for value in x[cell]
            }
            for label in self.labels:
                places = [both[label, value] for value in x[cell]]
                model.add(sum(places) == marks.get(label, False))
            for value, literal in x[cell].items():
                model.add(sum(both[label, value] for label in self.labels) == literal)
            for pair, literal in both.items():
                held.setdefault(pair, []).append(literal)
        for literals in held.values():
            if self.cells_each == len(self.board.values):
                model.add_exactly_one(literals)
            else:
                model.add_at_most_one(literals)

    def lower(self) -> list[Lowered]:
        """An area for each region, in which the digits differ, and the order of the regions."""
        layer = tuple(self.board.numbers_of[REGION.name])
        graph = touching(self.board, layer)
        cells, is_full = tuple(range(len(self.board))), self.cells_each == self.board.size
        found: list[Lowered] = []
        for label in self.labels:
            found.append(area(graph, (label,), self.cells_each))
            found.append(Marked(cells, layer, label, is_full))
        return [*found, Accepted(layer, ordered(len(layer), self.labels))]


@lru_cache(maxsize=8)
def ordered(count: int, labels: range) -> Layers | None:
    """The automaton of labels in the order in which each of them begins."""

    def step(last: int, value: int) -> int | None:
        return max(last, value) if value in labels and value <= last + 1 else None

    return steady_layers(count, labels, labels[0] - 1, step, lambda last: last == labels[-1])
