"""Clauses over literals, some of which may be constants."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.core.constraints.modelling import CpModel, LiteralT


def negated(literal: LiteralT) -> LiteralT:
    """The negation of a literal or constant. Plain ``~True`` would be the number -2."""
    return not literal if isinstance(literal, bool) else ~literal


def post_clause(model: CpModel, literals: Iterable[LiteralT]) -> None:
    """At least one of the literals is true."""
    free = []
    for literal in literals:
        if literal is True:
            return
        if literal is not False:
            free.append(literal)
    model.add_bool_or(free)
