"""Neighbours: all cells of the board that are near each other in one way have a relation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.expressions import Table
from cpsudoku.core.constraints.field_kinds import field_of
from cpsudoku.core.constraints.general.pair import RELATION, pairs_text, relation_of, table_in
from cpsudoku.core.constraints.lowered import RelatedPair
from cpsudoku.core.constraints.relations import RelatedEverywhere
from cpsudoku.runtime.language import marked, translated

Steps = tuple[tuple[int, int], ...]

# Each way to be near: the rows and columns from a to b, and the words about such cells.
NEAR: Mapping[str, tuple[Steps, str, str]] = {
    "edge": (((0, 1), (1, 0)), "cells that touch at an edge", "a is to the left of b or above it"),
    "rows": (((0, 1),), "cells next to each other in a row", "a is to the left of b"),
    "columns": (((1, 0),), "cells next to each other in a column", "a is above b"),
    "corner": (((1, 1), (1, -1)), "cells that touch at a corner only", "a is above b"),
    "falling": (((1, 1),), "cells next to each other on a falling diagonal", "a is above b"),
    "rising": (((1, -1),), "cells next to each other on a rising diagonal", "a is above b"),
    "king": (
        ((0, 1), (1, 0), (1, 1), (1, -1)),
        "cells that are a king's move apart",
        "a is to the left of b or above it",
    ),
    "knight": (
        ((1, 2), (2, 1), (1, -2), (2, -1)),
        "cells that are a knight's move apart",
        "a is above b",
    ),
    "half-turn": ((), "cells that half a turn of the board exchanges", "a comes first"),
}


def lines_of(way: str, board: Board) -> Iterator[list[int]]:
    """The longest lines of cells, such as the rows, in which each cell is near the next."""
    at = board.cell_at
    if way == "half-turn":
        for (r, c), cell in at.items():
            other = at.get((board.height - 1 - r, board.width - 1 - c), cell)
            if cell < other:
                yield [cell, other]
    for down, across in NEAR[way][0]:
        for (r, c), cell in at.items():
            if (r - down, c - across) not in at:
                line, place = [cell], (r + down, c + across)
                while place in at:
                    line.append(at[place])
                    place = place[0] + down, place[1] + across
                yield line


@dataclass(frozen=True, repr=False)
class Neighbours(RelatedEverywhere):
    """``relation`` holds between the digits a and b of all cells that are near each other.

    It is written as in the rule ``pair``.
    """

    name: ClassVar[str] = "neighbours"
    aliases: ClassVar[tuple[str, ...]] = ("neighbors", "adjacent", "global-pair")
    summary: ClassVar[str] = (
        "A relation such as a+b!=10 holds for the digits a and b of all cells that touch at an "
        "edge. With a word, it holds for other pairs instead: rows, columns, corner, falling, "
        "rising, king, knight or half-turn."
    )
    example: ClassVar[str] = "neighbours a+b!=10"

    relation: str | tuple[tuple[int, int], ...] = field_of(RELATION)
    near: str = fields.choice("WAY", tuple(NEAR), default="edge")

    @cached_property
    def _table(self) -> Table:
        return table_in(self.relation, self.board)

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The cells that are near each other, each pair once."""
        return self._pairs

    @cached_property
    def _pairs(self) -> tuple[RelatedPair, ...]:
        holds = relation_of(self._table)
        lines = lines_of(self.near, self.board)
        return tuple(
            RelatedPair(one, other, holds) for line in lines for one, other in pairwise(line)
        )

    @property
    def _relation(self) -> str:
        return self.relation if isinstance(self.relation, str) else pairs_text(self.relation)

    def bond(self, pair: RelatedPair) -> str:
        """``for a in r1c1 and b in r1c2, a+b!=10 must hold``."""
        text = marked("for a in {one} and b in {other}, {relation} must hold")
        return self.pair_text(text, pair, relation=self._relation)

    @property
    def rule_text(self) -> str:
        """What it says of any cells."""
        return self.describe()

    def describe(self) -> str:
        """The relation, and where a and b are if that makes a difference."""
        _, cells, order = NEAR[self.near]
        is_symmetric = all((b, a) in self._table for a, b in self._table)
        where = cells if is_symmetric else f"{cells}, where {order}"
        if isinstance(self.relation, str):
            return f"For the digits a and b of {where}: {self.relation}."
        return f"The digits a-b of {where} are one of {self._relation}."

    @property
    def named(self) -> str:
        """``the rule a+b!=10 of neighbours``."""
        return translated("the rule {relation} of neighbours", relation=self._relation)
