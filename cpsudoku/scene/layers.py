"""The layers of a solution, as primitives: areas, lines, small signs, and cells beside the grid."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.core.grid import Grid
from cpsudoku.core.layers import CELLS, EDGES, ON_LOOP, ON_SNAKE, REGION, WALL, Layer
from cpsudoku.scene.layout import Layout
from cpsudoku.scene.primitives import Box, Path, Primitive, Text

BASE_LINE = 0.355  # of the size of a digit: the distance from its middle to its base line
PATH, SIGN, NAME, DIGIT, LINE = 0.1, 0.24, 0.22, 0.62, 0.02  # of the side of a cell
ON_PATHS = ON_LOOP, ON_SNAKE
_CORNERS = ((0.92, 0.92, "end"), (0.08, 0.92, "start"), (0.92, 0.27, "end"), (0.08, 0.27, "start"))


def beneath(layout: Layout) -> Iterator[Primitive]:
    """The areas and the paths behind the digits: where a layer has its second value."""
    grid = layout.filling
    if grid is None or not grid.variables:
        return
    shaded = shaded_layer(grid)
    for number, (layer, cells) in enumerate(grid.board.variables, len(grid.board)):
        if grid.every[number] != 2:
            continue
        if layer is shaded:
            yield Box(*layout.corner(cells[0]), layout.cell, layout.cell, "layer")
        elif layer.kind == EDGES and layer.name != WALL.name:
            points = tuple(layout.centre(cell) for cell in cells)
            yield Path(points, "path", PATH * layout.cell)


def above(layout: Layout) -> Iterator[Primitive]:
    """The small signs in the corners of cells, and the cells beside the grid."""
    grid = layout.filling
    if grid is None or not grid.variables:
        return
    for layer, corner in zip(signed_layers(grid), _CORNERS, strict=False):
        yield from _signs(layout, grid, layer, corner)
    for number, x, y in layout.beside:
        yield from _beside(layout, grid, number, *layout.at(x, y))


def shaded_layer(grid: Grid) -> Layer | None:
    """The first layer of two values for each cell, which is drawn as areas.

    The cells of a path come last, since the path is drawn.
    """
    found = [each for each in grid.board.layers if _is_of_cells(each) and each.values == 2]
    return min(found, key=lambda each: each in ON_PATHS, default=None)


def signed_layers(grid: Grid) -> list[Layer]:
    """The other layers with a value for each cell, which are drawn as small signs.

    Those that mark the cells of a path are not among them, since the path is drawn.
    """
    undrawn = (shaded_layer(grid), *ON_PATHS)
    return [each for each in grid.board.layers if _is_of_cells(each) and each not in undrawn]


def sign_of(grid: Grid, layer: Layer, number: int) -> str:
    """The sign of the value of a variable; empty if no rule restricts it."""
    value = grid.every[number]
    return (layer.signs or grid.board.symbols[1:])[value - 1] if value else ""


def _is_of_cells(layer: Layer) -> bool:
    return layer.kind == CELLS and layer.name != REGION.name


def _signs(
    layout: Layout, grid: Grid, layer: Layer, corner: tuple[float, float, str]
) -> Iterator[Primitive]:
    right, down, anchor = corner
    for cell, number in enumerate(grid.board.numbers_of[layer.name]):
        text = sign_of(grid, layer, number)
        if text not in ("", "."):
            x, y = layout.corner(cell)
            size, side = SIGN * layout.cell, layout.cell
            yield Text(x + right * side, y + down * side, text, size, "mark", True, anchor)


def _beside(layout: Layout, grid: Grid, number: int, x: float, y: float) -> Iterator[Primitive]:
    """A cell beside the grid: its frame, its name and its digit."""
    side, width = layout.cell, LINE * layout.cell
    for left, top, wide, high in (
        (x, y, side, width),
        (x, y + side - width, side, width),
        (x, y, width, side),
        (x + side - width, y, width, side),
    ):
        yield Box(left, top, wide, high, "hair")
    name = grid.board.cell_name(number)
    yield Text(x + 0.07 * side, y + 0.25 * side, name, NAME * side, "mark", anchor="start")
    layer, _ = grid.board.variables[number - len(grid.board)]
    text, size = sign_of(grid, layer, number), DIGIT * side
    if text:
        yield Text(x + side / 2, y + 0.56 * side + BASE_LINE * size, text, size, "entry")
