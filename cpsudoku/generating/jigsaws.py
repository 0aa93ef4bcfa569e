"""Random regions for jigsaws."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.generating.mix import RandomStream

SWAPS = 6  # exchanged pairs of cells per row
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


def jigsaw_board(stream: RandomStream, size: int) -> Board:
    """A board whose regions are boxes, or pieces of rows, after many exchanges of cells.

    Each region stays connected.
    """
    box = Board.of_size(size)
    region = list(box.box_of) if box.regions else [cell // size for cell in range(size * size)]
    near: list[list[int]] = [[] for _ in region]
    for one, other in box.neighbours:
        near[one].append(other)
        near[other].append(one)
    done = 0
    for _ in range(200 * size):
        if done >= SWAPS * size:
            break
        done += _exchange(stream, region, near)
    rows = ["".join(_LETTERS[each] for each in region[r * size :][:size]) for r in range(size)]
    return Board.jigsaw("/".join(rows))


def _exchange(stream: RandomStream, region: list[int], near: Sequence[Sequence[int]]) -> bool:
    """Exchange two random cells at the border of two regions, if both stay connected."""
    one = stream.below(len(region))
    others = [cell for cell in near[one] if region[cell] != region[one]]
    if not others:
        return False
    first, second = region[one], region[others[stream.below(len(others))]]
    border = [
        cell
        for cell, each in enumerate(region)
        if each == second and any(region[n] == first and n != one for n in near[cell])
    ]
    if not border:
        return False
    other = border[stream.below(len(border))]
    region[one], region[other] = second, first
    if _is_connected(region, near, first) and _is_connected(region, near, second):
        return True
    region[one], region[other] = first, second
    return False


def _is_connected(region: Sequence[int], near: Sequence[Sequence[int]], number: int) -> bool:
    cells = {cell for cell, each in enumerate(region) if each == number}
    left = [min(cells)]
    seen = set(left)
    while left:
        for cell in near[left.pop()]:
            if cell in cells and cell not in seen:
                seen.add(cell)
                left.append(cell)
    return seen == cells
