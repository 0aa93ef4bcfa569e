"""AllDifferent: its cells hold no digit twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint, CpModel, Value, Variables
from cpsudoku.core.constraints.encodings.different import post_different
from cpsudoku.core.houses import House
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class AllDifferent(Constraint):
    """The cells hold different digits: an extra region."""

    name: ClassVar[str] = "region"
    aliases: ClassVar[tuple[str, ...]] = ("extra-region", "all-different")
    summary: ClassVar[str] = "The cells hold different digits."
    example: ClassVar[str] = "region: r2-4c2-4"
    named_text: ClassVar[str] = marked("the extra region at {cell}")
    look: ClassVar[shapes.OfCells] = shapes.Shade(())
    only_houses: ClassVar[bool] = True

    cells: tuple[int, ...] = fields.cells(least=2)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no digit occurs twice."""
        filled = [value for value in values if value is not None]
        return len(set(filled)) == len(filled)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each digit occurs at most once, or exactly once if there are as many cells as digits."""
        post_different(model, x, self.cells)

    def houses(self) -> tuple[House, ...]:
        """The cells themselves."""
        return (House(self.title.removeprefix("the "), self.cells, self.name),)
