"""Minimum and maximum cells: less or greater than the cells around them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import gt, lt
from typing import ClassVar, Self

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.field_kinds import derived
from cpsudoku.core.constraints.lowered import RelatedPair, Relation
from cpsudoku.core.constraints.relations import Related
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class Extreme(Related):
    """The cells ``at`` are compared with the cells that touch them at an edge.

    Two cells that are marked by the same kind of rule are not compared with each other.
    """

    word: ClassVar[str]
    bond_text: ClassVar[str]

    at: tuple[int, ...] = fields.cells()
    marked: frozenset[int] = derived(frozenset())

    @property
    @abstractmethod
    def relation(self) -> Relation:
        """How a marked cell compares with a neighbour."""

    def among(self, constraints: Sequence[Constraint]) -> Self:
        """The rule, adapted to the other rules of the puzzle."""
        others = (each.at for each in constraints if isinstance(each, type(self)))
        marked = frozenset(cell for at in others for cell in at)
        return self if marked == self.marked else replace(self, marked=marked)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The marked cells and those around them."""
        around = [pair.other for pair in self._pairs]
        return tuple(dict.fromkeys((*self.at, *around)))

    def pairs(self) -> tuple[RelatedPair, ...]:
        """Each marked cell and each cell that touches it."""
        return self._pairs

    @cached_property
    def _pairs(self) -> tuple[RelatedPair, ...]:
        alike = self.marked | set(self.at)
        touching = [*self.board.neighbours, *((b, a) for a, b in self.board.neighbours)]
        return tuple(
            RelatedPair(one, other, self.relation)
            for one, other in sorted(touching)
            if one in self.at and other not in alike
        )

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 must be less than r1c2``."""
        return self.pair_text(self.bond_text, pair)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A mark in each cell, with arrows to those around it."""
        return tuple(
            shapes.Mark(
                cell,
                self.name,
                toward=tuple(pair.other for pair in self._pairs if pair.one == cell),
            )
            for cell in self.at
        )

    @property
    def named(self) -> str:
        """``the minimum r1c1``."""
        cells = " ".join(map(self.board.cell_name, self.at))
        return translated("the {name} {cells}", name=self.called_name, cells=cells)


@dataclass(frozen=True, repr=False)
class Minimum(Extreme):
    """The digits are less than those around them."""

    name: ClassVar[str] = "minimum"
    aliases: ClassVar[tuple[str, ...]] = ("min",)
    summary: ClassVar[str] = (
        "A minimum, a grey cell with arrowheads that point inwards, is less than the cells that "
        "touch it at an edge. Minimums that touch are not compared."
    )
    example: ClassVar[str] = "minimum: r1c1 r5c5"
    word: ClassVar[str] = "less"
    bond_text: ClassVar[str] = marked("{one} must be less than {other}")

    @property
    def relation(self) -> Relation:
        """Less."""
        return lt


@dataclass(frozen=True, repr=False)
class Maximum(Extreme):
    """The digits are greater than those around them."""

    name: ClassVar[str] = "maximum"
    aliases: ClassVar[tuple[str, ...]] = ("max", "fortress")
    summary: ClassVar[str] = (
        "A maximum, a grey cell with arrowheads that point outwards, is greater than the cells "
        "that touch it at an edge. Maximums that touch are not compared."
    )
    example: ClassVar[str] = "maximum: r1c1 r5c5"
    word: ClassVar[str] = "greater"
    bond_text: ClassVar[str] = marked("{one} must be greater than {other}")

    @property
    def relation(self) -> Relation:
        """Greater."""
        return gt
