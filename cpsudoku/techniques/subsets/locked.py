"""Locked candidates: a digit's places in one house all lie in another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, each, once
from cpsudoku.runtime.language import marked, translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.reasons import because_text
from cpsudoku.techniques.step_words import (
    cells_text,
    digits_text,
    houses_text,
    remove_text,
    sentences,
)
from cpsudoku.techniques.table import TABLE


@dataclass(frozen=True)
class Locked(General):
    """Pointing, from a box to a line, or claiming, from a line to a box.

    Houses that a constraint adds count as boxes; two of them that cross point too.
    """

    name: str
    title: str
    definition: str
    from_lines: bool

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By house, then by digit."""
        board = candidates.board
        bases = board.lines if self.from_lines else board.areas
        crossed = crossings(board)
        for base in bases:
            for index, places in enumerate(candidates.house_places[base]):
                if not places & (places - 1):
                    continue
                for cover, outside in crossed[base]:
                    if places & outside:
                        continue
                    gone = candidates.house_places[cover][index] & ~places
                    if gone:
                        yield self._step(base, cover, index + 1, places, gone)

    def _step(self, base: int, cover: int, digit: int, places: int, gone: int) -> Step:
        pattern = Role("pattern", each(places, digit))
        return Step(
            self.name,
            (),
            each(gone, digit),
            (digit,),
            (pattern,),
            (base, cover),
            (),
            TABLE[self.name].rating,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The two houses, the digit's places, and where it is removed."""
        gone = remove_text(step.eliminations, candidates.board)
        return sentences(locked_text(step, candidates), gone)


def locked_text(step: Step, candidates: Candidates) -> str:
    """Where a digit is confined in a house, why, and which other house it fills."""
    board, cells = candidates.board, {cell for cell, _ in step.roles[0].candidates}
    base, cover = (houses_text([house], board) for house in step.houses[:2])
    digit = digits_text(step.digits, board)
    only = translated(
        "In {house}, only {cells} can hold {digit}{because}.",
        house=base,
        cells=cells_text(cells, board),
        digit=digit,
        because=because_text(step, candidates),
    )
    text = marked("All of them are also in {house}, so no other cell of {house} can be {digit}.")
    if len(cells) == 2:
        text = marked("Both are also in {house}, so no other cell of {house} can be {digit}.")
    return sentences(only, translated(text, house=cover, digit=digit))


def crossings(board: Board) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each house, those that share two or more cells with it, and its cells outside each.

    Two lines share only one cell, so they are left out.
    """
    houses = range(len(board.houses))
    return once(
        board.tables, "crossings", lambda: tuple(tuple(_crossing(board, h)) for h in houses)
    )


def _crossing(board: Board, house: int) -> Iterator[tuple[int, int]]:
    cells = board.house_cells[house]
    for other, others in enumerate(board.house_cells):
        if other != house and (cells & others).bit_count() > 1:
            yield other, cells & ~others


def last_place(places: int, without: int) -> int | None:
    """The only cell that is left of two or more places without some, or None."""
    left = places & ~without
    if places & (places - 1) and left and not left & (left - 1):
        return next(bits(left))
    return None


POINTING = Locked(
    "pointing",
    "Pointing",
    "All places of a digit in a box are in one line: no other cell of the line can hold it.",
    from_lines=False,
)
CLAIMING = Locked(
    "claiming",
    "Claiming",
    "All places of a digit in a line are in one box: no other cell of the box can hold it.",
    from_lines=True,
)
