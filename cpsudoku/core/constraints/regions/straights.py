"""Str8ts: the digits of each run of cells are consecutive."""

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
from cpsudoku.core.constraints.lines.renban import Renban
from cpsudoku.core.constraints.lowered import Lowered, RelatedPair
from cpsudoku.core.holes import runs_of
from cpsudoku.core.houses import House
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Straight(Renban):
    """A run holds consecutive digits."""

    named_text: ClassVar[str] = marked("the run from {first} to {last}")


@dataclass(frozen=True, repr=False)
class Straights(Constraint):
    """Each run of cells in a row or column holds consecutive digits in any order.

    A run ends at a hole and at each of the cells ``black``, which hold digits, too.
    """

    name: ClassVar[str] = "straights"
    aliases: ClassVar[tuple[str, ...]] = ("str8ts",)
    summary: ClassVar[str] = (
        "The digits of each run of white cells are consecutive numbers in any order, without "
        "repeats. A run is a part of a row or column between holes or black cells. The cells "
        "after the colon are black, but hold digits."
    )
    example: ClassVar[str] = "straights: r4c4"
    named_text: ClassVar[str] = marked("the straights")
    example_board: ClassVar[tuple[str, ...]] = ("holes: ..X./X.../..../.X..",)

    black: tuple[int, ...] = fields.cells(least=0, default=())

    def __post_init__(self) -> None:
        if any(cell >= len(self.board) for cell in self.black):
            raise InputError("a black cell is a cell of the board")
        if not self.runs:
            raise InputError("the board has no run of white cells")

    @cached_property
    def runs(self) -> tuple[Straight, ...]:
        """The rule for each run."""
        board = self.board
        white = [cell for cell in range(len(board)) if cell not in self.black]
        return tuple(Straight(board, cells) for cells in runs_of(white, board.positions))

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells of all runs."""
        return tuple(sorted({cell for run in self.runs for cell in run.cells}))

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether each run is allowed."""
        of = dict(zip(self.cells, values, strict=True))
        return all(run.allows([of[cell] for cell in run.cells]) for run in self.runs)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each run."""
        for run in self.runs:
            run.post(model, x)

    def houses(self) -> tuple[House, ...]:
        """The cells of each run."""
        return tuple(house for run in self.runs for house in run.houses())

    def pairs(self) -> tuple[RelatedPair, ...]:
        """The values of two cells of a run are not far apart."""
        return tuple(pair for run in self.runs for pair in run.pairs())

    def lower(self) -> Sequence[Lowered]:
        """Each run."""
        return [each for run in self.runs for each in run.lower()]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that are in no consecutive numbers of a run."""
        for run in self.runs:
            yield from run.narrow(domains)

    def conclusion(self, domains: Domains, excluded: Sequence[Elimination]) -> str:
        """What the only run concludes from which the values are excluded, or that of all runs."""
        gone = {(each.cell, each.value) for each in excluded}
        for run in self.runs:
            found = [each for each in run.narrow(domains) if (each.cell, each.value) in gone]
            if len(found) == len(gone):
                return run.conclusion(domains, found)
        return super().conclusion(domains, excluded)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """Dark cells, and a sentence below the board."""
        black = (shapes.Shade(self.black, "brown"),) if self.black else ()
        return (*black, shapes.Note(self.describe()))

    def describe(self) -> str:
        """The rule, which holds on the whole board."""
        return self.rule_text

    @property
    def rule_text(self) -> str:
        """The rule, with its black cells."""
        text = self.summary.rpartition(" The cells after")[0]
        named = " ".join(map(self.board.cell_name, self.black))
        return f"{text} Black cells with digits: {named}." if named else text
