"""Digit set: all houses hold the same digits, some of more digits than a house has cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from cpsudoku.core.constraints.arithmetic import narrow_to
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.lowered import Counted, Different, Lowered
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class DigitSet(Constraint):
    """The longest rows, columns and boxes hold the same digits, which are to be found."""

    name: ClassVar[str] = "digit-set"
    aliases: ClassVar[tuple[str, ...]] = ("same-set", "region-same-values")
    summary: ClassVar[str] = (
        "All rows, columns and boxes hold the same digits. Which ones is to be found. Rows, "
        "columns and boxes with fewer cells than others are not compared."
    )
    example: ClassVar[str] = "digit-set"
    named_text: ClassVar[str] = marked("the digit set")
    is_everywhere: ClassVar[bool] = True
    example_board: ClassVar[tuple[str, ...]] = ("board: 9x9", "boxes: 3x3", "digits: 0-12")

    def __post_init__(self) -> None:
        if len(self.groups) < 2:
            raise InputError("the board has no two rows, columns or boxes to compare")

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, column and box with the most cells."""
        every = [house.cells for house in (*self.board.houses, *self.board.groups)]
        most = max(map(len, every), default=0)
        return tuple(cells for cells in every if len(cells) == most)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """All cells of these rows, columns and boxes."""
        return tuple(sorted({cell for group in self.groups for cell in group}))

    @cached_property
    def count(self) -> int:
        """The number of digits that are used."""
        return len(self.groups[0])

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no house repeats a digit or has no room for one that is used elsewhere."""
        used = set(values) - {None}
        of = dict(zip(self.cells, values, strict=True))
        for group in self.groups:
            known = [of[cell] for cell in group if of[cell] is not None]
            if len(used.union(known)) > self.count or len(set(known)) < len(known):
                return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """A literal for each digit: it is once in each house, or in none."""
        used = [model.new_bool_var("") for _ in self.board.values]
        model.add(sum(used) == self.count)
        for group in self.groups:
            for value, is_used in zip(self.board.values, used, strict=True):
                model.add(sum(x[cell].get(value, False) for cell in group) == is_used)

    def lower(self) -> Sequence[Lowered]:
        """Equal numbers of each digit, which is at most once in the first house."""
        return [
            Different(self.groups[0]),
            *(
                Counted(one, other, frozenset({value}), frozenset({0}))
                for one, other in pairwise(self.groups)
                for value in self.board.values
            ),
        ]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude unused digits, and others from the only place of a used digit in a house."""
        used, left = self._used(domains)
        kept = {cell: left.intersection(domains[cell]) for cell in self.cells}
        for group in self.groups:
            for value in used:
                places = [cell for cell in group if value in kept[cell]]
                if len(places) == 1:
                    kept[places[0]] = {value}
        yield from narrow_to(self, domains, kept)

    def _used(self, domains: Domains) -> tuple[set[int], set[int]]:
        """The digits that are certainly used, and those that can be used."""
        possible = set.intersection(
            *({value for cell in group for value in domains[cell]} for group in self.groups)
        )
        used = {domains[cell][0] for cell in self.cells if len(domains[cell]) == 1}
        if len(used) >= self.count:
            return used, used
        return (possible if len(possible) <= self.count else used), possible

    def because(self, cell: int, value: int) -> str:
        """``with 3 in r5c4, not all rows, columns and boxes could hold the same digits``."""
        place = digit_in_cell(self.board, value, cell)
        text = marked("with {digit}, not all rows, columns and boxes could hold the same digits")
        return translated(text, digit=place)
