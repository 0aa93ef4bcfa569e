"""Different digits, encoded for CP-SAT with one literal per cell and digit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from cpsudoku.core.constraints.modelling import CpModel, IntVar, Variables


def post_different(model: CpModel, x: Variables, cells: Sequence[int]) -> None:
    """Each digit occurs at most once, or exactly once if there are as many cells as digits."""
    places: dict[int, list[IntVar | bool]] = defaultdict(list)
    for cell in cells:
        for value, literal in x[cell].items():
            places[value].append(literal)
    full = len(cells) == x.board.size
    if len(places) < len(cells):
        model.add_bool_or([])  # fewer digits are left than cells
    add = model.add_exactly_one if full else model.add_at_most_one
    for literals in places.values():
        if literals[0] is not True or len(literals) > 1:
            add(literals)
