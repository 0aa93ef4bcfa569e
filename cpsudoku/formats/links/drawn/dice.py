"""Cages that fold into a cube: the cells that become opposite faces of a die."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.formats.links.drawn.cage_families import CageFamily, SaidCages

_FACES = 6
_SUM = "21"  # of the digits of a die, which a cage may show
_Die = tuple[int, int, int, int, int, int]  # the faces below, above, north, south, west and east
_START: _Die = (0, 1, 2, 3, 4, 5)  # two faces after each other are opposite ones


def opposite_cells(board: Board, cells: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs of cells that become opposite faces of a cube, or nothing if it has no net.

    A die rolls over the cells. Each of them is the face that lies on it.
    """
    first = min(cells)
    dice, waiting = {first: _START}, [first]
    while waiting:
        cell = waiting.pop()
        r, c = board.row_column(cell)
        for place, die in _rolled((r, c), dice[cell]):
            other = board.cell_at.get(place, -1)
            if other in cells and other not in dice:
                dice[other] = die
                waiting.append(other)
    at = {die[0]: cell for cell, die in dice.items()}
    if len(cells) != _FACES or len(at) != _FACES:
        return []
    pairs = ((at[face], at[face + 1]) for face in range(0, _FACES, 2))
    return sorted((min(pair), max(pair)) for pair in pairs)


def _rolled(place: tuple[int, int], die: _Die) -> list[tuple[tuple[int, int], _Die]]:
    """The die on each of the four cells around its own."""
    (r, c), (below, above, north, south, west, east) = place, die
    return [
        ((r - 1, c), (north, south, above, below, west, east)),
        ((r + 1, c), (south, north, below, above, west, east)),
        ((r, c - 1), (west, east, north, south, above, below)),
        ((r, c + 1), (east, west, north, south, below, above)),
    ]


def _dice(said: SaidCages) -> list[str] | None:
    """Each cage has the digits of a die, and opposite faces have the sum of the sentences."""
    lines = []
    for cage in said.cages:
        pairs = opposite_cells(said.drawing.board, cage.cells)
        if not pairs or cage.text not in ("", _SUM) or said.number != "7":
            return None
        names = said.names(cage)
        lines += [f"region: {names}", f"only 1,2,3,4,5,6: {names}"]
        lines += [f"sum 7: {said.drawing.named(pair)}" for pair in pairs]
    return lines


DICE = (CageFamily("dice cage", _dice),)
