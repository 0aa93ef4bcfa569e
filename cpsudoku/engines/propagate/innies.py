"""Sums that follow from the cages and the houses: innies and outies.

Every digit of a full house is known, so the cells of some houses that no cage covers have the rest
of their sum. Where a cage crosses the border, its smaller part is counted: inside or outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from cpsudoku.core.board import Board

MOST = 7  # cells; longer sums exclude almost nothing
LINES = 4  # adjacent rows or columns

Known = tuple[Sequence[int], int]  # cells, and the sum of their digits, counted from 0
Implied = tuple[list[int], list[int], int]  # cells, cells that are subtracted, the sum


def innies(board: Board, known: Sequence[Known]) -> Iterator[Implied]:
    """Yield the sums of a few cells that follow from known sums of separate cells."""
    cages = []
    taken = 0
    for cells, total in sorted(known, key=lambda each: len(each[0])):
        cage = sum(1 << cell for cell in cells)
        if not cage & taken:
            taken |= cage
            cages.append((cage, total))
    found = set()
    for area, whole in _areas(board):
        plus, minus, total = area & ~taken, 0, whole
        for cage, its_total in cages:
            inside = cage & area
            if not inside:
                continue
            outside = cage & ~area
            if inside.bit_count() <= outside.bit_count():
                plus |= inside
            else:
                total -= its_total
                minus |= outside
        key = plus, minus
        if 0 < (plus | minus).bit_count() <= MOST and key not in found:
            found.add(key)
            yield _cells(plus), _cells(minus), total


@lru_cache(maxsize=64)
def _areas(board: Board) -> tuple[tuple[int, int], ...]:
    """The cells of full houses, and of some adjacent rows or columns, with their sums."""
    one = board.size * (board.size - 1) // 2
    masks = board.house_cells
    found = [(masks[house], one) for house in board.areas]
    for lines in (board.rows, board.columns):
        for start in range(len(lines)):
            area = 0
            for count, line in enumerate(lines[start : start + LINES], 1):
                if area & masks[line]:
                    break
                area |= masks[line]
                found.append((area, one * count))
    return tuple(found)


def _cells(cells: int) -> list[int]:
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]
