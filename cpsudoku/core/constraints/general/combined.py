"""The base class of rules that contain rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.base import Constraint, Value
from cpsudoku.core.constraints.nested import DEEPEST, TOO_DEEP
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import called


@dataclass(frozen=True, repr=False)
class Combined(Constraint):
    """A rule over the cells of its ``rules``."""

    if TYPE_CHECKING:

        @property
        def rules(self) -> tuple[Constraint, ...]:
            """The rules inside this one."""

    def __post_init__(self) -> None:
        if not self.rules:
            raise InputError("at least one rule is needed")
        board = self.board.with_layers(*(each for rule in self.rules for each in rule.board.layers))
        if board.layers:
            object.__setattr__(self, "board", board)
            object.__setattr__(self, "rules", tuple(rule.on(board) for rule in self.rules))
        for rule in self.rules:
            if rule.board != self.board:
                raise InputError("{rule} is made for another board", rule=called(rule))
        if self.depth > DEEPEST:
            raise InputError(TOO_DEEP)

    @cached_property
    def depth(self) -> int:
        """The depth to which rules are nested."""
        return 1 + max(rule.depth if isinstance(rule, Combined) else 0 for rule in self.rules)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells of the rules, in reading order."""
        return tuple(sorted({cell for rule in self.rules for cell in rule.cells}))

    @cached_property
    def _places(self) -> tuple[tuple[int, ...], ...]:
        """For each rule, the indices of its cells in ``cells``."""
        at = {cell: place for place, cell in enumerate(self.cells)}
        return tuple(tuple(at[cell] for cell in rule.cells) for rule in self.rules)

    def parts(self, values: Sequence[Value]) -> Iterator[tuple[Constraint, list[Value]]]:
        """Each rule with the values of its own cells."""
        for rule, places in zip(self.rules, self._places, strict=True):
            yield rule, [values[place] for place in places]

    def among(self, constraints: Sequence[Constraint]) -> Self:
        """The rule, with its rules adapted to the other rules of the puzzle."""
        rules = tuple(rule.among(constraints) for rule in self.rules)
        return self if rules == self.rules else replace(self, rules=rules)  # type: ignore[call-arg]

    def brought_names(self) -> set[str]:
        """The names of the layers that the rules bring."""
        return {name for rule in self.rules for name in rule.brought_names()}

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """The drawings of the rules, each shape once."""
        every = (shape for rule in self.rules for shape in rule.drawing())
        return tuple(dict.fromkeys(every))
