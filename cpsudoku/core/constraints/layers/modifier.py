"""Modifiers: cells that count with another value than their digit, such as doublers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import Value, Variables
from cpsudoku.core.constraints.encodings.products import post_products
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.layers import COLD, DOUBLED, HOT, NEGATED, Layer

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

Change = Callable[[int], int]


@dataclass(frozen=True, repr=False)
class Modifier(LayeredRule):
    """One cell of each row, column and box is marked. Marked cells hold different digits."""

    change: ClassVar[Change]

    @cached_property
    def cells(self) -> Sequence[int]:
        """All cells, and then their marks."""
        return (*range(len(self.board)), *self.board.numbers_of[self.brings[0].name])

    @property
    def _is_each_digit_marked(self) -> bool:
        """Whether there are as many marks as digits: one in each row of a single grid."""
        rows = [house for house in self.board.houses if house.kind == "row"]
        return len(rows) == self.board.size and len(self.board) == self.board.size**2

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether each house can have one mark, and no marked cells have the same digit."""
        count, on = len(self.board), self.board.values[1]
        digits, marks = values[:count], values[count:]
        for house in self.lines_and_boxes:
            held = [marks[cell] for cell in house]
            if not held.count(on) <= 1 <= held.count(on) + held.count(None):
                return False
        marked = (digit for digit, mark in zip(digits, marks, strict=True) if mark == on)
        known = [digit for digit in marked if digit is not None]
        return len(set(known)) == len(known)

    def post(self, model: CpModel, x: Variables) -> None:
        """A sum for each house, and at most one marked cell for each digit."""
        on = self.board.values[1]
        marks = [x[number].get(on, False) for number in self.cells[len(self.board) :]]
        for house in self.lines_and_boxes:
            model.add(sum(marks[cell] for cell in house) == 1)
        held: dict[int, list[IntVar | bool]] = {}
        for cell, mark in enumerate(marks):
            for value, both in post_products(model, x, cell, mark):
                held.setdefault(value, []).append(both)
        for literals in held.values():
            if self._is_each_digit_marked:
                model.add_exactly_one(literals)
            else:
                model.add_at_most_one(literals)

    @property
    def title(self) -> str:
        """``the doublers``."""
        return f"the {self.name.replace('-', ' ')}s"


def _summary(name: str, effect: str) -> str:
    return (
        f"One cell in each row, column and box is a {name}; {name}s hold different digits. {effect}"
    )


@dataclass(frozen=True, repr=False)
class Doubler(Modifier):
    """Marked cells count twice their digit."""

    name: ClassVar[str] = "doubler"
    aliases: ClassVar[tuple[str, ...]] = ("doublers",)
    summary: ClassVar[str] = _summary("doubler", "It counts twice its digit in modified sums.")
    example: ClassVar[str] = "doubler"
    brings: ClassVar[tuple[Layer, ...]] = (DOUBLED,)
    change: ClassVar[Change] = staticmethod(lambda value: 2 * value)


@dataclass(frozen=True, repr=False)
class Negator(Modifier):
    """Marked cells count their digit negatively."""

    name: ClassVar[str] = "negator"
    aliases: ClassVar[tuple[str, ...]] = ("negators",)
    summary: ClassVar[str] = _summary(
        "negator", "Its digit is subtracted, not added, in modified sums."
    )
    example: ClassVar[str] = "negator"
    brings: ClassVar[tuple[Layer, ...]] = (NEGATED,)
    change: ClassVar[Change] = staticmethod(lambda value: -value)


@dataclass(frozen=True, repr=False)
class HotCell(Modifier):
    """Marked cells count one more than their digit."""

    name: ClassVar[str] = "hot-cell"
    aliases: ClassVar[tuple[str, ...]] = ("hot-cells",)
    summary: ClassVar[str] = _summary(
        "hot cell", "It counts one more than its digit in modified sums."
    )
    example: ClassVar[str] = "hot-cell"
    brings: ClassVar[tuple[Layer, ...]] = (HOT,)
    change: ClassVar[Change] = staticmethod(lambda value: value + 1)


@dataclass(frozen=True, repr=False)
class ColdCell(Modifier):
    """Marked cells count one less than their digit."""

    name: ClassVar[str] = "cold-cell"
    aliases: ClassVar[tuple[str, ...]] = ("cold-cells",)
    summary: ClassVar[str] = _summary(
        "cold cell", "It counts one less than its digit in modified sums."
    )
    example: ClassVar[str] = "cold-cell"
    brings: ClassVar[tuple[Layer, ...]] = (COLD,)
    change: ClassVar[Change] = staticmethod(lambda value: value - 1)


def modifiers_of(board: Board) -> list[tuple[range, Change]]:
    """The marks of all cells for each modifier of a board, with what it does to a digit."""
    rules: tuple[type[Modifier], ...] = (Doubler, Negator, HotCell, ColdCell)
    names = {rule.brings[0].name: rule.change for rule in rules}
    return [(board.numbers_of[name], names[name]) for name in names if name in board.numbers_of]
