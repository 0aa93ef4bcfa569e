"""Hidden Rectangle: strong links take the place of missing bare corners of a unique rectangle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import Step
from cpsudoku.techniques.step_words import cells_text, digits_text, only_in, remove_text, sentences
from cpsudoku.techniques.uniqueness.rectangles import (
    Rectangle,
    deadly_text,
    pair_of,
    rectangle_roles,
    rectangles,
)


@dataclass(frozen=True)
class HiddenRectangle:
    """A bare corner, and a digit with no other place in the lines of the opposite corner.

    ``missing``: corners can lack one of the two digits if only logic has removed it there.
    """

    missing: bool = True
    name: str = "hidden-rectangle"
    title: str = "Hidden Rectangle"
    definition: str = (
        "One corner of a rectangle has two candidates, and in the row and column of the opposite "
        "corner one of them is only in the rectangle: the other can be removed from that corner."
    )
    assumes_unique: bool = True
    any_houses: bool = False

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By rectangle, then by corner and digit."""
        for rectangle in rectangles(candidates, self.missing):
            bare = len(rectangle.bare)
            if bare == 1 or (bare == 2 and rectangle.is_diagonal):
                for corner in rectangle.bare:
                    yield from self._from_corner(candidates, rectangle, corner)

    def _from_corner(
        self, candidates: Candidates, rectangle: Rectangle, corner: int
    ) -> Iterator[Step]:
        board = candidates.board
        opposite = next(
            cell
            for cell in rectangle.cells
            if not {*board.houses_of[cell][:2]} & {*board.houses_of[corner][:2]}
        )
        lines = board.houses_of[opposite][:2]
        around = (board.house_cells[lines[0]] | board.house_cells[lines[1]]) & ~rectangle.all_cells
        neighbours = rectangle.all_cells & ~(1 << corner | 1 << opposite)
        low, high = pair_of(rectangle)
        for digit, other in ((low, high), (high, low)):
            places = candidates.places[digit - 1]
            if places & around or not candidates.has(opposite, other):
                continue
            if neighbours & ~places:  # opposite is the only place of digit in a line
                continue
            yield Step(
                self.name,
                (),
                ((opposite, other),),
                (low, high),
                rectangle_roles(candidates, rectangle),
                lines,
            )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The opposite corner, the lines, and why it can't hold the digit."""
        board = candidates.puzzle.board
        ((opposite, gone),) = step.eliminations
        kept = {digit for digit in step.digits if digit != gone}
        digit = digits_text(kept, board)
        lines = [board.house_cells[house] & ~(1 << opposite) for house in step.houses]
        corners = {cell for cell, _ in step.roles[0].candidates}
        neighbours = [cell for cell in corners if any(line >> cell & 1 for line in lines)]
        places = cells_text((opposite, *neighbours), board)
        why = translated(
            "{only_in}. If {cell} were {gone}, {cells} would both be {digit}, and all four cells "
            "would hold only these two digits.",
            only_in=only_in(kept, step.houses, candidates.board, places),
            cell=board.cell_name(opposite),
            gone=digits_text([gone], board),
            cells=cells_text(neighbours, board),
            digit=digit,
        )
        removed = remove_text(step.eliminations, board)
        return sentences(deadly_text(step, candidates), why, removed)


HIDDEN_RECTANGLE = HiddenRectangle()
