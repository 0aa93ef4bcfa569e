"""Lines on which digits of different classes take turns: entropic and modular lines."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.lowered import RelatedPair, Relation
from cpsudoku.core.constraints.relations import Related
from cpsudoku.runtime.language import marked

Class = Callable[[int], int]


@cache
def same(class_of: Class) -> Relation:
    """Whether two values are of one class."""
    return lambda one, other: class_of(one) == class_of(other)


@cache
def different(class_of: Class) -> Relation:
    """Whether two values are of different classes."""
    return lambda one, other: class_of(one) != class_of(other)


@cache
def third(size: int, lowest: int) -> Class:
    """The third of the digits that contains a value: 0, 1 or 2. The first may be larger."""
    return lambda value: (value - lowest) * 3 // size


@cache
def modulo(number: int) -> Class:
    """The remainder of a value."""
    return lambda value: value % number


@dataclass(frozen=True, repr=False)
class Turns(Related):
    """Any ``period`` consecutive cells of the line are in different classes.

    A line that ends where it begins is a loop.
    """

    color: ClassVar[str]
    named_text: ClassVar[str]

    cells: tuple[int, ...] = fields.cells(least=2, repeats=True)

    @property
    @abstractmethod
    def period(self) -> int:
        """The number of classes."""

    @property
    @abstractmethod
    def class_of(self) -> Class:
        """The class of a value. Equal classes must use the same function."""

    def pairs(self) -> tuple[RelatedPair, ...]:
        """Pairs of cells up to ``period`` apart. Cells exactly ``period`` apart share a class."""
        return self._pairs

    @cached_property
    def _pairs(self) -> tuple[RelatedPair, ...]:
        line, period = self.cells, self.period
        count = len(line)
        if line[0] == line[-1] and count > period + 1:
            count -= 1
            line = line[:-1] + line[:period]
        differ, equal = different(self.class_of), same(self.class_of)
        return tuple(
            RelatedPair(line[at], line[at + step], equal if step == period else differ)
            for at in range(count)
            for step in range(1, period + 1)
            if at + step < len(line)
        )

    def bond(self, pair: RelatedPair) -> str:
        """``r1c1 and r1c3 must be of different classes on the modular line from r1c1``."""
        text = marked("{one} and {other} must be of different classes on {rule}")
        if pair.holds is same(self.class_of):
            text = marked("{one} and {other} must be of the same class on {rule}")
        return self.pair_text(text, pair, rule=self.named)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A line."""
        return (shapes.Line(self.cells, self.color),)


@dataclass(frozen=True, repr=False)
class EntropicLine(Turns):
    """Any three consecutive cells have a low, a middle and a high digit."""

    name: ClassVar[str] = "entropic"
    aliases: ClassVar[tuple[str, ...]] = ("entropic-line", "entrol")
    summary: ClassVar[str] = (
        "Any three digits in a row on an entropic line (pink) are a low, a middle and a high one: "
        "on a 9x9 board one of 1-3, one of 4-6 and one of 7-9."
    )
    example: ClassVar[str] = "entropic: r1c1 r2c2 r2c3 r3c4"
    color: ClassVar[str] = "pink"
    named_text: ClassVar[str] = marked("the entropic line from {first} to {last}")

    def on_numbers(self) -> None:
        """None: no number above the highest digit is low, middle or high."""

    @property
    def period(self) -> int:
        """Three."""
        return 3

    @property
    def class_of(self) -> Class:
        """Low, middle, high."""
        return third(self.board.size, self.board.lowest)


@dataclass(frozen=True, repr=False)
class ModularLine(Turns):
    """Any ``modulus`` consecutive cells have different remainders."""

    name: ClassVar[str] = "modular"
    aliases: ClassVar[tuple[str, ...]] = ("modular-line", "modl")
    summary: ClassVar[str] = (
        "On a modular line (teal) any three digits in a row have different remainders when "
        "divided by 3. The rule can have another number, which then replaces 3 in both places."
    )
    example: ClassVar[str] = "modular 3: r1c1 r2c2 r2c3 r3c4"
    color: ClassVar[str] = "teal"
    named_text: ClassVar[str] = marked("the modular line from {first} to {last}")

    modulus: int = fields.number("MODULUS", default=3, least=2, most=25)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A line, with its mark."""
        return (shapes.Line(self.cells, self.color, text=self.mark),)

    @property
    def mark(self) -> str:
        """The number, unless it is 3."""
        return "" if self.modulus == 3 else f"mod {self.modulus}"

    @property
    def rule_text(self) -> str:
        """The rule with its number."""
        line = f"a teal line marked {self.mark}" if self.mark else "a teal line"
        return (
            f"Any {self.modulus} digits in a row on {line} have different remainders when "
            f"divided by {self.modulus}."
        )

    @property
    def period(self) -> int:
        """The modulus."""
        return self.modulus

    @property
    def class_of(self) -> Class:
        """The remainder."""
        return modulo(self.modulus)
