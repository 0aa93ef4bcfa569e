"""What rules add to a CP-SAT model: the variables of the digits, and the types of OR-Tools.

OR-Tools takes 0.3 s to load. Rules only name its types, so it is not loaded for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from cpsudoku.core.board import Board

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExprT, LiteralT
else:
    CpModel = IntVar = LinearExprT = LiteralT = object

__all__ = ["CpModel", "IntVar", "LinearExprT", "LiteralT", "Variables"]


class Variables(Protocol):
    """The solver's variables, as rules use them."""

    @property
    def board(self) -> Board:
        """The board."""

    def __getitem__(self, cell: int) -> Mapping[int, IntVar | bool]:
        """Map each value, ascending, to a literal. A settled cell is ``{value: True}``."""

    def value(self, cell: int) -> LinearExprT:
        """The value of a cell as a linear expression."""

    def total(self, terms: Sequence[tuple[int, int]]) -> LinearExprT:
        """The sum of weight x value over (cell, weight), in the form that CP-SAT solves best."""
