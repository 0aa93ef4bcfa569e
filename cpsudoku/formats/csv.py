"""CSV and TSV: a table that is the grid, or a table with a puzzle in each row."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from cpsudoku.errors import InputError, Source
from cpsudoku.formats.base import Entry, ReadOptions, TextFormat
from cpsudoku.formats.document import Document
from cpsudoku.formats.line import puzzle_of_line
from cpsudoku.formats.rows import Block, Row, puzzles_of
from cpsudoku.formats.symbols import Token
from cpsudoku.geometry import SIZE_OF_CELLS, SIZES
from cpsudoku.printable import of_cell, one_line, without_formula
from cpsudoku.puzzle import Puzzle
from cpsudoku.verdict import Result

PUZZLE_COLUMNS = (
    *("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "grid", "sudoku"),
    *("unsolved", "givens"),
)
SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers", "solved")
LABEL_COLUMNS = ("label", "name", "title", "id")
HEADER = ("puzzle", "solution", "status", "label")

csv.field_size_limit(1 << 20)


class Csv(TextFormat):
    """The format ``csv``."""

    name = "csv"
    title = "tables: a 9x9 range (a pasted one too), or a header with a column of puzzles"
    suffixes = (".csv", ".tsv")

    def __init__(self, keep_formulas: bool = False) -> None:
        self._cell = one_line if keep_formulas else _cell

    def recognises(self, document: Document) -> bool:
        """Whether the sample has a header that names puzzles, or is a table of a grid."""
        lines = document.sample.splitlines()
        if not lines:
            return False
        delimiter = delimiter_of(document.sample)
        rows = list(csv.reader(lines[:200], delimiter=delimiter))
        if len(rows) > 1 and column_of(rows[0], PUZZLE_COLUMNS) is not None:
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
        lines = _Lines(document)
        rows = csv.reader(lines, delimiter=delimiter_of(document.sample))
        numbered = ((lines.number, row) for row in _safely(rows, document.source, lines))
        first = next((each for each in numbered if any(_strip(each[1])) or len(each[1]) > 1), None)
        if first is None:
            raise InputError("it is empty", document.source)
        if options.column is None and _is_table(first[1], document, options):
            return _read_table(first, numbered, document.source, options)
        return _read_column(first, numbered, document.source, options)

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """A header, then a row each: puzzle, solution, status, label."""
        stream.write((",".join(HEADER) + "\n").encode())
        super().write(results, stream)

    def text_of(self, result: Result) -> str:
        """The row of one result; a malformed one has the problem as its label."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(map(self._cell, _fields_of(result)))
        return text.getvalue()


def _cell(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula."""
    return without_formula(one_line(text))


def _fields_of(result: Result) -> tuple[str, str, str, str]:
    if result.puzzle is None:
        return "", "", result.word, str(result.problem)
    solution = result.verdict.solution if result.verdict is not None else result.puzzle.answer
    found = solution.line if solution is not None else ""
    return result.puzzle.givens.line, found, result.word, result.puzzle.label


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
    for line in sample.splitlines()[:20]:
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


def _is_table(first: Sequence[str], document: Document, options: ReadOptions) -> bool:
    """Whether the rows are the rows of a grid: short fields and no column of puzzles."""
    if column_of(first, PUZZLE_COLUMNS) is not None:
        return False
    lines = document.sample.splitlines()[:50]
    rows = csv.reader(lines, delimiter=delimiter_of(document.sample))
    return not any(len(field.strip()) in SIZE_OF_CELLS for row in rows for field in row)


def _read_table(
    first: tuple[int, list[str]],
    rows: Iterator[tuple[int, list[str]]],
    source: Source,
    options: ReadOptions,
) -> Iterator[Entry]:
    """The grids of a table, without a heading row or an index column."""

    def blocks() -> Iterator[Block]:
        block: list[tuple[int, list[str]]] = [first]
        for number, row in rows:
            if row:
                block.append((number, row))
            elif block:
                yield Block("", [_row(n, r, source) for n, r in _without_headings(block)])
                block = []
        if block:
            yield Block("", [_row(n, r, source) for n, r in _without_headings(block)])

    return puzzles_of(blocks(), options)


def _row(number: int, row: Sequence[str], source: Source) -> Row:
    tokens = [
        Token(re.sub(r"^(\d+)[.,]0+$", r"\1", field.strip()), source.at(number, column))
        for column, field in enumerate(row, 1)
    ]
    readings = {len(row): tokens}
    if not tokens[-1].text:  # a delimiter at the end of each row, or a blank in its last cell
        readings[len(row) - 1] = tokens[:-1]
    fitting = {size: cells for size, cells in readings.items() if size in SIZES}
    return Row(source.at(number), fitting, len(row))


def _without_headings(block: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The rows of a grid without what pandas and people put around them."""
    rows = [_strip(row) for _, row in block]
    if len(rows) - 1 in SIZES and any(rows[0]) and _is_heading(rows[0]):
        block, rows = block[1:], rows[1:]
        if all(len(row) == len(rows) + 1 for row in rows) and _is_heading([r[0] for r in rows]):
            block = [(number, row[1:]) for number, row in block]
    return block


def _is_heading(fields: Sequence[str]) -> bool:
    """Names such as C1 .. C9, or numbers that count up by one."""
    numbers = [int(field) for field in fields if re.fullmatch(r"\d{1,9}", field)]
    if numbers and len(numbers) >= len(fields) - 1:
        return numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return all(re.search(r"[^\W\d_]{1,}\w*", field) for field in fields if field)


def _read_column(
    header: tuple[int, list[str]],
    rows: Iterator[tuple[int, list[str]]],
    source: Source,
    options: ReadOptions,
) -> Iterator[Entry]:
    """The puzzles of the column that the header names; without a header, of the first that fits."""
    number, names = header[0], _strip(header[1])
    wanted = (options.column.strip().lower(),) if options.column is not None else PUZZLE_COLUMNS
    column = column_of(names, wanted)
    if column is None:
        if options.column is not None or not _has_puzzle(names):
            listed = ", ".join(repr(name) for name in names[:20])
            asked = repr(options.column) if options.column else f"one of {', '.join(wanted)}"
            problem = f"no column of puzzles: the columns are {listed}; expected {asked}"
            raise InputError(f"{problem}, or --column NAME", source.at(number))
        column = next(at for at, field in enumerate(names) if len(field) in SIZE_OF_CELLS)
        names = ["puzzle" if at == column else "" for at in range(len(names))]
        yield puzzle_of_row(number, header[1], column, names, source, options)
    for number, row in rows:
        if any(_strip(row)):
            yield puzzle_of_row(number, row, column, names, source, options)


def _has_puzzle(fields: Sequence[str]) -> bool:
    return any(len(field) in SIZE_OF_CELLS for field in fields)


def puzzle_of_row(
    number: int,
    row: Sequence[str],
    column: int,
    names: Sequence[str],
    source: Source,
    options: ReadOptions,
) -> Entry:
    """The puzzle of one row, with its answer and what else the row says."""
    here = source.at(number)
    if len(row) <= column:
        problem = f"the row has {len(row)} fields, no {names[column]!r} (field {column + 1})"
        return InputError(problem, here)
    answer = column_of(names, SOLUTION_COLUMNS)
    try:
        puzzle = puzzle_of_line(row[column].strip() or " ", here, options)
        solved = puzzle.answer
        if answer is not None and answer < len(row) and answer != column and row[answer].strip():
            solved = puzzle_of_line(row[answer], here, options).givens
        label = _label(row, names, {column, answer}) or puzzle.label
        return Puzzle(puzzle.givens, source=here, label=label, answer=solved)
    except InputError as error:
        return error


def _label(row: Sequence[str], names: Sequence[str], used: set[int | None]) -> str:
    """The label column if there is one, else what the other columns say."""
    labelled = column_of(names, LABEL_COLUMNS)
    if labelled is not None and labelled < len(row):
        return of_cell(row[labelled].strip())
    pairs = enumerate(zip(names, row, strict=False))
    rest = [(name, field.strip()) for at, (name, field) in pairs if at not in used]
    return " ".join(f"{name}={field}" if name else field for name, field in rest if field)


FORMAT = Csv()
