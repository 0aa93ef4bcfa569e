"""The board of a ``sudoku-puzzle``: which of its rules are houses, and how ours are written."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.board_words import words_of
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.variables import Position
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.formats.links.regions import board_with
from cpsudoku.formats.links.unsaid import refusal
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

NAME = "sudoku-puzzle"
HOUSES = ("grid", "box_grid", "box", "row", "column")


def board_of_document(document: JsonPlace, rules: Sequence[JsonPlace]) -> Board:
    """The board of a document. Raises InputError for houses that no board of cpsudoku has."""
    height, width = (document["board"][key].whole() for key in ("rows", "cols"))
    size = document["digits"].whole()
    givens = document["givens"].items()
    if not (1 <= height * width <= 10_000) or len(givens) != height * width:
        raise document["givens"].wrong(
            worded(
                "{count} values; needed are {height}x{width}",
                count=len(givens),
                height=height,
                width=width,
            )
        )
    holes = {number for number, each in enumerate(givens) if each.value is None}
    grids = [each for each in rules if each["type"].value in ("grid", "box_grid")]
    others = [each for each in rules if each["type"].value in ("box", "row", "column")]
    if not grids:
        raise document["rules"].wrong(worded("a board without a grid or box_grid is not supported"))
    boxes = {_box_of(each, size) for each in grids}
    if len(grids) > 1:
        box = boxes.pop() if len(boxes) == 1 else None
        if others or box is None:
            raise document["rules"].wrong(worded("grids with other houses are not supported"))
        board = Board.of_grids([_corner_of(each) for each in grids], box)
    elif holes or (height, width) != (size, size) or _corner_of(grids[0]) != (0, 0):
        raise document["board"].wrong(
            worded("it is not a board of {size}x{size} cells without holes", size=size)
        )
    else:
        board = _square(size, boxes.pop(), others)
    if len(board) != len(givens) - len(holes) or any(
        divmod(number, width) not in board.cell_at
        for number in range(len(givens))
        if number not in holes
    ):
        raise document["givens"].wrong(worded("its cells are not those of its grids"))
    return board


def _square(size: int, box: Position | None, others: Sequence[JsonPlace]) -> Board:
    """A square board of one grid, with regions if the document lists them."""
    if box is not None:
        if others:
            raise others[0].wrong(worded("houses beside those of a box_grid are not supported"))
        return Board.boxes(*box)
    plain = Board.without_boxes(size)
    regions = []
    for each in others:
        if each["type"].value != "box":
            raise each.wrong(worded("a row or column besides those of the grid is not supported"))
        cells = [plain.cell_named(_text(cell)) for cell in each["cells"].items()]
        regions.append(cells)
    return board_with(size, size, size, regions) if regions else plain


def _box_of(place: JsonPlace, size: int) -> Position | None:
    if place["type"].value == "grid":
        return None
    sides = [each.whole() for each in place["box"].items()]
    if len(sides) != 2 or min(sides) < 1 or sides[0] * sides[1] != size:
        raise place["box"].not_allowed(worded("the two sides of a box of {size} cells", size=size))
    return sides[0], sides[1]


def _corner_of(place: JsonPlace) -> Position:
    """The row and column of an origin, from 0."""
    text = _text(place["origin"])
    row, _, column = text.lower().removeprefix("r").partition("c")
    if not (row.isdecimal() and column.isdecimal() and int(row) and int(column)):
        raise place["origin"].not_allowed(worded("a cell such as r1c1"))
    return int(row) - 1, int(column) - 1


def _text(place: JsonPlace) -> str:
    if not isinstance(place.value, str) or len(place.value) > 12:
        raise place.not_allowed(worded("a cell such as r1c1"))
    return place.value


def houses_of(puzzle: Puzzle) -> list[JsonObject]:
    """The rules that are the houses of a board; raises Unsupported."""
    board = puzzle.board.without_layers
    words = words_of(board) if board.lowest == 1 else None
    box = board.box_shape
    if words is not None and words.grids:
        sides = words.boxes or (3, 3)
        return [
            {"type": "box_grid", "origin": f"r{r + 1}c{c + 1}", "box": list(sides)}
            for r, c in words.grids
        ]
    if words is None or not board.is_square:
        raise refusal(puzzle, NAME, worded("a board of this shape"))
    if box is not None:
        return [{"type": "box_grid", "origin": "r1c1", "box": list(box)}]
    regions = [house for house in board.houses if house.kind == "box"]
    if len(regions) not in (0, board.size):
        raise refusal(puzzle, NAME, worded("a board of this shape"))
    return [
        {"type": "grid", "origin": "r1c1"},
        *(
            {"type": "box", "cells": [board.cell_name(cell) for cell in house.cells]}
            for house in regions
        ),
    ]
