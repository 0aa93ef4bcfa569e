"""What a rule is: said once in plain Python, once to CP-SAT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from cpsudoku.core.geometry import Geometry


class Variables(Protocol):
    """The solver's variables as a rule sees them: ``x[cell]`` is what the cell can still be."""

    @property
    def size(self) -> int:
        """The number of digits."""

    def __getitem__(self, cell: int) -> Mapping[int, IntVar | bool]:
        """Digit to literal, ascending; a settled cell has no variable, it is ``{digit: True}``."""


@runtime_checkable
class Constraint(Protocol):
    """A rule over some cells. A frozen dataclass; its module's table entry is its ``name``."""

    @property
    def name(self) -> str:
        """The name in the table of constraints."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells it speaks of."""

    def allows(self, digits: Sequence[int]) -> bool:
        """Whether these digits of ``cells``, 0 for a blank, break nothing.

        Exact when no digit is 0, never too strict when some are.
        """

    def post(self, model: CpModel, x: Variables) -> None:
        """Say the same to CP-SAT."""

    def to_data(self) -> dict[str, Any]:
        """The rule as JSON values; ``from_data`` of the class reads it back."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any], geometry: Geometry) -> Constraint:
        """The rule of ``to_data``; raises InputError when the data is not of that form."""
