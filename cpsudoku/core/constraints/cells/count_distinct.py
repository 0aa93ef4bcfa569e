"""Count distinct: a digit counts the different digits in some cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
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
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers, Lowered, TooLarge, path_layers
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.language import translated


@dataclass(frozen=True, repr=False)
class CountDistinct(AcceptedLine):
    """The digit of ``counter`` is the number of different digits in the cells ``counted``."""

    name: ClassVar[str] = "count-distinct"
    aliases: ClassVar[tuple[str, ...]] = ("count-different", "distinct")
    summary: ClassVar[str] = (
        "The digit in the square is the number of different digits in the pink outline."
    )
    example: ClassVar[str] = "count-distinct: r1c1 = r1c2 r2c2 r2c1 r3c1"

    counter: tuple[int, ...] = fields.cells(most=1)
    counted: tuple[int, ...] = fields.cells(least=1)

    def __post_init__(self) -> None:
        """Every rule is well formed, so the automaton is made when it is needed."""

    @cached_property
    def cells(self) -> tuple[int, ...]:  # type: ignore[override]
        """The counted cells, then the one that counts."""
        return self.counted + self.counter

    def layers(self) -> Layers | None:
        """An automaton whose states are sets of digits; raises TooLarge on large boards."""
        return _layers(len(self.counted), self.board.values)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the number of different digits is right, or can be."""
        *counted, count = values
        found = set(counted) - {None}
        least = max(1, len(found))
        most = min(len(found) + counted.count(None), self.board.size)
        numbers = self.board.values if count is None else (count,)
        return any(least <= number <= most for number in numbers)

    def post(self, model: CpModel, x: Variables) -> None:
        """A literal for each digit is true if a counted cell holds it."""
        present = []
        for value in self.board.values:
            places = [x[cell][value] for cell in self.counted if value in x[cell]]
            if any(literal is True for literal in places):
                present.append(model.new_constant(1))
            elif places:
                present.append(model.new_bool_var(""))
                model.add_max_equality(present[-1], places)
        model.add(sum(present) == x.value(self.counter[0]))

    def lower(self) -> Sequence[Lowered] | None:
        """The automaton, or None if it is too large."""
        try:
            return super().lower()
        except TooLarge:
            return None

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that no filling has. On large boards only few fillings are tried."""
        try:
            yield from super().narrow(domains)
        except TooLarge:
            yield from Constraint.narrow(self, domains)

    def because(self, cell: int, value: int) -> str:
        """``with 5 in r1c1, r1c1 would not count the different digits in the other cells``."""
        place = digit_in_cell(self.board, value, cell)
        return translated("with {digit}, {rule} would be wrong", digit=place, rule=self.named)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A pink outline, and a square for the digit that counts."""
        outline = shapes.Outline(self.counted, "", "pink")
        return (outline, shapes.Mark(self.counter[0], "square"))

    @property
    def named(self) -> str:
        """``the count of different digits in r1c1``."""
        cell = self.board.cell_name(self.counter[0])
        return translated("the count of different digits in {cell}", cell=cell)


@lru_cache(maxsize=256)
def _layers(count: int, values: tuple[int, ...]) -> Layers | None:
    def step(place: int, seen: int, value: int) -> int | None:
        if place < count:
            return seen | 1 << value
        return 0 if seen.bit_count() == value else None

    return path_layers(count + 1, values, 0, step, lambda state: state == 0)
