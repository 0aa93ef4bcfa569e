"""White dot: two cells whose digits differ by a number, usually 1."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.lowered import Relation
from cpsudoku.core.constraints.pairs.marks import NumberedMark
from cpsudoku.runtime.language import marked, translated


@cache
def differ_by(difference: int) -> Relation:
    """Whether two values have this difference."""
    return lambda one, other: abs(one - other) == difference


@dataclass(frozen=True, repr=False)
class WhiteDot(NumberedMark):
    """The digits of the two cells differ by ``difference``."""

    name: ClassVar[str] = "white"
    aliases: ClassVar[tuple[str, ...]] = ("white-dot", "consecutive")
    summary: ClassVar[str] = (
        "Digits joined by a white dot differ by 1, or by the number in the dot."
    )
    example: ClassVar[str] = "white: r1c1 r1c2"
    named_text: ClassVar[str] = marked("the white dot between {one} and {other}")
    noun: ClassVar[str] = marked("white dots")
    family: ClassVar[str] = "dot"
    usual: ClassVar[tuple[int, ...]] = (1,)

    difference: int = fields.number("DIFFERENCE", default=1, most=24)

    @property
    def number(self) -> int:
        """The difference."""
        return self.difference

    @staticmethod
    def meaning(number: int) -> Relation:
        """The values differ by the number."""
        return differ_by(number)

    @staticmethod
    def words(number: int) -> str:
        """``differ by 1``."""
        return translated("differ by {number}", number=number)

    @property
    def rule_text(self) -> str:
        """The text for dots without a number, or for dots with one."""
        if self.difference == 1:
            return "Digits joined by a white dot differ by 1."
        return "Digits joined by a white dot with a number differ by that number."

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A white dot on the edge, with the difference unless it is 1."""
        text = "" if self.difference == 1 else str(self.difference)
        return (shapes.Dot(self.cells, "white", text),)
