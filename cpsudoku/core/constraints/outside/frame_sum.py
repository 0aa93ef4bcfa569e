"""Frame sum: the sum of the first cells seen from the edge, usually three."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.arithmetic import can_hold, groups_of, narrow_sum
from cpsudoku.core.constraints.base import Domains, Elimination, Total, Value, Variables
from cpsudoku.core.constraints.encodings.sums import post_sum
from cpsudoku.core.constraints.outside.clue import OutsideClue
from cpsudoku.core.errors import InputError

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


@dataclass(frozen=True, repr=False)
class FrameSum(OutsideClue):
    """The first ``depth`` digits add up to the clue; by default as many as a box is deep."""

    name: ClassVar[str] = "frame-sum"
    aliases: ClassVar[tuple[str, ...]] = ("frame",)
    summary: ClassVar[str] = (
        "A clue outside is the sum of the digits of the first box that it sees, usually three."
    )
    example: ClassVar[str] = "frame-sum 15: row 1"

    depth: int | None = fields.number("DEPTH", default=None, least=1, most=25)

    def __post_init__(self) -> None:
        """Raise InputError if there are fewer cells than the sum counts."""
        super().__post_init__()
        if self.count > len(self.cells):
            raise InputError(f"the line has {len(self.cells)} cells; the sum is of {self.count}")

    @cached_property
    def count(self) -> int:
        """The number of cells in the sum."""
        if self.depth is not None:
            return self.depth
        rows, columns = self.board.box_shape or (3, 3)
        is_row = len({self.board.row_column(cell)[0] for cell in self.cells}) == 1
        return columns if is_row else rows

    @cached_property
    def terms(self) -> tuple[tuple[int, int], ...]:
        """The cells in the sum, each with the weight 1."""
        return tuple((cell, 1) for cell in self.cells[: self.count])

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the first digits have the sum, or still can."""
        first = values[: self.count]
        return can_hold(self.board, first, [1] * self.count, "=", self.clue)

    def post(self, model: CpModel, x: Variables) -> None:
        """The sum of the first cells."""
        post_sum(model, x, self.terms, "=", self.clue)

    def totals(self) -> tuple[Total, ...]:
        """The sum of the first cells."""
        return (Total(self.cells[: self.count], self.clue),)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Digits that no set of digits with this sum has."""
        yield from narrow_sum(self, domains, groups_of(self.board, self.terms), "=", self.clue)

    def because(self, cell: int, value: int) -> str:
        """``there is no way to make 15 with 9 in r1c1``."""
        return f"there is no way to make {self.clue} with {value} in {self.board.cell_name(cell)}"
