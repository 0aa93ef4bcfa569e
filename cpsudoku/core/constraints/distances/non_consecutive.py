"""Non-consecutive: cells that touch do not hold consecutive digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.field_kinds import derived
from cpsudoku.core.constraints.lowered import RelatedPair
from cpsudoku.core.constraints.pairs.marks import marked_pairs
from cpsudoku.core.constraints.relations import RelatedEverywhere, neighbouring
from cpsudoku.runtime.language import marked


def not_consecutive(one: int, other: int) -> bool:
    """Whether two values do not differ by 1."""
    return abs(one - other) != 1


@dataclass(frozen=True, repr=False)
class NonConsecutive(RelatedEverywhere):
    """Cells that touch at an edge do not differ by 1.

    With ``unmarked`` (the default, as in f-puzzles) pairs with a white or black dot are exempt.
    With ``everywhere`` no pair is exempt.
    """

    name: ClassVar[str] = "non-consecutive"
    aliases: ClassVar[tuple[str, ...]] = ("anti-consecutive everywhere",)
    summary: ClassVar[str] = (
        "Cells that touch at an edge do not hold consecutive digits, unless a dot marks them. "
        "With the word everywhere, dots make no difference."
    )
    example: ClassVar[str] = "non-consecutive"
    named_text: ClassVar[str] = marked("the non-consecutive rule")
    is_everywhere: ClassVar[bool] = True

    where: str = fields.choice("WHERE", ("unmarked", "everywhere"), default="unmarked")
    exempt: frozenset[tuple[int, int]] = derived(frozenset())

    def among(self, constraints: Sequence[Constraint]) -> Self:
        """The rule, adapted to the dots of the puzzle."""
        if self.where == "everywhere":
            return self
        exempt = marked_pairs(constraints, "dot")
        return self if exempt == self.exempt else replace(self, exempt=exempt)

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The cells that touch."""
        return self._pairs

    @cached_property
    def _pairs(self) -> tuple[RelatedPair, ...]:
        return tuple(neighbouring(self.board, not_consecutive, self.exempt))

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 and r1c2 must not be consecutive``."""
        return self.pair_text(marked("{one} and {other} must not be consecutive"), pair)

    def describe(self) -> str:
        """The rule, and whether dots exempt their pairs."""
        but = " unless a dot marks them" if self.where == "unmarked" else ""
        return f"Cells that touch at an edge do not hold consecutive digits{but}."
