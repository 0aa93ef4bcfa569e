"""``sudoku-puzzle``, version 1: puzzles in JSON, the exchange format of pencilmark, one per line.

It is read strictly: an unknown key or type of rule is an error. A rule that the format allows but
cpsudoku does not have is named as not interpreted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import CONSTRAINTS, Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.part_names import unknown_rule
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import BOXES, CANVAS, REGIONS, RULES, is_solution
from cpsudoku.formats.exchange.sudoku_puzzle_board import HOUSES, NAME, board_of_document, houses_of
from cpsudoku.formats.exchange.sudoku_puzzle_keys import COMMON, KEYS, KINDS, NEEDED, TOP
from cpsudoku.formats.exchange.sudoku_puzzle_rules import (
    entries_of_rule,
    forms_of,
    key_of,
    with_whole_rules,
)
from cpsudoku.formats.links.json_place import JsonPlace
from cpsudoku.formats.links.linked import LinkFormat
from cpsudoku.formats.links.spoken import write_rules
from cpsudoku.formats.links.zipped_json import value_of_json
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import encodable, json_safe, one_line
from cpsudoku.runtime.words import worded

_MARK = re.compile(r'\s*\{(?s:.*?)"format"\s*:\s*"sudoku-puzzle"')
_INFO = {"author": "author", "rules_text": "rules", "source": "source", "date": "date"}
_MOST = 2_000  # rules


class SudokuPuzzle(LinkFormat):
    """The format ``sudoku-puzzle``. The title is the label."""

    name = NAME
    title = "sudoku-puzzle, version 1: puzzles of pencilmark in JSON, one per line"
    suffixes: tuple[str, ...] = ()
    carries = frozenset((RULES, BOXES, REGIONS, CANVAS))
    writes = True

    def is_line(self, text: str) -> bool:
        """Whether it is an object that names the format."""
        return _MARK.match(text) is not None

    def of_object(self, text: str, source: Source) -> Puzzle:
        """The puzzle of an object; raises InputError, which names the path."""
        return puzzle_of_sudoku_puzzle(value_of_json(text), source)

    def text_of(self, result: Result) -> str:
        """The object, on one line."""
        if result.puzzle is None:
            return ""
        solution = result.grid if is_solution(result) else result.puzzle.answer
        data = data_of_sudoku_puzzle(result.puzzle, solution)
        return json_safe(json.dumps(data, ensure_ascii=False)) + "\n"


def puzzle_of_sudoku_puzzle(value: object, source: Source = Source()) -> Puzzle:
    """The puzzle of an object. Raises InputError, which names the path."""
    document = JsonPlace(value)
    _check(document)
    entries = document["rules"].objects()
    if len(entries) > _MOST:
        raise document["rules"].wrong(worded("it has more than {most} rules", most=f"{_MOST:,}"))
    for entry in entries:
        _check_rule(entry)
    board = board_of_document(document, entries)
    rules, left = _rules(entries, board)
    rules += _marked(document["candidates"], board)
    info = (
        {name: document["meta"].object().get(key) for key, name in _INFO.items()}
        if (document["meta"].value)
        else {}
    )
    title = document["meta"]["title"].value if document["meta"].value else None
    return Puzzle(
        _grid(document["givens"], board),
        tuple(rules),
        source=source,
        label=encodable(one_line(str(title or ""))),
        info=tuple((name, encodable(str(text))) for name, text in info.items() if text),
        answer=_grid(document["solution"], board) if document["solution"].value else None,
        uninterpreted=(*left, *(["ext"] if document["ext"].value else [])),
    )


def _check(document: JsonPlace) -> None:
    """Raise InputError for another format or version, and for keys that version 1 lacks."""
    if document["format"].value != NAME:
        raise document["format"].not_allowed(NAME)
    if document["format_version"].whole() != 1:
        raise document["format_version"].not_allowed(worded("1, the version that is read"))
    for key in document.object():
        if key not in TOP:
            raise document[key].wrong(worded("version 1 has no such key"))
    for key in NEEDED:
        if document[key].value is None:
            raise document[key].wrong(worded("it is missing"))


def _check_rule(place: JsonPlace) -> None:
    """Raise InputError for a type, a kind or a key that version 1 lacks."""
    kind = place["type"].value
    if not isinstance(kind, str) or kind not in KEYS:
        raise place["type"].not_allowed(worded("a type of rule of version 1"))
    needed, others = (set(keys.split()) for keys in KEYS[kind])
    for key in place.object():
        if key not in needed | others | COMMON:
            raise place[key].wrong(worded("a rule of type {kind} has no such key", kind=kind))
    for key in sorted(needed):
        if place[key].value is None:
            raise place[key].wrong(worded("it is missing"))
    named = place["kind"].value
    if named is not None and str(named) not in KINDS.get(kind, "").split():
        raise place["kind"].not_allowed(
            worded("one of {allowed}", allowed=", ".join(KINDS.get(kind, "").split()))
        )


def _rules(entries: Sequence[JsonPlace], board: Board) -> tuple[list[Constraint], list[str]]:
    """The rules of the entries, and the names of those that cpsudoku does not have."""
    rules, left = list[Constraint](), list[str]()
    for entry in entries:
        if entry["type"].value in HOUSES:
            continue
        forms = forms_of(entry, board)
        if forms is None:
            left.append(unknown_rule(key_of(entry)))
            continue
        for name, form in forms:
            try:
                rules.append(CONSTRAINTS[name].from_data(form, board))
            except InputError as error:
                raise entry.wrong(error.problem) from None
    return with_whole_rules(rules, board), list(dict.fromkeys(left))


def _marked(place: JsonPlace, board: Board) -> list[Constraint]:
    """The candidates of cells, each as a rule that allows only these digits."""
    found: list[Constraint] = []
    for cell in place.object() if place.value else ():
        form = {"cells": [cell], "values": place[cell].value}
        try:
            found.append(CONSTRAINTS["only"].from_data(form, board))
        except InputError as error:
            raise place[cell].wrong(error.problem) from None
    return found


def _grid(place: JsonPlace, board: Board) -> Grid:
    """The digits of a list, without those of holes."""
    digits = [each for each in place.items() if each.value is not None]
    if len(digits) != len(board):
        raise place.wrong(
            worded("{count} values; needed are {needed}", count=len(digits), needed=len(board))
        )
    for each in digits:
        if type(each.value) is not int or not 0 <= each.value <= board.size:
            raise each.not_allowed(
                worded("a digit 1-{size}, 0 for an empty cell, or null", size=board.size)
            )
    return Grid(bytes(int(str(each.value)) for each in digits), board)


def data_of_sudoku_puzzle(puzzle: Puzzle, solution: Grid | None) -> JsonObject:
    """The object of a puzzle with its solution, if one is known. Raises Unsupported."""
    board, rules = puzzle.board, houses_of(puzzle)
    write_rules(puzzle, NAME, lambda rule: rules.extend(entries_of_rule(rule, puzzle)))
    info = dict(puzzle.info)
    meta = {"title": puzzle.label, **{key: info.get(name) for key, name in _INFO.items()}}
    data: JsonObject = {"format": NAME, "format_version": 1}
    known = {key: encodable(str(text)) for key, text in meta.items() if text}
    data |= {"meta": known} if known else {}
    data |= {"board": {"rows": board.height, "cols": board.width}, "digits": board.size}
    data["givens"] = _values(puzzle.givens)
    data |= {"solution": _values(solution)} if solution is not None else {}
    return data | {"rules": rules}


def _values(grid: Grid) -> list[int | None]:
    """The digits row by row, with None for holes."""
    board = grid.board
    places = ((r, c) for r in range(board.height) for c in range(board.width))
    return [grid[board.cell_at[place]] if place in board.cell_at else None for place in places]


FORMAT = SudokuPuzzle()
