"""Which field of a line is the puzzle, which the answer: told by the heading, else by content."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from cpsudoku.errors import InputError, Source
from cpsudoku.formats import Entry, ReadOptions
from cpsudoku.formats.csv import PUZZLE_COLUMNS, SOLUTION_COLUMNS, column_of, puzzle_of_row
from cpsudoku.formats.document import looks_like_a_puzzle
from cpsudoku.formats.json import puzzles_of_line
from cpsudoku.formats.line import puzzle_of_line
from cpsudoku.formats.symbols import fast_digits
from cpsudoku.geometry import SIZE_OF_CELLS

NO_FIELD = -1
_ANY = 0  # a line of text: fields end at a space, tab, comma, semicolon, colon ...
_JSON = 1  # a delimiter that no text has: every line goes to the careful reader


@dataclass(frozen=True)
class Layout:
    """How a line is cut. ``delimiter`` is a byte, or 0 for a line of text, 1 for JSON lines.

    ``puzzle`` and ``solution`` are numbers of fields; ``names`` the heading, empty without one.
    """

    delimiter: int = _ANY
    puzzle: int = 0
    solution: int = NO_FIELD
    names: tuple[str, ...] = ()

    def entry(self, line: str, source: Source) -> Entry:
        """The careful reading of one line."""
        try:
            if self.delimiter == _JSON:
                return _entry_of_json(line, source)
            if self.delimiter == _ANY:
                return puzzle_of_line(line, source)
            row = next(csv.reader([line], delimiter=chr(self.delimiter)), [])
        except InputError as error:
            return error
        except csv.Error as error:
            return InputError(f"it is no CSV: {error}", source)
        names = list(self.names) or [""] * (self.puzzle + 1)
        return puzzle_of_row(source.row or 0, row, self.puzzle, names, source, ReadOptions())


def _entry_of_json(line: str, source: Source) -> Entry:
    entries = list(puzzles_of_line(line, source, ReadOptions()))
    if len(entries) == 1:
        return entries[0]
    return InputError(f"{len(entries)} puzzles on one line; expected one", source)


def layout_of(sample: str, column: str | None, source: Source) -> tuple[Layout, bool]:
    """The layout that the first lines show, and whether the first of them is a heading.

    Raises InputError when ``column`` is not in the heading.
    """
    lines = [line for line in sample.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        return Layout(), False
    if lines[0].lstrip().startswith(("{", "[")):
        return Layout(_JSON), False
    only = not any(delimiter in lines[0] for delimiter in "\t;,")
    for delimiter in "\t;,":
        if delimiter in lines[0] or (only and delimiter == ","):
            names = [field.strip() for field in next(csv.reader(lines[:1], delimiter=delimiter))]
            wanted = (column.lower(),) if column is not None else PUZZLE_COLUMNS
            puzzle = column_of(names, wanted)
            if puzzle is not None:
                solution = column_of(names, SOLUTION_COLUMNS)
                found = NO_FIELD if solution is None else solution
                return Layout(ord(delimiter), puzzle, found, tuple(names)), True
            if not only and not any(map(looks_like_a_puzzle, re.split(r"[\s,;:#|]+", lines[0]))):
                return _by_content(lines[1:], delimiter, names, column, source)
    if column is not None:
        raise InputError(f"no column {column!r}: the first line is no heading", source.at(1))
    return Layout(puzzle=_field_of_text(lines)), False


def _kind(field: str) -> str:
    """``puzzle`` for the cells of a grid with a blank, ``answer`` for a full one, else ``""``."""
    size = SIZE_OF_CELLS.get(len(field))
    if size is None or (size <= 9 and fast_digits(field, size) is None):
        return ""
    return "puzzle" if set(field) & set(".0_*-?xX") else "answer"


def _by_content(
    lines: Sequence[str], delimiter: str, names: Sequence[str], column: str | None, source: Source
) -> tuple[Layout, bool]:
    """A heading of unknown names: the column of grids with blanks is the puzzle."""
    if column is not None:
        listed = ", ".join(map(repr, names[:20]))
        raise InputError(f"no column {column!r}; the columns are {listed}", source.at(1))
    votes: dict[str, list[int]] = {"puzzle": [], "answer": []}
    for row in csv.reader(lines[:50], delimiter=delimiter):
        for at, field in enumerate(row):
            if _kind(field.strip()):
                votes[_kind(field.strip())].append(at)
    if not votes["puzzle"]:
        return Layout(), False
    best = {kind: max(set(at), key=at.count) if at else NO_FIELD for kind, at in votes.items()}
    return Layout(ord(delimiter), best["puzzle"], best["answer"], tuple(names)), True


def _field_of_text(lines: Sequence[str]) -> int:
    """The field of a line of text that is the puzzle: the first as a rule, the second in banks."""
    votes = [0, 0]
    for line in lines[:50]:
        fields = line.replace(",", " ").split()
        for at in range(min(2, len(fields))):
            votes[at] += _kind(fields[at]) == "puzzle" and len(fields[at]) == 81
    return int(votes[1] > votes[0])
