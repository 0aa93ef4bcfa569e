"""The columns of a table with a puzzle in each row: which they are, and how a row is read."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import SIZE_OF_CELLS
from cpsudoku.formats.base import Entry, ReadOptions
from cpsudoku.formats.document import LONGEST_LINE, Document
from cpsudoku.formats.line_by_line import too_long
from cpsudoku.formats.notes import (
    fields_about_rules,
    is_key_of_rules,
    is_rule_or_about_rules,
    with_sentences,
)
from cpsudoku.formats.puzzle_text import looks_like_a_puzzle, tidy
from cpsudoku.formats.symbols import fast_digits
from cpsudoku.formats.tables.csv_rows import fields_of_row, is_comment, is_open, rows_below
from cpsudoku.formats.text.puzzle_line import puzzle_of_line
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.printable import of_cell
from cpsudoku.runtime.words import worded

PUZZLE_COLUMNS = (
    *("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "grid", "sudoku"),
    *("unsolved", "givens"),
)
SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers", "solved")
LABEL_COLUMNS = ("label", "name", "title", "id")


@dataclass(frozen=True)
class Columns:
    """The columns of a table with a puzzle in each row. Fields are counted from 0.

    ``heading`` is the number of the line with the names, from 1. It is 0 if that line is damaged
    and is read as a row. ``of_rules`` are the columns that may be about rules.
    """

    delimiter: str
    names: tuple[str, ...]
    puzzle: int
    solution: int | None = None
    heading: int = 1
    of_rules: tuple[int, ...] = ()

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzle of each row below the heading."""
        lines = document.lines(tidied=False)
        for number, text in rows_below(lines, self.delimiter, self.heading):
            entry = self.entry(text, document.source.at(number), options)
            if entry is not None:
                yield entry

    def entry(self, text: str, source: Source, options: ReadOptions) -> Entry | None:
        """The puzzle of one row, its problem, or None for a comment or an empty row.

        ``text`` is the unchanged text of the file. Only the fields are tidied, so that a full-width
        comma in a name does not separate fields.
        """
        if is_comment(text):
            return None
        if len(text) > LONGEST_LINE:
            return too_long(source)
        try:
            row = [tidy(field).rstrip("\x1a") for field in fields_of_row(text, self.delimiter)]
        except csv.Error as error:
            return InputError("it is no CSV: {error}", source, error=error)
        if not any(stripped(row)):
            return None
        if is_open(text, self.delimiter):
            return InputError("a quoted field is not closed", source)
        return self._puzzle(row, source, options)

    def _puzzle(self, row: Sequence[str], source: Source, options: ReadOptions) -> Entry:
        """The puzzle of a row, with its answer and the other information in the row."""
        if len(row) <= self.puzzle:
            name = self.names[self.puzzle] if self.names else "puzzle"
            problem = worded(
                "the row has {count} fields, no {name} (field {puzzle})",
                count=len(row),
                name=repr(name),
                puzzle=self.puzzle + 1,
            )
            return InputError(problem, source)
        answer = self.solution
        try:
            puzzle = puzzle_of_line(row[self.puzzle].strip() or " ", source, options)
            solved = puzzle.answer
            if answer is not None and answer < len(row) and row[answer].strip():
                solved = puzzle_of_line(row[answer], source, options).givens
            label = _label(row, self.names, {self.puzzle, answer}) or puzzle.label
            found = Puzzle(puzzle.givens, source=source, label=label, answer=solved)
            others = ((at, text) for at, text in enumerate(row) if at not in (self.puzzle, answer))
            texts = (fields_about_rules({self._name(at): text}) for at, text in others)
            return with_sentences(found, chain.from_iterable(texts))
        except InputError as error:
            return error

    def _name(self, at: int) -> str:
        """The name of a field, or its number if it has none."""
        return (self.names[at] if at < len(self.names) else "") or f"field {at + 1}"


def columns_of(sample: str, column: str | None, source: Source) -> Columns | None:
    """The columns that the first line names, or else those found by the rows below it.

    Returns None if the first line is not a heading. Raises InputError if ``column`` is missing.
    """
    lines = list(contents_of(sample))
    if not lines:
        return None
    number, first = lines[0]
    only = not any(delimiter in first for delimiter in "\t;,")
    wanted = PUZZLE_COLUMNS if column is None else (column.strip().lower(),)
    for delimiter in "\t;,":
        if delimiter not in first and not (only and delimiter == ","):
            continue
        names = tuple(stripped(fields_of_row(first, delimiter)))
        rows = [fields_of_row(line, delimiter) for _, line in lines[1:51]]
        puzzle = column_of(names, wanted)
        if puzzle is not None:
            solution = column_of(names, SOLUTION_COLUMNS)
            solution = None if solution == puzzle else solution
            heading = 0 if _holds_a_puzzle(names) else number
            return _with_rules(Columns(delimiter, names, puzzle, solution, heading), rows)
        found = _by_content(delimiter, names, rows, number) if column is None and not only else None
        if found is not None:
            return _with_rules(found, rows)
    if column is not None:
        raise no_column(
            stripped(fields_of_row(first, delimiter_of(sample))), column, source.at(number)
        )
    return None


def _with_rules(columns: Columns, rows: Sequence[Sequence[str]]) -> Columns:
    """The columns, with those that may be about rules, by their names or by the values in them.

    The names of a damaged heading are not known, so each of its columns may be about rules.
    """
    values = zip_longest(*rows, fillvalue="")
    found = tuple(
        at
        for at, (name, column) in enumerate(zip(columns.names, values, strict=False))
        if at not in (columns.puzzle, columns.solution)
        if not columns.heading or is_key_of_rules(name) or any(map(is_rule_or_about_rules, column))
    )
    return replace(columns, of_rules=found)


def contents_of(sample: str) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor comments, with their numbers."""
    for number, line in enumerate(sample.split("\n"), 1):
        if line.strip(" \r\n") and not line.startswith("#"):
            yield number, line


def _by_content(
    delimiter: str, names: tuple[str, ...], rows: Sequence[Sequence[str]], heading: int
) -> Columns | None:
    """The columns of a heading with unknown names. Grids with blanks are the puzzles.

    Most rows must have a grid with blanks, and the same number of fields. A heading with another
    number of fields is damaged. It is read as a row, so that it is reported as malformed.
    """
    if _holds_a_puzzle(names):
        return None
    width = max(Counter(map(len, rows)).items(), key=lambda each: each[1], default=(0, 0))[0]
    if len(names) != width:
        names, heading = ("",) * width, 0
    votes: dict[str, list[int]] = {"puzzle": [], "answer": []}
    for row in rows:
        for at, field in enumerate(row):
            kind = _kind(field.strip())
            if kind and len(row) == width:
                votes[kind].append(at)
    best = {kind: max(set(at), key=at.count) if at else None for kind, at in votes.items()}
    puzzle = best["puzzle"]
    if puzzle is None or votes["puzzle"].count(puzzle) <= len(rows) / 2:
        return None
    return Columns(delimiter, names, puzzle, best["answer"], heading)


def _holds_a_puzzle(names: Sequence[str]) -> bool:
    """Whether a heading is a row, or has the first row at its end because a line end is lost."""
    return any(looks_like_a_puzzle(word) for name in names for word in re.split(r"[\s:#|]+", name))


def _kind(field: str) -> str:
    """``puzzle`` for the cells of a grid with a blank, ``answer`` for a full one, else ``""``."""
    size = SIZE_OF_CELLS.get(len(field))
    digits = fast_digits(field, size) if size is not None else None
    if size is None or (size <= 9 and digits is None):
        return ""
    return "puzzle" if set(field) & set(".0_*-?xX") else "answer"


def no_column(names: Sequence[str], column: str | None, source: Source) -> InputError:
    """The error for a table without the wanted column of puzzles."""
    listed = ", ".join(repr(name.strip()) for name in names[:20])
    expected = (
        worded("one of {allowed}", allowed=", ".join(PUZZLE_COLUMNS))
        if column is None
        else repr(column)
    )
    problem = worded(
        "no column of puzzles: the columns are {listed}; expected {expected}",
        listed=listed,
        expected=expected,
    )
    return InputError("{problem}, or {column} NAME", source, problem=problem)


def delimiter_of(sample: str) -> str:
    """The delimiter of the first line that has one: tab, then semicolon, then comma."""
    for line in sample.split("\n")[:20]:
        for delimiter in "\t;,":
            if delimiter in line:
                return delimiter
    return ","


def stripped(row: Sequence[str]) -> list[str]:
    """The fields without blanks around them."""
    return [field.strip() for field in row]


def column_of(header: Sequence[str], names: Sequence[str]) -> int | None:
    """The first column whose heading is one of the names, in the order of the names."""
    headings = [field.strip().lower() for field in header]
    return next((headings.index(name) for name in names if name in headings), None)


def _label(row: Sequence[str], names: Sequence[str], used: set[int | None]) -> str:
    """The text of the label column if there is one, else that of the other columns."""
    labelled = column_of(names, LABEL_COLUMNS)
    if labelled is not None and labelled < len(row):
        return of_cell(row[labelled].strip())
    pairs = enumerate(zip(names, row, strict=False))
    rest = [(name, field.strip()) for at, (name, field) in pairs if at not in used]
    return " ".join(f"{name}={field}" if name else field for name, field in rest if field)
