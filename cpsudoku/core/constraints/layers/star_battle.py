"""Star battle: some stars in each house, which do not touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar

from cpsudoku.core.constraints import fields
from cpsudoku.core.constraints.base import CpModel, Domains, Elimination, Value, Variables
from cpsudoku.core.constraints.encodings.clauses import negated, post_clause
from cpsudoku.core.constraints.layers.base import LayeredRule
from cpsudoku.core.constraints.lowered import Counted, Lowered, RelatedPair, Relation
from cpsudoku.core.house_words import house_name
from cpsudoku.core.layers import STAR, Layer
from cpsudoku.runtime.language import marked, translated


@dataclass(frozen=True, repr=False)
class StarBattle(LayeredRule):
    """Each row, column and box has ``stars`` stars, which do not touch, not even at corners."""

    name: ClassVar[str] = "star-battle"
    aliases: ClassVar[tuple[str, ...]] = ("stars",)
    summary: ClassVar[str] = (
        "Each row, column and box has this number of stars. Stars do not touch each other, not "
        "even at corners."
    )
    example: ClassVar[str] = "star-battle 2"
    named_text: ClassVar[str] = marked("the star battle")
    brings: ClassVar[tuple[Layer, ...]] = (STAR,)
    is_of_cells: ClassVar[bool] = True

    stars: int = fields.number("STARS", least=1, most=25)

    @cached_property
    def _houses(self) -> tuple[tuple[int, ...], ...]:
        """The variables of each row, column and box."""
        layer = self.layer
        return tuple(tuple(layer[cell] for cell in cells) for cells in self.lines_and_boxes)

    @property
    def _named_houses(self) -> list[str]:
        """The name of each row, column and box."""
        return [house.name for house in self.houses_and_boxes]

    @cached_property
    def _touching(self) -> tuple[tuple[int, int], ...]:
        """Each pair of variables whose cells touch at an edge or a corner."""
        layer = self.layer
        steps = ((0, 1), (1, -1), (1, 0), (1, 1))
        return tuple((layer[a], layer[b]) for step in steps for a, b in self.board.apart(*step))

    @property
    def _star(self) -> int:
        """The value of a star in the layer."""
        return self.board.values[1]

    def allows(self, values: Sequence[Value]) -> bool:
        """Whether no stars touch, and each house can have the right number of them."""
        of = dict(zip(self.cells, values, strict=True))
        star = self._star
        if any(of[one] == of[other] == star for one, other in self._touching):
            return False
        for house in self._houses:
            held = [of[cell] for cell in house]
            if not held.count(star) <= self.stars <= held.count(star) + held.count(None):
                return False
        return True

    def post(self, model: CpModel, x: Variables) -> None:
        """A sum for each house, and a clause for each pair that touches."""
        star = {cell: x[cell].get(self._star, False) for cell in self.cells}
        for house in self._houses:
            model.add(sum(star[cell] for cell in house) == self.stars)
        for one, other in self._touching:
            post_clause(model, (negated(star[one]), negated(star[other])))

    def lower(self) -> Sequence[Lowered]:
        """The number of stars in each house, and the pairs that touch."""
        star, count = frozenset((self._star,)), frozenset((self.stars,))
        holds = _not_both(self._star)
        return [
            *(Counted(house, (), star, count) for house in self._houses),
            *(RelatedPair(one, other, holds) for one, other in self._touching),
        ]

    def narrow(self, domains: Domains) -> Iterator[Elimination]:
        """Exclude stars next to a star, and what a house has too many of."""
        star, name = self._star, self.board.cell_name
        for one, other in self._touching:
            for cell, mate in ((one, other), (other, one)):
                if set(domains[cell]) == {star} and star in domains[mate]:
                    text = marked("{cell} touches the star in {other}")
                    reason = translated(text, cell=name(mate), other=name(cell))
                    yield Elimination(mate, star, reason, (cell,))
        for house, cells in zip(self._named_houses, self._houses, strict=True):
            yield from self._in_house(house_name(house), cells, domains)

    def _in_house(
        self, house: str, cells: Sequence[int], domains: Domains
    ) -> Iterator[Elimination]:
        """What a house excludes that has all of its stars, or as few places as stars."""
        star = self._star
        placed = tuple(cell for cell in cells if set(domains[cell]) == {star})
        places = tuple(cell for cell in cells if star in domains[cell])
        for cell in places if len(placed) == self.stars else ():
            if cell not in placed:
                text = marked("{house} has all of its stars")
                yield Elimination(cell, star, translated(text, house=house), placed)
        for cell in places if len(places) == self.stars else ():
            for value in domains[cell]:
                if value != star:
                    text = marked("{house} has no other places for its stars")
                    yield Elimination(cell, value, translated(text, house=house), places)

    @property
    def rule_text(self) -> str:
        """The text with the number of stars."""
        stars = "one star" if self.stars == 1 else f"{self.stars} stars"
        digit = "" if self.layer.start else f" A star is the digit {self._star}."
        return (
            f"Each row, column and box has {stars}. Stars do not touch each other, not even at "
            f"corners.{digit}"
        )


@cache
def _not_both(star: int) -> Relation:
    """Whether at most one of two cells is a star."""
    return lambda one, other: not one == other == star
