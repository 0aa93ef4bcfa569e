"""Only: the digits that some cells can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.digit_names import digits
from cpsudoku.core.constraints.lowered import Allowed, Lowered
from cpsudoku.runtime.language import translated


@dataclass(frozen=True, repr=False)
class Only(Constraint):
    """The cells hold only some digits."""

    name: ClassVar[str] = "only"
    aliases: ClassVar[tuple[str, ...]] = (
        *("candidates", "primes primes", "prime primes", "fibonacci fibonacci", "squares squares"),
    )
    summary: ClassVar[str] = (
        "The cells hold only these digits. The words primes, fibonacci and squares stand for the "
        "digits of the board that are prime numbers, Fibonacci numbers or square numbers."
    )
    example: ClassVar[str] = "only 2,5: r1c1 r4c7"
    is_everywhere: ClassVar[bool] = True

    values: tuple[int, ...] = digits()
    cells: tuple[int, ...] = fields.cells()

    def __post_init__(self) -> None:
        fields.refuse_strange_values(self.values, self.board)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether every digit is one of these."""
        return all(value is None or value in self.values for value in values)

    def post(self, model: CpModel, x: Variables) -> None:
        """The cells hold none of the other digits."""
        for cell in self.cells:
            model.add_bool_or([x[cell][value] for value in self.values if value in x[cell]])

    def lower(self) -> Sequence[Lowered]:
        """The digits of each cell."""
        return [Allowed(cell, frozenset(self.values)) for cell in self.cells]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude the other digits."""
        names = translated(" or ").join(map(self.board.value_name, self.values))
        name = self.board.cell_name
        for cell in self.cells:
            for value in domains[cell]:
                if value not in self.values:
                    reason = translated("{cell} holds only {digits}", cell=name(cell), digits=names)
                    yield Elimination(cell, value, reason, (cell,))

    def describe(self) -> str:
        """The cells and their digits: ``r1c1, r4c7 hold only 2 or 5``."""
        cells = ", ".join(map(self.board.cell_name, self.cells))
        holds = "holds" if len(self.cells) == 1 else "hold"
        return f"{cells} {holds} only {' or '.join(map(self.board.value_name, self.values))}."

    @property
    def named(self) -> str:
        """``the digits 2 or 5 of r1c1``."""
        names = translated(" or ").join(map(self.board.value_name, self.values))
        cell = self.board.cell_name(self.cells[0])
        return translated("the digits {digits} of {cell}", digits=names, cell=cell)
