"""Sums: the digits of a cage add up to one of several numbers, or leave a remainder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.general.accepted import AcceptedLine
from cpsudoku.core.constraints.lowered import Layers, steady_layers
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.language import marked
from cpsudoku.runtime.lists import listed

GREATEST = 10_000  # of the numbers in a clue
MOST_SHOWN = 9  # characters of a clue in a corner of a cage
_REMAINDER = re.compile(r"(\d{1,5})%(\d{1,5})")
_NUMBERS = re.compile(r"-?\d{1,5}(/-?\d{1,5})+")


def check_clue(clue: str, board: Board) -> None:
    """Raises InputError unless it is numbers such as 5/10, or a remainder such as 2%5."""
    remainder = _REMAINDER.fullmatch(clue)
    if remainder and int(remainder[1]) < int(remainder[2]) <= GREATEST:
        return
    numbers = clue.split("/") if _NUMBERS.fullmatch(clue) else []
    if numbers and len(set(map(int, numbers))) == len(numbers):
        return
    raise InputError(
        "{clue} is not different sums such as 5/10, nor a remainder such as 2%5", clue=quoted(clue)
    )


@dataclass(frozen=True, repr=False)
class Sums(AcceptedLine):
    """The digits add up to one of the numbers, or to one that leaves a remainder.

    ``2%5`` is any number that leaves 2 when it is divided by 5.
    """

    name: ClassVar[str] = "sums"
    aliases: ClassVar[tuple[str, ...]] = ("mskiller", "remainder-cage", "sum-of")
    summary: ClassVar[str] = (
        "The digits in a teal outline add up to one of its numbers. A clue such as 2%5 allows "
        "all numbers that leave 2 when they are divided by 5. The digits may repeat."
    )
    example: ClassVar[str] = "sums 5/10: r1c1 r1c2 r2c1"
    named_text: ClassVar[str] = marked("the sums {clue} at {cell}")

    clue: str = fields.text("SUMS", check_clue)
    cells: tuple[int, ...] = fields.cells(least=1)

    def layers(self) -> Layers | None:
        """The automaton of the sum so far, or of its remainder."""
        values, count = tuple(self.board.values), len(self.cells)
        if self._remainder:
            return _of_remainder(*self._remainder, values, count)
        return _of_totals(frozenset(self._totals), values, count)

    @cached_property
    def _remainder(self) -> tuple[int, int] | None:
        """The remainder and the divisor, if the clue is ``2%5``."""
        found = _REMAINDER.fullmatch(self.clue)
        return (int(found[1]), int(found[2])) if found else None

    @cached_property
    def _totals(self) -> tuple[int, ...]:
        return tuple(sorted(map(int, self.clue.split("/"))))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A teal outline with the clue, or the beginning of it."""
        shown = self.clue if len(self.clue) <= MOST_SHOWN else f"{self._totals[0]}/…"
        return (shapes.Outline(self.cells, shown, "teal"),)

    @property
    def rule_text(self) -> str:
        """The summary, or the sums if they are too many for the outline."""
        return self.summary if len(self.clue) <= MOST_SHOWN else self.describe()

    def describe(self) -> str:
        """The sums and the cells."""
        names = " ".join(map(self.board.cell_name, self.cells))
        if self._remainder:
            left, divisor = self._remainder
            what = f"a number that leaves {left} when it is divided by {divisor}"
            return f"The digits of {names} add up to {what}."
        return f"The digits of {names} add up to {listed(map(str, self._totals), 'or')}."


@lru_cache(maxsize=256)
def _of_remainder(left: int, divisor: int, values: tuple[int, ...], length: int) -> Layers | None:
    def step(state: int, value: int) -> int:
        return (state + value) % divisor

    return steady_layers(length, values, 0, step, lambda state: state == left)


@lru_cache(maxsize=256)
def _of_totals(totals: frozenset[int], values: tuple[int, ...], length: int) -> Layers | None:
    def step(state: int, value: int) -> int:
        return state + value

    return steady_layers(length, values, 0, step, lambda state: state in totals)
