"""All of: several rules hold together. This is useful inside any of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from cpsudoku.core.constraints import nested
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Total,
    Value,
    Variables,
)
from cpsudoku.core.constraints.general.combined import Combined
from cpsudoku.core.constraints.lowered import Lowered, RelatedPair, all_lowered
from cpsudoku.core.houses import House
from cpsudoku.runtime.language import translated


@dataclass(frozen=True, repr=False)
class AllOf(Combined):
    """All of the rules hold."""

    name: ClassVar[str] = "all-of"
    aliases: ClassVar[tuple[str, ...]] = ("and",)
    summary: ClassVar[str] = (
        "Several rules hold together. It is useful as one of the rules of any-of."
    )
    example: ClassVar[str] = "all-of: (killer 10: r1c1 r1c2) & (thermo: r1c1 r1c2)"

    rules: tuple[Constraint, ...] = nested.rules("&")

    def includes(self) -> tuple[Constraint, ...]:
        """The rules, and the rules inside them."""
        return tuple(inner for rule in self.rules for inner in rule.includes())

    def among(self, constraints: Sequence[Constraint]) -> Self:
        """The rule, with its rules adapted to each other and to the rules outside."""
        return super().among((*constraints, *self.includes()))

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether all rules allow their values."""
        return all(rule.allows(own) for rule, own in self.parts(values))

    def post(self, model: CpModel, x: Variables) -> None:
        """Post each rule."""
        for rule in self.rules:
            rule.post(model, x)

    def houses(self) -> tuple[House, ...]:
        """The houses of the rules."""
        return tuple(house for rule in self.rules for house in rule.houses())

    def totals(self) -> tuple[Total, ...]:
        """The sums that the rules fix."""
        return tuple(total for rule in self.rules for total in rule.totals())

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The pairs of the rules."""
        return tuple(pair for rule in self.rules for pair in rule.pairs())

    def lower(self) -> Sequence[Lowered] | None:
        """What the rules lower to."""
        return all_lowered(self.rules)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude what the rules exclude."""
        for rule in self.rules:
            yield from rule.narrow(domains)

    def clashes(self, values: Sequence[Value]) -> tuple[int, ...]:
        """The cells that clash in any of the rules."""
        return tuple(sorted({c for rule, own in self.parts(values) for c in rule.clashes(own)}))

    def describe(self) -> str:
        """The rules, one after the other."""
        rules = "; and ".join(rule.describe().rstrip(".") for rule in self.rules)
        return f"All of these hold: {rules}."

    @property
    def named(self) -> str:
        """``the 10 cage at r1c1 and the thermometer from r1c1``."""
        return translated(" and ").join(rule.named for rule in self.rules)

    @property
    def full_named(self) -> str:
        """The titles with all cells."""
        return translated(" and ").join(rule.full_named for rule in self.rules)
