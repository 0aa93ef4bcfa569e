"""Renban: the digits on the line are consecutive, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.sets import post_sets
from cpsudoku.core.constraints.lowered import Lowered, RelatedPair, Relation, Sets
from cpsudoku.core.constraints.sentences import digit_in_cell, limits_text, sentence_with_reasons
from cpsudoku.core.houses import House
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import listed

FEW_RUNS = 4  # more are not listed in a sentence


@cache
def spans_at_most(most: int) -> Relation:
    """Whether two values are different and differ by at most ``most``."""
    return lambda one, other: 0 < abs(one - other) <= most


@dataclass(frozen=True, repr=False)
class Renban(Constraint):
    """The cells hold different digits without a gap, in any order."""

    name: ClassVar[str] = "renban"
    aliases: ClassVar[tuple[str, ...]] = ("renban-line",)
    summary: ClassVar[str] = (
        "The digits on a renban (purple line) are consecutive numbers in any order, without "
        "repeats."
    )
    example: ClassVar[str] = "renban: r1c1 r2c2 r2c3"
    named_text: ClassVar[str] = marked("the renban from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), "purple")

    cells: tuple[int, ...] = fields.cells(least=2)

    @cached_property
    def runs(self) -> tuple[frozenset[int], ...]:
        """The sets of consecutive digits that fit the line."""
        values, length = self.board.values, len(self.cells)
        starts = range(len(values) - length + 1)
        return tuple(frozenset(values[start : start + length]) for start in starts)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the digits differ and are part of one run."""
        filled = [value for value in values if value is not None]
        digits = set(filled)
        return len(digits) == len(filled) and any(digits <= run for run in self.runs)

    def post(self, model: CpModel, x: Variables) -> None:
        """The cells hold one of the runs."""
        post_sets(model, x, self.cells, self.runs)

    def houses(self) -> tuple[House, ...]:
        """The cells of the line."""
        return (House(self.title.removeprefix("the "), self.cells, self.name),)

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The values of two cells do not differ by more than the length of the line allows."""
        near = spans_at_most(len(self.cells) - 1)
        return tuple(RelatedPair(one, other, near) for one, other in combinations(self.cells, 2))

    def lower(self) -> Sequence[Lowered]:
        """One of the runs."""
        return [Sets(self.cells, self.runs)]

    def on_numbers(self) -> Sequence[Lowered]:
        """Any two numbers differ, by less than the length of the line."""
        return self.pairs()

    def sets_left(self, domains: Domains) -> list[frozenset[int]]:
        """The runs with a cell for each digit and a digit for each cell."""
        every = {value for cell in self.cells for value in domains[cell]}
        runs = [run for run in self.runs if run <= every]
        return [run for run in runs if all(run & set(domains[cell]) for cell in self.cells)]

    def sets_text(self, domains: Domains) -> str:
        """``can hold only 2-5 or 3-6``, or ``must hold 2-5``; empty for many runs."""
        name, runs = self.board.value_name, self.sets_left(domains)
        if not 0 < len(runs) <= FEW_RUNS:
            return ""
        ways = [f"{name(min(run))}-{name(max(run))}" for run in runs]
        if len(ways) == 1:
            return translated("must hold {digits}", digits=ways[0])
        return translated("can hold only {ways}", ways=listed(ways, "or"))

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``the renban from r1c1 to r1c4 can hold only 2-5 or 3-6, so r1c1 is at least 2``."""
        said, runs = self.sets_text(domains), self.sets_left(domains)
        if not said:
            return super().conclusion(domains, excluded)
        reasons = [each.reason for each in excluded if any(each.value in run for run in runs)]
        left = limits_text(self.board, domains, excluded)
        said = translated("{rule} {sets}, so {left}", rule=self.named, sets=said, left=left)
        return sentence_with_reasons(said, reasons)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that are in no run that the cells can hold."""
        runs = self.sets_left(domains)
        for cell in self.cells:
            for value in domains[cell]:
                reason = self._against(cell, value, runs, domains)
                if reason:
                    yield Elimination(cell, value, reason)

    def _against(
        self, cell: int, value: int, runs: Sequence[frozenset[int]], domains: Domains
    ) -> str:
        """The reason why a value is impossible, or an empty text if no reason is found."""
        place = digit_in_cell(self.board, value, cell)
        if not any(value in run for run in runs):
            count = len(self.cells)
            text = marked("{digit} is in no {count} consecutive digits that {rule} can hold")
            return translated(text, digit=place, count=count, rule=self.named)
        others = [each for each in self.cells if each != cell]
        left = {each for other in others for each in domains[other]}
        needed = frozenset.intersection(*runs) - left - {value}
        if needed:
            name = self.board.cell_name(cell)
            kept = self.board.value_name(min(needed))
            text = marked("{rule} needs {digit}, and only {cell} can have it")
            return translated(text, rule=self.named, digit=kept, cell=name)
        for run in runs:
            rest = run - {value}
            if value in run and rest <= left and all(rest & set(domains[o]) for o in others):
                return ""
        text = marked("{digit} leaves no consecutive digits for the other cells of {rule}")
        return translated(text, digit=place, rule=self.named)
