"""Sue de Coq: cells where a line and a box cross, with sets of the line and of the box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cpsudoku.core.candidates import Candidate, Candidates, bits, digits_of
from cpsudoku.runtime.deadline import look
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Role, Step
from cpsudoku.techniques.step_words import (
    any_digit_text,
    cells_text,
    digits_text,
    houses_text,
    remove_text,
    sentences,
)

MANY = 6  # cells; a look at every smaller set cost 2 % of a 9x9 rating
# Some cells and their digits, both as sets, and how many cells.
_Cells = tuple[int, int, int]


@dataclass(frozen=True)
class SueDeCoq(General):
    """Two-sector disjoint subsets."""

    name: str = "sue-de-coq"
    title: str = "Sue de Coq"
    definition: str = (
        "Some cells where two houses cross, and some other cells of each house, have together as "
        "many digits as cells: each digit can be removed from the rest of the house that all its "
        "places share."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By line and box; the crossing's cells, those of the line, those of the box, in order."""
        board = candidates.board
        every = board.house_cells
        for one, line in enumerate(every):
            for other in range(max(one + 1, 2 * board.size), len(every)):
                both = line & every[other] & candidates.empty
                if both & (both - 1):
                    look()
                    for crossing in _crossings(candidates.marks, both):
                        yield from self._at(candidates, one, other, crossing)

    def _at(self, candidates: Candidates, one: int, other: int, crossing: _Cells) -> Iterator[Step]:
        """The steps of a crossing: ``spare`` digits must be covered by the two sets."""
        marks, every = candidates.marks, candidates.board.house_cells
        cells, digits, count = crossing
        spare, free = digits.bit_count() - count, candidates.empty & ~cells
        for line, covered in _covering(marks, every[one] & free, -1, digits, 1):
            if not covered < spare:
                continue
            left, allowed = every[other] & free & ~line[0], ~(line[1] & digits)
            for box, too in _covering(marks, left, allowed, digits, spare - covered):
                if too == spare - covered:
                    step = self._step(candidates, (one, other), crossing, line, box)
                    if step.eliminations:
                        yield step

    def _step(
        self,
        candidates: Candidates,
        houses: tuple[int, int],
        crossing: _Cells,
        line: _Cells,
        box: _Cells,
    ) -> Step:
        every, empty = candidates.board.house_cells, candidates.empty & ~crossing[0]
        shared = line[1] & box[1]
        in_box = (crossing[1] | box[1]) & ~line[1] | shared
        in_line = (crossing[1] | line[1]) & ~box[1] | shared
        gone: dict[Candidate, None] = {}
        for cells, digits in (
            (every[houses[1]] & empty & ~box[0], in_box),
            (every[houses[0]] & empty & ~line[0], in_line),
        ):
            gone.update(dict.fromkeys(_candidates(candidates, cells, digits)))
        parts = (("pattern", crossing), ("first", line), ("second", box))
        return Step(
            self.name,
            eliminations=tuple(gone),
            digits=tuple(sorted({digit for _, digit in gone})),
            roles=tuple(Role(name, _candidates(candidates, *part[:2])) for name, part in parts),
            houses=houses,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The crossing, the two sets, and what follows."""
        board = candidates.puzzle.board
        line, box = (houses_text((house,), candidates.board) for house in step.houses)
        crossing, in_line, in_box = (
            cells_text((cell for cell, _ in role.candidates), board) for role in step.roles
        )
        own = [{digit for _, digit in role.candidates} for role in step.roles]
        digits, twice = own[0] | own[1] | own[2], own[1] & own[2]
        count = len({cell for role in step.roles for cell, _ in role.candidates})
        start = translated(
            "{crossing} are in both {line} and {box}. With {in_line} of {line} and {in_box} of "
            "{box}, these are {number} cells with the candidates {digits}.",
            crossing=crossing,
            line=line,
            box=box,
            in_line=in_line,
            in_box=in_box,
            number=count,
            digits=digits_text(digits, board),
        )
        fits = translated("No digit can be there twice.")
        if twice:
            fits = translated(
                "Only {digits} can be there twice: in {line} and in {box}.",
                digits=any_digit_text(twice, board),
                line=line,
                box=box,
            )
        so = translated(
            "So every one of these digits is in the cells, and nowhere else in the house that its "
            "places share."
        )
        return sentences(start, fits, so, remove_text(step.eliminations, board))


def _crossings(marks: Sequence[int], both: int) -> Iterator[_Cells]:
    """Two or more of the cells of a crossing with at least two digits more than cells."""
    cells = tuple(bits(both))
    chosen = (each for n in range(2, len(cells) + 1) for each in combinations(cells, n))
    for each in sorted(chosen):
        digits = 0
        for cell in each:
            digits |= marks[cell]
        if digits.bit_count() >= len(each) + 2:
            yield sum(1 << cell for cell in each), digits, len(each)


def _covering(
    marks: Sequence[int], cells: int, allowed: int, crossing: int, least: int
) -> Iterator[tuple[_Cells, int]]:
    """The sets of some cells that have no digit but those allowed and cover enough digits.

    A set covers as many digits of the crossing as it has more cells than other digits. The sets
    are sorted by their first cells; of two sets that begin alike, the shorter comes first.
    """
    usable = sum(1 << cell for cell in bits(cells) if not marks[cell] & ~allowed)
    stack = [(0, 0, 0, usable)]
    while stack:
        members, digits, count, later = stack.pop()
        if not later:
            if count > MANY:
                look()
            continue
        low = later & -later
        later ^= low
        stack.append((members, digits, count, later))
        members, digits, count = members | low, digits | marks[low.bit_length() - 1], count + 1
        covered = count - (digits & ~crossing).bit_count()
        if covered >= least and digits & crossing:
            yield (members, digits, count), covered
        if covered + later.bit_count() >= least:
            stack.append((members, digits, count, later))


def _candidates(candidates: Candidates, cells: int, digits: int) -> tuple[Candidate, ...]:
    """The candidates of some cells that are among some digits."""
    marks = candidates.marks
    return tuple((cell, d) for cell in bits(cells) for d in digits_of(marks[cell] & digits))


SUE_DE_COQ = SueDeCoq()
