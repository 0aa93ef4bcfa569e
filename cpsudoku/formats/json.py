"""JSON: our own objects, one a line, and the shapes people have (a 9x9 list of lists).

Our object, as ``--json`` and ``--to json`` write it (README has the table of keys), is read back
whole: ``puzzle`` (one line), ``box``, ``label``, ``info``, ``rules``, ``answer``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cpsudoku.constraints import CONSTRAINTS, Constraint
from cpsudoku.errors import BadShape, CpsudokuError, InputError, Source
from cpsudoku.formats.base import Entry, ReadOptions, TextFormat
from cpsudoku.formats.csv import PUZZLE_COLUMNS, SOLUTION_COLUMNS
from cpsudoku.formats.document import Document
from cpsudoku.formats.line import puzzle_of_line
from cpsudoku.formats.rows import puzzle_of
from cpsudoku.formats.symbols import Token
from cpsudoku.geometry import SIZE_OF_CELLS, SIZES, Geometry
from cpsudoku.printable import json_safe
from cpsudoku.puzzle import Puzzle
from cpsudoku.verdict import Result, Verdict


class Json(TextFormat):
    """The format ``json``."""

    name = "json"
    title = "our objects, one a line; a 9x9 list of lists; lists of either"
    suffixes = (".json", ".jsonl", ".ndjson")
    carries_rules = True

    def recognises(self, document: Document) -> bool:
        """Whether it starts as JSON does; ``[Puzzle]`` does not."""
        return re.match(r"\s*(\{|\[\s*([]\[{\"\d.n-]|$))", document.sample) is not None

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Every puzzle of one JSON value, or of a value a line."""
        text = document.text()
        if not text.strip():
            raise InputError("it is empty", document.source)
        try:
            value = json.loads(text)
        except RecursionError:
            raise InputError("the JSON is nested too deeply", document.source) from None
        except json.JSONDecodeError as error:
            lines = text.splitlines()
            if error.msg == "Extra data" or _is_json(lines[0]):
                yield from _read_lines(lines, document.source, options)
                return
            source = document.source.at(error.lineno, error.colno)
            raise InputError(f"it is no JSON: {error.msg.lower()}", source) from None
        yield from puzzles_of_value(value, document.source, options)

    def text_of(self, result: Result) -> str:
        """One object on a line."""
        return json_safe(json.dumps(data_of(result), ensure_ascii=False)) + "\n"


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _read_lines(lines: list[str], source: Source, options: ReadOptions) -> Iterator[Entry]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            yield InputError(f"it is no JSON: {error.msg.lower()}", source.at(number, error.colno))
            continue
        yield from puzzles_of_value(value, source.at(number), options)


def puzzles_of_value(value: Any, source: Source, options: ReadOptions) -> Iterator[Entry]:
    """The puzzles in a JSON value, whatever shape it has."""
    try:
        if isinstance(value, dict) and _first(value, ("puzzles", "sudokus", "grids")) is not None:
            listed = _first(value, ("puzzles", "sudokus", "grids"))
            value = listed if isinstance(listed, list) else [listed]
        if isinstance(value, list) and not _is_grid(value):
            if not value:
                raise InputError("the list holds no puzzle", source)
            for item in value:
                yield from puzzles_of_value(item, source, options)
        else:
            yield _puzzle(value, source, options)
    except InputError as error:
        yield error


def _is_grid(value: list[Any]) -> bool:
    """Whether a list is a grid itself, or meant to be: rows of cells, or all its cells.

    A list of rows that are too short is still a grid, so that the message can say which.
    """
    if all(isinstance(row, list) for row in value):
        return bool(value) and all(not isinstance(cell, list) for row in value for cell in row)
    if len(value) in SIZES and all(isinstance(row, str) for row in value):
        return all(len(row) == len(value) for row in value)
    return len(value) in SIZE_OF_CELLS and all(
        cell is None or isinstance(cell, int | float) or (isinstance(cell, str) and len(cell) < 3)
        for cell in value
    )


def _first(value: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((value[key] for key in keys if value.get(key) is not None), None)


def _puzzle(value: Any, source: Source, options: ReadOptions) -> Puzzle:
    if not isinstance(value, dict):
        return _grid(value, source, options)
    cells = _first(value, PUZZLE_COLUMNS)
    if cells is None:
        keys = ", ".join(repr(key) for key in list(value)[:12]) or "none"
        expected = ", ".join(PUZZLE_COLUMNS[:4])
        raise InputError(f"no puzzle: the keys are {keys}; expected one of {expected}", source)
    if options.geometry is None and isinstance(value.get("box"), str):
        options = ReadOptions(geometry=Geometry.parse_box(value["box"]))
    puzzle = _grid(cells, source, options)
    answer = _first(value, SOLUTION_COLUMNS)
    if isinstance(answer, list) and not _is_grid(answer):  # several, or one in a list
        answer = answer[0] if len(answer) == 1 else None
    info = value.get("info") or {}
    if not isinstance(info, dict):
        raise InputError(f'"info" is {info!r}, needs an object', source)
    return Puzzle(
        puzzle.givens,
        variants=_rules(value.get("rules") or [], puzzle.geometry, source) or puzzle.variants,
        source=source,
        label=str(value.get("label") or value.get("id") or puzzle.label),
        info=tuple((str(key), str(text)) for key, text in info.items()),
        answer=_grid(answer, source, options).givens if answer is not None else puzzle.answer,
    )


def _rules(items: Any, geometry: Geometry, source: Source) -> tuple[Constraint, ...]:
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise InputError(f'"rules" is {items!r}, needs a list of objects', source)
    try:
        return tuple(CONSTRAINTS[str(item.get("rule"))].from_data(item, geometry) for item in items)
    except CpsudokuError as error:
        raise InputError(str(error), source) from None


def _grid(value: Any, source: Source, options: ReadOptions) -> Puzzle:
    """The puzzle of a line of text, a list of rows, or a list of all cells."""
    if isinstance(value, str):
        return puzzle_of_line(value, source, options)
    if not isinstance(value, list):
        raise InputError(f"{value!r} is no puzzle; a text or a list of rows is", source)
    if not value:
        raise InputError("the list holds no puzzle", source)
    rows = value if len(value) in SIZES and all(isinstance(r, list | str) for r in value) else None
    if rows is None and len(value) not in SIZE_OF_CELLS:
        raise BadShape(f"the list has {len(value)} rows, a 9x9 grid needs 9", source)
    size = SIZE_OF_CELLS[len(value)] if rows is None else len(value)
    for number, row in enumerate(rows or [], 1):
        if len(row) != size:
            raise BadShape(f"row {number} has {len(row)} cells, needs {size}", source)
    cells = value if rows is None else [cell for row in rows for cell in row]
    return puzzle_of([Token(_text(cell), source) for cell in cells], size, options, source)


def _text(cell: Any) -> str:
    """The text of a JSON cell: null is a blank, 5.0 is 5."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, list):
        return "".join(map(str, cell))
    return str(cell).strip()


def data_of(result: Result) -> dict[str, Any]:
    """The object of one result: what was read, and the verdict if there is one."""
    data: dict[str, Any] = {}
    puzzle = result.puzzle
    if puzzle is not None:
        shape = puzzle.geometry.box_shape
        data |= {"puzzle": puzzle.givens.line, "size": puzzle.geometry.size}
        data |= {"box": "x".join(map(str, shape))} if shape else {}
        data |= {"label": puzzle.label} if puzzle.label else {}
        data |= {"info": dict(puzzle.info)} if puzzle.info else {}
        rules = [{"rule": rule.name} | rule.to_data() for rule in puzzle.variants]
        data |= {"rules": rules} if rules else {}
        data |= {"answer": puzzle.answer.line} if puzzle.answer is not None else {}
    data["source"] = source_data(result.source)
    if result.problem is not None:
        data |= {"status": result.word, "problem": result.problem.problem}
    if result.verdict is not None:
        data |= _verdict_data(result.verdict)
    return data


def source_data(source: Source) -> dict[str, Any]:
    """File, sheet, line or cell: what is known of them."""
    data: dict[str, Any] = {"file": source.file}
    if source.sheet is not None:
        data["sheet"] = source.sheet
        data |= {"cell": source.address(0, 0)} if source.address(0, 0) else {}
    elif source.row is not None:
        data["line"] = source.row
        data |= {"column": source.column} if source.column is not None else {}
    return data


def _verdict_data(verdict: Verdict) -> dict[str, Any]:
    geometry = verdict.puzzle.geometry
    data: dict[str, Any] = {
        "status": verdict.word,
        "solutions": [solution.line for solution in verdict.solutions],
        "exhausted": verdict.exhausted,
        "engine": verdict.engine,
        "milliseconds": round(verdict.seconds * 1000, 3),
    }
    if verdict.differing:
        data["differing"] = [geometry.cell_name(cell) for cell in verdict.differing]
    if verdict.conflicts:
        data["conflicts"] = [
            {
                "digit": conflict.digit,
                "house": conflict.house,
                "cells": [geometry.cell_name(cell) for cell in conflict.cells],
            }
            | _addresses(verdict.puzzle, conflict.cells)
            for conflict in verdict.conflicts
        ]
    if verdict.puzzle.answer_ok is not None:
        data["answer_ok"] = verdict.puzzle.answer_ok
    if verdict.note:
        data["note"] = verdict.note
    return data


def _addresses(puzzle: Puzzle, cells: tuple[int, ...]) -> dict[str, list[str]]:
    places = [puzzle.source.address(*puzzle.geometry.row_column(cell)) for cell in cells]
    return {"addresses": [place for place in places if place]} if any(places) else {}


FORMAT = Json()
