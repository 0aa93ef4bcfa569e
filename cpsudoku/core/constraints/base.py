"""What every rule can do: its faces, with defaults for all but ``cells``, ``allows``, ``post``.

A rule speaks in values, the numbers that a person reads in the cells: 1 to 9 on most boards. An
empty cell is None.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import fields as fields_of
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from cpsudoku.core.board import Board, House
from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.fields import dumped, loaded
from cpsudoku.core.copying import Lean
from cpsudoku.core.errors import InputError

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExprT

    from cpsudoku.core.constraints.shapes import Shape

Value = int | None
Domains = Mapping[int, Sequence[int]]  # for each cell its remaining values, ascending
Relation = Callable[[int, int], bool]
FEW = 20_000  # fillings of the cells of a rule that the default ``narrow`` tries


class Variables(Protocol):
    """The solver's variables as a rule sees them."""

    @property
    def board(self) -> Board:
        """The board."""

    def __getitem__(self, cell: int) -> Mapping[int, IntVar | bool]:
        """Value to literal, ascending; a settled cell has no variable, it is ``{value: True}``."""

    def value(self, cell: int) -> LinearExprT:
        """The value of a cell as a linear expression."""

    def total(self, terms: Sequence[tuple[int, int]]) -> LinearExprT:
        """The sum of weight x value over (cell, weight), in the form that CP-SAT solves best."""


@dataclass(frozen=True)
class Elimination:
    """A value that a rule excludes from a cell, and why, as a person would say it."""

    cell: int
    value: int
    reason: str


@dataclass(frozen=True)
class Total:
    """The sum of some cells that a rule fixes: a cage, for example. No cell is counted twice."""

    cells: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Pair:
    """Two cells and a relation that their values satisfy.

    ``holds`` gets the values in this order. Engines keep a table for each relation, so a rule
    should use the same function for the same relation: a function of a module, or one that a
    cached function returns.
    """

    one: int
    other: int
    holds: Relation


@dataclass(frozen=True, repr=False)
class Constraint(Lean, ABC):
    """A rule over some cells of a board. A frozen dataclass, and one line in ``CONSTRAINTS``.

    ``name`` is its key in that table. ``aliases`` are other words for it; ``x X`` is the alias
    ``x``, which stands for the name and then ``X``. ``summary`` is the sentence that ``cpsudoku
    rules`` shows, and ``example`` is a line of the rule language on a 9x9 board. The fields after
    ``board`` are made by the functions of ``fields``; from them follow the JSON form, the text form
    and the syntax that the help shows.
    """

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    summary: ClassVar[str]
    example: ClassVar[str]
    only_houses: ClassVar[bool] = False  # whether ``houses`` says everything about the rule

    board: Board

    # What a rule must say

    if TYPE_CHECKING:  # a field or a property of each rule

        @property
        def cells(self) -> Sequence[int]:
            """The cells that it restricts, in the order of the values that ``allows`` gets."""

    @abstractmethod
    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the values of ``cells`` break nothing; None is an empty cell.

        Exact when every cell has a value; never too strict when some have none.
        """

    @abstractmethod
    def post(self, model: CpModel, x: Variables) -> None:
        """State the same to CP-SAT. The houses of the board are stated too; it may rely on them."""

    # What it can say

    def houses(self) -> tuple[House, ...]:
        """Groups of cells that hold different values because of this rule."""
        return ()

    def totals(self) -> tuple[Total, ...]:
        """Sums that this rule fixes; engines add and subtract them."""
        return ()

    def pairs(self) -> tuple[Pair, ...]:
        """Relations of two cells that follow from this rule; engines narrow with them."""
        return ()

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """The values that this rule excludes, each with its reason.

        Sound: a value that is part of any allowed filling of ``domains`` is never excluded, unless
        the filling breaks a house of the board. The default tries every filling of its cells when
        they are few.
        """
        if prod(len(domains[cell]) for cell in set(self.cells)) > FEW:
            return
        order = list(dict.fromkeys(self.cells))
        at = {cell: index for index, cell in enumerate(order)}
        places = [at[cell] for cell in self.cells]
        kept: list[set[int]] = [set() for _ in order]
        for filling in product(*(domains[cell] for cell in order)):
            if self.allows([filling[place] for place in places]):
                for values, value in zip(kept, filling, strict=True):
                    values.add(value)
        for cell, values in zip(order, kept, strict=True):
            for value in domains[cell]:
                if value not in values:
                    yield Elimination(cell, value, self.because(cell, value))

    def because(self, cell: int, value: int) -> str:
        """Why ``narrow`` excludes a value from a cell."""
        return f"{value} in {self.board.cell_name(cell)} breaks {self.title}"

    def clashes(self, values: Sequence[Value]) -> tuple[int, ...]:
        """The cells to show in red when ``allows`` is false: as few as explain it."""
        kept = list(values)
        if self.allows(kept):
            return ()
        for index, value in enumerate(values):
            kept[index] = None
            if self.allows(kept):
                kept[index] = value
        if not any(value is not None for value in kept):  # nothing at all satisfies the rule
            kept = list(values)
        return tuple(
            sorted(
                {cell for cell, value in zip(self.cells, kept, strict=True) if value is not None}
            )
        )

    def drawing(self) -> tuple[Shape, ...]:
        """The shapes that show the rule on the board: by default an outline of its cells."""
        return (shapes.Outline(tuple(self.cells)),)

    def describe(self) -> str:
        """One sentence of the rules text, for this rule on its cells."""
        return f"{self.title[0].upper()}{self.title[1:]}: {self.rule_text}"

    @property
    def rule_text(self) -> str:
        """What a solver on paper must know, the same for rules that differ only in their cells."""
        return self.summary

    @property
    def title(self) -> str:
        """How people name this rule among others, such as ``the 23 cage at r4c5``."""
        first = min(self.cells, default=None)
        place = "" if first is None else f" at {self.board.cell_name(first)}"
        return f"the {self.name} rule{place}"

    def among(self, constraints: Sequence[Constraint]) -> Self:
        """The rule with what it must know of the puzzle's other rules; by default itself."""
        return self

    def includes(self) -> tuple[Constraint, ...]:
        """The rules that hold if this one does, which ``among`` of all rules gets: itself."""
        return (self,)

    # How it is written down

    def to_data(self) -> dict[str, Any]:
        """The fields as JSON values, cells as ``r1c1``; fields at their default are left out."""
        return dumped(self, self.board)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], board: Board) -> Self:
        """The rule of ``to_data``; raises InputError when the data has another form."""
        values = loaded(cls, data, board)
        try:
            return cls(board, **values)
        except InputError as error:
            raise InputError(f"{cls.name!r}: {error}") from None

    def __repr__(self) -> str:
        parts = [
            f"{each.name}={getattr(self, each.name)!r}" for each in fields_of(self)[1:] if each.repr
        ]
        return f"{type(self).__name__}({', '.join([repr(self.board), *parts])})"
