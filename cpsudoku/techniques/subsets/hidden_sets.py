"""Hidden pairs, triples and quads: n digits of a house with n places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, digits_of
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.reasons import because_text
from cpsudoku.techniques.step_words import NUMBERS, cells_text, only_in, remove_text, sentences
from cpsudoku.techniques.subsets.combinations import tight_subsets
from cpsudoku.techniques.table import TABLE


@dataclass(frozen=True)
class HiddenSet(General):
    """n digits that have n places in a house."""

    name: str
    title: str
    size: int

    @property
    def definition(self) -> str:
        """What to look for and what follows."""
        number = NUMBERS[self.size]
        return (
            f"{number.capitalize()} digits have only {number} places between them in a house: "
            "these cells can hold nothing else."
        )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By house (boxes, rows, columns), then by digits; a set of two houses once."""
        seen = set()
        for house in candidates.board.search_order:
            for digits, cells in hidden_sets(candidates, house, self.size):
                gone = candidates.among(cells, ~digits)
                if gone and (digits, cells) not in seen:
                    seen.add((digits, cells))
                    yield Step(
                        self.name,
                        (),
                        gone,
                        digits_of(digits),
                        (Role("pattern", candidates.among(cells, digits)),),
                        (house,),
                        (),
                        TABLE[self.name].rating,
                    )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The house, the digits, their cells, and what is removed from these."""
        return sentences(
            hidden_text(step, candidates, self.size),
            remove_text(step.eliminations, candidates.board),
        )


def hidden_text(step: Step, candidates: Candidates, size: int) -> str:
    """The house, the digits, their cells, and that these hold nothing else."""
    cells = cells_text((cell for cell, _ in step.roles[0].candidates), candidates.board)
    return translated(
        "{only_in}{because}. So these {number} cells hold nothing else.",
        only_in=only_in(step.digits, step.houses, candidates.board, cells),
        because=because_text(step, candidates),
        number=translated(NUMBERS[size]),
    )


def hidden_sets(candidates: Candidates, house: int, size: int) -> Iterator[tuple[int, int]]:
    """The digits and cells of each set of ``size`` digits with as many places in a house.

    A house without another empty cell has none.
    """
    if (candidates.empty & candidates.board.house_cells[house]).bit_count() <= size:
        return
    digits, places = [], []
    for index, cells in enumerate(candidates.house_places[house]):
        if 1 < cells.bit_count() <= size:
            digits.append(1 << index)
            places.append(cells)
    for chosen, cells in tight_subsets(places, size):
        yield sum(digits[index] for index in chosen), cells


HIDDEN_PAIR = HiddenSet("hidden-pair", "Hidden Pair", 2)
HIDDEN_TRIPLE = HiddenSet("hidden-triple", "Hidden Triple", 3)
HIDDEN_QUAD = HiddenSet("hidden-quad", "Hidden Quad", 4)
