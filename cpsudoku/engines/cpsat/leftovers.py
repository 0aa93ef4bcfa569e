"""Sums that follow from others and the houses: innies, outies, and their differences.

The cells of a full house have a known sum. If there are cages inside some houses, the remaining
cells have the rest of that sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cpsudoku.core.board import Board

LONG = 8  # cells that a leftover may have; longer sums exclude almost nothing
ADJACENT = 4  # houses in a row


@dataclass(frozen=True, slots=True)
class LeftoverSum:
    """The sum of the digits of some cells, minus the digits of the cells in ``minus``."""

    cells: tuple[int, ...]
    total: int
    minus: tuple[int, ...] = ()


def leftovers(board: Board, given: Sequence[LeftoverSum]) -> tuple[LeftoverSum, ...]:
    """Sums of a few cells that follow from the given sums and the houses; not these themselves."""
    cages = _apart(given)
    known = {(each.total, frozenset(each.cells)) for each in given}
    groups = []
    for cells, full in _full(board):
        total, rest, crossing = full, cells, []
        for cage, cage_total in cages:
            common = cage & cells
            if not common:
                continue
            rest &= ~cage
            if common == cage:
                total -= cage_total
            else:
                crossing.append((cage, cage_total))
        each = _leftover(cells, total, rest, crossing)
        if each is not None:
            key = (each.total, frozenset((*each.cells, *(-1 - cell for cell in each.minus))))
            if key not in known:
                known.add(key)
                groups.append(each)
    return tuple(groups)


def _leftover(
    cells: int, total: int, rest: int, crossing: Sequence[tuple[int, int]]
) -> LeftoverSum | None:
    """The sum of the cells outside the cages. Of a crossing cage, the smaller part is used."""
    plus, minus = rest, 0
    for cage, cage_total in crossing:
        inside, outside = cage & cells, cage & ~cells
        if inside.bit_count() <= outside.bit_count():
            plus |= inside
        else:
            minus |= outside
            total -= cage_total
    count = plus.bit_count() + minus.bit_count()
    if plus == cells or not 0 < count <= LONG:
        return None
    if not plus:
        return LeftoverSum(_cells(minus), -total)
    return LeftoverSum(_cells(plus), total, _cells(minus))


def _apart(given: Sequence[LeftoverSum]) -> list[tuple[int, int]]:
    """Sums without common cells, as sets of cells with their totals."""
    found, taken = [], 0
    for each in sorted(given, key=lambda each: len(each.cells)):
        cells = sum(1 << cell for cell in each.cells)
        if not cells & taken:
            taken |= cells
            found.append((cells, each.total))
    return found


@lru_cache(maxsize=32)
def _full(board: Board) -> tuple[tuple[int, int], ...]:
    """Houses, and unions of adjacent rows or columns, each with its sum."""
    return tuple(_unions(board))


def _unions(board: Board) -> Iterator[tuple[int, int]]:
    one = board.size * (board.size + 1) // 2
    masks = board.house_cells
    for number in board.areas:
        yield masks[number], one
    for lines in (board.rows, board.columns):
        for first in range(len(lines)):
            union = 0
            for count, number in enumerate(lines[first : first + ADJACENT], 1):
                if union & masks[number]:
                    break
                union |= masks[number]
                yield union, one * count


def _cells(cells: int) -> tuple[int, ...]:
    found = []
    while cells:
        low = cells & -cells
        found.append(low.bit_length() - 1)
        cells ^= low
    return tuple(found)
