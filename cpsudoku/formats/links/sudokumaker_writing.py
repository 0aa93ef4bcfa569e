"""Writes the JSON of SudokuMaker. Errors name the rules that it can't express.

Each method of ``_Writing`` that ``_WRITERS`` names returns the constraint for one rule. Constraints
of one type that follow each other are merged. ``sudokumaker_rules`` describes the numbers of edges
and of places outside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.links.outside import DIAGONAL, STRAIGHT, Place, places_that_see
from cpsudoku.formats.links.spoken import SPOKEN, with_sentences
from cpsudoku.formats.links.sudokumaker_reading import board_of
from cpsudoku.formats.links.sudokumaker_rules import REGIONS, ROWS_AND_COLUMNS
from cpsudoku.formats.links.sudokumaker_styles import STYLES
from cpsudoku.formats.links.unsaid import Unsaid, refused, refused_rule
from cpsudoku.runtime.errors import BadShape

Data = dict[str, Any]
NAME, VERSION = "sudokumaker", "1.5.0"
_GIVENS = 0
_MERGED = ("lines", "thermometers", "cages", "clues", "bulbsWithArrows")  # lists of clues


def document_of(result: Result) -> Data:
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
    said = [rule for rule in puzzle.constraints if rule.name in SPOKEN]
    data["comment"] = with_sentences(data["comment"], said)
    for rule in puzzle.constraints:
        if rule in said:
            continue
        try:
            _add(data["constraints"], _constraints(rule, puzzle))
        except Unsaid as reason:
            raise refused_rule(puzzle, NAME, rule, reason) from None
    return {"formatVersion": VERSION, "puzzle": data}


def _board(puzzle: Puzzle) -> Data:
    """The object of the board; raises Unsupported unless it reads as the same board."""
    board, info = puzzle.board, dict(puzzle.info)
    texts = {"name": puzzle.label, "author": info.get("author"), "comment": info.get("rules")}
    data: Data = {key: text or "" for key, text in texts.items()}
    height, width = board.height, board.width
    is_sudoku = height == width == board.size
    if not is_sudoku:
        data |= {"type": "custom", "width": width, "height": height}
    elif board.size != 9:
        data["size"] = board.size
    if not is_sudoku or (board.size, board.lowest) != (9, 1):
        data |= {"minDigit": board.values[0], "maxDigit": board.values[-1]}
    data["cells"] = [{} for _ in board.positions]
    data["constraints"] = [{"type": _GIVENS}]
    if not is_sudoku and any(house.kind == "row" for house in (*board.houses, *board.groups)):
        data["constraints"].append({"type": ROWS_AND_COLUMNS})
    if max(board.box_of) >= 0:
        regions = [number if number >= 0 else None for number in board.box_of]
        data["constraints"].append({"type": REGIONS, "regions": regions})
    if len(board) != height * width or not _reads_as(data, board):
        raise refused(puzzle, NAME, "a board of this shape")
    return data


def _reads_as(data: Data, board: Board) -> bool:
    """Whether the object describes the board. It never does if the board is of several grids."""
    try:
        return board_of(data, {}) == board
    except BadShape:
        return False


def _add(constraints: list[Data], found: Sequence[Data]) -> None:
    """Add constraints. The clues of the type of the last one are added to it."""
    for each in found:
        last = constraints[-1]
        key = next((key for key in _MERGED if key in each), None)
        same = {name: value for name, value in each.items() if name != key}
        if key and same == {name: value for name, value in last.items() if name != key}:
            last[key] += each[key]
        else:
            constraints.append(each)


def _constraints(rule: Constraint, puzzle: Puzzle) -> Sequence[Data]:
    """The constraints of a rule; raises Unsaid."""
    writer = _WRITERS.get(rule.name)
    if writer is None:
        raise Unsaid
    return [
        data | ({"style": STYLES[data["type"]]} if data["type"] in STYLES else {})
        for data in writer(rule, puzzle)
    ]


Writer = Callable[[Any, Puzzle], list[Data]]


def _whole(number: int) -> Writer:
    """A constraint without clues."""
    return lambda rule, puzzle: [{"type": number}]


def _cells(number: int, attribute: str = "cells") -> Writer:
    """A constraint with a list of cells."""
    return lambda rule, puzzle: [{"type": number, "cells": list(getattr(rule, attribute))}]


def _lines(number: int, key: str = "lines", **more: Any) -> Writer:
    """A constraint with lists of cells."""
    return lambda rule, puzzle: [{"type": number, **more, key: [list(rule.cells)]}]


def _diagonals(rule: Any, _: Puzzle) -> list[Data]:
    which = {"falling": [10], "rising": [11], "both": [11, 10]}
    return [{"type": number} for number in which[rule.which]]


def _non_consecutive(rule: Any, puzzle: Puzzle) -> list[Data]:
    if rule.where == "everywhere" and any(each.name in _DOTS for each in puzzle.constraints):
        raise Unsaid("that ignores dots")
    return [{"type": 15}]


def _edge(rule: Any) -> int:
    """The number of the edge between two cells."""
    first, second = sorted(rule.cells)
    (r, c), width = rule.board.row_column(first), int(rule.board.width)
    return 2 * width * int(r) + int(c + 1 if second == first + 1 else width + c)


_DOTS = {"white": 200, "black": 201}
_MARKS = {**_DOTS, "xv": 202}
_OVERRIDES = {200: "overrideNegativeRatios", 201: "overrideNegativeDifferences"}


def _marks(name: str, **clues: Any) -> Data:
    """The constraint for a kind of marks."""
    number = _MARKS[name]
    override = {_OVERRIDES[number]: True} if number in _OVERRIDES else {}
    return {"type": number, "clues": [], "negative": [], **override, **clues}


def _mark(rule: Any, _: Puzzle) -> list[Data]:
    if rule.name == "xv" and rule.number not in rule.usual:
        raise Unsaid(f"with the sum {rule.number}")
    return [_marks(rule.name, clues=[{"value": rule.number, "edge": _edge(rule)}])]


def _negative(rule: Any, _: Puzzle) -> list[Data]:
    for ban in rule.bans:
        if ban.mark == "xv" and set(ban.numbers) != {5, 10}:
            raise Unsaid("with other sums than 5 and 10")
    return [_marks(ban.mark, negative=list(ban.numbers)) for ban in rule.bans]


def _cage(rule: Any, _: Puzzle) -> list[Data]:
    if rule.sum == 0:
        raise Unsaid("with the sum 0")
    return [{"type": 301, "cages": [{"cells": list(rule.cells), "value": rule.sum or 0}]}]


def _windows(rule: Any, _: Puzzle) -> list[Data]:
    return [{"type": 305, "cells": list(house.cells)} for house in rule.houses()]


def _clone(rule: Any, _: Puzzle) -> list[Data]:
    if rule.order == "any-order":
        raise Unsaid("in any order")
    return [{"type": 302, "groups": [list(twins) for twins in zip(*rule.groups, strict=True)]}]


def _quadruple(rule: Any, _: Puzzle) -> list[Data]:
    board = rule.board
    r, c = map(max, zip(*map(board.row_column, rule.cells), strict=True))
    places = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)]
    if sorted(rule.cells) != [board.cell_at.get(place) for place in places]:
        raise Unsaid("with cells that are not around a corner")
    clue = {"corner": (board.width + 1) * r + c, "digits": list(rule.values)}
    return [{"type": 303, "clues": [clue]}]


def _whispers(rule: Any, _: Puzzle) -> list[Data]:
    return [{"type": 401, "minDifference": rule.least, "lines": [list(rule.cells)]}]


def _lockout(rule: Any, _: Puzzle) -> list[Data]:
    if rule.least != rule.board.size // 2:
        raise Unsaid(f"with the difference {rule.least}")
    return [{"type": 407, "lines": [list(rule.cells)]}]


def _turns(rule: Any, _: Puzzle) -> list[Data]:
    masks: dict[int, int] = {}
    for value in rule.board.values:
        kind = rule.class_of(value)
        masks[kind] = masks.get(kind, 0) | 1 << value
    if len(masks) != rule.period:
        raise Unsaid(f"with fewer than {rule.period} kinds of digits")
    return [{"type": 406, "groups": list(masks.values()), "lines": [list(rule.cells)]}]


def _arrow(rule: Any, _: Puzzle) -> list[Data]:
    circle, line = list(rule.circle), list(rule.line)
    if set(circle) & set(line):
        raise Unsaid("whose line returns to its circle")
    bulb = {"bulbCells": circle[::-1], "arrows": [[rule.start, *line]]}
    return [{"type": 408, "bulbsWithArrows": [bulb]}]


def _place(rule: Any, steps: Sequence[Place]) -> tuple[int, Place]:
    """The number of the place outside that sees the cells of a rule, and the step from there."""
    for (r, c), step in places_that_see(rule.board, rule.cells, steps):
        return (rule.board.width + 2) * (r + 1) + c + 1, step
    raise Unsaid("with cells that are not seen from outside the grid")


def _outside(number: int) -> Writer:
    """A constraint with a clue outside the grid."""

    def write(rule: Any, _: Puzzle) -> list[Data]:
        place, _step = _place(rule, STRAIGHT)
        return [{"type": number, "clues": [{"value": rule.clue, "outerCell": place}]}]

    return write


def _little_killer(rule: Any, _: Puzzle) -> list[Data]:
    if not rule.clue:
        raise Unsaid("with the sum 0")
    place, (down, across) = _place(rule, DIAGONAL)
    clue = {"value": rule.clue, "outerCell": place, "diagonal": -1 if down == across else 1}
    return [{"type": 500, "clues": [clue]}]


_WRITERS: dict[str, Writer] = {
    "region": _cells(305),
    "diagonals": _diagonals,
    "windows": _windows,
    "disjoint-groups": _whole(14),
    "anti-knight": _whole(13),
    "anti-king": _whole(12),
    "non-consecutive": _non_consecutive,
    "killer": _cage,
    "clone": _clone,
    "white": _mark,
    "black": _mark,
    "xv": _mark,
    "negative": _negative,
    "thermo": _lines(300, "thermometers", slow=False),
    "slow-thermo": _lines(300, "thermometers", slow=True),
    "arrow": _arrow,
    "double-arrow": _lines(409),
    "region-sum": _lines(404, singleRegionTotals=False),
    "palindrome": _lines(402),
    "renban": _lines(400),
    "whispers": _whispers,
    "between": _lines(403),
    "lockout": _lockout,
    "sequence": _lines(405),
    "entropic": _turns,
    "modular": _turns,
    "quadruple": _quadruple,
    "row-indexer": _cells(600, "indexers"),
    "column-indexer": _cells(601, "indexers"),
    "counting-circles": _cells(306),
    "odd": _cells(101),
    "even": _cells(100),
    "minimum": _cells(103, "at"),
    "maximum": _cells(102, "at"),
    "little-killer": _little_killer,
    "sandwich": _outside(501),
    "x-sum": _outside(502),
    "skyscraper": _outside(503),
    "numbered-room": _outside(504),
}
