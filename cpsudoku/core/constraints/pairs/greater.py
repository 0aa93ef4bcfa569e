"""Greater than: each cell is greater than the next."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from operator import gt
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.lowered import RelatedPair, Relation
from cpsudoku.core.constraints.relations import Along
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class Greater(Along):
    """Digits decrease from each cell to the next."""

    name: ClassVar[str] = "greater"
    aliases: ClassVar[tuple[str, ...]] = ("greater-than", "inequality")
    summary: ClassVar[str] = "Each digit is greater than the next one, as the signs > and < show."
    example: ClassVar[str] = "greater: r1c1 r1c2"

    cells: tuple[int, ...] = fields.cells(least=2, adjacent="edge")

    @property
    def relation(self) -> Relation:
        """Each value is greater than the next."""
        return gt

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 must be greater than r1c2``."""
        return self.pair_text(marked("{one} must be greater than {other}"), pair)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A sign on each edge."""
        return tuple(shapes.Sign((one, other), ">") for one, other in pairwise(self.cells))

    @property
    def named(self) -> str:
        """``the sign r1c1 > r1c2``."""
        cells = " > ".join(map(self.board.cell_name, self.cells))
        return translated("the sign {cells}", cells=cells)
