"""Modifiers: cells that count with another value than their digit, such as doublers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import CpModel, Domains, Elimination, Value, Variables
from cpsudoku.core.constraints.encodings.clauses import post_clause
from cpsudoku.core.constraints.encodings.products import post_held
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import Allowed, Counted, Lowered, Marked
from cpsudoku.core.house_words import house_name
from cpsudoku.core.houses import House
from cpsudoku.core.layers import COLD, DOUBLED, FACTOR, HOT, MULTIPLIED, NEGATED, Layer
from cpsudoku.runtime.language import marked, translated

Change = Callable[[int, int], int]
"""What a marked cell counts: a function of its digit, and of the factor of the board."""

NAMED = {
    "doubler": marked("the doublers"),
    "multiplier": marked("the multipliers"),
    "negator": marked("the negators"),
    "hot-cell": marked("the hot cells"),
    "cold-cell": marked("the cold cells"),
}


@dataclass(frozen=True, repr=False)
class Modifier(LayeredRule):
    """One cell of each row, column and box is marked. Marked cells hold different digits.

    ``effect`` says what a marked cell counts, and ``change`` computes it.
    """

    change: ClassVar[Change]

    def __init_subclass__(
        cls,
        example: str,
        layers: tuple[Layer, ...],
        effect: str,
        change: Change,
        aliases: tuple[str, ...] = (),
    ) -> None:
        cls.name = example.split(maxsplit=1)[0]
        cls.aliases = (f"{cls.name}s", *aliases)
        cls.example, cls.brings = example, layers
        cls.change = staticmethod(change)
        plain = cls.name.replace("-", " ")
        cls.summary = (
            f"One cell in each row, column and box is a {plain}; {plain}s hold different digits. "
            f"{effect}"
        )

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
        digits, marks = values[:count], values[count : 2 * count]
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
        numbers = self.board.numbers_of[self.brings[0].name]
        marks = [x[number].get(on, False) for number in numbers]
        for house in self.lines_and_boxes:
            model.add(sum(marks[cell] for cell in house) == 1)
        for literals in post_held(model, x, marks).values():
            if self._is_each_digit_marked:
                model.add_exactly_one(literals)
            else:
                model.add_at_most_one(literals)

    def lower(self) -> list[Lowered]:
        """A count for each house, and different marked cells."""
        on, marks = self.board.values[1], tuple(self.board.numbers_of[self.brings[0].name])
        found: list[Lowered] = [
            Counted(tuple(marks[cell] for cell in house), (), frozenset((on,)), frozenset((1,)))
            for house in self.lines_and_boxes
        ]
        cells = tuple(range(len(self.board)))
        return [*found, Marked(cells, marks, on, self._is_each_digit_marked)]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude a second mark in a house, another place for the only one, and equal digits."""
        off, on = self.board.values[:2]
        marks = self.board.numbers_of[self.brings[0].name]
        for house in self.houses_and_boxes:
            places = [cell for cell in house.cells if on in domains[marks[cell]]]
            placed = [cell for cell in places if off not in domains[marks[cell]]]
            for cell in places if placed else ():
                if cell != placed[0]:
                    yield self._second(house, marks[cell], on, placed[0])
            if len(places) == 1 and not placed:
                text = marked("{house} has no other place for one of {rule}")
                reason = translated(text, house=house_name(house.name), rule=self.named)
                yield Elimination(marks[places[0]], off, reason, tuple(house.cells))
        yield from self._equal_digits(domains)

    def _second(self, house: House, mark: int, on: int, placed: int) -> Elimination:
        text = marked("{house} has one of {rule} in {cell}")
        cell, where = self.board.cell_name(placed), house_name(house.name)
        reason = translated(text, house=where, rule=self.named, cell=cell)
        return Elimination(mark, on, reason, (placed,))

    def _equal_digits(self, domains: Domains) -> Iterator[Elimination]:
        """Marked cells hold different digits."""
        off, on = self.board.values[:2]
        marks = self.board.numbers_of[self.brings[0].name]
        possible = [c for c in range(len(self.board)) if on in domains[marks[c]]]
        sure = [cell for cell in possible if off not in domains[marks[cell]]]
        for cell in sure if len(sure) > 1 or possible != sure else ():
            if len(domains[cell]) != 1:
                continue
            (digit,) = domains[cell]
            for other in possible:
                if other == cell:
                    continue
                text = marked("{rule} hold different digits, and {cell} holds {digit}")
                values = {"cell": self.board.cell_name(cell), "rule": self.named}
                reason = translated(text, digit=self.board.value_name(digit), **values)
                if other in sure and digit in domains[other]:
                    yield Elimination(other, digit, reason, (cell,))
                elif other not in sure and set(domains[other]) == {digit}:
                    yield Elimination(marks[other], on, reason, (cell,))

    @property
    def named(self) -> str:
        """``the doublers``."""
        return translated(NAMED[self.name])


class Doubler(
    Modifier,
    example="doubler",
    layers=(DOUBLED,),
    effect="It counts twice its digit in modified sums.",
    change=lambda digit, _: 2 * digit,
):
    """Marked cells count twice their digit."""


class Negator(
    Modifier,
    example="negator",
    layers=(NEGATED,),
    effect="Its digit is subtracted, not added, in modified sums.",
    change=lambda digit, _: -digit,
):
    """Marked cells count their digit negatively."""


class HotCell(
    Modifier,
    example="hot-cell",
    layers=(HOT,),
    effect="It counts one more than its digit in modified sums.",
    change=lambda digit, _: digit + 1,
):
    """Marked cells count one more than their digit."""


class ColdCell(
    Modifier,
    example="cold-cell",
    layers=(COLD,),
    effect="It counts one less than its digit in modified sums.",
    change=lambda digit, _: digit - 1,
):
    """Marked cells count one less than their digit."""


@dataclass(frozen=True, repr=False)
class Multiplier(
    Modifier,
    example="multiplier 3",
    aliases=("tripler 3", "triplers 3"),
    layers=(MULTIPLIED, FACTOR),
    effect="It counts its digit times the number in modified sums. Without a number, one factor "
    "for all of them is to be found.",
    change=lambda digit, factor: digit * factor,
):
    """Marked cells count their digit times a factor, which is a digit of the board."""

    factor: int | None = fields.number("FACTOR", default=None, most=25)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.factor is not None:
            fields.refuse_strange_values((self.factor,), self.board)

    @cached_property
    def cells(self) -> Sequence[int]:
        """All cells, their marks, and the factor."""
        return (*super().cells, *self.board.numbers_of[FACTOR.name])

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the marks fit, and the factor is right."""
        *others, factor = values
        return super().allows(others) and (None in (factor, self.factor) or factor == self.factor)

    def post(self, model: CpModel, x: Variables) -> None:
        """The marks, and the factor if it is known."""
        super().post(model, x)
        if self.factor is not None:
            post_clause(model, [x[self.cells[-1]].get(self.factor, False)])

    def lower(self) -> list[Lowered]:
        """The marks, and the factor if it is known."""
        known = () if self.factor is None else (self.factor,)
        return [*super().lower(), *(Allowed(self.cells[-1], frozenset((f,))) for f in known)]


def modifiers_of(board: Board) -> list[tuple[range, Change]]:
    """The marks of all cells for each modifier of a board, with what it does to a digit."""
    rules: tuple[type[Modifier], ...] = (Doubler, Multiplier, Negator, HotCell, ColdCell)
    present = [rule for rule in rules if all(each.name in board.numbers_of for each in rule.brings)]
    return [(board.numbers_of[rule.brings[0].name], rule.change) for rule in present]
