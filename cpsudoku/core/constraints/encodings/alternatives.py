"""At least one of some alternatives holds, encoded for CP-SAT with a literal for each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, cast

from cpsudoku.core.constraints.encodings.clauses import negated
from cpsudoku.core.constraints.modelling import CpModel, IntVar, Variables

if TYPE_CHECKING:
    from cpsudoku.core.constraints.base import Constraint

FEW = 1000  # the most fillings of an alternative's cells to list
Filling = dict[int, int]


def enforced_if(model: CpModel, literal: IntVar) -> CpModel:
    """The model, for rules that hold if a literal is true."""
    return cast("CpModel", _Guarded(model, literal))


class _Guarded:
    """A model in which everything is conditional on a literal.

    If the literal is false, each of its variables has one fixed value, so no variable is free.
    CP-SAT (9.15) accepts a condition on constraints of all kinds.
    """

    def __init__(self, model: CpModel, literal: IntVar) -> None:
        self._model, self._literal = model, literal

    def __getattr__(self, name: str) -> object:
        method = getattr(self._model, name)
        if name in ("proto", "add_hint"):
            return method
        if name.startswith("new_"):
            return lambda *given, **more: self._fixed(method(*given, **more))
        if name.startswith("add"):
            return lambda *given, **more: method(*given, **more).only_enforce_if(self._literal)
        raise AttributeError(f"a rule inside another one cannot use {name!r} of the model")

    def _fixed(self, variable: IntVar) -> IntVar:
        least = variable.proto.domain[0]
        self._model.add(variable == least).only_enforce_if(~self._literal)
        return variable


def post_any(model: CpModel, x: Variables, rules: Sequence[Constraint]) -> None:
    """At least one of the rules holds.

    An alternative with few fillings gets a literal that is true exactly if the alternative holds.
    An alternative with many fillings gets a literal that implies it. This literal is true only if
    no other literal is. So the values of the cells leave few literals free.
    """
    listed = [(rule, fillings(rule, x)) for rule in rules]
    possible = [(rule, found) for rule, found in listed if found is None or found]
    if any(found is not None and len(found) == _count(rule, x) for rule, found in possible):
        return
    if len(possible) == 1:
        possible[0][0].post(model, x)
        return
    small: list[IntVar] = []
    large: list[IntVar] = []
    for rule, found in possible:
        holds = model.new_bool_var("")
        rule.post(enforced_if(model, holds), x)
        (large if found is None else small).append(holds)
        for filling in found or ():
            others = [negated(x[cell][value]) for cell, value in filling.items()]
            model.add_bool_or([holds, *(other for other in others if other is not False)])
    model.add_bool_or([*small, *large])
    if len(large) > 1:
        model.add_at_most_one(large)
    for one, other in product(large, small):
        model.add_bool_or([~one, ~other])


def fillings(rule: Constraint, x: Variables) -> list[Filling] | None:
    """The fillings of its cells that a rule allows, or None if there are too many to try."""
    if _count(rule, x) > FEW:
        return None
    cells = list(dict.fromkeys(rule.cells))
    every = (dict(zip(cells, each, strict=True)) for each in product(*(x[cell] for cell in cells)))
    return [filling for filling in every if rule.allows([filling[cell] for cell in rule.cells])]


def _count(rule: Constraint, x: Variables) -> int:
    return prod(len(x[cell]) for cell in set(rule.cells))
