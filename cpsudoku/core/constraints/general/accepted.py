"""Accepted lines: an automaton accepts the digits along a line."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property

from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.automata import post_layers
from cpsudoku.core.constraints.lowered import Accepted, Layers, Lowered
from cpsudoku.core.constraints.sentences import digit_in_cell
from cpsudoku.runtime.language import translated


class AcceptedLine(Constraint):
    """An automaton accepts the digits of the cells, read in order."""

    cells: tuple[int, ...]

    @abstractmethod
    def layers(self) -> Layers | None:
        """The automaton for as many cells, or None if it accepts no filling."""

    def __post_init__(self) -> None:
        self.layers()

    @cached_property
    def _layers(self) -> Layers | None:
        return self.layers()

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the digits match, with any digits in the empty cells."""
        if self._layers is None:
            return False
        states = {0}
        for value, layer in zip(values, self._layers, strict=True):
            if value is None:
                states = {target for state in states for target in layer[state].values()}
            else:
                states = {layer[state][value] for state in states if value in layer[state]}
        return bool(states)

    def post(self, model: CpModel, x: Variables) -> None:
        """The digits are a path through the automaton."""
        if self._layers is None:
            model.add_bool_or([])
        else:
            post_layers(model, x, self.cells, self._layers)

    def lower(self) -> Sequence[Lowered] | None:
        """The automaton."""
        return [Accepted(self.cells, self._layers)]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that no accepted line has in this cell."""
        for cell, kept in zip(self.cells, self._kept(domains), strict=True):
            for value in domains[cell]:
                if value not in kept:
                    place = digit_in_cell(self.board, value, cell)
                    reason = translated(
                        "no match of {rule} has {digit}", rule=self.named, digit=place
                    )
                    yield Elimination(cell, value, reason)

    def _kept(self, domains: Domains) -> list[set[int]]:
        """For each cell, the values on a path from the first to the last state."""
        if self._layers is None:
            return [set() for _ in self.cells]
        reached = [{0}]
        for cell, layer in zip(self.cells, self._layers, strict=True):
            steps = (layer[state] for state in reached[-1])
            reached.append({step[v] for step in steps for v in domains[cell] if v in step})
        kept: list[set[int]] = []
        alive = reached.pop()
        for cell, layer in zip(reversed(self.cells), reversed(self._layers), strict=True):
            useful = [
                (state, value)
                for state in reached.pop()
                for value in domains[cell]
                if layer[state].get(value) in alive
            ]
            kept.append({value for _, value in useful})
            alive = {state for state, _ in useful}
        return kept[::-1]
