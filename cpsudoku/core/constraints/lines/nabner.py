"""Nabner: no two digits anywhere on the line are equal or consecutive."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.lowered import RelatedPair
from cpsudoku.core.constraints.relations import Related, apart
from cpsudoku.core.houses import House
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Nabner(Related):
    """Any two cells of the line differ by at least 2."""

    name: ClassVar[str] = "nabner"
    summary: ClassVar[str] = (
        "No two digits on a nabner (yellow line) are equal or consecutive, wherever they are."
    )
    example: ClassVar[str] = "nabner: r1c1 r2c2 r2c3"
    named_text: ClassVar[str] = marked("the nabner line from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), "yellow")

    cells: tuple[int, ...] = fields.cells(least=2)

    def pairs(self) -> tuple[RelatedPair, ...]:
        """All pairs of cells."""
        return self._pairs

    @cached_property
    def _pairs(self) -> tuple[RelatedPair, ...]:
        return tuple(
            RelatedPair(one, other, apart(2)) for one, other in combinations(self.cells, 2)
        )

    def houses(self) -> tuple[House, ...]:
        """The cells of the line."""
        return (House(self.title.removeprefix("the "), self.cells, self.name),)

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 and r2c3 must differ by at least 2``."""
        return self.pair_text(
            marked("{one} and {other} must differ by at least {least}"), pair, least=2
        )
