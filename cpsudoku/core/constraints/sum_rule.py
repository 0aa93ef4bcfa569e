"""The base class of rules that require one sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints.arithmetic import can_hold, narrow_sum
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Total,
    Value,
    Variables,
    are_filled,
)
from cpsudoku.core.constraints.bounds import limited, with_arithmetic
from cpsudoku.core.constraints.encodings.sums import (
    RELATIONS,
    Terms,
    groups_of_terms,
    merged_terms,
    pair_sum,
    post_sum,
)
from cpsudoku.core.constraints.lowered import Lowered, RelatedPair, weighted
from cpsudoku.core.constraints.sentences import digit_in_cell, limits_text
from cpsudoku.runtime.language import translated


class SumRule(Constraint):
    """The sum of ``terms``: the first cells of the rule, each with its weight.

    ``relation`` is ``=``, ``<=`` or ``>=``. ``total`` is the right side.
    """

    reasoning: ClassVar[str] = "sums"
    relation: str = "="

    if TYPE_CHECKING:  # a field or a property of each rule

        @property
        def terms(self) -> Terms:
            """Each cell with its weight."""

        @property
        def total(self) -> int:
            """The sum."""

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the sum holds or can still hold."""
        weights = [weight for _, weight in self.terms]
        if are_filled(values):
            return RELATIONS[self.relation](sum(map(mul, values, weights)), self.total)
        return can_hold(self.board, values[: len(weights)], weights, self.relation, self.total)

    def post(self, model: CpModel, x: Variables) -> None:
        """The weighted sum."""
        post_sum(model, x, self.terms, self.relation, self.total)

    def lower(self) -> Sequence[Lowered]:
        """The weighted sum."""
        return weighted(self.terms, self.relation, self.total)

    def totals(self) -> tuple[Total, ...]:
        """The sum of the cells, if each of them counts once."""
        cells = tuple(cell for cell, _ in self.terms)
        plain = self.relation == "=" and all(weight == 1 for _, weight in self.terms)
        return (Total(cells, self.total),) if plain and len(set(cells)) == len(cells) else ()

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The relation of the cells, if there are two."""
        weights = merged_terms(self.terms)
        if len(weights) != 2:
            return ()
        (one, weight), (other, mate) = weights.items()
        return (RelatedPair(one, other, pair_sum(self.relation, weight, mate, self.total)),)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that make the sum too small or too large, or that occur in no filling."""
        groups = groups_of_terms(self.board, self.terms)
        yield from narrow_sum(self, domains, groups, self.relation, self.total)

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``with the little killer 23 at r1c1, r1c1 is at least 5``."""
        left = limits_text(self.board, domains, excluded)
        said = translated("with {rule}, {left}", rule=self.named, left=left)
        groups = groups_of_terms(self.board, self.terms)
        return with_arithmetic(
            said, self.board, domains, groups, self.total, excluded, self.relation
        )

    def because(self, cell: int, value: int) -> str:
        """``there is no way to make 23 with 9 in r1c5``."""
        made = limited(self.relation, str(self.total))
        place = digit_in_cell(self.board, value, cell)
        return translated("there is no way to make {sum} with {digit}", sum=made, digit=place)
