"""JSON: our own objects, one per line, and other common shapes (a 9x9 list of lists).

``--json`` and ``--to json`` write our object (docs/exit-codes.md lists the keys). All of it is read
back: ``puzzle`` (one line), the board, ``label``, ``info``, ``rules``, ``marks``, ``answer``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cpsudoku.core.board import Board
from cpsudoku.core.constraints.nested import item_of
from cpsudoku.core.grid import Grid, symbols_allowed
from cpsudoku.core.guesses import Reading
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import (
    EXTRAS,
    INTERPRETED,
    READINGS,
    SENTENCES,
    UNINTERPRETED,
    Entry,
    ReadOptions,
    TextFormat,
)
from cpsudoku.formats.document import LONGEST_LINE, Document
from cpsudoku.formats.line_by_line import too_long
from cpsudoku.formats.notes import fields_about_rules, with_sentences
from cpsudoku.formats.rows import is_unusual_shape
from cpsudoku.formats.symbols import fast_digits
from cpsudoku.formats.tables.board_data import BOARD_KEYS, board_data, board_of_data
from cpsudoku.formats.tables.columns import PUZZLE_COLUMNS, SOLUTION_COLUMNS
from cpsudoku.formats.tables.json_rules import (
    RULES,
    cut,
    read_rules,
    refuse_strange_rules,
    with_rule_texts,
)
from cpsudoku.formats.tables.json_verdicts import LAYER_KEYS, candidates_data, verdict_data
from cpsudoku.formats.tables.values import is_grid, puzzle_of_value
from cpsudoku.formats.text.puzzle_line import grid_of_cells
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import encodable, json_safe
from cpsudoku.runtime.words import worded

TOO_DEEP = worded("the JSON is nested too deeply")
FLAT = 8  # levels of all usual files
DEEPEST = 32  # levels; a list of objects with rows of candidates has 5
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
LINES = (".jsonl", ".ndjson")
_READ = (RULES, UNINTERPRETED, INTERPRETED, "size", "label", "id", "info", "marks")
_WRITTEN = (
    *("source", "line", "status", "problem", "reason", "note", "engine", "milliseconds", "clues"),
    *("exhausted", "differing", "conflicts", "answer_ok", "candidates", "diagnosis", "failed"),
    *(READINGS, SENTENCES, *LAYER_KEYS),
)
_KEYS = frozenset((*_READ, *_WRITTEN, *BOARD_KEYS, *PUZZLE_COLUMNS, *SOLUTION_COLUMNS))
_LISTS = ("puzzles", "sudokus", "grids")  # keys of a list of puzzles


class Json(TextFormat):
    """The format ``json``."""

    name = "json"
    title = "JSON: one object per line, a list of rows, or a list of puzzles"
    suffixes = (".json", *LINES)
    carries = EXTRAS | {UNINTERPRETED}

    def recognises(self, document: Document) -> bool:
        """Whether it starts like JSON. ``[Puzzle]`` does not."""
        return re.match(r"\s*(\{|\[\s*([]\[{\"\d.n-]|$))", document.sample) is not None

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """Every puzzle of one JSON value, or of one value per line."""
        first, *others = [line for line in document.sample.split("\n") if line.strip()][:2] or [""]
        if others and stands_alone(first):
            yield from _read_lines(document.lines(), document.source, options)
            return
        text = document.text()
        if not text.strip():
            raise InputError("it is empty", document.source)
        lines = text.split("\n")
        try:
            value = value_of(text, document.source)
        except json.JSONDecodeError as error:
            one_a_line = document.suffix in LINES or error.msg == "Extra data"
            if not one_a_line and not stands_alone(lines[0]):
                raise _no_json(error, document.source.at(error.lineno, error.colno)) from None
        except InputError:  # nested too deeply, perhaps only in one of many lines
            if len(lines) < 2 or not stands_alone(lines[0]):
                raise
        else:
            yield from puzzles_of_value(value, document.source, options)
            return
        yield from _read_lines(enumerate(lines, 1), document.source, options)

    def text_of(self, result: Result) -> str:
        """One object on a line."""
        return json_safe(json.dumps(data_of(result), ensure_ascii=False)) + "\n"


def value_of(text: str, source: Source) -> Any:
    """The value of a JSON text. A number with more digits than Python converts becomes a text.

    Raises JSONDecodeError if it is not JSON, InputError if it is nested too deeply.
    """
    try:
        try:
            value = json.loads(text)
        except json.JSONDecodeError:
            raise
        except ValueError:  # from the conversion of a number; the following is slower
            value = json.loads(text, parse_int=_number)
    except RecursionError:
        raise InputError(TOO_DEEP, source) from None
    if _is_flat(text):
        return value
    level = [value]
    for _ in range(DEEPEST):
        inner = (each for each in level if isinstance(each, list | dict))
        level = [
            item for each in inner for item in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return value
    raise InputError(TOO_DEEP, source)


def _is_flat(text: str) -> bool:
    """Whether the brackets of a text are nested a few times. Brackets in strings may confuse it."""
    left = text.encode("utf-8", "replace").translate(None, _NO_BRACKETS)
    for _ in range(FLAT):
        left = left.replace(b"[]", b"").replace(b"{}", b"")
    return not left


def _number(digits: str) -> int | str:
    try:
        return int(digits)
    except ValueError:
        return digits


def _no_json(error: json.JSONDecodeError, source: Source) -> InputError:
    return InputError("it is not JSON: {problem}", source, problem=worded(error.msg.lower()))


def stands_alone(line: str) -> bool:
    """Whether a line is a complete JSON value, even if it is nested too deeply."""
    try:
        value_of(line, Source())
    except json.JSONDecodeError:
        return False
    except InputError:
        return True
    return True


def _read_lines(
    lines: Iterable[tuple[int, str]], source: Source, options: ReadOptions
) -> Iterator[Entry]:
    for number, line in lines:
        if line.strip():
            yield from puzzles_of_line(line, source.at(number), options)


def puzzles_of_line(line: str, source: Source, options: ReadOptions) -> Iterator[Entry]:
    """The puzzles in a line of JSON, or an InputError if it is not JSON."""
    if len(line) > LONGEST_LINE:
        yield too_long(source)
        return
    puzzle = _of_texts(line, source, options)
    if puzzle is not None:
        yield puzzle
        return
    try:
        value = value_of(line, source)
    except json.JSONDecodeError as error:
        yield _no_json(error, source.at(source.row, error.colno))
    except InputError as error:
        yield error
    else:
        yield from puzzles_of_value(value, source, options)


def _of_texts(line: str, source: Source, options: ReadOptions) -> Puzzle | None:
    """The puzzle of a line whose rules are texts; None if it must be decoded at once."""
    short = cut(line)
    if short is None:
        return None
    try:
        value = value_of(short[0], source)
        if with_rule_texts(value, short[1]) and value.get("puzzle") is not None:
            return _puzzle(value, source, options)
    except (ValueError, InputError):  # the whole line has the right place, or nothing is wrong
        pass
    return None


def puzzles_of_value(value: object, source: Source, options: ReadOptions) -> Iterator[Entry]:
    """The puzzles in a JSON value of any shape."""
    try:
        listed = _listed(value)
        if listed is not None and isinstance(value, dict):
            around = {key: each for key, each in value.items() if each is not listed}
            value = listed if isinstance(listed, list) else [listed]
            sentences = list(fields_about_rules(around))
            for entry in puzzles_of_value(value, source, options):
                yield with_sentences(entry, sentences) if isinstance(entry, Puzzle) else entry
            return
        if isinstance(value, list) and not is_grid(value):
            if not value:
                raise InputError("the list holds no puzzle", source)
            for item in value:
                yield from puzzles_of_value(item, source, options)
        else:
            yield _puzzle(value, source, options)
    except InputError as error:
        yield error


def _listed(value: object) -> object:
    """The list of puzzles in an object; None for a puzzle, where ``grids`` are corners."""
    if not isinstance(value, dict) or value.get("puzzle") is not None:
        return None
    return _first(value, _LISTS)


def _first(value: Mapping[str, object], keys: tuple[str, ...]) -> object:
    return next((value[key] for key in keys if value.get(key) is not None), None)


def _puzzle(value: object, source: Source, options: ReadOptions) -> Puzzle:
    if not isinstance(value, dict):
        return puzzle_of_value(value, source, options)
    cells = _first(value, PUZZLE_COLUMNS)
    if cells is None:
        keys = ", ".join(quoted(key) for key in list(value)[:12]) or "none"
        expected = ", ".join(PUZZLE_COLUMNS[:4])
        raise InputError(
            "no puzzle: the keys are {keys}; expected one of {expected}",
            source,
            keys=keys,
            expected=expected,
        )
    board = options.board
    if board is None and not options.without_boxes:
        board = _board(value, cells, source)
    puzzle = _grid(cells, source, board, options)
    answer = _first(value, SOLUTION_COLUMNS)
    if isinstance(answer, list) and not is_grid(answer):  # several answers, or one in a list
        answer = answer[0] if len(answer) == 1 else None
    marks = _marks(value["marks"], puzzle.board, source) if value.get("marks") else puzzle.marks
    refuse_strange_rules(value, source)
    info = value.get("info") or {}
    if not isinstance(info, dict):
        raise InputError('"info" is {info}, needs an object', source, info=quoted(info))
    described = Puzzle(
        puzzle.givens,
        constraints=read_rules(value.get(RULES) or [], puzzle.board, source),
        marks=marks,
        source=source,
        label=encodable(str(value.get("label") or value.get("id") or puzzle.label)),
        info=tuple((encodable(str(key)), encodable(str(text))) for key, text in info.items()),
        answer=_grid(answer, source, board, options).givens
        if answer is not None
        else puzzle.answer,
        uninterpreted=_texts(value, UNINTERPRETED, source),
        interpreted=_texts(value, INTERPRETED, source),
    )
    for _, problem in described.layer_faults() if described.board.layers else ():
        raise InputError(problem, source)
    if value.keys() <= _KEYS:
        return described
    others = {str(key): each for key, each in value.items() if key not in _KEYS}
    return with_sentences(described, fields_about_rules(others))


def _reading_data(reading: Reading) -> JsonObject:
    """What was read, with the lines of its rules."""
    return {
        "name": reading.name,
        "rules": [line_of(rule) for rule in reading.rules],
        "sentences": list(reading.sentences),
        "parts": list(reading.parts),
    }


def _texts(value: Mapping[str, object], key: str, source: Source) -> tuple[str, ...]:
    """The list of texts of a key."""
    parts = value.get(key) or []
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise InputError(
            '"{key}" is {parts}, needs a list of texts', source, key=key, parts=quoted(parts)
        )
    return tuple(map(encodable, parts))


def _board(value: Mapping[str, object], cells: object, source: Source) -> Board | None:
    """The board that an object describes; None if it is determined by the cells alone."""
    try:
        return board_of_data(value, len(cells) if isinstance(cells, str) else None)
    except InputError as error:
        raise InputError(str(error), source) from None


def _grid(cells: object, source: Source, board: Board | None, options: ReadOptions) -> Puzzle:
    """The puzzle of some cells. If the board is not a square, they are a line or lists of rows."""
    if board is not None and isinstance(cells, str) and len(cells) == len(board):
        digits = fast_digits(cells, board.size) if board.lowest else None
        if digits is not None:
            return Puzzle(Grid(digits, board), source=source)
    if board is None or not is_unusual_shape(board):
        return puzzle_of_value(cells, source, replace(options, board=board))
    if isinstance(cells, list):
        flat = [cell for row in cells for cell in (row if isinstance(row, list) else [row])]
        cells = "".join("." if cell in (None, "") else str(cell) for cell in flat)
    if not isinstance(cells, str):
        raise InputError("{cells} is not a puzzle; use a text", source, cells=quoted(cells))
    return Puzzle(grid_of_cells(cells.strip(), source, board), source=source)


def _marks(data: object, board: Board, source: Source) -> tuple[tuple[int, ...], ...]:
    """The candidates of each cell, from a list of texts such as "134"."""
    digits = {symbol: digit for digit, symbol in enumerate(board.symbols) if digit}
    allowed = worded(
        '"marks" needs a list of {count} texts such as "134", one for each cell', count=len(board)
    )
    if not isinstance(data, list) or len(data) != len(board):
        raise InputError("{allowed}, not {found}", source, allowed=allowed, found=quoted(data))
    for cell, marks in enumerate(data):
        if not isinstance(marks, str) or not set(marks) <= digits.keys():
            known = symbols_allowed(board.size, board.lowest)
            problem = worded(
                '"marks" of {cell} are {marks}; digits are {known}',
                cell=board.cell_name(cell),
                marks=quoted(marks),
                known=known,
            )
            raise InputError(problem, source)
    return tuple(tuple(sorted({digits[symbol] for symbol in marks})) for marks in data)


def data_of(result: Result) -> JsonObject:
    """The object of one result: the data that were read, and the verdict if there is one."""
    data: JsonObject = {}
    puzzle = result.puzzle
    if puzzle is not None:
        data |= {"puzzle": puzzle.givens.line, "size": puzzle.board.size}
        data |= board_data(puzzle.board, puzzle.brought_layers)
        data |= {"label": puzzle.label} if puzzle.label else {}
        data |= {"info": dict(puzzle.info)} if puzzle.info else {}
        rules = [item_of(rule) for rule in puzzle.constraints]
        data |= {"rules": rules} if rules else {}
        data |= {"marks": _marks_data(puzzle)} if puzzle.marks is not None else {}
        data |= {"answer": puzzle.answer.line} if puzzle.answer is not None else {}
        data |= {INTERPRETED: list(puzzle.interpreted)} if puzzle.interpreted else {}
        data |= {READINGS: list(map(_reading_data, puzzle.readings))} if puzzle.readings else {}
        sentences = [{"text": each.text, "left": each.is_left} for each in puzzle.sentences]
        data |= {SENTENCES: sentences} if sentences else {}
        data |= {UNINTERPRETED: list(puzzle.uninterpreted)} if puzzle.uninterpreted else {}
    data["source"] = source_data(result.source)
    if result.problem is not None:
        data |= {"status": result.word, "problem": result.problem.problem}
    if result.verdict is not None:
        data |= verdict_data(result.verdict)
    if result.candidates is not None:
        data |= verdict_data(result.candidates.verdict)
        data["candidates"] = candidates_data(result.candidates)
    return data


def _marks_data(puzzle: Puzzle) -> list[str]:
    symbols = puzzle.board.symbols
    return ["".join(symbols[digit] for digit in marks) for marks in puzzle.marks or ()]


def source_data(source: Source) -> JsonObject:
    """The known parts of a place: file, sheet, line or cell."""
    data: JsonObject = {"file": source.name}
    if source.sheet is not None:
        data["sheet"] = source.sheet
        data |= {"cell": source.address(0, 0)} if source.address(0, 0) else {}
    elif source.row is not None:
        data["line"] = source.row
        data |= {"column": source.column} if source.column is not None else {}
    return data


FORMAT = Json()
