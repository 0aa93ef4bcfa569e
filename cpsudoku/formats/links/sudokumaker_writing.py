"""Writes the JSON of SudokuMaker. Errors name the rules that it can't express."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.formats.links.spoken import with_sentences, write_rules
from cpsudoku.formats.links.sudokumaker_clues import (
    GIVENS,
    REGIONS,
    ROWS_AND_COLUMNS,
    constraints_of,
)
from cpsudoku.formats.links.sudokumaker_reading import board_of_constraints
from cpsudoku.formats.links.unsaid import refusal
from cpsudoku.runtime.errors import BadShape
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.words import worded

NAME, VERSION = "sudokumaker", "1.5.0"
_MERGED = ("lines", "thermometers", "cages", "clues", "bulbsWithArrows")  # lists of clues


def document_of(result: Result) -> JsonObject:
    """The object of a puzzle, with its solution if one is known; raises Unsupported."""
    puzzle = result.puzzle
    if puzzle is None:
        raise ValueError("a result without a puzzle")
    solution = result.verdict.solution if result.verdict is not None else None
    data = _board(puzzle)
    known = solution or puzzle.answer
    above = puzzle.board.lowest - 1
    for cell, given in enumerate(puzzle.givens.cells):
        if given:
            data["cells"][cell] = {"given": True, "value": given + above}
        elif known is not None:
            data["cells"][cell] = {"value": known[cell] + above}
    said = list[Constraint]()
    write_rules(
        puzzle,
        NAME,
        lambda rule: _add(data["constraints"], constraints_of(rule, puzzle)),
        said.append,
    )
    data["comment"] = with_sentences(data["comment"], said)
    return {"formatVersion": VERSION, "puzzle": data}


def _board(puzzle: Puzzle) -> JsonObject:
    """The object of the board; raises Unsupported unless it reads as the same board."""
    board, info = puzzle.board, dict(puzzle.info)
    texts = {"name": puzzle.label, "author": info.get("author"), "comment": info.get("rules")}
    data: JsonObject = {key: text or "" for key, text in texts.items()}
    height, width = board.height, board.width
    is_sudoku = height == width == board.size
    if not is_sudoku:
        data |= {"type": "custom", "width": width, "height": height}
    elif board.size != 9:
        data["size"] = board.size
    if not is_sudoku or (board.size, board.lowest) != (9, 1):
        data |= {"minDigit": board.values[0], "maxDigit": board.values[-1]}
    data["cells"] = [{} for _ in board.positions]
    data["constraints"] = [{"type": GIVENS}]
    if not is_sudoku and any(house.kind == "row" for house in (*board.houses, *board.groups)):
        data["constraints"].append({"type": ROWS_AND_COLUMNS})
    if max(board.box_of) >= 0:
        regions = [number if number >= 0 else None for number in board.box_of]
        data["constraints"].append({"type": REGIONS, "regions": regions})
    if len(board) != height * width or not _reads_as(data, board):
        raise refusal(puzzle, NAME, worded("a board of this shape"))
    return data


def _reads_as(data: JsonObject, board: Board) -> bool:
    """Whether the object describes the board. It never does if the board is of several grids."""
    try:
        place = JsonPlace(data)
        items = place["constraints"].items()
        return board_of_constraints(place, len(board), items, {}) == board.without_layers
    except BadShape:
        return False


def _add(constraints: list[JsonObject], found: Sequence[JsonObject]) -> None:
    """Add constraints. The clues of the type of the last one are added to it."""
    for each in found:
        last = constraints[-1]
        key = next((key for key in _MERGED if key in each), None)
        same = {name: value for name, value in each.items() if name != key}
        if key and same == {name: value for name, value in last.items() if name != key}:
            last[key] += each[key]
        else:
            constraints.append(each)
