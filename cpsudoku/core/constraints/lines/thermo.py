"""Thermometers: digits increase from the bulb. On slow ones they may also stay the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import le, lt
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
from cpsudoku.core.constraints.encodings.pairs import post_pairs
from cpsudoku.core.constraints.lowered import Lowered, RelatedPair
from cpsudoku.core.constraints.sentences import at_least_text, at_most_text, limits_text
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class Thermometer(Constraint):
    """Digits increase along the line, from the bulb at its first cell."""

    name: ClassVar[str] = "thermo"
    aliases: ClassVar[tuple[str, ...]] = ("thermometer",)
    summary: ClassVar[str] = "Digits increase along a thermometer, from its bulb to its tip."
    example: ClassVar[str] = "thermo: r3c3 r3c4 r4c4"
    named_text: ClassVar[str] = marked("the thermometer from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), start="bulb")
    reasoning: ClassVar[str] = "bounds"

    step: ClassVar[int] = 1
    way: ClassVar[str] = marked("the digits rise along {rule}, so {left}")

    cells: tuple[int, ...] = fields.cells(least=2)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the digits rise, with room for the empty cells between them."""
        last, room = self.board.lowest - self.step, 0
        for value in values:
            room += self.step
            if value is not None:
                if value < last + room:
                    return False
                last, room = value, 0
        return last + room <= self.board.values[-1]

    def post(self, model: CpModel, x: Variables) -> None:
        """Each cell is less than the next."""
        post_pairs(model, x, self.pairs())

    def pairs(self) -> tuple[RelatedPair, ...]:
        """Each cell and the next."""
        relation = lt if self.step else le
        return tuple(RelatedPair(one, other, relation) for one, other in pairwise(self.cells))

    def lower(self) -> Sequence[Lowered]:
        """The pairs."""
        return self.pairs()

    def on_numbers(self) -> Sequence[Lowered]:
        """The pairs."""
        return self.pairs()

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that leave no smaller digit before or no larger digit after them."""
        least, before = self.board.lowest, None
        for cell in self.cells:
            least += self._rise(before, cell)
            for value in domains[cell]:
                if value < least:
                    yield Elimination(cell, value, self._reason(cell, at_least_text, least))
            least = min((value for value in domains[cell] if value >= least), default=least)
            before = cell
        most, before = self.board.values[-1], None
        for cell in reversed(self.cells):
            most -= self._rise(before, cell)
            for value in domains[cell]:
                if value > most:
                    yield Elimination(cell, value, self._reason(cell, at_most_text, most))
            most = max((value for value in domains[cell] if value <= most), default=most)
            before = cell

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """``the digits rise along the thermometer from r1c1 to r1c5, so r1c2 is at least 2``."""
        left = limits_text(self.board, domains, excluded)
        return translated(self.way, rule=self.named, left=left)

    def _rise(self, one: int | None, other: int) -> int:
        """The least change between neighbours. Cells of one house always differ."""
        if one is None:
            return 0
        return 1 if self.step or other in self.board.peers[one] else 0

    def _reason(self, cell: int, limit: Callable[[str], str], bound: int) -> str:
        return translated(
            "{cell} is {limit} on {rule}",
            cell=self.board.cell_name(cell),
            limit=limit(self.board.value_name(bound)),
            rule=self.named,
        )


@dataclass(frozen=True, repr=False)
class SlowThermometer(Thermometer):
    """Digits do not decrease along the line."""

    name: ClassVar[str] = "slow-thermo"
    aliases: ClassVar[tuple[str, ...]] = ("slow-thermometer",)
    summary: ClassVar[str] = (
        "Digits increase or stay the same along a slow thermometer, from its bulb to its tip."
    )
    example: ClassVar[str] = "slow-thermo: r3c3 r3c4 r4c4"
    named_text: ClassVar[str] = marked("the slow thermometer from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), "brown", start="bulb")
    step: ClassVar[int] = 0
    way: ClassVar[str] = marked("the digits never fall along {rule}, so {left}")
