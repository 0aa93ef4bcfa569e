"""Schrödinger cells: one cell of each row, column and box holds two digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from operator import le, ne
from typing import ClassVar, Self

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint, CpModel, IntVar, Value, Variables
from cpsudoku.core.constraints.encodings.clauses import negated
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import (
    Accepted,
    Counted,
    CountedSum,
    CountingCell,
    Different,
    Hidden,
    Layers,
    Lowered,
    RelatedPair,
    table_layers,
)
from cpsudoku.core.layers import OTHER, Layer
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked, translated
from cpsudoku.runtime.words import called

Pair = tuple[Value, Value]  # the first and the second digit of a cell; they are equal if it has one


@dataclass(frozen=True, repr=False)
class Schroedinger(LayeredRule):
    """Each row, column and box holds every digit once; one of its cells holds two.

    The second digit of a cell is the larger one, or the same as the first if there is only one.
    """

    name: ClassVar[str] = "schroedinger"
    aliases: ClassVar[tuple[str, ...]] = ("schrödinger", "schrodinger")
    summary: ClassVar[str] = (
        "One cell in each row, column and box holds two digits, and the others hold one. All "
        "digits of a row, column or box are different. A cell with two digits shows the smaller "
        "one; its second digit is the larger one. In other cells, the second digit is the same."
    )
    example: ClassVar[str] = "schroedinger"
    named_text: ClassVar[str] = marked("the Schrödinger cells")
    example_board: ClassVar[tuple[str, ...]] = ("board: 9x9", "boxes: 3x3", "digits: 0-9")
    brings: ClassVar[tuple[Layer, ...]] = (OTHER,)

    def __post_init__(self) -> None:
        super().__post_init__()
        sizes = {len(cells) for cells in self.lines_and_boxes}
        if sizes != {self.board.size - 1}:
            raise InputError("the board needs one more digit than a row, column or box has cells")

    @cached_property
    def cells(self) -> Sequence[int]:
        """All cells, and then their second digits."""
        return (*range(len(self.board)), *self.board.numbers_of[OTHER.name])

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no digit is smaller than the first, and none is in a house twice."""
        count = len(self.board)
        pairs = [*zip(values[:count], values[count:], strict=True)]
        if any(a is not None and b is not None and b < a for a, b in pairs):
            return False
        for house in self.lines_and_boxes:
            held = [digit for cell in house for digit in _digits(pairs[cell])]
            if len(set(held)) < len(held):
                return False
            is_known = all(None not in pairs[cell] for cell in house)
            if is_known and len(held) < self.board.size:
                return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """Each digit is once in each house, as a first digit or as a second one."""
        board, seconds = self.board, self.board.numbers_of[OTHER.name]
        more = []
        for cell, number in enumerate(seconds):
            model.add(x.value(number) >= x.value(cell))
            more.append(post_second(model, x, cell, number))
        for house in self.lines_and_boxes:
            for value in board.values:
                first = sum(x[cell].get(value, False) for cell in house)
                second = sum(more[cell].get(value, False) for cell in house)
                model.add(first + second == 1)

    def lower(self) -> list[Lowered]:
        """Different first and second digits, and a hidden mark of each cell that holds two."""
        seconds, total = self.board.numbers_of[OTHER.name], self.board.total
        cells = range(len(self.board))
        found: list[Lowered] = [Hidden(len(cells)), *_marked(self.board, cells)]
        on = frozenset(self.board.values[1:2])
        found += (RelatedPair(cell, seconds[cell], le) for cell in cells)
        for house in self.lines_and_boxes:
            found.append(Different(tuple(seconds[cell] for cell in house)))
            marks = tuple(total + cell for cell in house)
            found.append(Counted(marks, (), on, frozenset((1,))))
        pairs = {pair for each in self.lines_and_boxes for pair in combinations(sorted(each), 2)}
        for one, other in sorted(pairs):
            found.append(RelatedPair(one, seconds[other], ne))
            found.append(RelatedPair(other, seconds[one], ne))
        return found

    def among(self, constraints: Sequence[Constraint]) -> Self:
        """The rule itself. Raises InputError if another rule takes each cell for one digit."""
        for rule in constraints:
            is_on_digits = min(rule.cells, default=0) < len(self.board)
            if is_on_digits and not isinstance(rule, Schroedinger | SchroedingerSum):
                raise InputError(
                    "{rule} does not know cells with two digits; with schroedinger, the only "
                    "other rule on digits is schroedinger-sum",
                    rule=called(rule),
                )
        return self


@dataclass(frozen=True, repr=False)
class SchroedingerSum(Constraint):
    """The digits of the cells add up to ``sum``. Both digits of a Schrödinger cell count."""

    name: ClassVar[str] = "schroedinger-sum"
    aliases: ClassVar[tuple[str, ...]] = ("schrödinger-sum", "schrodinger-sum")
    summary: ClassVar[str] = (
        "The digits in an outline with Σ add up to its number. Both digits of a cell with two "
        "digits count. Digits may repeat if they are not in the same row, column or box."
    )
    example: ClassVar[str] = "schroedinger-sum 20: r1c1 r1c2 r2c1"
    example_board: ClassVar[tuple[str, ...]] = Schroedinger.example_board
    example_rules: ClassVar[tuple[str, ...]] = ("schroedinger",)
    listed: tuple[int, ...] = fields.cells(least=1)
    sum: int = fields.number("SUM")

    def __post_init__(self) -> None:
        if OTHER.name not in self.board.numbers_of:
            raise InputError("the puzzle needs the rule schroedinger")
        if max(self.listed) >= len(self.board.positions):
            raise InputError("the cells of the sum are cells of the board")

    @cached_property
    def cells(self) -> Sequence[int]:
        """The cells, and then their second digits."""
        seconds = self.board.numbers_of[OTHER.name]
        return (*self.listed, *(seconds[cell] for cell in self.listed))

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the sum is right, or can be."""
        count = len(self.listed)
        reach = [self._reach(pair) for pair in zip(values[:count], values[count:], strict=True)]
        return sum(low for low, _ in reach) <= self.sum <= sum(high for _, high in reach)

    def _reach(self, pair: Pair) -> tuple[int, int]:
        """The least and the largest sum of the digits of a cell."""
        values = self.board.values
        firsts, seconds = (values if each is None else (each,) for each in pair)
        sums = [a + b if a != b else a for a in firsts for b in seconds]
        return min(sums), max(sums)

    def post(self, model: CpModel, x: Variables) -> None:
        """The sum of the first digits, and of the second ones that are different."""
        seconds = self.board.numbers_of[OTHER.name]
        more = (
            value * literal
            for cell in self.listed
            for value, literal in post_second(model, x, cell, seconds[cell]).items()
        )
        model.add(x.total([(cell, 1) for cell in self.listed]) == self.sum - sum(more))

    def lower(self) -> list[Lowered]:
        """A sum of the first digits, and of the second digits of cells with a hidden mark."""
        board, seconds = self.board, self.board.numbers_of[OTHER.name]
        values = tuple(board.values)
        terms = []
        for place, cell in enumerate(self.listed):
            terms.append(CountingCell(cell, (), (values,)))
            amounts = (0,) * len(values), values
            terms.append(CountingCell(seconds[cell], (board.total + place,), amounts))
        marked = _marked(board, self.listed)
        return [Hidden(len(self.listed)), *marked, CountedSum(tuple(terms), "=", self.sum)]

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """An outline with the sum in its first cell."""
        return (shapes.Outline(self.listed, f"Σ{self.sum}", "indigo"),)

    @property
    def named(self) -> str:
        """``the Schrödinger sum 12 at r4c5``."""
        cell = self.board.cell_name(min(self.listed))
        return translated("the Schrödinger sum {sum} at {cell}", sum=self.sum, cell=cell)


def _digits(pair: Pair) -> set[int]:
    """The digits of a cell that are certain. A second digit alone may be the first one, too."""
    first, second = pair
    return {digit for digit in (first, second) if digit is not None}


def post_second(model: CpModel, x: Variables, cell: int, number: int) -> dict[int, IntVar | bool]:
    """A literal for each value: it is the second digit of a cell and not the first."""
    found: dict[int, IntVar | bool] = {}
    for value, second in x[number].items():
        first = x[cell].get(value, False)
        both = model.new_bool_var("")
        model.add_implication(both, second)
        model.add_implication(both, negated(first))
        model.add_bool_or([both, negated(second), first])
        found[value] = both
    return found


def _marked(board: Board, cells: Sequence[int]) -> Iterator[Accepted]:
    """The first hidden cells as marks of these cells: whether each of them holds two digits."""
    seconds, layers = board.numbers_of[OTHER.name], _two(tuple(board.values))
    for place, cell in enumerate(cells):
        yield Accepted((cell, seconds[cell], board.total + place), layers)


@lru_cache(maxsize=8)
def _two(values: tuple[int, ...]) -> Layers | None:
    """The automaton of a first digit, a second one, and whether they differ."""
    off, on = values[:2]
    return table_layers((a, b, off if a == b else on) for a, b in product(values, repeat=2))
