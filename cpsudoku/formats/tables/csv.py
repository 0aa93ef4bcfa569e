"""CSV and TSV: a table that is the grid, or a table with a puzzle in each row."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from cpsudoku.core.sizes import SIZE_OF_CELLS, SIZES
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import Entry, ReadOptions, TextFormat
from cpsudoku.formats.document import Document
from cpsudoku.formats.rows import RowBlock, RowReadings, puzzles_of_blocks
from cpsudoku.formats.rule_text import has_rules
from cpsudoku.formats.symbols import CellToken
from cpsudoku.formats.tables.columns import (
    columns_of,
    contents_of,
    delimiter_of,
    no_column,
    stripped,
)
from cpsudoku.formats.tables.csv_rows import fields_of_row
from cpsudoku.formats.text.line import puzzles_of_lines
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.printable import one_line, without_formula

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
            raise no_column(first, None, document.source.at(number))
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


def _first_row(sample: str, source: Source) -> tuple[int, list[str]]:
    """The number and the fields of the first line with content; raises InputError."""
    delimiter = delimiter_of(sample)
    for number, line in contents_of(sample):
        return number, fields_of_row(line, delimiter)
    raise InputError("it is empty", source)


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
        raise InputError(
            "it is no CSV: {error}", source.at(lines.number + 1), error=error
        ) from None


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
    first = next(each for each in rows if any(stripped(each[1])) or len(each[1]) > 1)

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

    return puzzles_of_blocks(blocks(), options)


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
    rows = [stripped(row) for _, row in block]
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
    rows = [fields_of_row(line, delimiter_of(line)) for _, line in contents_of(sample)]
    return sum(map(_has_puzzle, rows)) > len(rows) / 2


def _has_puzzle(fields: Sequence[str]) -> bool:
    return any(len(field) in SIZE_OF_CELLS for field in fields)


FORMAT = Csv()
