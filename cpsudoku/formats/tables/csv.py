"""CSV and TSV: a table that is the grid, or a table with a puzzle in each row."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import IO

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import SIZE_OF_CELLS, SIZES
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import Entry, ReadOptions, TextFormat
from cpsudoku.formats.document import LONGEST_LINE, Document, looks_like_a_puzzle, tidy
from cpsudoku.formats.line_by_line import too_long
from cpsudoku.formats.notes import (
    fields_about_rules,
    is_key_of_rules,
    is_rule_or_about_rules,
    with_sentences,
)
from cpsudoku.formats.rows import RowBlock, RowReadings, puzzles_of
from cpsudoku.formats.rule_text import has_rules
from cpsudoku.formats.symbols import CellToken, fast_digits
from cpsudoku.formats.tables.csv_rows import fields_of, is_comment, is_open, rows_of
from cpsudoku.formats.text.line import puzzle_of_line, puzzles_of_lines
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.printable import of_cell, one_line, without_formula

PUZZLE_COLUMNS = (
    *("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "grid", "sudoku"),
    *("unsolved", "givens"),
)
SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers", "solved")
LABEL_COLUMNS = ("label", "name", "title", "id")
HEADER = ("puzzle", "solution", "status", "label")


class Csv(TextFormat):
    """The format ``csv``."""

    name = "csv"
    title = "tables with a column of puzzles, or one grid with a digit in each cell"
    suffixes = (".csv", ".tsv")

    def recognises(self, document: Document) -> bool:
        """Whether the sample has a header that names puzzles, or is a table of a grid."""
        if has_rules(document.sample):
            return False
        lines = document.sample.split("\n")
        delimiter = delimiter_of(document.sample)
        rows = list(csv.reader(lines[:200], delimiter=delimiter))
        if sum(map(bool, rows)) > 1 and columns_of(document.sample, None, document.source):
            return True
        widths = [len(row) for row in rows if row]
        common = max(set(widths), key=widths.count, default=0)
        size = common if common in SIZES else common - 1
        return (
            size in SIZES
            and widths.count(common) >= 0.6 * size
            and all(len(field.strip()) < 10 for row in rows for field in row if len(row) == common)
        )

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzles of the table, or of the column of puzzles."""
        columns = columns_of(document.sample, options.column, document.source)
        if columns is not None:
            return columns.read(document, options)
        number, first = _first_row(document.sample, document.source)
        if _is_table(document, options):
            return _read_table(document, options)
        if not _has_puzzle(first) and not _has_puzzles(document.sample):
            raise _no_column(first, None, document.source.at(number))
        return puzzles_of_lines(document, options)

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write a header, then a row for each result: puzzle, solution, status, label."""
        stream.write((",".join(HEADER) + "\n").encode())
        super().write(results, stream)

    def text_of(self, result: Result) -> str:
        """The row of one result. The label of a malformed puzzle is its problem."""
        text = io.StringIO()
        cell = one_line if self.options.keep_formulas else _cell
        csv.writer(text, lineterminator="\n").writerow(map(cell, fields_of_result(result)))
        return text.getvalue()


def _cell(text: str) -> str:
    """A text as a cell that spreadsheets do not mistake for a formula."""
    return without_formula(one_line(text))


def fields_of_result(result: Result) -> tuple[str, str, str, str]:
    """The fields of ``HEADER`` for one result. The label of a malformed puzzle is its problem."""
    if result.puzzle is None:
        return "", "", result.word, str(result.problem)
    solution = result.verdict.solution if result.verdict is not None else result.puzzle.answer
    found = solution.line if solution is not None else ""
    return result.puzzle.givens.line, found, result.word, result.puzzle.label


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
        for number, text in rows_of(lines, self.delimiter, self.heading):
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
            row = [tidy(field).rstrip("\x1a") for field in fields_of(text, self.delimiter)]
        except csv.Error as error:
            return InputError(f"it is no CSV: {error}", source)
        if not any(_strip(row)):
            return None
        if is_open(text, self.delimiter):
            return InputError("a quoted field is not closed", source)
        return self._puzzle(row, source, options)

    def _puzzle(self, row: Sequence[str], source: Source, options: ReadOptions) -> Entry:
        """The puzzle of a row, with its answer and the other information in the row."""
        if len(row) <= self.puzzle:
            name = self.names[self.puzzle] if self.names else "puzzle"
            problem = f"the row has {len(row)} fields, no {name!r} (field {self.puzzle + 1})"
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
            told = (fields_about_rules({self._name(at): text}) for at, text in others)
            return with_sentences(found, chain.from_iterable(told))
        except InputError as error:
            return error

    def _name(self, at: int) -> str:
        """The name of a field, or its number if it has none."""
        return (self.names[at] if at < len(self.names) else "") or f"field {at + 1}"


def columns_of(sample: str, column: str | None, source: Source) -> Columns | None:
    """The columns that the first line names, or else those found by the rows below it.

    Returns None if the first line is not a heading. Raises InputError if ``column`` is missing.
    """
    lines = list(_contents(sample))
    if not lines:
        return None
    number, first = lines[0]
    only = not any(delimiter in first for delimiter in "\t;,")
    wanted = PUZZLE_COLUMNS if column is None else (column.strip().lower(),)
    for delimiter in "\t;,":
        if delimiter not in first and not (only and delimiter == ","):
            continue
        names = tuple(_strip(fields_of(first, delimiter)))
        rows = [fields_of(line, delimiter) for _, line in lines[1:51]]
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
        raise _no_column(_strip(fields_of(first, delimiter_of(sample))), column, source.at(number))
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


def _contents(sample: str) -> Iterator[tuple[int, str]]:
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


def _first_row(sample: str, source: Source) -> tuple[int, list[str]]:
    """The number and the fields of the first line with content; raises InputError."""
    delimiter = delimiter_of(sample)
    for number, line in _contents(sample):
        return number, fields_of(line, delimiter)
    raise InputError("it is empty", source)


def _no_column(names: Sequence[str], column: str | None, source: Source) -> InputError:
    listed = ", ".join(repr(name.strip()) for name in names[:20])
    expected = f"one of {', '.join(PUZZLE_COLUMNS)}" if column is None else repr(column)
    problem = f"no column of puzzles: the columns are {listed}; expected {expected}"
    return InputError(f"{problem}, or {{column}} NAME", source)


class _Lines:
    """The lines of a document for csv.reader, with the number of the last one."""

    def __init__(self, document: Document) -> None:
        self.number = 0
        self._lines = document.lines()

    def __iter__(self) -> Iterator[str]:
        for number, line in self._lines:
            self.number = number
            if not line.startswith("#"):
                yield line + "\n"


def _safely(rows: Iterator[list[str]], source: Source, lines: _Lines) -> Iterator[list[str]]:
    try:
        yield from rows
    except csv.Error as error:
        raise InputError(f"it is no CSV: {error}", source.at(lines.number + 1)) from None


def delimiter_of(sample: str) -> str:
    """The delimiter of the first line that has one: tab, then semicolon, then comma."""
    for line in sample.split("\n")[:20]:
        for delimiter in "\t;,":
            if delimiter in line:
                return delimiter
    return ","


def _strip(row: Sequence[str]) -> list[str]:
    return [field.strip() for field in row]


def column_of(header: Sequence[str], names: Sequence[str]) -> int | None:
    """The first column whose heading is one of the names, in the order of the names."""
    headings = [field.strip().lower() for field in header]
    return next((headings.index(name) for name in names if name in headings), None)


def _is_table(document: Document, options: ReadOptions) -> bool:
    """Whether the rows form a grid: they have short fields and no column of puzzles."""
    if options.column is not None:
        return False
    lines = document.sample.split("\n")[:50]
    rows = csv.reader(lines, delimiter=delimiter_of(document.sample))
    return not any(len(field.strip()) in SIZE_OF_CELLS for row in rows for field in row)


def _read_table(document: Document, options: ReadOptions) -> Iterator[Entry]:
    """The grids of a table, without a heading row or an index column."""
    source, lines = document.source, _Lines(document)
    reader = csv.reader(lines, delimiter=delimiter_of(document.sample))
    rows = ((lines.number, row) for row in _safely(reader, source, lines))
    first = next(each for each in rows if any(_strip(each[1])) or len(each[1]) > 1)

    def blocks() -> Iterator[RowBlock]:
        block: list[tuple[int, list[str]]] = [first]
        for number, row in rows:
            if row:
                block.append((number, row))
            elif block:
                yield RowBlock("", [_row(n, r, source) for n, r in _without_headings(block)])
                block = []
        if block:
            yield RowBlock("", [_row(n, r, source) for n, r in _without_headings(block)])

    return puzzles_of(blocks(), options)


def _row(number: int, row: Sequence[str], source: Source) -> RowReadings:
    tokens = [
        CellToken(re.sub(r"^(\d+)[.,]0+$", r"\1", field.strip()), source.at(number, column))
        for column, field in enumerate(row, 1)
    ]
    readings = {len(row): tokens}
    if not tokens[-1].text:  # a delimiter at the end of each row, or a blank in its last cell
        readings[len(row) - 1] = tokens[:-1]
    fitting = {size: cells for size, cells in readings.items() if size in SIZES}
    return RowReadings(source.at(number), fitting, len(row))


def _without_headings(block: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The rows of a grid without the headings that pandas and people put around them."""
    rows = [_strip(row) for _, row in block]
    if len(rows) - 1 in SIZES and any(rows[0]) and _is_heading(rows[0]):
        block, rows = block[1:], rows[1:]
        if all(len(row) == len(rows) + 1 for row in rows) and _is_heading([r[0] for r in rows]):
            block = [(number, row[1:]) for number, row in block]
    return block


def _is_heading(fields: Sequence[str]) -> bool:
    """Whether the fields are names such as C1 .. C9, or numbers that count up by one."""
    numbers = [int(field) for field in fields if re.fullmatch(r"\d{1,9}", field)]
    if numbers and len(numbers) >= len(fields) - 1:
        return numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return all(re.search(r"[^\W\d_]{1,}\w*", field) for field in fields if field)


def _has_puzzles(sample: str) -> bool:
    """Whether most rows of a text have a puzzle."""
    rows = [fields_of(line, delimiter_of(line)) for _, line in _contents(sample)]
    return sum(map(_has_puzzle, rows)) > len(rows) / 2


def _has_puzzle(fields: Sequence[str]) -> bool:
    return any(len(field) in SIZE_OF_CELLS for field in fields)


def _label(row: Sequence[str], names: Sequence[str], used: set[int | None]) -> str:
    """The text of the label column if there is one, else that of the other columns."""
    labelled = column_of(names, LABEL_COLUMNS)
    if labelled is not None and labelled < len(row):
        return of_cell(row[labelled].strip())
    pairs = enumerate(zip(names, row, strict=False))
    rest = [(name, field.strip()) for at, (name, field) in pairs if at not in used]
    return " ".join(f"{name}={field}" if name else field for name, field in rest if field)


FORMAT = Csv()
