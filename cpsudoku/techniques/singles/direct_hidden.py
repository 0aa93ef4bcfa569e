"""Hidden pairs and triples that leave another digit only one place in their house, as one step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, digits_of
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.step_words import digits_text, houses_text, sentences
from cpsudoku.techniques.subsets.hidden_sets import hidden_sets, hidden_text
from cpsudoku.techniques.subsets.locked import last_place
from cpsudoku.techniques.table import TABLE


@dataclass(frozen=True)
class DirectHiddenSet(General):
    """n digits with n places in a house, which leave another digit only one place there."""

    name: str
    title: str
    size: int

    @property
    def definition(self) -> str:
        """What to look for and what follows."""
        sets = {2: "pair", 3: "triple"}[self.size]
        return f"A hidden {sets} leaves only one place for another digit of its house."

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By house (boxes, columns, rows), then by digits of the set, then by digit."""
        board = candidates.board
        for house in (*board.regions, *board.columns, *board.rows, *board.extras):
            for digits, cells in hidden_sets(candidates, house, self.size):
                for index, places in enumerate(candidates.house_places[house]):
                    cell = None if digits >> index & 1 else last_place(places, cells)
                    if cell is not None:
                        yield Step(
                            self.name,
                            ((cell, index + 1),),
                            (),
                            digits_of(digits),
                            (Role("pattern", candidates.among(cells, digits)),),
                            (house,),
                            (),
                            TABLE[self.name].rating,
                        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The house, the set with its cells, and the place that is left."""
        board = candidates.board
        ((cell, digit),) = step.placements
        left = translated(
            "For {digit}, only {cell} is left in {house}.",
            digit=digits_text([digit], board),
            cell=board.cell_name(cell),
            house=houses_text(step.houses, board),
        )
        return sentences(hidden_text(step, candidates, self.size), left)


DIRECT_HIDDEN_PAIR = DirectHiddenSet("direct-hidden-pair", "Direct Hidden Pair", 2)
DIRECT_HIDDEN_TRIPLE = DirectHiddenSet("direct-hidden-triple", "Direct Hidden Triple", 3)
