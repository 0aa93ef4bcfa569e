"""The law of leftovers: two sets of houses of equal size, without what they share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from cpsudoku.core.board import Board
from cpsudoku.core.candidates import Candidate, Candidates, bits, each, once
from cpsudoku.runtime.language import counted
from cpsudoku.runtime.lists import phrases
from cpsudoku.techniques.base import Detail, General, Role, Step
from cpsudoku.techniques.rules.narrowing import position_key
from cpsudoku.techniques.step_words import (
    capital,
    cells_text,
    houses_text,
    listed,
    remove_text,
    sentences,
)

MOST_CELLS = 6  # of a leftover
ADJACENT = 5  # rows or columns on one side


@dataclass(frozen=True)
class Leftover(Detail):
    """The cells of the first houses outside the second ones, and the reverse.

    Both hold the same digits, each as often.
    """

    first: int
    second: int
    first_houses: tuple[int, ...]
    second_houses: tuple[int, ...]

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells of both sides."""
        return tuple(bits(self.first | self.second))


@dataclass(frozen=True)
class LawOfLeftovers(General):
    """Rows or columns, and as many regions: what sticks out on both sides has the same digits."""

    name: str = "leftovers"
    title: str = "Law of Leftovers"
    definition: str = (
        "Some rows or columns and equally many regions overlap: the cells that stick out on one "
        "side hold the same digits as those on the other side."
    )

    def find(self, candidates: Candidates) -> Iterator[Step]:
        """The smallest leftovers first."""
        known: dict[int, tuple[tuple[int, ...], tuple[Candidate, ...]]] = once(
            candidates.shared, "excluded by leftovers", dict
        )
        for number, leftover in enumerate(leftovers(candidates.board)):
            key = position_key(candidates, leftover.cells)
            if number not in known or known[number][0] != key:
                known[number] = key, _excluded(candidates, leftover)
            gone = known[number][1]
            if gone:
                yield self._step(candidates, leftover, gone)

    def _step(
        self, candidates: Candidates, leftover: Leftover, gone: tuple[Candidate, ...]
    ) -> Step:
        left = candidates.without(gone)
        roles = (
            Role("first", left.among(leftover.first & candidates.empty, -1), "A"),
            Role("second", left.among(leftover.second & candidates.empty, -1), "B"),
        )
        return Step(
            self.name,
            eliminations=gone,
            digits=tuple(sorted({digit for _, digit in gone})),
            roles=tuple(role for role in roles if role.candidates),
            houses=(*leftover.first_houses, *leftover.second_houses),
            detail=leftover,
        )

    def explain(self, step: Step, candidates: Candidates) -> str:
        """The houses, the cells on both sides, and the digits that one side lacks."""
        leftover, board = step.detail, candidates.board
        assert isinstance(leftover, Leftover)
        first, second = (
            houses_text(houses, board) for houses in (leftover.first_houses, leftover.second_houses)
        )
        sides = [cells_text(bits(cells), board) for cells in (leftover.first, leftover.second)]
        pairs = ((leftover.first, leftover.second), (leftover.second, leftover.first))
        lacking = [
            counted(
                "{cells} has no place for {digits}",
                "{cells} have no place for {digits}",
                other.bit_count(),
                cells=sides[1 - side],
                digits=digits,
            )
            for side, (cells, other) in enumerate(pairs)
            if (digits := _digits(step, cells, board))
        ]
        same = counted(
            "{first} holds each digit once, and so does {second}. Without the cells that both "
            "have, {near} on one side and {far} on the other hold the same digits.",
            "{first} hold each digit as often as {second}. Without the cells that both have, "
            "{near} on one side and {far} on the other hold the same digits.",
            len(leftover.first_houses),
            first=first,
            second=second,
            near=sides[0],
            far=sides[1],
        )
        but = counted(
            "But {lacking}, so the other side cannot have it there either.",
            "But {lacking}, so the other side cannot have them there either.",
            len(step.digits),
            lacking=phrases(lacking),
        )
        return sentences(capital(same), but, remove_text(step.eliminations, board))


def _digits(step: Step, cells: int, board: Board) -> str:
    """The digits that are removed from some cells, in words; empty if there are none."""
    found = sorted({digit for cell, digit in step.eliminations if cells >> cell & 1})
    return listed((board.symbols[digit] for digit in found), "or") if found else ""


def _excluded(candidates: Candidates, leftover: Leftover) -> tuple[Candidate, ...]:
    """The candidates of both sides that the other side cannot match."""
    found: list[Candidate] = []
    first, second, held = leftover.first, leftover.second, _held(candidates)
    both = first | second
    for digit, places in enumerate(candidates.places, 1):
        # usually both sides or neither have a place, and none has the digit: 0.3 of the time
        if bool(places & first) == bool(places & second) and not held[digit] & both:
            continue
        for one, other in ((first, second), (second, first)):
            found += each(_impossible(candidates, one, other, digit), digit)
    return tuple(sorted(found))


def _impossible(candidates: Candidates, one: int, other: int, digit: int) -> int:
    """The open cells of a side that cannot hold a digit, since the other side cannot match it."""
    places, held = candidates.places[digit - 1], _held(candidates)[digit]
    if not places & one:
        return 0
    free, here = places & other, (held & one).bit_count()
    there = (held & other).bit_count()
    if here < there + (1 if free else 0):
        return 0
    most = there + (min(free.bit_count(), 1) if _is_clique(candidates, free) else free.bit_count())
    return places & one if here >= most else 0


def _held(candidates: Candidates) -> list[int]:
    """For each digit the cells that are filled with it."""
    return once(candidates.memo, "held", lambda: _search(candidates))


def _search(candidates: Candidates) -> list[int]:
    found = [0] * (candidates.board.size + 1)
    for cell, digit in enumerate(candidates.cells):
        found[digit] |= 1 << cell
    return found


def _is_clique(candidates: Candidates, cells: int) -> bool:
    peers = candidates.board.peer_cells
    return all(not cells & ~(peers[cell] | 1 << cell) for cell in bits(cells))


def leftovers(board: Board) -> tuple[Leftover, ...]:
    """The leftovers of a board, the smallest first."""
    return once(board.tables, "leftovers", lambda: tuple(_sorted(board)))


def _sorted(board: Board) -> list[Leftover]:
    found: dict[tuple[int, int], Leftover] = {}
    for lines, areas in _pairs_of_houses(board):
        one = sum(board.house_cells[house] for house in lines)
        other = sum(board.house_cells[house] for house in areas)
        first, second = one & ~other, other & ~one
        if 0 < first.bit_count() <= MOST_CELLS and (first, second) not in found:
            found[first, second] = Leftover(first, second, lines, areas)
    return sorted(found.values(), key=lambda each: each.first.bit_count())


def _pairs_of_houses(board: Board) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Adjacent lines, and as many regions that share the most cells with them.

    Boxes alone show nothing but pointing and claiming, in a roundabout way.
    """
    telling = {area for area in board.areas if not _is_box(board, area)}
    masks = board.house_cells
    for lines in (board.rows, board.columns):
        for first in range(len(lines)):
            for last in range(first + 1, min(first + ADJACENT, len(lines)) + 1):
                houses = lines[first:last]
                union = 0
                for house in houses:
                    union |= masks[house]
                if union.bit_count() == len(houses) * board.size:
                    for areas in _nearest(board, union, len(houses)):
                        if telling.intersection(areas):
                            yield houses, areas


def _is_box(board: Board, area: int) -> bool:
    """Whether a region is a rectangle, such as the boxes of a plain board."""
    places = [board.row_column(cell) for cell in board.houses[area].cells]
    rows, columns = ({place[line] for place in places} for line in (0, 1))
    return area in board.regions and len(rows) * len(columns) == len(places)


def _nearest(board: Board, union: int, count: int) -> Iterator[tuple[int, ...]]:
    """Regions without common cells that share the most cells with a union."""
    masks = board.house_cells
    shared = {area: (masks[area] & union).bit_count() for area in board.areas}
    some: Sequence[int] = sorted(
        (area for area in board.areas if shared[area] > 1), key=lambda area: -shared[area]
    )[: count + 2]
    for areas in combinations(some, count):
        total = 0
        for area in areas:
            if masks[area] & total:
                break
            total |= masks[area]
        else:
            yield tuple(sorted(areas))


LEFTOVERS = LawOfLeftovers()
