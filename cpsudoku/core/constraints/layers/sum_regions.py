"""Sum regions: regions to be found whose digits have one sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import CpModel, IntVar, Value, Variables
from cpsudoku.core.constraints.connecting import area, can_connect, touching
from cpsudoku.core.constraints.encodings.hints import post_hints
from cpsudoku.core.constraints.encodings.products import post_held
from cpsudoku.core.constraints.layers.chaos import RegionRule, ordered
from cpsudoku.core.constraints.lowered import (
    Accepted,
    CountedSum,
    CountingCell,
    Lowered,
    Marked,
)
from cpsudoku.core.layers import REGION
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import translated


@dataclass(frozen=True, repr=False)
class SumRegions(RegionRule):
    """The board consists of connected regions whose digits add up to ``total``.

    With ``different``, no region holds a digit twice.
    """

    name: ClassVar[str] = "sum-regions"
    aliases: ClassVar[tuple[str, ...]] = ("equal-sum-regions",)
    summary: ClassVar[str] = (
        "Divide the board into regions. The cells of a region are connected by their edges, and "
        "their digits add up to this number. With the word different, no digit repeats in a region."
    )
    example: ClassVar[str] = "sum-regions 42"
    example_board: ClassVar[tuple[str, ...]] = ("board: 6x6", "boxes: 2x3")

    total: int = fields.number("TOTAL", least=1)
    repeats: str = fields.choice("different", ("any", "different"), default="any")

    def __post_init__(self) -> None:
        super().__post_init__()
        board = self.board
        rows = [house for house in board.houses if house.kind == "row"]
        if len(rows) * board.size != len(board):
            raise InputError("each row needs all digits, so that the sum of the board is known")
        if self._sum % self.total or self._sum // self.total > board.size:
            raise InputError(
                "the digits of the board add up to {number}, which can't be divided into at "
                "most {size} regions with the sum {total}",
                number=self._sum,
                size=board.size,
                total=self.total,
            )

    @property
    def _sum(self) -> int:
        """The sum of all digits of the board."""
        return sum(self.board.values) * (len(self.board) // self.board.size)

    @cached_property
    def labels(self) -> range:
        """The values of the regions."""
        first = self.board.lowest
        return range(first, first + self._sum // self.total)

    @cached_property
    def sizes(self) -> range:
        """The numbers of cells that a region can have. Each row has each digit once."""
        each = 1 if self.repeats == "different" else len(self.board) // self.board.size
        rising = [value for value in self.board.values for _ in range(each)]
        most = sum(total <= self.total for total in accumulate(rising))
        least = sum(total < self.total for total in accumulate(reversed(rising))) + 1
        return range(least, most + 1)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether each region can be connected and have its sum, and holds no digit twice."""
        count = len(self.board)
        digits, regions = values[:count], values[count:]
        if not self.are_in_order(regions):
            return False
        low, high = self.board.values[0], self.board.values[-1]
        for label in self.labels:
            inside = [cell for cell, region in enumerate(regions) if region == label]
            possible = {cell for cell, region in enumerate(regions) if region in (label, None)}
            least = sum(low if (digit := digits[cell]) is None else digit for cell in inside)
            most = sum(high if (digit := digits[cell]) is None else digit for cell in possible)
            held = [digits[cell] for cell in inside if digits[cell] is not None]
            if not possible or not least <= self.total <= most:
                return False
            if self.repeats == "different" and len(set(held)) < len(held):
                return False
            if not can_connect(inside, possible, self.graph):
                return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """A tree in each region, and a sum of products."""
        region = self.post_regions(model, x, self.sizes)
        for label in self.labels:
            held = post_held(model, x, [marks.get(label, False) for marks in region])
            model.add(sum(value * sum(places) for value, places in held.items()) == self.total)
            for places in held.values() if self.repeats == "different" else ():
                model.add_at_most_one(places)
        self._hint_rows(model, region)

    def _hint_rows(self, model: CpModel, region: Sequence[Mapping[int, IntVar | bool]]) -> None:
        """Begin the search with regions of one size along the rows, every other one backwards.

        CP-SAT finds no solution of an empty 9x9 board without this.
        """
        along = sorted(range(len(region)), key=self._place_along)
        count = len(self.labels)
        label_of = {at: self.labels[place * count // len(along)] for place, at in enumerate(along)}
        post_hints(
            model,
            (
                (each, value == label)
                for at, label in label_of.items()
                for value, each in region[at].items()
            ),
        )

    def _place_along(self, cell: int) -> tuple[int, int]:
        row, column = self.board.row_column(cell)
        return row, -column if row % 2 else column

    def lower(self) -> list[Lowered]:
        """An area and a sum for each region, and the order of the regions."""
        regions = tuple(self.board.numbers_of[REGION.name])
        graph, values = touching(self.board, regions), tuple(self.board.values)
        amounts = (0,) * len(values), values
        terms = tuple(CountingCell(cell, (mark,), amounts) for cell, mark in enumerate(regions))
        found: list[Lowered] = [Accepted(regions, ordered(len(regions), self.labels))]
        for label in self.labels:
            found.append(area(graph, (label,), self.sizes))
            found.append(CountedSum(terms, "=", self.total, label))
            if self.repeats == "different":
                found.append(Marked(tuple(range(len(regions))), regions, label, False))
        return found

    @property
    def rule_text(self) -> str:
        """The text with the sum."""
        text, _, different = self.summary.partition(" With the word different, ")
        text = text.replace("this number", str(self.total))
        return f"{text} {different.capitalize()}" if self.repeats == "different" else text

    @property
    def named(self) -> str:
        """``the regions with the sum 45``."""
        return translated("the regions with the sum {sum}", sum=self.total)
