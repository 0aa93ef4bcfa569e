"""A rule as a small picture: the shapes of its example, as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.constraints.shapes import Clue, Mark, Shape, cells_of_shape
from cpsudoku.scene import board as scene
from cpsudoku.scene import rules
from cpsudoku.scene.layout import Layout
from cpsudoku.scene.svg import elements
from cpsudoku.scene.tags import shapes_of_rules

LARGEST = 4  # rows and columns; of larger examples, the whole board is shown
_CELL, _EDGE = 20, 3
_LINES = 0.02, 0.05  # widths of thin and thick lines, in cells


def tile(example: Sequence[Constraint]) -> str:
    """The picture of the first rule of an example in SVG; empty if the rule draws nothing."""
    shapes = shapes_of_rules(example[:1])
    layout = Layout(example[0].board, shapes, cell=_CELL)
    window = _window(layout, shapes)
    if window is None:
        return ""
    column, row, side = window
    left, top = layout.at(column, row)
    drawn = (*rules.beneath(layout), *scene.lines(layout, "thin", _LINES), *rules.above(layout))
    size = side * _CELL + 2 * _EDGE
    view = f"{left - _EDGE:g} {top - _EDGE:g} {size:g} {size:g}"
    body = "".join(elements(drawn, themed=True))
    return f'<svg viewBox="{view}" text-anchor="middle" aria-hidden="true">{body}</svg>'


def _window(layout: Layout, shapes: Sequence[Shape]) -> tuple[int, int, int] | None:
    """The column, the row and the side of the part of a board that shows shapes, in cells."""
    board = layout.board
    shown = shapes[:1] if shapes and isinstance(shapes[0], Mark) else shapes
    cells = {cell for shape in shown for cell in cells_of_shape(shape) if cell < len(board)}
    if not cells:
        return None
    rows, columns = zip(*(board.positions[cell] for cell in cells), strict=True)
    if isinstance(shapes[0], Clue):
        row, column = board.positions[shapes[0].cells[0]]
        return column - 1, row - 1, 3
    side = max(max(rows) - min(rows), max(columns) - min(columns)) + 1
    if side > LARGEST:
        return 0, 0, max(board.width, board.height)
    return min(columns), min(rows), side
