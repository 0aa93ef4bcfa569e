"""Reads the JSON of SudokuMaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cpsudoku.core.board import Board, House
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.links.f_puzzles_grid import clues_allowed
from cpsudoku.formats.links.spoken import changed_sentences, rules_said
from cpsudoku.formats.links.sudokumaker_clues import REGIONS, ROWS_AND_COLUMNS, lines_of
from cpsudoku.formats.links.sudokumaker_element import (
    Data,
    SudokuMakerElement,
    as_object,
    listed,
    whole,
)
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.printable import encodable
from cpsudoku.runtime.remarks import remark

_MOST_CONSTRAINTS = 5_000
_MOST_CELLS = 5_000


def puzzle_of_sudokumaker(value: Any, source: Source = Source()) -> Puzzle:
    """The puzzle of an object with ``formatVersion`` and ``puzzle``; raises InputError."""
    try:
        return _puzzle(as_object(as_object(value, "file").get("puzzle"), "puzzle"), source)
    except InputError as error:
        raise InputError(error.problem, source) from None


def _puzzle(data: Data, source: Source) -> Puzzle:
    named: dict[str, None] = {}
    cells, constraints = _cells(data), _active(data)
    board = board_of(data, len(cells), constraints, named)
    givens, answer = _grids(cells, board, source, named)
    lines: list[str] = []
    for each in constraints:
        element = SudokuMakerElement(each, board)
        for line in lines_of(element):
            if len(lines) >= clues_allowed(len(board)):
                raise InputError(f"it has more than {clues_allowed(len(board)):,} clues")
            lines.append(line)
        named |= dict.fromkeys(map(encodable, element.named))
    words, said = rules_said(encodable(str(data.get("comment") or "")), board)
    named |= {f"sentence {quoted(text)}": None for text in changed_sentences(words)}
    puzzle = Puzzle(
        givens,
        source=source,
        label=encodable(str(data.get("name") or "")),
        info=tuple(
            (name, text)
            for name, text in (
                ("author", encodable(str(data.get("author") or ""))),
                ("rules", words),
            )
            if text
        ),
        answer=answer,
        uninterpreted=tuple(named),
    )
    puzzle = puzzle.with_rules(*lines)
    return replace(puzzle, constraints=(*puzzle.constraints, *said))


def _active(data: Data) -> list[Data]:
    """The constraints that are not disabled."""
    constraints = listed(data.get("constraints") or [], "constraints")
    if len(constraints) > _MOST_CONSTRAINTS:
        raise InputError(f"it has more than {_MOST_CONSTRAINTS:,} constraints")
    found = [as_object(each, "constraints") for each in constraints]
    return [each for each in found if each.get("disabled") is not True]


def _cells(data: Data) -> list[Data]:
    """The cells. An empty one may be null."""
    return [as_object(each or {}, "cells") for each in listed(data.get("cells"), "cells")]


def _grids(
    cells: Sequence[Data], board: Board, source: Source, named: dict[str, None]
) -> tuple[Grid, Grid | None]:
    """The givens, and the solution if the other cells are filled as well."""
    least = board.lowest - 1
    givens, filled = bytearray(len(cells)), bytearray(len(cells))
    for number, cell in enumerate(cells):
        value = cell.get("value")
        if value is not None:
            if value not in board.values:
                digits = f"{board.values[0]}-{board.values[-1]}"
                raise InputError(f"{board.cell_name(number)} has {value}, not {digits}")
            filled[number] = value - least
            givens[number] = filled[number] if cell.get("given") else 0
        elif cell.get("given") and cell.get("candidates"):
            named["candidates that are given"] = None
    entered = sum(one != other for one, other in zip(givens, filled, strict=True))
    is_complete = entered and all(filled)
    if entered and not is_complete:
        count = plural(entered, "cell")
        remark(f"{source}: entries that are not given, in {count}, are left out")
    return Grid(bytes(givens), board), Grid(bytes(filled), board) if is_complete else None


def board_of(data: Data, count: int, constraints: Sequence[Data], named: dict[str, None]) -> Board:
    """The board of so many cells: rows, columns, and the regions of the constraint of type 1.

    What is not interpreted is added to ``named``.
    """
    height, width = _shape(data, count)
    low = whole(data.get("minDigit", 1), "minDigit")
    digits = whole(data.get("maxDigit", low + max(height, width) - 1), "maxDigit") - low + 1
    areas = [each for each in constraints if each.get("type") == ROWS_AND_COLUMNS]
    has_lines = data.get("type", "sudoku") == "sudoku" or bool(areas)
    if any(each.get("areas") for each in areas):
        has_lines = False
        named["rows and columns of areas"] = None
    regions: list[Any] = next(
        (
            listed(each.get("regions"), "regions")
            for each in constraints
            if each.get("type") == REGIONS
        ),
        [],
    )
    members: dict[int, list[int]] = {}
    for cell, number in enumerate(regions[:count]):
        if isinstance(number, int) and number >= 0:
            members.setdefault(number, []).append(cell)
    boxes = list(members.values())
    if has_lines and height == width == digits:
        if not boxes:
            return Board.without_boxes(digits).with_lowest(low)
        if len(boxes) == digits and all(len(box) == digits for box in boxes):
            drawn = [regions[r * width :][:width] for r in range(height)]
            return Board.jigsaw(drawn).with_lowest(low)
    elif has_lines and max(height, width) <= digits:
        box = _box(boxes, height, width)
        if box is not None or not boxes:
            return Board.rectangle(height, width, digits, box, low)
    return _irregular(height, width, digits, boxes, has_lines, low)


def _shape(data: Data, count: int) -> tuple[int, int]:
    """The rows and columns; raises InputError."""
    size = data.get("size") if isinstance(data.get("size"), int) else None
    width = whole(data.get("width") or size or round(count**0.5), "width")
    if not width or count % width or count > _MOST_CELLS:
        raise InputError(f"{count} cells do not make rows of {width}")
    return count // width, width


def _box(regions: list[list[int]], height: int, width: int) -> tuple[int, int] | None:
    """The rows and columns of the regions if these are boxes that fill the grid."""
    for down in range(1, height + 1):
        across = len(regions[0]) // down if regions else 0
        if across and height % down == 0 and width % across == 0:
            corners = [
                r * width + c for r in range(0, height, down) for c in range(0, width, across)
            ]
            inside = [r * width + c for r in range(down) for c in range(across)]
            if regions == [[corner + each for each in inside] for corner in corners]:
                return down, across
    return None


def _irregular(
    height: int, width: int, digits: int, boxes: list[list[int]], has_lines: bool, low: int
) -> Board:
    """A board with any regions, with or without rows and columns."""
    count = height * width
    houses = [House(f"region {n}", tuple(box), "box") for n, box in enumerate(boxes, 1)]
    if has_lines:
        rows = [tuple(range(r * width, (r + 1) * width)) for r in range(height)]
        columns = [tuple(range(c, count, width)) for c in range(width)]
        houses = [
            *(House(f"row {n}", row, "row") for n, row in enumerate(rows, 1)),
            *(House(f"column {n}", column, "column") for n, column in enumerate(columns, 1)),
            *houses,
        ]
    return Board(
        tuple(divmod(cell, width) for cell in range(count)),
        digits,
        tuple(house for house in houses if len(house.cells) == digits),
        tuple(house for house in houses if len(house.cells) != digits and len(house.cells) > 1),
        low,
    )
