"""Columns of puzzles, each a string of 81 characters in one cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.sizes import SIZE_OF_CELLS
from cpsudoku.formats.base import Entry, ReadOptions
from cpsudoku.formats.puzzle_text import looks_like_a_puzzle
from cpsudoku.formats.sheets.reading.sheet_picture import Place, SheetPicture
from cpsudoku.formats.tables.columns import SOLUTION_COLUMNS
from cpsudoku.formats.text.puzzle_line import puzzle_of_line
from cpsudoku.runtime.errors import BadSymbol, InputError, Source, cell_address
from cpsudoku.runtime.words import worded

SHORTEST = 36  # sixteen characters could be anything
_NUMBER = 10**30  # larger than real data; such a number is a puzzle that lost its last 66 digits


@dataclass(frozen=True)
class Strings:
    """The cells of one column that hold puzzles, top first, and the heading of the column."""

    column: int
    heading: str
    cells: tuple[tuple[int, str], ...]

    @property
    def places(self) -> frozenset[Place]:
        """The cells."""
        return frozenset((row, self.column) for row, _ in self.cells)


def string_columns(picture: SheetPicture) -> list[Strings]:
    """The columns that hold puzzles as strings, left to right."""
    columns: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for (row, column), cell in picture.cells.items():
        text = _text_of(cell.value)
        if text:
            columns[column].append((row, text))
    return [
        Strings(column, _heading(picture, cells[0][0], column), tuple(sorted(cells)))
        for column, cells in sorted(columns.items())
        if any(_is_puzzle(text) for _, text in cells)
    ]


def _text_of(value: object) -> str:
    """The text of a cell if it may be a puzzle, or a number that was one."""
    if isinstance(value, str) and len(value) >= SHORTEST:
        text = value.strip()
        return text if len(text) in SIZE_OF_CELLS or looks_like_a_puzzle(text) else ""
    if isinstance(value, int | float) and not isinstance(value, bool) and value > _NUMBER:
        return f"{value:.0f}"
    return ""


def _is_puzzle(text: str) -> bool:
    return len(text) in SIZE_OF_CELLS and looks_like_a_puzzle(text)


def _heading(picture: SheetPicture, first: int, column: int) -> str:
    value = picture.cell(first - 1, column).value
    return value.strip() if isinstance(value, str) else ""


def entries_of_columns(
    picture: SheetPicture, columns: Iterable[Strings], source: Source, options: ReadOptions
) -> list[Entry]:
    """The puzzles of the columns, row by row. A complete grid beside its puzzle is the answer."""
    rows: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for strings in columns:
        for row, text in strings.cells:
            rows[row].append((strings.column, strings.heading, text))
    return [
        entry for row in sorted(rows) for entry in _row(picture, row, rows[row], source, options)
    ]


def _row(
    picture: SheetPicture,
    row: int,
    texts: list[tuple[int, str, str]],
    source: Source,
    options: ReadOptions,
) -> list[Entry]:
    entries: list[Entry] = []
    for column, heading, text in texts:
        entry = _entry(picture, row, column, text, source, options)
        before = entries[-1] if entries else None
        if isinstance(before, Puzzle) and isinstance(entry, Puzzle) and not options.every:
            named = heading.lower() in SOLUTION_COLUMNS
            if entry.board == before.board and (named or extends(entry, before)):
                answer = entry.givens
                entries[-1] = Puzzle(
                    before.givens, source=before.source, label=before.label, answer=answer
                )
                continue
        entries.append(entry)
    return entries


def extends(complete: Puzzle, partial: Puzzle) -> bool:
    """Whether a complete grid keeps every given of an incomplete one."""
    pairs = zip(complete.givens.cells, partial.givens.cells, strict=True)
    return (
        complete.givens.is_complete
        and not partial.givens.is_complete
        and all(not given or given == digit for digit, given in pairs)
    )


def _entry(
    picture: SheetPicture, row: int, column: int, text: str, source: Source, options: ReadOptions
) -> Entry:
    here = source.at(row, column)
    if not isinstance(picture.cell(row, column).value, str):
        problem = worded("a number this long has lost its last digits; store puzzles as text")
        return BadSymbol(problem, here)
    try:
        puzzle = puzzle_of_line(text, here, options)
    except InputError as error:
        if error.source.column == column:
            return error
        return InputError(error.problem, here)
    size = puzzle.board.size
    label = puzzle.label or f"{source.sheet}!{cell_address(row, column)}"
    where = here.spread((row,) * size, (column,) * size)
    return Puzzle(puzzle.givens, source=where, label=label, answer=puzzle.answer)
