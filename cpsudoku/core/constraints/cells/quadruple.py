"""Quadruple: digits that must be in some cells, usually four that meet at a corner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from cpsudoku.core.constraints.lowered import Counted, Lowered
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class Quadruple(Constraint):
    """Each of ``values`` is in one of the cells. A value that is listed twice is in two of them."""

    name: ClassVar[str] = "quadruple"
    aliases: ClassVar[tuple[str, ...]] = ("quad", "contains", "contain-at-least")
    summary: ClassVar[str] = (
        "The cells around a circle hold the digits in it. A digit that is listed twice is in "
        "two of the cells."
    )
    example: ClassVar[str] = "quadruple 3,4,5: r3c3 r3c4 r4c3 r4c4"
    named_text: ClassVar[str] = marked("the quadruple at {cell}")

    values: tuple[int, ...] = fields.numbers("DIGITS", most=25)
    cells: tuple[int, ...] = fields.cells(least=1)

    def __post_init__(self) -> None:
        fields.refuse_strange_values(self.values, self.board)
        if len(self.values) > len(self.cells):
            raise InputError(
                "{count} digits do not fit {cells} cells",
                count=len(self.values),
                cells=len(self.cells),
            )

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the missing digits fit into the empty cells."""
        missing = Counter(self.values) - Counter(value for value in values if value is not None)
        return missing.total() <= sum(value is None for value in values)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each digit is in at least as many cells as it is listed."""
        for value, count in Counter(self.values).items():
            places = [x[cell][value] for cell in self.cells if value in x[cell]]
            if count == 1:
                if all(literal is not True for literal in places):
                    model.add_bool_or(places)
            elif len(places) < count:
                model.add_bool_or([])
            else:
                model.add(sum(places) >= count)

    def lower(self) -> Sequence[Lowered]:
        """Counts of each digit."""
        size = len(self.cells)
        return [
            Counted(self.cells, (), frozenset({value}), frozenset(range(count, size + 1)))
            for value, count in Counter(self.values).items()
        ]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that leave no cell for a listed one."""
        needed = sorted(Counter(self.values).elements())
        listed = " ".join(map(self.board.value_name, needed))
        for cell in self.cells:
            others = [domains[each] for each in self.cells if each != cell]
            fits_without = _fit(needed, others)
            for value in domains[cell]:
                left = list(needed)
                if value in left:
                    left.remove(value)
                if not fits_without and not _fit(left, others):
                    reason = translated(
                        "{digit} leaves too few cells for the {digits} of {rule}",
                        digit=digit_in_cell(self.board, value, cell),
                        digits=listed,
                        rule=self.named,
                    )
                    yield Elimination(cell, value, reason)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A circle with the digits on the corner, or an outline if the cells do not meet there."""
        text = " ".join(map(str, self.values))
        places = sorted(map(self.board.row_column, self.cells))
        top, left = places[0]
        if places == [(top + r, left + c) for r in (0, 1) for c in (0, 1)]:
            return (shapes.Dot(self.cells, "white", text),)
        return (shapes.Outline(self.cells, f"{{{text}}}", "teal"),)


def _fit(needed: Sequence[int], domains: Sequence[Sequence[int]]) -> bool:
    """Whether each needed digit can have a cell of its own, computed with augmenting paths."""
    holder: dict[int, int] = {}  # for each used cell, the needed digit in it

    def settle(digit: int, tried: set[int]) -> bool:
        for place, values in enumerate(domains):
            if needed[digit] in values and place not in tried:
                tried.add(place)
                if place not in holder or settle(holder[place], tried):
                    holder[place] = digit
                    return True
        return False

    return all(settle(digit, set()) for digit in range(len(needed)))
