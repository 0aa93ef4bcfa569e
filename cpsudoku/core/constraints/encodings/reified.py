"""Whether a rule holds, as a literal for CP-SAT: true if it holds, and false if it does not.

The values of the cells fix every variable, so no variable is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch

from cpsudoku.core.constraints.encodings.automata import post_steps
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.lowered import (
    Accepted,
    Allowed,
    CageSum,
    Counted,
    Different,
    Either,
    Layers,
    Lowered,
    RelatedPair,
    Sets,
    Weighted,
)
from cpsudoku.core.constraints.modelling import CpModel, IntVar, Variables

Literal = IntVar | bool


def post_all_hold(model: CpModel, x: Variables, members: Iterable[Lowered]) -> Literal:
    """Whether all members of families hold."""
    return _all(model, [_holds(each, model, x) for each in members])


def is_known(members: Iterable[Lowered]) -> bool:
    """Whether all members are of families that can be wrong. Connected areas are not."""
    return all(
        all(map(is_known, each.alternatives))
        if isinstance(each, Either)
        else type(each) in _holds.registry
        for each in members
    )


@singledispatch
def _holds(member: Lowered, model: CpModel, x: Variables) -> Literal:
    raise AssertionError(f"{type(member).__name__} is not a family")


@_holds.register(Allowed)
def _(member: Allowed, model: CpModel, x: Variables) -> Literal:
    return _is_in(model, x[member.cell], member.values)


@_holds.register(Different)
def _(member: Different, model: CpModel, x: Variables) -> Literal:
    fits = []
    for value in x.board.values:
        places = [x[cell][value] for cell in member.cells if value in x[cell]]
        if len(places) > 1:
            fits.append(model.new_bool_var(""))
            model.add(sum(places) <= 1).only_enforce_if(fits[-1])
            model.add(sum(places) >= 2).only_enforce_if(~fits[-1])
    return _all(model, fits)


@_holds.register(Weighted)
def _(member: Weighted, model: CpModel, x: Variables) -> Literal:
    # Not x.total, whose bounds follow from the houses of the board.
    total, goal = sum(weight * x.value(cell) for cell, weight in member.terms), member.total
    at_most, at_least = model.new_bool_var(""), model.new_bool_var("")
    model.add(total <= goal).only_enforce_if(at_most)
    model.add(total > goal).only_enforce_if(~at_most)
    model.add(total >= goal).only_enforce_if(at_least)
    model.add(total < goal).only_enforce_if(~at_least)
    needed = {"=": [at_most, at_least], "<=": [at_most], ">=": [at_least]}
    return _all(model, needed[member.relation])


@_holds.register(CageSum)
def _(member: CageSum, model: CpModel, x: Variables) -> Literal:
    terms = tuple((cell, 1) for cell in member.cells)
    parts = (Different(member.cells), Weighted(terms, "=", member.total))
    return post_all_hold(model, x, parts)


@_holds.register(Sets)
def _(member: Sets, model: CpModel, x: Variables) -> Literal:
    fits = [
        _all(model, [_is_in(model, x[cell], each) for cell in member.cells]) for each in member.sets
    ]
    return _all(model, [_holds(Different(member.cells), model, x), _any(model, fits)])


@_holds.register(RelatedPair)
def _(member: RelatedPair, model: CpModel, x: Variables) -> Literal:
    found = model.new_bool_var("")
    for one, here in x[member.one].items():
        for other, there in x[member.other].items():
            result = found if member.holds(one, other) else ~found
            post_clause(model, (negated(here), negated(there), result))
    return found


@_holds.register(Counted)
def _(member: Counted, model: CpModel, x: Variables) -> Literal:
    signs = [*((cell, 1) for cell in member.cells), *((cell, -1) for cell in member.minus)]
    count = sum(sign * _is_in(model, x[cell], member.values) for cell, sign in signs)
    every = range(-len(member.minus), len(member.cells) + 1)
    numbers = {number: model.new_bool_var("") for number in every}
    model.add_exactly_one(numbers.values())
    model.add(count == sum(number * literal for number, literal in numbers.items()))
    return _is_in(model, numbers, member.allowed)


@_holds.register(Accepted)
def _(member: Accepted, model: CpModel, x: Variables) -> Literal:
    if member.layers is None:
        return False
    found, lost = model.new_bool_var(""), model.new_bool_var("")
    model.add_exactly_one([found, lost])
    steps = [*(x[cell] for cell in member.cells), {0: lost, 1: found}]
    post_steps(model, steps, [*_complete(member.layers, x.board.values), [{1: 0}, {0: 0}]])
    return found


@_holds.register(Either)
def _(member: Either, model: CpModel, x: Variables) -> Literal:
    return _any(model, [post_all_hold(model, x, each) for each in member.alternatives])


def _complete(layers: Layers, values: Sequence[int]) -> list[list[dict[int, int]]]:
    """The automaton with a last state in each layer, after the first, for what is not accepted."""
    found = []
    for number, states in enumerate(layers):
        lost = len(layers[number + 1]) if number + 1 < len(layers) else 1
        whole = [{value: state.get(value, lost) for value in values} for state in states]
        found.append([*whole, dict.fromkeys(values, lost)] if number else whole)
    return found


def _is_in(model: CpModel, literals: Mapping[int, Literal], values: Iterable[int]) -> Literal:
    """Whether a cell holds one of some values."""
    return _any(model, [literals[value] for value in values if value in literals])


def _all(model: CpModel, literals: Sequence[Literal]) -> Literal:
    """Whether all literals are true."""
    free = [each for each in literals if not isinstance(each, bool)]
    if any(each is False for each in literals):
        return False
    if len(free) < 2:
        return free[0] if free else True
    found = model.new_bool_var("")
    post_clause(model, [found, *(~each for each in free)])
    for each in free:
        model.add_implication(found, each)
    return found


def _any(model: CpModel, literals: Sequence[Literal]) -> Literal:
    """Whether at least one of the literals is true."""
    free = [each for each in literals if not isinstance(each, bool)]
    if any(each is True for each in literals):
        return True
    if len(free) < 2:
        return free[0] if free else False
    found = model.new_bool_var("")
    post_clause(model, [~found, *free])
    for each in free:
        model.add_implication(each, found)
    return found
