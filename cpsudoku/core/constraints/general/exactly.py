"""Exactly: some of several rules hold, and all others are wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields, nested, shapes
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
    are_filled,
)
from cpsudoku.core.constraints.encodings.reified import is_known, post_all_hold
from cpsudoku.core.constraints.general.combined import Combined
from cpsudoku.core.constraints.lowered import Lowered
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import translated
from cpsudoku.runtime.words import called


@dataclass(frozen=True, repr=False)
class Exactly(Combined):
    """``count`` of the rules hold, and no others. It does not matter which."""

    name: ClassVar[str] = "exactly"
    aliases: ClassVar[tuple[str, ...]] = ("exactly-of",)
    summary: ClassVar[str] = (
        "Exactly this number of the rules hold, and the others are wrong. A rule of rules inside "
        "it needs parentheses."
    )
    example: ClassVar[str] = "exactly 1: (killer 10: r1c1 r1c2) | (killer 12: r3c1 r3c2)"

    count: int = fields.number("COUNT")
    rules: tuple[Constraint, ...] = nested.rules("|")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.count > len(self.rules):
            raise InputError(
                "{count} of {rules} rules can't hold", count=self.count, rules=len(self.rules)
            )
        for rule, members in zip(self.rules, self._members, strict=True):
            if members is None or not is_known(members):
                raise InputError(
                    "{rule} can't be one of the rules that may be wrong; allowed are rules "
                    "about the digits of some cells, such as cages, lines and clues outside",
                    rule=called(rule),
                )

    @cached_property
    def _members(self) -> list[Sequence[Lowered] | None]:
        """For each rule, what it means without the houses of the board."""
        return [rule.lower() for rule in self.rules]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the right number of rules can hold."""
        allowing = [own for rule, own in self.parts(values) if rule.allows(own)]
        return sum(map(are_filled, allowing)) <= self.count <= len(allowing)

    def post(self, model: CpModel, x: Variables) -> None:
        """The sum of the literals of the rules."""
        literals = [post_all_hold(model, x, members or ()) for members in self._members]
        model.add(sum(literals) == self.count)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude what the rules exclude, if all that can still hold must hold."""
        if any(not domains[cell] for cell in self.cells):
            return
        settled: list[Value] = [
            domains[cell][0] if len(domains[cell]) == 1 else None for cell in self.cells
        ]
        possible = [rule for rule, own in self.parts(settled) if rule.allows(own)]
        if len(possible) == self.count:
            for rule in possible:
                yield from rule.narrow(domains)
        else:
            yield from super().narrow(domains)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """An outline with the number of rules that hold, and a sentence below the board."""
        text = f"{self.count} of {len(self.rules)}"
        return (shapes.Outline(self.cells, text, "orange"), shapes.Note(self.describe()))

    def describe(self) -> str:
        """The rules, one after the other."""
        rules = "; ".join(rule.describe().rstrip(".") for rule in self.rules)
        hold = "holds" if self.count == 1 else "hold"
        return (
            f"Exactly {self.count} of these {len(self.rules)} {hold}, the others do not: {rules}."
        )

    @property
    def named(self) -> str:
        """``exactly 1 of the 10 cage at r1c1 and the 12 cage at r3c1``."""
        rules = translated(" and ").join(rule.named for rule in self.rules)
        return translated("exactly {count} of {rules}", count=self.count, rules=rules)

    @property
    def full_named(self) -> str:
        """The title with all cells."""
        rules = translated(" and ").join(rule.full_named for rule in self.rules)
        return translated("exactly {count} of {rules}", count=self.count, rules=rules)
