"""Sum: a weighted sum of cells has a given value or a bound. Digits may repeat."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.bounds import limited
from cpsudoku.core.constraints.sum_rule import SumRule
from cpsudoku.runtime.language import translated

SIGNS = {"=": "=", "<=": "≤", ">=": "≥"}


WORDS = {"=": "", "<=": "at most ", ">=": "at least "}


@dataclass(frozen=True, repr=False)
class Sum(SumRule):
    """The cells, each times its weight, add up to exactly, at most or at least ``total``."""

    name: ClassVar[str] = "sum"
    aliases: ClassVar[tuple[str, ...]] = ("weighted-sum", "linear-sum")
    summary: ClassVar[str] = (
        "The digits in a blue outline add up to its number; ≤ means at most and ≥ at least. "
        "They may repeat, and cells may have weights."
    )
    example: ClassVar[str] = "sum <= 30: r1c1*2 r1c2 -r1c3"

    terms: tuple[tuple[int, int], ...] = fields.terms()
    _: KW_ONLY
    relation: str = fields.relation()
    total: int = fields.number("TOTAL", least=-10_000)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells. A cell that is listed twice occurs twice."""
        return tuple(cell for cell, _ in self.terms)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A blue outline with the sum."""
        cells = tuple(dict.fromkeys(self.cells))
        return (shapes.Outline(cells, f"{SIGNS[self.relation]}{self.total}", "blue"),)

    @property
    def rule_text(self) -> str:
        """The summary, or the formula if there are weights, because weights are not drawn."""
        return self.summary if {weight for _, weight in self.terms} == {1} else self.describe()

    def describe(self) -> str:
        """A formula, such as ``r1c1 + r1c2 is at most 30``."""
        parts: list[str] = []
        for cell, weight in self.terms:
            sign = "-" if weight < 0 else "+" if parts else ""
            times = "" if abs(weight) == 1 else f"{abs(weight)} × "
            parts += [sign] * bool(sign) + [f"{times}{self.board.cell_name(cell)}"]
        return f"{' '.join(parts)} is {WORDS[self.relation]}{self.total}."

    @property
    def named(self) -> str:
        """``the sum of at most 30 at r1c1``."""
        place = self.board.cell_name(min(self.cells))
        total = limited(self.relation, str(self.total))
        return translated("the sum of {sum} at {cell}", sum=total, cell=place)
