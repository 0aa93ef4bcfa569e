"""Odd and even cells."""

from __future__ import annotations

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
from cpsudoku.core.constraints.lowered import Allowed, Lowered
from cpsudoku.runtime.language import counted, marked, paired, translated


@dataclass(frozen=True, repr=False)
class Parity(Constraint):
    """The digits of the cells have the same remainder when divided by 2."""

    named_texts: ClassVar[tuple[str, str]]
    reason_text: ClassVar[str]
    remainder: ClassVar[int]
    shape: ClassVar[str]

    cells: tuple[int, ...] = fields.cells()

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether every digit is odd, or every digit even."""
        return all(value is None or value % 2 == self.remainder for value in values)

    def post(self, model: CpModel, x: Variables) -> None:
        """The cells hold none of the other digits."""
        for cell in self.cells:
            for value, literal in x[cell].items():
                if value % 2 != self.remainder:
                    model.add_bool_or([] if literal is True else [~literal])

    def lower(self) -> Sequence[Lowered]:
        """The digits that each cell can have."""
        fitting = frozenset(value for value in self.board.values if value % 2 == self.remainder)
        return [Allowed(cell, fitting) for cell in self.cells]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude the other digits."""
        for cell in self.cells:
            for value in domains[cell]:
                if value % 2 != self.remainder:
                    reason = translated(self.reason_text, cell=self.board.cell_name(cell))
                    yield Elimination(cell, value, reason)

    def clashes(self, values: Sequence[Value]) -> tuple[int, ...]:
        """The cells with other digits."""
        return tuple(
            sorted(
                cell
                for cell, value in zip(self.cells, values, strict=True)
                if value is not None and value % 2 != self.remainder
            )
        )

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A grey shape in each cell."""
        return tuple(shapes.Mark(cell, self.shape) for cell in self.cells)

    @property
    def named(self) -> str:
        """``the odd cell r1c1``."""
        names = " ".join(map(self.board.cell_name, self.cells))
        one, several = self.named_texts
        return counted(one, several, len(self.cells), cells=names)


@dataclass(frozen=True, repr=False)
class Odd(Parity):
    """The digits are odd."""

    name: ClassVar[str] = "odd"
    summary: ClassVar[str] = "A cell with a grey circle holds an odd digit."
    example: ClassVar[str] = "odd: r1c1 r5c5"
    named_texts: ClassVar[tuple[str, str]] = paired("the odd cell {cells}", "the odd cells {cells}")
    reason_text: ClassVar[str] = marked("{cell} is odd")
    remainder: ClassVar[int] = 1
    shape: ClassVar[str] = "circle"


@dataclass(frozen=True, repr=False)
class Even(Parity):
    """The digits are even."""

    name: ClassVar[str] = "even"
    summary: ClassVar[str] = "A cell with a grey square holds an even digit; 0 is even."
    example: ClassVar[str] = "even: r1c1 r5c5"
    named_texts: ClassVar[tuple[str, str]] = paired(
        "the even cell {cells}", "the even cells {cells}"
    )
    reason_text: ClassVar[str] = marked("{cell} is even")
    remainder: ClassVar[int] = 0
    shape: ClassVar[str] = "square"
