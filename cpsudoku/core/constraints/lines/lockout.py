"""Lockout line: the ends are far apart, and the digits inside are not between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import gt, lt
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import CpModel, Variables
from cpsudoku.core.constraints.encodings.pairs import post_pair
from cpsudoku.core.constraints.lines.ends import EndsRule
from cpsudoku.core.constraints.lowered import Either, Lowered, RelatedPair
from cpsudoku.core.constraints.relations import apart
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Lockout(EndsRule):
    """The ends differ by at least ``difference``. Digits inside are outside their range."""

    name: ClassVar[str] = "lockout"
    aliases: ClassVar[tuple[str, ...]] = ("lockout-line",)
    summary: ClassVar[str] = (
        "The digits in the diamonds at the ends of a lockout line differ by at least the given "
        "number: by default half the number of digits, rounded down, which is 4 on a 9x9 board. "
        "The digits on the line are neither between them nor equal to one of them."
    )
    example: ClassVar[str] = "lockout 4: r1c1 r2c2 r2c3 r3c4"
    named_text: ClassVar[str] = marked("the lockout line from {first} to {last}")

    difference: int | None = fields.number("DIFFERENCE", default=None, least=1, most=24)

    @property
    def least(self) -> int:
        """The smallest difference of the ends."""
        return self.board.size // 2 if self.difference is None else self.difference

    def ends_fit(self, first: int, last: int) -> bool:
        """Whether the ends are far enough apart."""
        return abs(first - last) >= self.least

    def fits(self, first: int, last: int, inner: int) -> bool:
        """Whether the value is less than both ends or greater than both."""
        return not min(first, last) <= inner <= max(first, last)

    def post(self, model: CpModel, x: Variables) -> None:
        """Literals determine which end is greater, and which cells are below both ends."""
        first, last, least = self.cells[0], self.cells[-1], self.least
        up = model.new_bool_var("")
        post_pair(model, x, first, last, lambda a, b: b - a >= least, up)
        post_pair(model, x, first, last, lambda a, b: a - b >= least, ~up)
        for cell in self.inner:
            below = model.new_bool_var("")
            for end in (first, last):
                post_pair(model, x, cell, end, lt, below)
                post_pair(model, x, cell, end, gt, ~below)

    def on_numbers(self) -> Sequence[Lowered]:
        """The ends are far apart. Each number inside is less than both of them, or greater."""
        ends = self.cells[0], self.cells[-1]
        inside = (
            Either(tuple(tuple(RelatedPair(cell, e, side) for e in ends) for side in (lt, gt)))
            for cell in self.inner
        )
        return [RelatedPair(*ends, apart(self.least)), *inside]

    @property
    def rule_text(self) -> str:
        """The rule with its number."""
        line = f"a line marked {self.mark}" if self.mark else "a line"
        return (
            f"The digits in two diamonds joined by {line} differ by at least {self.least}. "
            "The digits on the line are neither between them nor equal to one of them."
        )

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """An indigo line with a diamond at each end, and the difference unless it is usual."""
        return (shapes.Line(self.cells, "indigo", start="diamond", end="diamond", text=self.mark),)

    @property
    def mark(self) -> str:
        """The difference, unless it is the usual one."""
        return "" if self.least == self.board.size // 2 else str(self.least)
