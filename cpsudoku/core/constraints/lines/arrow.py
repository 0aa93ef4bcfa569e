"""Arrow: the digits along the arrow add up to the number in its circle or pill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.arithmetic import narrow_sum
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    IntVar,
    Value,
    Variables,
)
from cpsudoku.core.constraints.bounds import with_arithmetic
from cpsudoku.core.constraints.encodings.sums import groups_of_terms, pair_sum, post_sum
from cpsudoku.core.constraints.lowered import Allowed, Either, Lowered, RelatedPair, weighted
from cpsudoku.core.constraints.sentences import digit_in_cell, limits_text
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class Arrow(Constraint):
    """The digits of ``line`` add up to ``circle``.

    A pill is a circle of two or three cells. Its digits form a number in their order: 3 and 5 are
    35, and on a large board 13 and 5 are 135.
    """

    name: ClassVar[str] = "arrow"
    aliases: ClassVar[tuple[str, ...]] = ("pill", "pill-arrow")
    summary: ClassVar[str] = (
        "The digits along an arrow add up to the digit in its circle, or to the number in its pill."
    )
    example: ClassVar[str] = "arrow: r5c5 = r5c6 r6c6"
    reasoning: ClassVar[str] = "sums"

    circle: tuple[int, ...] = fields.cells(least=1, most=3)
    line: tuple[int, ...] = fields.cells(least=1)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells of the circle, then those of the line."""
        return self.circle + self.line

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the line has the sum or can still have it."""
        least, most = (
            [end if value is None else value for value in values]
            for end in (self.board.values[0], self.board.values[-1])
        )
        size = len(self.circle)
        low, high = _number(least[:size]), _number(most[:size])
        return sum(least[size:]) <= high and low <= sum(most[size:])

    def post(self, model: CpModel, x: Variables) -> None:
        """Post a sum. On boards with values from 10 on, post one for each length of the number."""
        free = self.circle[1:]
        for lengths in product(*({len(str(value)) for value in x[cell]} for cell in free)):
            when = [
                literal
                for cell, length in zip(free, lengths, strict=True)
                for literal in _has_length(model, x, cell, length)
            ]
            post_sum(model, x, self._terms(lengths), "=", 0, when)

    def _terms(self, lengths: Sequence[int]) -> list[tuple[int, int]]:
        """The number minus the line, if the pill's values after the first have these lengths."""
        weights = [10 ** sum(lengths[number:]) for number in range(len(self.circle))]
        terms = list(zip(self.circle, weights, strict=True))
        return terms + [(cell, -1) for cell in self.line]

    def lower(self) -> Sequence[Lowered]:
        """A sum, or one sum for each length of the number in a pill."""
        values, free = self.board.values, self.circle[1:]
        found = []
        for lengths in product(sorted({len(str(value)) for value in values}), repeat=len(free)):
            sizes = [
                Allowed(cell, frozenset(v for v in values if len(str(v)) == length))
                for cell, length in zip(free, lengths, strict=True)
            ]
            found.append((*sizes, *weighted(self._terms(lengths), "=", 0)))
        return found[0] if len(found) == 1 else [Either(tuple(found))]

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The circle exceeds each digit of the line by at least the minimum of the other digits."""
        rest = (len(self.line) - 1) * self.board.values[0]
        if len(self.circle) > 1 or len(set(self.cells)) < len(self.cells):
            return ()
        holds = pair_sum(">=" if len(self.line) > 1 else "=", 1, -1, rest)
        return tuple(RelatedPair(self.circle[0], cell, holds) for cell in self.line)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that are too large or too small, or that occur in no filling."""
        if self.board.values[-1] > 9 and len(self.circle) > 1:
            yield from super().narrow(domains)
            return
        terms = self._terms([1] * (len(self.circle) - 1))
        yield from narrow_sum(self, domains, groups_of_terms(self.board, terms), "=", 0)

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``the digits along the arrow at r5c5 add up to its circle, so r5c6 is at most 6``."""
        left = limits_text(self.board, domains, excluded)
        text = marked("the digits along {rule} add up to the circle, so {left}")
        if len(self.circle) > 1:
            text = marked("the digits along {rule} add up to the number in the circle, so {left}")
        said = translated(text, rule=self.named, left=left)
        groups = groups_of_terms(self.board, self._terms([1] * (len(self.circle) - 1)))
        return with_arithmetic(said, self.board, domains, groups, 0, excluded)

    def because(self, cell: int, value: int) -> str:
        """``there is no way to complete the arrow at r5c5 with 3 in r5c6``."""
        place = digit_in_cell(self.board, value, cell)
        text = marked("there is no way to complete {rule} with {digit}")
        return translated(text, rule=self.named, digit=place)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A thin arrow from a circle, or from the nearest cell of a pill."""
        if len(self.circle) == 1:
            return (shapes.Line(self.cells, thin=True, start="circle", end="arrow"),)
        line = shapes.Line((self.start, *self.line), thin=True, end="arrow")
        return (shapes.Pill(self.circle), line)

    @property
    def start(self) -> int:
        """The cell of the circle that is nearest to the line, where the arrow begins."""
        return min(self.circle, key=self._distance)

    def _distance(self, cell: int) -> int:
        (r, c), (s, d) = map(self.board.row_column, (cell, self.line[0]))
        return max(abs(r - s), abs(c - d))

    @property
    def named(self) -> str:
        """``the arrow at r5c5``."""
        return translated("the arrow at {cell}", cell=self.board.cell_name(self.circle[0]))


def _number(values: Sequence[int]) -> int:
    """The number that the values form: 13 and 5 form 135."""
    return int("".join(map(str, values)))


def _has_length(model: CpModel, x: Variables, cell: int, length: int) -> Iterator[IntVar | bool]:
    """Yield a literal that is true exactly if the value has this many digits.

    Yield nothing if the value always has this many digits.
    """
    inside = [literal for value, literal in x[cell].items() if len(str(value)) == length]
    if len(inside) == len(x[cell]):
        return
    if len(inside) == 1:
        yield inside[0]
        return
    found = model.new_bool_var("")
    for value, literal in x[cell].items():
        model.add_implication(literal, found if len(str(value)) == length else ~found)
    yield found
