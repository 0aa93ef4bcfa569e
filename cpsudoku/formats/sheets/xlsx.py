"""Workbooks (``.xlsx``, ``.xlsm``, ``.xls``, ``.xlsb``, ``.ods``): every grid on every sheet.

A new workbook has one sheet for each puzzle, with bold givens, red answers and thick lines around
the boxes. The answers are recorded, as by ``writing.fill``, which writes answers into the workbook
that the puzzles came from.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats.base import (
    BOXES,
    LAYERS,
    READ_ONLY,
    REGIONS,
    RULES,
    WRITTEN,
    BaseFormat,
    Entry,
    ReadOptions,
    refuse_losses,
)
from cpsudoku.formats.document import Document
from cpsudoku.formats.sheets.book import Book, puzzles_of_book
from cpsudoku.formats.sheets.reading.answers import PREFIX, record_digits
from cpsudoku.formats.sheets.reading.guard import OLE, ZIP, kind_of_text
from cpsudoku.runtime.errors import cell_address
from cpsudoku.runtime.printable import one_line

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet


LONGEST_NAME = 31  # characters of the name of a sheet: the limit of Excel


class Xlsx(BaseFormat):
    """The format ``xlsx``."""

    name = "xlsx"
    title = "Excel and OpenDocument workbooks; always written as .xlsx"
    suffixes = (*WRITTEN, *READ_ONLY)
    is_binary = True
    carries = frozenset(
        (BOXES, REGIONS, RULES, LAYERS)
    )  # lines between the cells, and a table of rules

    def recognises(self, document: Document) -> bool:
        """Whether the document begins like a workbook: a zip archive, an old Excel file, XML."""
        head = document.peek(4096)
        return head.startswith((ZIP, OLE)) or kind_of_text(head) is not None

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """All grids of the workbook, or those that the options select."""
        return puzzles_of_book(Book.open(document.data(), document.source), options)

    def write(self, results: Iterable[Result], stream: IO[bytes]) -> None:
        """Write a new workbook with one sheet per puzzle, and one for the known answers."""
        from openpyxl import Workbook

        from cpsudoku.formats.sheets.writing.board_cells import add_rules, refuse_unfindable
        from cpsudoku.formats.sheets.writing.newsheet import put

        workbook = Workbook()
        workbook.remove(workbook.worksheets[0])
        answers: list[tuple[str, Puzzle, Grid]] = []
        for result in results:
            refuse_losses(self, result)
            puzzle, grid = result.puzzle, result.grid
            if puzzle is None or grid is None:
                continue
            refuse_unfindable(puzzle.board, puzzle.source)
            name = _sheet_name(self.options.title, puzzle.label, workbook)
            sheet = workbook.create_sheet(name)
            _fill(sheet, grid, puzzle.givens)
            _record(workbook, name, grid, puzzle.givens)
            add_rules(sheet, puzzle)
            for number, (layer, values) in enumerate(grid.layers.items()):
                put(sheet, puzzle.board.height + 2 + number, 1, f"{layer}: {values}")
            if result.verdict is None and puzzle.answer is not None:
                answers.append((_heading(name, puzzle.label), puzzle, puzzle.answer))
        if not workbook.worksheets:
            workbook.create_sheet("no puzzle")
        if answers and self.options.answers:
            _add_answers(workbook, answers)
        buffer = io.BytesIO()  # zipfile seeks; a pipe can't
        workbook.save(buffer)
        stream.write(buffer.getvalue())


def _record(workbook: Workbook, sheet: str, grid: Grid, givens: Grid) -> None:
    """Record the answers in a grid at A1, so that they are not read as givens."""
    from openpyxl.workbook.defined_name import DefinedName

    digits = {
        (r + 1, c + 1): grid[cell]
        for cell, (r, c) in enumerate(grid.board.positions)
        if grid[cell] and not givens[cell]
    }
    if digits:
        record = record_digits(sheet, digits)
        name = f"{PREFIX}{len(workbook.defined_names) + 1}"
        workbook.defined_names[name] = DefinedName(name, hidden=True, attr_text=record.formula)


def _add_answers(workbook: Workbook, answers: Sequence[tuple[str, Puzzle, Grid]]) -> None:
    """Add a sheet with each answer below its heading."""
    from cpsudoku.formats.sheets.writing.newsheet import put

    sheet = workbook.create_sheet(_free_name("Answers", workbook))
    top = 1
    for heading, puzzle, answer in answers:
        put(sheet, top, 1, heading)
        _fill(sheet, answer, puzzle.givens, top)
        top += answer.board.size + 2


def _heading(name: str, label: str) -> str:
    """The name of a sheet and the label of its puzzle, in full."""
    label = one_line(label)
    if not label or label.startswith(name):
        return label or name
    return f"{name} ({label})"


def _sheet_name(title: str | None, label: str, workbook: Workbook) -> str:
    """The name of the next sheet: the title and its number, or the label of its puzzle."""
    number = len(workbook.worksheets) + 1
    if title is not None:
        return _free_name(_plain(title), workbook, number)
    plain = _plain(label)
    return _free_name(plain, workbook) if plain else _free_name("Puzzle", workbook, number)


def _plain(text: str) -> str:
    """A text without the characters that Excel refuses in the name of a sheet."""
    return re.sub(r"[\\/*?:\[\]]", " ", one_line(text)).strip().strip("'").strip()


def _free_name(text: str, workbook: Workbook, number: int | None = None) -> str:
    """The text, with a number if requested or needed, short enough and not used yet."""
    used = {sheet.title.lower() for sheet in workbook.worksheets}
    name = _cut(text, LONGEST_NAME) if number is None else ""
    count = number or 2
    while not name or name.lower() in used:
        end = str(count)
        name = f"{_cut(text, LONGEST_NAME - len(end) - 1)} {end}".strip()
        count += 1
    return name


def _cut(text: str, most: int) -> str:
    """The first words of a text, up to a number of characters. A single long word is cut."""
    if len(text) <= most:
        return text
    words = text[: most + 1].rpartition(" ")[0] or text[:most]
    return words.rstrip(" ,;:-(").strip("'")


def _fill(sheet: Worksheet, grid: Grid, givens: Grid, above: int = 0) -> None:
    """Write the grid at A1, or ``above`` rows below, with lines around its boxes."""
    from openpyxl.styles import Alignment, Font

    from cpsudoku.formats.sheets.writing.board_cells import borders

    board = grid.board
    for cell, digit in enumerate(grid.cells):
        r, c = board.row_column(cell)
        target = sheet.cell(above + r + 1, c + 1, digit or None)
        given = givens[cell] != 0
        target.font = Font(size=14, bold=given, color="FF000000" if given else "FFC00000")
        target.alignment = Alignment(horizontal="center", vertical="center")
        target.border = borders(board, cell)
    for number in range(1, board.height + 1):
        sheet.row_dimensions[above + number].height = 24
    for number in range(1, board.width + 1):
        sheet.column_dimensions[cell_address(1, number)[:-1]].width = 4.5


FORMAT = Xlsx()
