"""Clues that compare the regions of a chaos construction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint, CpModel, IntVar, Value, Variables
from cpsudoku.core.constraints.connecting import touching
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.layers.chaos import RegionRule
from cpsudoku.core.constraints.lowered import Accepted, Allowed, Layers, Lowered, path_layers
from cpsudoku.core.layers import REGION, Layer
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import translated


def post_same(model: CpModel, x: Variables, one: int, other: int) -> IntVar | bool:
    """Whether two variables have the same value."""
    if one == other:
        return True
    same = model.new_bool_var("")
    for value in {*x[one], *x[other]}:
        here, there = x[one].get(value, False), x[other].get(value, False)
        post_clause(model, [~same, negated(here), there])
        post_clause(model, [~same, here, negated(there)])
        post_clause(model, [same, negated(here), negated(there)])
    return same


@dataclass(frozen=True, repr=False)
class RegionCount(LayeredRule):
    """The first cell counts those of the ``counted`` cells that are in the region of their first.

    ``without`` is subtracted from the count.
    """

    name: ClassVar[str] = "region-count"
    summary: ClassVar[str] = (
        "The digit of the first cell is the number of the other cells that are in the same region "
        "as the first of these. With the number 1, that one is not counted."
    )
    example: ClassVar[str] = "region-count: r2c2 = r2c2 r1c2 r2c1 r2c3 r3c2"
    example_rules: ClassVar[tuple[str, ...]] = ("chaos-construction",)
    brings: ClassVar[tuple[Layer, ...]] = (REGION,)
    lacking: ClassVar[str] = (
        "no rule divides the board into regions; add one such as chaos-construction"
    )
    is_ended: ClassVar[bool] = False  # whether another region ends the count along a list

    lists: tuple[tuple[int, ...], ...] = fields.groups()
    without: int = fields.number("WITHOUT", default=0, most=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.lists[0]) != 1 or not all(cell < len(self.board) for cell in self._others):
            raise InputError("the first list is one cell, and the others are cells of the board")

    @cached_property
    def _others(self) -> tuple[int, ...]:
        return tuple(cell for each in self.lists[1:] for cell in each)

    @cached_property
    def cells(self) -> Sequence[int]:
        """The first cell, and the regions of the others."""
        regions = self.board.numbers_of[REGION.name]
        return (self.lists[0][0], *(regions[cell] for cell in self._others))

    @cached_property
    def arms(self) -> list[range]:
        """The places of each list after the first one in ``cells``."""
        ends = list(accumulate(map(len, self.lists[1:]), initial=1))
        return [range(start, end) for start, end in pairwise(ends)]

    def bounds(self, regions: Sequence[Value]) -> tuple[int, int]:
        """The least and the most cells that are counted."""
        first = regions[1]
        most = sum(each in (first, None) for each in regions[2:]) + 1
        if first is None:
            return 1, len(regions) - 1
        return sum(each == first for each in regions[1:]), most

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the count can be the digit."""
        least, most = self.bounds(values)
        if values[0] is None:
            digits = self.board.values
            return least - self.without <= digits[-1] and most - self.without >= digits[0]
        return least <= values[0] + self.without <= most

    def counted(self, model: CpModel, x: Variables) -> list[IntVar | bool]:
        """Literals; the count is how many of them are true."""
        first, *others = self.cells[1:]
        return [True, *(post_same(model, x, first, other) for other in others)]

    def post(self, model: CpModel, x: Variables) -> None:
        """The digit is the count."""
        model.add(sum(self.counted(model, x)) == x.value(self.cells[0]) + self.without)

    def lower(self) -> list[Lowered]:
        """An automaton that counts, and reads the digit of the first cell at the end."""
        digit, *regions = self.cells
        values = self.board.values
        layers = _counting(values, self.without, tuple(map(len, self.arms)), self.is_ended)
        return [Accepted((*regions, digit), layers)]

    def lower_among(self, constraints: Sequence[Constraint]) -> list[Lowered]:
        """The count is at least 2 if all cells beside the first are counted.

        One of them is in its region, if that has two or more cells.
        """
        beside = touching(self.board, range(len(self.board)))[self.lists[1][0]]
        divide = [rule for rule in constraints if isinstance(rule, RegionRule)]
        if not self._surely_counted.issuperset(beside) or any(r.sizes.start < 2 for r in divide):
            return []
        fits = frozenset(value for value in self.board.values if value + self.without > 1)
        return [Allowed(self.cells[0], fits)] if divide else []

    @property
    def _surely_counted(self) -> frozenset[int]:
        """The cells that are counted if they are in the region of the first one."""
        return frozenset(self._others)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """What is counted, and a square in the cell that counts."""
        counting = (
            shapes.Mark(cell, "square") for cell in self.cells[:1] if cell < len(self.board)
        )
        return (*self._counted_shapes(), *counting)

    def _counted_shapes(self) -> Iterator[shapes.Shape]:
        """An outline around the cells that are counted."""
        yield shapes.Outline(self._others, color="teal")

    @property
    def named(self) -> str:
        """``the region count in r2c2``."""
        return translated("the region count in {cell}", cell=self.board.cell_name(self.cells[0]))

    def describe(self) -> str:
        """The rule with its cells."""
        return f"{self.title[0].upper()}{self.title[1:]}: {self.rule_text}"


@dataclass(frozen=True, repr=False)
class RegionArrow(RegionCount):
    """The first cell counts the cells on arms from one cell on, up to the end of its region.

    Each of the ``lists`` after the first is an arm. All of them begin with the same cell, which is
    counted once. ``without`` is subtracted from the count.
    """

    name: ClassVar[str] = "region-arrow"
    summary: ClassVar[str] = (
        "The digit of the first cell is the number of cells on the arms, from the cell where they "
        "begin, before another region begins. With the number 1, the common cell is not counted."
    )
    example: ClassVar[str] = "region-arrow: r2c2 = r2c2 r2c3 r2c4 r2c5 = r2c2 r3c2 r4c2"
    is_ended: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if len({each[0] for each in self.lists[1:]}) > 1:
            raise InputError("all arms begin with the same cell")

    def bounds(self, regions: Sequence[Value]) -> tuple[int, int]:
        """The least and the most cells that are counted."""
        least = most = 1
        for arm in self.arms:
            first, *others = (regions[place] for place in arm)
            if first is None:
                most += len(others)
                continue
            ends = [place for place, each in enumerate(others) if each not in (first, None)]
            sure = [place for place, each in enumerate(others) if each != first]
            most += ends[0] if ends else len(others)
            least += sure[0] if sure else len(others)
        return least, most

    def counted(self, model: CpModel, x: Variables) -> list[IntVar | bool]:
        """Literals; the count is how many of them are true."""
        found: list[IntVar | bool] = [True]
        for arm in self.arms:
            first, *others = (self.cells[place] for place in arm)
            before: IntVar | bool = True
            for other in others:
                same = post_same(model, x, first, other)
                inside = model.new_bool_var("")
                model.add_bool_and([before, same]).only_enforce_if(inside)
                post_clause(model, [inside, negated(before), negated(same)])
                found.append(inside)
                before = inside
        return found

    @property
    def _surely_counted(self) -> frozenset[int]:
        """The second cell of each arm, which is beside its first cell."""
        return frozenset(cell for arm in self.lists[1:] for cell in arm[1:2])

    def _counted_shapes(self) -> Iterator[shapes.Shape]:
        """An arrow for each arm."""
        for arm in self.lists[1:]:
            yield shapes.Line(arm, "teal", thin=True, end="arrow")

    @property
    def named(self) -> str:
        """``the region arrow in r2c2``."""
        return translated("the region arrow in {cell}", cell=self.board.cell_name(self.cells[0]))


_Counting = tuple[int | None, int, bool]


@lru_cache(maxsize=256)
def _counting(
    values: tuple[int, ...], without: int, lengths: tuple[int, ...], is_ended: bool
) -> Layers | None:
    """The automaton of the regions on lists of these lengths, and of their count at the end.

    A state is the region of the first cell, the count, and whether the list still counts.
    """
    begins = set(accumulate(lengths, initial=0))
    length = sum(lengths)

    def kind(place: int) -> int:
        return -1 if place == length else int(is_ended and place in begins)

    def step(place: int, state: _Counting, value: int) -> _Counting | None:
        label, count, is_open = state
        if place == length:
            return (None, 0, False) if count - without == value else None
        if label is None:
            return value, 1, True
        if kind(place):
            return (label, count, True) if value == label else None
        is_same = value == label
        is_open = is_same and (is_open or not is_ended)
        count += is_open
        return (label, count, is_open) if count - without <= values[-1] else None

    start: _Counting = (None, 0, False)
    return path_layers(length + 1, values, start, step, lambda state: True, kind)
