"""Pointing and claiming that leave a digit one place in another house, as one step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, each
from cpsudoku.techniques.base import Role, Step
from cpsudoku.techniques.step_words import cells_text, digits_text, houses_text
from cpsudoku.techniques.subsets.locked import crossings, last_place


@dataclass(frozen=True)
class DirectLocked:
    """A digit locked where two houses cross leaves it one place in a third.

    The third is of the kind of the first: another box for pointing, a parallel line for claiming.
    """

    name: str
    title: str
    definition: str
    from_lines: bool
    rating: int
    assumes_unique: bool = False
    any_houses: bool = True

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By first house (columns before rows), second house, digit, third house."""
        board = candidates.board
        groups = (board.columns, board.rows) if self.from_lines else (board.areas,)
        for group in groups:
            for base in group:
                for cover, outside in self._covers(candidates, base):
                    for index, places in enumerate(candidates.house_places[base]):
                        if places & (places - 1) and not places & outside:
                            yield from self._placed(candidates, group, base, cover, index)

    def _covers(self, candidates: Candidates, base: int) -> Iterator[tuple[int, int]]:
        board = candidates.board
        kinds = (board.areas,) if self.from_lines else (board.columns, board.rows)
        crossed = crossings(board)[base]
        for kind in kinds:
            yield from (found for found in crossed if found[0] in kind)

    def _placed(
        self, candidates: Candidates, group: range, base: int, cover: int, index: int
    ) -> Iterator[Step]:
        house_places, locked = candidates.house_places, candidates.house_places[base][index]
        gone = house_places[cover][index] & ~locked
        if not gone:
            return
        for third in group:
            places = house_places[third][index]
            if third == base or not places & gone:
                continue
            cell = last_place(places, gone)
            if cell is not None:
                yield Step(
                    self.name,
                    ((cell, index + 1),),
                    (),
                    (index + 1,),
                    (Role("pattern", each(locked, index + 1)),),
                    (base, cover, third),
                    (),
                    self.rating,
                )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The lock, what it takes away, and the place that is left."""
        board, geometry = candidates.board, candidates.puzzle.geometry
        base, cover, third = (houses_text([house], board) for house in step.houses)
        locked = cells_text((cell for cell, _ in step.roles[0].candidates), geometry)
        ((cell, _),) = step.placements
        digit = digits_text(step.digits)
        return (
            f"In {base}, {digit} can only go in {locked}, inside {cover}, so the rest of "
            f"{cover} can't have it. In {third} that leaves {geometry.cell_name(cell)} for {digit}."
        )


DIRECT_POINTING = DirectLocked(
    "direct-pointing",
    "Direct Pointing",
    "Pointing leaves a digit one place in another box: it goes there.",
    from_lines=False,
    rating=17,
)
DIRECT_CLAIMING = DirectLocked(
    "direct-claiming",
    "Direct Claiming",
    "Claiming leaves a digit one place in a parallel line: it goes there.",
    from_lines=True,
    rating=19,
)
