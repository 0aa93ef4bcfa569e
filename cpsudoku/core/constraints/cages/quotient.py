"""Quotient cage: the largest digit divided by the others is a number, as in KenKen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.cages.calculated import MOST_CELLS, CalculatedCage, State
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class QuotientCage(CalculatedCage):
    """The largest digit divided by all the others is ``quotient``, without a remainder.

    Digits may repeat. None of them is 0, because nothing can be divided by 0.
    """

    name: ClassVar[str] = "quotient"
    aliases: ClassVar[tuple[str, ...]] = ("quotient-cage", "division", "divide")
    summary: ClassVar[str] = (
        "The largest digit in a cage with ÷ divided by all the others is its number. Digits may "
        "repeat if they are not in the same row, column or box. None of them is 0."
    )
    example: ClassVar[str] = "quotient 2: r1c1 r1c2"
    sign: ClassVar[str] = "÷"
    color: ClassVar[str] = "purple"  # small signs are hard to tell apart
    start: ClassVar[State] = (1, 1)

    cells: tuple[int, ...] = fields.cells(least=2, most=MOST_CELLS)
    quotient: int = fields.number("QUOTIENT", least=1)

    @property
    def number(self) -> int:
        """The quotient."""
        return self.quotient

    @staticmethod
    def after(number: int, highest: int, state: State, value: int) -> State | None:
        """The largest value so far, and the product of the others."""
        largest, others = state
        others *= min(largest, value)
        return (max(largest, value), others) if value and number * others <= highest else None

    @staticmethod
    def makes(number: int, state: State) -> bool:
        """Whether it is the quotient."""
        return state[0] == number * state[1]

    def needs(self, value: int) -> str:
        """``another cell would have to be 3 × 2 = 6 times the rest, which none can``."""
        times = f"{value} × {self.quotient} = {value * self.quotient}"
        product = f"{value} ÷ {self.quotient} = {value // self.quotient}"
        text = marked(
            "the others would have to multiply to {product}, or one of them be {times} times the "
            "rest, which they cannot"
        )
        if value % self.quotient:
            text = marked("another cell would have to be {times} times the rest, which none can")
        return translated(text, product=product, times=times)

    def refuses(self, value: int) -> str:
        """``nothing can be divided by 0``."""
        return "" if value else translated("nothing can be divided by 0")
