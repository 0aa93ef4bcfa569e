"""Sequence line: the digits change by the same amount from each cell to the next."""

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
from cpsudoku.core.constraints.encodings.tables import post_table
from cpsudoku.core.constraints.lowered import Accepted, Layers, Lowered, table_layers, weighted
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class SequenceLine(Constraint):
    """The digits form an arithmetic progression. They rise, fall or stay the same."""

    name: ClassVar[str] = "sequence"
    aliases: ClassVar[tuple[str, ...]] = ("sequence-line",)
    summary: ClassVar[str] = (
        "On a sequence line (red) the change from each digit to the next is the same, "
        "such as 2 4 6 or 7 6 5 4. It may be 0 if no house forbids it."
    )
    example: ClassVar[str] = "sequence: r1c1 r2c2 r3c3"
    named_text: ClassVar[str] = marked("the sequence line from {first} to {last}")
    look: ClassVar[shapes.OfCells] = shapes.Line((), "red")

    cells: tuple[int, ...] = fields.cells(least=2)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Every filling of the line."""
        values, steps = self.board.values, len(self.cells) - 1
        width = (len(values) - 1) // steps
        return tuple(
            tuple(start + change * step for step in range(steps + 1))
            for start in values
            for change in range(-width, width + 1)
            if values[0] <= start + change * steps <= values[-1]
        )

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether some filling has these digits."""
        filled = [(place, value) for place, value in enumerate(values) if value is not None]
        return any(all(row[place] == value for place, value in filled) for row in self.rows)

    def post(self, model: CpModel, x: Variables) -> None:
        """The cells have one of the fillings."""
        post_table(model, x, self.cells, self.rows)

    def lower(self) -> Sequence[Lowered]:
        """One of the fillings."""
        return [Accepted(self.cells, _layers(self.rows))]

    def on_numbers(self) -> Sequence[Lowered]:
        """The change from each number to the next is the same."""
        triples = zip(self.cells, self.cells[1:], self.cells[2:], strict=False)
        return [
            each
            for one, two, three in triples
            for each in weighted(((one, 1), (two, -2), (three, 1)), "=", 0)
        ]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude values that are in no remaining filling."""
        left = [
            row
            for row in self.rows
            if all(value in domains[cell] for cell, value in zip(self.cells, row, strict=True))
        ]
        for place, cell in enumerate(self.cells):
            kept = {row[place] for row in left}
            for value in domains[cell]:
                if value not in kept:
                    text = marked("{digit} is part of no sequence that {rule} can hold")
                    where = digit_in_cell(self.board, value, cell)
                    reason = translated(text, digit=where, rule=self.named)
                    yield Elimination(cell, value, reason)


@lru_cache(maxsize=256)
def _layers(rows: tuple[tuple[int, ...], ...]) -> Layers | None:
    return table_layers(rows)
