"""Drawings of f-puzzles for rules that it has no clue for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint, shapes
from cpsudoku.formats.links.f_puzzles_grid import names_of
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.scene.inks import INKS, pale, strong
from cpsudoku.scene.outside import clues_by_place

_INK = "#000000"
_SIGNS = {(0, 1): ">", (0, -1): "<", (1, 0): "\u2228", (-1, 0): "\u2227"}  # to the lesser digit
_Drawn = Iterator[tuple[str, JsonObject]]  # each with its key


def drawings_of(rule: Constraint) -> _Drawn:
    """The drawings of a rule, each with its key. Heads of arrows are not drawn."""
    for shape in rule.drawing():
        if type(shape) in _DRAWN:
            yield from _DRAWN[type(shape)](rule.board, shape)


def without_drawings(data: JsonObject, rules: Sequence[Constraint]) -> JsonObject:
    """An object of f-puzzles without the drawings that these rules have."""
    drawn = [each for rule in rules for each in drawings_of(rule)]
    found = dict(data)
    for key in {key for key, _ in drawn}:
        ours = [drawing for name, drawing in drawn if name == key]
        listed = data.get(key)
        found[key] = (
            [each for each in listed if each not in ours] if isinstance(listed, list) else listed
        )
    return found


def _line(board: Board, shape: shapes.Line) -> _Drawn:
    ink = INKS[strong(shape.color) if shape.thin else pale(shape.color)][0]
    width = 0.1 if shape.thin else 0.26
    yield "line", {"lines": [names_of(board, shape.cells)], "outlineC": ink, "width": width}
    for end, cell in ((shape.start, shape.cells[0]), (shape.end, shape.cells[-1])):
        if end == "diamond":
            yield "rectangle", {**_round(board, (cell,), 0.6, "paper", shape.color), "angle": 45}
        elif end == "bulb":
            yield "circle", _round(board, (cell,), 0.76, pale(shape.color), shape.color)
        elif end in ("circle", "target", "ring"):
            yield "circle", _round(board, (cell,), 0.8, "paper", shape.color)
    if shape.text:
        yield "text", _text(names_of(board, shape.cells[:2]), shape.text, 0.25)


def _sign(board: Board, shape: shapes.Sign) -> _Drawn:
    (r, c), (row, column) = map(board.row_column, shape.cells)
    turned = _SIGNS[row - r, column - c] if shape.text == ">" else shape.text
    yield "text", _text(names_of(board, shape.cells), turned)


def _clue(board: Board, shape: shapes.Clue) -> _Drawn:
    ((r, c),) = clues_by_place(board, [shape])
    yield "text", _text([f"R{r + 1}C{c + 1}"], shape.text)


def _outline(board: Board, shape: shapes.Outline) -> _Drawn:
    ink = INKS["cage" if shape.color == "cage" else strong(shape.color)][0]
    cells = names_of(board, shape.cells)
    yield "cage", {"cells": cells, "outlineC": ink, "fontC": _INK, "value": shape.text}


def _shade(board: Board, shape: shapes.Shade) -> _Drawn:
    for cell in shape.cells:
        yield "rectangle", _round(board, (cell,), 1.0, pale(shape.color), "")


def _mark(board: Board, shape: shapes.Mark) -> _Drawn:
    if shape.shape == "square":
        yield "rectangle", _round(board, (shape.cell,), 0.7, "pale-grey", "grey")
    elif shape.shape == "double":
        yield "circle", _round(board, (shape.cell,), 0.86, "pale-yellow", "yellow")
        yield "circle", _round(board, (shape.cell,), 0.7, "pale-yellow", "yellow")
    else:
        yield "circle", _round(board, (shape.cell,), 0.8, "pale-grey", "grey")


def _dot(board: Board, shape: shapes.Dot) -> _Drawn:
    size = 0.3 if len(shape.cells) == 2 else 0.5
    dot = _round(board, shape.cells, size, shape.color, "black")
    yield "circle", {**dot, "value": shape.text, "fontC": INKS[f"on-{shape.color}"][0]}


def _pill(board: Board, shape: shapes.Pill) -> _Drawn:
    rows, columns = zip(*map(board.row_column, shape.cells), strict=True)
    frame = _round(board, shape.cells, 0.8, "paper", "grey")
    wide, high = max(columns) - min(columns), max(rows) - min(rows)
    yield "circle", {**frame, "width": wide + 0.8, "height": high + 0.8}


_DRAWN: dict[type, Callable[[Board, Any], _Drawn]] = {
    shapes.Line: _line,
    shapes.Sign: _sign,
    shapes.Clue: _clue,
    shapes.Outline: _outline,
    shapes.Shade: _shade,
    shapes.Mark: _mark,
    shapes.Dot: _dot,
    shapes.Pill: _pill,
}


def _text(cells: list[str], text: str, size: float = 0.5) -> JsonObject:
    return {"cells": cells, "value": text, "fontC": _INK, "size": size}


def _round(board: Board, cells: Sequence[int], size: float, fill: str, color: str) -> JsonObject:
    """A circle or rectangle in the middle of cells, without an outline if no colour is given."""
    outline = INKS[strong(color) if color else fill][0]
    frame = {"cells": names_of(board, cells), "baseC": INKS[fill][0], "outlineC": outline}
    return {**frame, "width": size, "height": size}
