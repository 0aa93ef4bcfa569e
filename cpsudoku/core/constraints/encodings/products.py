"""Products of a cell's values with a condition, for CP-SAT."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ortools.sat.python.cp_model import CpModel, IntVar

    from cpsudoku.core.constraints.base import Variables


def post_products(
    model: CpModel, x: Variables, cell: int, condition: IntVar | bool
) -> Iterable[tuple[int, IntVar | bool]]:
    """For each value of a cell, a literal: the cell has the value and the condition is true."""
    if condition is False:
        return ()
    if condition is True:
        return x[cell].items()
    found = {value: model.new_bool_var("") for value in x[cell]}
    model.add(sum(found.values()) == condition)
    for value, both in found.items():
        model.add_implication(both, x[cell][value])
    return found.items()
