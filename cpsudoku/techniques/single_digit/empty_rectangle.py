"""Empty Rectangle: all places of a digit in a box are in one row and one column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, each, once
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import General, Link, Role, Step, TwoPatterns
from cpsudoku.techniques.step_words import (
    cells_text,
    digits_text,
    houses_text,
    removal_text,
    remove_seeing,
    sentences,
)


@dataclass(frozen=True)
class Cross:
    """A row and a column that cross in a box, as houses and as sets of cells."""

    box: int
    row: int
    column: int
    beside: int
    in_row: int
    in_column: int


def _crosses(board: Board) -> dict[int, list[Cross]]:
    """Every cross of each box, last row and last column first."""
    return once(
        board.tables, "crosses", lambda: {box: list(_of_box(board, box)) for box in board.regions}
    )


def _of_box(board: Board, box: int) -> Iterator[Cross]:
    inside = board.house_cells[box]
    for row in reversed(board.rows):
        for column in reversed(board.columns):
            in_row, in_column = (inside & board.house_cells[house] for house in (row, column))
            if in_row and in_column:
                yield Cross(box, row, column, inside & ~in_row & ~in_column, in_row, in_column)


@dataclass(frozen=True)
class EmptyRectangle(General):
    """A box whose places of a digit form a cross, and a line with two places that meets an arm.

    ``two`` also finds crosses of two places, which are really chains. ``dual`` finds pairs of steps
    with the same box, not single ones.
    """

    two: bool = False
    dual: bool = False
    name: str = "empty-rectangle"
    title: str = "Empty Rectangle"
    definition: str = (
        "All places of a digit in a box are in one row and one column. Another column has two "
        "places for the digit, one of them in that row: remove the digit where the row of the "
        "other place crosses the first column. The same holds with rows and columns exchanged."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By digit, box, cross, then by cells of the row and of the column."""
        if not self.dual:
            yield from self._single(candidates)
            return
        for first, second in combinations(self._single(candidates), 2):
            same = first.digits == second.digits and first.houses[0] == second.houses[0]
            if same and first.eliminations != second.eliminations:
                gone = tuple(sorted({*first.eliminations, *second.eliminations}))
                ends = (*first.roles[1].candidates, *second.roles[1].candidates)
                yield replace(
                    first,
                    eliminations=gone,
                    roles=(first.roles[0], Role("fin", ends)),
                    links=(*first.links, *second.links),
                    detail=TwoPatterns.DUAL,
                )

    def _single(self, candidates: Candidates) -> Iterator[Step]:
        board = candidates.board
        for index, pairs in enumerate(candidates.pairs):
            lines = {house: cells for house, cells in pairs if house in board.lines}
            if not lines:
                continue
            for box, crosses in _crosses(board).items():
                places = candidates.house_places[box][index]
                if not places & (places - 1):
                    continue
                for cross in crosses:
                    if self._is_cross(places, cross):
                        yield from self._met(candidates, index + 1, places, cross, lines)

    def _is_cross(self, places: int, cross: Cross) -> bool:
        if places & cross.beside:
            return False
        in_row, in_column = places & cross.in_row, places & cross.in_column
        if not in_row & ~in_column or not in_column & ~in_row:
            return False
        return self.two or in_row.bit_count() > 1 or in_column.bit_count() > 1

    def _met(
        self,
        candidates: Candidates,
        digit: int,
        places: int,
        cross: Cross,
        lines: dict[int, int],
    ) -> Iterator[Step]:
        """Each line with two places that meets the row, then each that meets the column."""
        board, all_places = candidates.board, candidates.places[digit - 1]
        cells, n = board.house_cells, board.size
        for arm, other, is_row in ((cross.row, cross.column, 1), (cross.column, cross.row, 0)):
            for near in bits(all_places & cells[arm] & ~cells[cross.box]):
                line = n + near % n if is_row else near // n
                if line not in lines:
                    continue
                far = lines[line] & ~(1 << near)
                end = far.bit_length() - 1
                back = end // n if is_row else n + end % n
                gone = all_places & cells[back] & cells[other] & ~cells[cross.box]
                if gone:
                    yield self._step(digit, places, near, far, gone, (cross.box, arm, line, other))

    def _step(
        self, digit: int, places: int, near: int, far: int, gone: int, houses: tuple[int, ...]
    ) -> Step:
        box, start, end = each(places, digit), ((near, digit),), each(far, digit)
        links = (Link(box, start, strong=False), Link(start, end, strong=True))
        roles = (Role("pattern", box), Role("fin", (*start, *end)))
        return Step(self.name, (), each(gone, digit), (digit,), roles, houses, links)

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The box with its cross, the line that meets it, and both cases."""
        board = candidates.puzzle.board
        if step.detail == TwoPatterns.DUAL:
            shared = houses_text(step.houses[:1], candidates.board)
            gone = removal_text(step.eliminations, board)
            return translated(
                "Two Empty Rectangles share the {digits} of {house}: remove {gone}.",
                digits=digits_text(step.digits, board),
                house=shared,
                gone=gone,
            )
        box, arm, line, other = (houses_text([house], candidates.board) for house in step.houses)
        near, far = (cells_text([cell], board) for cell, _ in step.roles[1].candidates[:2])
        said = translated(
            "In {box}, the digit {digit} must be in {arm} or {other}. In {line}, it must be in "
            "{near} or {far}. If it is in {near}, the {digit} of {box} must be in {other}. So "
            "{digit} is in {far}, or in {other} inside {box}.",
            box=box,
            arm=arm,
            line=line,
            other=other,
            near=near,
            far=far,
            digit=digits_text(step.digits, board),
        )
        return sentences(said, remove_seeing(step.eliminations, board, translated("both")))


EMPTY_RECTANGLE = EmptyRectangle()
