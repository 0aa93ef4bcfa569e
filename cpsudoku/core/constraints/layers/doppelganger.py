"""Doppelganger: each house misses one digit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.base import CpModel, Value, Variables
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.encodings.different import post_different
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import Allowed, Different, Either, Lowered
from cpsudoku.core.houses import House
from cpsudoku.core.layers import EXTRA, Layer
from cpsudoku.runtime.errors import InputError

KINDS = ("row", "column", "box")


@dataclass(frozen=True, repr=False)
class Doppelganger(LayeredRule):
    """Each row, column and box holds 0 and misses one other digit.

    No two houses of a kind miss the same digit. The houses of a 0 miss different digits.
    """

    name: ClassVar[str] = "doppelganger"
    aliases: ClassVar[tuple[str, ...]] = ("doppelgänger",)
    summary: ClassVar[str] = (
        "Each row, column and box holds 0 and all other digits except one. No two rows miss the "
        "same digit, nor two columns, nor two boxes. The row, the column and the box of a 0 miss "
        "three different digits."
    )
    example: ClassVar[str] = "doppelganger"
    example_board: ClassVar[tuple[str, ...]] = ("board: 9x9", "boxes: 3x3", "digits: 0-9")
    brings: ClassVar[tuple[Layer, ...]] = tuple(
        Layer(f"missing-{kind}", EXTRA, 0, 9, is_brought=True) for kind in KINDS
    )

    def __post_init__(self) -> None:
        board = self.board
        if board.lowest or not board.size - 1 == board.height == board.width:
            raise InputError("the digits are 0 and as many others as there are rows and columns")
        super().__post_init__()

    @classmethod
    def brought(cls, board: Board) -> tuple[Layer, ...]:
        """The missing digits of each row, column and box."""
        counts = {kind: len(_of_kind(board, kind)) for kind in KINDS}
        return tuple(
            Layer(f"missing-{kind}", EXTRA, 0, count, is_brought=True)
            for kind, count in counts.items()
            if count
        )

    @cached_property
    def cells(self) -> Sequence[int]:
        """All cells, and then the missing digits."""
        return (*range(len(self.board)), *chain.from_iterable(self._missing.values()))

    @cached_property
    def _missing(self) -> dict[str, range]:
        """For each kind of house that the board has, the variables with the missing digits."""
        known = self.board.numbers_of
        names = {kind: f"missing-{kind}" for kind in KINDS}
        return {kind: known[name] for kind, name in names.items() if name in known}

    @cached_property
    def _houses(self) -> tuple[House, ...]:
        """Each house with its missing digit, and the missing digits of a kind."""
        found = []
        for kind, missing in self._missing.items():
            houses = _of_kind(self.board, kind)
            for house, variable in zip(houses, missing, strict=True):
                name = f"{house.name} with its missing digit"
                found.append(House(name, (*house.cells, variable), self.name))
            found.append(House(f"the missing digits of each {kind}", tuple(missing), self.name))
        return tuple(found)

    def houses(self) -> tuple[House, ...]:
        """Each house with its missing digit, and the missing digits of a kind."""
        return self._houses

    @cached_property
    def _at(self) -> list[tuple[int, ...]]:
        """For each cell, the variables of its houses."""
        found: list[list[int]] = [[] for _ in range(len(self.board))]
        for kind, missing in self._missing.items():
            for house, variable in zip(_of_kind(self.board, kind), missing, strict=True):
                for cell in house.cells:
                    found[cell].append(variable)
        return [*map(tuple, found)]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no house, with its missing digit, holds a digit twice."""
        of = dict(zip(self.cells, values, strict=True))
        for house in self._houses:
            known = [value for cell in house.cells if (value := of[cell]) is not None]
            if len(set(known)) < len(known):
                return False
        if any(of[variable] == 0 for variable in self.cells[len(self.board) :]):
            return False
        for cell, variables in enumerate(self._at):
            known = [value for each in variables if (value := of[each]) is not None]
            if of[cell] == 0 and len(set(known)) < len(known):
                return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """Houses, and a clause for each digit that two houses of a 0 could miss."""
        for house in self._houses:
            post_different(model, x, house.cells)
        for variable in self.cells[len(self.board) :]:
            post_clause(model, [negated(x[variable].get(0, False))])
        for cell, variables in enumerate(self._at):
            for one, other in combinations(variables, 2):
                for value in x[one].keys() & x[other].keys():
                    literals = (x[cell].get(0, False), x[one][value], x[other][value])
                    post_clause(model, map(negated, literals))

    def lower(self) -> Sequence[Lowered]:
        """The same as members of families."""
        others = frozenset(self.board.values[1:])
        found: list[Lowered] = [Different(house.cells) for house in self._houses]
        found += [Allowed(each, others) for some in self._missing.values() for each in some]
        for cell, variables in enumerate(self._at):
            for pair in combinations(variables, 2):
                found.append(Either(((Allowed(cell, others),), (Different(pair),))))
        return found


def _of_kind(board: Board, kind: str) -> list[House]:
    return [house for house in (*board.houses, *board.groups) if house.kind == kind]
