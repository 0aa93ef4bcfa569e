"""XYZ-Wing: a cell xyz that sees a cell xz and a cell yz."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from cpsudoku.core.candidates import Candidates, bits, digits_of
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Step
from cpsudoku.techniques.step_words import any_digit_text, digits_text, remove_seeing, sentences
from cpsudoku.techniques.wings.xy_wing import cells_of_roles, wing_step


@dataclass(frozen=True)
class XYZWing(General):
    """A cell of three candidates that sees two cells of two of them."""

    name: str = "xyz-wing"
    title: str = "XYZ-Wing"
    definition: str = (
        "A cell with the candidates x, y and z sees a cell with x and z and a cell with y and z: z "
        "can be removed from the cells that see all three."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By pivot, then by the other two cells."""
        marks, peers, bivalue = candidates.marks, candidates.board.peer_cells, candidates.bivalue
        for pivot, own in enumerate(marks):
            near = bivalue & peers[pivot]
            if own.bit_count() != 3 or not near & (near - 1):
                continue
            wings = [cell for cell in bits(near) if not marks[cell] & ~own]
            for first, second in combinations(wings, 2):
                if marks[first] == marks[second]:
                    continue
                z = (marks[first] & marks[second]).bit_length() - 1
                gone = candidates.places[z] & peers[pivot] & peers[first] & peers[second]
                if gone:
                    yield wing_step(self.name, candidates, pivot, (first, second), gone)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The three cells with their candidates, and the digit that one of them holds."""
        board = candidates.puzzle.board
        pivot, *wings = cells_of_roles(step)
        z = digits_text([step.eliminations[0][1]], board)
        names = [board.cell_name(cell) for cell in (pivot, *wings)]
        others = [
            set(digits_of(candidates.marks[wing])) - {step.eliminations[0][1]} for wing in wings
        ]
        first, second = (digits_text(each, board) for each in others)
        said = translated(
            "{pivot} is {digits}. If it is {x}, {one} is {z}. If it is {y}, {two} is {z}. So at "
            "least one of the three cells is {z}.",
            pivot=names[0],
            one=names[1],
            two=names[2],
            digits=any_digit_text(step.digits, board),
            x=first,
            y=second,
            z=z,
        )
        return sentences(said, remove_seeing(step.eliminations, board, translated("all three")))


XYZ_WING = XYZWing()
