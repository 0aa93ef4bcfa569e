"""Avoidable rectangles: unique rectangles in which solved cells are not givens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.core.candidates import Candidate, Candidates, each
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import Role, Step
from cpsudoku.techniques.step_words import (
    cells_text,
    digits_text,
    remove_seeing,
    remove_text,
    sentences,
)
from cpsudoku.techniques.uniqueness.rectangles import Corners, corners, deadly_text

Found = tuple[Corners, tuple[int, int], tuple[Candidate, ...], tuple[Candidate, ...]]


@dataclass(frozen=True)
class AvoidableRectangle:
    """Two digits in solved cells of a rectangle, none of them a given; the rest has two candidates.

    Type 1 has one open corner, type 2 two with the same extra candidate.
    """

    type: int
    definition: str
    assumes_unique: bool = True
    any_houses: bool = False

    @property
    def name(self) -> str:
        """The name in TECHNIQUES."""
        return f"avoidable-rectangle-{self.type}"

    @property
    def title(self) -> str:
        """The name in sentences."""
        return f"Avoidable Rectangle Type {self.type}"

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By the first solved cell; none with constraints, which can favour one filling."""
        if not candidates.puzzle.is_plain:
            return
        seen = set()
        for cells, digits, gone, more in _all_of_type(candidates, self.type):
            if gone and frozenset(cells) not in seen:
                seen.add(frozenset(cells))
                pattern = tuple((cell, d) for cell in cells for d in digits)
                known = tuple(
                    (cell, d)
                    for cell, d in pattern
                    if candidates.cells[cell] == d or candidates.has(cell, d)
                )
                roles = (Role("pattern", known), Role("fin", more))
                yield Step(self.name, (), gone, tuple(sorted(digits)), roles)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Why the rectangle can't hold the two digits alone, and what follows."""
        board = candidates.puzzle.board
        open_cells = cells_text((cell for cell, _ in step.roles[1].candidates), board)
        more = digits_text((digit for _, digit in step.roles[1].candidates), board)
        start = translated("No given in these cells prevents this.")
        if self.type == 1:
            so = translated("So {cell} is {digits}.", cell=open_cells, digits=more)
            gone = remove_text(step.eliminations, board)
        else:
            so = translated("So one of {cells} is {digits}.", cells=open_cells, digits=more)
            gone = remove_seeing(step.eliminations, board, translated("both"))
        return sentences(deadly_text(step, candidates), start, so, gone)


def _all_of_type(candidates: Candidates, type: int) -> Iterator[Found]:
    cells, givens = candidates.cells, candidates.puzzle.givens.cells
    solved = [bool(digit) and not given for digit, given in zip(cells, givens, strict=True)]
    table = corners(candidates.board)
    for start, usable in enumerate(solved):
        if not usable:
            continue
        for rectangle in table[start]:
            _, mate, across, opposite = rectangle
            if solved[mate]:
                yield from (
                    _type_1(candidates, rectangle, solved)
                    if type == 1
                    else _type_2(candidates, (start, mate, across, opposite))
                )


def _type_1(candidates: Candidates, rectangle: Corners, solved: list[bool]) -> Iterator[Found]:
    """One of the far corners is solved as the pattern needs it, the other has two candidates."""
    start, mate, across, opposite = rectangle
    first, second = candidates.cells[start], candidates.cells[mate]
    for done, digit, left, gone in (
        (across, second, opposite, first),
        (opposite, first, across, second),
    ):
        if solved[done] and candidates.cells[done] == digit:
            marks = candidates.marks[left]
            if marks.bit_count() == 2 and candidates.has(left, gone):
                more = candidates.among(1 << left, marks & ~(1 << (gone - 1)))
                yield rectangle, (first, second), ((left, gone),), more


def _type_2(candidates: Candidates, rectangle: Corners) -> Iterator[Found]:
    """Both far corners have the digit that the pattern needs there, and the same extra one."""
    start, mate, across, opposite = rectangle
    first, second = candidates.cells[start], candidates.cells[mate]
    far, near = candidates.marks[across], candidates.marks[opposite]
    if far.bit_count() != 2 or near.bit_count() != 2:
        return
    if not candidates.has(across, second) or not candidates.has(opposite, first):
        return
    more = far & ~(1 << (second - 1))
    if near & ~(1 << (first - 1)) == more:
        digit, open_cells = more.bit_length(), 1 << across | 1 << opposite
        seen = candidates.board.seen_by_all(open_cells)
        gone = each(candidates.places[digit - 1] & seen, digit)
        yield rectangle, (first, second), gone, each(open_cells, digit)


AVOIDABLE_RECTANGLE_1 = AvoidableRectangle(
    1,
    "Three corners of a rectangle in two boxes are solved, not given, and two of them hold the "
    "same digit: the fourth cannot hold the digit that would make the two digits exchangeable.",
)
AVOIDABLE_RECTANGLE_2 = AvoidableRectangle(
    2,
    "Two corners of a rectangle are solved, not given. The other two have the digits that would "
    "make them exchangeable, and the same extra candidate: it can be removed from the cells that "
    "see both.",
)
