"""The base class of rules that require the same sum for several lists of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints.arithmetic import can_be_equal, narrow_equal
from cpsudoku.core.constraints.base import Constraint, Domains, Elimination, Value, Variables
from cpsudoku.core.constraints.encodings.sums import post_equal_sums
from cpsudoku.core.constraints.lowered import Lowered, weighted

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


class EqualSums(Constraint):
    """All ``parts`` have the same sum. Each part is a list of indices of ``cells``."""

    reasoning: ClassVar[str] = "sums"

    if TYPE_CHECKING:  # a property of each rule

        @property
        def parts(self) -> Sequence[Sequence[int]]:
            """For each sum, the indices of its cells in ``cells``."""

    @property
    def _lists(self) -> list[list[int]]:
        return [[self.cells[at] for at in part] for part in self.parts]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the sums are equal or can still become equal."""
        return can_be_equal(self.board, ([values[at] for at in part] for part in self.parts))

    def post(self, model: CpModel, x: Variables) -> None:
        """Each sum is equal to the sum of the shortest part."""
        post_equal_sums(model, x, self._lists)

    def lower(self) -> Sequence[Lowered]:
        """Each sum minus that of the shortest part is 0."""
        shortest, *others = sorted(self._lists, key=len)
        minus = [(cell, -1) for cell in shortest]
        return [
            each
            for cells in others
            for each in weighted([*((cell, 1) for cell in cells), *minus], "=", 0)
        ]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that allow no sum that all parts can have."""
        yield from narrow_equal(self, domains, self._lists)

    def because(self, cell: int, value: int) -> str:
        """``with 9 in r1c1 the sums on the zipper line at r1c1 cannot be equal``."""
        place = f"{self.board.value_name(value)} in {self.board.cell_name(cell)}"
        return f"with {place} the sums on {self.title} cannot be equal"
