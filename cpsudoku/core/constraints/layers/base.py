"""The base class of rules that bring a layer along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.connecting import Graph, blocks, touching
from cpsudoku.core.houses import KINDS, House
from cpsudoku.core.layers import Layer
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class LayeredRule(Constraint):
    """A rule on the variables of one layer, which it adds to its board.

    ``is_of_cells``: on a board of two digits that may be repeated, these are the values.
    """

    is_of_cells: ClassVar[bool] = False
    named_text: ClassVar[str] = marked("the {name} rule")
    is_everywhere: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", self.board.with_layers(*self.brought(self.board)))

    @cached_property
    def cells(self) -> Sequence[int]:
        """The variables of the layer."""
        return tuple(self.layer)

    @property
    def layer(self) -> range:
        """The variables of the layer; the cells themselves if their digits are its values."""
        return self.board.numbers_of.get(self.brings[0].name, range(len(self.board)))

    @classmethod
    def brought(cls, board: Board) -> tuple[Layer, ...]:
        """Its layers. Digits that may be repeated and are only two can be the values themselves."""
        is_layer = cls.is_of_cells and board.loose and board.size == 2
        return () if is_layer else cls.brings

    @cached_property
    def graph(self) -> Graph:
        """The variables that touch."""
        return touching(self.board, self.cells)

    @cached_property
    def blocks(self) -> Sequence[tuple[int, int, int, int]]:
        """The squares of 2x2 variables."""
        return blocks(self.board, self.cells)

    @cached_property
    def houses_and_boxes(self) -> tuple[House, ...]:
        """Each row, column and box, also those with fewer cells than digits."""
        every = (*self.board.houses, *self.board.groups, *self.board.loose)
        return tuple(house for house in every if house.kind in KINDS)

    @cached_property
    def lines_and_boxes(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, column and box."""
        return tuple(house.cells for house in self.houses_and_boxes)
