"""Black dot: one digit is a multiple of the other, usually its double."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.lowered import Relation
from cpsudoku.core.constraints.pairs.marks import NumberedMark
from cpsudoku.runtime.language import marked, translated


@cache
def in_ratio(ratio: int) -> Relation:
    """Whether one of two values is ``ratio`` times the other."""
    return lambda one, other: one == ratio * other or other == ratio * one


@dataclass(frozen=True, repr=False)
class BlackDot(NumberedMark):
    """One digit of the two cells is ``ratio`` times the other."""

    name: ClassVar[str] = "black"
    aliases: ClassVar[tuple[str, ...]] = ("black-dot", "ratio")
    summary: ClassVar[str] = (
        "Of two digits joined by a black dot, one is twice the other, or as many times the other "
        "as the number in the dot says."
    )
    example: ClassVar[str] = "black: r1c1 r1c2"
    named_text: ClassVar[str] = marked("the black dot between {one} and {other}")
    noun: ClassVar[str] = marked("black dots")
    family: ClassVar[str] = "dot"
    usual: ClassVar[tuple[int, ...]] = (2,)

    ratio: int = fields.number("RATIO", default=2, least=2, most=25)

    @property
    def number(self) -> int:
        """The ratio."""
        return self.ratio

    @staticmethod
    def meaning(number: int) -> Relation:
        """One of the values is ``number`` times the other."""
        return in_ratio(number)

    @staticmethod
    def words(number: int) -> str:
        """``be in the ratio 1:2``."""
        return translated("be in the ratio 1:{number}", number=number)

    @property
    def rule_text(self) -> str:
        """The text for dots without a number, or for dots with one."""
        if self.ratio == 2:
            return "Of two digits joined by a black dot, one is twice the other."
        return (
            "Of two digits joined by a black dot with a number, one is that many times the other."
        )

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A black dot on the edge, with the ratio unless it is 2."""
        return (shapes.Dot(self.cells, "black", "" if self.ratio == 2 else str(self.ratio)),)
