"""Sum: a weighted sum of cells that is given, or has a bound; digits may repeat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.arithmetic import can_hold, groups_of, narrow_sum
from cpsudoku.core.constraints.base import (
    Constraint,
    Domains,
    Elimination,
    Total,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.sums import post_sum

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

WORDS = {"=": "", "<=": "at most ", ">=": "at least "}
SIGNS = {"=": "", "<=": "≤", ">=": "≥"}


@dataclass(frozen=True, repr=False)
class Sum(Constraint):
    """The cells, each times its weight, add up to ``total``, or at most or at least to that."""

    name: ClassVar[str] = "sum"
    aliases: ClassVar[tuple[str, ...]] = ("weighted-sum", "linear-sum")
    summary: ClassVar[str] = (
        "The digits, each times the weight of its cell, add up to the sum. They may repeat."
    )
    example: ClassVar[str] = "sum <= 30: r1c1*2 r1c2 -r1c3"

    terms: tuple[tuple[int, int], ...] = fields.terms()
    _: KW_ONLY
    relation: str = fields.relation()
    total: int = fields.number("TOTAL", least=-10_000)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells; one that is listed twice is here twice."""
        return tuple(cell for cell, _ in self.terms)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the sum holds, or can still."""
        weights = (weight for _, weight in self.terms)
        return can_hold(self.board, values, weights, self.relation, self.total)

    def post(self, model: CpModel, x: Variables) -> None:
        """The weighted sum."""
        post_sum(model, x, self.terms, self.relation, self.total)

    def totals(self) -> tuple[Total, ...]:
        """The sum of the cells, if each of them counts once."""
        plain = self.relation == "=" and all(weight == 1 for _, weight in self.terms)
        once = len(set(self.cells)) == len(self.cells)
        return (Total(self.cells, self.total),) if plain and once else ()

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Digits that make the sum too small or too large."""
        groups = groups_of(self.board, self.terms)
        yield from narrow_sum(self, domains, groups, self.relation, self.total)

    def because(self, cell: int, value: int) -> str:
        """``there is no way to make 23 with 9 in r1c5``."""
        made = f"{WORDS[self.relation]}{self.total}"
        return f"there is no way to make {made} with {value} in {self.board.cell_name(cell)}"

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A blue outline with the sum."""
        cells = tuple(dict.fromkeys(self.cells))
        return (shapes.Outline(cells, f"{SIGNS[self.relation]}{self.total}", "blue"),)

    def describe(self) -> str:
        """A formula, such as that ``r1c1 + r1c2 is at most 30``."""
        parts: list[str] = []
        for cell, weight in self.terms:
            sign = "-" if weight < 0 else "+" if parts else ""
            times = "" if abs(weight) == 1 else f"{abs(weight)} × "
            parts += [sign] * bool(sign) + [f"{times}{self.board.cell_name(cell)}"]
        return f"{' '.join(parts)} is {WORDS[self.relation]}{self.total}."

    @property
    def title(self) -> str:
        """``the sum of at most 30 at r1c1``."""
        place = self.board.cell_name(min(self.cells))
        return f"the sum of {WORDS[self.relation]}{self.total} at {place}"
