"""Any of: at least one of some rules holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import nested, shapes
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Total,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.alternatives import post_any
from cpsudoku.core.constraints.general.combined import Combined
from cpsudoku.core.constraints.lowered import Lowered, either
from cpsudoku.core.houses import House
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import capital


@dataclass(frozen=True, repr=False)
class AnyOf(Combined):
    """At least one of the rules holds."""

    name: ClassVar[str] = "any-of"
    aliases: ClassVar[tuple[str, ...]] = ("or",)
    summary: ClassVar[str] = (
        "At least one of several rules holds. A rule of rules inside it needs parentheses."
    )
    example: ClassVar[str] = "any-of: (killer 10: r1c1 r1c2) | (killer 12: r1c1 r1c2)"

    rules: tuple[Constraint, ...] = nested.rules("|")

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether one of the rules allows its values."""
        return any(rule.allows(own) for rule, own in self.parts(values))

    def post(self, model: CpModel, x: Variables) -> None:
        """Each rule has a literal, and at least one rule holds."""
        post_any(model, x, self.rules)

    def houses(self) -> tuple[House, ...]:
        """The houses that all of the rules have."""
        first, *others = (rule.houses() for rule in self.rules)
        known = [{frozenset(house.cells) for house in houses} for houses in others]
        return tuple(
            house for house in first if all(frozenset(house.cells) in each for each in known)
        )

    def totals(self) -> tuple[Total, ...]:
        """The sums that all of the rules fix."""
        first, *others = (rule.totals() for rule in self.rules)
        return tuple(total for total in first if all(total in each for each in others))

    def lower(self) -> Sequence[Lowered] | None:
        """What the rules lower to, as alternatives."""
        return either(self.rules)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude what all the rules that can still hold exclude."""
        if any(not domains[cell] for cell in self.cells):
            return
        found = [
            {(each.cell, each.value): each for each in rule.narrow(domains)}
            for rule in self._open(domains)
        ]
        if not found:
            reason = translated("nothing of {rule} can hold", rule=self.named)
            for cell in self.cells:
                for value in domains[cell]:
                    yield Elimination(cell, value, reason)
            return
        for key in found[0]:
            if all(key in others for others in found):
                reasons = dict.fromkeys(others[key].reason for others in found)
                yield Elimination(*key, translated("; or else ").join(reasons))

    def _open(self, domains: Domains) -> list[Constraint]:
        """The rules that the filled cells allow."""
        settled: list[Value] = [
            domains[cell][0] if len(domains[cell]) == 1 else None for cell in self.cells
        ]
        return [rule for rule, own in self.parts(settled) if rule.allows(own)]

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``if the 10 cage at r1c1 holds, ...``, for each rule that can still hold."""
        gone = {(each.cell, each.value) for each in excluded}
        cases = [
            (rule.named, rule.conclusion(domains, own))
            for rule in self._open(domains)
            if (own := [each for each in rule.narrow(domains) if (each.cell, each.value) in gone])
        ]
        if not cases:
            return super().conclusion(domains, excluded)
        if len(cases) == 1:
            text = marked("of {rules}, only {rule} can still hold: {said}")
            return translated(text, rules=self.named, rule=cases[0][0], said=cases[0][1])
        text = marked("if {rule} holds, {said}")
        said = [translated(text, rule=rule, said=said) for rule, said in cases]
        return translated(". ").join([said[0], *map(capital, said[1:])])

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The drawings of the rules, and a sentence that one of them holds."""
        return (shapes.Outline(tuple(self.cells), "or", "orange"), shapes.Note(self.describe()))

    def describe(self) -> str:
        """The rules, one after the other."""
        rules = "; or ".join(rule.describe().rstrip(".") for rule in self.rules)
        return f"At least one of these holds: {rules}."

    @property
    def named(self) -> str:
        """``the 10 cage at r1c1 or the 12 cage at r1c1``."""
        return translated(" or ").join(rule.named for rule in self.rules)

    @property
    def full_named(self) -> str:
        """The titles with all cells."""
        return translated(" or ").join(rule.full_named for rule in self.rules)
