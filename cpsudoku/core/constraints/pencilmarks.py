"""Pencilmarks: a cell holds one of the candidates that are left in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.core.errors import InputError

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

    from cpsudoku.core.constraints.base import Variables
    from cpsudoku.core.geometry import Geometry


@dataclass(frozen=True)
class Pencilmarks:
    """The digit of each cell of the board is one of its marks.

    ``marks`` has one entry a cell, row by row: its candidates, ascending.
    """

    name: ClassVar[str] = "pencilmarks"
    marks: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """Every cell of the board."""
        return tuple(range(len(self.marks)))

    def allows(self, digits: Sequence[int]) -> bool:
        """Whether each digit is a blank or among the marks of its cell."""
        return all(not d or d in marks for d, marks in zip(digits, self.marks, strict=True))

    def post(self, model: CpModel, x: Variables) -> None:
        """Forbid the candidates that are not marked."""
        for cell, marks in enumerate(self.marks):
            for digit, literal in x[cell].items():
                if digit not in marks:
                    model.add_bool_or([] if isinstance(literal, bool) else [~literal])

    def to_data(self) -> dict[str, Any]:
        """``{"marks": [[1, 2], [3], ...]}``, a list of candidates a cell."""
        return {"marks": [list(marks) for marks in self.marks]}

    @classmethod
    def from_data(cls, data: Mapping[str, Any], geometry: Geometry) -> Pencilmarks:
        """The rule of ``to_data``."""
        marks, size = data.get("marks"), geometry.size
        if (
            not isinstance(marks, list)
            or len(marks) != size * size
            or not all(isinstance(cell, list) for cell in marks)
            or not all(type(d) is int and 1 <= d <= size for cell in marks for d in cell)
        ):
            raise InputError(
                f'rule {cls.name!r} needs "marks", {size * size} lists of digits 1-{size}'
            )
        return cls(tuple(tuple(sorted(set(cell))) for cell in marks))
