"""Indexers: a digit shows where another digit is in its row, column or box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.lowered import Allowed, Lowered, RelatedPair
from cpsudoku.core.constraints.relations import implies
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class _Indexer(Constraint):
    """A digit v in the n-th cell of a house means that the v-th cell of the house holds n.

    On a board with 0 the cells are counted from 0. Where grids overlap, a cell may be in several
    such houses. It indexes each of them.
    """

    house_kind: ClassVar[str]  # the kind of house that a cell indexes
    named_text: ClassVar[str]
    missing_text: ClassVar[str]
    color: ClassVar[str] = "pink"

    indexers: tuple[int, ...] = fields.cells(least=1)

    def __post_init__(self) -> None:
        for cell in self.indexers:
            if not any(cell in house for house in self._houses()):
                name = self.board.cell_name(cell)
                raise InputError(
                    "{name} is not in a {kind} of the board", name=name, kind=self.house_kind
                )

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The indexing cells, and the cells that their digits can point to."""
        pointed = (cell for _, _, house in self._links for cell in house)
        return tuple(sorted({*self.indexers, *pointed}))

    @cached_property
    def _links(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """For each indexing cell and its houses: the cell, its place as a value, and the house."""
        return tuple(
            (cell, self.board.lowest + house.index(cell), house)
            for cell in self.indexers
            for house in self._houses()
            if cell in house
        )

    def _houses(self) -> Iterator[tuple[int, ...]]:
        for house in (*self.board.houses, *self.board.groups):
            if house.kind == self.house_kind:
                yield tuple(sorted(house.cells))

    def _target(self, house: Sequence[int], value: int) -> int | None:
        """The cell of a house that a value points to, or None if it points beyond the house."""
        place = value - self.board.lowest
        return house[place] if place < len(house) else None

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether each cell that a digit points to is empty or holds the right digit."""
        at = dict(zip(self.cells, values, strict=True))
        for cell, own, house in self._links:
            value = at[cell]
            if value is not None:
                target = self._target(house, value)
                if target is None or at[target] not in (None, own):
                    return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """Each digit of an indexing cell implies the digit in the cell that it points to."""
        for cell, own, house in self._links:
            for value, literal in x[cell].items():
                target = self._target(house, value)
                implied = False if target is None else x[target].get(own, False)
                reasons = [] if literal is True else [~literal]
                if implied is not True and target != cell:
                    model.add_bool_or(reasons if implied is False else [*reasons, implied])

    def lower(self) -> Sequence[Lowered]:
        """A pair for each digit: if a cell holds it, the cell that it points to holds another."""
        found: list[Lowered] = []
        for cell, own, house in self._links:
            targets = {value: self._target(house, value) for value in self.board.values}
            inside = frozenset(value for value, each in targets.items() if each is not None)
            found.append(Allowed(cell, inside))
            found += [
                RelatedPair(cell, target, implies(value, own))
                for value, target in targets.items()
                if target is not None and target != cell
            ]
        return found

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits whose target can't hold the right digit, and what settled ones exclude."""
        name = self.board.cell_name
        for cell, own, house in self._links:
            for value in domains[cell]:
                target = self._target(house, value)
                if target is None:
                    reason = translated(self.missing_text, number=value, cell=name(cell))
                    yield Elimination(cell, value, reason)
                elif own not in domains[target]:
                    text = marked("{digit} needs {other}, where it cannot be")
                    yield Elimination(cell, value, self._said(text, value, cell, own, target))
                elif len(domains[cell]) == 1:
                    text = marked("{digit} means {other}")
                    for other in domains[target]:
                        if other != own:
                            reason = self._said(text, value, cell, own, target)
                            yield Elimination(target, other, reason)

    def _said(self, text: str, value: int, cell: int, own: int, target: int) -> str:
        """``5 in r1c1 means 1 in r1c5``."""
        digit = digit_in_cell(self.board, value, cell)
        return translated(text, digit=digit, other=digit_in_cell(self.board, own, target))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A background for the indexing cells, and the rule as a sentence."""
        return (shapes.Shade(self.indexers, self.color), shapes.Note(self.summary))

    @property
    def named(self) -> str:
        """``the column indexer at r1c1``."""
        cell = self.board.cell_name(min(self.indexers))
        return translated(self.named_text, cell=cell)


@dataclass(frozen=True, repr=False)
class ColumnIndexer(_Indexer):
    """A digit v in column c of a row means that column v of that row holds c."""

    name: ClassVar[str] = "column-indexer"
    aliases: ClassVar[tuple[str, ...]] = ("col-indexer", "159")
    summary: ClassVar[str] = (
        "An indexing cell (pink) in column c holds the number of the column in which its row "
        "has the digit c."
    )
    example: ClassVar[str] = "column-indexer: column 1"
    house_kind: ClassVar[str] = "row"
    named_text: ClassVar[str] = marked("the column indexer at {cell}")
    missing_text: ClassVar[str] = marked("there is no cell {number} in the row of {cell}")


@dataclass(frozen=True, repr=False)
class RowIndexer(_Indexer):
    """A digit v in row r of a column means that row v of that column holds r."""

    name: ClassVar[str] = "row-indexer"
    summary: ClassVar[str] = (
        "An indexing cell (orange) in row r holds the number of the row in which its column has "
        "the digit r."
    )
    example: ClassVar[str] = "row-indexer: row 5"
    house_kind: ClassVar[str] = "column"
    named_text: ClassVar[str] = marked("the row indexer at {cell}")
    missing_text: ClassVar[str] = marked("there is no cell {number} in the column of {cell}")
    color: ClassVar[str] = "orange"


@dataclass(frozen=True, repr=False)
class BoxIndexer(_Indexer):
    """A digit v in the n-th cell of a box means that the v-th cell of the box holds n."""

    name: ClassVar[str] = "box-indexer"
    summary: ClassVar[str] = (
        "An indexing cell (teal) at place n of its box holds the place at which its box has the "
        "digit n."
    )
    example: ClassVar[str] = "box-indexer: r1c1 r5c5"
    house_kind: ClassVar[str] = "box"
    named_text: ClassVar[str] = marked("the box indexer at {cell}")
    missing_text: ClassVar[str] = marked("there is no cell {number} in the box of {cell}")
    color: ClassVar[str] = "teal"
