"""Pair: any relation of two digits, given as an expression or a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.pairs import post_pair
from cpsudoku.core.constraints.expressions import (
    Table,
    check_expression,
    relation_in,
    table_of,
)
from cpsudoku.core.constraints.field_kinds import FieldKind, field_of
from cpsudoku.core.constraints.lowered import Lowered, RelatedPair, Relation
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.core.houses import House
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.language import translated

Pairs = tuple[tuple[int, int], ...]
_TABLE = re.compile(r"\d{1,2}-\d{1,2}(\s+\d{1,2}-\d{1,2})*")


def _load(data: object, board: Board) -> str | Pairs:
    if isinstance(data, str):
        expression = " ".join(data.split())
        check_expression(expression)
        return expression
    if not isinstance(data, list) or not data:
        raise InputError(
            "{found} is not an expression, nor a list of pairs such as [1, 2]", found=quoted(data)
        )
    for pair in data:
        numbers = isinstance(pair, list) and len(pair) == 2 and all(type(v) is int for v in pair)
        if not numbers or not set(pair) <= set(board.values):
            first, last = board.values[0], board.values[-1]
            raise InputError(
                "{pair} is not a pair of digits {first}-{last}",
                pair=quoted(pair),
                first=first,
                last=last,
            )
    return tuple(sorted({(a, b) for a, b in data}))


def _read(text: str, board: Board) -> str | Pairs:
    if not _TABLE.fullmatch(text):
        return _load(text, board)
    return _load([list(map(int, pair.split("-"))) for pair in text.split()], board)


RELATION = FieldKind(
    "RELATION",
    _read,
    lambda value, board: value if isinstance(value, str) else pairs_text(value),
    _load,
    lambda value, board: value if isinstance(value, str) else [list(pair) for pair in value],
    takes_rest=True,
)


@dataclass(frozen=True, repr=False)
class PairRelation(Constraint):
    """``relation`` holds between the digits a and b of each cell and the next one in the list.

    The relation is an expression such as ``a+b<10``, or a table of the allowed pairs. With ``all``
    it holds between each cell and every later one.
    """

    name: ClassVar[str] = "pair"
    aliases: ClassVar[tuple[str, ...]] = ("pairs", "relation", "pairx all")
    summary: ClassVar[str] = (
        "The relation holds for the digits a and b of each cell and the next; with the word all, "
        "of each cell and every later one. It compares them with + - * // % abs() min() max() "
        "= != < <= > >= and or not, or it lists the pairs that are allowed, such as 1-2 2-4."
    )
    example: ClassVar[str] = "pair a+b<10: r1c1 r1c2 r2c2"

    relation: str | tuple[tuple[int, int], ...] = field_of(RELATION)
    cells: tuple[int, ...] = fields.cells(least=2)
    which: str = fields.choice("all", ("neighbours", "all"), default="neighbours")

    @cached_property
    def table(self) -> Table:
        """The allowed pairs of digits."""
        return table_in(self.relation, self.board)

    @cached_property
    def _pairs(self) -> Pairs:
        """The indices in ``cells`` of the cells that are compared."""
        places = range(len(self.cells))
        return tuple(pairwise(places) if self.which == "neighbours" else combinations(places, 2))

    @cached_property
    def _firsts(self) -> frozenset[int]:
        return frozenset(a for a, _ in self.table)

    @cached_property
    def _seconds(self) -> frozenset[int]:
        return frozenset(b for _, b in self.table)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the digits of each pair are in the table. A single digit must be in some pair."""
        return all(self._fits(values[one], values[other]) for one, other in self._pairs)

    def _fits(self, a: Value, b: Value) -> bool:
        if a is not None and b is not None:
            return (a, b) in self.table
        if a is not None:
            return a in self._firsts
        return b in self._seconds if b is not None else bool(self.table)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each pair of cells holds a pair of the table."""
        for one, other in self._pairs:
            post_pair(model, x, self.cells[one], self.cells[other], relation_of(self.table))

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The relation, for each pair of cells."""
        holds = relation_of(self.table)
        return tuple(
            RelatedPair(self.cells[one], self.cells[other], holds) for one, other in self._pairs
        )

    def lower(self) -> Sequence[Lowered]:
        """The pairs."""
        return self.pairs()

    def on_numbers(self) -> Sequence[Lowered] | None:
        """The pairs, with an expression for any numbers; a table is about digits only."""
        if not isinstance(self.relation, str):
            return None
        holds = relation_in(self.relation)
        return [
            RelatedPair(self.cells[one], self.cells[other], holds) for one, other in self._pairs
        ]

    def houses(self) -> tuple[House, ...]:
        """The cells themselves, if all are compared and the relation excludes equal digits."""
        compared = self.which == "all" or len(self.cells) == 2
        if not compared or any(a == b for a, b in self.table):
            return ()
        if len(self.cells) > self.board.size:
            return ()
        return (House(self.title.removeprefix("the "), self.cells, self.name),)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that leave no digit for another cell."""
        for first, second in self._pairs:
            one, other = self.cells[first], self.cells[second]
            yield from self._unmatched(domains, one, other, lambda a, b: (a, b) in self.table)
            yield from self._unmatched(domains, other, one, lambda b, a: (a, b) in self.table)

    def _unmatched(
        self, domains: Domains, one: int, other: int, holds: Relation
    ) -> Iterator[Elimination]:
        name = self.board.cell_name
        for value in domains[one]:
            if not any(holds(value, mate) for mate in domains[other]):
                reason = translated(
                    "{digit} leaves no digit for {cell}, by {rule}",
                    digit=digit_in_cell(self.board, value, one),
                    cell=name(other),
                    rule=self.named,
                )
                yield Elimination(one, value, reason)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A thin line with the expression or the pairs."""
        text = self.relation if isinstance(self.relation, str) else pairs_text(self.relation)
        return (shapes.Line(self.cells, "orange", thin=True, text=text),)

    @property
    def rule_text(self) -> str:
        """The relation, and which cells of a line it is about."""
        of = "each cell and the next" if self.which == "neighbours" else "any two cells in order"
        if isinstance(self.relation, str):
            return f"The digits a and b of {of} on a thin line satisfy {self.relation}."
        return f"The digits of {of} on a thin line are one of the pairs beside it."

    def describe(self) -> str:
        """The relation and the cells."""
        names = " ".join(map(self.board.cell_name, self.cells))
        of = "each cell and the next" if self.which == "neighbours" else "any two cells in order"
        if isinstance(self.relation, str):
            return f"For the digits a and b of {of} among {names}: {self.relation}."
        return f"The digits of {of} among {names} are one of {pairs_text(self.relation)}."

    @property
    def named(self) -> str:
        """``the pair rule 'a+b<10' at r1c1``."""
        cell = self.board.cell_name(min(self.cells))
        if not isinstance(self.relation, str):
            return translated("the pair rule of a table at {cell}", cell=cell)
        relation = repr(self.relation)
        return translated("the pair rule {relation} at {cell}", relation=relation, cell=cell)


@lru_cache(maxsize=256)
def relation_of(table: Table) -> Relation:
    """Whether two values are a pair of the table. Equal tables get the same function."""
    return lambda a, b: (a, b) in table


def table_in(relation: str | Pairs, board: Board) -> Table:
    """The allowed pairs of digits of a board, from an expression or a list of them."""
    return table_of(relation, board.values) if isinstance(relation, str) else frozenset(relation)


def pairs_text(pairs: Pairs) -> str:
    """``1-2 2-4``."""
    return " ".join(f"{a}-{b}" for a, b in pairs)
