"""Full rank: where a row or column is among all rows and columns, read as numbers both ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.arithmetic import narrow_to
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    IntVar,
    Value,
    Variables,
)
from cpsudoku.core.constraints.outside.clue import place_outside
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked, translated

TIES = ("no-ties", "ties")
LARGEST = 12  # rows; longer numbers do not fit into 64 bits
Number = tuple[int, ...]  # the cells from an edge to the opposite one


@dataclass(frozen=True, repr=False)
class FullRank(Constraint):
    """The number along the line has this rank among all numbers on the board.

    With n rows and columns, n of the 4n numbers begin at each edge. As their first digits differ,
    each digit begins four of them. So a rank gives the first digit, and how many of the other three
    numbers that begin with it are less: at most one from each of the other edges.
    """

    name: ClassVar[str] = "full-rank"
    aliases: ClassVar[tuple[str, ...]] = ("rank",)
    summary: ClassVar[str] = (
        "A clue outside with # is the rank of the number that it sees, from 1 for the smallest "
        "among all rows and columns, read as numbers in both directions. No other number is the "
        "same, unless ties are allowed."
    )
    example: ClassVar[str] = "full-rank 17: row 5"
    looks_along: ClassVar[str] = "lines"

    line: tuple[int, ...] = fields.cells(least=2)
    rank: int = fields.number("RANK", least=1, most=4 * LARGEST)
    ties: str = fields.choice("ties", TIES, default="no-ties")

    def __post_init__(self) -> None:
        """Raise InputError if the board has no ranks, or the line is not a whole row or column."""
        if not has_ranks(self.board):
            raise InputError(
                "ranks need a square board of at most {largest}x{largest} cells, whose rows "
                "and columns hold every digit",
                largest=LARGEST,
            )
        if not any(self.line in edge for edge in self.edges):
            raise InputError("the cells are not a whole row or column")
        if self.rank > 4 * self.board.size:
            raise InputError(
                "{rank} is not a rank from 1 to {size}", rank=self.rank, size=4 * self.board.size
            )

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """All cells of the board."""
        return tuple(range(len(self.board)))

    @cached_property
    def edges(self) -> tuple[tuple[Number, ...], ...]:
        """The numbers that begin at the left, the right, the top and the bottom."""
        rows, columns = (
            tuple(self.board.houses[house].cells for house in lines)
            for lines in (self.board.rows, self.board.columns)
        )
        back, up = (tuple(each[::-1] for each in lines) for lines in (rows, columns))
        return rows, back, columns, up

    @cached_property
    def rivals(self) -> tuple[tuple[Number, ...], ...]:
        """The numbers that begin at the other three edges."""
        return tuple(edge for edge in self.edges if self.line not in edge)

    @property
    def first(self) -> int:
        """The first digit."""
        return self.board.values[(self.rank - 1) // 4]

    @property
    def less(self) -> int:
        """How many of the three other numbers with this first digit are less."""
        return (self.rank - 1) % 4

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the first digit and the number of lesser rivals are right, or can be."""
        if values[self.line[0]] not in (None, self.first):
            return False
        less = more = 0
        for number in chain.from_iterable(self.rivals):
            order = self._order(values, number) if values[number[0]] == self.first else None
            if order == 0 and self.ties == "no-ties":
                return False
            less += order is not None and order < 0
            more += order is not None and order >= 0
        return less <= self.less and more <= len(self.rivals) - self.less

    def _order(self, values: Sequence[Value], number: Number) -> int | None:
        """Negative, 0 or positive: a number is less than the own one, the same or more.

        None if an empty cell decides it.
        """
        for cell, own in zip(number, self.line, strict=True):
            one, other = values[cell], values[own]
            if one is None or other is None:
                return None
            if one != other:
                return one - other
        return 0

    def post(self, model: CpModel, x: Variables) -> None:
        """From each other edge, the number with the same first digit is less or not.

        Numbers are compared as a sum of their digits with powers as weights. Their bounds decide as
        early as a comparison digit by digit.
        """
        if self.first not in x[self.line[0]]:
            model.add_bool_or([])
            return
        model.add_bool_or([x[self.line[0]][self.first]])
        flags = [model.new_bool_var("") for _ in self.rivals]
        model.add(sum(flags) == self.less)
        for is_less, edge in zip(flags, self.rivals, strict=True):
            for number in edge:
                if self.first in x[number[0]]:
                    self._post_order(model, x, number, is_less)

    def _post_order(self, model: CpModel, x: Variables, number: Number, is_less: IntVar) -> None:
        weights: dict[int, int] = {}
        for place, (cell, own) in enumerate(zip(number[:0:-1], self.line[:0:-1], strict=True)):
            weights[cell] = weights.get(cell, 0) + self.board.size**place
            weights[own] = weights.get(own, 0) - self.board.size**place
        gap = x.total([(cell, weight) for cell, weight in weights.items() if weight])
        literal = x[number[0]][self.first]
        when = [] if literal is True else [literal]
        least = 0 if self.ties == "ties" else 1
        model.add(gap <= -1).only_enforce_if([*when, is_less])
        model.add(gap >= least).only_enforce_if([*when, ~is_less])

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude other first digits, and digits with which too many or too few rivals are less."""
        kept = {cell: set(values) for cell, values in domains.items()}
        kept[self.line[0]] &= {self.first}
        open_edges = [
            [number for number in edge if self.first in domains[number[0]]] for edge in self.rivals
        ]
        orders = [
            set().union(*(self._orders(domains, each) for each in edge)) for edge in open_edges
        ]
        certain = sum(found == {-1} for found in orders)
        possible = sum(-1 in found for found in orders)
        for edge, found in zip(open_edges, orders, strict=True):
            if certain == self.less and found != {-1}:
                self._keep(domains, kept, edge, is_less=False)
            elif possible == self.less and -1 in found:
                self._keep(domains, kept, edge, is_less=True)
        if not certain <= self.less <= possible:
            kept = {}
        yield from narrow_to(self, domains, kept)

    def _orders(self, domains: Domains, number: Number) -> set[int]:
        """How a number can compare with the own one: -1, 0 and 1."""
        found = set[int]()
        for cell, own in zip(number[1:], self.line[1:], strict=True):
            if cell == own:
                continue
            found |= {-1} if domains[cell][0] < domains[own][-1] else set()
            found |= {1} if domains[cell][-1] > domains[own][0] else set()
            if not set(domains[cell]) & set(domains[own]):
                return found
        return found if self.ties == "no-ties" else found | {0}

    def _keep(
        self, domains: Domains, kept: dict[int, set[int]], edge: Sequence[Number], is_less: bool
    ) -> None:
        """Keep the digits with which the number of an edge is less, or not."""
        fitting = [n for n in edge if (-1 in self._orders(domains, n)) == is_less or not is_less]
        fitting = [n for n in fitting if is_less or self._orders(domains, n) != {-1}]
        for number in edge:
            if number not in fitting:
                kept[number[0]].discard(self.first)
        if len(fitting) != 1:
            return
        for cell, own in zip(fitting[0][1:], self.line[1:], strict=True):
            low, high = (cell, own) if is_less else (own, cell)
            kept[low] &= {value for value in domains[low] if value <= domains[high][-1]}
            kept[high] &= {value for value in domains[high] if value >= domains[low][0]}
            if cell != own and not (len(domains[cell]) == 1 and domains[cell] == domains[own]):
                return

    def because(self, cell: int, value: int) -> str:
        """``ranks 17 to 20 begin with 5``, or that the number would have another rank."""
        last = 4 * ((self.rank - 1) // 4) + 4
        if cell == self.line[0]:
            digit = self.board.value_name(self.first)
            text = marked("ranks {first} to {last} begin with {digit}")
            return translated(text, first=last - 3, last=last, digit=digit)
        place = digit_in_cell(self.board, value, cell)
        text = marked("with {digit}, the number {place} would not have the rank {rank}")
        where = place_outside(self.board, self.line)
        return translated(text, digit=place, place=where, rank=self.rank)

    def clashes(self, values: Sequence[Value]) -> tuple[int, ...]:
        """The first cell if its digit is wrong, or else all cells of the line."""
        if self.allows(values):
            return ()
        if values[self.line[0]] not in (None, self.first):
            return (self.line[0],)
        return tuple(sorted(cell for cell in self.line if values[cell] is not None))

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The rank outside, after the sign #, and what it means."""
        text = f"#{self.rank}" + "=" * (self.ties == "ties")
        return (shapes.Clue(self.line, text), shapes.Note(self.rule_text))

    @property
    def rule_text(self) -> str:
        """The summary, with what ties mean for this clue."""
        start = self.summary.rpartition(" No other")[0]
        if self.ties == "ties":
            return f"{start} With = after it, other numbers may be the same."
        return f"{start} No other number is the same."

    @property
    def named(self) -> str:
        """``the rank 17 left of row 5``."""
        place = place_outside(self.board, self.line)
        return translated("the rank {rank} {place}", rank=self.rank, place=place)

    @property
    def _seen(self) -> str:
        return f"the number {place_outside(self.board, self.line)}"


def has_ranks(board: Board) -> bool:
    """Whether the numbers of a board have ranks: every row and column holds every digit."""
    size = board.size
    is_square = len(board) == size**2 and (board.height, board.width) == (size, size)
    return is_square and size <= LARGEST and len(board.rows) == len(board.columns) == size
