"""The base class of rules that only add houses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from cpsudoku.core.constraints import shapes
from cpsudoku.core.constraints.base import (
    Constraint,
    CpModel,
    Domains,
    Elimination,
    Value,
    Variables,
)
from cpsudoku.core.constraints.encodings.different import post_different
from cpsudoku.core.house_words import house_name
from cpsudoku.core.houses import House
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class AddedHouses(Constraint):
    """A rule that is completely described by its ``houses``."""

    only_houses: ClassVar[bool] = True
    named_text: ClassVar[str] = marked("the {name} rule")

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells of its houses, in reading order."""
        return tuple(sorted({cell for house in self.houses() for cell in house.cells}))

    @cached_property
    def _places(self) -> tuple[tuple[int, ...], ...]:
        """For each house, the indices of its cells in ``cells``."""
        at = {cell: place for place, cell in enumerate(self.cells)}
        return tuple(tuple(at[cell] for cell in house.cells) for house in self.houses())

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no house has a digit twice."""
        return all(_differ(values[place] for place in places) for places in self._places)

    def post(self, model: CpModel, x: Variables) -> None:
        """The digits of each house differ."""
        for house in self.houses():
            post_different(model, x, house.cells)

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude the digits of settled cells from the other cells of their houses."""
        for house in self.houses():
            for settled in house.cells:
                if len(domains[settled]) == 1:
                    yield from self._repeats(domains, house, settled)

    def _repeats(self, domains: Domains, house: House, settled: int) -> Iterator[Elimination]:
        value = domains[settled][0]
        for cell in house.cells:
            if cell != settled and value in domains[cell]:
                reason = translated(
                    "{digit} is already in {cell} of {house}",
                    digit=self.board.value_name(value),
                    cell=self.board.cell_name(settled),
                    house=house_name(house.name),
                )
                yield Elimination(cell, value, reason)

    def drawing(self) -> tuple[shapes.Shape, ...]:
        """A grey background for each house, unless a sentence below the board is plainer."""
        if self.is_everywhere:
            return super().drawing()
        return tuple(shapes.Shade(house.cells) for house in self.houses())


def _differ(values: Iterable[Value]) -> bool:
    filled = [value for value in values if value is not None]
    return len(set(filled)) == len(filled)
