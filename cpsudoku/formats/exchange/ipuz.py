"""ipuz (``.ipuz``): one Sudoku in JSON, of version 1 or 2. The site ipuz.org describes it.

A list of such objects, which the site does not have, is read as several puzzles and never written.

Kinds such as ``http://ipuz.org/sudoku/killersudoku#1`` name the variant. ``zones`` are regions,
diagonals or windows; ``cages`` are those of killers, or of calcudoku with operators. Cells of zones
and cages are ``[column, row]``, counted from 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import IO

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import (
    BOXES,
    REGIONS,
    RULES,
    Entry,
    ReadOptions,
    TextFormat,
    is_solution,
    refuse_losses,
)
from cpsudoku.formats.document import Document
from cpsudoku.formats.exchange.ipuz_reading import puzzle_of_object
from cpsudoku.formats.exchange.ipuz_writing import data_of_ipuz
from cpsudoku.formats.line_by_line import placed, refuse_other_boards
from cpsudoku.formats.tables.json import value_of
from cpsudoku.runtime.errors import InputError, Unsupported
from cpsudoku.runtime.printable import encodable, json_safe
from cpsudoku.runtime.words import worded

_WRAPPED = re.compile(r"\s*ipuz\s*\((.*)\)\s*;?\s*", re.DOTALL)
_MARK = re.compile(r'\s*(?:ipuz\s*\(\s*)?(?:\[\s*)?\{(?s:.*)"https?://(?:www\.)?ipuz\.org/')


class Ipuz(TextFormat):
    """The format ``ipuz``. The title is the label."""

    name = "ipuz"
    title = "ipuz: one Sudoku, jigsaw, killer or calcudoku in JSON"
    suffixes = (".ipuz",)
    carries = frozenset((RULES, BOXES, REGIONS))

    def recognises(self, document: Document) -> bool:
        """Whether it is JSON that names ipuz.org."""
        return _MARK.match(document.sample) is not None

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzle of the document, or of each object of a list, or its problem."""
        text = document.text()
        wrapped = _WRAPPED.fullmatch(text)
        try:
            try:
                value = value_of(wrapped[1] if wrapped is not None else text, document.source)
            except json.JSONDecodeError as error:
                place = document.source.at(error.lineno, error.colno)
                raise InputError(
                    "it is not JSON: {problem}", place, problem=worded(error.msg.lower())
                ) from None
            if isinstance(value, list) and not value:
                raise InputError("the list has no puzzle", document.source)
        except InputError as error:
            yield placed(error, document.source)
            return
        for each in value if isinstance(value, list) else [value]:
            try:
                puzzle = puzzle_of_object(each, document.source)
                refuse_other_boards(puzzle, options)
            except InputError as error:
                yield placed(error, document.source)
            else:
                yield puzzle

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write the only puzzle. Raises Unsupported if there are several."""
        written: Puzzle | None = None
        for result in results:
            refuse_losses(self, result)
            if result.puzzle is None:
                continue
            if written is not None:
                problem = worded("an ipuz file holds one puzzle; try {to} json")
                raise Unsupported("{place}: {problem}", place=result.source, problem=problem)
            written = result.puzzle
            stream.write(encodable(self.text_of(result)).encode())

    def text_of(self, result: Result) -> str:
        """The object, with a row of the grid on each line."""
        if result.puzzle is None:
            return ""
        solution = result.grid if is_solution(result) else result.puzzle.answer
        data = data_of_ipuz(result.puzzle, solution)
        lines = [f"  {json.dumps(key)}: {_text(value)}" for key, value in data.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"


def _text(value: object) -> str:
    """A value as JSON; each item of a list of lists or objects has a line."""
    if not (isinstance(value, list) and value and isinstance(value[0], list | dict)):
        return json_safe(json.dumps(value, ensure_ascii=False))
    rows = ",\n    ".join(map(json.dumps, value))
    return f"[\n    {rows}\n  ]"


FORMAT = Ipuz()
