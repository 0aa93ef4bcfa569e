"""Kakuro: the sum of the different digits between two holes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.cages.killer import KillerCage
from cpsudoku.core.holes import runs_of
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.language import marked


@dataclass(frozen=True, repr=False)
class Kakuro(KillerCage):
    """The cells of a run hold different digits, which add up to ``sum``."""

    name: ClassVar[str] = "kakuro"
    aliases: ClassVar[tuple[str, ...]] = ("run-sum",)
    summary: ClassVar[str] = (
        "A clue in a hole is the sum of the digits of the run that begins next to it. They are "
        "different."
    )
    where_text: ClassVar[str] = marked("the {sum} run {place}")
    example: ClassVar[str] = "kakuro 12: r2c2 r2c3"
    example_board: ClassVar[tuple[str, ...]] = ("runs: XXXX/X.../X.../XX..",)

    cells: tuple[int, ...] = fields.cells(least=2)
    sum: int = fields.number("SUM")

    def __post_init__(self) -> None:
        """Raise InputError unless the cells follow each other in a row or column."""
        places = [self.board.row_column(cell) for cell in self.cells]
        every = tuple(range(len(places)))
        if [*runs_of(every, places)] != [every]:
            raise InputError("the cells of a run follow each other to the right or downwards")

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The sum in front of the run."""
        return (shapes.Clue(self.cells, str(self.sum)),)

    @property
    def named(self) -> str:
        """``the 12 run from r2c2 to r2c4``."""
        return self.along(marked("the {sum} run from {first} to {last}"), sum=self.sum)
