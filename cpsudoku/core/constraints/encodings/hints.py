"""Where CP-SAT begins its search."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.core.constraints.modelling import CpModel, IntVar


def post_hints(model: CpModel, hints: Iterable[tuple[IntVar | bool, bool]]) -> None:
    """Begin the search with these values, except for variables that have a hint of another rule.

    CP-SAT refuses a model with two hints for a variable.
    """
    hinted = set(model.proto.solution_hint.vars)
    for literal, value in hints:
        if isinstance(literal, bool):
            continue
        number = max(literal.index, ~literal.index)  # that of a negation is negative
        if number not in hinted:
            hinted.add(number)
            model.add_hint(literal, value)
