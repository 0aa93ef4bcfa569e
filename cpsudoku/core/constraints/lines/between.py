"""Between line: the digits inside are between the digits at the ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import gt, lt
from typing import ClassVar

from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.base import CpModel, Variables
from cpsudoku.core.constraints.encodings.pairs import post_pair
from cpsudoku.core.constraints.lines.ends import EndsRule
from cpsudoku.core.constraints.lowered import Either, Lowered, RelatedPair
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Between(EndsRule):
    """Each cell inside is greater than one end and less than the other."""

    name: ClassVar[str] = "between"
    aliases: ClassVar[tuple[str, ...]] = ("between-line",)
    summary: ClassVar[str] = (
        "The digits on a line between two circles are strictly between the digits in the circles."
    )
    example: ClassVar[str] = "between: r1c1 r2c2 r2c3 r3c4"
    named_text: ClassVar[str] = marked("the between line from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), "grey", start="ring", end="ring")
    reasoning: ClassVar[str] = "bounds"

    def ends_fit(self, first: int, last: int) -> bool:
        """Any values are possible if no cell is inside."""
        return not self.inner or abs(first - last) > 1

    def fits(self, first: int, last: int, inner: int) -> bool:
        """Whether the value is strictly between the ends."""
        return min(first, last) < inner < max(first, last)

    def post(self, model: CpModel, x: Variables) -> None:
        """A literal determines whether the last digit is greater or less than the first one."""
        if not self.inner:
            return
        first, last = self.cells[0], self.cells[-1]
        up = model.new_bool_var("")
        for when, less in ((up, lt), (~up, gt)):
            post_pair(model, x, first, last, less, when)
            for cell in self.inner:
                post_pair(model, x, first, cell, less, when)
                post_pair(model, x, cell, last, less, when)

    def on_numbers(self) -> Sequence[Lowered]:
        """The numbers inside are greater than the first and less than the last, or the reverse."""
        first, last = self.cells[0], self.cells[-1]
        ways = tuple(
            tuple(
                RelatedPair(one, other, less)
                for cell in self.inner
                for one, other in ((first, cell), (cell, last))
            )
            for less in (lt, gt)
        )
        return [Either(ways)] if self.inner else []
