"""Counting circles: a digit in a circle is the number of circles that hold it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.core.constraints import fields, shapes
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.sets import sets_with_sum
from cpsudoku.core.constraints.lowered import Counted, Either, Lowered
from cpsudoku.runtime.language import marked, translated

MOST_SETS = 30  # of digits in circles; 9 digits have at most 23 with one sum


@dataclass(frozen=True, repr=False)
class CountingCircles(Constraint):
    """A digit d in one of the cells is in exactly d of them."""

    name: ClassVar[str] = "counting-circles"
    aliases: ClassVar[tuple[str, ...]] = ("circles",)
    summary: ClassVar[str] = (
        "A digit in a double circle is in exactly as many double circles as it says."
    )
    example: ClassVar[str] = "counting-circles: r1c1 r2c5 r3c9 r5c2 r8c8 r9c1"
    named_text: ClassVar[str] = marked("the counting circles")

    cells: tuple[int, ...] = fields.cells(least=1)

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether the empty circles can be filled exactly by completing these and other digits."""
        counts = Counter(value for value in values if value is not None)
        free = sum(value is None for value in values)
        free -= sum(value - count for value, count in counts.items())
        if any(count > value for value, count in counts.items()):
            return False
        others = (value for value in self.board.values if value not in counts)
        return free >= 0 and bool(_sums(others) >> free & 1)

    def post(self, model: CpModel, x: Variables) -> None:
        """Each digit d is in no circle or in exactly d circles."""
        for value in self.board.values:
            places = [x[cell][value] for cell in self.cells if value in x[cell]]
            if any(literal is True for literal in places):
                model.add(sum(places) == value)
            elif len(places) < value or value == 0:
                for literal in places:
                    model.add_bool_or([~literal])
            else:
                used = model.new_bool_var("")
                model.add(sum(places) == value * used)
                for literal in places:
                    model.add_bool_or([~literal, used])

    def lower(self) -> Sequence[Lowered]:
        """Each digit d is in 0 or d circles, and the digits in circles add up to their number."""
        cells, values = self.cells, self.board.values
        counts = [Counted(cells, (), frozenset({d}), frozenset({0, d})) for d in values]
        size = len(cells)
        sums = [sets_with_sum(values[values[0] == 0 :], k, size) for k in range(1, len(values) + 1)]
        sets = [each for group in sums for each in group or ()]
        if None in sums or len(sets) > MOST_SETS:
            return counts
        return [*counts, Either(tuple(self._with(each) for each in sets))]

    def _with(self, digits: frozenset[int]) -> tuple[Lowered, ...]:
        """Exactly these digits are in circles."""
        others = frozenset(self.board.values) - digits
        return (
            Counted(self.cells, (), others, frozenset({0})),
            *(Counted(self.cells, (), frozenset({d}), frozenset({d})) for d in sorted(digits)),
        )

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude digits that no count allows, and further copies of complete digits."""
        name = self.board.cell_name
        settled = Counter(domains[cell][0] for cell in self.cells if len(domains[cell]) == 1)
        places = Counter(value for cell in self.cells for value in domains[cell])
        possible = self._possible(settled, places)
        due = {digit for digit in settled if places[digit] == digit}
        for cell in self.cells:
            for value in domains[cell]:
                symbol = self.board.value_name(value)
                if value not in possible:
                    text = marked("{digit} cannot be in exactly {count} of the circles")
                    reason = translated(text, digit=symbol, count=value)
                    yield Elimination(cell, value, reason)
                elif settled[value] >= value and len(domains[cell]) > 1:
                    text = marked("{count} circles other than {cell} hold {digit}")
                    reason = translated(text, count=settled[value], cell=name(cell), digit=symbol)
                    yield Elimination(cell, value, reason)
                elif due.intersection(domains[cell]) - {value}:
                    mate = min(due.intersection(domains[cell]) - {value})
                    kept = self.board.value_name(mate)
                    text = marked("only {count} circles can hold {digit}, so {cell} does")
                    reason = translated(text, count=mate, digit=kept, cell=name(cell))
                    yield Elimination(cell, value, reason)

    def _possible(self, settled: Counter[int], places: Counter[int]) -> set[int]:
        """The digits of at least one set whose sum is the number of circles."""
        usable = [value for value in places if 0 < value <= places[value]]
        rest = len(self.cells) - sum(settled)
        if rest < 0 or not settled.keys() <= set(usable):
            return set()
        free = [value for value in usable if value not in settled]
        found = set(settled) if _sums(free) >> rest & 1 else set()
        for value in free:
            others = _sums(each for each in free if each != value)
            if value <= rest and others >> rest - value & 1:
                found.add(value)
        return found

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """Two circles, one in the other, in each cell."""
        return tuple(shapes.Mark(cell, "double") for cell in self.cells)


def _sums(values: Iterable[int]) -> int:
    """The sums of all sets of different values, as a set of numbers."""
    found = 1
    for value in values:
        found |= found << value
    return found
