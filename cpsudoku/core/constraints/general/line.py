"""Line: the digits along a line match a regular expression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import Constraint, Domains, Elimination, Value, Variables
from cpsudoku.core.constraints.encodings.automata import post_layers
from cpsudoku.core.constraints.lowered import Accepted, Lowered
from cpsudoku.core.constraints.patterns import Layers, check, layers_of

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


@dataclass(frozen=True, repr=False)
class LinePattern(Constraint):
    """All digits along the line match ``pattern``.

    A pattern contains digits as the board shows them, ``.`` for any digit, sets such as ``[1-3]``
    or ``[^12]``, parentheses, ``|``, ``*``, ``+``, ``?``, ``{2}`` and ``{1,3}``.
    """

    name: ClassVar[str] = "line"
    aliases: ClassVar[tuple[str, ...]] = ("pattern", "regex")
    summary: ClassVar[str] = (
        "All digits along the line together match a pattern: a regular expression of digits, . "
        "for any digit, [1-3], [^12], ( ), |, *, +, ?, {2} and {1,3}."
    )
    example: ClassVar[str] = "line .*(12|21).*: row 1"

    pattern: str = fields.text("PATTERN", check)
    cells: tuple[int, ...] = fields.cells(least=1, repeats=True)

    def __post_init__(self) -> None:
        layers_of(self.pattern, self.board, len(self.cells))

    @cached_property
    def _layers(self) -> Layers | None:
        return layers_of(self.pattern, self.board, len(self.cells))

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
        """The digits are a path through the automaton of the pattern."""
        if self._layers is None:
            model.add_bool_or([])
        else:
            post_layers(model, x, self.cells, self._layers)

    def lower(self) -> Sequence[Lowered]:
        """The automaton of the pattern."""
        return [Accepted(self.cells, self._layers)]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that no match has in this cell."""
        for cell, kept in zip(self.cells, self._kept(domains), strict=True):
            for value in domains[cell]:
                if value not in kept:
                    place = f"{self.board.value_name(value)} in {self.board.cell_name(cell)}"
                    yield Elimination(cell, value, f"no match of {self.title} has {place}")

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

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A line with the pattern."""
        return (shapes.Line(self.cells, "purple", thin=True, text=self.pattern),)

    def describe(self) -> str:
        """The pattern and the cells."""
        names = " ".join(map(self.board.cell_name, self.cells))
        return f"The digits of {names} match the pattern {self.pattern}."

    @property
    def title(self) -> str:
        """``the pattern 1.*2 from r1c1 to r1c9``."""
        return f"the pattern {self.pattern} from {self.ends}"
