"""Palindrome: the line reads the same from both ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import eq
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.lowered import RelatedPair
from cpsudoku.core.constraints.relations import Related
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Palindrome(Related):
    """Cells equally far from the two ends hold the same digit."""

    name: ClassVar[str] = "palindrome"
    aliases: ClassVar[tuple[str, ...]] = ("palindrome-line",)
    summary: ClassVar[str] = "The digits on a palindrome (grey line) read the same from both ends."
    example: ClassVar[str] = "palindrome: r2c2 r3c3 r4c4"
    named_text: ClassVar[str] = marked("the palindrome from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), "grey")

    cells: tuple[int, ...] = fields.cells(least=2)

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The cells equally far from the ends."""
        return self._pairs

    @cached_property
    def _pairs(self) -> tuple[RelatedPair, ...]:
        half = len(self.cells) // 2
        ends = zip(self.cells[:half], reversed(self.cells), strict=False)
        return tuple(RelatedPair(one, other, eq) for one, other in ends)

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 and r4c4 must be the same on the palindrome from r1c1``."""
        text = marked("{one} and {other} must be the same on {rule}")
        return self.pair_text(text, pair, rule=self.named)
