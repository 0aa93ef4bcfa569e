"""What rules about pairs of cells share: a relation of two values, and the pairs it holds for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from cpsudoku.core.constraints.base import (
    Constraint,
    Domains,
    Elimination,
    Pair,
    Relation,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.pairs import post_pairs
from cpsudoku.core.constraints.fields import kinds

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

Ends = tuple[int, int]  # the two cells of a pair
_RELATIONS: dict[tuple[type, tuple[object, ...]], Relation] = {}
Mates = dict[int, frozenset[int]]  # for each value the values that go with it


@dataclass(frozen=True, repr=False)
class Related(Constraint):
    """A rule whose ``joined`` pairs of cells each satisfy the relation ``holds``."""

    @abstractmethod
    def holds(self, one: int, other: int) -> bool:
        """Whether the values of the first and of the second cell of a pair go together."""

    @abstractmethod
    def bond(self, one: str, other: str) -> str:
        """The relation as a sentence about the named cells of a pair, without a full stop."""

    @cached_property
    def joined(self) -> tuple[Ends, ...]:
        """The pairs of cells: by default each cell with the next one."""
        return tuple(pairwise(self.cells))

    @cached_property
    def after(self) -> Mates:
        """For each value of a first cell the values that the second cell can have."""
        values = self.board.values
        return {a: frozenset(b for b in values if self.holds(a, b)) for a in values}

    @cached_property
    def before(self) -> Mates:
        """For each value of a second cell the values that the first cell can have."""
        values = self.board.values
        return {b: frozenset(a for a in values if b in self.after[a]) for b in values}

    @cached_property
    def _places(self) -> tuple[Ends, ...]:
        """The pairs, as indexes of ``cells``."""
        at = {cell: index for index, cell in enumerate(self.cells)}
        return tuple((at[one], at[other]) for one, other in self.joined)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no pair breaks the relation, and no filled cell excludes every mate."""
        return not any(True for _ in self._broken(values))

    def post(self, model: CpModel, x: Variables) -> None:
        """The relation, for each pair."""
        post_pairs(model, x, self.pairs())

    def pairs(self) -> tuple[Pair, ...]:
        """Each pair with the relation; rules of one kind and number share the function."""
        holds = _RELATIONS.setdefault((type(self), self.terms), self.holds)
        return tuple(Pair(one, other, holds) for one, other in self.joined)

    @property
    def terms(self) -> tuple[object, ...]:
        """What the relation depends on besides the kind of the rule: by default its numbers."""
        return tuple(getattr(self, each.name) for each, kind in kinds(self) if not kind.is_place)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """The values that leave no value for the other cell of a pair."""
        gone: set[tuple[int, int]] = set()
        for one, other in self.joined:
            for cell, mate, mates in ((one, other, self.after), (other, one, self.before)):
                left = domains[mate]
                for value in domains[cell]:
                    if (cell, value) not in gone and mates[value].isdisjoint(left):
                        gone.add((cell, value))
                        yield Elimination(cell, value, self._reason(cell, value, mate, one, other))

    def clashes(self, values: Sequence[Value]) -> tuple[int, ...]:
        """The cells of the pairs that break the relation."""
        cells = self.cells
        found = {cells[place] for pair in self._broken(values) for place in pair}
        return tuple(sorted(found)) or super().clashes(values)

    def _broken(self, values: Sequence[Value]) -> Iterator[tuple[int, ...]]:
        """The indexes of the filled cells of each pair that is broken."""
        after, before = self.after, self.before
        for i, j in self._places:
            a, b = values[i], values[j]
            if a is not None and b is not None:
                if b not in after[a]:
                    yield i, j
            elif a is not None and not after[a]:
                yield (i,)
            elif b is not None and not before[b]:
                yield (j,)

    def _reason(self, cell: int, value: int, mate: int, one: int, other: int) -> str:
        name = self.board.cell_name
        bond = self.bond(name(one), name(other))
        return f"{value} in {name(cell)} leaves no digit for {name(mate)}: {bond}"


@dataclass(frozen=True, repr=False)
class Along(Related):
    """A rule whose relation holds for each cell of a line and the next one."""

    @cached_property
    def _steps(self) -> dict[frozenset[int], frozenset[int]]:
        """For a set of values of a cell the values of the next one, as far as they were asked."""
        return {}

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether some values of the empty cells complete the line."""
        possible = frozenset(self.board.values)
        for index, value in enumerate(values):
            if index:
                possible = self._step(possible)
            if value is not None:
                possible = frozenset((value,)) if value in possible else frozenset()
            if not possible:
                return False
        return True

    def _step(self, possible: frozenset[int]) -> frozenset[int]:
        found = self._steps.get(possible)
        if found is None:
            found = frozenset().union(*(self.after[value] for value in possible))
            self._steps[possible] = found
        return found
