"""The grid of f-puzzles: its size, cells and regions, and how many clues it can have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.sizes import BOXES, LARGEST, sizes_allowed
from cpsudoku.core.variables import Position
from cpsudoku.formats.links.json_place import whole_number
from cpsudoku.formats.links.regions import board_with
from cpsudoku.runtime.errors import InputError, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.plural import plural

CLUES_PER_CELL = 5  # a dot on every edge makes fewer than 2
LEAST_BOUND = 200
_CELL = re.compile(r"\s*[rR](\d{1,2})[cC](\d{1,2})\s*")


def place_named(cell: object) -> Position | None:
    """The row and column of a cell such as R1C1, from 0. They may be outside the grid."""
    match = _CELL.fullmatch(cell) if isinstance(cell, str) else None
    return None if match is None else (int(match[1]) - 1, int(match[2]) - 1)


def names_of(board: Board, cells: Sequence[int]) -> list[str]:
    """Cells as f-puzzles names them: ``R1C1``."""
    return [board.cell_name(cell).upper() for cell in cells]


def size_of(data: JsonObject) -> int:
    """The size; raises InputError."""
    size = whole_number(data.get("size"))
    if size is None or not 1 <= size <= LARGEST:
        raise InputError(
            "the size is {found}; {sizes_allowed}",
            found=quoted(data.get("size")),
            sizes_allowed=sizes_allowed(),
        )
    return size


def rows_of_objects(data: JsonObject, size: int) -> list[JsonObject]:
    """The objects of all cells."""
    rows = data.get("grid")
    if not isinstance(rows, list) or len(rows) != size:
        count = len(rows) if isinstance(rows, list) else "no"
        raise InputError(
            "the grid has {count} rows; a puzzle of size {size} needs {size}",
            count=count,
            size=size,
        )
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != size:
            count = len(row) if isinstance(row, list) else "no"
            raise InputError(
                "row {number} of the grid has {count} cells; it needs {size}",
                number=number,
                count=count,
                size=size,
            )
        if not all(isinstance(cell, dict) for cell in row):
            raise InputError(
                "row {number} of the grid has a cell that is not an object", number=number
            )
    return [cell for row in rows for cell in row]


def usual_regions(size: int) -> list[int]:
    """The region of each cell if the file does not name one: its box, or its row."""
    down, across = BOXES.get(size, (1, size))
    return [r // down * (size // across) + c // across for r in range(size) for c in range(size)]


def board_of_rows(cells: list[JsonObject], size: int) -> Board:
    """The board with the boxes or regions of the cells."""
    regions = list(usual_regions(size))
    for number, cell in enumerate(cells):
        if "region" in cell:
            region = cell["region"]
            if region is not None and whole_number(region) is None:
                name = f"r{number // size + 1}c{number % size + 1}"
                raise InputError(
                    "{name}: the region is {region}, not a number or null",
                    name=name,
                    region=quoted(region),
                )
            regions[number] = -1 if region is None else int(region)
    members: dict[int, list[int]] = {}
    for number, region in enumerate(regions):
        if region >= 0:
            members.setdefault(region, []).append(number)
    for region, inside in members.items():
        if len(inside) != size:
            raise InputError(
                "region {region} has {cells}; it needs {size}",
                region=region,
                cells=plural(len(inside), "cell"),
                size=size,
            )
    are_rows = all(len({cell // size for cell in inside}) == 1 for inside in members.values())
    return board_with(size, size, size, [] if are_rows else list(members.values()))


def clues_allowed(cells: int) -> int:
    """More clues than any puzzle with so many cells has."""
    return max(LEAST_BOUND, CLUES_PER_CELL * cells)


def refuse_many(data: JsonObject, keys: Iterable[str], cells: int) -> None:
    """Raise InputError if these keys together have more clues than any puzzle has."""
    most = clues_allowed(cells)
    count = 0
    for key in keys:
        clues = data.get(key)
        if not isinstance(clues, list):
            continue
        lines = [clue.get("lines") for clue in clues if isinstance(clue, dict)]
        count += len(clues) + sum(len(each) - 1 for each in lines if isinstance(each, list))
    if count > most:
        raise InputError(
            "it has {count} clues; at most {most} are read", count=f"{count:,}", most=f"{most:,}"
        )
