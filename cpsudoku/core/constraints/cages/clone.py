"""Clones: groups of cells that hold the same digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from operator import eq
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.arithmetic import narrow_to
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.pairs import post_pairs
from cpsudoku.core.constraints.lowered import Counted, Lowered, RelatedPair
from cpsudoku.core.constraints.sentences import digit_in_cell, known_text, limits_text
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.lists import listed, phrases
from cpsudoku.runtime.words import worded

ORDERS = ("in-order", "any-order")


@dataclass(frozen=True, repr=False)
class Clone(Constraint):
    """The groups hold the same digits: cell by cell in the order listed, or in any order."""

    name: ClassVar[str] = "clone"
    aliases: ClassVar[tuple[str, ...]] = ("clones", "same", "same-digits", "same-values")
    summary: ClassVar[str] = (
        "Groups of cells hold the same digits, cell by cell. With any-order, the order does not "
        "matter."
    )
    example: ClassVar[str] = "clone: r1c1 r1c2 = r5c4 r5c5"

    groups: tuple[tuple[int, ...], ...] = fields.groups(least=2, copies=True)
    order: str = fields.choice("any-order", ORDERS, default="in-order")

    def __post_init__(self) -> None:
        """Raise InputError if the groups have different numbers of cells."""
        sizes = sorted({len(group) for group in self.groups})
        if len(sizes) > 1:
            found = worded("{least} and {most} cells", least=sizes[0], most=sizes[-1])
            raise InputError("the groups need the same number of cells, not {found}", found=found)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells of all groups."""
        return tuple(cell for group in self.groups for cell in group)

    def _split(self, values: Sequence[Value]) -> list[Sequence[Value]]:
        size = len(self.groups[0])
        return [values[start : start + size] for start in range(0, len(values), size)]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no digit contradicts another one or lacks room in another group."""
        lists = self._split(values)
        if self.order == "in-order":
            return all(len(set(twins) - {None}) <= 1 for twins in zip(*lists, strict=True))
        counts = [Counter(value for value in each if value is not None) for each in lists]
        return all(
            (one - other).total() <= len(values) // len(lists) - other.total()
            for first, second in combinations(counts, 2)
            for one, other in ((first, second), (second, first))
        )

    def post(self, model: CpModel, x: Variables) -> None:
        """Matching cells are equal, or each group has the same number of cells with each digit."""
        post_pairs(model, x, self.pairs())
        for one, other in pairwise(self.groups if self.order == "any-order" else ()):
            for value in x.board.values:
                ours, theirs = (
                    [x[cell][value] for cell in group if value in x[cell]] for group in (one, other)
                )
                if ours or theirs:
                    model.add(sum(ours) == sum(theirs))

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The cells that hold the same digit."""
        if self.order == "any-order":
            return ()
        return tuple(
            RelatedPair(a, b, eq)
            for one, other in pairwise(self.groups)
            for a, b in zip(one, other, strict=True)
            if a != b
        )

    def lower(self) -> Sequence[Lowered]:
        """The pairs, or equal counts of each digit."""
        if self.order == "in-order":
            return self.pairs()
        return [
            Counted(one, other, frozenset({value}), frozenset({0}))
            for one, other in pairwise(self.groups)
            for value in self.board.values
        ]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that another cell, which must hold the same digit, can't have."""
        kept = {cell: set(domains[cell]) for cell in self.cells}
        if self.order == "in-order":
            for twins in zip(*self.groups, strict=True):
                common = set.intersection(*(kept[cell] for cell in twins))
                kept.update(dict.fromkeys(twins, common))
        else:
            found = [{value for cell in group for value in kept[cell]} for group in self.groups]
            common = set.intersection(*found)
            kept = {cell: values & common for cell, values in kept.items()}
        yield from narrow_to(self, domains, kept)

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``r1c1 and r5c4 hold the same digit: r1c1 is not 3, so r5c4 is not 3``."""
        if self.order == "any-order":
            return super().conclusion(domains, excluded)
        said, name = list[str](), self.board.cell_name
        for twins in zip(*self.groups, strict=True):
            gone = [each for each in excluded if each.cell in twins]
            known = [
                translated("{cell} is {digits}", cell=name(cell), digits=text)
                for cell in twins
                if {each.cell for each in gone} != {cell}
                and (text := known_text(self.board, domains[cell]))
            ]
            if gone:
                text = marked("{cells} hold the same digit: {known}, so {left}")
                left = limits_text(self.board, domains, gone)
                if not known:
                    text = marked("{cells} hold the same digit, so {left}")
                values = {"cells": listed(map(name, twins)), "left": left}
                said.append(translated(text, known=phrases(known) if known else "", **values))
        return translated(". ").join(dict.fromkeys(said))

    def because(self, cell: int, value: int) -> str:
        """``3 in r5c4 has no place in r1c1``."""
        if self.order == "in-order":
            at = next(group.index(cell) for group in self.groups if cell in group)
            twins = " ".join(self.board.cell_name(group[at]) for group in self.groups)
            text = marked("{cells} hold the same digit, and one of them cannot be {digit}")
            return translated(text, cells=twins, digit=self.board.value_name(value))
        place = digit_in_cell(self.board, value, cell)
        text = marked("{digit} has no place in another group of {rule}")
        return translated(text, digit=place, rule=self.named)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A coloured background of each group."""
        color = "blue" if self.order == "in-order" else "purple"
        return tuple(shapes.Shade(group, color) for group in self.groups)

    @property
    def rule_text(self) -> str:
        """Which cells hold the same digits."""
        named = [" ".join(map(self.board.cell_name, group)) for group in self.groups]
        how = "cell by cell" if self.order == "in-order" else "in any order"
        return f"{', '.join(named[:-1])} and {named[-1]} hold the same digits, {how}."

    def describe(self) -> str:
        """The same."""
        return self.rule_text

    @property
    def named(self) -> str:
        """``the clones at r1c1 and r5c4``."""
        places = [self.board.cell_name(group[0]) for group in self.groups]
        return translated("the clones at {cells}", cells=listed(places))
