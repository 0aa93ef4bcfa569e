"""Products of a cell's values with a condition, for CP-SAT."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.core.constraints.modelling import CpModel, IntVar, Variables


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


def post_held(
    model: CpModel, x: Variables, conditions: Iterable[IntVar | bool]
) -> dict[int, list[IntVar | bool]]:
    """For each value, the products of the cells in their order, each with its condition."""
    held: dict[int, list[IntVar | bool]] = {}
    for cell, condition in enumerate(conditions):
        for value, both in post_products(model, x, cell, condition):
            held.setdefault(value, []).append(both)
    return held
