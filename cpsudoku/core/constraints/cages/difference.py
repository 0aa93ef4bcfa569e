"""Difference cage: the largest digit minus the others is a number, as in KenKen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.cages.calculated import MOST_CELLS, CalculatedCage, State
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class DifferenceCage(CalculatedCage):
    """The largest digit minus all the others is ``difference``. Digits may repeat."""

    name: ClassVar[str] = "difference"
    aliases: ClassVar[tuple[str, ...]] = ("difference-cage", "subtraction", "subtract", "minus")
    summary: ClassVar[str] = (
        "The largest digit in a cage with − minus all the others is its number. Digits may repeat "
        "if they are not in the same row, column or box."
    )
    example: ClassVar[str] = "difference 3: r1c1 r1c2"
    sign: ClassVar[str] = "−"
    start: ClassVar[State] = (0, 0)

    cells: tuple[int, ...] = fields.cells(least=2, most=MOST_CELLS)
    difference: int = fields.number("DIFFERENCE")

    @property
    def number(self) -> int:
        """The difference."""
        return self.difference

    @staticmethod
    def after(number: int, highest: int, state: State, value: int) -> State | None:
        """The largest value so far, and the sum of the others."""
        largest, others = state
        others += min(largest, value)
        return (max(largest, value), others) if number + others <= highest else None

    @staticmethod
    def makes(number: int, state: State) -> bool:
        """Whether it is the difference."""
        return state[0] - state[1] == number

    def needs(self, value: int) -> str:
        """``another cell would have to be 2 + 3 = 5 more than the rest, which none can``."""
        more = f"{value} + {self.difference} = {value + self.difference}"
        total = f"{value} - {self.difference} = {value - self.difference}"
        text = marked(
            "the others would have to add up to {total}, or one of them be {more} more than the "
            "rest, which they cannot"
        )
        if value < self.difference:
            text = marked("another cell would have to be {more} more than the rest, which none can")
        return translated(text, total=total, more=more)
