"""AllDifferent: no digit twice among its cells; as many cells as digits hold each digit once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.core.errors import InputError

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

    from cpsudoku.core.constraints.base import Variables
    from cpsudoku.core.geometry import Geometry


@dataclass(frozen=True)
class AllDifferent:
    """The cells hold different digits. ``size`` is the number of digits there are."""

    name: ClassVar[str] = "all-different"
    cells: tuple[int, ...]
    size: int

    def allows(self, digits: Sequence[int]) -> bool:
        """Whether no digit but the blank stands twice."""
        filled = [digit for digit in digits if digit]
        return len(set(filled)) == len(filled)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each digit at most once; exactly once where there are as many cells as digits."""
        places: dict[int, list[IntVar | bool]] = {}
        for cell in self.cells:
            for digit, literal in x[cell].items():
                places.setdefault(digit, []).append(literal)
        full = len(self.cells) == self.size
        if full and len(places) < self.size:
            model.add_bool_or([])  # some digit has no place left
        add = model.add_exactly_one if full else model.add_at_most_one
        for literals in places.values():
            if literals[0] is not True or len(literals) > 1:
                add(literals)

    def to_data(self) -> dict[str, Any]:
        """``{"cells": [0, 1, 2]}``."""
        return {"cells": list(self.cells)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any], geometry: Geometry) -> AllDifferent:
        """The rule of ``to_data``."""
        cells = data.get("cells")
        last = geometry.size**2 - 1
        if not isinstance(cells, list) or not all(
            type(cell) is int and 0 <= cell <= last for cell in cells
        ):
            raise InputError(f'rule {cls.name!r} needs "cells", a list of numbers 0-{last}')
        return cls(tuple(cells), geometry.size)
