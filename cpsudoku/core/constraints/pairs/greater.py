"""Greater than: each cell is greater than the next."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.relations import Along


@dataclass(frozen=True, repr=False)
class Greater(Along):
    """Digits decrease from each cell to the next."""

    name: ClassVar[str] = "greater"
    aliases: ClassVar[tuple[str, ...]] = ("greater-than", "inequality")
    summary: ClassVar[str] = "Each digit is greater than the next one, as the signs > and < show."
    example: ClassVar[str] = "greater: r1c1 r1c2"

    cells: tuple[int, ...] = fields.cells(least=2, adjacent="edge")

    def holds(self, one: int, other: int) -> bool:
        """Whether the first value is the greater one."""
        return one > other

    def bond(self, one: str, other: str) -> str:
        """``r1c1 is greater than r1c2``."""
        return f"{one} is greater than {other}"

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A sign on each edge."""
        return tuple(shapes.Sign((one, other), ">") for one, other in pairwise(self.cells))

    @property
    def title(self) -> str:
        """``the sign r1c1 > r1c2``."""
        return f"the sign {' > '.join(map(self.board.cell_name, self.cells))}"
