"""White dot: two cells whose digits differ by a number, usually 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint, Pair, Relation, Value, Variables
from cpsudoku.core.constraints.encodings.pairs import post_pairs

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


@cache
def differ_by(difference: int) -> Relation:
    """Whether two values have this difference."""
    return lambda one, other: abs(one - other) == difference


@dataclass(frozen=True, repr=False)
class WhiteDot(Constraint):
    """The digits of the two cells differ by ``difference``."""

    name: ClassVar[str] = "white"
    aliases: ClassVar[tuple[str, ...]] = ("white-dot", "difference")
    summary: ClassVar[str] = (
        "Digits joined by a white dot differ by 1, or by the number in the dot."
    )
    example: ClassVar[str] = "white: r1c1 r1c2"

    cells: tuple[int, ...] = fields.cells(least=2, most=2, adjacent="edge")
    difference: int = fields.number("DIFFERENCE", default=1, most=24)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the difference is right, or can still be."""
        one, other = values
        if one is not None and other is not None:
            return abs(one - other) == self.difference
        known = one if one is not None else other
        mates = (known - self.difference, known + self.difference) if known is not None else ()
        return known is None or any(mate in self.board.values for mate in mates)

    def post(self, model: CpModel, x: Variables) -> None:
        """The pairs of digits with that difference."""
        post_pairs(model, x, self.pairs())

    def pairs(self) -> tuple[Pair, ...]:
        """The two cells."""
        one, other = self.cells
        return (Pair(one, other, differ_by(self.difference)),)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A white dot on the edge, with the difference unless it is 1."""
        return (
            shapes.Dot(self.cells, "white", "" if self.difference == 1 else str(self.difference)),
        )

    @property
    def title(self) -> str:
        """``the white dot between r1c1 and r1c2``."""
        one, other = map(self.board.cell_name, self.cells)
        return f"the white dot between {one} and {other}"
