"""Fireworks: digits that a row and a column can have outside a box in one cell each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidates, bits, digits_of, once
from cpsudoku.runtime.language import translated
from cpsudoku.techniques.base import Detail, General, Role, Step
from cpsudoku.techniques.step_words import (
    cells_text,
    digits_text,
    houses_text,
    removal_text,
    sentences,
)


@dataclass(frozen=True)
class Firework:
    """A digit that is in a crossing or in one of two wings.

    The row of the crossing can hold the digit outside the box only in ``row_wing``, the column
    only in ``column_wing``; either is 0 if there is no such cell. All are sets of cells. If
    neither wing has the digit, row and column have it in the box, so both have it in the crossing.
    """

    crossing: int
    row_wing: int
    column_wing: int


def shared_cells(*fireworks: Firework) -> int:
    """The cells of fireworks with one crossing and one wing in each line; 0 if they have more."""
    row = column = 0
    for firework in fireworks:
        row |= firework.row_wing
        column |= firework.column_wing
    if row.bit_count() != 1 or column.bit_count() != 1:
        return 0
    return 1 << fireworks[0].crossing | row | column


def fireworks(candidates: Candidates) -> dict[int, list[tuple[int, Firework]]]:
    """For each crossing the digits that are fireworks there."""
    return once(candidates.memo, "fireworks", lambda: _fireworks(candidates))


def _fireworks(candidates: Candidates) -> dict[int, list[tuple[int, Firework]]]:
    found: dict[int, list[tuple[int, Firework]]] = {}
    for cell, row, column, box in _crossings(candidates.board):
        if not candidates.marks[cell]:
            continue
        for digit, places in enumerate(candidates.places, 1):
            along, across = places & row & ~box, places & column & ~box
            if along & (along - 1) or across & (across - 1):
                continue
            if places & row and places & column:  # the digit is still missing in both lines
                found.setdefault(cell, []).append((digit, Firework(cell, along, across)))
    return found


def _crossings(board: Board) -> tuple[tuple[int, int, int, int], ...]:
    """Each cell with its row, its column and its box, as sets of cells."""
    return once(board.tables, "crossings of fireworks", lambda: tuple(_all_crossings(board)))


def _all_crossings(board: Board) -> Iterator[tuple[int, int, int, int]]:
    for cell in range(len(board)):
        row, column, box = (
            board.house_cells[next(h for h in houses if board.house_cells[h] >> cell & 1)]
            for houses in (board.rows, board.columns, board.regions)
        )
        yield cell, row, column, box


@dataclass(frozen=True)
class Crossing(Detail):
    """A crossing, and its wings."""

    cell: int
    wings: tuple[int, ...]


@dataclass(frozen=True)
class TripleFirework(General):
    """Three fireworks with the same crossing and the same wings."""

    name: str = "triple-firework"
    title: str = "Triple Firework"
    definition: str = (
        "A row and a column can hold three digits outside the box of their crossing only in one "
        "cell each: the crossing and these two cells hold no other digit."
    )
    any_houses: bool = False

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By crossing, then by digits."""
        for here in fireworks(candidates).values():
            for three in combinations(here, 3):
                cells = shared_cells(*(firework for _, firework in three))
                if not cells:
                    continue
                digits = sum(1 << (digit - 1) for digit, _ in three)
                gone = candidates.among(cells, ~digits)
                if gone:
                    crossing = 1 << three[0][1].crossing
                    yield Step(
                        self.name,
                        eliminations=gone,
                        digits=tuple(digit for digit, _ in three),
                        roles=(
                            Role("pivot", candidates.among(crossing, digits)),
                            Role("pattern", candidates.among(cells & ~crossing, digits)),
                        ),
                        houses=_lines_of(candidates.board, three[0][1].crossing),
                        detail=Crossing(three[0][1].crossing, tuple(bits(cells & ~crossing))),
                    )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The lines, the wings, and why the three cells are full."""
        board, found = candidates.board, step.detail
        assert isinstance(found, Crossing)
        digits = digits_text(step.digits, board)
        return translated(
            "{outside}. If neither of these cells has one of the digits, both lines have it in the "
            "box, so where they cross, in {cell}. So each of the three digits is in one of the "
            "three cells {cells}, and these hold nothing else: remove {gone}.",
            outside=_outside(board, found.cell, found.wings, digits),
            cell=board.cell_name(found.cell),
            cells=cells_text((found.cell, *found.wings), board),
            gone=removal_text(step.eliminations, board),
        )


def _lines_of(board: Board, cell: int) -> tuple[int, ...]:
    return tuple(house for house in board.lines if board.house_cells[house] >> cell & 1)


def _outside(board: Board, crossing: int, wings: tuple[int, ...], digits: str) -> str:
    """Where the lines through a crossing can hold some digits outside its box."""
    row, column = _lines_of(board, crossing)
    box = houses_text((h for h in board.regions if board.house_cells[h] >> crossing & 1), board)
    (along,) = (cell for cell in wings if board.house_cells[row] >> cell & 1)
    (across,) = (cell for cell in wings if board.house_cells[column] >> cell & 1)
    return translated(
        "Outside {box}, {row} can have {digits} only in {along} and {column} only in {across}",
        box=box,
        row=houses_text((row,), board),
        digits=digits,
        along=board.cell_name(along),
        column=houses_text((column,), board),
        across=board.cell_name(across),
    )


@dataclass(frozen=True)
class Crossings(Detail):
    """Two crossings, the wings that they share, and the two digits of each crossing."""

    crossings: tuple[int, int]
    wings: tuple[int, ...]
    pairs: tuple[int, int]


@dataclass(frozen=True)
class QuadrupleFirework(General):
    """Two pairs of fireworks with opposite crossings and the same wings."""

    name: str = "quadruple-firework"
    title: str = "Quadruple Firework"
    definition: str = (
        "In four cells at the corners of a rectangle, two opposite ones are the crossings of two "
        "fireworks each, and the others are the wings of all four: the corners hold only these "
        "four digits, and each crossing holds only its own two."
    )
    any_houses: bool = False

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """By wings, then by crossings and digits."""
        by_wings: dict[int, list[tuple[int, int]]] = {}
        for crossing, here in fireworks(candidates).items():
            for (one, first), (two, second) in combinations(here, 2):
                wings = shared_cells(first, second) & ~(1 << crossing)
                if wings:
                    digits = 1 << (one - 1) | 1 << (two - 1)
                    by_wings.setdefault(wings, []).append((crossing, digits))
        for wings, pairs in by_wings.items():
            for (crossing, digits), (other, others) in combinations(pairs, 2):
                if crossing != other and not digits & others:
                    yield from self._step(candidates, (crossing, other), wings, (digits, others))

    def _step(
        self,
        candidates: Candidates,
        crossings: tuple[int, int],
        wings: int,
        pairs: tuple[int, int],
    ) -> Iterator[Step]:
        both = pairs[0] | pairs[1]
        gone = (
            *candidates.among(1 << crossings[0], ~pairs[0]),
            *candidates.among(1 << crossings[1], ~pairs[1]),
            *candidates.among(wings, ~both),
        )
        if gone:
            first, second = (
                candidates.among(1 << cell, digits)
                for cell, digits in zip(crossings, pairs, strict=True)
            )
            roles = (
                Role("first", first),
                Role("second", second),
                Role("pattern", candidates.among(wings, both)),
            )
            yield Step(
                self.name,
                eliminations=tuple(sorted(gone)),
                digits=digits_of(both),
                roles=tuple(role for role in roles if role.candidates),
                houses=tuple(
                    house for cell in crossings for house in _lines_of(candidates.board, cell)
                ),
                detail=Crossings(crossings, tuple(bits(wings)), pairs),
            )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """Both pairs of fireworks, and what the four cells hold."""
        board, found = candidates.board, step.detail
        assert isinstance(found, Crossings)
        (one, two), wings = found.crossings, found.wings
        first, second = (digits_text(digits_of(pair), board) for pair in found.pairs)
        crossings = (
            translated(
                "{outside}, so each of the two is there or in the crossing {cell}.",
                outside=_outside(board, cell, wings, digits),
                cell=board.cell_name(cell),
            )
            for cell, digits in ((one, first), (two, second))
        )
        so = translated(
            "These four digits fill the four cells {cells}, and each crossing has one of its own "
            "two: remove {gone}.",
            cells=cells_text((one, two, *wings), board),
            gone=removal_text(step.eliminations, board),
        )
        return sentences(*crossings, so)


TRIPLE_FIREWORK = TripleFirework()
QUADRUPLE_FIREWORK = QuadrupleFirework()
