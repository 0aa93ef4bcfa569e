"""The layers of a solution in characters: signs behind digits, and lines below the board."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.grid import Grid
from cpsudoku.core.layers import EDGES, EXTRA, WALL, Layer
from cpsudoku.drawing.framed import Piece
from cpsudoku.scene.layers import shaded_layer, sign_of, signed_layers

SHADED, SIGN = "black on grey70", "dim"
_PATHS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the sum of 1 (up), 2 (right), 4 (down) and 8 (left)
_PLAIN_PATHS = " |-+||++-+-++++++"


def signs_behind(grid: Grid, cell: int) -> list[Piece]:
    """The signs behind the digit of a cell: ``#`` if it is shaded, and values of other layers."""
    if not grid.variables:
        return []
    numbers, shaded = grid.board.numbers_of, shaded_layer(grid)
    others = signed_layers(grid)
    signs = (sign_of(grid, each, numbers[each.name][cell]) for each in others)
    found = [(f":{sign}" if sign else "  ", SIGN) for sign in signs]
    if shaded is None:
        return found
    is_second = grid.every[numbers[shaded.name][cell]] == 2
    return [("#", SHADED) if is_second else (" ", ""), *found]


def lines_below(grid: Grid, is_plain: bool) -> Iterator[str]:
    """The layers that the cells do not show: cells beside the grid, and paths along edges."""
    for layer in grid.board.layers if grid.variables else ():
        numbers = grid.board.numbers_of[layer.name]
        if layer.kind == EXTRA:
            pairs = ((grid.board.cell_name(n), sign_of(grid, layer, n) or "?") for n in numbers)
            yield "  ".join(f"{name}={sign}" for name, sign in pairs)
        elif layer.kind == EDGES and layer.name != WALL.name:
            yield f"{layer.name}:"
            yield from _paths(grid, layer, _PLAIN_PATHS if is_plain else _PATHS)


def _paths(grid: Grid, layer: Layer, signs: str) -> Iterator[str]:
    """The edges with the second value, as lines from cell to cell."""
    board, ways = grid.board, dict.fromkeys(grid.board.positions, 0)
    for pair, number in zip(board.neighbours, board.numbers_of[layer.name], strict=True):
        if grid.every[number] == 2:
            one, other = sorted(board.positions[cell] for cell in pair)
            is_down = one[1] == other[1]
            ways[one] |= 4 if is_down else 2
            ways[other] |= 1 if is_down else 8
    last = max((row for (row, _), way in ways.items() if way), default=-1)
    for row in range(last + 1):
        found = (ways.get((row, column), 0) for column in range(board.width))
        yield "".join(signs[way] + (signs[10] if way & 2 else " ") for way in found).rstrip()
