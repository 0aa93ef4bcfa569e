"""XY-Wing: a cell xy that sees a cell xz and a cell yz."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidates, bits, digits_of, each
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.step_words import digits_text, remove_seeing, sentences
from cpsudoku.techniques.table import TABLE


@dataclass(frozen=True)
class XYWing(General):
    """Three cells of two candidates: the pivot sees the other two, which share the third digit."""

    name: str = "xy-wing"
    title: str = "XY-Wing"
    definition: str = (
        "A cell with the candidates x and y sees a cell with x and z and a cell with y and z: z "
        "can be removed from the cells that see both of these."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By the three cells in order, then by pivot."""
        found = sorted(self._wings(candidates))
        for _, pivot, first, second, gone in found:
            yield wing_step(self.name, candidates, pivot, (first, second), gone)

    def _wings(self, candidates: Candidates) -> Iterator[tuple[list[int], int, int, int, int]]:
        """The cells in order, the pivot, the others, where the digit is removed."""
        marks, peers, bivalue = candidates.marks, candidates.board.peer_cells, candidates.bivalue
        holders: dict[int, int] = {}
        for cell in bits(bivalue):
            holders[marks[cell]] = holders.get(marks[cell], 0) | 1 << cell
        for pivot in bits(bivalue):
            near, own = peers[pivot], marks[pivot]
            for kind, cells in holders.items():
                low = kind & own
                # They share one digit; of the two kinds that fit, the one with the lower digit.
                if not low or kind == own or low != own & -own:
                    continue
                others = holders.get(own ^ kind, 0) & near
                z = (kind & ~own).bit_length() - 1
                for first in bits(cells & near) if others else ():
                    for second in bits(others):
                        gone = candidates.places[z] & peers[first] & peers[second]
                        if gone:
                            yield sorted((pivot, first, second)), pivot, first, second, gone

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The pivot, the two wings, and both cases."""
        board = candidates.puzzle.board
        pivot, *wings = cells_of_roles(step)
        z = digits_text([step.eliminations[0][1]], board)
        names = [board.cell_name(cell) for cell in (pivot, *wings)]
        own = candidates.marks[pivot]
        first, second = (digits_text(digits_of(candidates.marks[w] & own), board) for w in wings)
        said = translated(
            "{pivot} is {x} or {y}. If it is {x}, {one} is {z}. If it is {y}, {two} is {z}. So at "
            "least one of {one} and {two} is {z}.",
            pivot=names[0],
            one=names[1],
            two=names[2],
            x=first,
            y=second,
            z=z,
        )
        return sentences(said, remove_seeing(step.eliminations, board, translated("both")))


def wing_step(
    name: str,
    candidates: Candidates,
    pivot: int,
    wings: tuple[int, ...],
    gone: int,
    z: int = 0,
) -> Step:
    """The step of a pivot and the wings it sees; ``z`` is removed, or what the first two share."""
    marks = candidates.marks
    z = z or (marks[wings[0]] & marks[wings[1]]).bit_length()
    union = marks[pivot]
    for wing in wings:
        union |= marks[wing]
    roles = (
        Role("pivot", candidates.among(1 << pivot, -1)),
        Role("pattern", candidates.among(sum(1 << wing for wing in wings), -1)),
    )
    return Step(name, (), each(gone, z), digits_of(union), roles, rating=TABLE[name].rating)


def cells_of_roles(step: Step) -> list[int]:
    """The cells of all roles, in their order, each once."""
    return list(dict.fromkeys(cell for role in step.roles for cell, _ in role.candidates))


XY_WING = XYWing()
