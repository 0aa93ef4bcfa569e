"""Drawings of f-puzzles for rules that it has no clue for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.core.constraints import Constraint, shapes
from cpsudoku.formats.links.f_puzzles_grid import Data, names_of

_INK = "#000000"
_COLOURS = {"blue": "#6699FF", "purple": "#B266FF"}
_SIGNS = {(0, 1): ">", (0, -1): "<", (1, 0): "\u2228", (-1, 0): "\u2227"}  # to the lesser digit


def drawings_of(rule: Constraint) -> Iterator[tuple[str, Data]]:
    """The drawings of a rule, each with its key: lines, signs between cells, texts outside."""
    board = rule.board
    for shape in rule.drawing():
        if isinstance(shape, shapes.Line):
            colour = _COLOURS.get(shape.color, _INK)
            yield (
                "line",
                {"lines": [names_of(board, shape.cells)], "outlineC": colour, "width": 0.1},
            )
        elif isinstance(shape, shapes.Sign):
            (r, c), (row, column) = map(board.row_column, shape.cells)
            yield "text", _text(names_of(board, shape.cells), _SIGNS[row - r, column - c])
        elif isinstance(shape, shapes.Clue):
            (r, c), (row, column) = map(board.row_column, shape.cells[:2])
            yield "text", _text([f"R{2 * r - row + 1}C{2 * c - column + 1}"], shape.text)


def without_drawings(data: Data, rules: Sequence[Constraint]) -> Data:
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


def _text(cells: list[str], text: str) -> Data:
    return {"cells": cells, "value": text, "fontC": _INK, "size": 0.5}
