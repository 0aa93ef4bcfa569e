"""Pointing and claiming that leave a digit only one place in another house, as one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, each
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.step_words import digits_text, houses_text, sentences
from cpsudoku.techniques.subsets.locked import crossings, last_place, locked_text
from cpsudoku.techniques.table import TABLE


@dataclass(frozen=True)
class DirectLocked(General):
    """A digit that is locked where two houses cross has only one place in a third house.

    The third house is of the same kind as the first: another box for pointing, a parallel line for
    claiming.
    """

    name: str
    title: str
    definition: str
    from_lines: bool

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
        self, candidates: Candidates, group: Sequence[int], base: int, cover: int, index: int
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
                    TABLE[self.name].rating,
                )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Where the digit is locked, and the only place that is left for it."""
        board = candidates.board
        ((cell, _),) = step.placements
        left = translated(
            "In {house}, only {cell} is left for {digit}.",
            house=houses_text(step.houses[2:], board),
            cell=board.cell_name(cell),
            digit=digits_text(step.digits, board),
        )
        return sentences(locked_text(step, candidates), left)


DIRECT_POINTING = DirectLocked(
    "direct-pointing",
    "Direct Pointing",
    "Pointing leaves only one place for a digit in another box.",
    from_lines=False,
)
DIRECT_CLAIMING = DirectLocked(
    "direct-claiming",
    "Direct Claiming",
    "Claiming leaves only one place for a digit in a parallel line.",
    from_lines=True,
)
