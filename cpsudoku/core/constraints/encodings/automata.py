"""An automaton in layers accepts a line, encoded for CP-SAT as clauses.

Each state of each layer has a literal, and the digits fix all literals. CP-SAT's own automaton
leaves literals free, so it finds the same grid many times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpsudoku.core.constraints.modelling import CpModel, IntVar, Variables

State = Mapping[int, int]  # value -> number of the next state


def post_layers(
    model: CpModel, x: Variables, cells: Sequence[int], layers: Sequence[Sequence[State]]
) -> None:
    """The values of the cells lead from the only state of the first layer through all layers."""
    post_steps(model, [x[cell] for cell in cells], layers)


def post_steps(
    model: CpModel,
    steps: Sequence[Mapping[int, IntVar | bool]],
    layers: Sequence[Sequence[State]],
) -> None:
    """The same for steps whose values have these literals."""
    before: list[IntVar | bool] = [True]
    for number, (literals, states) in enumerate(zip(steps, layers, strict=True), 1):
        after: list[IntVar | bool] = [True]
        if number < len(layers) and len(layers[number]) > 1:
            after = [model.new_bool_var("") for _ in layers[number]]
            model.add_exactly_one(after)
        _post_step(model, literals, states, before, after)
        before = after


def _post_step(
    model: CpModel,
    literals: Mapping[int, IntVar | bool],
    states: Sequence[State],
    before: Sequence[IntVar | bool],
    after: Sequence[IntVar | bool],
) -> None:
    """A state and a value imply the next state, and each next state implies one of its origins."""
    origins: list[list[IntVar | bool]] = [[] for _ in after]
    for value, literal in literals.items():
        sources = [here for state, here in zip(states, before, strict=True) if value in state]
        _post_or(model, sources, literal)
        for state, here in zip(states, before, strict=True):
            if value in state:
                _post_or(model, [after[state[value]]], literal, here)
    for state, here in zip(states, before, strict=True):
        _post_or(model, [literals[value] for value in state if value in literals], here)
        for target in {state[value] for value in state if value in literals}:
            origins[target].append(here)
            ways = [literals[v] for v in state if state[v] == target and v in literals]
            _post_or(model, ways, here, after[target])
    for there, sources in zip(after, origins, strict=True):
        _post_or(model, sources, there)


def _post_or(model: CpModel, some: Sequence[IntVar | bool], *when: IntVar | bool) -> None:
    """If all of ``when`` are true, so is one of ``some``."""
    if not any(literal is True for literal in some):
        model.add_bool_or([*some, *(~literal for literal in when if literal is not True)])
