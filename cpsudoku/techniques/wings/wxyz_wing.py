"""WXYZ-Wing: a cell and three that it sees, with four digits, one of which may repeat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, bits
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Step
from cpsudoku.techniques.step_words import cells_text, digits_text, remove_seeing, sentences
from cpsudoku.techniques.wings.xy_wing import cells_of_roles, wing_step

Wings = tuple[tuple[int, ...], int]


@dataclass(frozen=True)
class WXYZWing(General):
    """Four cells with four digits in all, where all but one digit can be in only one of them."""

    name: str = "wxyz-wing"
    title: str = "WXYZ-Wing"
    definition: str = (
        "A cell and three cells that it sees have four candidates between them, and only one of "
        "these, z, can occur twice: z can be removed from the cells that see all its places there."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By pivot, then by the other cells; four cells with two pivots once."""
        marks, peers = candidates.marks, candidates.board.peer_cells
        few = sum(1 << cell for cell, own in enumerate(marks) if 1 < own.bit_count() <= 4)
        seen = set()
        for pivot in bits(few):
            for wings, repeated in self._wings(candidates, pivot, few & peers[pivot]):
                cells = 1 << pivot | sum(1 << wing for wing in wings)
                if cells in seen:
                    continue
                z = repeated.bit_length()
                having = cells & candidates.places[z - 1]
                gone = candidates.places[z - 1] & candidates.board.seen_by_all(having) & ~cells
                if gone:
                    seen.add(cells)
                    yield wing_step(self.name, candidates, pivot, wings, gone, z)

    def _wings(self, candidates: Candidates, pivot: int, near: int) -> list[Wings]:
        """Each three cells that fit the pivot, and the one digit that can repeat."""
        marks, peers = candidates.marks, candidates.board.peer_cells
        own, found = marks[pivot], list[Wings]()
        usable = [cell for cell in bits(near) if (marks[cell] | own).bit_count() <= 4]

        def extend(start: int, chosen: tuple[int, ...], union: int, repeated: int) -> None:
            for index in range(start, len(usable)):
                cell = usable[index]
                together, twice = union | marks[cell], repeated
                if together.bit_count() > 4:
                    continue
                for wing in chosen:
                    if not peers[cell] >> wing & 1:
                        twice |= marks[cell] & marks[wing]
                if twice & (twice - 1):
                    continue
                if len(chosen) < 2:
                    extend(index + 1, (*chosen, cell), together, twice)
                elif twice and together.bit_count() == 4:
                    found.append(((*chosen, cell), twice))

        if len(usable) > 2:
            extend(0, (), own, 0)
        return found

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The four cells, their digits, and the one that some of them must hold."""
        board = candidates.puzzle.board
        pivot, *wings = cells_of_roles(step)
        z = digits_text([step.eliminations[0][1]], board)
        others = digits_text({*step.digits} - {step.eliminations[0][1]}, board)
        said = translated(
            "The four cells {cells} have only the candidates {digits}. Each of {others} can fill "
            "only one of them, because its places there see each other. So at least one cell is "
            "{z}.",
            cells=cells_text((pivot, *wings), board),
            digits=digits_text(step.digits, board),
            others=others,
            z=z,
        )
        seen = translated("every {digit} of the four", digit=z)
        return sentences(said, remove_seeing(step.eliminations, board, seen))


WXYZ_WING = WXYZWing()
