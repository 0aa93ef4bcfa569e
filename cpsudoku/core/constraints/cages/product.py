"""Product cage: the digits multiply to a number, as in KenKen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.cages.calculated import MOST_CELLS, CalculatedCage, State
from cpsudoku.runtime.language import marked, translated

# No number up to this one has more divisors (1344) than an automaton may have states.
GREATEST = 1_000_000_000


@dataclass(frozen=True, repr=False)
class ProductCage(CalculatedCage):
    """The digits of the cells multiply to ``product``. They may repeat."""

    name: ClassVar[str] = "product"
    aliases: ClassVar[tuple[str, ...]] = ("product-cage", "multiplication", "multiply", "times")
    summary: ClassVar[str] = (
        "The digits in a cage with × multiply to its number. They may repeat if they are not in "
        "the same row, column or box."
    )
    example: ClassVar[str] = "product 24: r1c1 r1c2 r2c1"
    sign: ClassVar[str] = "×"
    start: ClassVar[State] = (1, 0)

    cells: tuple[int, ...] = fields.cells(least=1, most=MOST_CELLS)
    product: int = fields.number("PRODUCT", most=GREATEST)

    @property
    def number(self) -> int:
        """The product."""
        return self.product

    @staticmethod
    def after(number: int, highest: int, state: State, value: int) -> State | None:
        """The product so far, which divides the number. For 0, it is 0 or 1."""
        product = state[0] * value
        if number == 0:
            return min(product, 1), 0
        return (product, 0) if product and number % product == 0 else None

    @staticmethod
    def makes(number: int, state: State) -> bool:
        """Whether it is the product."""
        return state[0] == number

    def needs(self, value: int) -> str:
        """``the other cells would have to multiply to 24 ÷ 4 = 6, which they cannot``."""
        if self.product == 0:
            return translated("another cell would have to be 0, which none can")
        rest = f"{self.product} ÷ {value} = {self.product // value}"
        text = marked("the other cells would have to multiply to {product}, which they cannot")
        return translated(text, product=rest)

    def refuses(self, value: int) -> str:
        """``24 is not divisible by 5``."""
        if self.product == 0 or (value and self.product % value == 0):
            return ""
        if not value:
            return translated("0 makes the product 0")
        text = marked("{product} is not divisible by {digit}")
        return translated(text, product=self.product, digit=value)

    def ordered(self, values: Sequence[int]) -> Sequence[int]:
        """The smallest first."""
        return sorted(values)
